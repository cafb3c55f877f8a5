"""Preparing a user's heuristic before the search: in slices, and named in any error."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from npuzzle import Job, maximum, solve, start, weighted
from npuzzle.errors import InvalidHeuristicError
from npuzzle.heuristics import from_function
from npuzzle.heuristics.base import Prepared
from npuzzle.heuristics.simple import Manhattan
from npuzzle.lab import certify
from tests.unit.search.common import finish


class Slow(Manhattan):
    """A user's heuristic that prepares itself in three slices and records the engine."""

    asked: list[str] = []  # noqa: RUF012

    def iter_prepare(self, engine: str = "auto") -> Generator[float, None, Prepared]:
        for part in (0.25, 0.5, 0.75):
            self.asked.append(engine)
            yield part
        return Prepared("2-1", "It was cold.")


@pytest.mark.parametrize(
    ("heuristic", "tables", "note"),
    [
        (Slow, "2-1", "It was cold."),
        (from_function(lambda board: 0), None, ""),
        (maximum("manhattan", Slow), "2-1", "It was cold."),
        (weighted(0.5, Slow, 0.5, Slow), "2-1", "It was cold."),
        (maximum(weighted(1, Slow), "pattern-tables"), "2-1, 4-4", "It was cold."),
    ],
    ids=["a class", "a function", "a maximum", "a sum", "a maximum of a sum"],
)
def test_what_somebodys_heuristic_gets_ready_is_done_in_slices_and_told(
    heuristic: Any, tables: str | None, note: str
) -> None:
    Slow.asked.clear()
    run = start(Job.create("4 1 3/7 2 5/8 0 6", algorithm="astar", heuristic=heuristic, engine="python"))
    run.step(0)
    assert len(Slow.asked) == (tables is not None)
    result = finish(run)
    assert set(Slow.asked) <= {"python"}
    assert (result.to_dict()["tables"], result.note) == (tables, note)


@pytest.mark.parametrize("heuristic", ["broken", "no generator"])
def test_what_breaks_as_it_gets_ready_is_reported_by_name(heuristic: str) -> None:
    class Broken(Manhattan):
        def iter_prepare(self, engine: str = "auto") -> Any:
            if heuristic == "broken":
                raise ZeroDivisionError("by 0")
            return None

    for given in (Broken, maximum("mix", Broken)):
        with pytest.raises(InvalidHeuristicError, match=r"Broken raised \w+ \(.*\) while it was prepared"):
            solve("8 6 7/2 5 4/3 0 1", algorithm="astar", heuristic=given)
    with pytest.raises(InvalidHeuristicError, match="Broken raised"):
        certify(Broken, "2x2", against=[])
