"""How much windows shorten paths, by seconds: `python -m tests.benchmarks.windows`. Run it alone.

The paths come from beam search (width 200) on 5x5 boards, from random walks of 20 moves per cell, and from
the constructive solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter

from npuzzle import Problem, Shape, goal_board, solve
from npuzzle.search.anytime.path_shortening import shorten_path
from npuzzle.search.base import Stepper
from npuzzle.search.constructive.solver import construct
from tests.benchmarks.kept import keep
from tests.support.long_paths import wander

SECONDS = (0.1, 0.3, 1, 3, 10)
SLICE = 50_000  # states between two readings of the clock
SIDES = (6, 10, 20, 50)


def shares(problem: Problem, path: str) -> list[float]:
    """Return the path's length after each of SECONDS, as a share of its first length."""
    stepper = Stepper(shorten_path(problem, path))
    began = perf_counter()
    stepper.step(0)
    found = []
    for seconds in SECONDS:
        while perf_counter() - began < seconds:
            if not stepper.step(SLICE):
                break
        found.append(stepper.stats.length / len(path))
    assert problem.replay(stepper.stats.path) == problem.goal
    return found


def of_beams() -> Iterator[tuple[Problem, str]]:
    goal = goal_board("blank-first", Shape(5, 5))
    for seed in range(4):
        board = goal.shuffled(Random(seed))
        path = solve(board, goal, algorithm="beam", heuristic="linear-conflict", width=200).path
        assert path is not None
        yield Problem(board, goal), path


def of_construction(side: int) -> Iterator[tuple[Problem, str]]:
    goal = goal_board("blank-last", Shape(side, side))
    for seed in range(3):
        problem = Problem(goal.shuffled(Random(seed)), goal)
        yield problem, construct(problem)


def main() -> None:
    print(f"{'paths':24} {'moves':>8} " + "".join(f"{seconds:>7} s" for seconds in SECONDS))
    cases = {"5x5 of beams": of_beams()}
    for side in SIDES:
        shape = Shape(side, side)
        walk = wander(goal_board("blank-last", shape), 20 * shape.cells, side)
        cases[f"{shape} at random"] = iter([walk])
        cases[f"{shape} constructive"] = of_construction(side)
    rows = []
    for name, paths in cases.items():
        kept = list(paths)
        moves = sum(len(path) for _, path in kept) / len(kept)
        found = [sum(column) / len(kept) for column in zip(*[shares(*case) for case in kept])]
        print(f"{name:24} {moves:>8,.0f} " + "".join(f"{share:>9.3f}" for share in found), flush=True)
        rows.append({"paths": name, "moves": moves, "seconds": SECONDS, "shares": found})
    keep("windows", rows)


if __name__ == "__main__":
    main()
