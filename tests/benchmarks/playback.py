"""`python -m tests.benchmarks.playback [--before CHECKOUT] [--rounds N]`: how smoothly an answer is shown.

It uses fresh browsers on loopback, and prints milliseconds. First from the press of Solve, once the page is
idle, to the first frame with the answer, for a 3x3 board of 31 moves. Then the times between frames (median,
99th percentile, share of late frames) while that path plays at the speed `faster`, and while a 127x127 path
plays at 10,000 moves per second. With another checkout, both versions take turns, and it prints the ratio of
the medians.
"""

from __future__ import annotations

import statistics
from random import Random

from playwright.sync_api import Page, Playwright

from npuzzle import Shape, goal_board
from tests.benchmarks.start import READY
from tests.benchmarks.versions import measure_versions
from tests.conftest import chromium_arguments

HARDEST = "8 6 7/2 5 4/3 0 1"
LARGEST = str(goal_board("blank-last", Shape(127, 127)).shuffled(Random(1)))
REST = 4_000  # ms after the start, while the service worker stores the files
SECONDS = 4  # of playback to measure
LATE = 25.0  # ms between two frames: longer means that a frame was skipped

#: Measures the time from a press of Solve to the frame after the one that contains the answer.
FIRST_FRAME = """() => new Promise(done => {
  const result = document.getElementById('result');
  new MutationObserver((changes, watcher) => {
    if (result.hidden) return;
    watcher.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - pressed)));
  }).observe(result, { attributes: true, attributeFilter: ['hidden'] });
  const pressed = performance.now();
  document.getElementById('solve').click();
})"""
#: Measures the times between frames while a path plays, for some seconds or until its end.
FRAMES = """([speed, seconds]) => new Promise(done => {
  const menu = document.getElementById('speed');
  menu.value = speed;
  menu.dispatchEvent(new Event('change', { bubbles: true }));
  document.getElementById('play').click();
  const times = [];
  const note = now => {
    times.push(now);
    if (now - times[0] < 1000 * seconds) requestAnimationFrame(note);
    else done(times.slice(1).map((time, at) => time - times[at]));
  };
  requestAnimationFrame(note);
})"""


def open_board(page: Page, address: str, board: str) -> None:
    """Open the page with a board, and wait for the solver."""
    page.goto("about:blank")
    page.goto(f"{address}#board={board.replace(' ', '_')}")
    page.locator("#solve:not([disabled])").wait_for(timeout=READY)


def measure_frames(page: Page, speed: str, name: str) -> dict[str, float]:
    """Play the current path; return the figures of its frames."""
    between = sorted(page.evaluate(FRAMES, [speed, SECONDS]))
    return {
        f"{name}, frame to frame": statistics.median(between),
        f"{name}, 99th of a hundred": between[len(between) * 99 // 100],
        f"{name}, late frames, %": 100 * sum(time > LATE for time in between) / len(between),
    }


def measure_browser(playwright: Playwright, address: str) -> dict[str, float]:
    """Measure a fresh browser."""
    browser = playwright.chromium.launch(**chromium_arguments())
    try:
        page = browser.new_page()
        page.add_init_script("try { localStorage.setItem('npuzzle-seen', '1'); } catch {}")
        open_board(page, address, HARDEST)
        page.wait_for_timeout(REST)
        seen = {"Solve to first frame": float(page.evaluate(FIRST_FRAME))}
        seen |= measure_frames(page, "faster", "3x3")
        open_board(page, address, LARGEST)
        page.evaluate(FIRST_FRAME)
        return seen | measure_frames(page, "10000", "127x127")
    finally:
        browser.close()


if __name__ == "__main__":
    measure_versions(__doc__, measure_browser)
