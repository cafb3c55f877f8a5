"""`Problem`: a start and a goal in normal form, where the solved state is always `0, 1, 2, ...`.

`state[cell]` is the home cell of the tile at `cell`; the blank's label is its own home cell, `home`. So
searches and heuristics never need to know the goal, and one rule of solvability serves every goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from npuzzle.errors import GoalMismatchError
from npuzzle.puzzle.board import Board, require_board
from npuzzle.puzzle.mutable_board import Move, MutableBoard
from npuzzle.puzzle.shape import Shape, Slide, letter, slides

#: For each cell, the home cell of the tile there; `home` for the blank.
State = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """A start and a goal of the same shape. Raises GoalMismatchError if their shapes differ.

    >>> problem = Problem(Board.parse("0 1/2 3"), Board.parse("1 3/2 0"))
    >>> problem.initial, problem.home, str(problem.replay("LU"))
    ((3, 0, 2, 1), 3, '1 3/2 0')
    """

    start: Board
    goal: Board
    initial: State = field(init=False)
    home: int = field(init=False)
    solved: State = field(init=False)

    def __post_init__(self) -> None:
        require_board(self.start)
        require_board(self.goal, "the goal")
        if self.start.shape != self.goal.shape:
            raise GoalMismatchError(f"the goal is {self.goal.shape}, but the board is {self.start.shape}")
        home_of = {tile: cell for cell, tile in enumerate(self.goal.tiles)}
        object.__setattr__(self, "initial", tuple([home_of[tile] for tile in self.start.tiles]))
        object.__setattr__(self, "home", self.goal.blank)
        object.__setattr__(self, "solved", tuple(range(self.shape.cells)))

    @property
    def shape(self) -> Shape:
        """The rows and columns of start and goal."""
        return self.start.shape

    @property
    def parity(self) -> int:
        """0 if every solution has an even number of moves, 1 if odd: each move shifts the blank one cell."""
        return self.shape.distance(self.start.blank, self.home) % 2

    @property
    def is_solvable(self) -> bool:
        """Whether the parity of the permutation equals the parity of the blank's distance to its home.

        Each move is one exchange and shifts the blank by one cell, so it changes both parities, and at the
        goal both are 0 (Johnson and Story, 1879). O(cells).
        """
        return permutation_parity(self.initial) == self.parity

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


def permutation_parity(state: State) -> int:
    """Return 0 for an even permutation, 1 for an odd one. It follows the cycles; O(cells)."""
    seen = [False] * len(state)
    parity = 0
    for cell in range(len(state)):
        while not seen[cell]:
            seen[cell] = True
            if state[cell] != cell and not seen[state[cell]]:
                parity ^= 1
            cell = state[cell]
    return parity
