"""The constructive solver finds a path for any board within a second. The path is far from shortest.

It fills lines from all four sides inwards, and solves the last six cells, or fewer, by a table of shortest
routes. A tile of either of two opposite sides may come next, so the blank walks less from tile to tile.
The last cells are in the middle, and the blank must end there. So the solver aims at the goal with the blank
moved to the middle, and then moves the blank home. A path has about 2.4 n^3 moves for n x n (Parberry, 2015,
expects 8/3 n^3).
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import pairwise

from npuzzle.errors import InvalidJobError
from npuzzle.heuristics.base import Heuristic
from npuzzle.lazy import loadable
from npuzzle.progress import forward, run_to_end
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Shape
from npuzzle.search.base import Search, SearchOptions, Stats
from npuzzle.search.constructive.board import Bounds, Field, RecordedBoard
from npuzzle.search.constructive.filling import Lines, blank_route, rest_table

REPORT_EVERY = 100_000  # moves between two yields
REST = 6  # the last cells, which a table solves
SHARE = 6  # fill 1/SHARE of the shorter side's lines on each of two sides, then turn to the other two


def iter_construct(problem: Problem) -> Generator[int, None, str]:
    """Construct a path, in tile letters. Yield the number of moves so far, about every REPORT_EVERY moves.

    Raises InvalidJobError for a board that cannot reach the goal.
    """
    if not problem.is_solvable:
        raise InvalidJobError("this board cannot reach the goal, so no path can be constructed")
    if problem.is_goal(problem.initial):
        return ""
    plan, rest = _plan_fillings(problem.shape)
    row, col = problem.shape.place(problem.home)
    middle = (min(max(row, rest.top), rest.bottom - 1), min(max(col, rest.left), rest.right - 1))
    route = cells_between(problem.shape, problem.home, problem.shape.cols * middle[0] + middle[1])
    state = with_blank_moved(problem, route)
    board = RecordedBoard(problem.shape, state, route[-1])
    report_at = REPORT_EVERY
    for bounds, transposed, above, below in plan:
        lines = Lines(Field(board, bounds, transposed=transposed), above, below)
        for _ in lines.fill():
            if len(board.moves) >= report_at:
                report_at = len(board.moves) + REPORT_EVERY
                yield len(board.moves)
    _solve_rest(board, rest, board.cell(*middle))
    back = [board.cell(*problem.shape.place(cell)) for cell in reversed(route)]
    board.follow(tuple(dst - src for src, dst in pairwise(back)))
    return board.moves.decode()


def construct(problem: Problem) -> str:
    """Construct a path, in tile letters. Raises InvalidJobError for a board that cannot reach the goal.

    >>> from npuzzle.puzzle.board import Board
    >>> construct(Problem(Board.parse("1 2 3/4 0 5"), Board.parse("1 2 3/4 5 0")))
    'L'
    """
    return run_to_end(iter_construct(problem))


@loadable
def constructive(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Construct a path, or return None if it is longer than allowed. The heuristic is not used.

    No states are expanded. The stats' `generated` counts moves.
    """
    stats = Stats()
    yield stats
    if not problem.is_solvable:
        return None

    def count(moves: int) -> Stats:
        stats.generated = moves
        return stats.pause()

    path = yield from forward(iter_construct(problem), count)
    stats.generated = len(path)
    return path if options.max_depth is None or problem.count_moves(path) <= options.max_depth else None


def _plan_fillings(shape: Shape) -> tuple[list[tuple[Bounds, bool, int, int]], Bounds]:
    """Choose which lines to fill, one step after the other, and the cells that remain at the end.

    A step is a rectangle of cells, whether its lines are columns, and how many of the first and of the last
    lines to fill. Each step shortens the longer side.
    """
    plan, left = [], Bounds(0, shape.rows, 0, shape.cols)
    while left.height * left.width > REST:
        transposed = left.width > left.height
        bounds = left.transposed if transposed else left
        lines = max(2 * (min(left.height, left.width) // SHARE), 2, bounds.height - bounds.width)
        lines = min(lines, bounds.height - 2)
        below = lines // 2
        above = lines - below
        plan.append((bounds, transposed, above, below))
        bounds = Bounds(bounds.top + above, bounds.bottom - below, bounds.left, bounds.right)
        left = bounds.transposed if transposed else bounds
    return plan, left


def cells_between(shape: Shape, start: int, end: int) -> list[int]:
    """Return the cells from `start` to `end`, both included: along the column, then along the row."""
    (row, col), (end_row, end_col) = shape.place(start), shape.place(end)
    cells = [start]
    while (row, col) != (end_row, end_col):
        if row != end_row:
            row += 1 if end_row > row else -1
        else:
            col += 1 if end_col > col else -1
        cells.append(row * shape.cols + col)
    return cells


def with_blank_moved(problem: Problem, route: list[int]) -> State:
    """Return the start in normal form for the goal that has the blank moved along this route."""
    label = list(problem.solved)
    for dst, src in pairwise(route):
        label[src] = dst
    label[problem.home] = route[-1]
    return tuple([label[home] for home in problem.initial])


def _solve_rest(board: RecordedBoard, rest: Bounds, home: int) -> None:
    """Bring the last few tiles and the blank home, by a table of shortest routes."""
    cells = [
        board.cell(row, col) for row in range(rest.top, rest.bottom) for col in range(rest.left, rest.right)
    ]
    lying = [board.blank, *(board.where[label] for label in cells if label != home)]
    table = rest_table(Shape(rest.height, rest.width), cells.index(home))
    blank = [cells[cell] for cell in blank_route(table, tuple([cells.index(cell) for cell in lying]))]
    board.follow(tuple(dst - src for src, dst in pairwise(blank)))
