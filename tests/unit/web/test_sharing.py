"""The page becomes a link and a link becomes the page, for links from any source."""

from __future__ import annotations

import base64
import zlib
from random import Random
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from npuzzle import ALGORITHMS, HEURISTICS, Board, Notation, Shape, goal_board, random_board, solve
from npuzzle.puzzle.goals import GOALS
from npuzzle.search.base import known_numbers
from tests.course import EXAMPLE_LINK
from tests.support.page_states import answer_of, follow, page
from web.page.commands import initial_state, update
from web.page.commands.board import choose_goal, give_board, type_text
from web.page.commands.link_path import give_path
from web.page.commands.solving import choose_option, finish_search, start_search
from web.page.commands.stepping import choose_notation, choose_speed, jump_to, press_play, tick
from web.page.link import (
    LONGEST,
    LONGEST_PATH,
    from_fragment,
    notes_from_text,
    notes_to_text,
    picture_name,
    to_fragment,
    write_frame,
)
from web.page.packing import LONGEST_NOTE
from web.page.parts.player import SPEEDS
from web.page.state import Phase, UiState
from web.room_table import BY_NAME, NEW_NAMES, NOTES, OWN_NOTES

FRESH = initial_state(Board.parse("1 2 3/4 5 6/7 0 8"))


def open_link(fragment: str) -> UiState:
    """Return a fresh page after it opened this fragment."""
    state = FRESH
    for event in from_fragment(fragment).calls:
        state = update(state, event)
    return state


@st.composite
def pages(draw: st.DrawFn) -> UiState:
    shape = draw(st.sampled_from(["1 2/3 0", "1 2 3/4 5 0", "1 2 3/4 5 6/7 8 0", "1 2/3 4/5 6/7 0"]))
    goal = draw(
        st.sampled_from([goal_board(card, Board.parse(shape).shape) for card in GOALS] + [Board.parse(shape)])
    )
    seed = draw(st.integers(0, 2**32))
    state = update(FRESH, give_board(random_board(goal, Random(seed)), goal))
    for name, value in (
        ("algorithm", draw(st.sampled_from([card.name for card in ALGORITHMS]))),
        ("heuristic", draw(st.sampled_from([card.name for card in HEURISTICS]))),
        ("weight", draw(st.sampled_from(["1.5", "2", "17"]))),
        ("depth", draw(st.sampled_from(["", "40"]))),
        ("every", draw(st.sampled_from(["", "on"]))),
    ):
        state = update(state, choose_option(name, value))
    state = update(state, choose_notation(draw(st.sampled_from(Notation))))
    if draw(st.booleans()):
        assert state.board.check.board is not None
        moves = solve(state.board.check.board, goal, algorithm="greedy").path
        assert moves is not None
        state = update(state, give_path(moves, draw(st.integers(0, 50))))
    return state


@given(pages())
def test_a_link_restores_the_page(state: UiState) -> None:
    fragment = to_fragment(state)
    assert not set(fragment) & set(' "<>#`\\'), "a link can be pasted anywhere"
    restored = from_fragment(fragment)
    assert restored.problems == ()
    again = open_link(fragment)
    assert (again.board.check, again.goal.board, again.options) == (
        state.board.check,
        state.goal.board,
        state.options,
    )
    assert (again.player.notation, again.player.path, again.player.step) == (
        state.player.notation,
        state.player.path,
        state.player.step,
    )
    assert again.current_board == state.current_board
    assert to_fragment(again) == fragment


@given(st.dictionaries(st.sampled_from(NOTES), st.text(max_size=500)), st.sampled_from([*BY_NAME]))
def test_notes_and_the_room_come_back(notes: dict[str, str], room: str) -> None:
    restored = from_fragment(to_fragment(FRESH, room=room, notes=notes))
    assert restored.problems == ()
    assert restored.notes == {name: text for name, text in notes.items() if text}
    assert restored.room == room


@pytest.mark.parametrize(("old", "new"), NEW_NAMES.items())
def test_links_with_the_old_name_of_a_room_open_it(old: str, new: str) -> None:
    restored = from_fragment(f"room={old}")
    assert (restored.room, restored.problems) == (new, ())
    assert "room=" + new in to_fragment(FRESH, room=restored.room)


def test_notes_with_an_old_name_are_read() -> None:
    """In links, and in data that the browser saved with an earlier version."""
    new = {"explore": "greedy misplaced", "learn": "4.5 0.0"}
    restored = from_fragment("explorer=tgreedy misplaced&tour=t4.5 0.0")
    assert (restored.notes, restored.problems) == (new, ())
    assert notes_from_text('{"explorer": "greedy misplaced", "tour": "4.5 0.0", "bench": 1}') == new
    twice = from_fragment("tour=t1.0&learn=t2.0")
    assert twice.notes == {"learn": "1.0"}
    assert twice.problems == ("The link names learn twice: the first one counts.",)


