"""First attempts to solve boards work as typed, or the error says what to type.

For boards and sizes alone, see `test_first_snippets.py`.
"""

from __future__ import annotations

import copy
import json
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pandas
import pytest

import npuzzle
from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    Board,
    Outcome,
    Problem,
    Result,
    best_first,
    check,
    explore,
    goal_board,
    is_solvable,
    random_board,
    random_walk,
    solve,
    solve_many,
    start,
)

TEXT = "8 6 7/2 5 4/3 0 1"
ROWS = [[8, 6, 7], [2, 5, 4], [3, 0, 1]]
SOLVED = [[1, 2, 3], [4, 5, 6], [7, 8, 0]]


def run(snippet: str) -> dict[str, Any]:
    """Run lines as typed after `from npuzzle import *`; return the names that they define."""
    names: dict[str, Any] = {"b": Board(TEXT), "board": Board(TEXT), "np": np, "npuzzle": npuzzle}
    exec("from npuzzle import *", names)
    exec(snippet, names)
    return names


#: Lines that work as typed.
WORK = [
    "assert solve([[8, 6, 7], [2, 5, 4], [3, 0, 1]]).length == 31",
    "assert solve([8, 6, 7, 2, 5, 4, 3, 0, 1]).length == 31",
    "assert solve('8 6 7/2 5 4/3 0 1').length == 31",
    "assert solve(np.array(b)).length == 31",
    "assert Board([[1, 2, 3], [4, 5, 6], [7, 8, 0]]) == Board('1 2 3/4 5 6/7 8 0')",
    "assert random_board(4, 4).shape == random_board('4x4').shape == random_board(4).shape == Shape(4, 4)",
    "assert random_board('4x4', seed=1) == random_board(4, seed=1) == random_board((4, 4), seed=1)",
    "assert random_board((3, 5), goal='spiral', seed=1).is_solvable('spiral')",
    "assert solve(random_board('4x4', seed=1, depth=20)).length == 20",
    "assert solve(random_board('3x3', walk=10)).length <= 10",
    "for m in solve(b).moves: b = b.move(m)\nassert b == goal_board('blank-last', '3x3')",
    "for letter in solve(b).path: b = b.move(letter)\nassert b == goal_board('blank-last', '3x3')",
    "for after in solve(b).boards: pass\nassert after == goal_board('blank-last', '3x3')",
    "assert b.play(solve(b).path) == b.play(solve(b).moves) == solve(b).boards[-1]",
    "assert Problem(b, 'blank-last').replay(solve(b).path) == solve(b).boards[-1]",
    "r = solve(b)\nassert r and r.solved and r.is_optimal and r.expanded > 0 and r.length == len(r.moves)",
    "assert solve(goal_board('spiral', 4), 'spiral')",
    "assert not solve(b, 'spiral')",
    "assert solve(b, algorithm='A*', heuristic='Manhattan').length == 31",
    "assert solve(board, algorithm=ALGORITHMS['astar'], heuristic=HEURISTICS['manhattan'])",
    "assert HEURISTICS['manhattan'](board) == npuzzle.estimate('manhattan', board) == 21",
    "from npuzzle.heuristics import manhattan\nassert manhattan(board) == 21",
    "from npuzzle.heuristics import manhattan\nassert solve(board, heuristic=manhattan).is_optimal",
    "from npuzzle.heuristics import linear_conflict, misplaced\nassert linear_conflict(b) > misplaced(b)",
    "assert solve('1 2 3/4 5 6/0 7 8', heuristic=lambda b: 0)",
    "assert solve('1 2 3/4 5 6/0 7 8', heuristic=lambda x: 0)",
    "h = lambda board: sum(0 for row in board for t in row)\nassert solve([1, 2, 3, 0], heuristic=h)",
    "assert is_solvable(board) and board.is_solvable() and check(board).solvable and check(board)",
    "assert not is_solvable('1 2 3/4 5 6/8 7 0')",
    "assert check([[1, 2, 3], [4, 5, 6], [7, 8, 0]])",
    "assert solve(b, goal=[[1, 2, 3], [4, 5, 6], [7, 8, 0]]).length == 31",
    "assert solve(b, seconds=3).solved",
    "assert solve(b, limits={'seconds': 3}).solved",
    "assert solve(b, limits=Limits(seconds=3)).solved",
    "from npuzzle import certify, compare, solve_many",
    "assert [answer.result.length for answer in solve_many([b, b])] == [31, 31]",
    "assert Result.from_dict(solve(b).to_dict()).path == solve(b).path",
    "assert len(ALGORITHMS) == len(list(ALGORITHMS)) > 10",
    "assert np.array(b).shape == (3, 3)",
    "assert sum(abs(x - y) for x, y in zip(np.array(b).flatten(), range(9))) > 0",
    "assert len(b) == 3 and b[0] == (8, 6, 7) and list(b)[2] == (3, 0, 1)",
]


@pytest.mark.parametrize("snippet", WORK)
def test_it_works_as_typed(snippet: str) -> None:
    run(snippet)


