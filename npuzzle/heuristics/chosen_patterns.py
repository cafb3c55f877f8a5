"""Pattern databases of groups that a user chooses: `patterns(1 2 3 4 | 5 6 7 8)`."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from npuzzle.errors import InvalidHeuristicError
from npuzzle.heuristics.base import Heuristic, HeuristicCard, Prepared, trust
from npuzzle.pattern_databases.chosen import (
    Groups,
    iter_build_chosen,
    parse_groups,
    require_disjoint,
    why_not_fit,
)
from npuzzle.pattern_databases.table import MAX_PATTERN_CELLS, PatternDatabase, sizes
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.shape import Shape, Slide
from npuzzle.registry import AUTO

NAME = "patterns"  # of the combination in a text


class ChosenPatterns(Heuristic):
    """Add up, over chosen groups of tiles, the fewest moves that each group needs.

    A tile in no group counts its Manhattan distance, as a group of one tile does. Admissible: each move is
    counted for one tile at most. Other than in `PatternDatabases` no mirror image is looked up: the sum is
    that of the groups as chosen.
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
        """Build the databases that this session does not have; yield how much is done, 0 to 1."""
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
        """Note, by tile, its group (-1: none), and in each group its factor in the number of a placement."""
        self._tables = tables
        self._group = [-1] * self.shape.cells
        self._weights = [[0] * self.shape.cells for _ in tables]
        for at, table in enumerate(tables):
            for tile, weight in zip(table.pattern, table.weights):
                self._group[tile], self._weights[at][tile] = at, weight


@trust
@dataclass(frozen=True, slots=True)
class _Maker:
    """A callable that makes the heuristic of some groups for a goal; it can be pickled."""

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


def patterns(*groups: Sequence[int] | str) -> HeuristicCard:
    """Make the heuristic of pattern databases for groups of tiles.

    Parameters
    ----------
    groups
        The tiles of each group by number, or one text such as `"1 2 3 4 | 5 6 7 8"`. Tiles in no group count
        as their Manhattan distance.

    Returns
    -------
    HeuristicCard
        Admissible. Consistent if no group has more than one tile: otherwise a move may change the sum by more
        than 1. The databases are built at first use, and kept for the session.

    Raises
    ------
    InvalidHeuristicError
        If a tile is in two groups, a group is empty, or something is not the number of a tile.

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
        summary="moves that chosen groups of tiles need by themselves, looked up and added",
        source="Korf and Felner, 2002",
        admissible=True,
        consistent=all(len(group) == 1 for group in chosen),
        most_cells=MAX_PATTERN_CELLS,
        make=maker,
        refuses=maker.why_not,
    )
