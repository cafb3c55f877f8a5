"""Beam search by the kernel `guided_beam`, for boards of any size: short paths soon, and no proofs.

The kernel requires the blank's home to be the last cell. So the board is turned or mirrored until the corner
nearest to the blank's home is the last cell. If the home is not in a corner, the beam aims at the goal with
the blank moved to the corner, and at the end the blank walks home. The constructive solver completes the path
of a beam that is stuck.

When line moves count, a level of the beam is one line move, of any number of tiles. So the beam prefers
slides that bring many tiles nearer to the goal in one move. From 10x10 on, its path needs only half as many
line moves as the best path found in single moves.

Beams with different settings find different paths, whose lengths differ by 5 %. Up to about 12x12, the best
path of several beams is shorter than the path of one wide beam that expands as many states. On larger boards
the wide beam finds the shorter path.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from itertools import count, pairwise
from math import exp, factorial, log, log10
from random import Random

from npuzzle.compiler import Kernel
from npuzzle.kernels import guided_beam
from npuzzle.kernels.board_layout import blank_steps, columns_of, invert, rows_of
from npuzzle.pattern_databases.symmetry import Symmetry, symmetries
from npuzzle.progress import forward
from npuzzle.puzzle.board import goal_board
from npuzzle.puzzle.moves import undo
from npuzzle.puzzle.problem import Problem, State, board_of
from npuzzle.puzzle.shape import Shape, letter
from npuzzle.registry import AUTO
from npuzzle.search.base import Stats
from npuzzle.search.constructive.filling import Placement, Table, blank_route, pair_table, rest_table
from npuzzle.search.constructive.solver import cells_between, iter_construct, with_blank_moved

LETTERS = "DRLU"  # the tile's letter, by the blank's way
LONGEST_SLIDE = 64  # tiles of a line move
_SLIDES = [letter * tiles for tiles in range(1, LONGEST_SLIDE + 1) for letter in LETTERS]  # by move
LEAST_CELLS = 6  # of a board, because the kernel has a table for the last six cells
NARROWEST = 4  # states per level
MOST_BYTES = 280_000_000  # memory of a beam
STATE_BYTES, SUCCESSOR_BYTES = 144, 24  # bytes, without the arrays for all levels
LONGEST, SHORTEST = 1 << 14, 1 << 12  # levels that a beam remembers; at most 961 were needed, on 30x30
MARKS = 16  # elements of the kernel's hash table for each state of a level
COMPLETE_EVERY = 4_000_000  # states; then the constructive solver completes the path of an unfinished beam
UNIT = 16  # ranks in the kernel count sixteenths of a move
GAIN_UNIT = 256 * UNIT
SMALL = 10  # mean side; on smaller boards, far tiles count even more
MOST_GUIDE = 10  # with this limit, the guide of the largest board fits in 32 bits


def mean_side(shape: Shape) -> float:
    """Return the mean of the numbers of rows and columns, which is n for n x n."""
    return (shape.rows + shape.cols) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidedBeam:
    """A beam to run: its width, and the numbers that determine the rank, which the kernel explains.

    `turn`: the number of the way to turn the board; if odd, the beam goes from the goal to the board.
    `outer`: how much more the tiles of the open lines weigh. `convex`: the number Q of the kernel.
    `reversal`: the cost of a pair in the wrong order, in weights. `guide`: how much the guide counts. `gain`:
    how much nearer to the goal each level should come. `completes`: whether the constructive solver completes
    the path to the beam's best state, every COMPLETE_EVERY states and where the beam is stuck.
    """

    width: int
    turn: int
    outer: float
    convex: float
    reversal: float
    guide: float
    gain: float
    completes: bool = False


def make_beam(problem: Problem, width: int, number: int) -> GuidedBeam:
    """Choose the settings of beam `number` of this width, by measurements.

    The wider the beam, the less guide it needs, and the more far tiles should count.
    """
    n, lines = mean_side(problem.shape), problem.counts_lines
    if n <= 12 or lines:
        outer, guide, convex = 3, n / 20 + 3.4 - 0.75 * log10(width), 5.0
    else:
        outer, guide, convex = 5, n / 12 + 4 - 1.2 * log10(width), 3.0
    guide = min(max(1.5 if lines else 0.4, guide), MOST_GUIDE)
    if width < 40:
        return GuidedBeam(width=width, turn=number, outer=outer, convex=2, reversal=0.2, guide=guide, gain=1)
    convex *= (1, 0.85, 1.2)[number // 2 % 3] * max(1, width * n / 5_000) ** 0.16
    if n < SMALL and not lines:
        convex *= (SMALL / max(n, 6)) ** 1.7
    return GuidedBeam(
        width=width, turn=number, outer=outer, convex=convex, reversal=0.5, guide=guide, gain=1 + 0.3 * convex
    )


def list_beams(problem: Problem, states: int, moves: int) -> Iterator[GuidedBeam]:
    """Yield beams. The first expands about this many states, the wider ones that follow expand more.

    `moves`: the length of a known path. No beam may find a longer path.
    """
    shape, n = problem.shape, mean_side(problem.shape)
    each, wider = 4 if n <= 12 else 1, 4 if n < 40 else 14
    levels = (0.7 + n / 25) * n**3  # too many for large boards and line moves, which so get fewer states
    most, last = min(widest(problem, moves), factorial(shape.cells)), 0
    for level in count():
        width = min(max(NARROWEST, int(states * wider**level / levels)), most)
        if width > last:
            for number in range(each if last else 1):
                yield replace(make_beam(problem, width, number), completes=not last)
        if width == most:
            return
        last = width


def history_for(moves: int, width: int) -> int:
    """Return how many levels a beam of this width remembers if paths have this many moves."""
    history = min(1 << (moves + guided_beam.EVERY).bit_length(), LONGEST)
    while history > SHORTEST and 4 * history * width > MOST_BYTES:
        history //= 2
    return history


def widest(problem: Problem, moves: int) -> int:
    """Return the width of a beam that uses MOST_BYTES of memory."""
    each = STATE_BYTES + SUCCESSOR_BYTES * problem.most_successors
    return MOST_BYTES // (4 * min(history_for(moves, 1), SHORTEST) + each)


def search_guided(
    problem: Problem, beam: GuidedBeam, *, limit: int, engine: str = AUTO
) -> Generator[Stats, None, str | None]:
    """Search with one beam for a path of up to `limit` moves. Return the path, or None if it finds none.

    If the beam `completes`, the stats' `best` is the path that the constructive solver completed.
    """
    if beam.turn % 2:
        backward = replace(beam, turn=beam.turn // 2 * 2)
        turned = type(problem)(problem.goal, problem.start)
        path = yield from search_guided(turned, backward, limit=limit, engine=engine)
        return None if path is None else undo(path)
    turned_board = _turn_board(problem, beam.turn // 2)
    stats = Stats()
    yield stats
    running = _Kernel(turned_board, beam, limit - problem.count_moves(turned_board.way_home), engine)
    stats.engine, complete_at = running.kernel.engine, COMPLETE_EVERY
    outcome = guided_beam.MORE
    while outcome == guided_beam.MORE:
        outcome = running.search(stats)
        if beam.completes and (stats.expanded >= complete_at or outcome == guided_beam.STUCK):
            complete_at += COMPLETE_EVERY
            path, rest = running.read_rest()
            path += yield from forward(iter_construct(rest), lambda moves: stats.pause())
            stats.best = turned_board.back(path)
        yield stats
    return turned_board.back(running.solution()) if outcome == guided_beam.SOLVED else None


@dataclass(frozen=True, slots=True)
class _TurnedBoard:
    """A board turned for the kernel, with the data to translate paths back."""

    symmetry: Symmetry
    state: State
    shape: Shape  # of the original board
    way_home: str
    problem: Problem  # the original one

    def back(self, path: str) -> str:
        """Translate a path to the original board, and add the blank's walk home."""
        return self.symmetry.path_back(path, self.shape) + self.way_home


