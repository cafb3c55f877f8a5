"""A solver that dies, hangs, runs out of memory or fails to start is replaced, and no board is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from npuzzle.pattern_databases import catalogue
from npuzzle.puzzle.shape import Shape
from tests.browser.conftest import Warm
from tests.browser.faults import (
    AGAIN,
    EASY,
    HARDEST_15,
    KILL,
    REACH,
    expect_works,
    in_workers,
    notice,
    problem,
    start_hard,
    with_tables,
    with_worker,
    without_worker,
)
from tests.browser.page_driver import READY, PageDriver, python_in, until
from tests.conftest import screenshots
from tests.support.known_boards import KORF_1

DIED = "The solver ended unexpectedly and is restarting."


@pytest.fixture(scope="module")
def context_without_worker(browser: Browser) -> Iterator[Warm]:
    """Yield a profile without a service worker, which would answer requests before the test could."""
    context = browser.new_context(service_workers="block")
    context.set_default_timeout(60_000)
    yield Warm(context, context.new_page())
    context.close()


@pytest.fixture
def context(context_without_worker: Warm, base_url: str) -> Iterator[BrowserContext]:
    yield context_without_worker.context
    context_without_worker.context.unroute("**/*.tables")
    context_without_worker.clean(base_url.rstrip("/"))


@pytest.fixture
def page(context: BrowserContext) -> Page:
    page = context.new_page()
    page.add_init_script(REACH)
    return page


def shorten_patience(driver: PageDriver, **seconds: float) -> None:
    """Shorten the page's own waiting times."""
    names = "\n".join(f"patience.{name} = {value}" for name, value in seconds.items())
    python_in(
        driver.page, f"import web.solver.client as patience\n{names}\nresult = None"
    )  # patience is an alias that app.py does not use


def take_pictures(driver: PageDriver, name: str) -> None:
    """Save screenshots on a desk and on a phone, by day and by night."""
    for width, height in ((1280, 800), (390, 844)):
        driver.page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            driver.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            driver.page.screenshot(path=screenshots() / f"fault-{name}-{width}-{scheme}.png")
    driver.page.set_viewport_size({"width": 1280, "height": 720})
    driver.page.emulate_media(color_scheme="light")


def limit_depth(driver: PageDriver, depth: str) -> None:
    driver.field("Depth (moves)").fill(depth)


def test_a_worker_that_dies_is_noticed_at_once_and_replaced(page: Page, base_url: str) -> None:
    driver = PageDriver(page).open(base_url)
    start_hard(driver)
    page.evaluate(KILL)
    expect(problem(driver)).to_have_text(DIED)
    driver.expect_shown(HARDEST_15)
    expect_works(driver)
    page.evaluate(KILL)  # while it is idle
    expect(notice(driver)).to_contain_text(DIED)
    expect(notice(driver)).to_be_hidden(timeout=READY)
    expect_works(driver)
    for deaths in (1, 2, 3):
        workers = page.evaluate("window.workers.length")
        page.evaluate(KILL)
        if deaths < 3:
            until(page, f"window.workers.length > {workers}", seconds=60)
            driver.wait_ready()
    expect(notice(driver)).to_contain_text("three times in a row. The board is safe.")
    take_pictures(driver, "died")
    expect(driver.page.locator("#solve-help")).to_have_text("The solver is not running.")
    driver.board.press("ArrowRight")
    driver.expect_shown("1 2 3/4 5 6/0 7 8")
    driver.button(AGAIN).click()
    expect(driver.button(AGAIN)).to_be_hidden()
    expect_works(driver)


FATAL, ENDLESS, LATE, THROWN = "71", "73", "77", "79"
MISCHIEF = f"""
_handle = handle

async def handle(text):
    if '"depth": {FATAL}' in text:
        import os
        os.abort()  # the interpreter itself breaks
    if '"depth": {ENDLESS}' in text:
        while True:
            pass
    if '"depth": {LATE}' in text:
        await asyncio.sleep(4)
    if '"depth": {THROWN}' in text:
        js.setTimeout(js.JSON.parse, 0, "{{ an error in the worker")
    return await _handle(text)
"""


