"""`python -m tests.benchmarks.page`: how long the page takes, on loopback, in this machine's Chromium.

It prints medians of several fresh browsers: from navigation to usable controls and to a ready solver, cold
(nothing cached) and warm (second visit, through the service worker); from a click on Stop until the page
shows it; and the solver's speed on the page, compared with CPython.
"""

from __future__ import annotations

import platform
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

from npuzzle import Limits, site, solve
from tests.conftest import chromium_arguments

RUNS = 7
HARD = "15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0"

#: An observer on the page records the time of each change.
WATCH = """
(() => {
  const seen = window.seen = {};
  const now = name => { if (!seen[name]) seen[name] = performance.now(); };
  const look = () => {
    const solve = document.getElementById('solve');
    const title = document.getElementById('result-title');
    const board = document.getElementById('board');
    if (board && 'early' in board.dataset) now('playable');
    if (document.body && document.body.hasAttribute('data-ready')) now('controls');
    if (solve && !solve.disabled) now('solver');
    if (seen.click && title && title.textContent === 'Stopped') now('stopped');
  };
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document, all);
  document.addEventListener('click', event => { if (event.target.id === 'stop') now('click'); }, true);
})();
"""


@contextmanager
def serving() -> Iterator[str]:
    """Run the local server in its own process, as users do."""
    command = [sys.executable, "-m", "npuzzle", "serve", "--no-open", "--port", "8471"]
    process = subprocess.Popen(command, cwd=site.ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    while "The page is at" not in (line := process.stdout.readline()):
        assert line, "the server ended before it served"
    try:
        yield "http://127.0.0.1:8471/"
    finally:
        process.terminate()
        process.wait()


def seen(page: Page, name: str) -> float:
    """Return when the page showed `name`, in milliseconds."""
    for _ in range(6000):
        at = page.evaluate(f"window.seen.{name} || 0")
        if at:
            return float(at)
        page.wait_for_timeout(10)
    raise TimeoutError(name)


def row(name: str, values: list[float], unit: str) -> None:
    low, middle, high = min(values), statistics.median(values), max(values)
    print(f"{name:<44} {middle:>9.2f} {low:>9.2f} {high:>9.2f} {unit}")


def main() -> None:
    figures: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        figures.setdefault(name, []).append(value)

    with serving() as address, sync_playwright() as playwright:
        for _ in range(RUNS):
            browser = playwright.chromium.launch(**chromium_arguments())
            version = browser.version
            context = browser.new_context()
            context.add_init_script(WATCH)
            page = context.new_page()
            visit(page, address, lambda name, value: note(f"cold start, {name}", value))
            visit(page, address, lambda name, value: note(f"warm start, {name}", value))
            page.click("#tab-solve")
            page.select_option("#goal", "blank-first")
            page.select_option("#heuristic", "linear-conflict")  # not a kernel: Python's own speed
            page.check("#mode-paste")
            page.fill("#text", HARD)
            page.click("#solve")
            page.wait_for_timeout(3000)
            page.click("#stop")
            note("Stop to stopped", seen(page, "stopped") - seen(page, "click"))
            page.locator("#search-numbers > summary").click()
            text = page.inner_text("#search-figures").replace(",", "").split()
            note(
                "page", int(text[text.index("Expanded") + 1]) / float(text[text.index("Seconds") + 1]) / 1000
            )
            browser.close()
            here = solve(HARD, "blank-first", heuristic="linear-conflict", limits=Limits(seconds=3))
            note("CPython", here.snapshot.expanded / here.seconds / 1000)
    print(f"Chromium {version}, CPython {platform.python_version()}, {RUNS} fresh browsers")
    print(f"{'':<44} {'median':>9} {'min':>9} {'max':>9}")
    for name, values in figures.items():
        if "start" in name:
            row(name, [value / 1000 for value in values], "s")
    row("Stop to stopped", figures["Stop to stopped"], "ms")
    row("IDA* + linear conflict, 4x4, on the page", figures["page"], "thousand expanded per second")
    row("the same in CPython", figures["CPython"], "thousand expanded per second")
    ratio = statistics.median(figures["page"]) / statistics.median(figures["CPython"])
    print(f"page / CPython: {ratio:.2f}")


def visit(page: Page, address: str, note: Callable[[str, float], None]) -> None:
    page.goto(address, wait_until="commit")
    note("board playable", seen(page, "playable"))
    note("controls usable", seen(page, "controls"))
    note("solver ready", seen(page, "solver"))
    page.get_by_text("Ready offline").wait_for()


if __name__ == "__main__":
    main()
