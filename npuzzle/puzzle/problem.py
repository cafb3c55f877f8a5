"""`Problem`: start and goal in normal form, where solved is always `0, 1, 2, ...`.

`state[cell]` is the home cell of what lies at `cell`; the blank's label is its own goal cell,
`home`. So no search and no heuristic ever sees a goal, and one rule of solvability serves all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from npuzzle.errors import GoalMismatchError
from npuzzle.puzzle.board import Board, require_board
from npuzzle.puzzle.mutable_board import Move, MutableBoard
from npuzzle.puzzle.shape import Shape, Slide, letter, slides

#: For each cell, the home cell of what lies there.
State = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """Bring `start` to `goal`. Raises GoalMismatchError if their shapes differ.

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
        return self.start.shape

    @property
    def parity(self) -> int:
        """0 if every solution has an even number of moves, 1 if odd: each move shifts the blank."""
        return self.shape.distance(self.start.blank, self.home) % 2

    @property
    def is_solvable(self) -> bool:
        """Whether the permutation's parity is that of the blank's distance to its home.

        Each move is one exchange and shifts the blank by one cell, so the two stay equal
        (Johnson and Story, 1879). O(cells).
        """
        return permutation_parity(self.initial) == self.parity

    def is_goal(self, state: State) -> bool:
        return state == self.solved

    def successors(self, state: State) -> Iterator[tuple[Slide, State]]:
        """Every slide possible in `state`, with the state it leads to."""
        for slide in slides(self.shape)[state.index(self.home)]:
            src, dst = slide
            child = list(state)
            child[dst], child[src] = child[src], child[dst]
            yield slide, tuple(child)

    def letters(self, path: Iterable[Slide]) -> str:
        """The slides as letters, each the way the tile goes."""
        return "".join([letter(self.shape, slide) for slide in path])

    def moves(self, path: str) -> Iterator[Move]:
        """Play `path` (tile letters) from the start. Raises IllegalMoveError where it cannot go on."""
        return MutableBoard(self.start).moves(path)

    def replay(self, path: str) -> Board:
        """The board that `path` really leads to from the start; a second for twenty million moves.

        Raises IllegalMoveError where it cannot go on.
        """
        tray = MutableBoard(self.start)
        tray.forward(path)
        return tray.board()


def board_of(state: Sequence[int], goal: Board) -> Board:
    """The board that has this normal form for `goal`."""
    return Board(goal.shape, tuple([goal.tiles[label] for label in state]))


def permutation_parity(state: State) -> int:
    """0 for an even permutation, 1 for an odd one, by counting its cycles."""
    seen = [False] * len(state)
    parity = 0
    for cell in range(len(state)):
        while not seen[cell]:
            seen[cell] = True
            if state[cell] != cell and not seen[state[cell]]:
                parity ^= 1
            cell = state[cell]
    return parity
