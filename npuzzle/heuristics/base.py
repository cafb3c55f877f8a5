"""What a heuristic is: a card, and a class made once for a shape and a home."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from npuzzle.cards import Card, Registry
from npuzzle.geometry import Shape, Slide


class Heuristic:
    """An estimate of the moves to go, for states in normal form.

    `estimate` is the definition and is enough. `step` makes it incremental, and must agree with
    `estimate` on every move; it gets the state *after* the slide and the estimate before it.
    Both take any sequence of cells: a tuple, or the list a depth-first search works in.
    """

    def __init__(self, shape: Shape, home: int) -> None:
        self.shape = shape
        self.home = home

    def estimate(self, state: Sequence[int]) -> float:
        raise NotImplementedError

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        return self.estimate(state)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeuristicCard(Card):
    """A heuristic and its two claims, each verified by the tests over all 181,440 states of the 3x3.

    Admissible: never above the true distance. Consistent: changes by at most 1 a move.
    """

    make: Callable[[Shape, int], Heuristic]
    admissible: bool
    consistent: bool


HEURISTICS: Registry[HeuristicCard] = Registry("heuristic")
