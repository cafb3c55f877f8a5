"""First attempts to compare, trace and solve many boards work as typed, or the error says what to type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    Board,
    InvalidBoardError,
    InvalidJobError,
    Job,
    NPuzzleError,
    Problem,
    UnknownNameError,
    UnknownOptionError,
    best_first,
    certify,
    compare,
    solve_many,
    trace,
)
from npuzzle.lab import contenders
from npuzzle.search.base import Search

ROWS = [[8, 6, 7], [2, 5, 4], [3, 0, 1]]
EASY = "1 2 3/4 5 6/0 7 8"
HARD = "8 6 7/2 5 4/3 0 1"
SMALL = "4 5 0/1 2 3"


def my_search(problem: Problem, heuristic: Any) -> Search:
    return best_first(problem, estimate=heuristic)


def half_of_manhattan(board: Board) -> float:
    return HEURISTICS["manhattan"](board) / 2


@pytest.mark.parametrize(
    "boards", [HARD, ROWS, Board(ROWS), np.array(ROWS), [HARD], [ROWS], [Board(ROWS)]], ids=str
)
def test_one_board_or_a_list_of_them(boards: Any) -> None:
    found = compare(boards, ["astar", "greedy"])
    assert [str(row.result.problem.start) for row in found.rows] == [HARD, HARD]
    assert [row.result.algorithm for row in found.rows] == ["astar", "greedy"]


@pytest.mark.slow
def test_the_default_is_a_comparison_of_heuristics() -> None:
    found = compare([EASY, HARD])
    assert [row.result.heuristic for row in found.rows] == ["misplaced", "manhattan", "linear-conflict"] * 2
    assert found.totals()[0]["heuristic"] == "linear-conflict"
    with pytest.raises(InvalidJobError, match="name the ways to compare on boards above 9"):
        compare("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15")


def test_algorithms_and_heuristics_of_any_kind() -> None:
    ways: list[Any] = [my_search, "A*", ALGORITHMS["greedy"]]
    asked: list[Any] = ["manhattan", half_of_manhattan, certify(half_of_manhattan, "2x3", against=[])]
    found = compare(SMALL, algorithms=ways, heuristics=asked)
    assert [(row.result.algorithm, row.result.heuristic) for row in found.rows] == [
        (way, heuristic)
        for way in ("my_search", "astar", "greedy")
        for heuristic in ("manhattan", "half_of_manhattan", "half_of_manhattan")
    ]
    mine, theirs = found.rows[0].result, found.rows[3].result
    assert (mine.length, mine.expanded) == (theirs.length, theirs.expanded)
    assert mine.claim == "shortest if the bound of my_search is right"
    assert [row.result.is_optimal for row in found.rows[3:6]] == [True, False, True]
    assert compare(SMALL, "astar", heuristics="manhattan").rows[0].result.is_optimal


def test_options_of_all_ways() -> None:
    found = compare(HARD, ["astar", "weighted-astar"], heuristics="manhattan", weight=3, expanded=40)
    assert [row.result.numbers for row in found.rows] == [{}, {"weight": 3}]
    assert all(row.result.expanded <= 40 for row in found.rows)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: compare(HARD, ["astr"]), "unknown algorithm 'astr'; did you mean astar"),
        (
            lambda: compare(HARD, "astar", heuristics=["manhatan"]),
            "unknown heuristic 'manhatan'",
        ),
        (lambda: compare(HARD, "astar", timeout=3), "compare has no option 'timeout'; did you mean seconds"),
        (lambda: compare(HARD, algorithm="astar"), "algorithm.*; did you mean algorithms"),
        (lambda: compare(HARD, ["astar"], algorithms=["bfs"]), "got both: leave one of them out"),
        (lambda: compare(HARD, contenders(["astar"]), seconds=3), "Contenders have their own"),
        (
            lambda: compare(HARD, ["astar"], weight=3),
            "the weight applies to weighted-astar only, not to",
        ),
        (lambda: compare(3, ["astar"]), "the boards must be a list of boards"),
        (lambda: compare([HARD, "1 1/2 0"], ["astar"]), "1 appears twice|1 occurs|tile 1"),
        (lambda: solve_many(HARD), "for one board use solve"),
        (lambda: list(solve_many([Job.create(EASY)], seconds=3)), "a Job has its own goal and options"),
        (lambda: solve_many([EASY], second=3), "did you mean seconds"),
        (lambda: trace(EASY, algoritm="astar"), "did you mean algorithm"),
        (lambda: trace(EASY, limits={"seconds": 3}), "it ends after `most` expansions"),
        (
            lambda: trace(EASY, algorithm="anytime"),
            "anytime has no search tree: .*; expected breadth-first, ",
        ),
    ],
)
def test_a_mistake_gets_a_sentence(call: Callable[[], object], words: str) -> None:
    with pytest.raises(NPuzzleError, match=words):
        call()


@pytest.mark.slow
def test_many_boards_with_the_options_of_solve() -> None:
    answers = list(solve_many([EASY, ROWS, Board(HARD)], algorithm="astar", heuristic="manhattan"))
    assert [answer.result.length for answer in answers if answer.result] == [2, 31, 31]
    spiral = next(solve_many(["2 8 3/1 6 4/7 0 5"], "spiral"))
    assert spiral.result is not None
    assert spiral.result.length == 5
    mixed = list(solve_many([Job.create(EASY, algorithm="bfs"), HARD]))
    assert [answer.job.algorithm for answer in mixed] == ["breadth-first", "auto"] or len(mixed) == 2
    with pytest.raises(InvalidBoardError):
        list(solve_many([EASY, "1 1/2 0"]))


def test_an_unknown_name_is_found_before_anything_is_solved() -> None:
    with pytest.raises(UnknownNameError):
        compare([HARD] * 3, ["astar", "nope"])
    with pytest.raises(UnknownOptionError):
        compare([HARD] * 3, ["astar"], hueristics=["zero"])
