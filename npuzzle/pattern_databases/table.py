"""What a pattern table is, and a set of them that covers a tray."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import perm

from npuzzle.pattern_databases.symmetry import mirror
from npuzzle.puzzle.shape import Shape

#: Tiles of one group, by home cell.
Pattern = tuple[int, ...]
#: Groups that have each tile once.
Partition = tuple[Pattern, ...]

MOST_CELLS = 25  # the kernels keep cells as bits of one number


@dataclass(frozen=True, slots=True)
class PatternTable:
    """How many moves the tiles of `pattern` need at least, wherever they lie.

    A placement's number is the sum of cell * cells^(k - 1 - i) over the k tiles. Its entry, of `bits`
    bits in `data` (lowest first), is half of what that exceeds the Manhattan distance by, or the largest
    entry there can be, if that is less. `home` is the blank's.
    """

    shape: Shape
    home: int
    pattern: Pattern
    bits: int
    data: bytes

    @property
    def weights(self) -> tuple[int, ...]:
        """By tile of the pattern: what one cell adds to a placement's number."""
        return weights(self.shape, self.pattern)

    def number(self, cells: Sequence[int]) -> int:
        """The number of the placement with the pattern's tiles on those cells, in its order."""
        return sum(weight * cell for weight, cell in zip(self.weights, cells, strict=True))

    def entry(self, number: int) -> int:
        byte, place = divmod(number, 8 // self.bits)
        return self.data[byte] >> place * self.bits & (1 << self.bits) - 1

    def distance(self, cells: Sequence[int]) -> int:
        """Moves that bring the pattern's tiles home from those cells, at least."""
        far = sum(self.shape.distance(tile, cell) for tile, cell in zip(self.pattern, cells, strict=True))
        return far + 2 * self.entry(self.number(cells))


def weights(shape: Shape, pattern: Pattern) -> tuple[int, ...]:
    return tuple([int(shape.cells**power) for power in reversed(range(len(pattern)))])


def table_bytes(shape: Shape, pattern: Pattern, bits: int) -> int:
    return int(-(-(shape.cells ** len(pattern)) * bits // 8))


def placements(shape: Shape, pattern: Pattern) -> int:
    """In how many ways the tiles can lie."""
    return perm(shape.cells, len(pattern))


@dataclass(frozen=True, slots=True)
class View:
    """A way to ask tables: of the tray as it is, or through a mirror (`image`: where each cell goes)."""

    tables: tuple[PatternTable, ...]
    image: tuple[int, ...]

    def numbers(self, cells: Sequence[int]) -> list[int]:
        """By table, the placement of a board; `cells[tile]` is where that tile lies."""
        seen = [0] * len(cells)
        for tile, cell in enumerate(cells):
            seen[self.image[tile]] = self.image[cell]
        return [table.number([seen[tile] for tile in table.pattern]) for table in self.tables]


@dataclass(frozen=True)
class PatternSet:
    """Tables whose patterns have each tile of the tray once: the sum of their distances is a bound.

    Where the tray is its own mirror image, the board seen there has a bound too, from the same tables.
    """

    tables: tuple[PatternTable, ...]

    @property
    def shape(self) -> Shape:
        return self.tables[0].shape

    @property
    def home(self) -> int:
        return self.tables[0].home

    @property
    def bits(self) -> int:
        return self.tables[0].bits

    @property
    def partition(self) -> Partition:
        return tuple(table.pattern for table in self.tables)

    @property
    def sizes(self) -> str:
        """As people call it: 6-6-3."""
        return sizes(self.partition)

    @cached_property
    def views(self) -> tuple[View, ...]:
        other = mirror(self.shape, self.home)
        straight = View(self.tables, tuple(range(self.shape.cells)))
        return (straight,) if other is None else (straight, View(self.tables, other.image))

    def excess(self, cells: Sequence[int]) -> int:
        """By how much the bound exceeds the Manhattan distance; `cells[tile]` is where that tile lies."""
        return 2 * max(
            sum(table.entry(number) for table, number in zip(view.tables, view.numbers(cells)))
            for view in self.views
        )


def format_partition(partition: Partition) -> str:
    """The groups in words: 1 2 3 | 4 5."""
    return " | ".join(" ".join(map(str, pattern)) for pattern in partition)


def sizes(partition: Partition) -> str:
    return "-".join(str(len(pattern)) for pattern in partition)
