"""Random searches, including limited and cancelled ones, agree with an independent oracle.

Some run here, many with `python -m tests.random_oracle`.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from npuzzle import Board, Limits, Outcome, Result, Shape
from tests import random_oracle
from tests.random_oracle import SHORT_WALKS, WHOLE, Case, check_round, find_faults_of_result, find_truth
from tests.support import independent_oracle
from tests.support.independent_oracle import count_shortest, is_solvable, measure_distances, play
from tests.support.quick import mostly_slow

SEED = 7
GOAL = Board.parse("1 2 3/4 5 0")


# The oracle


def test_the_oracle_imports_nothing_but_the_standard_library() -> None:
    tree = ast.parse(Path(independent_oracle.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {
        name
        for node in imports
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [it.name for it in node.names])
    }
    assert names
    assert {str(name).split(".")[0] for name in names} <= sys.stdlib_module_names
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "__import__"]


@pytest.mark.slow
def test_the_oracle_knows_what_is_published() -> None:
    """3x3: 181,440 states, two of them farthest, at 31 moves. 2x4: 20,160 states, up to 36 moves."""
    eight = measure_distances(bytes([*range(1, 9), 0]), 3, 3)
    assert (len(eight), max(eight.values())) == (181_440, 31)
    assert list(eight.values()).count(31) == 2
    two_by_four = measure_distances(bytes([*range(1, 8), 0]), 2, 4)
    assert (len(two_by_four), max(two_by_four.values())) == (20_160, 36)


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2)])
def test_parity_tells_what_can_be_reached(rows: int, cols: int) -> None:
    goal = bytes([2, 0, 1, *range(3, rows * cols)])
    reached = measure_distances(goal, rows, cols)
    for tiles in map(bytes, permutations(range(rows * cols))):
        assert is_solvable(tiles, goal, cols) == (tiles in reached)


def test_a_letter_says_how_the_tile_slides() -> None:
    tiles = bytes([1, 2, 3, 4, 0, 5, 6, 7, 8])
    assert play(tiles, 3, 3, "U") == bytes([1, 2, 3, 4, 7, 5, 6, 0, 8])
    assert play(tiles, 3, 3, "L") == bytes([1, 2, 3, 4, 5, 0, 6, 7, 8])
    assert play(tiles, 3, 3, "LL") is None


def test_shortest_paths_are_counted_as_if_all_were_tried() -> None:
    goal = bytes([1, 2, 3, 0])
    known = measure_distances(goal, 2, 2)
    farthest = max(known, key=lambda tiles: known[tiles])
    assert known[farthest] == 6
    assert count_shortest(farthest, 2, 2, known) == 2  # either way round
    assert count_shortest(goal, 2, 2, known) == 1


# The check itself


def _case(**changed: object) -> Case:
    whole: dict[str, object] = {
        "board": Board.parse("4 1 2/5 0 3"),
        "goal": GOAL,
        "algorithm": "astar",
        "heuristic": "manhattan",
        "own": None,
        "engine": "auto",
        "weight": 1,
        "width": 1,
        "limits": Limits(expanded=random_oracle.MOST_EXPANDED),
        "every": True,
        "tick": 0.0001,
        "slices": (1.0,),
        "cancel_after": None,
    }
    return Case(**{**whole, **changed})  # type: ignore[arg-type]


def _result(case: Case) -> Result:
    run = case.start()
    while run.result is None:
        run.step(1)
    return run.result


def _faults(case: Case, result: Result) -> list[str]:
    return list(find_faults_of_result(case, result, find_truth(case.goal), cancelled=False))


def _every(result: Result, **changed: object) -> Result:
    assert result.every is not None
    return replace(result, every=replace(result.every, **changed))  # type: ignore[arg-type]


#: Ways to make a correct result wrong.
SPOILT: dict[str, Callable[[Result], Result]] = {
    "a move is missing": lambda it: replace(it, path=(it.path or "")[:-1]),
    "two moves too many": lambda it: replace(it, path=(it.path or "") + "RL"),
    "no path": lambda it: replace(it, path=None),
    "the bound is too high": lambda it: replace(it, lower_bound=(it.lower_bound or 0) + 2),
    "the bound has the wrong parity": lambda it: replace(it, lower_bound=(it.lower_bound or 0) - 1),
    "the bound proves nothing": lambda it: replace(it, lower_bound=(it.lower_bound or 0) - 2),
    "no bound": lambda it: replace(it, lower_bound=None),
    "unsolvable": lambda it: replace(it, outcome=Outcome.UNSOLVABLE, path=None, lower_bound=None, every=None),
    "cancelled": lambda it: replace(it, outcome=Outcome.CANCELLED, path=None, every=None),
    "no path within a limit": lambda it: replace(it, outcome=Outcome.NO_PATH, path=None, every=None),
    "out of time": lambda it: replace(it, outcome=Outcome.OUT_OF_TIME, path=None, every=None),
    "out of nodes": lambda it: replace(it, outcome=Outcome.OUT_OF_NODES, path=None, every=None),
    "out of memory": lambda it: replace(it, outcome=Outcome.OUT_OF_MEMORY, path=None, every=None),
    "gave up": lambda it: replace(it, outcome=Outcome.GAVE_UP, path=None, every=None),
    "ended by a limit there was not": lambda it: replace(it, ended=Outcome.OUT_OF_TIME),
    "a promise without a weight": lambda it: replace(it, promised=2.0),
    "the other paths are missing": lambda it: replace(it, every=None),
    "one path too many is counted": lambda it: _every(it, count=it.every.count + 1),  # type: ignore[union-attr]
    "one path is listed twice": lambda it: _every(it, paths=it.every.paths[:1] * 2, count=2),  # type: ignore[union-attr]
    "not complete, without a reason": lambda it: _every(it, complete=False),
    "a listed path is wrong": lambda it: _every(it, paths=(*it.every.paths[:-1], "U")),  # type: ignore[union-attr]
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_wrong_result_is_noticed(what: str) -> None:
    case = _case()
    result = _result(case)
    assert result.every is not None
    assert result.every.count == 1
    assert _faults(case, result) == []
    assert _faults(case, SPOILT[what](result))


def test_a_path_for_a_board_without_one_is_noticed() -> None:
    case = _case(board=Board.parse("4 1 2/5 0 3").swap(1, 2))
    result = _result(case)
    assert _faults(case, result) == []
    assert _faults(case, replace(result, outcome=Outcome.GAVE_UP, lower_bound=0))


def test_more_states_than_allowed_are_noticed() -> None:
    case = _case(limits=Limits(expanded=3))
    result = _result(case)
    assert result.outcome is Outcome.OUT_OF_NODES
    assert _faults(case, result) == []
    assert _faults(case, replace(result, snapshot=replace(result.snapshot, expanded=2)))
    assert _faults(case, replace(result, snapshot=replace(result.snapshot, expanded=4)))


# Random searches


@pytest.mark.slow
@pytest.mark.parametrize(
    "shape", mostly_slow([*WHOLE, *SHORT_WALKS], lambda shape: shape.cells in (4, 6)), ids=str
)
def test_random_searches_are_right(shape: Shape) -> None:
    print(f"seed {SEED}; more: python -m tests.random_oracle --seed N")
    assert check_round(SEED, 1, shape) == []


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2, 62))
def test_many_random_searches_are_right(number: int) -> None:
    assert check_round(SEED, number) == []


@pytest.mark.slow
def test_random_searches_on_ten_cells_are_right() -> None:
    assert check_round(SEED, 1, Shape(5, 2), searches=60) == []
