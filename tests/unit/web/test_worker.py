"""The solver's worker answers and forgets: `web/solver/worker.py` with a small fake of its surroundings."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock, patch

import pytest

from npuzzle import Job
from npuzzle.search.pattern_search import FIFTEEN
from web.rooms.race.lanes import Lane
from web.solver.wire import Reply, claim_message, start_message, step_message, stop_message

EASY = Job.create("1 2 3/4 5 6/7 0 8").to_dict()
LONG = Job.create("15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0", "blank-first", algorithm="astar").to_dict()


@pytest.fixture
def worker() -> Iterator[Any]:
    """Yield `web.solver.worker`, imported afresh; every call to JavaScript is accepted."""
    names = ("js", "pyodide_js", "pyodide", "pyodide.ffi", "pyodide.http")
    fakes: dict[str, Any] = {name: ModuleType(name) for name in names}
    vars(fakes["js"]).update(close=MagicMock(), globalThis=MagicMock(), navigator=MagicMock())
    vars(fakes["pyodide_js"]).update(_api=MagicMock())
    vars(fakes["pyodide.ffi"]).update(create_proxy=lambda function: function, to_js=None, JsException=OSError)
    vars(fakes["pyodide.http"]).update(pyfetch=MagicMock())
    with patch.dict(sys.modules, fakes), patch.object(sys, "path", [*sys.path]):
        sys.modules.pop("web.solver.worker", None)
        yield import_module("web.solver.worker")


async def run_to_answer(worker: Any, text: str) -> Reply:
    return Reply.from_text(await worker.handle(text))


def test_a_finished_task_is_forgotten_after_its_reply_is_out(worker: Any) -> None:
    async def solve() -> list[Reply]:
        reply = await run_to_answer(worker, start_message("solve", EASY))
        while reply.answer is None:
            reply = await run_to_answer(worker, step_message(1))
        soon = await run_to_answer(worker, step_message(1))
        await asyncio.sleep(0.3)
        return [reply, soon, await run_to_answer(worker, step_message(1))]

    reply, soon, later = asyncio.run(solve())
    assert reply.answer is not None
    assert soon == reply
    assert later == Reply()


def test_a_task_under_way_is_not_forgotten(worker: Any) -> None:
    async def wait() -> list[Reply]:
        replies = [await run_to_answer(worker, start_message("solve", LONG))]
        await asyncio.sleep(0.3)
        replies.append(await run_to_answer(worker, step_message(0)))
        replies.append(await run_to_answer(worker, stop_message()))
        return replies

    begun, going_on, stopped = asyncio.run(wait())
    assert begun.answer is going_on.answer is None
    assert going_on.progress is not None
    assert stopped.answer is not None


def test_what_the_sandbox_says_is_heard_while_tables_are_on_their_way(worker: Any) -> None:
    lanes = [Lane(heuristic="own").to_dict(), Lane("idastar", "pattern-tables").to_dict()]
    given = {"board": LONG["board"], "goal": LONG["goal"], "seconds": 30, "lanes": lanes}
    problem = "Your code failed."

    async def hear() -> list[Reply]:
        worker._arrivals.expect(FIFTEEN, asyncio.get_running_loop().create_future())
        await run_to_answer(worker, start_message("race", given))
        replies = [await run_to_answer(worker, step_message(0.01))]
        return [*replies, await run_to_answer(worker, claim_message(Reply(problem=problem)))]

    waiting, heard = asyncio.run(hear())
    assert waiting.progress is not None
    assert waiting.progress["lanes"][1]["expanded"] == 0, "its tables have not arrived"
    assert waiting.asks is not None
    assert heard.progress is not None
    assert heard.progress["lanes"][0] == {"state": "failed", "problem": problem}
    assert heard.asks is None
