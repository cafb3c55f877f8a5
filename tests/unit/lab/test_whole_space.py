"""The whole state space: the order in which a search expands it, and the errors of a heuristic."""

from __future__ import annotations

from collections import Counter
from math import isnan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import ALGORITHMS, HEURISTICS, Board, InvalidJobError, solve
from npuzzle.heuristics import Heuristic
from npuzzle.lab import TRACED, certify, enumerate_states, measure_errors, record_expansions, trace
from npuzzle.lab.space import UNREACHABLE, rank
from npuzzle.puzzle.board import goal_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.problem import board_of, to_state
from tests.support.quick import mostly_slow

SMALL = ["2x2", "2x3", "3x2", "2x4"]
GOALS = ["blank-first", "blank-last"]
RECORDED = ["astar", "greedy", "idastar", "breadth-first", "weighted-astar"]


def manhattan_of(board: Board, goal: Board) -> int:
    """Compute Manhattan distance tile by tile: the slow twin."""
    cols, moves = board.shape.cols, 0
    for tile in board.tiles:
        if tile:
            here, there = board.tiles.index(tile), goal.tiles.index(tile)
            moves += abs(here // cols - there // cols) + abs(here % cols - there % cols)
    return moves


@pytest.mark.slow
def test_the_errors_of_manhattan_on_the_3x3_are_those_of_the_exact_table() -> None:
    found, goal = measure_errors("manhattan"), goal_board(DEFAULT_GOAL, "3x3")
    known = enumerate_states(goal.shape, goal.blank)
    slow = Counter(
        manhattan_of(board_of(state, goal), goal) - moves
        for state, moves in zip(known.states, known.distance)
    )
    assert found.counts == dict(slow)
    assert (found.states, found.too_high) == (181_440, 0)


@pytest.mark.parametrize("shape", mostly_slow(SMALL, 3))
@pytest.mark.parametrize("goal", GOALS)
def test_every_state_is_counted_once_and_agrees_with_the_certificate(shape: str, goal: str) -> None:
    board = goal_board(goal, shape)
    known = enumerate_states(board.shape, board.blank)
    for card in HEURISTICS:
        if board.shape.cells > (card.most_cells or 9):
            continue
        found, proof = measure_errors(card, shape, goal), certify(card, shape, goal, against=[])
        assert found.states == len(known.states) == proof.states, card.name
        assert found.too_high == proof.bad_states, card.name
        assert sum(found.by_move.values()) == found.states, card.name
        assert [found.estimates[rank(state)] for state in known.states] == list(proof.values or ()), card.name
        assert list(found.counts) == sorted(found.counts), card.name


def test_a_state_that_cannot_reach_the_goal_has_no_estimate() -> None:
    found = measure_errors("zero", "2x3", "blank-last")
    for moves, h in zip(found.table.by_rank, found.estimates):
        assert isnan(h) == (moves == UNREACHABLE)


def test_a_heuristic_of_ones_own_that_is_too_high_is_counted_as_such() -> None:
    found = measure_errors(lambda board: 100.25, "2x2", "blank-last")
    assert found.too_high == found.states == 12
    assert set(found.by_move) == set(range(94, 101))


@pytest.mark.slow
@given(
    st.sampled_from(TRACED),
    st.sampled_from(["manhattan", "misplaced", "euclidean"]),
    st.permutations(range(6)),
)
@settings(max_examples=60, deadline=None)
def test_the_expansions_are_those_of_the_run_and_of_the_trace(
    algorithm: str, heuristic: str, tiles: list[int]
) -> None:
    board = Board.from_rows([tiles[:3], tiles[3:]])
    options = {"algorithm": algorithm, "heuristic": heuristic if ALGORITHMS[algorithm].informed else "auto"}
    found = record_expansions(board, "blank-last", most=3_000, **options)  # type: ignore[arg-type]
    slow = trace(board, "blank-last", most=3_000, **options)  # type: ignore[arg-type]
    goal = goal_board("blank-last", board.shape)
    boards = [slow.nodes[number].board for number in slow.steps[: slow.expanded]]
    assert list(found.ranks) == [rank(to_state(Board.parse(text).tiles, goal.tiles)) for text in boards]
    assert (found.path, found.complete) == (slow.path, slow.complete)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", mostly_slow(RECORDED, lambda name: name != "breadth-first"))
def test_as_many_states_are_listed_as_a_run_says_it_expanded(algorithm: str) -> None:
    board = "8 6 7/2 5 4/3 0 1"
    heuristic = "manhattan" if ALGORITHMS[algorithm].informed else "auto"
    run = solve(board, algorithm=algorithm, heuristic=heuristic)
    found = record_expansions(board, algorithm=algorithm, heuristic=heuristic)
    assert (len(found.ranks), found.path) == (run.expanded, run.path)


def test_a_search_that_is_cut_lists_the_most_that_it_may() -> None:
    found = record_expansions("8 6 7/2 5 4/3 0 1", algorithm="breadth-first", most=1_234)
    assert (len(found.ranks), found.path, found.complete) == (1_234, None, False)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithm": "constructive"}, "expansions can be listed"),
        ({"algorithm": "astar", "most": 0}, "expected a whole number of expansions, 1 or more, got 0"),
        ({"algorithm": "idastar", "heuristic": "pattern-tables"}, "cannot be recorded"),
    ],
)
def test_what_cannot_be_recorded_is_said(options: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidJobError, match=message):
        record_expansions("1 2 3/4 5 6/0 7 8", "blank-last", **options)  # type: ignore[arg-type]


def test_an_invalid_estimate_names_the_board() -> None:
    class Negative(Heuristic):
        def estimate(self, state: object) -> float:
            return -1

    with pytest.raises(ValueError, match="gave -1 for the board"):
        measure_errors(Negative, "2x2")
