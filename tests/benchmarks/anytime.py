"""`python -m tests.benchmarks.anytime`: how good the best path so far is, after a number of seconds.

Run it alone. The first twenty of Korf's fifty 24-puzzle boards are compared with their known shortest
lengths. Random boards of 6x6 and 10x10 are compared with their first, constructive path. With `--page`, the
page's Python searches, in Chromium. With `--larger`, only the 24-puzzles are solved, with this user's larger
tables. The command prints a table, and saves all lengths and their times in `results/`.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Sequence
from inspect import getsource
from pathlib import Path
from random import Random
from typing import Any

from npuzzle import Job, Shape, goal_board, random_board, start
from npuzzle.storage import keep_in, user_folder
from tests.benchmarks.kept import keep
from tests.benchmarks.kernels import opened_page
from tests.browser.page_driver import python_in
from tests.support.known_boards import korf

HERE = Path(__file__).parent
KNOWN_SECONDS = 15.0
KNOWN_AT = (0.3, 1.0, 2.0, 10.0, 15.0)
RANDOM_SECONDS = 10.0
RANDOM_AT = (0.3, 1.0, 3.0, 10.0)
RANDOM_BOARDS = 5

Row = dict[str, Any]

IMPORTS = """
from random import Random
from npuzzle import Board, Job, Shape, goal_board, random_board, start
from npuzzle.puzzle.shape import Shape
from npuzzle.pattern_databases import catalogue
from npuzzle.search.anytime.solver import make_ready
from js import document
from pyodide.http import pyfetch
"""
GIVE = """
folder = document.baseURI.rsplit('/', 1)[0] + '/npuzzle/pattern_databases/'
for shape, file in catalogue.SHIPPED.items():
    catalogue.provide_shipped(shape, await (await pyfetch(folder + file)).bytes())
for _ in make_ready():
    pass
"""


def improved(text: str, goal: str, seconds: float, processes: int = 1) -> Row:
    """Solve one board; return each length with its time, the bound, and what was proved."""
    run = start(Job.create(text, goal, within=seconds, algorithm="anytime", processes=processes))
    while run.result is None:
        run.step(0.01)
    result = run.result
    return {
        "board": text,
        "lengths": [[round(at, 3), length] for at, length in result.lengths],
        "length": result.length,
        "lower_bound": result.lower_bound,
        "claim": result.claim,
        "tables": result.snapshot.tables,
        "workers": result.snapshot.workers,
        "expanded": result.snapshot.expanded,
    }


def known() -> list[tuple[str, int]]:
    """Return each 24-puzzle board with its shortest length."""
    return [(str(problem.start), length) for problem, length in korf("korf50-24")[:20]]


def drawn(size: str, count: int) -> list[str]:
    goal = goal_board("blank-last", Shape.parse(size))
    return [str(random_board(goal, Random(seed))) for seed in range(count)]


def at(row: Row, seconds: float) -> float:
    """Return the length found before that time; infinite if there was none."""
    return min([length for when, length in row["lengths"] if when <= seconds], default=float("inf"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", action="store_true", help="search in the page's Python")
    parser.add_argument(
        "--boards", type=int, default=20, metavar="N", help="24-puzzles to solve (default: 20)"
    )
    parser.add_argument("--larger", action="store_true", help="only 24-puzzles, with larger tables")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="processes per 24-puzzle")
    options = parser.parse_args()
    if options.larger:
        keep_in(user_folder())
    asked: list[tuple[Any, ...]] = [
        (text, "blank-first", KNOWN_SECONDS, options.processes) for text, _ in known()[: options.boards]
    ]
    sizes = () if options.larger or options.processes > 1 else ("6x6", "10x10")
    for size in sizes:
        asked += [(text, "blank-last", RANDOM_SECONDS) for text in drawn(size, RANDOM_BOARDS)]
    if options.page:
        with opened_page() as (page, where):
            python_in(page, IMPORTS + GIVE + "result = 1")
            rows = [
                python_in(page, f"{IMPORTS}Row = dict\n{getsource(improved)}\nresult = improved{call!r}")
                for call in asked
            ]
    else:
        where = f"CPython {platform.python_version()}"
        rows = [improved(*call) for call in asked]
    table(where, rows[: options.boards], rows[options.boards :], sizes)
    if sizes:
        keep("anytime-page" if options.page else "anytime-python", rows, where=where)


def table(where: str, korf: list[Row], others: list[Row], sizes: Sequence[str]) -> None:
    shortest = [length for _, length in known()][: len(korf)]
    print(where)
    print(f"5x5, {len(korf)} boards, times the shortest length (mean {sum(shortest) / len(shortest):.1f}):")
    for seconds in (0.1, *KNOWN_AT):
        lengths = [at(row, seconds) for row in korf]
        worst = max(length / best for length, best in zip(lengths, shortest))
        print(f"  after {seconds:4} s: {sum(lengths) / sum(shortest):.3f}, worst {worst:.3f}")
    first = max(row["lengths"][0][0] for row in korf)
    gap = sum(best - row["lower_bound"] for row, best in zip(korf, shortest)) / len(korf)
    optimal = sum(row["length"] == best for row, best in zip(korf, shortest))
    proved = sum(row["claim"] == "proved shortest" for row in korf)
    print(f"  first path within {first:.3f} s; in the end {optimal} are shortest, {proved} proved")
    print(f"  lower bound below the shortest length by {gap:.1f} on average")
    for number, size in enumerate(sizes):
        rows = others[number * RANDOM_BOARDS : (number + 1) * RANDOM_BOARDS]
        firsts = sum(row["lengths"][0][1] for row in rows)
        print(f"{size}, {len(rows)} boards, times the constructive length (mean {firsts / len(rows):.0f}):")
        for seconds in RANDOM_AT:
            print(f"  after {seconds:4} s: {sum(at(row, seconds) for row in rows) / firsts:.3f}")


if __name__ == "__main__":
    main()
