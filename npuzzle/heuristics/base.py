"""What a heuristic is: a card, and a class made once for a goal."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from npuzzle.errors import InvalidHeuristicError
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.shape import Shape, Slide
from npuzzle.registry import AUTO, Card, Registry


class Prepared(NamedTuple):
    """`tables`: the groups of the pattern tables that were found; `note`: what went wrong on the way."""

    tables: str = ""
    note: str = ""


class Heuristic:
    """An estimate of the moves to `goal`, for states in normal form.

    There `state[cell]` is the home cell of what lies at `cell`, so a definition needs no more of the
    goal than its `shape` and the blank's `home`.

    `estimate` is the definition and is enough. `step` makes it incremental, and must agree with
    `estimate` on every move; it gets the state *after* the slide and the estimate before it.
    Both take any sequence of cells: a tuple, or the list a depth-first search works in.
    """

    def __init__(self, goal: Board) -> None:
        self.goal = goal
        self.shape = goal.shape
        self.home = goal.blank

    def preparing(self, engine: str = AUTO) -> Generator[float, None, Prepared]:
        """Get ready what takes long, bit by bit; yields how much is done, 0 to 1.

        `estimate` does it itself if nobody has asked for it before.
        """
        yield from ()
        return Prepared()

    def estimate(self, state: Sequence[int]) -> float:
        raise NotImplementedError

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        return self.estimate(state)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeuristicCard(Card):
    """A heuristic and its two claims, each verified by the tests over all 181,440 states of the 3x3.

    Admissible: never above the true distance. Consistent: changes by at most 1 a move. `most_cells`: of
    the largest board it can be asked about, None if there is no such limit.
    """

    make: Callable[[Board], Heuristic]
    admissible: bool
    consistent: bool
    most_cells: int | None = None

    def __reduce_ex__(self, protocol: Any) -> Any:
        """In another process a card of this package is the one of that process."""
        if is_built_in(self):
            return _look_up, (self.name,)
        return object.__reduce_ex__(self, protocol)

    def fits(self, shape: Shape) -> bool:
        """Whether it can be asked about boards of this shape."""
        return self.most_cells is None or shape.cells <= self.most_cells

    def require_shape(self, shape: Shape) -> None:
        """Raises InvalidHeuristicError if it cannot be asked about boards of this shape."""
        if not self.fits(shape):
            raise InvalidHeuristicError(
                f"{self.name} is for boards of up to {self.most_cells} cells; {shape} has {shape.cells}"
            )


HEURISTICS: Registry[HeuristicCard] = Registry("heuristic")
BUILT_IN: list[HeuristicCard] = []  #: Those of this package; anybody may add more to HEURISTICS.


def _look_up(name: str) -> HeuristicCard:
    return HEURISTICS[name]


def is_built_in(card: HeuristicCard) -> bool:
    """Whether this very card came with the package: a card that somebody registered is theirs."""
    return any(card is known for known in BUILT_IN)
