"""The worker's side of the Lab: a certificate for a heuristic that comes as text."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from npuzzle import Board
from npuzzle.errors import InvalidHeuristicError, sentence
from npuzzle.lab import certifying, heuristic_from_source

CERTIFIED, STOPPED, FAILED = "certified", "stopped", "failed"  # how it can end


class CertifyTask:
    """Certifies the heuristic in `source` for the board `goal`, beside the built-in ones in `against`.

    The answer's `outcome` is one of three: CERTIFIED, with the `certificate` as plain data and as
    `text`; STOPPED; or FAILED, with the `problem` in a sentence and the `line` to blame, if it is
    known. Nothing of the source runs before the first step. Raises NPuzzleError for a goal of
    more than 9 cells, or an unknown name.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._source = str(given["source"])
        self._goal = Board.parse(given["goal"])
        self._against = [str(name) for name in given["against"]]
        self._work: Any = None
        self._answer: dict[str, Any] | None = None
        self._done, self._total, self._seconds = 0, 0, 0.0

    def step(self, seconds: float) -> None:
        if self._answer is not None:
            return
        began = perf_counter()
        try:
            while self._answer is None and perf_counter() - began < seconds:
                self._advance()
        except InvalidHeuristicError as error:
            forgotten = " Perhaps a return is missing." if " gave None " in str(error) else ""
            self._end(FAILED, problem=sentence(error) + forgotten, line=error.line)
        finally:
            self._seconds += perf_counter() - began

    def cancel(self) -> None:
        if self._answer is None:
            self._end(STOPPED)

    def progress(self) -> dict[str, Any]:
        """States looked at, of all; each counts once for each heuristic."""
        return {"done": self._done, "total": self._total}

    def answer(self) -> dict[str, Any] | None:
        return None if self._answer is None else {**self._answer, "seconds": self._seconds}

    def _advance(self) -> None:
        if self._work is None:
            card = heuristic_from_source(self._source)
            self._work = certifying(card, self._goal.shape, self._goal, against=self._against)
        now = next(self._work)
        self._done, self._total = now.done, now.total
        if now.found is not None:
            self._end(CERTIFIED, certificate=now.found.to_dict(), text=str(now.found))

    def _end(self, outcome: str, **found: Any) -> None:
        nothing = {"certificate": None, "text": "", "problem": "", "line": None}
        self._answer = {"outcome": outcome, **nothing, **found, **self.progress()}
        self._work = None
