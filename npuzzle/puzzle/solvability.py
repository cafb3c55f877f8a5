"""Check a board: is it valid, can it be solved, and if not, why and how to repair it.

The explanation uses the rule that students learn. Count the inversions of the board and of the goal, add the
row of the blank if the number of columns is even, and compare the parities (Johnson and Story, 1879). The
rule gives the same answer as `Problem.is_solvable`, in an independent way. The tests check that both agree.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator
from dataclasses import dataclass

from npuzzle.errors import Defect, InvalidBoardError, sentence
from npuzzle.puzzle.board import Board, BoardLike, goal_board, read_board, read_problem, read_start
from npuzzle.puzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import neighbours
from npuzzle.text import count


@dataclass(frozen=True, slots=True)
class Invariant:
    """Inversions, plus the blank's row on an even number of columns: a sum whose parity no move changes."""

    inversions: int
    blank_row: int  # from 1
    columns: int

    @property
    def counts_blank(self) -> bool:
        """Whether the blank's row is added: yes, if vertical moves pass an odd number of tiles."""
        return self.columns % 2 == 0

    @property
    def total(self) -> int:
        """The number whose parity no move changes."""
        return self.inversions + (self.blank_row if self.counts_blank else 0)

    @property
    def parity(self) -> str:
        return "odd" if self.total % 2 else "even"

    def __str__(self) -> str:
        inversions = count(self.inversions, "inversion")
        if not self.counts_blank:
            return f"{inversions} ({self.parity})"
        row = self.blank_row
        sum_ = f"{self.inversions:,} + {row} = {self.total:,}"
        return f"{inversions} and its blank in row {row}: {sum_} ({self.parity})"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Whether a board can reach a goal, with the numbers that decide it."""

    board: Invariant
    goal: Invariant

    @property
    def solvable(self) -> bool:
        return self.board.parity == self.goal.parity

    @property
    def sentence(self) -> str:
        """The answer and its reason, in words."""
        if self.solvable:
            return (
                f"Solvable: the board has {self.board}, the goal has {self.goal}; "
                f"both are {self.goal.parity}, moves never change this parity, so the goal is reachable."
            )
        return (
            f"Not solvable: the board has {self.board}, the goal has {self.goal}; "
            f"no move changes odd to even, so this goal is out of reach."
        )


def is_solvable(board: BoardLike, goal: BoardLike | None = None) -> bool:
    """Return whether moves lead from a board to a goal.

    Parameters
    ----------
    board
        Anything that `Board` takes.
    goal
        The name of a goal, or a board.

    Returns
    -------
    bool
        True for half of all boards. `check` says why.

    Raises
    ------
    InvalidBoardError
        If the board or the goal is not a valid board.
    UnknownNameError
        If no goal has that name.
    GoalMismatchError
        If the goal has another shape.

    Examples
    --------
    >>> is_solvable("1 2 3/4 5 6/7 8 0"), is_solvable("1 2 3/4 5 6/8 7 0")
    (True, False)
    """
    start, target = read_problem(board, goal)
    return start.is_solvable(target)


@dataclass(frozen=True, slots=True)
class SwapTiles:
    """A repair: take two tiles out and exchange them. `board`: the board after the exchange."""

    tiles: tuple[int, int]
    board: Board

    @property
    def label(self) -> str:
        return f"Swap tiles {self.tiles[0]} and {self.tiles[1]}"

    def to_dict(self) -> dict[str, object]:
        return {"swap": list(self.tiles), "board": str(self.board)}


@dataclass(frozen=True, slots=True)
class ChangeGoal:
    """A repair: choose another goal, one that this board can reach."""

    goal: str

    @property
    def label(self) -> str:
        return f"Use the goal {self.goal}"

    def to_dict(self) -> dict[str, object]:
        return {"goal": self.goal}


Repair = SwapTiles | ChangeGoal


@dataclass(frozen=True, slots=True)
class Check:
    """The verdict on a board and a goal, reached without a search.

    An invalid board has `defects` and no `explanation`. An unsolvable board has `repairs`. A check is true if
    the board can be solved, otherwise false: `if check(board):`.
    """

    board: Board | None
    defects: tuple[Defect, ...] = ()
    explanation: Explanation | None = None
    repairs: tuple[Repair, ...] = ()

    @property
    def valid(self) -> bool:
        return self.board is not None

    @property
    def solvable(self) -> bool:
        return self.explanation is not None and self.explanation.solvable

    def __bool__(self) -> bool:
        return self.solvable

    def __str__(self) -> str:
        """Return the reason, and below it the repairs that make the board solvable."""
        repairs = [f"Repair: {repair.label[:1].lower()}{repair.label[1:]}" for repair in self.repairs]
        return "\n".join([self.reason, *repairs])

    @property
    def reason(self) -> str:
        """One sentence: why the board can be solved, cannot be solved, or is invalid."""
        if self.explanation is not None:
            return self.explanation.sentence
        return sentence(InvalidBoardError(self.defects))

    def to_dict(self) -> dict[str, object]:
        """Return plain data for JSON.

        `valid`: whether the board is valid. `defects`: the defects of an invalid board.
        `solvable`: whether the goal can be reached. None for an invalid board.
        `repairs`: objects with `swap` (two tiles) and `board` (after the swap), or with `goal` (a name).
        """
        return {
            "valid": self.valid,
            "defects": [defect.to_dict() for defect in self.defects],
            "solvable": self.solvable if self.valid else None,
            "reason": self.reason,
            "repairs": [repair.to_dict() for repair in self.repairs],
        }


def check(board: BoardLike, goal: BoardLike | None = None) -> Check:
    """Check a board: is it valid, can it reach the goal, and if not, why?

    Parameters
    ----------
    board
        Anything that `Board` takes. An invalid board is a result, not an error.
    goal
        The name of a goal, or a board.

    Returns
    -------
    Check
        It is true if the board can be solved. An invalid board has `defects`; a valid one has an
        `explanation`, and `repairs` if it cannot be solved.

    Raises
    ------
    UnknownNameError
        If no goal has that name.
    InvalidBoardError
        If the goal is not a valid board.
    GoalMismatchError
        If board and goal differ in shape.

    Examples
    --------
    >>> check("2 8 1/0 4 3/7 6 5").solvable, check("2 8 1/0 4 3/7 6 5", "spiral").solvable
    (False, True)
    """
    try:
        found = read_start(board)
    except InvalidBoardError as error:
        return Check(None, error.defects)
    problem = Problem(found.board, found.goal or DEFAULT_GOAL if goal is None else goal)
    return Check(found.board, (), explain(problem), () if problem.is_solvable else repairs(problem))


def explain(problem: Problem) -> Explanation:
    """Return the invariants of start and goal. O(cells^2) at worst: 20 ms for 127x127."""
    return Explanation(invariant(problem.start), invariant(problem.goal))


def invariant(board: Board) -> Invariant:
    """Return the numbers of a board that decide which goals it can reach."""
    return Invariant(count_inversions(board), board.blank // board.shape.cols + 1, board.shape.cols)


def count_inversions(board: Board) -> int:
    """Count the pairs of tiles in which the larger comes first in reading order. The blank is not a tile."""
    before: list[int] = []
    count = 0
    for tile in board.tiles:
        if tile:
            count += len(before) - bisect_left(before, tile)
            insort(before, tile)
    return count


def inversion_pairs(board: BoardLike) -> Iterator[tuple[int, int]]:
    """Yield the pairs of tiles in which the larger number comes first in reading order.

    Parameters
    ----------
    board
        Anything that `Board` takes.

    Returns
    -------
    Iterator[tuple[int, int]]
        Pairs (larger, smaller). The blank is not a tile.

    Raises
    ------
    InvalidBoardError
        If the board is not valid.

    Examples
    --------
    >>> list(inversion_pairs("1 3/2 0"))
    [(3, 2)]
    """
    tiles = [tile for tile in read_board(board).tiles if tile]
    for at, tile in enumerate(tiles):
        for other in tiles[at + 1 :]:
            if other < tile:
                yield tile, other


def repairs(problem: Problem) -> tuple[Repair, ...]:
    """Return the repairs of an unsolvable problem: an exchange of two tiles, or another named goal."""
    swap = _best_swap(problem)
    others = [
        ChangeGoal(card.name) for card in GOALS if problem.start.is_solvable(goal_board(card, problem.shape))
    ]
    return (SwapTiles(swap, problem.start.swap(*swap)), *others)


def _best_swap(problem: Problem) -> tuple[int, int]:
    """Find the neighbouring tiles whose exchange lowers their distance from home most (ties: the first)."""
    shape, state, tiles = problem.shape, problem.initial, problem.start.tiles
    pairs = [
        (a, b)
        for a in range(shape.cells)
        for b in neighbours(shape)[a]
        if a < b and 0 not in (tiles[a], tiles[b])
    ]

    def gain(pair: tuple[int, int]) -> int:
        a, b = pair
        now = shape.distance(a, state[a]) + shape.distance(b, state[b])
        return now - shape.distance(b, state[a]) - shape.distance(a, state[b])

    a, b = max(pairs, key=gain)
    return tiles[a], tiles[b]
