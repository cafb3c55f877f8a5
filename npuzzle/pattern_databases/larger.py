"""Larger pattern databases that a user may ask for: which boards have them, what they cost, what they are.

They are for boards of 17 to 25 cells whose blank has its home in a corner. To build them takes longer than a
search should wait, so they are built once, when asked for, and kept. Their entries are known before: a file
of them that has another checksum than CHECKSUMS is not used.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.build import iter_build
from npuzzle.pattern_databases.catalogue import CHECKSUMS
from npuzzle.pattern_databases.partition import bits_for, partitions
from npuzzle.pattern_databases.symmetry import canonical
from npuzzle.pattern_databases.table import (
    Partition,
    PatternSet,
    is_large,
    list_distinct,
    placements,
    sizes,
    table_bytes,
)
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import AUTO

#: Placements that the page's worker looks at in a second, about: of large databases, and of small ones.
PER_SECOND, PER_SECOND_SMALL = 10_000_000, 1_500_000


@dataclass(frozen=True, slots=True)
class LargerTables:
    """The larger databases of a shape; the blank's home is the first cell."""

    shape: Shape
    partition: Partition

    @property
    def name(self) -> str:
        """The name of their file."""
        return catalogue.file_name(self.shape, 0, self.partition)

    @property
    def bits(self) -> int:
        return bits_for(self.shape, self.partition)

    @property
    def sizes(self) -> str:
        """The sizes of the groups: 6-6-6-6."""
        return sizes(self.partition)

    @property
    def bytes(self) -> int:
        """The bytes that they take in memory; a file of small databases is shorter."""
        return sum(table_bytes(self.shape, pattern, self.bits) for pattern in self._distinct)

    @property
    def seconds(self) -> float:
        """About how long the page needs to build them."""
        return sum(
            placements(self.shape, pattern)
            / (PER_SECOND if is_large(self.shape, pattern) else PER_SECOND_SMALL)
            for pattern in self._distinct
        )

    @property
    def _distinct(self) -> tuple[tuple[int, ...], ...]:
        return list_distinct(self.shape, 0, self.partition)

    def iter_build(self, engine: str = AUTO) -> Generator[float, None, PatternSet]:
        """Build them; yield how much is done, 0 to 1."""
        return iter_build(self.shape, 0, self.partition, self.bits, engine)

    @property
    def checksum(self) -> str:
        """The checksum of their file."""
        return CHECKSUMS[self.shape]

    @property
    def is_provided(self) -> bool:
        """Whether the searches of this session have them."""
        return catalogue.has(self.shape, 0, self.partition)

    def refuse(self, why: str) -> None:
        """Let the searches of this session say why they do without them."""
        catalogue.refuse(self.shape, 0, self.partition, why)


def find_larger(shape: Shape, home: int) -> LargerTables | None:
    """Find the larger databases for a shape and a home of the blank; None if there are none.

    >>> find_larger(Shape(5, 5), 24).sizes
    '6-6-6-6'
    """
    turned = canonical(shape, home)
    if turned.shape not in CHECKSUMS or turned.image[home] != 0:
        return None
    return LargerTables(turned.shape, partitions(turned.shape, 0)[0])
