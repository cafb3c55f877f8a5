"""Fills pattern tables, bit by bit, by the kernel `pattern_build`."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from npuzzle.errors import InvalidJobError, KernelError
from npuzzle.kernel import Kernel
from npuzzle.kernels import pattern_build
from npuzzle.pattern_databases.table import (
    MOST_CELLS,
    Partition,
    Pattern,
    PatternSet,
    PatternTable,
    placements,
    table_bytes,
    weights,
)
from npuzzle.progress import forward
from npuzzle.puzzle.shape import Shape, neighbours
from npuzzle.registry import AUTO

MOST_SLOTS = 20_000_000  # numbers of placements of one table: 6 tiles on 16 cells, 5 on 25, not more
RING = 1 << 16  # states of the kernel's queue, at first
SLICE = {"python": 1_000, "checked": 200}  # states between two yields
FAST_SLICE = 20_000


def building(
    shape: Shape, home: int, partition: Partition, bits: int, engine: str = AUTO
) -> Generator[float, None, PatternSet]:
    """The tables of a partition; yields how much is done, 0 to 1."""
    total = sum(placements(shape, pattern) for pattern in partition)
    done, tables = 0, []
    for pattern in partition:
        work = _building(shape, home, pattern, bits, engine)
        tables.append((yield from forward(work, partial(_share, done, total))))
        done += placements(shape, pattern)
    return PatternSet(tuple(tables))


def _share(done: int, total: int, found: int) -> float:
    return (done + found) / total


def _building(
    shape: Shape, home: int, pattern: Pattern, bits: int, engine: str
) -> Generator[int, None, PatternTable]:
    """One table; yields how many of its placements are known."""
    if shape.cells > MOST_CELLS:
        raise InvalidJobError(f"pattern tables are for up to {MOST_CELLS} cells; {shape} has {shape.cells}")
    if shape.cells ** len(pattern) > MOST_SLOTS:
        most = next(k for k in range(len(pattern), 0, -1) if shape.cells**k <= MOST_SLOTS)
        raise InvalidJobError(
            f"a group of {len(pattern)} tiles on {shape} is too large for a table, which has {most} at most"
        )
    ring = RING
    while True:
        kernel = _kernel(shape, pattern, bits, ring, engine)
        free = sum(1 << cell for cell in range(shape.cells) if cell not in pattern)
        solved = sum(weight * tile for weight, tile in zip(weights(shape, pattern), pattern))
        kernel.call("begin", solved, home, free)
        states = SLICE.get(kernel.engine, FAST_SLICE)
        while (more := kernel.call("build", states)) == 1:
            yield kernel.read("state")[pattern_build.FOUND]
        if more == 0:
            break
        ring *= 4  # it was full: all again, with more room
    others = shape.cells - 1 - len(pattern)  # with one or none, the parity of a placement may forbid it
    if others > 1 and kernel.read("state")[pattern_build.FOUND] != placements(shape, pattern):
        raise KernelError(f"the table of {pattern} on {shape} is not whole: a fault of this program")
    kernel.call("fill")
    return PatternTable(shape, home, pattern, bits, bytes(kernel.read("table")))


def _kernel(shape: Shape, pattern: Pattern, bits: int, ring: int, engine: str) -> Kernel:
    """The kernel for one table, with what it needs to know of the tray."""
    cells, tiles = shape.cells, len(pattern)
    every = (1 << cells) - 1
    first_col = sum(1 << row * shape.cols for row in range(shape.rows))
    kernel = Kernel(
        pattern_build,
        {
            "beside": 5 * cells,
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
    beside = bytearray()
    for around in neighbours(shape):
        beside += bytes(around).ljust(5, bytes([pattern_build.NOWHERE]))
    kernel.write("beside", beside)
    kernel.write("far", bytes([shape.distance(tile, cell) for tile in pattern for cell in range(cells)]))
    kernel.write("weight", weights(shape, pattern))
    return kernel
