"""A helper of a split search, message by message."""

from __future__ import annotations

import json
from typing import Any

import pytest

from npuzzle import Board, Problem, Shape, goal_board
from npuzzle.errors import KernelMemoryError
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.pattern_databases.table import format_partition
from npuzzle.progress import run_to_end
from npuzzle.search import pattern_search, subtrees
from npuzzle.search.base import Refuted, Stats
from npuzzle.search.pattern_search import iter_kernel
from npuzzle.search.split_search import describe_request
from npuzzle.search.subtrees import Subtree, SubtreeWorker, TreeTop

GOAL = goal_board("blank-last", Shape(3, 3))
PROBLEM = Problem(Board.parse("4 3 2/1 0 8/7 6 5"), GOAL)
BOUND = 20  # 135 states, no solution; the next bound has one


@pytest.fixture(autouse=True)
def _few_roots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subtrees, "ROOTS", 8)


def request(*, is_limited: bool = False, **changes: str) -> dict[str, Any]:
    tables = run_to_end(PatternDatabases(GOAL).iter_find("python")).tables
    partition = format_partition(tables.partition)
    return {**describe_request(PROBLEM, "python", partition, is_limited=is_limited), **changes}


def open_worker(**options: Any) -> SubtreeWorker:
    return run_to_end(SubtreeWorker.iter_open(json.loads(json.dumps(request(**options)))))


def divide(bound: int) -> tuple[list[Subtree], Stats]:
    heuristic, stats = PatternDatabases(GOAL), Stats()
    symmetry = heuristic.symmetry
    kernel = run_to_end(iter_kernel(heuristic, "python"))
    top = TreeTop(kernel, symmetry.of_state(PROBLEM.initial), symmetry.image[PROBLEM.home])
    return run_to_end(top.divide(bound, stats, Refuted())), stats


def give(worker: SubtreeWorker, *given: Subtree) -> None:
    for subtree in given:
        message = {"do": "search", "number": subtree.number, "ways": subtree.ways, "bound": subtree.bound}
        assert worker.receive(json.loads(json.dumps(message))) == []


def test_a_request_is_plain_data_that_names_the_board_and_the_databases() -> None:
    assert request(tables="any") == {
        "do": "open",
        "board": "4 3 2/1 0 8/7 6 5",
        "goal": "1 2 3/4 5 6/7 8 0",
        "engine": "python",
        "tables": "any",
        "is_limited": False,
    }


def test_its_reports_are_plain_data_that_add_up_to_the_whole_bound() -> None:
    found, stats = divide(BOUND)
    worker = open_worker()
    assert not worker.has_work
    give(worker, *found)
    expanded, ended = stats.expanded, []
    while worker.has_work:
        report = worker.work(10)
        assert json.loads(json.dumps(report)) == {**report, "slides": []}
        assert report["do"] == "report"
        assert report["expanded"] <= 10
        expanded += report["expanded"]
        if report["ended"] != "not yet":
            assert report["ended"] == "no solution"
            ended.append(report["number"])
    assert expanded == 135
    assert ended == [subtree.number for subtree in found]


def test_a_solution_comes_with_the_slides_of_the_whole_path() -> None:
    found, _ = divide(BOUND + 2)
    worker = open_worker()
    give(worker, *found)
    report = worker.work(10**6)
    while report["ended"] != "solved":
        report = worker.work(10**6)
    assert len(report["slides"]) == BOUND + 2
    symmetry = PatternDatabases(GOAL).symmetry
    path = [symmetry.back((src, dst)) for src, dst in report["slides"]]
    assert PROBLEM.replay(PROBLEM.letters(tuple(path))) == GOAL


def test_it_drops_what_comes_after_a_number() -> None:
    found, _ = divide(BOUND)
    worker = open_worker()
    give(worker, *found[:4])
    dropped = worker.receive({"do": "drop", "above": 1})
    nothing = {"expanded": 0, "generated": 0, "peak": 0, "slides": ()}
    assert dropped == [
        {"do": "report", "number": 2, "ended": "dropped", **nothing},
        {"do": "report", "number": 3, "ended": "dropped", **nothing},
    ]
    assert worker.work(10**6)["number"] == 0


def test_a_limited_one_waits_until_it_is_allowed_some_states() -> None:
    found, _ = divide(BOUND)
    worker = open_worker(is_limited=True)
    give(worker, *found)
    assert not worker.has_work
    assert worker.receive({"do": "allow", "states": 7}) == []
    expanded = 0
    while worker.has_work:
        expanded += worker.work(4)["expanded"]
    assert expanded == 7


def test_one_with_other_databases_does_not_take_part() -> None:
    said = "its pattern databases differ from those of the first worker"
    with pytest.raises(KernelMemoryError, match=said):
        open_worker(tables="1 1 1/1 2 2/2 2 0")


def test_it_says_how_much_of_its_start_is_done() -> None:
    assert all(0 <= done <= 1 for done in SubtreeWorker.iter_open(request()))


@pytest.mark.usefixtures("no_kernel_lies_idle")
def test_at_rest_its_kernel_is_there_for_the_next_search() -> None:
    worker = open_worker()
    assert pattern_search._idle == []
    worker.release()
    assert len(pattern_search._idle) == 1
