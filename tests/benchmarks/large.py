"""`python -m tests.benchmarks.large`: how short the paths of `anytime` on large boards are, by seconds.

The random boards are the same in each run, and their goal has the blank last: ten per size up to 20x20, three
per larger size. Seconds are CPU time of this process. The table has the mean, least and largest moves / n^3,
and the ratio to the first path, the constructive one.
"""

from __future__ import annotations

import argparse
from random import Random
from time import process_time

from npuzzle import Metric, Shape, goal_board, random_board
from npuzzle.heuristics.simple import Zero
from npuzzle.puzzle.problem import pose_problem
from npuzzle.puzzle.shape import read_shape
from npuzzle.search.anytime.solver import anytime
from npuzzle.search.base import SearchOptions, Stepper
from tests.benchmarks.kept import keep

SIZES = ("6x6", "8x8", "10x10", "16x16", "20x20", "30x30", "40x40", "50x50")
MANY = 400  # up to so many cells, ten boards per size; above, three
AT = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0)
PACE = 20_000  # states between two readings of the clock

Lengths = list[tuple[float, int]]


def improve(shape: Shape, seed: int, seconds: float, metric: Metric) -> Lengths:
    """Solve one board; return each length with its time. The first is the constructive path's."""
    goal = goal_board("blank-last", shape)
    problem = pose_problem(random_board(goal, Random(seed)), goal, metric)
    began = process_time()
    search = Stepper(anytime(problem, Zero(goal), SearchOptions()))
    lengths: Lengths = []
    best = None
    while process_time() - began < seconds and search.step(PACE):
        if search.stats.best != best:
            best = search.stats.best
            assert best is not None
            lengths.append((process_time() - began, problem.count_moves(best)))
    assert best is not None
    assert problem.replay(best) == goal
    return lengths


def length_at(lengths: Lengths, seconds: float) -> int:
    """Return the shortest length found before that time, or the first length if there was none."""
    return min([length for at, length in lengths if at <= seconds], default=lengths[0][1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", default=SIZES, metavar="SIZE")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="per board (default: 10)")
    parser.add_argument("--boards", type=int, metavar="N", help="boards per size")
    parser.add_argument("--lines", action="store_true", help="count line moves")
    options = parser.parse_args()
    metric, rows = Metric.LINES if options.lines else Metric.TILES, []
    for size in options.sizes:
        shape = read_shape(size)
        boards = options.boards or (10 if shape.cells <= MANY else 3)
        runs = [improve(shape, 1_000 + seed, options.seconds, metric) for seed in range(boards)]
        cube = ((shape.rows + shape.cols) / 2) ** 3
        first = sum(lengths[0][1] for lengths in runs) / boards
        at_first = max(lengths[0][0] for lengths in runs)
        print(
            f"{size}, {boards} boards; first path after {at_first:.2f} s: {first / cube:.3f} n^3", flush=True
        )
        for seconds in AT:
            if seconds <= options.seconds:
                found = [length_at(lengths, seconds) for lengths in runs]
                mean = sum(found) / boards
                print(
                    f"  {seconds:4} s: {mean / cube:.3f} n^3 ({min(found) / cube:.3f} to "
                    f"{max(found) / cube:.3f}), {mean / first:.2f} of the first path",
                    flush=True,
                )
        rows.append({"size": size, "seconds": options.seconds, "lengths": runs})
    keep("large_lines" if options.lines else "large", rows)


if __name__ == "__main__":
    main()
