"""The heuristic of additive pattern databases."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import cached_property
from operator import getitem
from struct import Struct

from npuzzle.heuristics.base import Heuristic, HeuristicCard, Prepared
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.symmetry import canonical
from npuzzle.pattern_databases.table import MAX_PATTERN_CELLS, PatternSet
from npuzzle.puzzle.board import Board
from npuzzle.registry import AUTO


class PatternDatabases(Heuristic):
    """Add up, over groups of tiles, the fewest moves that each group needs, wherever the other tiles are.

    Admissible, because a move is counted only for the group of the tile that moves (Korf and Felner, 2002).
    Not consistent: each group takes the least over all places of the blank, so a move may change the sum by
    more than 1. If a mirror image of the board has the same shape and home, the board is looked up in the
    mirror, too, and the larger sum counts.

    The databases are found, or built, at first use.
    """

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self.symmetry = canonical(self.shape, self.home)
        self._tables: PatternSet | None = None
        self._found: dict[str, catalogue.Found] = {}  # by engine, with what went wrong

    def iter_find(
        self, engine: str = AUTO, *, below: PatternSet | None = None
    ) -> Generator[float, None, catalogue.Found]:
        """Find the databases for this shape and home, turned by `symmetry`; yield how much is done, 0 to 1.

        `below`: look for a set that needs less memory than this one.
        """
        if below is None and engine in self._found:
            return self._found[engine]
        turned = self.symmetry
        found = yield from catalogue.iter_find(turned.shape, turned.image[self.home], engine, below=below)
        if below is None:
            self._found[engine] = found
        return found

    def iter_prepare(self, engine: str = AUTO) -> Generator[float, None, Prepared]:
        """Find or build the databases; yield how much is done, 0 to 1."""
        found = yield from self.iter_find(engine)
        self._tables = found.tables
        return Prepared(found.tables.sizes, found.note)

    def estimate(self, state: Sequence[int]) -> int:
        if self._tables is None:
            for _ in self.iter_prepare():
                pass
            assert self._tables is not None
        layout, addends, entries = self._reading
        fields = sum(map(getitem, addends, state))
        sums: tuple[int, ...] = layout.unpack(fields.to_bytes(layout.size, "little"))
        excess = [entry(number) for entry, number in zip(entries, sums[1:])]
        groups = len(self._tables.tables)
        return sums[0] + 2 * max([sum(excess[at : at + groups]) for at in range(0, len(excess), groups)])

    @cached_property
    def _reading(self) -> tuple[Struct, list[list[int]], list[Callable[[int], int]]]:
        """Return how to read the databases, whose sums are fields of one integer, added up all at once.

        The layout of the fields; for each cell, what each tile adds there; the look-up of each field but the
        first. To add up field after field takes half as long again.
        """
        assert self._tables is not None
        views = self._tables.views
        layout = Struct(f"<{1 + len(views) * len(self._tables.tables)}Q")
        addends = [[0] * self.shape.cells for _ in range(self.shape.cells)]
        for tile, sums in enumerate(self._sums_by_tile):
            for at, by_cell in sums:
                for cell, adds in enumerate(by_cell):
                    addends[cell][tile] += adds << 64 * at
        return layout, addends, [table.entry for view in views for table in view.tables]

    @property
    def _sums_by_tile(self) -> list[list[tuple[int, list[int]]]]:
        """Return, for each tile, the sums that it adds to and how much it adds, by its cell.

        Sum 0 is the Manhattan distance; the others are the numbers of the placements.
        """
        assert self._tables is not None
        cells = range(self.shape.cells)
        sums: list[list[tuple[int, list[int]]]] = [[] for _ in cells]
        for tile in cells:
            if tile != self.home:
                sums[tile].append((0, [self.shape.distance(tile, cell) for cell in cells]))
        at = 1
        for view in self._tables.views:
            seen = [view.image[self.symmetry.image[cell]] for cell in cells]
            for table in view.tables:
                for label, weight in zip(table.pattern, table.weights):
                    sums[seen.index(label)].append(
                        (at, [weight * table.map_cell(seen[cell]) for cell in cells])
                    )
                at += 1
        return sums


CARD = HeuristicCard(
    name="pattern-tables",
    aliases=("pattern-database", "pdb"),
    label="Additive pattern databases",
    summary="moves that groups of tiles need by themselves, looked up and added",
    source="Korf and Felner, 2002",
    admissible=True,
    consistent=False,
    most_cells=MAX_PATTERN_CELLS,
    make=PatternDatabases,
)
