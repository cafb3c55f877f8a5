"""`python -m tests.benchmarks.whole_space [--before CHECKOUT] [--rounds N]`: a search of the whole 3x3 map.

It uses fresh browsers on loopback, and searches with A* and breadth-first. It prints the growth of the tab's
resident memory during the search, at its peak and one second after the end, in MB; and the times between
frames, median and 99th percentile, in milliseconds. With another checkout, both versions take turns.
"""

from __future__ import annotations

import re
import statistics
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import sleep

from playwright.sync_api import Playwright, expect

from tests.benchmarks.large_tables_page import measure
from tests.benchmarks.playback import HARDEST, REST, open_board
from tests.benchmarks.versions import measure_versions
from tests.browser.page_driver import open_room
from tests.conftest import chromium_arguments

LONG = 120_000  # ms
EVERY = 0.05  # seconds between two readings of the memory
ALGORITHMS = {"A*": "astar", "Breadth-first": "breadth-first"}

FRAMES = """() => {
  window.between = [];
  let last = performance.now();
  const look = now => { window.between.push(now - last); last = now; requestAnimationFrame(look); };
  requestAnimationFrame(look);
}"""


@contextmanager
def watching_memory() -> Iterator[list[int]]:
    """Record the memory of the tab repeatedly, in MB."""
    seen, over = [measure().memory], threading.Event()

    def watch() -> None:
        while not over.wait(EVERY):
            seen.append(measure().memory)

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield seen
    finally:
        over.set()
        thread.join()


def measure_browser(playwright: Playwright, address: str) -> dict[str, float]:
    """Measure each algorithm in a fresh browser."""
    figures: dict[str, float] = {}
    for algorithm in ALGORITHMS:
        figures |= measure_algorithm(playwright, address, algorithm)
    return figures


def measure_algorithm(playwright: Playwright, address: str, algorithm: str) -> dict[str, float]:
    """Measure one algorithm in a fresh browser."""
    browser = playwright.chromium.launch(**chromium_arguments())
    try:
        page = browser.new_page()
        page.add_init_script("try { localStorage.setItem('npuzzle-seen', '1'); } catch {}")
        open_board(page, address, HARDEST)
        open_room(page, "explore")
        page.locator("#explore-algorithm").select_option(ALGORITHMS[algorithm])
        page.wait_for_timeout(REST)
        page.evaluate(FRAMES)
        with watching_memory() as seen:
            page.locator("#space-show").click()
            ended = re.compile("boards expanded. Path found: 31 moves.")
            expect(page.locator("#space-run")).to_have_text(ended, timeout=LONG)
            between = sorted(page.evaluate("window.between"))
            sleep(1)
        return {
            f"{algorithm}, memory at most, MB more": max(seen) - seen[0],
            f"{algorithm}, memory after, MB more": seen[-1] - seen[0],
            f"{algorithm}, frame to frame, ms": statistics.median(between),
            f"{algorithm}, 99th of a hundred, ms": between[len(between) * 99 // 100],
        }
    finally:
        browser.close()


if __name__ == "__main__":
    measure_versions(__doc__, measure_browser)
