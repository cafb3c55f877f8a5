"""Ways to break the page's worker, its files and its storage, from outside."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect

from npuzzle import site
from tests.browser.page_driver import READY, PageDriver

WORKER = (site.ROOT / "web/solver/worker.py").read_text(encoding="utf-8")
HARDEST_15 = "15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0"  # 80 moves to the goal blank first
EASY = "1 2 3/4 5 6/7 0 8"
AGAIN = "Start the solver again"

#: Lets the page find one core, so that it has one worker.
ONE_CORE = "Object.defineProperty(WorkerNavigator.prototype, 'hardwareConcurrency', { get: () => 1 });"

#: Lets a test speak to the page's one worker, and put code before what it runs.
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
    """JavaScript before what the page's workers run."""
    page.add_init_script(f"window.beforeWorkers = {code!r};")


def with_worker(page: Page, more: str) -> None:
    """More Python at the end of worker.py, for workers that start from now on."""
    without_worker(page, WORKER + more)


def without_worker(page: Page, other: str) -> None:
    """Other Python in place of worker.py, for workers that start from now on."""
    page.unroute("**/web/solver/worker.py")
    page.route("**/web/solver/worker.py", lambda route: route.fulfill(body=other, content_type="text/plain"))


def with_tables(page: Page, answer: Callable[[Route], None] | None) -> None:
    """What the host answers when it is asked for tables; None: the files."""
    page.context.unroute("**/*.tables")
    if answer is not None:
        page.context.route("**/*.tables", answer)


def notice(driver: PageDriver) -> Locator:
    return driver.page.get_by_test_id("solver-notice")


def problem(driver: PageDriver) -> Locator:
    return driver.page.get_by_test_id("problem")


def expect_works(driver: PageDriver) -> None:
    """The next Solve does its work, and nothing is left of what was wrong."""
    driver.wait_ready()
    driver.choose("Goal", "Blank last")
    driver.type_board(EASY)
    driver.solve("Solved in 1 move", "Proved shortest")
    expect(problem(driver)).to_be_empty()
    expect(notice(driver)).to_be_hidden()


def start_hard(driver: PageDriver) -> None:
    """A search that takes long, under way."""
    driver.choose("Goal", "Blank first")
    driver.type_board(HARDEST_15)
    driver.button("Solve").click()
    expect(driver.page.get_by_test_id("progress")).to_contain_text(
        re.compile(r"Expanded\s*[1-9]"), timeout=READY
    )
