"""A task of a view: its progress and its end arrive once, from the last run only, and Stop works."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest

from web.solver.client import SolverError
from web.solver.task_run import TaskRun


class FakeSolver:
    """A solver that starts runs; `ends` are their futures, in order."""

    def __init__(self) -> None:
        self.ends: list[asyncio.Future[dict[str, Any]]] = []
        self.tell: list[Callable[[dict[str, Any]], None]] = []
        self.stops = 0

    def run(
        self, what: str, given: Mapping[str, Any], on_progress: Callable[[dict[str, Any]], None]
    ) -> Awaitable[dict[str, Any]]:
        assert (what, given["board"]) == ("space", "1 2/3 0")
        self.ends.append(asyncio.get_running_loop().create_future())
        self.tell.append(on_progress)
        return self.ends[-1]

    def stop(self) -> None:
        self.stops += 1


class Runner:
    """A run and its results."""

    def __init__(self, prepare: Callable[[], Awaitable[None]] | None = None) -> None:
        self.solver, self.came = FakeSolver(), list[str]()
        self.run = TaskRun(
            self.solver,  # type: ignore[arg-type]
            "space",
            lambda answer: self.came.append(f"answer {answer['n']}"),
            lambda problem: self.came.append(problem),
            on_progress=lambda news: self.came.append(f"news {news['n']}"),
            prepare=prepare,
        )

    async def start(self) -> None:
        self.run.start({"board": "1 2/3 0"})
        await rest()


async def rest() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def take_a_run_to_its_end() -> None:
    one = Runner()
    one.run.start({"board": "1 2/3 0"})
    assert len(one.solver.ends) == 1, "the solver must be taken immediately"
    one.solver.tell[0]({"n": 1})
    assert one.run.is_running
    one.solver.ends[0].set_result({"n": 2})
    await rest()
    assert (one.came, one.run.is_running) == (["news 1", "answer 2"], False)
    one.run.stop()
    assert one.solver.stops == 0, "an ended run must not stop another task"


async def lose_a_run() -> None:
    one = Runner()
    await one.start()
    one.run.stop()
    assert (one.solver.stops, one.run.is_running) == (1, True)
    one.solver.ends[0].set_exception(SolverError("It was lost."))
    await rest()
    assert (one.came, one.run.is_running) == (["It was lost."], False)


async def drop_a_run_and_start_another() -> None:
    one = Runner()
    await one.start()
    one.run.drop()
    assert not one.run.is_running
    await one.start()
    one.solver.tell[0]({"n": 1})
    one.solver.ends[0].set_result({"n": 1})
    await rest()
    assert (one.came, one.run.is_running) == ([], True)
    one.solver.ends[1].set_result({"n": 2})
    await rest()
    assert one.came == ["answer 2"]


async def prepare_first() -> None:
    ready = asyncio.Event()

    async def prepare() -> None:
        await ready.wait()

    one = Runner(prepare)
    await one.start()
    assert (one.solver.ends, one.run.is_running) == ([], True)
    one.run.stop()
    await one.start()
    one.run.stop()
    ready.set()
    await rest()
    assert len(one.solver.ends) == 1, "only the last run may use the solver"
    assert one.solver.stops == 3, "it must be stopped, as requested before it began"


async def fail_to_prepare() -> None:
    async def prepare() -> None:
        raise OSError("Its program did not load.")

    one = Runner(prepare)
    await one.start()
    assert (one.came, one.solver.ends, one.run.is_running) == (["Its program did not load."], [], False)


@pytest.mark.parametrize(
    "story",
    [take_a_run_to_its_end, lose_a_run, drop_a_run_and_start_another, prepare_first, fail_to_prepare],
    ids=lambda story: story.__name__,
)
def test_a_task_run(story: Callable[[], Any]) -> None:
    asyncio.run(story())
