"""A task of the solver that a view runs: start and stop it, and hear of its progress, answer or failure.

    self._run = TaskRun(desk.solver, "space", self._end, self._fail, on_progress=self._take)
    self._run.start(given)

A view has one `TaskRun` for each kind of task. Only the last run counts: the progress and the answer of an
earlier or dropped run are ignored.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from web.solver.client import Answer, SolverClient, SolverError, in_background


class TaskRun:
    """Run a task. `prepare`: awaited before the task starts. If it raises OSError, the run fails."""

    def __init__(
        self,
        solver: SolverClient,
        what: str,
        on_answer: Callable[[Answer], object],
        on_failure: Callable[[str], None],
        *,
        on_progress: Callable[[dict[str, Any]], None] = lambda news: None,
        prepare: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._solver, self._what, self._prepare = solver, what, prepare
        self._on_answer, self._on_failure, self._on_progress = on_answer, on_failure, on_progress
        self._number = 0  # the number of the run that counts
        self.is_running = self._is_stopping = False

    def start(self, given: Mapping[str, Any]) -> None:
        """Start a run. The solver is asked immediately, or once the preparation is done."""
        self.drop()
        self.is_running, self._is_stopping = True, False
        coming = None if self._prepare else self._ask(given, self._number)
        in_background(self._follow(given, coming, self._number))

    def stop(self) -> None:
        """End the run early. It still gives an answer."""
        if self.is_running:
            self._is_stopping = True
            self._solver.stop()

    def drop(self) -> None:
        """Ignore the progress and the answer that the run still gives."""
        self._number += 1
        self.is_running = False

    def _ask(self, given: Mapping[str, Any], number: int) -> Awaitable[Answer]:
        coming = self._solver.run(
            self._what, given, lambda news: self._on_progress(news) if number == self._number else None
        )
        if self._is_stopping:  # Stop was pressed during the preparation
            self._solver.stop()
        return coming

    async def _follow(self, given: Mapping[str, Any], coming: Awaitable[Answer] | None, number: int) -> None:
        end: Callable[[], object]
        try:
            if self._prepare is not None:
                await self._prepare()
            if number != self._number:
                return
            answer = await (coming or self._ask(given, number))
        except (SolverError, OSError) as error:
            why = str(error)
            end = lambda: self._on_failure(why)  # noqa: E731
        else:
            end = lambda: self._on_answer(answer)  # noqa: E731
        if number == self._number:
            self.is_running = False
            end()
