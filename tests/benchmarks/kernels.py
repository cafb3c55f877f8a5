"""How fast the kernels are: `python -m tests.benchmarks.kernels`. Run it alone.

It solves Korf's hundred 15-puzzles on each engine, compared with the same search in C (reference.c, gcc -O2,
in the same run). Then come plain Manhattan IDA* in C on every tenth board (with `--whole`, on all of them, in
four minutes), the two hardest 15-puzzles, boards of other sizes, loading and building tables, and all states
of 3x3.
"""

from __future__ import annotations

import argparse
import platform
import struct
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from inspect import getsource
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from playwright.sync_api import Page, sync_playwright

from npuzzle import Problem, Result, Shape, goal_board, random_board, solve
from npuzzle.compiler.kernel import available
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.lab import space
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.build import iter_build
from npuzzle.pattern_databases.partition import partitions
from npuzzle.progress import run_to_end
from npuzzle.search.move_pruning import Automaton, skip_duplicates, skip_returns
from npuzzle.search.pattern_search import PatternSearch, make_ready
from tests.browser.page_driver import open_room, python_in
from tests.conftest import chromium_arguments, served
from tests.support.known_boards import korf

HERE = Path(__file__).parent
FIRST = "blank-first"
EASY = "4 1 2 3/5 0 6 7/8 9 10 11/12 13 14 15"
OTHER_SHAPES = ("3x4", "2x7", "3x5")
DRAWN = 30  # boards per shape

Figures = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--whole", action="store_true", help="Manhattan on all hundred boards")
    options = parser.parse_args()
    korf, hard = rows("korf100"), rows("hard15")
    print(f"CPython {platform.python_version()}, {platform.machine()}")

    with tempfile.TemporaryDirectory() as folder:
        reference = Reference(Path(folder))
        print("\nIDA* with pattern databases, 6-6-3: Korf's 100 boards, all solved and proved shortest")
        print(f"{'':32} {'total':>9} {'median':>9} {'worst':>9} {'generated':>13} {'per s':>8} {'of C':>6}")
        show("C, gcc -O2", reference.run("tables", korf), korf)

        def beside(name: str, run: Callable[[], list[Figures]]) -> None:
            """Print a line with the ratio to C, run before and after: the speed of shared cores drifts."""
            before = total(reference.run("tables", korf))
            runs = run()
            show(name, runs, korf, (before + total(reference.run("tables", korf))) / 2)

        for engine in available():
            if engine != "checked":
                beside(engine, partial(measured, korf, engine))
        with opened_page() as (page, version):
            for _ in range(3):
                beside(f"webassembly, {version}", partial(in_page, page, "korf", korf))
            c = total(reference.run("tables", korf))
            returning = reference.run("tables", korf, skip_returns())
            show("C, with every duplicate move", returning, korf, c)
            tenth = korf if options.whole else korf[::10]
            plain = reference.run("manhattan", tenth)
            print(f"\nPlain Manhattan IDA* in C, {len(tenth)} of the boards")
            theirs, ours = total(plain), total(measured(tenth, available()[0]))
            generated = sum(run["generated"] for run in plain)
            print(f"mean {theirs / len(tenth):.2f} s per board, {generated / len(tenth):,.0f} generated")
            print(f"{available()[0]} with tables: {theirs / ours:,.0f} times as fast on the same boards")

            print("\nThe hardest boards, 80 moves")
            for name, runs in (
                ("C", reference.run("tables", hard)),
                (available()[0], measured(hard, available()[0])),
                ("webassembly, in the page", in_page(page, "korf", hard)),
            ):
                told = ", ".join(f"{run['seconds']:.2f} s" for run in runs)
                print(f"{name:32} {told}; {sum(run['generated'] for run in runs):,} generated")

            print(f"\nOther sizes: {DRAWN} random boards each, seconds; tables are built with the first")
            for shape in OTHER_SHAPES:
                for name, runs in (
                    (available()[0], others(shape)),
                    ("webassembly, in the page", in_page(page, "others", shape)),
                ):
                    times = [run["seconds"] for run in runs[1:]]
                    told = f"first {runs[0]['seconds']:.3f}, then median {median(times):.4f}"
                    print(f"{shape:4} {name:27} {told}, worst {max(times):.3f}")

            print("\nTables and states, seconds")
            for name, found in (
                (available()[0], tables_and_states()),
                ("webassembly, in the page", in_page(page, "tables", None)),
            ):
                print(f"{name:32} " + ", ".join(f"{what} {seconds:.3f}" for what, seconds in found.items()))
            frames = first_frames(page, korf)
            print(
                f"\nFrom pressing Solve to the first frame of the path, Korf's boards: "
                f"median {median(frames):.0f} ms, worst {max(frames):.0f} ms"
            )


