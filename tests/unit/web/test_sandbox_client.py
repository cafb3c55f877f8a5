"""The page's end of the solver, with a sandbox next to the worker, on a clock that never waits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tests.unit.web.fake_browser import Box, Browser, page_modules, run
from web.rooms.race.lanes import Lane
from web.solver import client

MINE = "def h(board, goal): return sum(a != b for a, b in zip(board.tiles, goal.tiles) if a)"
CERTIFY = {"source": MINE, "goal": "1 2 3/4 5 0", "against": ["manhattan"]}
PAIR = {"board": "2 8 3/1 6 4/7 0 5", "goal": "1 2 3/8 0 4/7 6 5"}
LANES = [Lane(heuristic="own").to_dict(), Lane().to_dict()]
RACE = {**PAIR, "seconds": 30, "source": MINE, "lanes": LANES}
TRACE = {**PAIR, "algorithm": "astar", "heuristic": "own", "source": MINE}
TASKS = {
    "certify": CERTIFY,
    "race": RACE,
    "compare": {**RACE, "count": 3, "seed": 1},
    "trace": TRACE,
}


@pytest.fixture
def fake() -> Browser:
    return Browser()


@pytest.fixture
def shell(fake: Browser) -> Iterator[Any]:
    with page_modules(fake, "web.solver.browser", "web.sandbox.browser") as (module, sandbox):
        yield SimpleNamespace(**vars(client), browser=module.PageBrowser(), new_sandbox=sandbox.PageSandbox)


async def start_client(shell: Any) -> Any:
    solver = shell.SolverClient(shell.browser, shell.new_sandbox, lambda: None)
    await solver.attach()
    return solver


def ignore(progress: object) -> None:
    """Ignore progress, as a view may."""


@pytest.mark.slow_cases("compare")
@pytest.mark.parametrize("what", TASKS)
def test_each_task_has_a_sandbox_of_its_own_that_is_ended(shell: Any, fake: Browser, what: str) -> None:
    async def main() -> None:
        solver = await start_client(shell)
        for count in (1, 2):
            assert await solver.run(what, TASKS[what], ignore)
            assert len(fake.boxes) == count
            assert all(box.is_ended for box in fake.boxes)
        assert len(fake.living) == 1
        assert solver.is_free

    run(main())


def test_what_runs_no_text_opens_none(shell: Any, fake: Browser) -> None:
    async def main() -> None:
        solver = await start_client(shell)
        await solver.run("race", RACE | {"lanes": [Lane().to_dict()] * 2}, ignore)
        await solver.run("trace", TRACE | {"heuristic": "manhattan"}, ignore)

    run(main())
    assert fake.boxes == []


@pytest.mark.parametrize("what", TASKS)
@pytest.mark.parametrize("start", [0.0, None], ids=["silent", "does not start"])
def test_stop_ends_a_sandbox_that_does_not_answer_and_nothing_else(
    shell: Any, fake: Browser, what: str, start: float | None
) -> None:
    fake.next_box = lambda: Box(starts_after=start, delay=None)

    async def main() -> None:
        loop = asyncio.get_running_loop()
        solver = await start_client(shell)
        task = solver.run(what, TASKS[what], ignore)
        await asyncio.sleep(5)
        assert not task.done()
        before = loop.time()
        solver.stop()
        await asyncio.wait([task])
        assert loop.time() - before <= 2.5
        assert all(box.is_ended for box in fake.boxes)
        assert len(fake.workers) == 1, "the worker must not be replaced"
        error = task.exception()
        if error is None and what == "race":
            assert [lane["state"] for lane in task.result()["lanes"]] in (
                ["failed", "solved"],
                ["cancelled", "cancelled"],
            )
        fake.next_box = Box
        assert await solver.run("certify", CERTIFY, ignore)

    run(main())


def test_silence_is_reported_as_that_of_the_text(shell: Any, fake: Browser) -> None:
    fake.next_box = lambda: Box(delay=None)

    async def main() -> None:
        solver = await start_client(shell)
        task = solver.run("certify", CERTIFY, ignore)
        await asyncio.sleep(9)
        assert solver.problem == ""
        await asyncio.sleep(3)
        assert solver.problem.startswith("Your code has not answered for 10 seconds.")
        assert not solver.stuck, "there is no worker to restart"
        solver.stop()
        with pytest.raises(shell.SolverError, match="interpreter was stopped"):
            await task
        await asyncio.sleep(1)
        assert solver.problem == ""

    run(main())


def test_a_start_that_takes_long_is_no_silence(shell: Any, fake: Browser) -> None:
    fake.next_box = lambda: Box(starts_after=30)

    async def main() -> None:
        solver = await start_client(shell)
        task = solver.run("certify", CERTIFY, ignore)
        await asyncio.sleep(25)
        assert solver.problem == ""
        assert (await task)["certificate"]["admissible"]

    run(main())


def test_a_sandbox_that_cannot_start_says_why(shell: Any, fake: Browser) -> None:
    class Refused(Box):
        async def start(self, tables: dict[str, str]) -> None:
            raise OSError("no frames here")

    fake.next_box = Refused

    async def main() -> None:
        solver = await start_client(shell)
        with pytest.raises(shell.SolverError, match="could not be started: no frames here"):
            await solver.run("certify", CERTIFY, ignore)
        assert len(fake.workers) == 1
        assert solver.is_free

    run(main())


def test_a_worker_that_dies_takes_the_sandbox_with_it(shell: Any, fake: Browser) -> None:
    fake.next_box = lambda: Box(delay=3)

    async def main() -> None:
        solver = await start_client(shell)
        task = solver.run("certify", CERTIFY, ignore)
        await asyncio.sleep(1)
        fake.workers[0].die()
        with pytest.raises(shell.SolverError, match="ended unexpectedly"):
            await task
        assert fake.boxes[0].is_ended
        fake.next_box = Box
        assert await solver.run("certify", CERTIFY, ignore)

    run(main())


def test_in_a_race_the_others_do_not_wait_for_a_text_that_is_silent(shell: Any, fake: Browser) -> None:
    fake.next_box = lambda: Box(delay=None)
    reports: list[list[dict[str, Any]]] = []

    async def main() -> None:
        solver = await start_client(shell)
        task = solver.run("race", RACE, lambda told: reports.append(told["lanes"]))
        await asyncio.sleep(8)
        assert reports[-1][1]["state"] == "solved"
        solver.stop()
        lanes = (await task)["lanes"]
        assert lanes[0]["problem"] == "Your code did not answer, so its interpreter was stopped."
        assert lanes[1]["claim"] == "proved shortest"

    run(main())