#: Lines that cannot work, each with the advice in the error.
SAY_WHAT_TO_TYPE = [
    ("solve(b, timeout=3)", "solve has no option 'timeout'; did you mean seconds?"),
    ("solve(b, time_limit=3)", "did you mean seconds?"),
    ("solve(b, limits=dict(timeout=3))", "unknown limit 'timeout'; known: seconds, "),
    ("solve(b, algo='astar')", "did you mean algorithm?"),
    ("solve(b, algorithm='a-star')", "unknown algorithm 'a-star'; did you mean astar?"),
    ("solve(b, heuristic='manhatan')", "unknown heuristic 'manhatan'; did you mean manhattan?"),
    ("solve(b, algorithm='astar', weight=5)", "the weight applies to weighted-astar only, not to astar"),
    ("solve(b, algorithm='bfs', heuristic='manhattan')", "uses no heuristic: leave the heuristic out"),
    ("for m in solve(b).path: b = b.slide(m)", "got 'D' (move() and play() take letters)"),
    ("b.slide(7)", "(move(tile=...) takes a tile's number)"),
    ("b.move('U')", "possible: D (tile 5), R (tile 3), L (tile 1)"),
    ("random_board()", 'give a size, such as random_board("4x4")'),
    ("random_board(4, seeds=1)", "random_board has no option 'seeds'; did you mean seed?"),
    ("random_board(4, random_state=1)", "did you mean seed?"),
    ("random_board(4, difficulty=30)", "did you mean depth?"),
    ("random_board(4, steps=30)", "did you mean walk?"),
    ("random_board(4, colour='red')", "It has: shape, random, goal, seed, depth, walk."),
    ("random_board('4x4', 1)", "expected seed=, such as seed=1"),
    ("random_board('4x4', depth=81)", "all are within 80"),
    ("random_board('3x3', depth=32)", "the farthest are 31"),
    ("random_board('6x6', depth=100)", "up to 16 cells"),
    ("solve(None)", "expected text, such as 1 2 3/4 5 6/7 8 0, or rows of numbers"),
    ("solve([1, 2, 3])", "not a board: "),
    ("goal_board('spirall', '3x3')", "unknown goal 'spirall'; did you mean spiral?"),
    ("Result.from_dict({'length': 3})", "missing: board, goal, outcome, moves"),
    ("list(solve_many([3]))", "the jobs must be boards, or Jobs, such as Job.create returns, got 3"),
    ("start(b)", "a job must be a Job, such as Job.create returns"),
]


@pytest.mark.parametrize(("snippet", "words"), SAY_WHAT_TO_TYPE)
def test_it_says_what_to_type(snippet: str, words: str) -> None:
    with pytest.raises(npuzzle.NPuzzleError) as caught:
        run(snippet)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 600


def test_what_is_printed_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    result = solve(TEXT, algorithm="astar", heuristic="linear-conflict")
    print(result)
    print([result])
    print(ALGORITHMS, HEURISTICS)
    out = capsys.readouterr().out
    assert out.startswith("Solved in 31 moves: proved shortest.\nDLDRU RDLUL URRDL ")
    assert "\n[<Result: Solved in 31 moves: proved shortest; astar with linear-conflict>]\n" in out
    assert "astar" in out.splitlines()[-1]
    assert " object at 0x" not in out
    assert repr(result.moves) == "<31 moves: DLDRURDLULURRDLLDRUULDRURDDLLUU>"
    assert repr(result.boards) == "<32 boards from 8 6 7/2 5 4/3 0 1 to 1 2 3/4 5 6/7 8 0>"


def test_a_table_of_results_for_pandas_and_json() -> None:
    results = [solve(random_board(3, seed=seed)) for seed in range(5)]
    table = pandas.DataFrame([result.to_dict() for result in results])
    assert list(table["length"]) == [result.length for result in results]


def test_results_go_to_json_and_back() -> None:
    for result in (solve(random_board(3, seed=seed)) for seed in range(5)):
        assert Result.from_dict(json.loads(json.dumps(result.to_dict()))).moves == result.moves


def test_a_result_is_pickled_and_copied() -> None:
    result = solve(TEXT)
    assert pickle.loads(pickle.dumps(result)) == copy.deepcopy(result) == result


@pytest.mark.slow
def test_a_pool_of_processes() -> None:
    boards = [random_board(3, seed=seed, depth=12) for seed in range(3)]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert [result.length for result in pool.map(solve, boards)] == [12] * 3
        answers = list(solve_many(boards, executor=pool))
    assert [answer.to_dict()["length"] for answer in answers] == [12] * 3


def test_a_search_in_steps() -> None:
    search = start(npuzzle.Job.create(TEXT))
    while search.result is None:
        search.step(0.01)
    assert search.result.length == 31


@pytest.mark.slow
def test_the_best_path_within_some_time() -> None:
    result = solve(random_board(5, seed=1), within=0.5)
    assert result.solved
    assert result.seconds < 5


def test_a_space_of_ones_own() -> None:
    class Line:
        initial = 0

        def is_goal(self, place: int) -> bool:
            return place == 3

        def successors(self, place: int) -> list[tuple[str, int]]:
            return [("right", place + 1)]

    found = explore(best_first(Line()))
    assert (found.outcome, found.path) == (Outcome.SOLVED, ("right",) * 3)


@pytest.mark.slow
def test_a_person_follows_the_path_and_stops_where_they_like() -> None:
    result = solve(TEXT)
    for move, before, after in zip(result.moves, result.boards, result.boards[1:]):
        assert before.tiles[move.src] == after.tiles[move.dst] == move.tile
        assert before.move(move.letter) == before.move(tile=move.tile) == after
        assert after.distance() == before.distance() - 1  # type: ignore[operator]
    unsolvable = solve("1 2 3/4 5 6/8 7 0")
    for _ in unsolvable.moves:
        raise AssertionError("there are no jobs")
    assert (unsolvable.solved, unsolvable.length, list(unsolvable.boards)) == (
        False,
        None,
        [Board("1 2 3/4 5 6/8 7 0")],
    )


def test_sizes_lists_and_goals_mean_the_same_everywhere() -> None:
    assert goal_board(SOLVED, 3) == Board(SOLVED) == goal_board("blank-last", "3x3")
    assert Problem(ROWS, "blank-last").is_solvable is is_solvable(ROWS) is check(ROWS).solvable is True
    assert random_walk(SOLVED, 5, 1) == random_board(3, walk=5, seed=1)
