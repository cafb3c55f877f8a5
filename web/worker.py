"""The worker's shell: fetches the pattern tables, and hands every message to `wire.Solver`."""

import asyncio
from time import monotonic

from pyodide.http import pyfetch

from npuzzle.patterns import store
from npuzzle.search import anytime
from npuzzle.search.pattern_ida import FIFTEEN, make_ready
from web.wire import Solver, asks_for, asks_to_step

PATIENCE = 10.0  # seconds that a board waits for its tables
WARM_AFTER = 1.0  # seconds, so that a visitor's first press is not waiting
SLICE = 0.05  # seconds of that between two replies, so that Stop is heard

_solver = Solver()
_preparing = None
_waits_until = 0.0


async def handle(text):
    """One message in, one reply out; both JSON. A finished task is forgotten after its reply is out."""
    global _waits_until
    if any(asks_for(text, shape.cells) for shape in store.SHIPPED):
        _waits_until = monotonic() + PATIENCE
    if _preparing is not None and not _preparing.done() and asks_to_step(text) and monotonic() < _waits_until:
        await asyncio.wait([_preparing], timeout=SLICE)
        if not _preparing.done():
            return _solver.report()
    reply = _solver.handle(text)
    if _solver.is_done:
        asyncio.get_running_loop().call_later(0.1, _solver.forget)
    return reply


async def prepare(site):
    """Fetch the package's tables from the site and make those of the 4x4 ready; "" or what went wrong.

    A board of these sizes that comes meanwhile waits for it. Without the tables the solver builds some.
    """
    global _preparing
    _preparing = asyncio.ensure_future(_prepare(f"{site}npuzzle/patterns/"))
    problem = await _preparing
    asyncio.get_running_loop().call_later(WARM_AFTER, lambda: asyncio.ensure_future(_warm()))
    return problem


async def _warm():
    """Get the anytime search ready too, between the page's messages."""
    for _ in anytime.make_ready():
        await asyncio.sleep(0.01)


async def _prepare(folder):
    problems = []
    for shape, file in store.SHIPPED.items():
        try:
            response = await pyfetch(folder + file)
            response.raise_for_status()
            store.give(shape, await response.bytes())
            if shape == FIFTEEN:
                for _ in make_ready():
                    await asyncio.sleep(0)
        except Exception as error:
            problems.append(str(error))
    return " ".join(problems)


__export__ = ["handle", "prepare"]
