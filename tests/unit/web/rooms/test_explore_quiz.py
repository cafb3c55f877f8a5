"""Predictions in the Explore room: which answers are right, and the explanation of wrong ones."""

from __future__ import annotations

import pytest

from npuzzle.lab import trace
from npuzzle.lab.tracing import BEAM, RBFS, RULES
from tests.support.options import select_used
from tests.unit.web.rooms.explore_trees import FOUND, SMALL, show_tree
from web.command import perform
from web.rooms.explore.state import guess, predict

RULED = (*RULES, RBFS, BEAM)


@pytest.mark.parametrize("algorithm", RULED)
def test_who_always_takes_the_first_of_the_frontier_is_always_right(algorithm: str) -> None:
    found = trace(*SMALL, **select_used(algorithm, heuristic="misplaced", weight=2, width=3))
    state = perform(show_tree(found), predict())
    while state.is_asking:
        assert len(found.frontier(state.at)) > 1
        state = perform(state, guess(found.frontier(state.at)[0].number))
        assert state.quiz is not None
        assert state.quiz.was_right
        assert state.quiz.said[0] == "Right."
    assert state.quiz is not None
    assert state.at == state.last
    assert state.quiz.right == state.quiz.asked == state.quiz.best > 0
    assert state.quiz.summary.endswith("Perfect!")


@pytest.mark.parametrize("algorithm", RULED)
def test_who_always_takes_the_last_is_wrong_and_told_why(algorithm: str) -> None:
    found = trace(*SMALL, **select_used(algorithm, heuristic="misplaced", weight=2, width=3))
    state = perform(show_tree(found), predict())
    while state.is_asking:
        before = state.at
        state = perform(state, guess(found.frontier(before)[-1].number))
        assert state.quiz is not None
        assert state.quiz.said[0] == "Not this one."
        assert len(state.quiz.said) == 3
        assert state.at > before
    assert state.quiz is not None
    assert (state.quiz.right, state.quiz.best) == (0, 0)
    assert state.quiz.summary.startswith(f"You predicted 0 of {state.quiz.asked} steps")


def test_streaks_are_counted() -> None:
    state = perform(show_tree(), predict())
    for right in (True, True, False, True):
        frontier = FOUND.frontier(state.at)
        state = perform(state, guess(frontier[0 if right else -1].number))
    assert state.quiz is not None
    assert (state.quiz.asked, state.quiz.right, state.quiz.streak, state.quiz.best) == (4, 3, 1, 2)
    ended = perform(state, predict())
    assert ended.quiz is not None
    assert not ended.is_asking
    assert ended.quiz.summary == (
        "You predicted 3 of 4 steps, 2 in a row at best. Try again: the rule never changes."
    )


def test_depth_first_searches_ask_nothing() -> None:
    state = show_tree(trace(*SMALL, algorithm="idastar", heuristic="misplaced"))
    assert perform(state, predict()) is state
