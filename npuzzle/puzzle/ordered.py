"""`OrderedProblem`: a problem whose moves are tried in a chosen order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide, slides


@dataclass(frozen=True, slots=True, init=False)
class OrderedProblem(Problem):
    """A problem that yields successors in the order of four tile letters.

    >>> problem = Problem("1 2 3/4 0 5/6 7 8", "blank-last")
    >>> [problem.letters([slide]) for slide, _ in order_moves(problem, "UDLR").successors(problem.initial)]
    ['U', 'D', 'L', 'R']
    """

    _order: str = field(init=False)

    def __init__(self, problem: Problem, order: str) -> None:
        Problem.__init__(self, problem.start, problem.goal)
        object.__setattr__(self, "_order", order)

    @property
    def order(self) -> str:
        """The tile letters in the order in which moves are tried."""
        return self._order

    def successors(self, state: State) -> Iterator[tuple[Slide, State]]:
        """Yield every slide that is possible in `state`, and the state it leads to, in the chosen order."""
        for slide in slides(self.shape, self._order)[state.index(self.home)]:
            src, dst = slide
            child = list(state)
            child[dst], child[src] = child[src], child[dst]
            yield slide, tuple(child)


def order_moves(problem: Problem, order: str) -> Problem:
    """Return the problem with its moves in this order; the same problem if the order is empty."""
    return OrderedProblem(problem, order) if order else problem