def test_the_link_to_a_step_that_the_teachers_page_shows_opens_it() -> None:
    restored = from_fragment(EXAMPLE_LINK.removeprefix("#"))
    assert (restored.room, restored.notes, restored.problems) == ("learn", {"learn": "astar.2"}, ())


def test_a_fragment_reads_like_what_it_says() -> None:
    state = update(FRESH, choose_option("heuristic", "manhattan"))
    assert to_fragment(state) == "board=1_2_3/4_5_6/7_0_8&heuristic=manhattan"
    assert to_fragment(update(state, give_board(Board.parse("0 1/2 3"), Board.parse("3 0/1 2")))) == (
        "board=0_1/2_3&goal=3_0/1_2&heuristic=manhattan"
    )


def test_the_speed_of_a_path_is_in_its_link_and_a_frame_may_play_it() -> None:
    state = update(page(), start_search())
    state = follow(state, finish_search(answer_of(state)), choose_speed("fast"))
    assert "&speed=fast" in to_fragment(state)
    assert open_link(to_fragment(state)).player.speed == "fast"
    assert from_fragment("board=1_2/3_0&play=loop").plays == "loop"
    speeds = " or ".join(SPEEDS)
    assert from_fragment("speed=light&play=twice").problems == (
        f"The link's speed is 'light'; expected {speeds}.",
        "The link's play is 'twice'; expected once or loop.",
    )


def test_a_playback_that_loops_begins_again_at_its_end() -> None:
    state = update(page(), start_search())
    state = follow(state, finish_search(answer_of(state)), press_play(loops=True))
    steps = []
    for _ in range(7):
        steps.append(state.player.step)
        state = update(state, tick())
    assert steps == [0, 1, 2, 0, 1, 2, 0]
    assert state.player.is_playing


def test_a_frame_shows_the_board_or_the_figure_of_its_room() -> None:
    notes = {"race": "astar.misplaced;astar.zero", "source": "def h(state): return 0"}
    board = write_frame(FRESH, "https://a.example/", notes=notes)
    assert "#embed=1&amp;board=1_2_3/4_5_6/7_0_8&quot;" in board.replace('"', "&quot;")
    race = write_frame(FRESH, "https://a.example/", room="race", notes=notes)
    assert "room=race" in race
    assert "source" not in race, "a link must not contain code"
    assert "moves" not in race


def test_what_is_proved_of_a_path_is_in_its_link() -> None:
    state = update(page(), start_search())
    state = update(state, finish_search(answer_of(state)))
    fragment = to_fragment(state)
    assert fragment == "board=1_2_3/4_5_6/0_7_8&moves=LL&step=0&bound=2"
    assert from_fragment(fragment).calls[-1] == give_path("LL", 0, 2)
    assert "bound" not in to_fragment(open_link(fragment)), "the claim of a link must not be passed on"
    for wrong in ("3", "-1", "two", "9" * 20, ""):
        restored = from_fragment(fragment.replace("bound=2", f"bound={wrong}"))
        assert restored.calls[-1] == give_path("LL", 0)
        assert restored.problems == (f"The link's bound is {wrong!r}; expected a number, at most 2.",)


def test_a_text_that_is_not_a_board_is_kept_as_it_was_typed() -> None:
    state = update(FRESH, type_text("1 2 3/4 5 5/7 8 0"))
    assert state.board.check.board is None
    again = open_link(to_fragment(state))
    assert (again.board.words, again.phase) == (state.board.words, Phase.EDITING)
    spiral = update(update(FRESH, choose_goal("spiral")), type_text("1 2 3/4 5 5/7 8 0"))
    assert open_link(to_fragment(spiral)).goal.name == "spiral"
    odd = update(FRESH, type_text("hello & good=bye #"))
    assert open_link(to_fragment(odd)).board.text == odd.board.text


@given(st.text(max_size=300))
@example("board=1_2/3_0&moves=UUUU")
@example("board=1_2/3_0&board=1_2/0_3")
@example("board=%00%ff&goal=<script>alert(1)</script>")
@example("weight=1e999&width=nan&step=²&moves=R&notation=__class__")
@example("source=z!!!!&race=t%ff")
@example("room=../../etc&every=yes")
def test_no_link_raises_whatever_it_holds(text: str) -> None:
    restored = from_fragment(text)
    open_link(text)
    assert restored.room in BY_NAME
    assert all(problem.endswith(".") for problem in restored.problems)


