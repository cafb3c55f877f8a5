"""The worker's shell: hands every message to `wire.Solver`."""

from web.wire import Solver

_solver = Solver()


def handle(text):
    """One message in, one reply out; both JSON."""
    return _solver.handle(text)


__export__ = ["handle"]
