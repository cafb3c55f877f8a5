"""Walking distance: solve two small puzzles exactly, one of the rows and one of the columns.

`WalkingDistance` counts moves of single tiles, `LineWalkingDistance` slides of whole lines. Both use the same
puzzle of `Bands`, and each solves it breadth-first in its own moves, once for each size of the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from operator import getitem

from npuzzle.heuristics.base import Heuristic
from npuzzle.heuristics.simple import TileSum
from npuzzle.lazy import loadable
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.shape import Slide

#: The most positions that all tables for the rows have together, and all tables for the columns. It takes
#: 0.5 s to solve as many.
MAX_TABLE_POSITIONS = 230_000
#: The most positions of one table in line moves: solved in at most 0.2 s.
MAX_LINE_POSITIONS = 40_000
CELLS_EACH = 1_000  # one more of the first borders is skipped for each 1,000 cells; else 127x127 takes 4 s
#: Do not begin a table if `table_size_bound` is above this, because few such tables turn out small.
MAX_ESTIMATED_POSITIONS = 3_000_000


@loadable
class WalkingDistance(Heuristic):
    """The moves needed if only the row of each tile had to be right, plus the moves for the columns.

    The puzzle of the rows is small: a position says only how many tiles of each home row are in each row, and
    in which row the blank is. All its positions (24,964 for 4x4) are solved once, at first use. Admissible
    and consistent, because each move crosses one border, between two rows or between two columns.

    If that table would be too large, several rows become one band: moves inside a band cost nothing in that
    table, and another table counts them. At a border that no table covers, the tiles that must cross the
    border are counted, as Manhattan does. So the sum is never below Manhattan, on any board.
    """

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        rows, cols = goal.shape.rows, goal.shape.cols
        self._of_row = self._by_border(rows, cols, unit=cols)
        self._of_col = self._by_border(cols, rows, unit=1)
        self._walks = list(dict.fromkeys(w for w in (*self._of_row, *self._of_col) if w is not None))
        self._rest = _Crossings(
            goal,
            [row for row, walk in enumerate(self._of_row) if walk is None],
            [col for col, walk in enumerate(self._of_col) if walk is None],
        )

    def _by_border(self, lines: int, width: int, *, unit: int) -> list[Walk | None]:
        """Return, for each border between two lines, the walk that counts its crossings, or None."""
        walks: list[Walk | None] = []
        cells = range(self.shape.cells)
        for first, after, table in divide_borders(lines, width, self.home // unit % lines):
            bands = [min(max(cell // unit % lines - first, 0), after - first) for cell in cells]
            walk = None if table is None else Walk(self.goal, bands, table)
            walks += [walk] * (after - first)
        return walks

    def estimate(self, state: Sequence[int]) -> float:
        return self._rest.estimate(state) + sum([walk.estimate(state) for walk in self._walks])

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        """Update the one walk that counts crossings of the border that the tile crossed."""
        low, high = min(slide), max(slide)
        cols = self.shape.cols
        walk = self._of_col[low % cols] if high - low == 1 else self._of_row[low // cols]
        return (self._rest if walk is None else walk).step(h, state, slide)


def divide_borders(lines: int, width: int, home: int) -> Iterator[tuple[int, int, Table | None]]:
    """Divide the borders 0 to lines-2 into runs; yield first, after, and the table of borders first..after-1.

    Each run is as long as possible while all tables together have at most MAX_TABLE_POSITIONS. When not even
    two borders fit, each remaining border is a separate run, and its table is None.

    >>> [(first, after) for first, after, _ in divide_borders(4, 4, 0)]
    [(0, 3)]
    >>> [(first, after) for first, after, _ in divide_borders(5, 5, 0)]
    [(0, 3), (3, 4)]
    """
    first, left, longest = 0, MAX_TABLE_POSITIONS, lines - 1
    while first < lines - 1:
        after, table = first + 1, None
        while after < min(lines - 1, first + longest):
            longer = heights(lines, first, after + 1)
            band = min(max(home - first, 0), len(longer) - 1)
            found = None
            if left and table_size_bound(width, longer) <= MAX_ESTIMATED_POSITIONS:
                found = solve_table(width, longer, band, left)
            if found is None:
                longest = after - first  # a longer run was too large: do not try it again
                break
            after, table = after + 1, found
        yield first, after, table
        first, left = after, 0 if table is None else left - len(table.distance)


def heights(lines: int, first: int, after: int) -> tuple[int, ...]:
    """Return the number of lines in each band if only the borders first..after-1 divide bands."""
    return (first + 1, *[1] * (after - first - 1), lines - after)


def table_size_bound(width: int, heights: tuple[int, ...]) -> int:
    """Return an upper bound on the positions of a table.

    It has a factor for each inner band, one for the smaller end band, and one for the band of the blank.
    """
    bands = len(heights)
    inner: int = (comb(width + bands - 1, bands - 1) * (width + 1)) ** (bands - 2)
    return inner * (min(heights[0], heights[-1]) * width + 1) * bands


@dataclass(frozen=True, slots=True)
class Bands:
    """A puzzle of bands. `weight`: see `Table`; `solved`: the key of the goal.

    The key counts the tiles of each home band in each band. `steps[b]` has an entry for each kind of slide
    into the blank in band b: the band that the tile leaves, the first bit of the count of such tiles, and
    what the slide adds to the key. `mask`: the bits of one count.
    """

    weight: tuple[tuple[int, ...], ...]
    steps: list[list[tuple[int, int, int]]]
    solved: int
    mask: int

    @classmethod
    def of(cls, width: int, heights: tuple[int, ...], home: int) -> Bands:
        """Make the puzzle of bands of these heights, with the blank's home in band `home`."""
        bands = len(heights)
        bits = (max(heights) * width).bit_length()
        digit = [[bits * (b * bands + c) for c in range(bands)] for b in range(bands)]
        blank = bits * bands * bands
        weight = tuple((*(1 << d for d in digit[b]), b << blank) for b in range(bands))
        steps: list[list[tuple[int, int, int]]] = [[] for _ in range(bands)]
        for b in range(bands):
            for other in (b - 1, b + 1):
                if 0 <= other < bands:
                    jump = (other - b) << blank
                    for c in range(bands):
                        change = weight[b][c] - weight[other][c] + jump
                        steps[b].append((other, digit[other][c], change))
        solved = sum(weight[b][b] * (heights[b] * width - (b == home)) for b in range(bands))
        return cls(weight, steps, solved + weight[home][-1], (1 << bits) - 1)


