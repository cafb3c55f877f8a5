"""The worker's part of larger tables: build them, let searches use them, and have them saved."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from npuzzle import Shape
from npuzzle.errors import InvalidJobError
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.catalogue import find_larger
from npuzzle.pattern_databases.table import PatternSet
from web.solver.kept_tables import Keeping, keep_soon

BUILD, KEEP = "build", "keep"  # the present work


class TablesTask:
    """Build the larger pattern databases of `shape`, for a blank whose home is a corner.

    The answer says whether the task was `stopped`, how many `seconds` the build took, and the `problem` if
    the browser did not save the tables. Searches use built tables in either case. Raises NPuzzleError.
    """

    needs = None

    def __init__(self, given: Mapping[str, Any]) -> None:
        shape = Shape.parse(str(given["shape"]))
        larger = find_larger(shape, 0)
        if larger is None:
            raise InvalidJobError(f"there are no larger tables for {shape}")
        self._larger = larger
        self._work = larger.iter_build()
        self._share = self._seconds = 0.0
        self._keeping: Keeping | None = None
        self._stopped = False

    def step(self, seconds: float) -> None:
        if self._keeping is not None or self._stopped:
            return
        began = perf_counter()
        try:
            self._share = next(self._work)
            while perf_counter() - began < seconds:
                self._share = next(self._work)
        except StopIteration as ended:
            self._finish(ended.value)
        self._seconds += perf_counter() - began

    def _finish(self, tables: PatternSet) -> None:
        catalogue.provide(tables)
        self._keeping = Keeping(self._larger, tables)
        keep_soon(self._keeping)

    def cancel(self) -> None:
        """Stop building. If the tables are complete but not yet saved, searches use them all the same."""
        if self._keeping is not None:
            self._keeping.give_up()
        else:
            self._work.close()
            self._stopped = True

    def progress(self) -> dict[str, Any]:
        doing = BUILD if self._keeping is None else KEEP
        return {"doing": doing, "done": self._share, "total": 1}

    def answer(self) -> dict[str, Any] | None:
        if self._stopped:
            return {"stopped": True}
        if self._keeping is None or not self._keeping.is_over:
            return None
        return {"stopped": False, "seconds": self._seconds, "problem": self._keeping.problem}
