"""Heuristics whose claims a certificate proves, for one shape and one goal."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from operator import le

from npuzzle.errors import InvalidHeuristicError
from npuzzle.heuristics import Heuristic, HeuristicCard, HeuristicLike, as_card
from npuzzle.heuristics.base import Prepared, are_estimates, is_built_in, trust
from npuzzle.lab.state_space import enumerate_states
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.problem import board_of
from npuzzle.registry import AUTO
from npuzzle.search.base import ROUNDING

Claims = tuple[bool, bool]  #: whether a heuristic is admissible, and whether it is consistent


@trust
@dataclass(frozen=True, slots=True)
class CertifiedMaker:
    """A callable that makes the heuristic of these estimates, one for each state that can reach `goal`.

    `admissible`: no estimate is above the true distance. That is checked where the estimates are used, so
    it does not matter who wrote them or this field.
    """

    name: str
    goal: Board
    values: tuple[float, ...]
    admissible: bool

    def __call__(self, goal: Board) -> Heuristic:
        if goal != self.goal:
            raise InvalidHeuristicError(
                f"{self.name} was certified for {self.goal.shape} and the goal {self.goal}; "
                f"here the goal is {goal}: certify it for that"
            )
        return CertifiedEstimates(self)

    @property
    def assumes(self) -> tuple[str, ...] | None:
        return () if self.admissible else None


class CertifiedEstimates(Heuristic):
    """A heuristic that looks up the certified estimates; the original heuristic is not called again.

    So the claims hold even for a function whose results change from call to call.
    """

    def __init__(self, maker: CertifiedMaker) -> None:
        super().__init__(maker.goal)
        self._maker = maker
        self._estimates: dict[tuple[int, ...], float] = {}

    def iter_prepare(self, engine: str = AUTO) -> Generator[float, None, Prepared]:
        """Enumerate the states, if this has not been done yet."""
        yield 0.0
        self._build_index()
        return Prepared()

    def estimate(self, state: Sequence[int]) -> float:
        """Look up the estimate of a state."""
        return (self._estimates or self._build_index())[tuple(state)]

    def _build_index(self) -> dict[tuple[int, ...], float]:
        self._estimates = _index(self._maker)
        return self._estimates


@lru_cache(maxsize=1)
def _index(maker: CertifiedMaker) -> dict[tuple[int, ...], float]:
    """Map each state to its estimate. Raises InvalidHeuristicError if the estimates are not as claimed."""
    name, goal, values = maker.name, maker.goal, maker.values
    known = enumerate_states(goal.shape, goal.blank)
    if len(values) != len(known.states) or not are_estimates(values):
        raise InvalidHeuristicError(
            f"{name} needs an estimate, a number from 0, for each of {len(known.states):,} states: "
            "certify it again"
        )
    if maker.admissible and not all(map(le, values, known.distance)):
        for state, h, distance in zip(known.states, values, known.distance):
            if h > distance + ROUNDING:
                raise InvalidHeuristicError(
                    f"{name} is not admissible, though its certificate says so: "
                    f"{board_of(state, goal)} has h = {h:.10g}, but is {distance} from the goal"
                )
    return dict(zip(known.states, values))


def card_of_values(name: str, claims: Claims, goal: Board, values: Sequence[float]) -> HeuristicCard:
    """Make the card of a heuristic that looks up the certified estimates."""
    admissible, consistent = claims
    return HeuristicCard(
        name=name,
        label=f"{name} (certified)",
        summary=f"certified on every state of {goal.shape} for the goal {goal}",
        admissible=admissible,
        consistent=consistent,
        most_cells=goal.shape.cells,
        make=CertifiedMaker(name, goal, tuple(values), admissible),
    )


def digest_of(heuristic: HeuristicLike) -> str:
    """Return the SHA-256 of the text that defines a heuristic: its whole file, and its name.

    Empty if that text cannot be read or is not enough: a function inside another one, a lambda and a
    `functools.partial` also depend on values outside of it. Imported files are not part of the text.
    """
    text = _find_text(heuristic)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() if text else ""


def _find_text(heuristic: HeuristicLike) -> str:
    if isinstance(heuristic, str):
        heuristic = as_card(heuristic)
    if isinstance(heuristic, HeuristicCard):
        if not is_built_in(heuristic):
            return heuristic.text
        heuristic = heuristic.make
    name = getattr(heuristic, "__qualname__", "")
    if not name.isidentifier() or not (inspect.isfunction(heuristic) or inspect.isclass(heuristic)):
        return ""
    for thing in (inspect.getmodule(heuristic), heuristic):
        with suppress(Exception):  # there is no such text, or the file no longer holds Python
            if thing is not None:
                return f"{name}\n{inspect.getsource(thing)}"
    return ""
