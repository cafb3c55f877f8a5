"""Additive pattern tables as a heuristic."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import cached_property

from npuzzle.heuristics.base import Heuristic, HeuristicCard, Prepared
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.symmetry import canonical
from npuzzle.pattern_databases.table import MOST_CELLS, PatternSet
from npuzzle.puzzle.board import Board
from npuzzle.registry import AUTO


class PatternTables(Heuristic):
    """Moves that each group of tiles needs by itself, whatever the others do, added over the groups.

    Admissible because a move is counted for its own tile's group only (Korf and Felner, 2002). Each group
    takes the least over all places of the blank, so a move may change the sum by more than 1: not
    consistent. Where the tray is its own mirror image, the larger of the two readings counts.

    The tables are looked for, or built, at first use.
    """

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self.symmetry = canonical(self.shape, self.home)
        self._tables: PatternSet | None = None
        self._found: dict[str, catalogue.Found] = {}  # by engine, with what went wrong on the way

    def finding(
        self, engine: str = AUTO, *, below: PatternSet | None = None
    ) -> Generator[float, None, catalogue.Found]:
        """The tables of this tray, laid down as `symmetry` does; yields how much is done, 0 to 1."""
        if below is None and engine in self._found:
            return self._found[engine]
        turned = self.symmetry
        found = yield from catalogue.finding(turned.shape, turned.image[self.home], engine, below=below)
        if below is None:
            self._found[engine] = found
        return found

    def preparing(self, engine: str = AUTO) -> Generator[float, None, Prepared]:
        """Find or build the tables."""
        found = yield from self.finding(engine)
        self._tables = found.tables
        return Prepared(found.tables.sizes, found.note)

    def estimate(self, state: Sequence[int]) -> int:
        if self._tables is None:
            for _ in self.preparing():
                pass
            assert self._tables is not None
        groups = len(self._tables.tables)
        sums = [0] * (1 + groups * len(self._tables.views))
        for cell, tile in enumerate(state):
            for at, by_cell in self._sums[tile]:
                sums[at] += by_cell[cell]
        readings = [sums[start : start + groups] for start in range(1, len(sums), groups)]
        tables = self._tables.tables
        excess = [sum(t.entry(n) for t, n in zip(tables, numbers)) for numbers in readings]
        return sums[0] + 2 * max(excess)

    @cached_property
    def _sums(self) -> list[list[tuple[int, list[int]]]]:
        """By tile: which sums it adds to, and how much, by its cell.

        The first sum is the Manhattan distance, the others are the numbers of placements.
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
                    sums[seen.index(label)].append((at, [weight * seen[cell] for cell in cells]))
                at += 1
        return sums


CARD = HeuristicCard(
    name="pattern-tables",
    aliases=("pattern-database", "pdb"),
    label="Additive pattern tables",
    summary="moves that groups of tiles need by themselves, looked up and added",
    source="Korf and Felner, 2002",
    admissible=True,
    consistent=False,
    most_cells=MOST_CELLS,
    make=PatternTables,
)
