"""The heuristics of additive pattern databases: with groups of tiles found automatically, or chosen by you.

`PatternDatabases` finds the largest databases that this program has for a board. `patterns(1 2 3 | 4 5)` uses
a database for each of these groups. `npuzzle.pattern_databases` builds and finds the databases.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import getitem
from struct import Struct

from npuzzle.errors import InvalidHeuristicError
from npuzzle.heuristics.base import Heuristic, HeuristicCard, Prepared, trust
from npuzzle.lazy import loadable
from npuzzle.pattern_databases import MAX_PATTERN_CELLS, catalogue
from npuzzle.pattern_databases.chosen import (
    Groups,
    iter_build_chosen,
    parse_groups,
    require_disjoint,
    why_not_fit,
)
from npuzzle.pattern_databases.symmetry import canonical
from npuzzle.pattern_databases.table import PatternDatabase, PatternSet, sizes
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.shape import Shape, Slide
from npuzzle.registry import AUTO

NAME = "patterns"  # how the text of chosen groups begins, as in `patterns(1 2 3 | 4 5)`


@loadable
class PatternDatabases(Heuristic):
    """The sum over groups of tiles of the fewest moves that a group needs, wherever the other tiles are.

    Admissible, because a move is counted only for the group of the tile that moves (Korf and Felner, 2002).
    Not consistent: the estimate of a group is the least over all places of the blank, so a move may change
    the sum by more than 1. If a mirror image of the board has the same shape and home, the mirror image is
    looked up, too, and the larger sum counts.

    The databases are found, or built, at first use.
    """

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self.symmetry = canonical(self.shape, self.home)
        self._tables: PatternSet | None = None
        self._found: dict[str, catalogue.FoundTables] = {}  # by engine, with its error

    def iter_find(
        self, engine: str = AUTO, *, below: PatternSet | None = None
    ) -> Generator[float, None, catalogue.FoundTables]:
        """Find the databases for this shape and home, turned by `symmetry`. Yield the share done, 0 to 1.
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
        """Find or build the databases, and yield the share done, from 0 to 1."""
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
        """How to read the databases: layout, addends and look-ups.

        The sums are fields of one integer, so that one addition updates all of them. Adding field by field
        takes 1.5 times as long. The addends are by cell and tile. Each field has a look-up, except the first,
        which is the Manhattan distance.
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
        """For each tile, the sums that it adds to, each with the tile's addend at each cell.

        Sum 0 is the Manhattan distance. Each other sum is the number of a placement.
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


class ChosenPatterns(Heuristic):
    """The sum over chosen groups of tiles of the fewest moves that a group needs.

    A tile in no group adds its Manhattan distance, as a group of one tile would. Admissible, because each
    move is counted for at most one tile. Unlike `PatternDatabases`, it never looks up the mirror image: the
    sum is for the groups as chosen.
    """

    def __init__(self, groups: Groups, goal: Board) -> None:
        super().__init__(goal)
        if problem := why_not_fit(groups, goal.shape):
            raise InvalidHeuristicError(problem)
        self.patterns = tuple([tuple(sorted(map(goal.tiles.index, group))) for group in groups])
        self._tables: tuple[PatternDatabase, ...] | None = None
        cells = range(self.shape.cells)
        self._far = [
            [self.shape.distance(cell, tile) * (tile != self.home) for tile in cells] for cell in cells
        ]

    def iter_prepare(self, engine: str = AUTO) -> Generator[float, None, Prepared]:
        """Build the databases that this session does not have, and yield the share done, from 0 to 1."""
        if self._tables is None:
            self._use((yield from iter_build_chosen(self.shape, self.home, self.patterns, engine)))
        return Prepared(sizes(self.patterns))

    def estimate(self, state: Sequence[int]) -> int:
        tables = self._prepare()
        far = sum([self._far[cell][tile] for cell, tile in enumerate(state)])
        return far + 2 * sum([table.data[self._number(at, state)] for at, table in enumerate(tables)])

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        """Look up only the group of the tile that moved."""
        src, dst = slide
        tile = state[dst]
        h += self._far[dst][tile] - self._far[src][tile]
        tables = self._prepare()
        at = self._group[tile]
        if at < 0:
            return h
        now, data = self._number(at, state), tables[at].data
        return h + 2 * (data[now] - data[now - (dst - src) * self._weights[at][tile]])

    def _number(self, at: int, state: Sequence[int]) -> int:
        """Return the number of the placement of a group."""
        weights = self._weights[at]
        return sum([weights[tile] * cell for cell, tile in enumerate(state)])

    def _prepare(self) -> tuple[PatternDatabase, ...]:
        if self._tables is None:
            for _ in self.iter_prepare():
                pass
        assert self._tables is not None
        return self._tables

    def _use(self, tables: tuple[PatternDatabase, ...]) -> None:
        """Note each tile's group (-1: none), and the tile's factor in the number of the group's placement."""
        self._tables = tables
        self._group = [-1] * self.shape.cells
        self._weights = [[0] * self.shape.cells for _ in tables]
        for at, table in enumerate(tables):
            for tile, weight in zip(table.pattern, table.weights):
                self._group[tile], self._weights[at][tile] = at, weight


@trust
@dataclass(frozen=True, slots=True)
class _Maker:
    """A callable that makes the heuristic of some groups for a goal. It can be pickled."""

    groups: Groups

    def __post_init__(self) -> None:
        require_disjoint(self.groups)

    @property
    def assumes(self) -> tuple[str, ...]:
        return ()  # no move is counted twice, as no tile is in two groups

    def __call__(self, goal: Board) -> Heuristic:
        return ChosenPatterns(self.groups, goal)

    def why_not(self, shape: Shape) -> str:
        return why_not_fit(self.groups, shape)


def format_groups(groups: Groups) -> str:
    """Write groups as the text of a heuristic, without spaces.

    >>> format_groups(((1, 2), (3,)))
    'patterns(1,2|3)'
    """
    return f"{NAME}({'|'.join(','.join(map(str, group)) for group in groups)})"


@loadable
def patterns(*groups: Sequence[int] | str) -> HeuristicCard:
    """Make the heuristic of pattern databases for groups of tiles.

    Parameters
    ----------
    groups
        The tile numbers of each group, or one text such as `"1 2 3 4 | 5 6 7 8"`. Tiles in no group
        count as their Manhattan distance.

    Returns
    -------
    HeuristicCard
        An admissible heuristic. It is consistent only if no group has more than one tile: otherwise a move
        may change the sum by more than 1. The databases are built at first use, and cached for the session.

    Raises
    ------
    InvalidHeuristicError
        If a tile is in two groups, a group is empty, or a value is not a tile number.

    Examples
    --------
    >>> card = patterns((1, 2, 3, 4), (5, 6, 7, 8))
    >>> card.name, card.admissible, card.consistent, card("8 6 7/2 5 4/3 0 1")
    ('patterns(1,2,3,4|5,6,7,8)', True, False, 29)
    """
    texts = [one if isinstance(one, str) else " ".join(map(str, one)) for one in groups]
    chosen = parse_groups(" | ".join(texts))
    maker = _Maker(chosen)
    return HeuristicCard(
        name=format_groups(chosen),
        label=f"Pattern databases {sizes(chosen)}",
        summary="the moves that each chosen group of tiles needs by itself, looked up and added up",
        source="Korf and Felner, 2002",
        admissible=True,
        consistent=all(len(group) == 1 for group in chosen),
        most_cells=MAX_PATTERN_CELLS,
        make=maker,
        refuses=maker.why_not,
    )
