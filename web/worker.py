"""The worker's shell: fetches the pattern tables, and hands every message to `wire.Solver`."""

import asyncio
from time import monotonic

from pyodide.http import pyfetch

from npuzzle.patterns import store
from npuzzle.search.pattern_ida import make_ready
from web.wire import Solver, asks_for, asks_to_step

PATIENCE = 10.0  # seconds that a board waits for its tables
SLICE = 0.05  # seconds of that between two replies, so that Stop is heard

_solver = Solver()
_preparing = None
_waits_until = 0.0


async def handle(text):
    """One message in, one reply out; both JSON. A finished task is forgotten after its reply is out."""
    global _waits_until
    if asks_for(text, cells=16):
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
    """Fetch the tables of the 4x4 from the site and make them ready; "" or what went wrong.

    A board of the 4x4 that comes meanwhile waits for it. Without the tables the solver builds some.
    """
    global _preparing
    _preparing = asyncio.ensure_future(_prepare(f"{site}npuzzle/patterns/{store.SHIPPED}"))
    return await _preparing


async def _prepare(address):
    try:
        response = await pyfetch(address)
        response.raise_for_status()
        store.give(await response.bytes())
        for _ in make_ready():
            await asyncio.sleep(0)
    except Exception as error:
        return str(error)
    return ""


__export__ = ["handle", "prepare"]
