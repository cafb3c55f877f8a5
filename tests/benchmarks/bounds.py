"""What lower bounds are worth: `python -m tests.benchmarks.bounds`.

For random boards of many shapes, and for boards of Korf's whose shortest paths are known: the mean of each
bound, and the seconds of the processor that a board takes, what must be built included. Then how long the
first bound of the largest board takes, and the longest wait between two.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean, median
from time import process_time

from npuzzle import HEURISTICS, Board, Problem, Shape, goal_board, random_board
from npuzzle.heuristics.linear_conflict import LinearConflict
from npuzzle.kernel import available
from npuzzle.patterns import store
from npuzzle.search.bounds import MOST_COMPILED, bounding, lower_bound
from npuzzle.search.conflict_ida import conflict_bounds
from tests.benchmarks.kept import keep

DATA = Path(__file__).parents[1] / "data"
SHAPES = ("4x5", "5x5", "3x8", "2x12", "6x6", "8x8", "10x10", "20x20", "2x30", "127x127")
DRAWN = 4  # boards of each shape, and of each file
LARGEST = Shape(127, 127)

Way = Callable[[Problem], float]


def main() -> None:
    print(f"engines: {', '.join(available())}; {DRAWN} boards of each shape")
    print(f"{'':18} {'bound by':32} {'mean':>12} {'seconds':>9}")
    for name in SHAPES:
        shape = Shape.parse(name)
        goal = goal_board("blank-last", shape)
        table(name, [Problem(random_board(goal, Random(seed)), goal) for seed in range(DRAWN)])
    for file, shape in (("korf100.txt", Shape(4, 4)), ("korf24-first20.txt", Shape(5, 5))):
        goal = goal_board("blank-first", shape)
        rows = [line.split("|") for line in (DATA / file).read_text().splitlines()[:DRAWN]]
        truth = mean(int(length) for *_, length in rows)
        boards = [Board(shape, tuple(map(int, board.split()))) for _, board, _ in rows]
        table(f"{file.partition('.')[0]:.6} ({truth:.1f})", [Problem(board, goal) for board in boards])
    waits()
    keep("bounds", _rows)


_rows: list[dict[str, object]] = []


def table(name: str, problems: list[Problem]) -> None:
    """A row for each way to a bound."""
    for way, bound in ways(problems[0].shape).items():
        store.forget()
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
    found["lower_bound"] = searched
    found["lower_bound, python"] = lambda problem: lower_bound(problem, "python").moves
    return found


def estimate(name: str, problem: Problem) -> float:
    return HEURISTICS[name].make(problem.goal).estimate(problem.initial)


def searched(problem: Problem) -> float:
    return lower_bound(problem).moves


def by_conflicts(problem: Problem) -> float:
    """The search of larger boards, on one that has pattern tables."""
    search = conflict_bounds(problem)
    now = next(search)
    while now.expanded < MOST_COMPILED:
        try:
            now = search.send(100_000)
        except StopIteration:
            break
    return now.bound


def waits() -> None:
    """The largest board: what comes before its first bound, and the longest wait for another."""
    goal = goal_board("blank-last", LARGEST)
    problem = Problem(random_board(goal, Random(0)), goal)
    made = []
    for _ in range(5):
        started = process_time()
        LinearConflict(goal).estimate(problem.initial)
        made.append(process_time() - started)
    print(f"linear conflict of a {LARGEST} board: {1000 * median(made):.0f} ms, median of five")
    for name in (str(LARGEST), "5x5", "2x30", "6x6"):
        goal = goal_board("blank-last", Shape.parse(name))
        bounds = bounding(Problem(random_board(goal, Random(0)), goal))
        store.forget()
        times = []
        while True:
            started = process_time()
            if next(bounds, None) is None:
                break
            times.append(process_time() - started)
        print(
            f"{name}: the first bound after {1000 * times[0]:.1f} ms, then {1000 * max(times):.0f} ms at most"
        )


if __name__ == "__main__":
    main()
