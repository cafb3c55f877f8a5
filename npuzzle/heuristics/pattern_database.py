"""The heuristic of additive pattern databases."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import cached_property

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
        groups = len(self._tables.tables)
        sums = [0] * (1 + groups * len(self._tables.views))
        for cell, tile in enumerate(state):
            for at, by_cell in self._sums_by_tile[tile]:
                sums[at] += by_cell[cell]
        readings = [sums[start : start + groups] for start in range(1, len(sums), groups)]
        tables = self._tables.tables
        excess = [sum(t.entry(n) for t, n in zip(tables, numbers)) for numbers in readings]
        return sums[0] + 2 * max(excess)

    @cached_property
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

PatternTables = PatternDatabases  #: The earlier name of the class.
