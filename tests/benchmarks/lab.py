"""How long the laboratory takes: `python -m tests.benchmarks.lab`. Run it alone.

It prints medians of five runs: listing all states of 3x3, certificates, and how fast A* and IDA* are with
each heuristic.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

from npuzzle import HEURISTICS, Board, Limits, goal_board, solve
from npuzzle.lab import certify, enumerate_states
from npuzzle.lab.space import _latest
from npuzzle.puzzle.shape import Shape

ROUNDS = 5
DEEP = "8 6 7/2 5 4/3 0 1"
FIFTEEN = Board(Shape(4, 4), (14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15))  # Korf's 12th, 45 moves


def seconds(work: Callable[[], Any], *, fresh: bool = False) -> float:
    """Return the median seconds of the work without cached estimates; `fresh`: also without cached states."""
    times = []
    for _ in range(ROUNDS):
        if fresh:
            _latest.clear()
        for known in _latest.values():
            known.estimates.clear()
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return median(times)


def main() -> None:
    shape = Shape(3, 3)
    print(f"all 181,440 states of 3x3     {seconds(lambda: enumerate_states(shape, 8), fresh=True):6.2f} s")
    alone = seconds(lambda: certify("manhattan", against=[]), fresh=True)
    print(f"certify manhattan, claims     {alone:6.2f} s")
    beside = seconds(lambda: certify("manhattan"), fresh=True)
    print(f"certify manhattan, with all   {beside:6.2f} s   {beside / alone:.1f} x")
    print("\nheuristic           certify    of Manhattan's   A* 3x3, 31 moves     IDA* 4x4, 45 moves")
    goal = goal_board("blank-first", FIFTEEN.shape)
    for card in HEURISTICS:
        certified = seconds(partial(certify, card, against=[]))
        near = solve(DEEP, algorithm="astar", heuristic=card)
        far = solve(FIFTEEN, goal, algorithm="idastar", heuristic=card, limits=Limits(seconds=10))
        reached = f"{far.snapshot.expanded:>11,}" if far.length else f"> {far.snapshot.expanded:>9,}"
        print(
            f"{card.name:18} {certified:6.2f} s {certified / alone:10.2f} x "
            f"{near.snapshot.expanded:>11,} {near.snapshot.expanded / near.seconds:>9,.0f}/s "
            f"{reached} {far.snapshot.expanded / far.seconds:>9,.0f}/s"
        )


if __name__ == "__main__":
    main()
