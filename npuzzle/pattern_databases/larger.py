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

#: The checksums of their files, by shape, as `npuzzle.pattern_databases.codec` writes them.
CHECKSUMS = {
    Shape(2, 9): "a7b6817487593d3228ccc5ff7cb055736a52c30ac403212d1d64784779bb33de",
    Shape(2, 10): "0c43ed4384c28b3fd2809d71485a859cced2f9f2e150ddc3f1d1c9aadc0130f1",
    Shape(2, 11): "51787c64ad2544e2cddcb360c6e23c5500eef7d41e273d0de1b72cad93df6c79",
    Shape(2, 12): "abd23fc7a7bdd4ee8afaec56f92cf3425da87ac78d03f9ef52725d4d57a3cc31",
    Shape(3, 6): "20726a4e4e1f582d863bb81a9580f24e77b7ac83beb20a07ee65bc7620a6af69",
    Shape(3, 7): "71ca78a888490a4a6bb9445b3cce602f1b07fa9ff3042db4f6d29bbff9672432",
    Shape(3, 8): "a7719f397d3bdad6ba43d4ffc3822a7c78e7ec971a00824e856afcf337494b3d",
    Shape(4, 5): "d18d11052371120e030c98c13c07e434770eea2b0557a35ad3c3859f2e03a5bf",
    Shape(4, 6): "973e5608aa442a625e5697a6e75f52e85f166b629bdbaf6a24a2de66d7351eab",
    Shape(5, 5): "142f93f55a933e998d8f47fc4bec9d3bd62d1a29f27375188c040ddf57500514",
}
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
