"""The worker's real shell, in a small fake browser."""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from npuzzle import Job, site
from npuzzle.pattern_databases import catalogue
from tests.unit.web.fake_browser import run
from web.solver.wire import Reply, start_message, step_message, stop_message

EASY_15 = Job.create("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15")
HARD_15 = Job.create("15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0", "blank-first")
EASY = Job.create("1 2 3/4 5 6/7 0 8")
OTHER = Job.create("1 2 3 4 5 6 7/8 9 10 11 12 0 13")


class Host:
    """The files that a worker fetches, as long as the host is open."""

    def __init__(self) -> None:
        self.is_open = True

    async def fetch(self, address: str) -> SimpleNamespace:
        while not self.is_open:
            await asyncio.sleep(0.1)
        data = (site.ROOT / address.removeprefix("http://here/")).read_bytes()

        async def bytes_of() -> bytes:
            return data

        return SimpleNamespace(ok=True, status=200, bytes=bytes_of)


@pytest.fixture
def host() -> Host:
    return Host()


@pytest.fixture
def worker(host: Host, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return `web/solver/worker.py`, in a browser without locks."""
    ends = SimpleNamespace(bind=lambda it: lambda: None)
    fakes = {
        name: ModuleType(name) for name in ("js", "pyodide_js", "pyodide", "pyodide.ffi", "pyodide.http")
    }
    vars(fakes["js"]).update(close=ends, globalThis=None, navigator=SimpleNamespace())
    vars(fakes["pyodide_js"]).update(_api=SimpleNamespace())
    vars(fakes["pyodide.ffi"]).update(create_proxy=lambda function: function, to_js=None, JsException=OSError)
    vars(fakes["pyodide.http"]).update(pyfetch=host.fetch)
    for name, fake in fakes.items():
        monkeypatch.setitem(sys.modules, name, fake)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for kept in ("_given", "_refused", "_session"):
        monkeypatch.setattr(catalogue, kept, {})
    spec = spec_from_file_location("worker_under_test", site.ROOT / "web/solver/worker.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "_warm", skip_warming)
    monkeypatch.setattr(module, "make_ready", lambda: iter(()))
    return module


async def skip_warming() -> None:
    """Replace the worker's warm-up while it is idle."""


async def ask_worker(worker: Any, message: str) -> Reply:
    return Reply.from_text(await worker.handle(message))


async def run_to_answer(worker: Any, job: Job) -> None:
    """Run a job until its answer."""
    await ask_worker(worker, start_message("solve", job.to_dict()))
    for _ in range(10_000):
        if (await ask_worker(worker, step_message(0.05))).answer is not None:
            return
    raise AssertionError("the task never ends")


def test_a_finished_task_is_forgotten_after_its_reply_is_out(worker: Any) -> None:
    async def main() -> None:
        await run_to_answer(worker, EASY)
        gc.freeze()  # earlier objects are not searched for garbage
        task = weakref.ref(worker._runner._task)
        assert task() is not None
        await asyncio.sleep(0.2)
        gc.collect()
        assert task() is None

    run(main())


def test_a_task_that_starts_at_once_is_not_forgotten_with_the_one_before(worker: Any) -> None:
    async def main() -> None:
        await run_to_answer(worker, EASY)
        await ask_worker(worker, start_message("solve", {**HARD_15.to_dict(), "algorithm": "astar"}))
        await asyncio.sleep(1)
        assert (await ask_worker(worker, stop_message())).answer is not None

    run(main())


@pytest.mark.slow
def test_who_needs_tables_waits_for_them_and_nobody_else_does(worker: Any, host: Host) -> None:
    async def main() -> None:
        host.is_open = False
        preparing = asyncio.ensure_future(worker.prepare("http://here/"))
        await asyncio.sleep(0)
        await run_to_answer(worker, OTHER)
        assert now() == 0
        await ask_worker(worker, start_message("solve", HARD_15.to_dict()))
        began = now()
        for _ in range(10):
            waiting = await ask_worker(worker, step_message(0.05))
            assert waiting.progress is not None
            assert waiting.progress["expanded"] == 0
        assert now() - began == pytest.approx(0.5)
        stopped = (await ask_worker(worker, stop_message())).answer
        assert stopped is not None
        assert stopped["outcome"] == "cancelled"
        began = now()
        await run_to_answer(worker, EASY)
        assert now() == began
        await ask_worker(worker, start_message("solve", EASY_15.to_dict()))
        began = now()
        host.is_open = True
        while (reply := await ask_worker(worker, step_message(0.05))).answer is None:
            assert reply.problem is None
        assert now() - began < 0.5
        assert reply.answer["tables"] == "6-6-3"
        assert await preparing == ""

    run(main())


@pytest.mark.slow
def test_late_tables_are_done_without(worker: Any, host: Host) -> None:
    async def main() -> None:
        host.is_open = False
        preparing = asyncio.ensure_future(worker.prepare("http://here/"))
        await asyncio.sleep(0)
        await run_to_answer(worker, EASY_15)
        assert 9.9 <= now() <= 10.6
        assert "have not arrived within 10 seconds" in await preparing

    run(main())


def now() -> float:
    """Return the seconds on the fake clock."""
    return asyncio.get_running_loop().time()
