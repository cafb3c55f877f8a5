"""The options for the next search, and the progress of the current one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from npuzzle import Board, Job, Limits, Metric
from npuzzle.errors import InvalidJobError
from npuzzle.registry import AUTO
from npuzzle.search.base import known_numbers
from web.page.heuristic_choice import CertifiedHeuristic
from web.page.parts.answer import Progress
from web.page.parts.proof_left import Rise
from web.page.search_choice import SearchChoice

ON = "on"  # the value of a ticked box

#: The limits of a search by name, each with its label on the page and the type of its value.
LIMITS: dict[str, tuple[str, type[int] | type[float]]] = {
    "seconds": ("time limit", float),
    "expanded": ("limit on expanded states", int),
    "stored": ("limit on stored states", int),
    "depth": ("depth limit", int),
}


@dataclass(frozen=True, slots=True)
class Options(SearchChoice):
    """The options for the next search in Solve, as typed: how to search, and the limits.

    `every`: ON to find all shortest paths. `metric`: what counts as one move.
    """

    algorithm: str = AUTO
    heuristic: str = AUTO
    seconds: str = "60"
    expanded: str = ""
    stored: str = ""
    depth: str = ""
    every: str = ""
    metric: str = Metric.TILES.value

    def with_automatic(self) -> Options:
        """Return the options with Automatic as the algorithm and the heuristic."""
        return replace(self, algorithm=AUTO, heuristic=AUTO)

    @property
    def counts_lines(self) -> bool:
        """Return whether the next search counts the slide of a whole line as one move."""
        return self.metric == Metric.LINES.value

    def read_seconds(self) -> float | None:
        """Return the time limit, or None if there is none. Raises InvalidJobError for an invalid one."""
        return Limits(seconds=_read_limit("seconds", self.seconds)).seconds

    def job(self, board: Board, goal: Board, certified: CertifiedHeuristic | None = None) -> Job:
        """Build the request that Solve makes. Raises NPuzzleError if an option cannot be read."""
        typed = [(number, self.text(number.name).strip()) for number in self.numbers]
        return Job(
            board=board,
            goal=goal,
            algorithm=self.algorithm,
            heuristic=self.find_heuristic(goal, certified),
            numbers={number.name: number.read(text) for number, text in typed if text},
            limits=Limits(**{name: _read_limit(name, self.text(name)) for name in LIMITS}),
            every=self.every == ON,
            metric=self.metric,
        )


@dataclass(frozen=True, slots=True)
class SearchState:
    """Hold the progress of the search. `problem`: why the last search could not start, or was lost."""

    is_stopping: bool = False
    progress: Progress | None = None
    problem: str = ""
    rises: tuple[Rise, ...] = ()  # of the lower bound


def read_typed(name: str, text: str) -> str:
    """Return the text typed for a limit, or for a number of an algorithm, if it is valid or empty.

    Raises InvalidJobError with the sentence that the page shows below the field.
    """
    known = known_numbers()
    if name not in known:
        Limits(**{name: _read_limit(name, text)})
    elif text.strip():
        known[name].read(text.strip())
    return text


def _read_limit(name: str, text: str) -> Any:
    """Return the number typed for a limit, or None if the field is empty. Raises InvalidJobError."""
    label, kind = LIMITS[name]
    text = text.strip()
    if not text:
        return None
    try:
        if len(text) > 15 or "_" in text:
            raise ValueError
        return kind(text)
    except ValueError:
        expected = "a whole number" if kind is int else "a number"
        raise InvalidJobError(f"the {label} must be {expected}, got {text[:15]!r}") from None
