"""Build pattern databases bit by bit: small ones by `pattern_build`, large ones by `region_build`."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from npuzzle.compiler import Kernel
from npuzzle.errors import InvalidJobError, KernelError
from npuzzle.kernels import pattern_build
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

MOST_TILES = 6  # of a pattern with a large database
MOST_LARGE = 250_000_000  # entries of a large database: enough for 6 tiles on 25 cells
FIRST_RING = 1 << 16  # states in the queue of the kernel at first
STATES_PER_STEP = {"python": 1_000, "checked": 200}  # between two yields
STATES_PER_FAST_STEP = 20_000  # likewise, when compiled


def iter_build(
    shape: Shape, home: int, partition: Partition, bits: int, engine: str = AUTO
) -> Generator[float, None, PatternSet]:
    """Build the databases of a partition; yield how much is done, 0 to 1. Raises InvalidJobError."""
    total = sum(placements(shape, pattern) for pattern in partition)
    done, tables = 0, list[PatternDatabase]()
    for pattern in partition:
        table = find_alike(tables, pattern)
        if table is None:
            build = _iter_build_large if is_large(shape, pattern) else _iter_build_one
            _require_size(shape, pattern)
            work = build(shape, home, pattern, bits, engine)
            table = yield from forward(work, partial(_count_entries, done, total))
        tables.append(table)
        done += placements(shape, pattern)
    return PatternSet(tuple(tables))


def _iter_build_large(
    shape: Shape, home: int, pattern: Pattern, bits: int, engine: str
) -> Generator[int, None, PatternDatabase]:
    from npuzzle.pattern_databases.region_build import iter_build_by_region  # with its kernels: few need them

    return (yield from iter_build_by_region(shape, home, pattern, bits, engine))


def can_build(shape: Shape, tiles: int) -> bool:
    """Whether a database of so many tiles can be built."""
    slots = shape.cells**tiles
    return bool(slots <= MOST_SMALL or (slots <= MOST_LARGE and tiles <= MOST_TILES))


def _require_size(shape: Shape, pattern: Pattern) -> None:
    """Raise InvalidJobError if the shape or the pattern is too large."""
    if shape.cells > MAX_PATTERN_CELLS:
        raise InvalidJobError(
            f"pattern databases are for up to {MAX_PATTERN_CELLS} cells; {shape} has {shape.cells}"
        )
    if not can_build(shape, len(pattern)):
        most = next(k for k in range(len(pattern), 0, -1) if can_build(shape, k))
        raise InvalidJobError(
            f"a group of {len(pattern)} tiles on {shape} is too large for a table, which has {most} at most"
        )


def _count_entries(done: int, total: int, found: int) -> float:
    return (done + found) / total


def _iter_build_one(
    shape: Shape, home: int, pattern: Pattern, bits: int, engine: str
) -> Generator[int, None, PatternDatabase]:
    """Build one database; yield how many of its placements are known."""
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
    others = shape.cells - 1 - len(pattern)  # with 0 or 1 others, parity makes some placements impossible
    if others > 1 and kernel.read("state")[pattern_build.FOUND] != placements(shape, pattern):
        raise KernelError(f"the table of {pattern} on {shape} is not whole: a fault of this program")
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