@pytest.mark.parametrize(
    ("fragment", "says"),
    [
        ("board=1_2/3_3", "The link's board cannot be used."),
        ("board=1_2/3_0&goal=moon", "The link's goal cannot be used. Unknown goal 'moon'; known: "),
        ("board=1_2/3_3&goal=moon", "The link's goal cannot be used. Unknown goal 'moon'; known: "),
        ("goal=moon", "The link's goal cannot be used. Unknown goal 'moon'; known: "),
        (
            "board=1_2/3_0&goal=1_2_3/4_5_0",
            "The goal is 2x3, but the board is 2x2.",
        ),
        ("algorithm=magic", "The link's algorithm cannot be used. 'magic' is not known."),
        (
            "weight=heavy",
            "The weight must be a number, 1 to 1,000,000, got 'heavy'.",
        ),
        ("notation=nautical", "The link's notation is 'nautical'; expected tile or blank."),
        ("board=1_2/0_3&moves=LU", "The moves in the link do not lead from its board to its goal."),
        ("room=attic", "The link's room is 'attic'; expected one of today, "),
        ("source=zAAAA", "The link's part source is damaged."),
        ("price=1", "The link has an unknown part: 'price=1'."),
        ("x" * (LONGEST + 1), "at most 400,000 are read."),
    ],
)
def test_what_is_wrong_is_named(fragment: str, says: str) -> None:
    assert any(says in problem for problem in from_fragment(fragment).problems)


@pytest.mark.parametrize("name", [*known_numbers(), "seconds", "expanded", "stored", "depth"])
@pytest.mark.parametrize("text", ["heavy", "-1", "1e999", "0.5x", "1_000", "9" * 400, "nan", "٣"])
def test_a_number_of_a_link_is_read_as_its_field_is(name: str, text: str) -> None:
    """A link reports the same error as the field, and leaves the field unchanged."""
    number = known_numbers().get(name)
    algorithm = next((card.name for card in ALGORITHMS if number in card.numbers), "astar")
    typed = update(update(FRESH, choose_option("algorithm", algorithm)), choose_option(name, text))
    restored = from_fragment(f"{name}={quote(text)}")
    if typed.options_problem:
        assert restored.problems == (f"The link's {name} cannot be used. {typed.options_problem}",)
        assert open_link(f"{name}={quote(text)}").options.text(name) == FRESH.options.text(name)
    else:
        assert restored.problems == ()
        assert open_link(f"{name}={quote(text)}").options.text(name) == text


def test_a_link_names_every_fault() -> None:
    problems = from_fragment("board=1_2/3_3&goal=moon&weight=heavy&room=attic").problems
    assert [problem.split(" ")[2] for problem in problems] == ["board", "goal", "weight", "room"]


def test_a_board_stays_when_its_goal_cannot_be_used() -> None:
    state = open_link("board=1_2/3_0&goal=moon")
    assert (str(state.board.check.board), state.goal.name) == ("1 2/3 0", "blank-last")


@pytest.mark.slow
def test_a_packed_text_cannot_swell_without_end() -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b"a" * (LONGEST_NOTE * 100), 9)).decode().rstrip("=")
    restored = from_fragment(f"source=z{bomb}")
    assert restored.notes == {}
    assert restored.problems == ("The link's part source is damaged.",)


def test_a_path_too_long_to_be_listed_is_left_out_and_refused() -> None:
    long = "RL" * (LONGEST_PATH // 2) + "RLL"
    state = update(FRESH, give_path(long))
    assert state.player.path == long
    assert "moves=" not in to_fragment(state)
    restored = from_fragment(f"board=1_2_3/4_5_6/7_0_8&moves={long}")
    assert restored.problems == ("The link's path has 5,003 moves; at most 5,000 can be shown.",)


def test_a_link_sets_what_it_leaves_out_as_at_the_start() -> None:
    state = update(FRESH, choose_option("algorithm", "beam"))
    for event in from_fragment("board=1_2/0_3").calls:
        state = update(state, event)
    assert state.options == FRESH.options


def test_half_a_letter_does_not_stop_the_page_from_being_kept() -> None:
    half = "h = '\ud800'"
    assert from_fragment(to_fragment(FRESH, notes={"source": half})).notes == {"source": "h = '?'"}
    assert open_link(to_fragment(update(FRESH, type_text(half)))).board.text == "h = '?'"


@given(st.dictionaries(st.sampled_from([*NOTES, *OWN_NOTES]), st.text(min_size=1, max_size=200)))
def test_notes_survive_a_visit_however_long(notes: dict[str, str]) -> None:
    notes["source"] = "# " + "x" * 100_000
    assert notes_from_text(notes_to_text(notes)) == notes


@pytest.mark.parametrize("text", ["", "[1]", '{"source": 1, "price": "2"}', "{", "null"])
def test_kept_notes_that_are_none_are_left_out(text: str) -> None:
    assert notes_from_text(text) == {}


def test_a_path_from_a_link_claims_nothing() -> None:
    state = open_link("board=1_2_3/4_5_6/7_0_8&moves=RLL&step=2")
    assert (state.phase, state.player.step) == (Phase.PLAYING, 2)
    assert state.player.answer is not None
    assert state.player.answer.claim is None
    assert update(state, jump_to(3)).current_board == state.goal.board


@pytest.mark.parametrize(
    ("shape", "name"), [(Shape(2, 2), "n-puzzle-1_2-3_0.svg"), (Shape(10, 10), "n-puzzle-10x10.svg")], ids=str
)
def test_a_picture_s_file_is_named_after_the_board(shape: Shape, name: str) -> None:
    assert picture_name(goal_board("blank-last", shape)) == name