def test_a_worker_that_breaks_or_says_nothing_is_reported_and_can_be_stopped(
    page: Page, base_url: str
) -> None:
    with_worker(page, MISCHIEF)
    driver = PageDriver(page).open(base_url)
    shorten_patience(driver, QUIET=1)

    limit_depth(driver, FATAL)
    driver.button("Solve").click()
    expect(problem(driver)).to_have_text(DIED)
    limit_depth(driver, "")
    expect_works(driver)

    limit_depth(driver, THROWN)  # an error outside a task has no effect
    workers = page.evaluate("window.workers.length")
    driver.solve("Solved in 1 move", "Proved shortest")
    assert page.evaluate("window.workers.length") == workers

    limit_depth(driver, LATE)
    driver.button("Solve").click()
    expect(notice(driver)).to_contain_text("The solver has not answered for 10 seconds.")
    expect(driver.button(AGAIN)).to_be_visible()
    driver.expect_result("Solved in 1 move")
    expect(notice(driver)).to_be_hidden()

    limit_depth(driver, ENDLESS)
    driver.button("Solve").click()
    expect(notice(driver)).to_contain_text("It may be busy with one long step")
    take_pictures(driver, "silent")
    page.evaluate("for (let n = 0; n < 10; n++) document.getElementById('solver-restart').click()")
    expect(problem(driver)).to_have_text("The solver is restarting, as you asked.")
    limit_depth(driver, "")
    expect_works(driver)
    assert page.evaluate("window.workers.length") == workers + 1


def test_a_worker_that_does_not_start_leaves_the_page_and_can_be_started_again(
    page: Page, base_url: str
) -> None:
    page.route("**/web/solver/worker.py", lambda route: route.fulfill(status=404, body="<h1>Not here</h1>"))
    page.goto(base_url)
    expect(notice(driver := PageDriver(page))).to_have_text(
        "The solver could not be started: web/solver/worker.py did not load or did not run. "
        f"The board can be checked, edited and played without it. {AGAIN}",
        timeout=READY,
    )
    take_pictures(driver, "not-started")
    expect(driver.button("Solve")).to_be_disabled()
    driver.type_board("2 8 1/0 4 3/7 6 5")
    driver.expect_verdict("Not solvable for this goal")
    driver.board.press("ArrowUp")
    driver.expect_shown("2 8 1/7 4 3/0 6 5")
    driver.type_board(EASY)

    without_worker(page, "raise RuntimeError('no')\n")
    driver.button(AGAIN).click()
    expect(notice(driver)).to_contain_text(
        "web/solver/worker.py did not load or did not run (", timeout=READY
    )

    shorten_patience(driver, FIRST_LOOK=0.25, SLOW_START=0.5, START_PATIENCE=1.5)
    with_worker(page, "\nawait asyncio.sleep(1_000)\n")
    driver.button(AGAIN).click()
    expect(notice(driver)).to_contain_text("A slow network may need longer")
    expect(notice(driver)).to_contain_text("could not be started: it did not answer within 1.5 seconds")

    shorten_patience(driver, SLOW_START=15, START_PATIENCE=180)
    page.unroute("**/web/solver/worker.py")
    driver.button(AGAIN).click()
    expect_works(driver)


#: A computer with little memory: the worker gets a hundred megabytes.
LITTLE = """
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > 1e8) throw new RangeError('no more memory');
  return grow.call(this, pages);
};
"""


def test_memory_that_runs_out_ends_the_search_and_nothing_else(page: Page, base_url: str) -> None:
    in_workers(page, LITTLE)
    driver = PageDriver(page).open(base_url)
    driver.choose("Goal", "Blank first")
    driver.type_board(HARDEST_15)
    driver.choose("Algorithm", "A*")
    driver.button("Solve").click()
    driver.expect_result("Out of memory", seconds=200)
    driver.expect_badge("longer than the shortest")  # its path comes from another search
    driver.expect_shown(HARDEST_15)
    driver.choose("Algorithm", "Automatic")
    expect_works(driver)
    assert page.evaluate("window.workers.length") == 1


#: The worker compiles Python but no kernels. Kernels are the modules that have their own memory.
NO_COMPILER = """
WebAssembly.Module = new Proxy(WebAssembly.Module, { construct(Module, given) {
  const module = new Module(...given);
  const kernel = Module.exports(module).some(({ name }) => name === 'memory');
  if (kernel) throw new WebAssembly.CompileError('refused');
  return module;
} });
"""


def test_a_browser_that_compiles_no_kernel_gives_the_same_answer_in_python_and_says_why(
    page: Page, base_url: str
) -> None:
    in_workers(page, NO_COMPILER)
    driver = PageDriver(page).open(base_url)
    note = page.get_by_test_id("solver-note")
    expect(note).to_have_text(re.compile("The browser does not compile kernels: .*refused"), timeout=READY)
    expect(note).to_contain_text("So the search runs as plain Python: slower, with the same answers.")
    driver.type_board("2 8 3 4/1 6 0 7/5 9 10 11/13 14 15 12")
    driver.solve("Solved in 17 moves", "Proved shortest")
    assert driver.figure("Engine") == "Python"
    take_pictures(driver, "not-compiled")


