"""Faults of the page's worker, its files and its storage, caused from outside the page."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect

from npuzzle import site
from tests.browser.page_driver import READY, PageDriver

WORKER = (site.ROOT / "web/solver/worker.py").read_text(encoding="utf-8")
HARDEST_15 = "15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0"  # 80 moves with the blank first
EASY = "1 2 3/4 5 6/7 0 8"
AGAIN = "Start the solver again"

#: The page finds one core, so it starts one worker.
ONE_CORE = "Object.defineProperty(WorkerNavigator.prototype, 'hardwareConcurrency', { get: () => 1 });"

#: Lets a test reach the page's workers and run code in them first.
REACH = (
    f"const oneCore = {ONE_CORE!r};"
    + """
  window.workers = [];
  const Plain = Worker, PlainBlob = Blob;
  window.Worker = class extends Plain {
    constructor(...given) { super(...given); window.workers.push(this); }
  };
  window.Blob = class extends PlainBlob {
    constructor(parts, options) {
      const before = options?.type === 'text/javascript' ? [oneCore, window.beforeWorkers ?? ''] : [];
      super([...before, ...parts], options);
    }
  };
"""
)
KILL = "window.workers.at(-1).terminate()"


def in_workers(page: Page, code: str) -> None:
    """Run this JavaScript first in each of the page's workers."""
    page.add_init_script(f"window.beforeWorkers = {code!r};")


def with_worker(page: Page, more: str) -> None:
    """Append this Python to worker.py, for workers that start after this call."""
    without_worker(page, WORKER + more)


def without_worker(page: Page, other: str) -> None:
    """Replace worker.py, for workers that start after this call."""
    page.unroute("**/web/solver/worker.py")
    page.route("**/web/solver/worker.py", lambda route: route.fulfill(body=other, content_type="text/plain"))


def with_tables(page: Page, answer: Callable[[Route], None] | None) -> None:
    """Let this function answer requests for table files; None: the host answers."""
    page.context.unroute("**/*.tables")
    if answer is not None:
        page.context.route("**/*.tables", answer)


def notice(driver: PageDriver) -> Locator:
    return driver.page.get_by_test_id("solver-notice")


def problem(driver: PageDriver) -> Locator:
    return driver.page.get_by_test_id("problem")


def expect_works(driver: PageDriver) -> None:
    """Check that the next Solve succeeds and that no message of the fault remains."""
    driver.wait_ready()
    driver.choose("Goal", "Blank last")
    driver.type_board(EASY)
    driver.solve("Solved in 1 move", "Proved shortest")
    expect(problem(driver)).to_be_empty()
    expect(notice(driver)).to_be_hidden()


def start_hard(driver: PageDriver) -> None:
    """Start a long search and wait until it has expanded states."""
    driver.choose("Goal", "Blank first")
    driver.type_board(HARDEST_15)
    driver.button("Solve").click()
    expect(driver.page.get_by_test_id("progress")).to_contain_text(
        re.compile(r"Expanded\s*[1-9]"), timeout=READY
    )
