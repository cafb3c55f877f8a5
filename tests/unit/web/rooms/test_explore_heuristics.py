"""Combined and certified heuristics in a search tree: its note, its request, its task."""

from __future__ import annotations

from hypothesis import given

from npuzzle import Board, trace
from npuzzle.lab import Trace
from tests.support.own_heuristics import GOAL, START, certified_page, formulas
from tests.support.page_states import page
from web.command import perform
from web.page.heuristic_choice import COMBINE, YOURS
from web.rooms.explore import state as explore
from web.rooms.explore.state import choose
from web.rooms.explore.task import TraceTask


@given(formulas())
def test_a_tree_of_a_combination_is_that_of_the_library(formula: str) -> None:
    board = "1 2 3/4 5 6/0 7 8"
    state = perform(explore.ExploreState(), choose("heuristic", COMBINE))
    state = perform(state, choose("formula", formula))
    here = page(board)
    assert state.why_not_build(here) == ""
    task = TraceTask(state.make_request(board, str(here.goal.board), ""))
    while (answer := task.answer()) is None:
        task.step(1)
    expected: Trace = trace(Board(board), algorithm="astar", heuristic=formula)
    assert answer["trace"]["nodes"] == expected.to_dict()["nodes"]


def test_a_certificate_goes_with_no_link_and_is_missed_where_it_is_gone() -> None:
    tree = perform(explore.ExploreState(), choose("heuristic", YOURS))
    assert tree.note == "astar manhattan"
    assert "certify it in the Lab" in tree.why_not_build(page(START))


def test_a_tree_of_a_certified_heuristic_is_that_of_the_one_it_equals() -> None:
    here = certified_page()
    tree = perform(explore.ExploreState(), choose("heuristic", YOURS))
    assert tree.why_not_build(here) == ""
    ticket = here.certified.ticket if here.certified is not None else ""
    task = TraceTask(tree.make_request(START, GOAL, "", ticket))
    while (answer := task.answer()) is None:
        task.step(1)
    expected = trace(Board(START), GOAL, algorithm="astar", heuristic="manhattan").to_dict()
    assert answer["trace"]["nodes"] == expected["nodes"]
