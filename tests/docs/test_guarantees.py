"""The tables of guarantees.md are correct, and every result has the meaning that it describes."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    Board,
    Limits,
    Outcome,
    Problem,
    Result,
    Shape,
    random_board,
    solve,
)
from npuzzle.solving.claims import Guarantee, promise
from tests.support.documents import FOLDER, Document
from tests.support.known_cards import ALGORITHMS_TOLD
from tests.support.options import select_used
from tests.support.oracles import distance
from tests.support.strategies import four_goals

GUARANTEES = Document.at(FOLDER / "guarantees.md")


def names(cell: str) -> list[str]:
    """Return the names of a cell or list."""
    return re.findall(r"[a-z][a-z-]+", cell)


def test_every_outcome_is_documented_and_which_has_a_path() -> None:
    rows = {name: row[1] for row in GUARANTEES.table_after("## Outcomes") for name in row[0].split(", ")}
    assert list(rows) == [outcome.value for outcome in Outcome]
    assert [path == "yes" for path in rows.values()] == [outcome is Outcome.SOLVED for outcome in Outcome]


def test_every_promise_is_documented() -> None:
    words = [row[0] for row in GUARANTEES.table_after("## Promises before a run")]
    assert words == [guarantee.value for guarantee in Guarantee]


def test_the_promises_are_true() -> None:
    told = {
        name: row[0] for row in GUARANTEES.table_after("## Promises before a run") for name in names(row[2])
    }
    assert set(told) >= set(ALGORITHMS_TOLD)
    said = re.findall(r"With (any other|a depth)[^,]*, (`[^*]*`) promise only \*(.*?)\*", GUARANTEES.flat)
    other, deep = [dict.fromkeys(names(listed), word) for _, listed, word in said]
    trusted, untrusted = HEURISTICS["manhattan"], HEURISTICS["value-euclidean"]
    for card in map(ALGORITHMS.__getitem__, told):
        found = [
            promise(card, trusted),
            promise(card, untrusted),
            promise(card, trusted, card.options(max_depth=40)),
        ]
        expected = [told[card.name], *(more.get(card.name, told[card.name]) for more in (other, deep))]
        assert [each.guarantee.value for each in found] == expected, card.name


def test_every_algorithm_has_its_bound_documented() -> None:
    told = [
        name
        for row in GUARANTEES.table_after("The lower bound that each search has proved")
        for name in names(row[0])
    ]
    assert len(told) == len(set(told))
    assert {card.name for card in ALGORITHMS} >= set(told) >= set(ALGORITHMS_TOLD)


def held_to_the_words(result: Result) -> None:
    """Assert that the words of a result have their documented meaning and are true."""
    truth = distance(result.problem.start, result.problem.goal)
    assert (truth is None) == (result.lower_bound is None) == (result.outcome is Outcome.UNSOLVABLE)
    if truth is None or result.lower_bound is None:
        assert result.path is None
        return
    assert result.lower_bound <= truth
    assert (result.lower_bound - truth) % 2 == 0
    if result.path is None:
        assert result.claim is None
        return
    assert result.problem.replay(result.path) == result.problem.goal
    longer = len(result.path) - result.lower_bound
    assert longer % 2 == 0
    assert result.claim == ("proved shortest" if longer == 0 else f"at most {longer} longer")
    assert len(result.path) - longer <= truth <= len(result.path)


@pytest.mark.slow
@given(
    seed=st.integers(0, 10**6),
    goal=st.sampled_from(four_goals(Shape(2, 3))),
    other=st.sampled_from(four_goals(Shape(2, 3))),
    algorithm=st.sampled_from([card.name for card in ALGORITHMS]),
    heuristic=st.sampled_from(["zero", "value-euclidean", "manhattan", "pattern-tables"]),
    expanded=st.sampled_from([0, 7, 50, 2_000]),
)
def test_the_words_of_any_result_are_true(
    seed: int, goal: Board, other: Board, algorithm: str, heuristic: str, expanded: int
) -> None:
    board = random_board(other, Random(seed))
    held_to_the_words(
        solve(
            board,
            goal,
            limits=Limits(expanded=expanded),
            **select_used(algorithm, heuristic=heuristic),
        )
    )


@pytest.mark.parametrize("goal", four_goals(Shape(3, 3)), ids=str)
def test_all_lengths_of_a_board_have_its_parity(goal: Board) -> None:
    for seed in range(5):
        board = random_board(goal, Random(seed))
        lengths = [solve(board, goal, algorithm=name).length for name in ("greedy", "constructive")]
        assert {length % 2 for length in lengths if length is not None} == {Problem(board, goal).parity}
