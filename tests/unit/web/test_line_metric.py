"""Line moves on the page: the choice, the answer, steps of whole lines, links, checked moves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from npuzzle import Board, solve
from tests.support.page_states import answer_of, check_of, page
from web.page.commands import initial_state, update
from web.page.commands.link_path import give_path, restore_path
from web.page.commands.own_moves import check_moves, show_moves, type_moves
from web.page.commands.solving import choose_option, finish_search, start_search
from web.page.commands.stepping import choose_speed, jump_to, press_play, tick, type_step
from web.page.link import from_fragment, to_fragment
from web.page.move_list import list_moves, parts
from web.page.state import UiState
from web.page.words import (
    badge,
    describe_lengths,
    describe_next,
    describe_seal,
    describe_step,
    headline,
)
from web.rooms.solve.task import SolveTask

HARD = "8 6 7/2 5 4/3 0 1"
LINES = choose_option("metric", "lines")
LARGE = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24"


def solved(board: str = HARD) -> UiState:
    """Return the page with a path of the fewest line moves."""
    state = update(update(page(board), LINES), start_search())
    return update(state, finish_search(answer_of(state, metric="lines")))


def reopened(fragment: str, *, saved: bool) -> UiState:
    state = initial_state(Board.parse("1 2 3/4 5 6/7 8 0"))
    for event in from_fragment(fragment).calls:
        given = restore_path(*event.args) if saved and event.command is give_path else event
        state = update(state, given)
    return state


def test_the_choice_makes_the_job_and_says_what_is_promised() -> None:
    state = update(page(HARD), LINES)
    assert state.job().to_dict()["metric"] == "lines"
    assert (state.why_not_solve, state.promise) == ("", "Finds a shortest path and proves it.")
    large = update(page(LARGE), LINES)
    assert (large.why_not_solve, large.promise[:52]) == (
        "",
        "Finds a path immediately, then shorter ones until it",
    )
    assert update(state, choose_option("algorithm", "anytime")).options_problem == ""
    problem = update(state, choose_option("every", "on")).options_problem
    assert "The list of all shortest paths is for moves of single tiles" in problem


def test_the_solver_answers_in_line_moves() -> None:
    task = SolveTask(update(page(HARD), LINES).job().to_dict())
    while (answer := task.answer()) is None:
        task.step(0.1)
    assert (answer["metric"], answer["length"], answer["claim"]) == ("lines", 20, "proved shortest")
    assert "estimates" not in answer


def test_the_answer_counts_line_moves() -> None:
    state = solved()
    answer = state.player.answer
    assert answer is not None
    assert (headline(answer), badge(answer)) == ("Solved in 20 line moves", "Proved shortest")
    assert describe_step(state) == "Move 0 of 20: Start"
    assert describe_next(state) == ("5 6 ↓", "then 8 →, 2 3 ↑, 5 1 ←, 4 7 ↓")
    assert describe_lengths(31, 20, counts_lines=True) == (
        "20 line moves; 31 single moves in this path, another may have fewer."
    )
    end = update(state, jump_to(31))
    assert describe_seal(end)[0] == "Shortest: 20 line moves. Proved"
    assert describe_next(end) == ("", "Done: 20 line moves.")
    ended = replace(answer, moves=None, length=None, claim=None, lower_bound=14, outcome="out of time")
    assert badge(ended) == "Ended before a path was found; any path has at least 14 line moves"


def test_a_long_slide_is_named_by_its_ends() -> None:
    state = solved("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/0 21 22 23 24")
    assert describe_next(state) == ("21 … 24 ←", "and it is done")


def test_steps_and_playback_go_a_whole_line_at_a_time() -> None:
    state = solved()
    on = update(state, jump_to(1))
    assert (on.player.step, on.player.number, on.spoken) == (2, 1, "Tiles 5 6 down, 19 to go.")
    assert describe_step(on) == "Move 1 of 20: Tiles 5 6 down"
    third = update(update(on, jump_to(3)), jump_to(4))
    assert (third.player.step, third.player.number) == (5, 3)
    back = update(third, jump_to(4))
    assert (back.player.step, back.spoken) == (3, "Tile 8 right, 18 to go.")
    assert update(back, jump_to(2)).player.number == 1
    assert update(on, jump_to(1)).spoken == "Start, 20 to go."
    typed = update(state, type_step("20"))
    assert (typed.player.step, typed.spoken) == (31, "Tiles 7 8 left, solved.")
    assert (
        update(state, type_step("21")).player.step_problem
        == "The number of a move must be from 0 to 20, got '21'."
    )
    playing = update(update(state, choose_speed("slow")), press_play())
    steps = []
    while playing.player.is_playing:
        playing = update(playing, tick(1))
        steps.append(playing.player.step)
    assert (0, *steps) == tuple(state.player.ends)
    assert len(steps) == 20
    assert str(playing.current_board) == "1 2 3/4 5 6/7 8 0"


def test_the_list_and_the_text_have_whole_lines() -> None:
    state = solved()
    entries = list_moves(state)
    assert len(entries) == 20
    assert entries[0].text == "5 6 D2"
    assert entries[0].label == "5 6 D2, line move 1: tiles 5 6 down"
    assert entries[1].label == "8 R, line move 2: tile 8 right"
    assert "".join(parts(state, "text")).startswith("D2 R U2 L2")
    assert '"metric": "lines"' in "".join(parts(state, "JSON"))


def test_a_link_and_a_reload_keep_the_metric_and_what_is_proved_in_it() -> None:
    fragment = to_fragment(update(solved(), jump_to(3)))
    assert "metric=lines" in fragment
    assert "bound=20" in fragment
    reload = reopened(fragment, saved=True)
    assert reload.options.counts_lines
    assert reload.player.answer is not None
    assert (headline(reload.player.answer), badge(reload.player.answer)) == (
        "A path of 20 line moves",
        "Proved shortest",
    )
    assert (reload.player.step, reload.player.number) == (3, 2)
    link = reopened(fragment, saved=False).player.answer
    assert link is not None
    assert badge(link) == "The link claims: proved shortest. Press Solve to check"


@pytest.mark.slow
def test_a_choice_for_the_next_search_leaves_the_answer_what_it_is_in_a_link() -> None:
    tiles = update(solved(), choose_option("metric", "tiles"))
    assert "metric=" not in to_fragment(tiles)
    single = update(page(HARD), start_search())
    single = update(single, finish_search(answer_of(single)))
    for state, said in (
        (tiles, "A path of 20 line moves"),
        (update(single, LINES), "A path of 31 moves"),
    ):
        reload = reopened(to_fragment(state), saved=True)
        assert reload.options == state.options
        assert reload.player.answer is not None
        assert (headline(reload.player.answer), badge(reload.player.answer)) == (said, "Proved shortest")
        assert to_fragment(reload) == to_fragment(state)
    unsaid = from_fragment(to_fragment(tiles).replace("counted=lines", "counted=slides"))
    assert unsaid.problems == ("The link's counted is 'slides'; expected tiles or lines.",)
    wrong = from_fragment("board=1_2_3/4_5_6/0_7_8&metric=slides")
    assert wrong.problems == ("The link's metric is 'slides'; expected tiles or lines.",)


@pytest.mark.parametrize("moves", ["L2", "LL", "8"])
def test_moves_of_ones_own_are_counted_as_chosen(moves: str) -> None:
    state = update(update(page(), LINES), type_moves(moves))
    asked = state.check_request()
    assert asked["metric"] == "lines"
    state = update(update(state, check_moves()), check_of(asked))
    found = state.checked_moves
    assert found is not None
    assert found.said[-1] == "This is a shortest path: 1 line move, proved."
    answer = update(state, show_moves()).player.answer
    assert answer is not None
    assert (headline(answer), answer.length, answer.is_optimal) == ("Your own path of 1 line move", 1, True)


def test_a_path_of_single_tiles_names_its_line_moves_as_a_recount() -> None:
    path = solve(HARD).path or ""
    assert len(path) == 31
    assert describe_lengths(31, 25).endswith("25 line moves in this path, another may have fewer.")
