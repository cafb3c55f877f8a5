"""`python -m tests.benchmarks.hints`: how long hints and the chart of a path take on the page, on loopback.

It prints medians of several fresh browsers: from ticking Hints to the first hint on 3x3 (which builds the
table of all distances), from a move to the next hint, from pressing Hint to the hint on a random 4x4 board,
from pressing Solve to the first frame with the answer, and from that frame to the chart.
"""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, sync_playwright

from npuzzle import Shape, goal_board, random_board
from tests.benchmarks.page import RUNS, row, seen, serving
from tests.conftest import chromium_arguments

#: Measures the milliseconds from an action to the first frame after `text` matches `expected`.
TIMED = """
async ([id, doing, text, expected]) => {
  const element = document.getElementById(id), shown = document.getElementById(text);
  const started = performance.now();
  if (doing === 'click') element.click();
  else element.dispatchEvent(new KeyboardEvent('keydown', { key: doing, bubbles: true }));
  const matches = () => new RegExp(expected).test(shown.tagName === 'CANVAS'
    ? shown.getAttribute('aria-label') || '' : shown.textContent);
  while (!matches()) await new Promise(done => requestAnimationFrame(done));
  await new Promise(done => requestAnimationFrame(done));
  return performance.now() - started;
}
"""
WATCH = """
(() => {
  const seen = window.seen = {};
  const look = () => {
    const solve = document.getElementById('solve');
    if (solve && !solve.disabled && !seen.solver) seen.solver = performance.now();
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
})();
"""


def timed(page: Page, element: str, doing: str, text: str, expected: str) -> float:
    return float(page.evaluate(TIMED, [element, doing, text, expected]))


def main() -> None:
    figures: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        figures.setdefault(name, []).append(value)

    random = Random(15)
    goal = goal_board("blank-last", Shape(4, 4))
    with serving() as address, sync_playwright() as playwright:
        for _ in range(RUNS):
            browser = playwright.chromium.launch(**chromium_arguments())
            page = browser.new_page()
            page.add_init_script(WATCH)
            page.goto(f"{address}#room=solve", wait_until="commit")
            seen(page, "solver")
            page.locator("body[data-tables=ready]").wait_for()
            note(
                "Hints ticked to the first hint, 3x3", timed(page, "hints-on", "click", "hint-text", "to go")
            )
            for key, to_go in (("ArrowDown", 30), ("ArrowUp", 31), ("ArrowLeft", 30), ("ArrowRight", 31)):
                took = timed(page, "board", key, "hint-text", f"^{to_go} to go")
                note("a move to the next hint, 3x3", took)
            note(
                "Solve to the first frame, 3x3", timed(page, "solve", "click", "result-title", "Solved in 31")
            )
            page.reload(wait_until="commit")
            seen(page, "solver")
            page.locator("body[data-tables=ready]").wait_for()
            note("Solve to the chart, 3x3, first one", timed(page, "solve", "click", "path-chart", "Line"))
            for _ in range(3):
                page.check("#mode-paste")
                page.fill("#text", str(random_board(goal, random)))
                note(
                    "Hint pressed to the hint, random 4x4", timed(page, "hint", "click", "hint-text", "to go")
                )
            browser.close()
    print(f"{RUNS} fresh browsers{'':<28} {'median':>9} {'min':>9} {'max':>9}")
    for name, values in figures.items():
        row(name, values, "ms")


if __name__ == "__main__":
    main()
