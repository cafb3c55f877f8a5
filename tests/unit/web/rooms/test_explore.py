"""The state of the Explore room, without a browser: its phases, its form and its note."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from npuzzle import Board, site, solve
from npuzzle.lab import Status, trace
from npuzzle.search.base import Number
from tests.unit.web.rooms.explore_trees import CALLS, FOUND, LARGE, SMALL, STATES, show_tree
from web.command import Call, perform
from web.page.commands import initial_state
from web.page.commands import update as page_update
from web.page.commands.board import choose_goal, draw_random, type_text
from web.page.commands.solving import change_solver
from web.rooms.explore import words
from web.rooms.explore.choices import NUMBERS
from web.rooms.explore.layout import tab_stop
from web.rooms.explore.state import (
    EXAMPLE,
    ExploreState,
    Phase,
    choose,
    fail_build,
    guess,
    play,
    predict,
    read_note,
    select,
    start_build,
    step_to,
    take_tree,
    tick,
)


@pytest.mark.parametrize("name", STATES)
def test_any_command_in_any_phase_leaves_a_state_that_can_be_drawn(name: str) -> None:
    for first, second in product(CALLS, repeat=2):
        state = perform(perform(STATES[name], first), second)
        assert 0 <= state.at <= state.last
        assert (state.trace is None) <= (state.phase is not Phase.SHOWN)
        if state.trace is not None:
            assert state.node_in_detail is not None
            assert state.node_in_detail.round == state.round
            assert state.trace.status(state.node_in_detail.number, state.at) is not Status.UNMADE
            assert words.describe_step(state.trace, state.at)
        assert not (state.player.is_playing and state.is_asking)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("empty", step_to(1)),
        ("empty", play()),
        ("empty", predict()),
        ("empty", take_tree(FOUND)),
        ("building", start_build()),
        ("building", guess(0)),
        ("shown", tick()),
        ("shown", guess(0)),
        ("shown", fail_build("No.")),
        ("asking", step_to(3)),
        ("asking", play()),
        ("asking", guess(0)),
        ("building again", step_to(0)),
        ("shown", choose("algorithm", "no such")),
    ],
)
def test_what_means_nothing_changes_nothing(name: str, call: Call) -> None:
    assert perform(STATES[name], call) is STATES[name]


def test_playing_goes_on_to_the_end_and_starts_again_from_there() -> None:
    state = perform(show_tree(at=2), play())
    ats = [state.at]
    while state.player.is_playing:
        state = perform(state, tick())
        ats.append(state.at)
    assert ats == list(range(2, len(FOUND.steps) + 1))
    assert "This is the goal" in state.spoken
    assert perform(state, play()).at == 0


def test_a_node_that_is_not_there_yet_is_not_selected() -> None:
    last = len(FOUND.nodes) - 1
    assert perform(show_tree(), select(last)).selected is None
    late = perform(show_tree(at=len(FOUND.steps)), select(last))
    assert late.selected == last
    assert perform(late, step_to(0)).selected is None


def test_the_tab_key_goes_to_the_option_that_is_chosen() -> None:
    state = show_tree(at=len(FOUND.steps))
    listed = FOUND.frontier(state.at)
    assert tab_stop(listed, None) == 0
    for place, node in enumerate(listed):
        assert tab_stop(listed, node.number) == place
    assert tab_stop(listed, 0) == 0  # the start is no longer on the frontier
    assert tab_stop((), 3) == 0


@pytest.mark.parametrize("number", NUMBERS.values(), ids=lambda number: number.name)
def test_every_number_of_an_algorithm_can_be_typed(number: Number) -> None:
    before, state = ExploreState(), perform(ExploreState(), choose(number.name, " 7 "))
    assert {name for name, other in NUMBERS.items() if state.text(other.name) != before.text(other.name)} == {
        number.name
    }
    assert state.text(number.name) == " 7 "


def test_the_note_of_the_room_comes_back() -> None:
    state = perform(ExploreState(), read_note("weighted-astar linear-conflict 3"))
    assert (state.algorithm, state.heuristic) == ("weighted-astar", "linear-conflict")
    assert state.read_numbers() == {"weight": 3}
    assert perform(ExploreState(), read_note(state.note)) == state
    for text in (
        "beam misplaced 7",
        "rbfs manhattan",
        "depth-first manhattan 12",
        "beam max(manhattan,zero) ?",
    ):
        state = perform(ExploreState(), read_note(text))
        assert state.note == text
        assert perform(ExploreState(), read_note(state.note)) == state
    assert perform(ExploreState(), read_note("anytime \x00 zzz")).tree_problem == (
        "Anytime has no search tree: it finds a path with compiled kernels and shortens it piece by piece."
    )
    assert perform(ExploreState(), read_note("no-such \x00 zzz")) == ExploreState()


def test_the_form_asks_for_what_counts_and_says_why_it_cannot() -> None:
    page = page_update(initial_state(Board.parse(SMALL[0])), change_solver(ready=True))
    unsolvable = page_update(page, type_text("2 1 3/4 5 6/7 8 0"))
    solvable = page_update(page, type_text("1 2 3/4 5 6/7 0 8"))
    assert ExploreState().why_not_build(solvable) == ""
    assert "can be solved" in ExploreState().why_not_build(unsolvable)
    weighted = perform(ExploreState(), choose("algorithm", "weighted-astar"))
    assert weighted.make_request("b", "g", "s")["weight"] == 2.0
    for text in ("", "x", "0.5", "nan", "inf", "1_0", "9" * 20):
        wrong = perform(weighted, choose("weight", text))
        assert wrong.why_not_build(solvable).startswith("The weight must be a number, 1 to 1,000,000, got ")
    deep = perform(ExploreState(), choose("algorithm", "depth-first"))
    assert deep.make_request("b", "g", "s")["depth"] == 8
    for text in ("", "2.5", "0", "1e400", "-3"):
        assert perform(deep, choose("depth", text)).why_not_build(solvable)
    own = perform(ExploreState(), choose("heuristic", "own"))
    assert own.has_own_heuristic
    assert not ExploreState().has_own_heuristic
    assert not perform(own, choose("algorithm", "breadth-first")).has_own_heuristic
    assert "write one in the Lab" in own.why_not_build(solvable, " ")
    assert own.why_not_build(solvable, "def h(): ...") == ""
    assert own.make_request("b", "g", "s")["source"] == "s"
    assert "source" not in ExploreState().make_request("b", "g", "s")


def test_a_tree_stopped_before_its_first_board_leaves_the_one_before() -> None:
    nothing = replace(LARGE, nodes=(), steps=(), bounds=(), answer=())
    empty = perform(perform(ExploreState(), start_build()), take_tree(nothing))
    assert (empty.phase, empty.trace, empty.round) == (Phase.EMPTY, None, 0)
    assert empty.problem == empty.spoken == "Stopped before the tree had a board. Build it again."
    before = perform(perform(ExploreState(), start_build()), take_tree(LARGE))
    after = perform(perform(before, start_build()), take_tree(nothing))
    assert (after.phase, after.trace) == (Phase.SHOWN, LARGE)


def test_a_tree_of_another_board_or_goal_than_the_page_s_says_of_which() -> None:
    state, page = show_tree(), initial_state(Board.parse(SMALL[0]))
    told = state.describe_difference(page)
    assert told == f"This tree is for the board {SMALL[0]} and the goal {SMALL[1]}, not for those shown now."
    same = page_update(page, choose_goal("spiral"))
    assert state.describe_difference(same) == ExploreState().describe_difference(page) == ""
    other = page_update(same, draw_random(1))
    assert (
        state.describe_difference(other)
        == f"This tree is for the board {SMALL[0]}, not for the one shown now."
    )
    assert state.describe_difference(page_update(same, type_text("??"))) == "", "the board has not changed"


def test_the_room_says_how_many_moves_its_example_takes() -> None:
    panel = (site.ROOT / "web/rooms/explore/panel.html").read_text(encoding="utf-8")
    assert f"The example takes {solve(*EXAMPLE).length} moves." in panel


def test_the_example_shows_what_an_estimate_is_for() -> None:
    """Its trees are complete, their paths equally long, and the better estimate saves two thirds."""
    blind, guided = (
        trace(*EXAMPLE, algorithm="astar", heuristic=name) for name in ("misplaced", "manhattan")
    )
    assert 10 <= len(blind.path or "") == len(guided.path or "") <= 14
    assert (blind.expanded, guided.expanded) == (60, 21)
    assert blind.complete
    assert guided.complete
