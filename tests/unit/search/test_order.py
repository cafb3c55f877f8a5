"""The order in which moves are tried decides ties, and so the counts and the shortest path found."""

from __future__ import annotations

from collections import deque
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from npuzzle import ALGORITHMS, Board, Job, Notation, Problem, Result, solve, trace
from npuzzle.errors import InvalidJobError
from npuzzle.puzzle.problem import order_moves
from npuzzle.search.base import Search
from npuzzle.solving.resume import Proofs, SavingRun
from tests.support.command_line import call

HARD = "1 3 4 8/5 2 7 0/9 6 11 12/13 10 14 15"  # 8 moves from the goal
ORDERS = ["".join(order) for order in permutations("UDLR")]
STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}  # moves of the blank
ORDERED = [card.name for card in ALGORITHMS if card.name not in ("anytime", "constructive")]


def search_by_hand(board: str, goal: str, order: str) -> tuple[str, int]:
    """Search breadth-first like a textbook, in moves of the blank. Return the path and the expansions."""
    rows = [line.split() for line in board.split("/")]
    height, width = len(rows), len(rows[0])
    start, end = tuple(board.replace("/", " ").split()), tuple(goal.replace("/", " ").split())
    frontier, seen, expanded = deque([(start, "")]), {start}, 0
    while frontier:
        tiles, path = frontier.popleft()
        if tiles == end:
            return path, expanded
        expanded += 1
        row, col = divmod(tiles.index("0"), width)
        for way in order:
            down, right = STEPS[way]
            if 0 <= row + down < height and 0 <= col + right < width:
                cell, blank = (row + down) * width + col + right, row * width + col
                child = list(tiles)
                child[blank], child[cell] = child[cell], "0"
                if tuple(child) not in seen:
                    seen.add(tuple(child))
                    frontier.append((tuple(child), path + way))
    raise AssertionError("every board here can be solved")


@pytest.mark.parametrize("order", ORDERS)
def test_breadth_first_is_the_textbook_s_in_every_order(order: str) -> None:
    goal = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"
    result = solve(HARD, goal, algorithm="breadth-first", order=order, notation=Notation.BLANK)
    moves = result.to_dict(Notation.BLANK)["moves"]
    assert (moves, result.expanded) == search_by_hand(HARD, goal, order)


def test_the_first_path_in_the_alphabet(capsys: pytest.CaptureFixture[str]) -> None:
    """Breadth-first search in alphabetical order finds the path that the sorted list begins with."""
    board, goal = "5 6 4/1 7 8/0 2 3", "7 5 6/8 0 4/1 2 3"
    options: dict[str, Any] = {"algorithm": "breadth-first", "order": "dlru", "notation": Notation.BLANK}
    result = solve(board, goal, every=True, **options)
    data = result.to_dict(Notation.BLANK)
    assert data["moves"] == "URRULLDR"
    assert result.every is not None
    paths = result.every.to_dict(Notation.BLANK)["paths"]
    assert isinstance(paths, list)
    assert paths == sorted(paths)
    assert paths[0] == "URRULLDR"
    shown = call(capsys, "solve", "8 6 7/2 5 4/3 0 1", "--all")[1].splitlines()[-40:]
    letters = [[word[0] * int(word[1:] or 1) for word in line.split()] for line in shown]
    assert letters == sorted(letters, key="".join)


def test_a_course_counts_the_same() -> None:
    """Columbia's course of 2017 gives 10 expanded boards and a greatest depth of 4 for this board."""
    result = solve("1 2 5/3 4 0/6 7 8", "blank-first", algorithm="bfs", order="UDLR", notation=Notation.BLANK)
    assert (result.to_dict(Notation.BLANK)["moves"], result.expanded, result.deepest) == ("ULL", 10, 4)


@pytest.mark.slow
@pytest.mark.parametrize("name", ORDERED)
def test_every_search_tries_moves_in_the_order_and_the_usual_one_is_one_of_them(name: str) -> None:
    options: dict[str, Any] = {"algorithm": name, "depth": 24}
    if ALGORITHMS[name].informed:
        options["heuristic"] = "manhattan"
    board = "1 4 2/5 0 8/3 6 7"
    results = [solve(board, "blank-first", order=order, **options) for order in ORDERS]
    usual = solve(board, "blank-first", **options)
    same = results[ORDERS.index("DRLU")]
    assert (same.path, same.expanded, same.generated) == (usual.path, usual.expanded, usual.generated)
    if ALGORITHMS[name].optimal and name != "weighted-astar":
        assert {result.length for result in results} == {usual.length}
    seen = {(result.path, result.expanded, result.generated) for result in results}
    assert len(seen) > 1, "the order makes no difference"


def test_pattern_databases_keep_the_order_too() -> None:
    paths = {solve(HARD, algorithm="idastar", heuristic="pdb", order=order).path for order in ORDERS}
    assert {len(path or "") for path in paths} == {8}


def test_a_search_of_your_own_and_a_trace_see_the_order() -> None:
    seen = []

    def looking(problem: Problem) -> Search:
        seen.append(problem.letters([slide for slide, _ in problem.successors(problem.initial)]))
        yield from ()
        return None

    solve("1 2 3/4 0 5/6 7 8", algorithm=looking, order="RLDU")
    assert seen == ["RLDU"]
    assert order_moves(Problem("1 2/0 3", "blank-last"), "").order == ""
    assert trace("1 2 3/4 0 5/7 8 6", algorithm="bfs").expanded > 0


def test_an_order_survives_as_data_and_is_left_out_if_it_is_the_usual_one() -> None:
    job = Job.create("1 2 3/4 5 6/0 7 8", order="UDLR")
    assert Job.from_dict(job.to_dict()) == job
    assert "order" not in Job.create("1 2 3/4 5 6/0 7 8").to_dict()
    result = solve("1 2 3/4 5 6/0 7 8", order="UDLR")
    assert Result.from_dict(result.to_dict()).to_dict() == result.to_dict()
    assert isinstance(result.problem.start, Board)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": "UDL"}, "must have each of the letters U D L R once, such as UDLR, got 'UDL'"),
        ({"order": "UDLL"}, "got 'UDLL'"),
        ({"order": 3}, "got 3"),
        ({"order": "UDLR", "metric": "lines"}, "order is for moves of single tiles"),
        ({"order": "UDLR", "algorithm": "anytime"}, "anytime cannot use order, .*: name another algorithm"),
        ({"order": "UDLR", "algorithm": "constructive"}, "constructive cannot use order"),
        (
            {"order": "UDLR", "algorithm": "idastar", "heuristic": "pdb", "processes": 2},
            "a search with an order of moves runs in one process",
        ),
    ],
)
def test_an_order_that_cannot_be_used_is_said(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidJobError, match=message):
        solve("1 2 3/4 5 6/0 7 8", **options)


def test_the_letters_may_be_small_and_the_job_is_the_same() -> None:
    assert Job.create(HARD, order="udlr") == Job.create(HARD, order="UDLR")


def test_a_search_in_an_order_does_not_go_on_from_a_kept_proof(tmp_path: Path) -> None:
    """In another order, the search has other subtrees."""
    board = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 0 23 24"
    options: dict[str, Any] = {"algorithm": "idastar", "heuristic": "pdb"}
    assert isinstance(Proofs(tmp_path).start(Job.create(board, **options)), SavingRun)
    run = Proofs(tmp_path).start(Job.create(board, order="UDLR", **options))
    assert not isinstance(run, SavingRun)
    assert "went on from there" not in run.cancel().note
    assert [*tmp_path.iterdir()] == []
