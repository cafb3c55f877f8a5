"""The constructive solver: a path for any board at once, far from shortest.

Lines are filled from all four sides inwards, and the six cells left at most are solved exactly. Filling
from all sides shortens the blank's way from a tile brought home to the next one, which often goes to the
other side. The blank then has to end in the middle; so what is built is the goal with the blank walked
there, and walking it home comes last. About 2.4 n^3 moves for n x n (Parberry, 2015: 8/3 n^3 expected).
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import pairwise

from npuzzle.errors import InvalidJobError
from npuzzle.heuristics.base import Heuristic
from npuzzle.progress import forward, run_to_end
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Shape
from npuzzle.search.base import AlgorithmCard, Search, SearchOptions, Stats
from npuzzle.search.constructive.exact_tables import rest_table, way
from npuzzle.search.constructive.filling import Lines
from npuzzle.search.constructive.recorded_board import RecordedBoard
from npuzzle.search.constructive.transport import Bounds, Field

REPORT_EVERY = 100_000  # moves
REST = 6  # cells
SHARE = 6  # of the lines of the shorter side, one of so many is filled at a time, on each of two sides


def iter_construct(problem: Problem) -> Generator[int, None, str]:
    """Construct a path of tile letters; meanwhile yield the number of moves made, every REPORT_EVERY or so.

    Raises InvalidJobError for a board that cannot reach the goal.
    """
    if not problem.is_solvable:
        raise InvalidJobError(
            "a path is constructed for boards that can reach the goal only; this one cannot"
        )
    if problem.is_goal(problem.initial):
        return ""
    plan, rest = _plan(problem.shape)
    row, col = problem.shape.place(problem.home)
    middle = (min(max(row, rest.top), rest.bottom - 1), min(max(col, rest.left), rest.right - 1))
    blank_way = _way_of_blank(problem.shape, problem.home, problem.shape.cols * middle[0] + middle[1])
    state = _as_seen_from(problem, blank_way)
    tray = RecordedBoard(problem.shape, state, blank_way[-1])
    report_at = REPORT_EVERY
    for bounds, turned, above, below in plan:
        lines = Lines(Field(tray, bounds, turned=turned), above, below)
        for _ in lines.filling():
            if len(tray.moves) >= report_at:
                report_at = len(tray.moves) + REPORT_EVERY
                yield len(tray.moves)
    _solve_rest(tray, rest, tray.cell(*middle))
    back = [tray.cell(*problem.shape.place(cell)) for cell in reversed(blank_way)]
    tray.follow(tuple(dst - src for src, dst in pairwise(back)))
    return tray.moves.decode()


def construct(problem: Problem) -> str:
    """Construct a path of tile letters. Raises InvalidJobError for a board that cannot reach the goal.

    >>> from npuzzle.puzzle.board import Board
    >>> construct(Problem(Board.parse("1 2 3/4 0 5"), Board.parse("1 2 3/4 5 0")))
    'L'
    """
    return run_to_end(iter_construct(problem))


def constructive(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Construct a path; there is none if it is longer than allowed. `generated` counts moves.

    It has no use for an estimate and expands no states.
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
    return path if options.max_depth is None or len(path) <= options.max_depth else None


def _plan(shape: Shape) -> tuple[list[tuple[Bounds, bool, int, int]], Bounds]:
    """Which lines to fill one after the other, and the cells left in the end.

    Each entry: in which cells, whether the lines are columns, how many of the first and of the last lines.
    The longer side is always the one that is shortened.
    """
    plan, left = [], Bounds(0, shape.rows, 0, shape.cols)
    while left.height * left.width > REST:
        turned = left.width > left.height
        bounds = left.turned if turned else left
        lines = max(2 * (min(left.height, left.width) // SHARE), 2, bounds.height - bounds.width)
        lines = min(lines, bounds.height - 2)
        below = lines // 2
        above = lines - below
        plan.append((bounds, turned, above, below))
        bounds = Bounds(bounds.top + above, bounds.bottom - below, bounds.left, bounds.right)
        left = bounds.turned if turned else bounds
    return plan, left


def _way_of_blank(shape: Shape, start: int, end: int) -> list[int]:
    """The cells from one to the other: along its column, then along a row."""
    (row, col), (end_row, end_col) = shape.place(start), shape.place(end)
    cells = [start]
    while (row, col) != (end_row, end_col):
        if row != end_row:
            row += 1 if end_row > row else -1
        else:
            col += 1 if end_col > col else -1
        cells.append(row * shape.cols + col)
    return cells


def _as_seen_from(problem: Problem, blank_way: list[int]) -> State:
    """The start, in normal form for the goal with the blank walked along these cells: tiles there move."""
    label = list(problem.solved)
    for dst, src in pairwise(blank_way):
        label[src] = dst
    label[problem.home] = blank_way[-1]
    return tuple([label[home] for home in problem.initial])


def _solve_rest(tray: RecordedBoard, rest: Bounds, home: int) -> None:
    """Bring the last few tiles home, and the blank, by an exact table."""
    cells = [
        tray.cell(row, col) for row in range(rest.top, rest.bottom) for col in range(rest.left, rest.right)
    ]
    lying = [tray.blank, *(tray.where[label] for label in cells if label != home)]
    table = rest_table(Shape(rest.height, rest.width), cells.index(home))
    blank = [cells[cell] for cell in way(table, tuple([cells.index(cell) for cell in lying]))]
    tray.follow(tuple(dst - src for src, dst in pairwise(blank)))


CONSTRUCTIVE = AlgorithmCard(
    name="constructive",
    label="Constructive",
    summary="puts the tiles in their places one after the other: any size at once, far from shortest",
    source="after Parberry, 1995",
    search=constructive,
    informed=False,
    within_depth=False,
)
