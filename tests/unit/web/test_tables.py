"""A task waits for the tables that it needs, and for no others."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from npuzzle import Board, Job, Shape, goal_board, start
from npuzzle.pattern_databases import catalogue
from tests.support.options import select_used
from tests.unit.web.fake_browser import run
from web.rooms.race.lanes import parse_lanes
from web.solver.tables import PATIENCE, SLICE, Arrivals, tables_of
from web.solver.wire import TaskRunner

SIXTEEN, TWENTY_FIVE = Shape(4, 4), Shape(5, 5)


def job(shape: Shape, goal: str = "blank-last", **options: Any) -> Job:
    aim = goal_board(goal, shape)
    return Job(board=aim.slide(aim.movable[0]), goal=aim, **options)


@pytest.mark.parametrize(
    ("wanted", "needed"),
    [
        (job(SIXTEEN), SIXTEEN),
        (job(SIXTEEN, "blank-first"), SIXTEEN),
        (job(SIXTEEN, algorithm="astar", heuristic="pattern-tables"), SIXTEEN),
        (job(SIXTEEN, algorithm="astar", heuristic="pdb"), SIXTEEN),
        (job(SIXTEEN, algorithm="astar"), None),
        (job(SIXTEEN, algorithm="astar", every=True), SIXTEEN),
        (job(SIXTEEN, algorithm="breadth-first"), None),
        (job(SIXTEEN, algorithm="anytime"), SIXTEEN),
        (job(TWENTY_FIVE), TWENTY_FIVE),
        (job(TWENTY_FIVE, algorithm="constructive"), None),
        (job(Shape(2, 8)), None),
        (job(Shape(8, 2)), None),
        (job(Shape(3, 3), heuristic="pattern-tables", algorithm="idastar"), None),
        (job(Shape(6, 6)), None),
    ],
)
def test_a_job_needs_the_tables_that_it_reads(wanted: Job, needed: Shape | None) -> None:
    assert tables_of(wanted) == needed


def test_tables_are_for_a_blank_in_a_corner() -> None:
    for home in range(16):
        tiles = [*range(1, home + 1), 0, *range(home + 1, 16)]
        goal = Board(SIXTEEN, tuple(tiles))
        expected = SIXTEEN if home in (0, 3, 12, 15) else None
        assert tables_of(Job(board=goal.slide(goal.movable[0]), goal=goal)) == expected


@pytest.mark.slow
def test_what_is_said_to_be_read_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """These jobs read the package's file from the store, and no other job does."""
    asked: list[Shape] = []
    shipped = catalogue.read_shipped
    monkeypatch.setattr(catalogue, "_session", {})
    monkeypatch.setattr(catalogue, "read_shipped", lambda shape: asked.append(shape) or shipped(shape))
    for algorithm in ("auto", "astar", "breadth-first", "constructive", "anytime"):
        for heuristic in ("auto", "pattern-tables"):
            wanted = job(SIXTEEN, "blank-first", **select_used(algorithm, heuristic=heuristic))
            catalogue._session.clear()
            asked.clear()
            running = start(wanted)
            while running.result is None:
                running.step(1)
            assert set(asked) <= {tables_of(wanted)}


def make_request(shape: Shape, lanes: str) -> Mapping[str, Any]:
    board = job(shape).board
    listed = [lane.to_dict() for lane in parse_lanes(lanes)]
    goal = str(goal_board("blank-last", shape))
    return {"board": str(board), "goal": goal, "seconds": 5, "source": "", "lanes": listed}


@pytest.mark.parametrize("lanes", ["astar manhattan;idastar pattern-tables", "idastar pdb;astar manhattan"])
def test_a_race_needs_what_one_of_its_lanes_needs(lanes: str) -> None:
    for what, more in (("race", {}), ("compare", {"count": 3, "seed": 1})):
        assert needs(what, {**make_request(SIXTEEN, lanes), **more}) == SIXTEEN
        assert needs(what, {**make_request(SIXTEEN, "astar own;astar manhattan"), **more}) is None
        assert needs(what, {**make_request(Shape(2, 8), lanes), **more}) is None


def needs(what: str, given: Mapping[str, Any]) -> Shape | None:
    solver = TaskRunner()
    solver.answer({"do": "start", "what": what, "given": given})
    return solver.needs


def test_every_other_task_says_what_it_needs() -> None:
    wanted = job(SIXTEEN)
    pair = {"board": str(wanted.board), "goal": str(wanted.goal)}
    assert needs("hint", pair) == SIXTEEN
    assert needs("hint", {"rows": 3, "cols": 3, "home": 8}) is None
    assert needs("solve", wanted.to_dict()) == SIXTEEN
    assert needs("trace", {**pair, "algorithm": "astar", "heuristic": "pattern-tables"}) == SIXTEEN
    assert needs("trace", {**pair, "algorithm": "astar", "heuristic": "manhattan"}) is None
    small = {"values": "[]", "goal": "1 2/3 0", "against": []}
    assert needs("certify", small) is None


async def slices(arrivals: Arrivals) -> int:
    count = 0
    while await arrivals.are_awaited():
        count += 1
    return count


def test_each_start_sets_anew_what_is_awaited() -> None:
    async def main() -> None:
        arrivals, coming = Arrivals(), asyncio.get_running_loop().create_future()
        arrivals.expect(SIXTEEN, coming)
        assert not await arrivals.are_awaited()
        arrivals.start_task(SIXTEEN)
        assert await arrivals.are_awaited()
        arrivals.start_task(None)
        assert not await arrivals.are_awaited()
        arrivals.start_task(TWENTY_FIVE)
        assert not await arrivals.are_awaited()
        for _ in range(2):  # each task has the full patience again
            arrivals.start_task(SIXTEEN)
            assert await slices(arrivals) == round(PATIENCE / SLICE)
        arrivals.start_task(SIXTEEN)
        assert await arrivals.are_awaited()
        coming.set_result(None)
        assert not await arrivals.are_awaited()

    run(main())


def test_tables_that_are_refused_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_refused", {})

    async def main() -> None:
        arrivals = Arrivals()
        arrivals.expect(SIXTEEN, asyncio.get_running_loop().create_future())
        arrivals.start_task(SIXTEEN)
        assert await arrivals.are_awaited()
        catalogue.refuse_shipped(SIXTEEN, "they are late")
        assert not await arrivals.are_awaited()

    run(main())
