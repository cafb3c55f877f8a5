"""`python -m tests.benchmarks.whole_space [--before CHECKOUT] [--rounds N]`: the 3x3, filled by a search.

Fresh browsers on loopback. For A* and breadth-first, from the press to the end of the search: the resident
memory of the tab above what it had in the open room, at most and a second after the end, in MB; and the time
from frame to frame, median and 99th of a hundred, in milliseconds. With another checkout, both take turns.
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
EVERY = 0.05  # seconds between two looks at the memory
ALGORITHMS = {"A*": "astar", "Breadth-first": "breadth-first"}

FRAMES = """() => {
  window.between = [];
  let last = performance.now();
  const look = now => { window.between.push(now - last); last = now; requestAnimationFrame(look); };
  requestAnimationFrame(look);
}"""


@contextmanager
def watching_memory() -> Iterator[list[int]]:
    """Note the memory of the tab again and again, in MB."""
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
    """Measure a fresh browser."""
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
