"""A pattern database, a set of them that covers all tiles of a board, and their place in a kernel's memory.

The number of a placement is a sum with one addend for each tile. So a move changes the sum by an amount that
depends only on the tile and the direction. Kernels add that amount, and never compute the sum afresh.
`npuzzle.kernels.board_layout` defines the blank's ways and sets of ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import perm

from npuzzle.compiler import Kernel
from npuzzle.kernels.board_layout import image_steps
from npuzzle.pattern_databases.symmetry import find_image, mirror
from npuzzle.puzzle.shape import Shape

#: The home cells of the tiles in one group.
Pattern = tuple[int, ...]
#: Groups that contain each tile once.
Partition = tuple[Pattern, ...]

MOST_SMALL = 20_000_000  # entries of a small database: enough for 6 tiles on 16 cells or 5 on 25


@dataclass(frozen=True, slots=True)
class PatternDatabase:
    """The fewest moves that the tiles of `pattern` need, from every placement.

    The number of a placement is the sum of cell * cells^(k - 1 - i) over the k tiles. Its entry has `bits`
    bits in `data` (lowest first) and is (moves - Manhattan distance) / 2, or the largest possible entry if
    that is less. `home` is the home of the blank.

    `image`: if not empty, `data` belongs to another pattern, which this one becomes when it is turned or
    mirrored. Then a lookup uses the images of the cells, and the order of the tiles' images.
    """

    shape: Shape
    home: int
    pattern: Pattern
    bits: int
    data: bytes
    image: tuple[int, ...] = ()

    @property
    def weights(self) -> tuple[int, ...]:
        """By tile of the pattern: the factor of its cell in the number of a placement."""
        plain = weights(self.shape, self.pattern)
        if not self.image:
            return plain
        images = sorted(self.image[tile] for tile in self.pattern)
        return tuple([plain[images.index(self.image[tile])] for tile in self.pattern])

    def map_cell(self, cell: int) -> int:
        """Return the cell as the entries number it: its image if `data` belongs to another pattern."""
        return self.image[cell] if self.image else cell

    def number(self, cells: Sequence[int]) -> int:
        """Return the number of a placement: the cells of the pattern's tiles, in the pattern's order."""
        return sum(weight * self.map_cell(cell) for weight, cell in zip(self.weights, cells, strict=True))

    def reuse_for(self, pattern: Pattern, image: tuple[int, ...]) -> PatternDatabase:
        """Return this database for another pattern, an image of this database's pattern."""
        return replace(self, pattern=pattern, image=image)

    def entry(self, number: int) -> int:
        """Return the entry of the placement of that number."""
        byte, place = divmod(number, 8 // self.bits)
        return self.data[byte] >> place * self.bits & (1 << self.bits) - 1

    def distance(self, cells: Sequence[int]) -> int:
        """Return a lower bound on the moves that bring the pattern's tiles home from those cells."""
        far = sum(self.shape.distance(tile, cell) for tile, cell in zip(self.pattern, cells, strict=True))
        return far + 2 * self.entry(self.number(cells))


def weights(shape: Shape, pattern: Pattern) -> tuple[int, ...]:
    """Return, by tile of the pattern, the factor of its cell in the number of a placement."""
    return tuple([int(shape.cells**power) for power in reversed(range(len(pattern)))])


def table_bytes(shape: Shape, pattern: Pattern, bits: int) -> int:
    """Return the bytes that the entries of a database take."""
    return int(-(-(shape.cells ** len(pattern)) * bits // 8))


def placements(shape: Shape, pattern: Pattern) -> int:
    """Count the placements of the pattern's tiles."""
    return perm(shape.cells, len(pattern))


def is_large(shape: Shape, pattern: Pattern) -> bool:
    """Return whether a database is large: built by region, not compressed, shared by similar patterns."""
    return bool(shape.cells ** len(pattern) > MOST_SMALL)


def find_alike(tables: Sequence[PatternDatabase], pattern: Pattern) -> PatternDatabase | None:
    """Find a large database of an image of this pattern, and return it for this pattern, or None."""
    for table in tables:
        if is_large(table.shape, pattern) and not table.image:
            symmetry = find_image(table.shape, table.home, pattern, table.pattern)
            if symmetry is not None:
                return table.reuse_for(pattern, symmetry.image)
    return None


def list_distinct(shape: Shape, home: int, partition: Partition) -> tuple[Pattern, ...]:
    """List the patterns that need a database, without those that an earlier pattern's database serves."""
    found = list[PatternDatabase]()
    for pattern in partition:
        if find_alike(found, pattern) is None:
            found.append(PatternDatabase(shape, home, pattern, 8, b""))
    return tuple([table.pattern for table in found])


@dataclass(frozen=True, slots=True)
class View:
    """A way to look up a board: as it is, or mirrored. `image`: the cell to which each cell is mapped."""

    tables: tuple[PatternDatabase, ...]
    image: tuple[int, ...]

    def numbers(self, cells: Sequence[int]) -> list[int]:
        """Return the number of the placement in each database. `cells[tile]` is the cell of that tile."""
        seen = [0] * len(cells)
        for tile, cell in enumerate(cells):
            seen[self.image[tile]] = self.image[cell]
        return [table.number([seen[tile] for tile in table.pattern]) for table in self.tables]


@dataclass(frozen=True)
class PatternSet:
    """Databases whose patterns contain each tile once: the sum of their distances is a lower bound.

    If a mirror image of the board has the same shape and home, the same databases bound the mirrored board,
    too, and both boards have the same distance.
    """

    tables: tuple[PatternDatabase, ...]

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
    def distinct_data(self) -> list[bytes]:
        """The entries of the databases that are not an image of an earlier database."""
        return [table.data for table in self.tables if not table.image]

    @property
    def sizes(self) -> str:
        """The sizes of the groups, as people name a partition: 6-6-3."""
        return sizes(self.partition)

    @cached_property
    def views(self) -> tuple[View, ...]:
        other = mirror(self.shape, self.home)
        straight = View(self.tables, tuple(range(self.shape.cells)))
        return (straight,) if other is None else (straight, View(self.tables, other.image))

    def excess(self, cells: Sequence[int]) -> int:
        """Return the bound minus the Manhattan distance. `cells[tile]` is the cell of that tile."""
        return 2 * max(
            sum(table.entry(number) for table, number in zip(view.tables, view.numbers(cells)))
            for view in self.views
        )


def format_partition(partition: Partition) -> str:
    """Write the groups as text: 1 2 3 | 4 5."""
    return " | ".join(" ".join(map(str, pattern)) for pattern in partition)


def sizes(partition: Partition) -> str:
    """Write the sizes of the groups: 6-6-3."""
    return "-".join(str(len(pattern)) for pattern in partition)


# The memory of a kernel: the databases one after the other, and the changes that moves make


def write_tables(kernel: Kernel, tables: PatternSet) -> list[int]:
    """Write the databases into the kernel's array `table`. Return the number of the first entry of each."""
    starts, place = dict[int, int](), 0
    for data in tables.distinct_data:
        kernel.write("table", data, place)
        starts[id(data)] = place
        place += len(data)
    return [starts[id(table.data)] * 8 // tables.bits for table in tables.tables]


def tile_groups(shape: Shape, view: View) -> list[int]:
    """Return, for each tile, the index of its database in the view, or 0 for the blank."""
    groups = [0] * shape.cells
    for group, table in enumerate(view.tables):
        for label in table.pattern:
            groups[view.image.index(label)] = group
    return groups


def placement_steps(shape: Shape, view: View) -> list[int]:
    """Return, by tile and the blank's way, how a move changes the placement number of the tile's group.

    4 * cells elements. The tile goes the opposite way of the blank.
    """
    steps = [0] * (4 * shape.cells)
    for table in view.tables:
        changes = image_steps(shape, [table.map_cell(cell) for cell in view.image])
        for label, weight in zip(table.pattern, table.weights):
            tile = view.image.index(label)
            steps[4 * tile : 4 * tile + 4] = [-weight * change for change in changes]
    return steps