def _turn_board(problem: Problem, number: int) -> _TurnedBoard:
    """Turn or mirror a board until the corner nearest to the blank's home is the last cell."""
    shape = problem.shape
    row, col = shape.place(problem.home)
    corner = (shape.rows - 1 if 2 * row >= shape.rows - 1 else 0) * shape.cols
    corner += shape.cols - 1 if 2 * col >= shape.cols - 1 else 0
    route = cells_between(shape, problem.home, corner)
    fitting = [
        symmetry
        for symmetry in symmetries(shape)
        if symmetry.image[corner] == shape.cells - 1 and symmetry.shape.rows >= symmetry.shape.cols
    ]
    symmetry = fitting[number % len(fitting)]
    way_home = "".join([letter(shape, (after, before)) for before, after in pairwise(route[::-1])])
    state = symmetry.of_state(with_blank_moved(problem, route))
    return _TurnedBoard(symmetry, state, shape, way_home, problem)


class _Kernel:
    """The kernel with one board in memory."""

    def __init__(self, board: _TurnedBoard, beam: GuidedBeam, limit: int, engine: str) -> None:
        self._shape = shape = board.symmetry.shape
        rows, cols, cells, width = shape.rows, shape.cols, shape.cells, beam.width
        self._first_col = [min(max(0, line - rows + cols), max(0, cols - 3)) for line in range(rows + 1)]
        self._moves = 4 * (LONGEST_SLIDE if board.problem.counts_lines else 1)
        history = history_for(limit, width)
        slots = 1 << max(14, (MARKS * width - 1).bit_length())
        guides = self._guides(beam)
        options = ["option", "option_key", "option_far", "option_code", "option_ends", "option_side"]
        by_cell = ["board", "where", "row", "col", "home_row", "home_col", "order", "weight", "reversal"]
        self.kernel = Kernel(
            guided_beam,
            {
                **dict.fromkeys([*by_cell, "rest_number", "spin", "spun"], cells),
                "goes": 4,
                **dict.fromkeys(["first_col", "weights", "reversals", "cost"], rows + 1),
                "guide_of": len(guides),
                "pair": 6**3,
                "rest": 6**6,
                "came": history * width,
                **dict.fromkeys(["far", "code", "ends", "side"], width),
                **dict.fromkeys(options, board.problem.most_successors * width),
                "counted": guided_beam.COARSE + guided_beam.FINE,
                "seen": slots,
                "route": history,
                "path": max(limit, 0) + 1,
                "state": guided_beam.FIELDS,
            },
            {
                "ROWS": rows,
                "COLS": cols,
                "WIDTH": width,
                "HISTORY": history,
                "SLOTS": slots,
                "LINES": rows - (3 if cols == 2 else 2),
                "MOVES": self._moves,
            },
            engine=engine,
        )
        self._write_board(board.state)
        self._write_ranks(beam, guides)
        blank = board.state.index(cells - 1)
        self.kernel.call("begin", blank, limit, int(GAIN_UNIT * beam.gain), guides[-1])

    def _write_board(self, state: State) -> None:
        write, shape, random = self.kernel.write, self._shape, Random(0)
        rows, cols, blank = rows_of(shape), columns_of(shape), bytes([guided_beam.NOWHERE])
        write("board", state)
        write("row", rows)
        write("col", cols)
        write("home_row", rows[:-1] + blank)
        write("home_col", cols[:-1] + blank)
        write("order", [min(row, col + shape.rows - shape.cols) for row, col in zip(rows, cols)])
        write("goes", blank_steps(shape))
        write("first_col", self._first_col)
        write("spin", [random.randrange(1, 1 << 16, 2) for _ in state])
        write("spun", [random.randrange(1, 1 << 15, 2) for _ in state])

    def _guides(self, beam: GuidedBeam) -> list[int]:
        """Return the guide, indexed by the moves that bring a tile home: a logarithm, constant in the end."""
        sides = self._shape.rows + self._shape.cols
        scale, longest = 2 * sides, 7 * sides
        guides = [round(UNIT * beam.guide * scale * log(1 + moves / scale)) for moves in range(longest)]
        return guides + guides[-1:] * (5 * sides + UNIT)

    def _write_ranks(self, beam: GuidedBeam, guides: list[int]) -> None:
        write, shape, n = self.kernel.write, self._shape, mean_side(self._shape)
        lines = range(shape.rows + 1)
        weights = [round(UNIT * (1 + beam.outer * exp(-line / 2))) for line in lines]
        write("weights", weights)
        write("reversals", [round(weight * beam.reversal) for weight in weights])
        write("cost", [round(UNIT * (line + beam.convex * line * line / n)) for line in lines])
        write("guide_of", guides)
        write("pair", _list_moves(pair_table(), lambda cells: cells[0] * 36 + cells[1] * 6 + cells[2], 6**3))
        rest = Shape(3, 2) if shape.cols == 2 else Shape(2, 3)
        home = rest.cells - 1
        write("rest", _list_moves(rest_table(rest, home), _number_rest, 6**6))
        numbers = bytearray(shape.cells)
        for digit in range(rest.cells):
            row, col = rest.place(digit)
            numbers[(shape.rows - rest.rows + row) * shape.cols + shape.cols - rest.cols + col] = digit
        write("rest_number", numbers)

    def search(self, stats: Stats) -> int:
        """Expand as many states as `stats` allows, and count them there. Return the kernel's outcome."""
        outcome = self.kernel.call("search", stats.left)
        state = self.kernel.read("state")
        stats.expanded += state[guided_beam.EXPANDED]
        stats.generated += state[guided_beam.GENERATED]
        stats.hold(state[guided_beam.COUNT], state[guided_beam.COUNT])
        return outcome

    def solution(self) -> str:
        """Return the path that was found, in tile letters."""
        number: int = self.kernel.read("state", guided_beam.FOUND, 1)[0]
        return self._path_to(number // self._moves) + _SLIDES[number % self._moves]

    def _path_to(self, number: int) -> str:
        """Return the path to state `number` of the current level, in tile letters."""
        level: int = self.kernel.read("state", guided_beam.LEVEL, 1)[0]
        self.kernel.call("trace", level, number)
        return "".join([_SLIDES[move] for move in self.kernel.read("path", 0, level)])

    def read_rest(self) -> tuple[str, Problem]:
        """Return the path to the best state of the current level, and the problem that remains from there."""
        best: int = self.kernel.read("state", guided_beam.BEST, 1)[0]
        self.kernel.call("show", best)
        line = self.kernel.read("ends", best, 1)[0] >> 14
        first, shape, board = self._first_col[line], self._shape, self.kernel.read("board")
        rest = Shape(shape.rows - line, shape.cols - first)
        goal = goal_board("blank-last", rest)
        state = []
        for row in range(line, shape.rows):
            for tile in board[row * shape.cols + first : (row + 1) * shape.cols]:
                home_row, home_col = shape.place(tile)
                state.append((home_row - line) * rest.cols + home_col - first)
        return self._path_to(best), Problem(board_of(state, goal), goal)


def _number_rest(placement: Placement) -> int:
    """Return the index in the kernel's table of a placement of the tiles on the last six cells."""
    number = 0
    for tile in invert([*placement[1:], placement[0]]):
        number = 6 * number + tile
    return number


def _list_moves(table: Table, place: Callable[[Placement], int], size: int) -> bytes:
    """Return, at the index that `place` gives to a placement, how many moves its nearest goal is away."""
    moves = bytearray(size)
    for placement in table:
        moves[place(placement)] = len(blank_route(table, placement)) - 1
    return bytes(moves)
