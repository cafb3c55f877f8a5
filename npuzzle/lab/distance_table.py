"""A table of the distance of every board of a small shape from the goal: one byte for each board."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from math import factorial

from npuzzle.compiler import PLAIN, engine_named
from npuzzle.errors import GoalMismatchError
from npuzzle.kernels import distances
from npuzzle.lab.state_space import iter_enumerate_in_python, iter_fill_kernel
from npuzzle.progress import run_to_end
from npuzzle.puzzle.mutable_board import Move
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import AUTO

UNREACHABLE = distances.NOWHERE  # the entry of a state that cannot reach the solved state


@dataclass(frozen=True, slots=True)
class DistanceTable:
    """The moves from every state of `shape` to the solved one, for a goal with its blank at `home`.

    `by_rank[rank(state)]` is the distance, or UNREACHABLE. 362,880 bytes for 3x3. See `build_distance_table`.

    >>> from npuzzle import Board, goal_board
    >>> board = Board.parse("1 2/0 3")
    >>> problem = Problem(board, goal_board("blank-last", board.shape))
    >>> table = build_distance_table(board.shape, home=3)
    >>> table.distance(problem.initial), [move.tile for move in table.best(problem)]
    (1, [3])
    """

    shape: Shape
    home: int
    by_rank: bytes

    @classmethod
    def from_text(cls, shape: Shape, home: int, text: str) -> DistanceTable:
        """Read the text that `to_text` returns."""
        return cls(shape, home, b64decode(text))

    def to_text(self) -> str:
        """Return the table as text (base64), for sending."""
        return b64encode(self.by_rank).decode("ascii")

    def fits(self, problem: Problem) -> bool:
        """Whether the table is for the shape and home of this problem."""
        return (problem.shape, problem.home) == (self.shape, self.home)

    def distance(self, state: State) -> int | None:
        """Return the moves to the solved state; None if it cannot be reached. O(cells^2)."""
        moves = self.by_rank[rank(state)]
        return None if moves == UNREACHABLE else moves

    def best(self, problem: Problem) -> tuple[Move, ...]:
        """Return every first move of a shortest path; none if the board is solved or unsolvable.

        Raises GoalMismatchError for a problem of another shape or home.
        """
        if not self.fits(problem):
            raise GoalMismatchError(
                f"the table is for {self.shape} with the blank's home at cell {self.home}, "
                f"the problem is {problem.shape} with home {problem.home}"
            )
        here = self.distance(problem.initial)
        if not here:
            return ()
        nearer = [
            slide for slide, child in problem.successors(problem.initial) if self.distance(child) == here - 1
        ]
        return tuple(next(problem.moves(problem.letters([slide]))) for slide in nearer)


def build_distance_table(shape: Shape, home: int, engine: str = AUTO) -> DistanceTable:
    """Build the table of a shape of up to 9 cells. Raises InvalidJobError for a larger one."""
    return run_to_end(iter_build_distance_table(shape, home, engine))


def iter_build_distance_table(
    shape: Shape, home: int, engine: str = AUTO
) -> Generator[int, None, DistanceTable]:
    """Build the table step by step; yield how many states are known. 0.1 s compiled, else a few seconds."""
    if engine_named(engine) in PLAIN:
        known = yield from iter_enumerate_in_python(shape, home)
        by_rank = bytearray([UNREACHABLE]) * factorial(shape.cells)
        for state, moves in zip(known.states, known.distance):
            by_rank[rank(state)] = moves
        return DistanceTable(shape, home, bytes(by_rank))
    kernel = yield from iter_fill_kernel(shape, home, engine)
    in_order = bytes([UNREACHABLE, *kernel.read("distance")])  # `index` counts from 1, with 0 for none
    return DistanceTable(shape, home, bytes(map(in_order.__getitem__, kernel.read("index"))))


def rank(state: Sequence[int]) -> int:
    """Return the rank of a permutation in lexicographic order, from 0 (Lehmer code).

    >>> rank((0, 1, 2)), rank((2, 1, 0))
    (0, 5)
    """
    number, left = 0, sorted(state)
    for cell, tile in enumerate(state):
        smaller = left.index(tile)
        del left[smaller]
        number += smaller * factorial(len(state) - 1 - cell)
    return number


def unrank(number: int, cells: int) -> State:
    """Return the permutation of 0, 1, ... of that rank: the inverse of `rank`.

    >>> unrank(5, 3), rank(unrank(4, 3))
    ((2, 1, 0), 4)
    """
    left, state = list(range(cells)), []
    for after in range(cells - 1, -1, -1):
        place, number = divmod(number, factorial(after))
        state.append(left.pop(place))
    return tuple(state)
