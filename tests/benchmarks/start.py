"""`python -m tests.benchmarks.start [--before CHECKOUT] [--rounds N]`: how long a start takes, on loopback.

Each fresh browser makes a first visit (cold) and a third one (warm, through the service worker). It prints,
in milliseconds from navigation: controls usable, solver ready, main thread blocked before that (the time of
each task beyond 50 ms), and the longest task. It also prints the page's buffers after garbage collection, in
MB. With another checkout, both versions take turns, and it prints the ratio of the medians.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, Error, Page, Playwright, sync_playwright

from npuzzle import site
from tests.conftest import chromium_arguments

READY = 60_000  # ms
FIGURES = {
    "controls": "controls usable, ms",
    "solver": "solver ready, ms",
    "blocked": "main thread blocked, ms",
    "longest": "longest task, ms",
    "buffers": "buffers of the page, MB",
}

#: Observers on the page record the time of each change.
WATCH = """
(() => {
  const seen = window.seen = { blocked: 0, longest: 0 };
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries()) {
      if (seen.controls && startTime > seen.controls) continue;
      seen.blocked += duration - 50;
      seen.longest = Math.max(seen.longest, duration);
    }
  }).observe({ type: 'longtask', buffered: true });
  new MutationObserver(() => {
    if (!seen.controls && document.body?.hasAttribute('data-ready')) seen.controls = performance.now();
    const solve = document.getElementById('solve');
    if (seen.controls && !seen.solver && solve && !solve.disabled) seen.solver = performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true });
})();
"""


@contextmanager
def serving(checkout: Path) -> Iterator[str]:
    """Serve the page of a checkout in its own process, as users do."""
    command = [sys.executable, "-m", "npuzzle", "serve", "--no-open"]
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    process = subprocess.Popen(command, cwd=checkout, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    while "The page is at" not in (line := process.stdout.readline()):
        assert line, "the server ended before it served"
    try:
        yield line.split()[4]
    finally:
        process.terminate()
        process.wait()


def measure_start(page: Page) -> dict[str, float]:
    """Wait until the solver is ready; return the figures of this start."""
    page.locator("#solve:not([disabled])").wait_for(state="attached", timeout=READY)  # hidden in Today
    page.wait_for_timeout(300)  # until the last long task is reported
    seen: dict[str, float] = page.evaluate("window.seen")
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.collectGarbage")
    seen["buffers"] = session.send("Runtime.getHeapUsage")["backingStorageSize"] / 1e6
    session.detach()
    return seen


def visit(context: BrowserContext, address: str) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield the figures of a cold and of a warm start."""
    page = context.new_page()
    page.goto(address, wait_until="commit")
    yield "cold", measure_start(page)
    page.get_by_test_id("offline").get_by_text("Ready offline").wait_for(timeout=READY)
    for _ in range(2):  # on the second visit the browser caches compiled code
        page.wait_for_timeout(500)
        page.reload(wait_until="commit")
        warm = measure_start(page)
    yield "warm", warm


def measure_browser(playwright: Playwright, address: str) -> dict[str, dict[str, float]] | None:
    """Measure a fresh browser's visits; return None if its renderer crashed."""
    browser = playwright.chromium.launch(**chromium_arguments())
    context = browser.new_context()
    context.add_init_script(WATCH)
    try:
        return dict(visit(context, address))
    except Error as error:
        if "crashed" not in error.message:
            raise
        return None
    finally:
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="a checkout of another version")
    parser.add_argument("--rounds", type=int, default=11)
    asked = parser.parse_args()
    versions = {"before": asked.before, "now": site.ROOT} if asked.before else {"now": site.ROOT}
    figures: dict[tuple[str, str, str], list[float]] = {}
    crashes = Counter[str]()
    with ExitStack() as stack, sync_playwright() as playwright:
        addresses = {name: stack.enter_context(serving(root)) for name, root in versions.items()}
        for _ in range(asked.rounds):
            for name, address in addresses.items():
                while (visits := measure_browser(playwright, address)) is None:
                    crashes[name] += 1
                for start, seen in visits.items():
                    for figure, value in seen.items():
                        figures.setdefault((start, figure, name), []).append(value)
    crashed = ", ".join(f"{name} {crashes[name]}" for name in versions)
    print(f"{asked.rounds} fresh browsers each: median (least to most). Renderers that crashed: {crashed}")
    for start in ("cold", "warm"):
        for figure, label in FIGURES.items():
            of = {name: figures[start, figure, name] for name in addresses}
            middle = {name: statistics.median(values) for name, values in of.items()}
            parts = [f"{name} {middle[name]:,.0f} ({min(v):,.0f} to {max(v):,.0f})" for name, v in of.items()]
            if asked.before and middle["before"]:
                parts.append(f"ratio {middle['now'] / middle['before']:.2f}")
            print(f"{start}, {label:<26} {'   '.join(parts)}")


if __name__ == "__main__":
    main()