def rows(name: str) -> list[tuple[str, int]]:
    """Return boards with their known shortest lengths."""
    return [(str(problem.start), length) for problem, length in korf(name)]


def figures(result: Result) -> Figures:
    now = result.snapshot
    return {
        "length": result.length if result.claim == "proved shortest" else None,
        "expanded": now.expanded,
        "generated": now.generated,
        "seconds": result.seconds,
    }


def measured(boards: Sequence[tuple[str, int]], engine: str) -> list[Figures]:
    """Solve each board by the public `solve`; tables are loaded before."""
    solve(EASY, FIRST, engine=engine)
    return [figures(solve(board, FIRST, engine=engine)) for board, _ in boards]


def others(shape: str) -> list[Figures]:
    """Solve random boards of another shape; the first one builds the tables."""
    catalogue.forget()
    goal, random = goal_board("blank-last", Shape.parse(shape)), Random(1)
    return [figures(solve(random_board(goal, random), goal)) for _ in range(DRAWN)]


def tables_and_states() -> dict[str, float]:
    """Measure the work that is done once: tables and states."""
    found = {}

    def timed(what: str, work: Callable[[], Any]) -> None:
        began = perf_counter()
        work()
        found[what] = perf_counter() - began

    catalogue.forget()
    timed("load 6-6-3", lambda: list(make_ready()))
    timed("build 5-5-5", lambda: list(iter_build(Shape(4, 4), 0, partitions(Shape(4, 4), 0)[1], 4)))
    for _ in range(3):
        timed("all states of 3x3", lambda: list(space.iter_enumerate_by_kernel(Shape(3, 3), 8)))
    return found


def total(runs: list[Figures]) -> float:
    """Return the seconds of all runs together."""
    return float(sum(run["seconds"] for run in runs))


def show(name: str, runs: list[Figures], boards: Sequence[tuple[str, int]], c: float | None = None) -> None:
    """Print a line of the table; `c`: the seconds of the same search in C."""
    assert [run["length"] for run in runs] == [length for _, length in boards]
    times = [run["seconds"] for run in runs]
    seconds, generated = total(runs), sum(run["generated"] for run in runs)
    ratio = "" if c is None else f"{seconds / c:6.2f}"
    print(
        f"{name:32} {seconds:7.3f} s {median(times) * 1e3:6.2f} ms {max(times) * 1e3:6.0f} ms "
        f"{generated:13,} {generated / seconds / 1e6:6.1f} M {ratio}",
        flush=True,
    )