@dataclass(frozen=True, slots=True)
class Table:
    """A puzzle of bands with all its distances: `distance[key]` is the number of moves to the goal.

    A position's key is the sum of `weight[b][c]` for each tile in band b whose home is band c, and of
    `weight[b][-1]` for the blank in band b.
    """

    weight: tuple[tuple[int, ...], ...]
    distance: dict[int, int]


@lru_cache(maxsize=64)
def solve_table(
    width: int, heights: tuple[int, ...], home: int, most: int = MAX_TABLE_POSITIONS
) -> Table | None:
    """Solve a puzzle of bands breadth-first from the goal, which has the blank in band `home`.

    Returns None if there are more than `most` positions.
    """
    puzzle = Bands.of(width, heights, home)
    distance, edge, depth = {puzzle.solved: 0}, [(puzzle.solved, home)], 0
    while edge:
        if len(distance) > most:
            return None
        depth += 1
        further = []
        for key, b in edge:
            for other, shift, change in puzzle.steps[b]:
                if key >> shift & puzzle.mask and key + change not in distance:
                    distance[key + change] = depth
                    further.append((key + change, other))
        edge = further
    return Table(puzzle.weight, distance)


class Walk(Heuristic):
    """Walking distance over the borders between bands of lines; `bands` has the band of each cell."""

    def __init__(self, goal: Board, bands: Sequence[int], table: Table) -> None:
        super().__init__(goal)
        columns = [*bands]
        columns[goal.blank] = -1  # the blank's column of the weights
        rows = [[weights[c] for c in columns] for weights in table.weight]
        self._at = [rows[b] for b in bands]  # by cell and tile: the part of the key that it adds
        self._distance = table.distance

    def estimate(self, state: Sequence[int]) -> int:
        return self._distance[sum(map(getitem, self._at, state))]

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        src, dst = slide
        tile, home, at = state[dst], self.home, self._at
        key = sum(map(getitem, at, state))
        before = key + at[src][tile] + at[dst][home] - at[dst][tile] - at[src][home]
        return h + self._distance[key] - self._distance[before]


