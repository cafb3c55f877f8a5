"""The worker's shell: hands every message to `wire.Solver`."""

import asyncio

from web.wire import Solver

_solver = Solver()


def handle(text):
    """One message in, one reply out; both JSON. A finished run is forgotten after its reply is out."""
    reply = _solver.handle(text)
    if _solver.is_done:
        asyncio.get_running_loop().call_later(0.1, _solver.forget)
    return reply


__export__ = ["handle"]
