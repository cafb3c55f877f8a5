"""The worker's part of the Lab: certify a heuristic by its estimates."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from time import perf_counter
from typing import Any

from npuzzle import Board
from npuzzle.errors import InvalidHeuristicError, sentence
from npuzzle.heuristics import HeuristicCard
from npuzzle.lab import Certificate, judge
from npuzzle.progress import Progress, Work, forward
from web.sandbox.checks import (
    NO_SENSE,
    UntrustedAnswerError,
    read_count,
    read_progress,
    read_seconds,
    read_text,
)
from web.solver.work import WorkTask, ask_sandbox
from web.untrusted import read_json

NAME = "yours"
CERTIFIED, STOPPED, FAILED = "certified", "stopped", "failed"  # outcomes of a task


class OutcomeTask(WorkTask):
    """A task whose answer, plain data, has an `outcome`.

    With FAILED, the answer also has the `problem`, a sentence, and the `line` with the error, if known.
    """

    def __init__(self) -> None:
        super().__init__(self._try_work())
        self._seconds = 0.0

    def work(self) -> Work[dict[str, Any]]:
        """Do the work, and return the fields of the answer. May raise InvalidHeuristicError."""
        raise NotImplementedError

    def step(self, seconds: float) -> None:
        if self._answer is not None:
            return
        began = perf_counter()
        try:
            super().step(seconds)
        finally:
            self._seconds += perf_counter() - began

    def stop(self) -> dict[str, Any]:
        return self.tell(outcome=STOPPED)

    def answer(self) -> dict[str, Any] | None:
        return None if self._answer is None else {**self._answer, "seconds": self._seconds}

    def tell(self, **found: Any) -> dict[str, Any]:
        """Return the answer: the fields in `found`, and the progress so far."""
        return {"problem": "", "line": None, **found, **self.progress()}

    def _try_work(self) -> Work[dict[str, Any]]:
        try:
            return self.tell(**(yield from self.work()))
        except InvalidHeuristicError as error:
            forgotten = " Perhaps a return is missing." if " gave None " in str(error) else ""
            return self.tell(outcome=FAILED, problem=sentence(error) + forgotten, line=error.line)


class CertifyTask(OutcomeTask):
    """Certify a heuristic for the board `goal` by its estimates, and compare it with those in `against`.

    The sandbox claims `values`, the estimates, as JSON. They are untrusted, so their form is checked, and the
    heuristic itself does not run here. The answer has the `certificate` as plain data and as `text`. If the
    heuristic is admissible, it also has the `ticket` by which the solver finds the certified estimates.

    Raises NPuzzleError for a goal of more than 9 cells, or an unknown name.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__()
        self._goal = Board.parse(given["goal"])
        self._against = [str(name) for name in given["against"]]
        self.asks = ask_sandbox("EvaluateTask", {})

    def hear(self, progress: dict[str, Any]) -> None:
        """Count progress: the sandbox checks every state twice, the solver once for each heuristic."""
        done, total = read_progress(progress, "done", "total")
        self._now = Progress(done, total + total // 2 * (len(self._against) + 1))

    def work(self) -> Work[dict[str, Any]]:
        outcome, line = self.claim.get("outcome"), self.claim.get("line")
        self._seconds += read_seconds(self.claim.get("seconds"))
        self.hear(self.claim)
        if outcome in (STOPPED, FAILED):
            line = None if line is None else read_count(line)
            return {"outcome": outcome, "problem": read_text(self.claim.get("problem")), "line": line}
        if outcome != CERTIFIED:
            raise UntrustedAnswerError(NO_SENSE)
        (before,), total = read_progress(self.claim, "total"), self._now.total
        values = str(self.claim.get("values"))
        judging = judge(NAME, self._goal, read_values(values), against=self._against)
        found = yield from forward(judging, lambda now: Progress(before + now.done, total))
        ticket = _keep(found, values) if found.admissible else ""
        return {
            "outcome": CERTIFIED,
            "certificate": found.to_dict(),
            "text": str(found),
            "ticket": ticket,
        }

    def tell(self, **found: Any) -> dict[str, Any]:
        return super().tell(**{"certificate": None, "text": "", "ticket": "", **found})


_certified: dict[str, HeuristicCard] = {}  # the heuristic that was certified last, by its ticket


def _keep(found: Certificate, values: str) -> str:
    """Store certified estimates for later searches, and return their ticket."""
    ticket = hashlib.sha256(f"{found.goal}\n{values}".encode("utf-8", "replace")).hexdigest()
    _certified.clear()
    _certified[ticket] = found.card
    return ticket


def find_certified(ticket: str) -> HeuristicCard:
    """Return the certified heuristic of a ticket. Raises InvalidHeuristicError if the solver has lost it."""
    if ticket not in _certified:
        raise InvalidHeuristicError(
            "the solver has been started again and has lost your certified estimates: "
            "certify your heuristic again"
        )
    return _certified[ticket]


def read_values(text: str) -> list[float]:
    """Read estimates from a JSON list. `judge` checks each. Raises InvalidHeuristicError without a list."""
    try:
        values = read_json(text)
    except ValueError:
        raise InvalidHeuristicError("the estimates must be a list") from None
    if type(values) is not list:
        raise InvalidHeuristicError("the estimates must be a list")
    return values
