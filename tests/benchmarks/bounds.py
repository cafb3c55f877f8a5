"""How good the lower bounds are: `python -m tests.benchmarks.bounds`.

For random boards of many shapes, and for Korf's boards with known shortest lengths: the mean of each bound,
and the CPU seconds per board, including the time to build tables. Then the time of the first bound on the
largest board.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from random import Random
from statistics import mean, median
from time import process_time

from npuzzle import HEURISTICS, Problem, Shape, goal_board, random_board
from npuzzle.compiler import available
from npuzzle.heuristics.conflicts import LinearConflict
from npuzzle.pattern_databases import catalogue
from npuzzle.search.anytime.raise_bound import conflict_ida_star, raise_lower_bound
from npuzzle.search.base import Stats, Stepper
from tests.benchmarks.kept import keep
from tests.support.known_boards import korf

SHAPES = ("4x5", "5x5", "3x8", "2x12", "6x6", "8x8", "10x10", "20x20", "2x30", "127x127")
DRAWN = 4  # boards per shape and per file
LARGEST = Shape(127, 127)
#: States to expand for a bound, about a second's work; PACE: states per slice.
MOST_COMPILED, MOST_PYTHON, PACE = 20_000_000, 200_000, 250_000

Way = Callable[[Problem], float]


def main() -> None:
    print(f"engines: {', '.join(available())}; {DRAWN} boards of each shape")
    print(f"{'':18} {'bound by':32} {'mean':>12} {'seconds':>9}")
    for name in SHAPES:
        shape = Shape.parse(name)
        goal = goal_board("blank-last", shape)
        table(name, [Problem(random_board(goal, Random(seed)), goal) for seed in range(DRAWN)])
    for name in ("korf100", "korf50-24"):
        boards = korf(name)[:DRAWN]
        table(f"{name:.6} ({mean(length for _, length in boards):.1f})", [problem for problem, _ in boards])
    at_once()
    keep("bounds", _rows)


_rows: list[dict[str, object]] = []


def table(name: str, problems: list[Problem]) -> None:
    """Print a row for each way to get a bound."""
    for way, bound in ways(problems[0].shape).items():
        catalogue.forget()
        started = process_time()
        bounds = [bound(problem) for problem in problems]
        each = (process_time() - started) / len(problems)
        print(f"{name:18} {way:32} {mean(bounds):12.1f} {each:9.3f}", flush=True)
        _rows.append({"boards": name, "by": way, "mean": mean(bounds), "seconds": each})


def ways(shape: Shape) -> dict[str, Way]:
    found: dict[str, Way] = {name: partial(estimate, name) for name in ("manhattan", "linear-conflict")}
    found["walking-distance"] = partial(estimate, "walking-distance")
    if HEURISTICS["pattern-tables"].fits(shape):
        found["pattern-tables"] = partial(estimate, "pattern-tables")
        found["IDA*, linear conflict"] = by_conflicts
    found["the search in use"] = searched
    found["the search in use, python"] = in_python
    return found


def estimate(name: str, problem: Problem) -> float:
    return HEURISTICS[name].make(problem.goal).estimate(problem.initial)


def after(search: Generator[Stats, None, object], most: int) -> float:
    """Return the search's bound after `most` expansions, or at its end."""
    stepper = Stepper(search)
    now = stepper.advance(0)
    while now.expanded < most and not stepper.ended:
        now = stepper.advance(min(PACE, most - now.expanded))
    return now.bound


def searched(problem: Problem) -> float:
    return after(raise_lower_bound(problem), MOST_COMPILED)


def in_python(problem: Problem) -> float:
    return after(raise_lower_bound(problem, "python"), MOST_PYTHON)


def by_conflicts(problem: Problem) -> float:
    """Return the bound by the search for larger boards, on a board that has pattern databases."""
    return after(conflict_ida_star(problem), MOST_COMPILED)


def at_once() -> None:
    """Print the time of the bound that every run computes before it searches, on the largest board."""
    goal = goal_board("blank-last", LARGEST)
    problem = Problem(random_board(goal, Random(0)), goal)
    made = []
    for _ in range(5):
        started = process_time()
        LinearConflict(goal).estimate(problem.initial)
        made.append(process_time() - started)
    print(f"linear conflict of a {LARGEST} board: {1000 * median(made):.0f} ms, median of five")


if __name__ == "__main__":
    main()