class Reference:
    """The same search in C."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._program = folder / "reference"
        subprocess.run(
            ["gcc", "-O2", "-o", str(self._program), str(HERE / "reference.c")], check=True, text=True
        )

    def run(
        self, what: str, boards: Sequence[tuple[str, int]], automaton: Automaton | None = None
    ) -> list[Figures]:
        data = self._folder / "data"
        blocks = self._blocks(boards, automaton or skip_duplicates())
        data.write_bytes(b"".join(struct.pack("<i", len(block)) + block for block in blocks))
        done = subprocess.run(
            [str(self._program), str(data), what, str(len(boards))],
            check=True,
            capture_output=True,
            text=True,
        )
        names = ("length", "expanded", "generated", "seconds")
        return [
            dict(zip(names, [*map(int, line.split()[:3]), float(line.split()[3])]))
            for line in done.stdout.splitlines()
        ]

    def _blocks(self, boards: Sequence[tuple[str, int]], automaton: Automaton) -> Iterator[bytes]:
        """Yield the kernel's memory: first the part that all boards share, then the part of each board."""
        goal = goal_board(FIRST, Shape(4, 4))
        heuristic = PatternDatabases(goal)
        search = PatternSearch(run_to_end(heuristic.iter_find()).tables, automaton, "python")
        shared = ("table", "goes", "edges", "away", "group", "step", "mirror_group", "mirror_step")
        for name in (*shared, "ways", "follows", "lowest"):
            yield bytes(memoryview(search.kernel.read(name)).cast("B"))
        for board, _ in boards:
            state = Problem(board, goal).initial
            search.begin(state, 0, search.least(state, 0))
            for name in ("tiles", "at", "mirror_at"):
                yield bytes(memoryview(search.kernel.read(name)).cast("B"))
            yield struct.pack("<4i", *search.start)


# On the page


class opened_page:  # noqa: N801 - used as a function
    """A fresh Chromium with the page at Solve, its solver and tables ready; and the browser's version."""

    def __enter__(self) -> tuple[Page, str]:
        self._served = served()
        self._playwright = sync_playwright()
        address = self._served.__enter__()
        browser = self._playwright.__enter__().chromium.launch(**chromium_arguments())
        page = browser.new_page()
        page.set_default_timeout(600_000)
        page.goto(address)
        page.locator("body[data-tables=ready]").wait_for()
        open_room(page, "Solve")
        return page, f"Chromium {browser.version.split('.')[0]}"

    def __exit__(self, *error: object) -> None:
        self._playwright.__exit__(*error)
        self._served.__exit__(*error)  # type: ignore[arg-type]


IMPORTS = """
from random import Random
from time import perf_counter
from js import document
from pyodide.http import pyfetch
from npuzzle import Board, Shape, goal_board, random_board, solve
from npuzzle.lab import space
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.build import iter_build
from npuzzle.pattern_databases.partition import partitions
from npuzzle.search.pattern_search import make_ready
"""
SHARED = (figures, measured, others, tables_and_states)


def in_page(page: Page, what: str, asked: Any) -> Any:
    """Make one of the measurements above in the page's own Python."""
    call = {
        "korf": f"measured({asked!r}, 'webassembly')",
        "others": f"others({asked!r})",
        "tables": "tables_and_states()",
    }[what]
    code = [
        IMPORTS,
        f"EASY, FIRST, DRAWN = {EASY!r}, {FIRST!r}, {DRAWN}",
        *(getsource(function) for function in SHARED),
        "folder = document.baseURI.rsplit('/', 1)[0] + '/npuzzle/pattern_databases/'",
        f"address = folder + '{catalogue.SHIPPED[Shape(4, 4)]}'",
        "catalogue.provide_shipped(Shape(4, 4), await (await pyfetch(address)).bytes())",
        f"result = {call}",
    ]
    return python_in(page, "\n".join(code), seconds=600)


def first_frames(page: Page, boards: Sequence[tuple[str, int]]) -> list[float]:
    """Return the milliseconds from the click on Solve to the frame that shows the path."""
    page.select_option("#goal", FIRST)
    times = []
    for board, _ in boards:
        page.check("#mode-paste")
        page.fill("#text", "/".join(" ".join(board.split()[row : row + 4]) for row in (0, 4, 8, 12)))
        times.append(float(page.evaluate(FRAME)))
    return times


FRAME = """() => new Promise(resolve => {
  const began = performance.now(), player = document.getElementById('player');
  const seen = new MutationObserver(() => {
    if (player.hidden) return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
  });
  seen.observe(player, { attributes: true });
  document.getElementById('solve').click();
})"""


if __name__ == "__main__":
    main()
