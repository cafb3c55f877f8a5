"""How much faster several processes search one board: `python -m tests.benchmarks.cores`.

Run it alone. The boards are two of the hardest 15-puzzles, and a 24-puzzle of which all paths up to a given
length are ruled out. Searches with one process and with several take turns, because the machine's speed
drifts.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from statistics import median
from time import perf_counter

from npuzzle import Board, load_set, solve

REFUTED = 93  # moves; the shortest path of the 24-puzzle has 95

Times = tuple[float, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--processes", type=int, default=2, metavar="N", help="number, besides 1 (default: 2)"
    )
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds per board (default: 5)")
    options = parser.parse_args()
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"{os.cpu_count()} cores, load before {load}; the median (least to most) of {options.rounds}")
    for name, board, depth in boards():
        runs: dict[int, list[Times]] = {1: [], options.processes: []}
        for _ in range(options.rounds):
            for processes, times in runs.items():
                times.append(measure(board, depth, processes))
        show(name, runs)


def measure(board: Board, depth: int | None, processes: int) -> Times:
    """Search a board; return the wall time and the CPU time of all processes, in seconds."""
    way = {"algorithm": "idastar", "heuristic": "pattern-tables", "depth": depth}
    began, worked = perf_counter(), sum(os.times()[:4])
    result = solve(board, "blank-first", processes=processes, **way)  # type: ignore[arg-type]
    taken = perf_counter() - began, sum(os.times()[:4]) - worked
    found = f"{result.length} moves" if result else f"none below {result.lower_bound}"
    print(
        f"  {processes}: {taken[0]:.2f} s, {taken[1]:.2f} s of CPU time, {found}, "
        f"{result.expanded:,} expanded, {result.snapshot.elsewhere:,} of them by helpers"
    )
    return taken


def boards() -> Iterator[tuple[str, Board, int | None]]:
    """Yield the name of each board, the board, and the most moves of its paths (None: no limit)."""
    for known in load_set("hard15"):
        yield f"15-puzzle, {known.length} moves, {known.name}", known.board, None
    yield f"24-puzzle, Korf's 1, up to {REFUTED} moves", load_set("korf50-24")[0].board, REFUTED


def show(name: str, runs: dict[int, list[Times]]) -> None:
    """Print the medians of a board, and the ratios of several processes to one."""
    print(name)
    for at, kind in enumerate(("seconds", "CPU seconds")):
        taken = {count: [times[at] for times in several] for count, several in runs.items()}
        texts = [f"{n}: {median(s):.2f} ({min(s):.2f} to {max(s):.2f})" for n, s in taken.items()]
        one, more = map(median, taken.values())
        print(f"  {kind}: {', '.join(texts)}; {more / one:.2f} times as much")


if __name__ == "__main__":
    main()
