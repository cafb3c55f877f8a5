"""`Problem`: a start and a goal in normal form, where the solved state is always `0, 1, 2, ...`.

`state[cell]` is the home cell of the tile at `cell`; the blank's label is its own home cell, `home`. So
searches and heuristics never need to know the goal, and one rule of solvability serves every goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from npuzzle.puzzle.board import Board, BoardLike, goal_board, read_board
from npuzzle.puzzle.mutable_board import Move, MutableBoard
from npuzzle.puzzle.reachability import State, is_reachable, permutation_parity, to_state
from npuzzle.puzzle.shape import Shape, Slide, letter, slides

__all__ = ["Problem", "State", "board_of", "permutation_parity"]


@dataclass(frozen=True, slots=True, init=False)
class Problem:
    """A start and a goal of the same shape. Raises GoalMismatchError if their shapes differ.

    >>> problem = Problem("0 1/2 3", "1 3/2 0")
    >>> problem.initial, problem.home, str(problem.replay("LU"))
    ((3, 0, 2, 1), 3, '1 3/2 0')
    """

    start: Board
    goal: Board
    initial: State = field(init=False)
    home: int = field(init=False)
    solved: State = field(init=False)

    def __init__(self, start: BoardLike, goal: BoardLike) -> None:
        start = read_board(start)
        goal = goal_board(goal, start.shape)
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "goal", goal)
        object.__setattr__(self, "initial", to_state(start.tiles, goal.tiles))
        object.__setattr__(self, "home", goal.blank)
        object.__setattr__(self, "solved", tuple(range(start.shape.cells)))

    @property
    def shape(self) -> Shape:
        """The rows and columns of start and goal."""
        return self.start.shape

    @property
    def counts_lines(self) -> bool:
        """Whether a slide of a whole line counts as one move; see `npuzzle.puzzle.line_moves`."""
        return False

    @property
    def order(self) -> str:
        """The tile letters in the order in which moves are tried; empty for the usual order."""
        return ""

    @property
    def parity(self) -> int | None:
        """0 if every solution has an even number of moves, 1 if odd: each move shifts the blank one cell."""
        return self.shape.distance(self.start.blank, self.home) % 2

    @property
    def most_successors(self) -> int:
        """The most moves that are possible in one state."""
        return 4

    @property
    def is_solvable(self) -> bool:
        """Whether the goal can be reached: see `npuzzle.puzzle.reachability.is_reachable`. O(cells)."""
        return is_reachable(self.shape, self.initial, self.home)

    def is_goal(self, state: State) -> bool:
        """Whether this is the solved state."""
        return state == self.solved

    def successors(self, state: State) -> Iterator[tuple[Slide, State]]:
        """Yield every slide that is possible in `state`, and the state it leads to."""
        for slide in slides(self.shape)[state.index(self.home)]:
            src, dst = slide
            child = list(state)
            child[dst], child[src] = child[src], child[dst]
            yield slide, tuple(child)

    def letters(self, path: Iterable[Slide]) -> str:
        """Return the letters of slides: for each, the direction in which the tile goes."""
        return "".join([letter(self.shape, slide) for slide in path])

    def count_moves(self, path: str) -> int:
        """Count the moves of a path of tile letters: one for each letter."""
        return len(path)

    def ends(self, path: str) -> Sequence[int]:
        """Return, for each move of a path of tile letters, how many letters there are up to its end."""
        return range(1, len(path) + 1)

    def moves(self, path: str) -> Iterator[Move]:
        """Play `path` (tile letters) from the start and yield each move. Raises IllegalMoveError."""
        return MutableBoard(self.start).moves(path)

    def replay(self, path: str) -> Board:
        """Play `path` (tile letters) from the start; return the board it leads to. 1 s for 20 million moves.

        Raises IllegalMoveError at an impossible move.
        """
        board = MutableBoard(self.start)
        board.forward(path)
        return board.board()


def board_of(state: Sequence[int], goal: Board) -> Board:
    """Return the board whose normal form for `goal` is `state`."""
    return Board(goal.shape, tuple([goal.tiles[label] for label in state]))
