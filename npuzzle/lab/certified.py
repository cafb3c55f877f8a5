"""Heuristics whose claims a certificate proves, for one shape and one goal."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from functools import partial

from npuzzle.errors import InvalidHeuristicError
from npuzzle.heuristics import Heuristic, HeuristicCard, HeuristicLike, as_card
from npuzzle.heuristics.base import Prepared, is_built_in
from npuzzle.lab.state_space import enumerate_states
from npuzzle.progress import forward
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.shape import Slide
from npuzzle.registry import AUTO

Claims = tuple[bool, bool]  #: whether a heuristic is admissible, and whether it is consistent


class CertifiedEstimates(Heuristic):
    """A heuristic that looks up the certified estimates; the original heuristic is not called again.

    So the claims hold even for a function whose results change from call to call.
    """

    def __init__(self, name: str, certified: Board, values: Sequence[float], goal: Board) -> None:
        _require_goal(name, certified, goal)
        super().__init__(goal)
        self._values = values
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
        states = enumerate_states(self.shape, self.home).states
        self._estimates = dict(zip(states, self._values, strict=True))
        return self._estimates


class SameHeuristic(Heuristic):
    """The original heuristic, restricted to the goal that it was certified for."""

    def __init__(self, card: HeuristicCard, certified: Board, goal: Board) -> None:
        _require_goal(card.name, certified, goal)
        super().__init__(goal)
        self._heuristic = card.make(goal)

    def iter_prepare(self, engine: str = AUTO) -> Generator[float, None, Prepared]:
        """Let the heuristic prepare."""
        return (yield from forward(self._heuristic.iter_prepare(engine), lambda share: share))

    def estimate(self, state: Sequence[int]) -> float:
        """Call the heuristic."""
        return self._heuristic.estimate(state)

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        """Call the `step` of the heuristic."""
        return self._heuristic.step(h, state, slide)


def _make_card(name: str, claims: Claims, make: Callable[[Board], Heuristic], goal: Board) -> HeuristicCard:
    admissible, consistent = claims
    return HeuristicCard(
        name=name,
        label=f"{name} (certified)",
        summary=f"certified on every state of {goal.shape} for the goal {goal}",
        admissible=admissible,
        consistent=consistent,
        most_cells=goal.shape.cells,
        make=make,
        certified=True,
    )


def card_of_values(name: str, claims: Claims, goal: Board, values: Sequence[float]) -> HeuristicCard:
    """Make the card of a heuristic that looks up the certified estimates."""
    return _make_card(name, claims, partial(CertifiedEstimates, name, goal, tuple(values)), goal)


def card_of_source(
    name: str, claims: Claims, goal: Board, heuristic: HeuristicLike, source: str
) -> HeuristicCard:
    """Make the card of a heuristic whose source is the certified one. Raises InvalidHeuristicError if not."""
    here = digest_of(heuristic)
    if not source or not here:
        raise InvalidHeuristicError(
            f"the source of {name} is not known, as it was typed into a shell or made by other code; "
            "certify it again, and use that certificate"
        )
    if here != source:
        raise InvalidHeuristicError(
            f"the source of {name} has changed since it was certified: certify it again"
        )
    return _make_card(name, claims, partial(SameHeuristic, as_card(heuristic), goal), goal)


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


def _require_goal(name: str, certified: Board, goal: Board) -> None:
    if goal != certified:
        raise InvalidHeuristicError(
            f"{name} was certified for {certified.shape} and the goal {certified}; "
            f"here the goal is {goal}: certify it for that"
        )
