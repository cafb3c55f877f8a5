"""Build pattern databases in steps: small ones by one kernel, large ones by two others.

A small database is built breadth-first over placements (`pattern_build`). That takes four bytes of memory for
each placement, a billion bytes for six tiles on 25 cells. A large one is built over sets of cells and the
regions of the blank around them (`region_index`, `region_build`): the orders of the tiles on one set of cells
are bits of a few numbers. That takes 140 MB, and one operation moves thirty orders at once.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import lru_cache, partial
from itertools import permutations
from math import comb, factorial
from typing import NamedTuple

from npuzzle.compiler import Kernel
from npuzzle.errors import InvalidJobError, KernelError
from npuzzle.kernels import pattern_build, region_build, region_index
from npuzzle.kernels.board_layout import NEIGHBOURS, pack_neighbours
from npuzzle.pattern_databases import MAX_PATTERN_CELLS
from npuzzle.pattern_databases.table import (
    MOST_SMALL,
    Partition,
    Pattern,
    PatternDatabase,
    PatternSet,
    find_alike,
    is_large,
    placements,
    table_bytes,
    weights,
)
from npuzzle.progress import forward
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import AUTO

MOST_TILES = 6  # tiles of a pattern with a large database
MOST_LARGE = 250_000_000  # entries of a large database: enough for 6 tiles on 25 cells
FIRST_RING = 1 << 16  # states for which the kernel's queue first has room
STATES_PER_STEP = {"python": 1_000, "checked": 200}  # between two yields
STATES_PER_FAST_STEP = 20_000  # likewise, when compiled


def iter_build(
    shape: Shape, home: int, partition: Partition, bits: int, engine: str = AUTO
) -> Generator[float, None, PatternSet]:
    """Build the databases of a partition, and yield the share done, from 0 to 1. Raises InvalidJobError."""
    total = sum(placements(shape, pattern) for pattern in partition)
    done, tables = 0, list[PatternDatabase]()
    for pattern in partition:
        table = find_alike(tables, pattern)
        if table is None:
            build = iter_build_by_region if is_large(shape, pattern) else _iter_build_one
            _require_size(shape, pattern)
            work = build(shape, home, pattern, bits, engine)
            table = yield from forward(work, partial(_count_entries, done, total))
        tables.append(table)
        done += placements(shape, pattern)
    return PatternSet(tuple(tables))


def can_build(shape: Shape, tiles: int) -> bool:
    """Return whether a database of `tiles` tiles can be built."""
    slots = shape.cells**tiles
    return bool(slots <= MOST_SMALL or (slots <= MOST_LARGE and tiles <= MOST_TILES))


def _require_size(shape: Shape, pattern: Pattern) -> None:
    """Raise InvalidJobError if the shape or the pattern is too large."""
    if shape.cells > MAX_PATTERN_CELLS:
        raise InvalidJobError(
            f"pattern databases need a board of up to {MAX_PATTERN_CELLS} cells; {shape} has {shape.cells}"
        )
    if not can_build(shape, len(pattern)):
        most = next(k for k in range(len(pattern), 0, -1) if can_build(shape, k))
        raise InvalidJobError(
            f"a group of {len(pattern)} tiles on {shape} is too large for a table: at most {most}"
        )


def _count_entries(done: int, total: int, found: int) -> float:
    return (done + found) / total


def _iter_build_one(
    shape: Shape, home: int, pattern: Pattern, bits: int, engine: str
) -> Generator[int, None, PatternDatabase]:
    """Build one database, and yield the number of placements known so far."""
    ring = FIRST_RING
    while True:
        kernel = _make_kernel(shape, pattern, bits, ring, engine)
        free = sum(1 << cell for cell in range(shape.cells) if cell not in pattern)
        solved = sum(weight * tile for weight, tile in zip(weights(shape, pattern), pattern))
        kernel.call("begin", solved, home, free)
        states = STATES_PER_STEP.get(kernel.engine, STATES_PER_FAST_STEP)
        while (more := kernel.call("build", states)) == 1:
            yield kernel.read("state")[pattern_build.FOUND]
        if more == 0:
            break
        ring *= 4  # the queue was full: start again with a larger one
    others = shape.cells - 1 - len(pattern)  # with at most one other tile, parity rules out some placements
    if others > 1 and kernel.read("state")[pattern_build.FOUND] != placements(shape, pattern):
        raise KernelError(f"the table of {pattern} on {shape} is incomplete: a bug in npuzzle")
    kernel.call("fill")
    return PatternDatabase(shape, home, pattern, bits, bytes(kernel.read("table")))


def _make_kernel(shape: Shape, pattern: Pattern, bits: int, ring: int, engine: str) -> Kernel:
    """Make the kernel for one database, with the data of the board in its memory."""
    cells, tiles = shape.cells, len(pattern)
    every = (1 << cells) - 1
    first_col = sum(1 << row * shape.cols for row in range(shape.rows))
    kernel = Kernel(
        pattern_build,
        {
            "beside": NEIGHBOURS * cells,
            "far": tiles * cells,
            "weight": tiles,
            "place": tiles,
            "table": table_bytes(shape, pattern, bits),
            "seen": cells**tiles,
            "ring": ring,
            "state": 5,
        },
        {
            "CELLS": cells,
            "COLS": shape.cols,
            "TILES": tiles,
            "SLOTS": cells**tiles,
            "BITS": bits,
            "RING": ring,
            "PER_BYTE": 8 // bits,
            "MOST": (1 << bits) - 1,
            "NOT_FIRST_COL": every & ~first_col,
            "NOT_LAST_COL": every & ~(first_col << shape.cols - 1),
            "NOT_LAST_ROW": every >> shape.cols,
        },
        engine=engine,
    )
    kernel.write("beside", pack_neighbours(shape))
    kernel.write("far", bytes([shape.distance(tile, cell) for tile in pattern for cell in range(cells)]))
    kernel.write("weight", weights(shape, pattern))
    return kernel


# Large databases

IN_WORD = 30  # orders in a word of the kernel
REGIONS_PER_STEP = {"python": 50, "checked": 10}  # between two yields
REGIONS_PER_FAST_STEP = 4_000  # likewise, when compiled
COUNTED = 1024  # the kernel has a table of the bit counts of at least this many numbers


class Index(NamedTuple):
    """The numbers of the sets of cells and of the regions around them, as `region_index` assigns them."""

    first: Sequence[int]
    regions: Sequence[int]
    owner: Sequence[int]


def iter_build_by_region(
    shape: Shape, home: int, pattern: Pattern, bits: int, engine: str
) -> Generator[int, None, PatternDatabase]:
    """Build one database, and yield about the number of placements known so far."""
    index = _number_regions(shape, len(pattern), engine)
    kernel = _make_region_kernel(shape, pattern, bits, index, engine)
    kernel.call("begin", sum(1 << cell for cell in pattern), home)
    step = REGIONS_PER_STEP.get(kernel.engine, REGIONS_PER_FAST_STEP)
    while kernel.call("build", step):
        yield kernel.read("state", region_build.FOUND, 1)[0] * len(index.first) // len(index.regions)
    return PatternDatabase(shape, home, pattern, bits, bytes(kernel.read("table")))


def _number_regions(shape: Shape, tiles: int, engine: str) -> Index:
    """Number the sets of `tiles` cells, and the regions around them."""
    sets = comb(shape.cells, tiles)
    room = sets * (tiles + 1)  # a set cuts a path through all cells into at most this many parts
    first_col = sum(1 << row * shape.cols for row in range(shape.rows))
    every = (1 << shape.cells) - 1
    kernel = Kernel(
        region_index,
        {"first": sets, "regions": room, "owner": room, "state": 3},
        {
            "CELLS": shape.cells,
            "COLS": shape.cols,
            "TILES": tiles,
            "NOT_FIRST_COL": every & ~first_col,
            "NOT_LAST_COL": every & ~(first_col << shape.cols - 1),
            "NOT_LAST_ROW": every >> shape.cols,
        },
        engine=engine,
    )
    kernel.call("begin")
    kernel.call("number_sets", sets)
    found = kernel.read("state", region_index.REGIONS, 1)[0]
    return Index(kernel.read("first"), kernel.read("regions", 0, found), kernel.read("owner", 0, found))


def _make_region_kernel(shape: Shape, pattern: Pattern, bits: int, index: Index, engine: str) -> Kernel:
    """Make the kernel for one database, with the data of the board in its memory."""
    cells, tiles, regions = shape.cells, len(pattern), len(index.regions)
    words = -(-factorial(tiles) // IN_WORD)
    high, low = _number_parts(cells, tiles)
    jump = _list_jumps(tiles)
    counted = max(COUNTED, 1 << shape.cols - 1)
    kernel = Kernel(
        region_build,
        {
            "beside": NEIGHBOURS * cells,
            **dict.fromkeys(["far", "weight"], tiles * cells),
            "high": len(high),
            "low": len(low),
            "first": len(index.first),
            **dict.fromkeys(["regions", "owner"], regions),
            "count": counted,
            "lowest": 256,
            "jump": len(jump),
            "tile_at": words * region_build.NUMBERS * tiles,
            "seen": regions * words,
            "now": 2 * regions * words,
            "is_open": 2 * regions,
            "listed": words * IN_WORD,
            "place": tiles,
            "table": table_bytes(shape, pattern, bits),
            "state": 6,
        },
        {
            "CELLS": cells,
            "COLS": shape.cols,
            "TILES": tiles,
            "LOW": _low_cells(cells),
            "REGIONS": regions,
            "WORDS": words,
            "BITS": bits,
            "PER_BYTE": 8 // bits,
            "MOST": (1 << bits) - 1,
        },
        engine=engine,
    )
    write = kernel.write
    write("beside", pack_neighbours(shape))
    write("far", bytes([shape.distance(tile, cell) for tile in pattern for cell in range(cells)]))
    write("weight", [weight * cell for weight in weights(shape, pattern) for cell in range(cells)])
    write("high", high)
    write("low", low)
    write("first", index.first)
    write("regions", index.regions)
    write("owner", index.owner)
    write("count", bytes([bits.bit_count() for bits in range(counted)]))
    write("lowest", bytes([0, *((byte & -byte).bit_length() - 1 for byte in range(1, 256))]))
    write("jump", jump)
    for number, order in enumerate(permutations(range(tiles))):
        write("tile_at", bytes(order), _order_number(number) * tiles)
    return kernel


def _low_cells(cells: int) -> int:
    return -(-cells // 2)


@lru_cache(maxsize=2)
def _number_parts(cells: int, tiles: int) -> tuple[list[int], list[int]]:
    """Return two tables, indexed by a set's high and low cells as bits. Entries sum to the set's number.

    An entry for low cells counts the sets of as many low cells that are smaller as binary numbers. An entry
    for high cells counts the sets of `tiles` cells whose high cells are smaller as a binary number.
    """
    of_size = [0] * (_low_cells(cells) + 1)
    low = []
    for part in range(1 << _low_cells(cells)):
        low.append(of_size[part.bit_count()])
        of_size[part.bit_count()] += 1
    high, before = [], 0
    for part in range(1 << cells - _low_cells(cells)):
        high.append(before)
        rest = tiles - part.bit_count()
        before += of_size[rest] if 0 <= rest < len(of_size) else 0
    return high, low


@lru_cache(maxsize=2)
def _list_jumps(tiles: int) -> list[int]:
    """Return, by a tile's place, the tile's next place and an order's number, the next order's number."""
    orders = list(permutations(range(tiles)))
    number = {order: _order_number(at) for at, order in enumerate(orders)}
    numbers = -(-len(orders) // IN_WORD) * region_build.NUMBERS
    jumps = [0] * (tiles * tiles * numbers)
    for place in range(tiles):
        for order in orders:
            rest = [*order[:place], *order[place + 1 :]]
            for next_place in range(tiles):
                moved = (*rest[:next_place], order[place], *rest[next_place:])
                jumps[(place * tiles + next_place) * numbers + number[order]] = number[moved]
    return jumps


def _order_number(at: int) -> int:
    """Return the number, in the kernel, of the order that is the `at`-th of all."""
    return at // IN_WORD * region_build.NUMBERS + at % IN_WORD
