"""`python -m tests.benchmarks.gods_numbers [SHAPE ...]`: the most moves that any board of a shape needs.

Breadth-first searches from the goal with the blank last visit all boards: how far the farthest are, in
single-tile moves and in line moves, how many are that far, and the seconds of both searches. Without a shape,
it searches all shapes of up to 12 cells.
"""

from __future__ import annotations

import sys
from math import factorial
from time import perf_counter

from npuzzle import Shape
from npuzzle.compiler import Kernel
from npuzzle.registry import AUTO
from tests.benchmarks import gods_numbers_kernel

SHAPES = ("2x2", "2x3", "2x4", "3x3", "2x5", "2x6", "3x4")


def levels(shape: Shape, *, lines: bool = False, engine: str = AUTO) -> list[int]:
    """Return the numbers of boards 0, 1, 2, ... moves from the goal with the blank last; up to 12 cells."""
    cols, rows = sorted((shape.rows, shape.cols))  # a mirror image, with shorter rows, which are faster
    cells, orders = shape.cells, factorial(shape.cells - 1)
    every, first_col = (1 << cells) - 1, sum(1 << row * cols for row in range(rows))
    kernel = Kernel(
        gods_numbers_kernel,
        {"weight": cells - 1, "code": cells - 1, "seen": orders, "edge": 2 * orders},
        {
            "CELLS": cells,
            "COLS": cols,
            "STEPS": rows if lines else 1,
            "ORDERS": orders,
            "NOT_FIRST_COL": every & ~first_col,
            "NOT_LAST_COL": every & ~(first_col << cols - 1),
        },
        engine=engine,
    )
    kernel.write("weight", [factorial(cells - 2 - place) for place in range(cells - 1)])
    found, now = [kernel.call("reach", 0, 1 << cells - 1, 0)], 0
    while new := kernel.call("deepen", now):
        found.append(new)
        now = orders - now
    return found


def main() -> None:
    print(f"{'':5} {'boards':>11} {'moves':>6} {'boards':>7} {'lines':>6} {'boards':>7} {'s':>5}")
    for name in sys.argv[1:] or SHAPES:
        start = perf_counter()
        moves, lines = (levels(Shape(name), lines=each) for each in (False, True))
        far = f"{len(moves) - 1:6} {moves[-1]:7} {len(lines) - 1:6} {lines[-1]:7}"
        print(f"{name:5} {sum(moves):11,} {far} {perf_counter() - start:5.1f}", flush=True)


if __name__ == "__main__":
    main()