#: After a message, each of the next readings of the worker's clock is an hour later. A reply says that all
#: these hours have passed. A slice of the search reads the clock at its start and at its end.
NIGHT = """
const now = performance.now.bind(performance);
let slept = 0, hours = 0;
performance.now = () => {
  if (hours > 0) {
    hours -= 1; slept += 3600e3;
    if (hours === 0) postMessage('morning');
  }
  return now() + slept;
};
addEventListener('message', (event) => {
  if (event.data?.night === undefined) return;
  event.stopImmediatePropagation();
  hours = event.data.night;
});
"""
#: Start the night, and mark the page's root element in the morning. `hours` lasts for several slices.
SLEEP = """(hours) => {
  const worker = window.workers.at(-1);
  worker.addEventListener('message', (event) => {
    if (event.data !== 'morning') return;
    event.stopImmediatePropagation();
    document.documentElement.dataset.morning = 'yes';
  });
  worker.postMessage({ night: hours });
}"""


def test_an_hour_of_sleep_costs_neither_the_search_nor_the_worker(page: Page, base_url: str) -> None:
    in_workers(page, NIGHT)
    page.clock.install()
    driver = PageDriver(page).open(base_url)
    start_hard(driver)
    expect(page.get_by_test_id("progress")).to_contain_text(
        re.compile(r"Seconds\s*([2-9]|[1-9]\d)\."), timeout=READY
    )
    page.evaluate(SLEEP, 100)
    page.clock.fast_forward(3_600_000)  # overdue timers fire immediately, as when a lid is opened
    expect(page.locator("html")).to_have_attribute("data-morning", "yes", timeout=READY)
    page.evaluate("document.getElementById('stop').click()")
    page.clock.fast_forward(3_600_000)
    driver.expect_result("Stopped")
    assert float(driver.figure("Seconds")) < 60
    expect(page.get_by_test_id("note")).to_contain_text(
        re.compile(r"The computer seems to have slept for [\d,]{5,} seconds during the search")
    )
    driver.expect_shown(HARDEST_15)
    expect_works(driver)
    assert page.evaluate("window.workers.length") == 1


def give_half(route: Route) -> None:
    route.fulfill(body=catalogue.read_shipped(Shape(4, 4))[:300_000], content_type="application/octet-stream")


def give_flipped_bit(route: Route) -> None:
    data = bytearray(catalogue.read_shipped(Shape(4, 4)))
    data[-40_000] ^= 1
    route.fulfill(body=bytes(data), content_type="application/octet-stream")


def give_web_page(route: Route) -> None:
    route.fulfill(body="<!doctype html><h1>Sign in to the network</h1>", content_type="text/html")


LATE_TABLES = "have not arrived within 10 seconds"


def test_tables_that_are_not_what_they_should_be_cost_speed_and_never_the_proof(
    page: Page, base_url: str
) -> None:
    faults = {
        "it is a web page": give_web_page,
        "could not be fetched: the host answered 404": lambda route: route.fulfill(status=404),
        "it is cut short": give_half,
        "it is damaged": give_flipped_bit,
        LATE_TABLES: lambda route: None,
    }
    driver = None
    for why, answer in faults.items():
        with_tables(page, answer)
        if answer is faults[LATE_TABLES]:
            with_worker(page, "\nPATIENCE = 1.0\n")
        if driver is None:
            driver = PageDriver(page).open(base_url)
            driver.choose("Goal", "Blank first")
            driver.type_board(KORF_1)
        else:
            page.evaluate(f"{KILL}; delete document.body.dataset.tables")
            expect(driver.button("Solve")).to_be_disabled()
            driver.wait_ready()
        if answer is not faults[LATE_TABLES]:  # with late tables, the board would not wait for the error
            told = re.compile(re.escape(why))
            expect(page.locator("body")).to_have_attribute("data-tables", told, timeout=READY)
        driver.solve("Solved in 57 moves", "Proved shortest")
        assert driver.figure("Tables") == "5-5-5"
        expect(page.get_by_test_id("note")).to_contain_text(why)
        expect(page.get_by_test_id("note")).to_contain_text("A 5-5-5 set is used instead.")
        expect(page.get_by_test_id("solver-note")).to_contain_text(why, timeout=READY)
    take_pictures(driver or PageDriver(page), "tables")
    with_tables(page, None)
    page.reload()
    PageDriver(page).wait_ready()
    expect(page.locator("body")).to_have_attribute("data-tables", "ready", timeout=READY)
    driver = PageDriver(page)
    driver.solve("Solved in 57 moves", "Proved shortest")
    assert driver.figure("Tables") == "6-6-3"
    expect(page.get_by_test_id("solver-note")).to_be_empty()
