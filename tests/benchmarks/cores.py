"""How much faster several processes search one board: `python -m tests.benchmarks.cores`, alone on a machine.

Two of the hardest 15-puzzle boards, and a 24-puzzle board whose paths of up to so many moves are all tried.
Each is searched with one process and with several in turns, so that the machine's drift meets both alike.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from npuzzle import Board, Result, Shape, solve

DATA = Path(__file__).parent.parent / "data"
REFUTED = 93  # moves, for a 24-puzzle board of 95
FIRST_24 = 1  # its number among Korf's


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="beside one (default: 2)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="of each board (default: 5)")
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores; seconds, the median (least to most) of {options.rounds}")
    for name, board, depth in boards():
        taken: dict[int, list[float]] = {1: [], options.processes: []}
        for _ in range(options.rounds):
            for processes, seconds in taken.items():
                began, worked = perf_counter(), process_time()
                result = solve(board, "blank-first", algorithm="idastar", heuristic="pattern-tables",
                               depth=depth, processes=processes)  # fmt: skip
                seconds.append(perf_counter() - began)
                print(f"  {name}: {processes}, {seconds[-1]:.2f} s, here {process_time() - worked:.2f} s of "
                      f"processor time, {describe(result)}")  # fmt: skip
        show(name, taken)


def boards() -> Iterator[tuple[str, Board, int | None]]:
    """Yield the name of each board, the board, and the most moves of the paths that are tried."""
    for number, board, length in rows("hard15.txt", Shape(4, 4)):
        yield f"15-puzzle, {length} moves, {number}", board, None
    for number, board, _ in rows("korf24-first20.txt", Shape(5, 5)):
        if number == FIRST_24:
            yield f"24-puzzle, Korf's {number}, up to {REFUTED} moves", board, REFUTED


def rows(file: str, shape: Shape) -> Iterator[tuple[int, Board, int]]:
    for line in (DATA / file).read_text(encoding="utf-8").splitlines():
        number, tiles, length = line.split("|")
        yield int(number), Board(shape, tuple(map(int, tiles.split()))), int(length)


def describe(result: Result) -> str:
    found = f"{result.length} moves" if result else f"none below {result.lower_bound}"
    return f"{found}, {result.expanded:,} expanded"


def show(name: str, taken: dict[int, list[float]]) -> None:
    texts = [f"{n}: {median(s):.2f} ({min(s):.2f} to {max(s):.2f})" for n, s in taken.items()]
    one, several = taken.values()
    print(f"{name}: {', '.join(texts)}; {median(several) / median(one):.2f} of the time")


if __name__ == "__main__":
    main()
