"""Groups of tiles that a user chooses: check them, compute the cost, and build pattern databases for them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from threading import Lock

from npuzzle.errors import InvalidHeuristicError, quote
from npuzzle.pattern_databases import MAX_PATTERN_CELLS
from npuzzle.pattern_databases.build import FIRST_RING, iter_build
from npuzzle.pattern_databases.table import MOST_SMALL, Pattern, PatternDatabase, placements, table_bytes
from npuzzle.progress import forward
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import AUTO

#: The numbers of the tiles in each group.
Groups = tuple[tuple[int, ...], ...]

ENTRY_BITS = 8  # of the databases built here: each entry is a byte, so that a search need not unpack it
SLOT_BYTES = 4  # of memory for each entry while a database is being built
MOST_KEPT = 64_000_000  # bytes of databases that a session caches

_session: dict[tuple[Shape, int, Pattern], PatternDatabase] = {}
_lock = Lock()  # held by the thread that changes `_session`


def parse_groups(text: str) -> Groups:
    """Read groups of tiles: numbers with spaces or commas between, and `|` between groups.

    >>> parse_groups("1 2 3 | 4,5")
    ((1, 2, 3), (4, 5))

    Raises InvalidHeuristicError.
    """
    groups = []
    for part in text.split("|"):
        words = part.replace(",", " ").split()
        wrong = next(
            (word for word in words if not (word.isascii() and word.isdigit() and len(word) < 4)), ""
        )
        if wrong:
            raise InvalidHeuristicError(f"a group must be a list of tile numbers, got {quote(wrong)}")
        groups.append(tuple(sorted(map(int, words))))
    require_disjoint(groups)
    return tuple(groups)


def require_disjoint(groups: Sequence[Sequence[int]]) -> None:
    """Raise InvalidHeuristicError unless each group has a tile, and no tile is in two groups."""
    seen: set[int] = set()
    if not groups or not all(groups):
        raise InvalidHeuristicError("each group needs at least one tile, as in patterns(1 2 3 | 4 5)")
    for tile in (tile for group in groups for tile in group):
        if tile == 0:
            raise InvalidHeuristicError("0 is the blank: groups are of tiles only")
        if tile in seen:
            raise InvalidHeuristicError(
                f"tile {tile} is in the groups twice: its moves would be counted twice, and the sum could be "
                "above the true distance"
            )
        seen.add(tile)


def why_not_fit(groups: Groups, shape: Shape) -> str:
    """Explain, without a full stop, why these groups do not fit this shape, or return "" if they do."""
    if shape.cells > MAX_PATTERN_CELLS:
        return f"pattern databases need a board of up to {MAX_PATTERN_CELLS} cells; {shape} has {shape.cells}"
    largest = max(map(max, groups))
    if largest >= shape.cells:
        return f"a {shape} board has the tiles 1 to {shape.cells - 1}, not {largest}"
    size, most = max(map(len, groups)), most_tiles(shape)
    if size > most:
        return (
            f"a group of {size} tiles on {shape} needs {shape.cells**size:,} entries; "
            f"the largest group that can be built has {most} tiles"
        )
    return ""


def most_tiles(shape: Shape) -> int:
    """Return the most tiles that a group may have."""
    return max(size for size in range(1, shape.cells) if shape.cells**size <= MOST_SMALL)


def count_bytes(groups: Groups, shape: Shape) -> tuple[int, int]:
    """Return the bytes of the databases, and the most bytes that are needed at once to build them."""
    kept = [table_bytes(shape, group, ENTRY_BITS) for group in groups]
    working = max(SLOT_BYTES * (shape.cells ** len(group) + FIRST_RING) for group in groups)
    return sum(kept), sum(kept) + working


def count_placements(groups: Groups, shape: Shape) -> int:
    """Count the placements in the databases, a measure of the work of building them."""
    return sum(placements(shape, group) for group in groups)


def iter_build_chosen(
    shape: Shape, home: int, patterns: Sequence[Pattern], engine: str = AUTO
) -> Generator[float, None, tuple[PatternDatabase, ...]]:
    """Build a database for each group of home cells, and yield the share done, from 0 to 1.

    Databases that this session has built before are not built again.
    """
    total = sum(placements(shape, pattern) for pattern in patterns)
    done, built = 0.0, []
    for pattern in patterns:
        key = (shape, home, pattern)
        share = placements(shape, pattern) / total
        table = _session.get(key)
        if table is None:
            work = iter_build(shape, home, (pattern,), ENTRY_BITS, engine)
            found = yield from forward(work, partial(_share_of, done, share))
            table = found.tables[0]
            _keep(key, table)
        built.append(table)  # not read from `_session`: another thread may have removed it
        done += share
    return tuple(built)


def _share_of(done: float, share: float, part: float) -> float:
    return done + share * part


def _keep(key: tuple[Shape, int, Pattern], built: PatternDatabase) -> None:
    """Cache a database for this session. If all take more than MOST_KEPT, drop the oldest."""
    with _lock:
        _session[key] = built
        while len(_session) > 1 and sum(len(one.data) for one in _session.values()) > MOST_KEPT:
            del _session[next(iter(_session))]


def is_built(shape: Shape, home: int, patterns: Sequence[Pattern]) -> bool:
    """Return whether this session has these databases."""
    return all((shape, home, pattern) in _session for pattern in patterns)


def forget_chosen() -> None:
    """Forget the databases of this session."""
    with _lock:
        _session.clear()
