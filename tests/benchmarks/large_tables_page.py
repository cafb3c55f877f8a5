"""`python -m tests.benchmarks.large_tables_page 1 5 16`: large tables on the page.

It uses this machine's Chromium. It builds the larger 5x5 tables as a user does, and prints the time, and the
tab's memory before and after.
Then it reloads the page, and solves these boards of Korf's first twenty by IDA* with pattern databases, for
--seconds each. With --both, it first solves them with the package's tables.
"""

from __future__ import annotations

import argparse
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page, expect

from tests.benchmarks.kernels import opened_page
from tests.browser.page_driver import PageDriver
from tests.support.known_boards import korf

LONG = 300_000  # ms: to build tables
MORE = 60  # seconds that a search may exceed its limit


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", type=int, help="numbers of boards")
    parser.add_argument("--seconds", type=int, default=60, help="per board (default: 60)")
    parser.add_argument("--algorithm", default="IDA*", help="its name on the page, such as Automatic")
    parser.add_argument("--both", action="store_true", help="first solve with the package's tables")
    options = parser.parse_args()
    with opened_page() as (page, where):
        print(where)
        driver = PageDriver(page)
        driver.type_board(str(korf("korf50-24")[0][0].start))
        driver.choose("Goal", "Blank first")
        driver.choose("Algorithm", options.algorithm)
        if options.algorithm != "Automatic":
            driver.choose("Heuristic", "Additive pattern databases")
        driver.field("Seconds").fill(str(options.seconds))
        if options.both:
            solve_all(driver, options.boards, options.seconds)
        before = measure()
        driver.open_how()
        driver.button("Build larger tables").click()
        note = page.locator("#larger-note")
        expect(note).not_to_be_empty(timeout=LONG)
        after = measure()
        print(
            f"{note.inner_text()} {after.seconds - before.seconds:.1f} s of CPU time; "
            f"memory of the tab {before.memory} MB before, {after.memory} MB after",
            flush=True,
        )
        page.reload()
        driver.wait_ready()
        solve_all(driver, options.boards, options.seconds)
        print(f"memory of the tab after these searches: {measure().memory} MB")


def solve_all(driver: PageDriver, numbers: list[int], seconds: int) -> None:
    for number in numbers:
        problem, length = korf("korf50-24")[number - 1]
        driver.type_board(str(problem.start))
        began = measure().seconds
        driver.button("Solve").click()
        driver.page.locator("#searching:not([hidden])").wait_for()
        expect(driver.page.locator("#searching")).to_be_hidden(timeout=1000 * (seconds + MORE))
        took = measure().seconds - began
        print(f"{number} ({length} moves): {describe(driver.page)}; {took:.1f} s of CPU time", flush=True)


def describe(page: Page) -> str:
    """Return the page's texts about the result in one line."""
    if not page.locator("#search-figures").is_visible():
        page.locator("#search-numbers > summary").click()
    figures = re.sub(r"\s+", " ", page.locator("#search-figures").inner_text())
    return f"{page.locator('#result-title').inner_text()}; {page.locator('#badge').inner_text()}; {figures}"


class Use(NamedTuple):
    """Resources of the tab's process: resident memory in MB, and CPU time so far in seconds."""

    memory: int
    seconds: float


def measure() -> Use:
    """Measure the largest renderer that this program started: the tab with its workers."""
    uses = [Use(0, 0.0)]
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError, ValueError):
            if b"--type=renderer" in (process / "cmdline").read_bytes() and is_mine(int(process.name)):
                memory = int(re.findall(r"VmRSS:\s+(\d+)", (process / "status").read_text())[0]) // 1000
                times = (process / "stat").read_text().rpartition(")")[2].split()[11:13]
                uses.append(Use(memory, sum(map(int, times)) / os.sysconf("SC_CLK_TCK")))
    return max(uses)


def is_mine(process: int) -> bool:
    """Return whether the process is a child of this program, or of one of its children."""
    while process > 1:
        if process == os.getpid():
            return True
        process = int(re.findall(r"PPid:\s+(\d+)", Path(f"/proc/{process}/status").read_text())[0])
    return False


if __name__ == "__main__":
    main()
