"""`python -m tests.benchmarks.constructive`: moves, time and memory of the constructive solver, by shape.

The random boards are the same in each run, and their goal has the blank last. Time and peak memory are of the
first board; the time is the best of a few runs.
"""

from __future__ import annotations

import tracemalloc
from random import Random
from time import perf_counter

from npuzzle import Problem, Shape, goal_board, random_board
from npuzzle.search.constructive.solver import construct
from tests.benchmarks.kept import keep

RUNS = 5
BOARDS = {
    "4x4": 200,
    "10x10": 50,
    "20x20": 40,
    "30x30": 20,
    "50x50": 10,
    "127x127": 3,
    "2x127": 20,
    "40x100": 5,
}


def seconds(problem: Problem) -> float:
    """Return the seconds of the fastest of a few runs."""
    took = []
    for _ in range(RUNS):
        began = perf_counter()
        construct(problem)
        took.append(perf_counter() - began)
    return min(took)


def megabytes(problem: Problem) -> float:
    tracemalloc.start()
    construct(problem)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6


def main() -> None:
    print(f"{'shape':>8} {'boards':>6} {'moves':>10} {'/ n^3':>6} {'seconds':>8} {'moves/s':>11} {'MB':>6}")
    rows = []
    for text, count in BOARDS.items():
        shape, random = Shape.parse(text), Random(1)
        goal = goal_board("blank-last", shape)
        problems = [Problem(random_board(goal, random), goal) for _ in range(count)]
        lengths = [len(construct(problem)) for problem in problems]
        mean, took, peak = sum(lengths) / count, seconds(problems[0]), megabytes(problems[0])
        share = f"{mean / shape.rows**3:.3f}" if shape.rows == shape.cols else ""
        print(
            f"{text:>8} {count:>6} {mean:>10,.0f} {share:>6} {took:>8.4f} {lengths[0] / took:>11,.0f} "
            f"{peak:>6.1f}"
        )
        rows.append({"shape": text, "boards": count, "moves": mean, "seconds": took, "megabytes": peak})
    keep("constructive", rows)


if __name__ == "__main__":
    main()
