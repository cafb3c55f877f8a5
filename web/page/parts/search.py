"""The options for the next search, and the progress of the current one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from npuzzle import ALGORITHMS, Board, Job, Limits, Metric, NPuzzleError, Shape
from npuzzle.errors import InvalidJobError, sentence
from npuzzle.heuristics import HeuristicCard, as_card
from npuzzle.registry import AUTO
from npuzzle.search.base import Number, known_numbers
from web.page.heuristic_choice import (
    COMBINE,
    DEFAULT_FORMULA,
    NO_FORMULA,
    YOURS,
    CertifiedHeuristic,
    find_card,
)
from web.page.parts.answer import Progress
from web.page.parts.proof_left import Rise

ON = "on"  # the value of a box that is ticked

#: The limits of a search by name: what the page calls each, and what is typed for it.
LIMITS: dict[str, tuple[str, type[int] | type[float]]] = {
    "seconds": ("time limit", float),
    "expanded": ("limit on expanded states", int),
    "stored": ("limit on stored states", int),
    "depth": ("depth limit", int),
}


@dataclass(frozen=True, slots=True)
class Options:
    """Hold the options for the next search, as typed. `every`: ON to find all shortest paths.
    `metric`: what counts as one move.

    `formula`: the combination of heuristics, which counts if `heuristic` is COMBINE.
    `numbers`: what was typed for the numbers of algorithms, by name; any other is as by default.
    """

    algorithm: str = "auto"
    heuristic: str = "auto"
    formula: str = DEFAULT_FORMULA
    numbers: Mapping[str, str] = field(default_factory=dict, hash=False)
    seconds: str = "60"
    expanded: str = ""
    stored: str = ""
    depth: str = ""
    every: str = ""
    metric: str = Metric.TILES.value

    def text(self, name: str) -> str:
        """Return the text typed for an option: a field, or a number of an algorithm."""
        known = known_numbers()
        if name in known:
            return self.numbers.get(name, f"{known[name].default:g}")
        text: str = getattr(self, name)
        return text

    def with_text(self, name: str, text: str) -> Options:
        """Return the options with another text typed for one of them."""
        known = known_numbers()
        if name in known:
            others = {other: typed for other, typed in self.numbers.items() if other != name}
            is_default = text == f"{known[name].default:g}"
            return replace(self, numbers=others if is_default else {**others, name: text})
        changed: dict[str, Any] = {name: text}
        return replace(self, **changed)

    def with_automatic(self) -> Options:
        """Return the options with algorithm and heuristic left to Automatic."""
        return replace(self, algorithm=AUTO, heuristic=AUTO)

    @property
    def counts_lines(self) -> bool:
        """Return whether a slide of a whole line is to count as one move."""
        return self.metric == Metric.LINES.value

    @property
    def used_numbers(self) -> tuple[Number, ...]:
        """Return the numbers that the chosen algorithm uses."""
        return () if self.algorithm == AUTO else ALGORITHMS[self.algorithm].numbers

    @property
    def informed(self) -> bool:
        """Return whether the chosen algorithm uses the heuristic."""
        return self.algorithm == AUTO or ALGORITHMS[self.algorithm].informed

    @property
    def asked_heuristic(self) -> str:
        """Return the heuristic as a link names it: its name, or the combination that is typed."""
        if self.heuristic == YOURS:
            return AUTO  # no link holds a certificate
        return self.formula.strip() if self.heuristic == COMBINE else self.heuristic

    def _find_heuristic(self, goal: Board, certified: CertifiedHeuristic | None) -> str | HeuristicCard:
        if not self.informed:
            return AUTO
        if self.heuristic != YOURS:
            return self.asked_heuristic
        return find_card(certified, goal)

    def formula_problem(self, shape: Shape) -> str:
        """Say what is wrong with the combination for that shape; empty if nothing is, or none is used."""
        if self.heuristic != COMBINE or not self.informed:
            return ""
        if not self.formula.strip():
            return NO_FORMULA
        try:
            as_card(self.formula.strip()).require_shape(shape)
        except NPuzzleError as error:
            return sentence(error)
        return ""

    def read_seconds(self) -> float | None:
        """Read the time limit; None if there is none. Raises InvalidJobError for an invalid one."""
        return Limits(seconds=_read_limit("seconds", self.seconds)).seconds

    def job(self, board: Board, goal: Board, certified: CertifiedHeuristic | None = None) -> Job:
        """Build the request that Solve makes. Raises NPuzzleError if an option cannot be read."""
        typed = [(number, self.text(number.name).strip()) for number in self.used_numbers]
        return Job(
            board=board,
            goal=goal,
            algorithm=self.algorithm,
            heuristic=self._find_heuristic(goal, certified),
            numbers={number.name: number.read(text) for number, text in typed if text},
            limits=Limits(**{name: _read_limit(name, self.text(name)) for name in LIMITS}),
            every=self.every == ON,
            metric=self.metric,
        )


@dataclass(frozen=True, slots=True)
class SearchState:
    """Hold how far the search has come. `problem`: why the last one could not start, or was lost."""

    is_stopping: bool = False
    progress: Progress | None = None
    problem: str = ""
    rises: tuple[Rise, ...] = ()  # of the lower bound


def check_typed(name: str, text: str) -> None:
    """Check what is typed for a limit, or for a number of an algorithm; empty is fine.

    Raises InvalidJobError with the sentence that the page shows below its field.
    """
    known = known_numbers()
    if name in known:
        if text.strip():
            known[name].read(text.strip())
    else:
        Limits(**{name: _read_limit(name, text)})


def _read_limit(name: str, text: str) -> Any:
    """Read the number typed for a limit; None if the field is empty. Raises InvalidJobError."""
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
        raise InvalidJobError(f"the {label} is {expected}, got {text[:15]!r}") from None