class _Crossings(TileSum):
    """The fewest times that tiles must cross the given borders: Manhattan distance for these borders only."""

    def __init__(self, goal: Board, rows: Sequence[int], cols: Sequence[int]) -> None:
        super().__init__(goal)
        self._rows, self._cols = frozenset(rows), frozenset(cols)

    def cost(self, cell: int, tile: int) -> int:
        (row, col), (home_row, home_col) = self.shape.place(cell), self.shape.place(tile)
        between = sum(border in self._rows for border in range(min(row, home_row), max(row, home_row)))
        return between + sum(border in self._cols for border in range(min(col, home_col), max(col, home_col)))


# In line moves


@loadable
class LineWalkingDistance(Heuristic):
    """The line moves along columns that the rows need, plus the line moves along rows that the columns need.

    A position in the puzzle of the rows says how many tiles of each home row are in each row, and in which
    row the blank is. A line move along a column takes one tile from each row that it crosses to the next row:
    this is one move of that puzzle. A line move along a row changes nothing in it. So a path has at least as
    many line moves along columns as the distance in the puzzle of the rows. By the same argument, it has at
    least as many along rows as the distance in the puzzle of the columns. Each line move is of one kind only,
    so the two distances may be added: the sum is admissible. A line move changes only one of the two
    distances, by at most 1: the sum is consistent. A slide of one tile is a line move, so no path of single
    tiles is shorter either: both claims hold in both metrics.

    If the puzzle of the rows is too large, several rows become one band, in several ways. The largest of the
    resulting distances counts.
    """

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        rows, cols = goal.shape.rows, goal.shape.cols
        self._up_down = [*self._walks(rows, cols, unit=cols)]
        self._across = [*self._walks(cols, rows, unit=1)]

    def _walks(self, lines: int, width: int, *, unit: int) -> Iterator[Walk]:
        """Yield a walk for each way to choose borders: all borders if possible, otherwise as many as fit."""
        home = self.home // unit % lines
        for borders in range(lines - 1, 0, -1):
            found = []
            for first in range(0, lines - borders, 1 + self.shape.cells // CELLS_EACH):
                bands = heights(lines, first, first + borders)
                at = min(max(home - first, 0), borders)
                table = solve_lines(width, bands, at)
                if table is None:
                    break
                band_of = [
                    min(max(cell // unit % lines - first, 0), borders) for cell in range(self.shape.cells)
                ]
                found.append(Walk(self.goal, band_of, table))
            else:
                yield from found
                return

    def estimate(self, state: Sequence[int]) -> int:
        return _largest(self._up_down, state) + _largest(self._across, state)


def _largest(walks: list[Walk], state: Sequence[int]) -> int:
    return walks[0].estimate(state) if len(walks) == 1 else max([walk.estimate(state) for walk in walks])


@lru_cache(maxsize=64)
def solve_lines(width: int, heights: tuple[int, ...], home: int) -> Table | None:
    """Solve a puzzle of bands in line moves, breadth-first from the goal, which has the blank in band `home`.

    A line move slides any number of tiles in one direction. `passed` has, for each direction, the positions
    that a slide in that direction has reached, so that the slide is not continued from them again. Returns
    None if there are more than MAX_LINE_POSITIONS positions.
    """
    if table_size_bound(width, heights) > MAX_ESTIMATED_POSITIONS:
        return None
    puzzle = Bands.of(width, heights, home)
    distance, edge, depth = {puzzle.solved: 0}, [(puzzle.solved, home)], 0
    passed: dict[int, set[int]] = {-1: set(), 1: set()}
    while edge:
        if len(distance) > MAX_LINE_POSITIONS:
            return None
        depth += 1
        further = []
        for way, reached in passed.items():
            sliding = [*edge]
            while sliding:
                key, b = sliding.pop()
                for other, shift, change in puzzle.steps[b]:
                    if other - b == way and key >> shift & puzzle.mask and key + change not in reached:
                        reached.add(key + change)
                        sliding.append((key + change, other))
                        if key + change not in distance:
                            distance[key + change] = depth
                            further.append((key + change, other))
        edge = further
    return Table(puzzle.weight, distance)
