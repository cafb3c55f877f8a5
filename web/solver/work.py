"""`WorkTask`: a task of the worker that runs a `Work` of the package.

Most tasks of the page do long work of the package: make exercises, certify, compare, trace. Such a task
wraps that work in a generator that returns plain data, see `npuzzle.progress`. This module runs all these
generators in slices, stops them, and gets their answers.

In the worker, no work may run a user's code. A task that depends on such code asks the sandbox (`asks`) to
run it, and the work begins with the sandbox's answer, the `claim`. A claim comes from untrusted code, so the
work reads it by `web.sandbox.checks`, and derives all proofs again.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from npuzzle import Board, Shape
from npuzzle.errors import InvalidJobError
from npuzzle.pattern_databases import catalogue
from npuzzle.progress import Progress, Work
from web.solver.wire import Reply


def ask_sandbox(
    what: str,
    given: Mapping[str, Any],
    *,
    board: Board | None = None,
    share: float = 0,
    seconds: float | None = None,
) -> dict[str, Any]:
    """Make a request to the sandbox to run the task `what` with `given` and the user's code.

    `board`: the code may use the package's pattern databases for this board. `share`: the part of the time in
    which the solver's task itself works. `seconds`: how long the code may be silent, None: until Stop.
    """
    files = {str(shape): name for shape, name in catalogue.SHIPPED.items() if board and shape == board.shape}
    tables = {shape: f"npuzzle/pattern_databases/{name}" for shape, name in files.items()}
    return {"what": what, "given": given, "tables": tables, "share": share, "seconds": seconds}


class WorkTask:
    """A task, see `web.solver.wire.Task`, that runs `work` and answers with its return value."""

    needs: Shape | None = None
    asks: dict[str, Any] | None = None

    def __init__(self, work: Work[dict[str, Any]], total: int = 0) -> None:
        self._work = work
        self._now = Progress(0, total)
        self._answer: dict[str, Any] | None = None
        self.claim: dict[str, Any] = {}

    def step(self, seconds: float) -> None:
        until = perf_counter() + seconds
        while self._answer is None and not (self.asks and not self.asks["share"]):
            try:
                self._now = next(self._work)
            except StopIteration as end:
                self._answer = end.value
            if perf_counter() >= until:
                break

    def cancel(self) -> None:
        if self._answer is None:
            self._answer = self.stop()
            self._work.close()

    def judge(self, reply: Reply | None) -> None:
        """Take a reply of the sandbox. A problem ends the task. An answer becomes the claim for the work."""
        if reply is None:
            self.cancel()
        elif reply.problem is not None:
            raise InvalidJobError(reply.problem)
        elif reply.answer is None:
            self.hear(reply.progress or {})
        else:
            self.asks, self.claim = None, reply.answer
            self.step(0)

    def hear(self, progress: dict[str, Any]) -> None:
        """Take the sandbox's progress report."""

    def stop(self) -> dict[str, Any]:
        """Return the answer for a task that is stopped before the work has ended."""
        raise NotImplementedError

    def progress(self) -> dict[str, Any]:
        return {"done": self._now.done, "total": self._now.total}

    def answer(self) -> dict[str, Any] | None:
        return self._answer
