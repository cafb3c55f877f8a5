"""`WorkTask`: a task of the worker that carries out a `Work`.

Most tasks of the page are long work of the package: make exercises, certify, compare, trace. Such a task
wraps it in one generator that returns the answer as plain data, see `npuzzle.progress`; how it is run in
slices, stopped and asked is the same for all of them, and is written once, here.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

from npuzzle import Shape
from npuzzle.progress import Progress, Work


class WorkTask:
    """A task, see `web.solver.wire.Task`, whose `work` returns the answer."""

    needs: Shape | None = None

    def __init__(self, work: Work[dict[str, Any]], total: int = 0) -> None:
        self._work = work
        self._now = Progress(0, total)
        self._answer: dict[str, Any] | None = None

    def step(self, seconds: float) -> None:
        until = perf_counter() + seconds
        while self._answer is None:
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

    def stop(self) -> dict[str, Any]:
        """Return the answer of a task that is stopped before its end."""
        raise NotImplementedError

    def progress(self) -> dict[str, Any]:
        return {"done": self._now.done, "total": self._now.total}

    def answer(self) -> dict[str, Any] | None:
        return self._answer
