"""`Problem`: a start and a goal in normal form, where the solved state is always `0, 1, 2, ...`.

`state[cell]` is the home cell of the tile at `cell`; the blank's label is its own home cell, `home`. So
searches and heuristics never need to know the goal, and one rule of solvability serves every goal.

The class of a problem decides what counts as one move, and so which states are neighbours. In a `Problem` a
move is the slide of one tile, in a `LineProblem` the slide of a line of tiles. Both write a path as tile
letters and replay it in the same way, but count its moves differently (`count_moves`, `ends`). The order in
which moves are tried is a field of the problem, too, so that no search has to read an option for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from itertools import accumulate

from npuzzle.errors import InvalidJobError, quote
from npuzzle.puzzle.board import Board, BoardLike, goal_board, make_board, read_board
from npuzzle.puzzle.moves import Move, MutableBoard, multi_tile_length, runs
from npuzzle.puzzle.reachability import State as State
from npuzzle.puzzle.reachability import is_reachable, to_state
from npuzzle.puzzle.shape import Shape, Slide, letter, line_step, slides
from npuzzle.text import count

#: A line move: the cell that becomes blank and the blank's cell; the step from cell to cell along the line.
LineSlide = tuple[Slide, int]


@dataclass(frozen=True, slots=True, init=False)
class Problem:
    """A start and a goal of the same shape. Raises GoalMismatchError if their shapes differ.

    `order`: the four tile letters in the order in which moves are tried; empty for the usual order.

    >>> problem = Problem("0 1/2 3", "1 3/2 0")
    >>> problem.initial, problem.home, str(problem.replay("LU"))
    ((3, 0, 2, 1), 3, '1 3/2 0')
    """

    start: Board
    goal: Board
    order: str
    shape: Shape = field(init=False, repr=False, compare=False)
    initial: State = field(init=False)
    home: int = field(init=False)
    solved: State = field(init=False)

    def __init__(self, start: BoardLike, goal: BoardLike, order: str = "") -> None:
        start = read_board(start)
        goal = goal_board(goal, start.shape)
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "goal", goal)
        object.__setattr__(self, "order", order)
        object.__setattr__(self, "shape", start.shape)
        object.__setattr__(self, "initial", to_state(start.tiles, goal.tiles))
        object.__setattr__(self, "home", goal.blank)
        object.__setattr__(self, "solved", tuple(range(start.shape.cells)))

    @property
    def counts_lines(self) -> bool:
        """Whether a slide of a whole line counts as one move, as in a `LineProblem`."""
        return False

    @property
    def parity(self) -> int | None:
        """0 if every solution has an even number of moves, 1 if odd. A move shifts the blank by one cell."""
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
        """Return whether this is the solved state."""
        return state == self.solved

    def successors(self, state: State) -> Iterator[tuple[Slide, State]]:
        """Yield every slide that is possible in `state`, with the state that the slide leads to."""
        for slide in slides(self.shape, self.order)[state.index(self.home)]:
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
        """Return, for each move of a path of tile letters, the number of letters up to its last letter."""
        return range(1, len(path) + 1)

    def moves(self, path: str) -> Iterator[Move]:
        """Play `path` (tile letters) from the start and yield each move. Raises IllegalMoveError."""
        return MutableBoard(self.start).moves(path)

    def replay(self, path: str) -> Board:
        """Play `path` (tile letters) from the start; return the board it leads to. 20 million moves take 1 s.

        Raises IllegalMoveError at an impossible move.
        """
        board = MutableBoard(self.start)
        board.forward(path)
        return make_board(self.shape, board.tiles())


def order_moves(problem: Problem, order: str) -> Problem:
    """Return the problem with its moves in this order, or the same problem if the order is empty."""
    return Problem(problem.start, problem.goal, order) if order else problem


def board_of(state: Sequence[int], goal: Board) -> Board:
    """Return the board whose normal form for `goal` is `state`."""
    return Board(goal.shape, tuple([goal.tiles[label] for label in state]))


@dataclass(frozen=True, slots=True, init=False)
class LineProblem(Problem):
    """A start and a goal of the same shape, where each slide of a whole line of tiles counts as one move.

    A line move slides one or more tiles together by one cell: a tile in the blank's row or column, and all
    tiles between that tile and the blank. Two successive slides in the same direction are one line move, so a
    path has as many line moves as runs of equal letters: `LLU` has two, the first of two tiles and the second
    of one.

    >>> problem = LineProblem("1 2 3/4 5 6/0 7 8", "1 2 3/4 5 6/7 8 0")
    >>> [problem.letters([slide]) for slide, _ in problem.successors(problem.initial)]
    ['DD', 'D', 'L', 'LL']
    >>> problem.count_moves("LL")
    1
    """

    @property
    def counts_lines(self) -> bool:
        """Whether a slide of several tiles in one line counts as one move: yes."""
        return True

    @property
    def parity(self) -> None:
        """None (unknown), because one line move of two tiles does the same as two line moves of one tile."""
        return

    @property
    def most_successors(self) -> int:
        """The most moves that are possible in one state."""
        return self.shape.rows + self.shape.cols - 2

    def successors(self, state: State) -> Iterator[tuple[Slide, State]]:
        """Yield every line move that is possible in `state`, with the state that the move leads to.

        A line move is written as a slide: the cell that becomes blank, and the cell that was blank before.
        """
        for slide, step in line_slides(self.shape, state.index(self.home)):
            yield slide, slide_line(state, slide, step)

    def letters(self, path: Iterable[Slide]) -> str:
        """Return the letters of line moves: for each tile that slides, the direction in which it slides."""
        return "".join([_letters(self.shape, slide) for slide in path])

    def count_moves(self, path: str) -> int:
        """Count the line moves of a path of tile letters."""
        return multi_tile_length(path)

    def ends(self, path: str) -> Sequence[int]:
        """Return, for each line move of a path, the number of letters up to the end of the move."""
        return list(accumulate(length for _, length in runs(path)))


@cache
def line_slides(shape: Shape, blank: int) -> tuple[LineSlide, ...]:
    """Return the line moves that are possible with this blank, in order of the cell that becomes blank."""
    return tuple(
        ((src, blank), step)
        for src in range(shape.cells)
        if src != blank and (step := line_step(shape, src, blank)) is not None
    )


def slide_line(state: State, slide: Slide, step: int) -> State:
    """Return the state after a line move."""
    src, blank = slide
    child = list(state)
    if step > 0:
        child[blank:src:step] = state[blank + step : src + step : step]
    else:
        child[src - step : blank - step : -step] = state[src:blank:-step]
    child[src] = state[blank]
    return tuple(child)


def _letters(shape: Shape, slide: Slide) -> str:
    src, blank = slide
    step = line_step(shape, src, blank)
    assert step is not None, "a line move stays in its line"
    return letter(shape, (blank + step, blank)) * ((src - blank) // step)


class Metric(Enum):
    """What counts as one move: a tile that slides by one cell, or the tiles of a line that slide together."""

    TILES = "tiles"
    LINES = "lines"


def read_metric(metric: Metric | str) -> Metric:
    """Return the metric, which may be given by its name. Raises InvalidJobError."""
    try:
        return Metric(metric)
    except ValueError:
        raise InvalidJobError(f"the metric must be tiles or lines, got {quote(metric)}") from None


def pose_problem(start: BoardLike, goal: BoardLike, metric: Metric) -> Problem:
    """Make the problem whose moves are counted in this metric. Raises GoalMismatchError."""
    return (LineProblem if metric is Metric.LINES else Problem)(start, goal)


def metric_of(problem: Problem) -> Metric:
    """Return the metric in which a problem counts moves."""
    return Metric.LINES if problem.counts_lines else Metric.TILES


def say_moves(number: int, metric: Metric = Metric.TILES) -> str:
    """Write a number of moves: `1 move`, `2,000 moves`, `25 line moves`."""
    return count(number, "line move" if metric is Metric.LINES else "move")
