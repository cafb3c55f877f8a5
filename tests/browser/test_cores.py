"""Two workers share a long search, which continues if the second one dies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from npuzzle import Shape, goal_board, random_board
from tests.browser.faults import with_worker
from tests.browser.page_driver import PageDriver

#: On a shortest path of one of the two hardest boards: takes seconds, in which a second worker starts.
HARD = "15 10 8 12/11 14 9 13/2 6 5 0/3 7 4 1"  # 79 moves with the blank first
NEXT = "15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4"  # 65 moves: soon proved once a second worker is running
LONG = 180  # seconds, on a busy machine

#: Two cores on every machine, and a second worker from the second bound.
SHARING = """
import web.solver.helpers.helper as _helper
import web.solver.helpers.search as _helping
import web.solver.helpers.worker_channel as _channel
from npuzzle.search import split_search as _split_search

_channel.find_device = lambda: _channel.Device(2)
_helping.START_AFTER = _split_search.SPLIT_FROM = 0
"""

#: The second worker searches forever without a message; the first gives up on it after two seconds, sooner
#: than it says.
HANGING = """
import web.solver.helpers.pool as _pool

_pool.SILENT = 2.0

def _hang(self, worker, pace):
    while True:
        pass

_helper.Helper._work = _hang
"""

#: The second worker ends while it is working.
DYING = """
_said, _say = [], _helper.Helper._say

def _say_and_die(self, message):
    _say(self, message)
    _said.append(message)
    if len(_said) == 20:
        js.close.bind(js.globalThis)()

_helper.Helper._say = _say_and_die
"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yield a page without a service worker, which would answer instead of the test."""
    context = browser.new_context(service_workers="block")
    yield context.new_page()
    context.close()


def start_shared(page: Page, base_url: str, more: str = "", board: str = HARD) -> PageDriver:
    """Start a search of some seconds, and wait until two workers share it."""
    with_worker(page, SHARING + more)
    driver = PageDriver(page).open(base_url)
    driver.choose("Goal", "Blank first")
    driver.type_board(board)
    driver.button("Solve").click()
    expect(page.locator("script[worker]")).to_have_count(2, timeout=LONG * 1000)
    return driver


def expect_proved(driver: PageDriver, moves: int = 79) -> None:
    driver.expect_result(f"Solved in {moves} moves", seconds=LONG)
    driver.expect_badge("Proved shortest")
    expect(driver.page.get_by_test_id("note")).to_contain_text("Split over 2 workers, each with 8 MB")
    expect(driver.page.get_by_test_id("search-figures")).to_contain_text(re.compile(r"Workers\s*2"))


def helper_names(page: Page) -> list[str]:
    names = page.locator("script[worker]").evaluate_all("all => all.map(one => one.getAttribute('name'))")
    return [name for name in names if name.startswith("helper")]


def test_two_workers_prove_a_hard_board_and_the_next(page: Page, base_url: str) -> None:
    """The second worker stays for the next search, which is therefore shared from its second bound."""
    driver = start_shared(page, base_url)
    helpers = helper_names(page)
    expect_proved(driver)
    driver.type_board(NEXT)
    driver.button("Solve").click()
    expect_proved(driver, 65)
    assert helper_names(page) == helpers
    assert len(helpers) == 1


def test_the_first_worker_does_what_a_second_one_left(page: Page, base_url: str) -> None:
    driver = start_shared(page, base_url, DYING)
    expect_proved(driver)
    expect(page.get_by_test_id("note")).to_contain_text("A worker ended early")
    expect(page.locator("script[worker]")).to_have_count(1)


def test_a_second_worker_that_hangs_is_done_without(page: Page, base_url: str) -> None:
    driver = start_shared(page, base_url, HANGING)
    expect_proved(driver)
    expect(page.get_by_test_id("note")).to_contain_text("it said nothing for 10 seconds")
    expect(page.locator("script[worker]")).to_have_count(1)


def test_stop_leaves_the_second_worker_for_the_next_search(page: Page, base_url: str) -> None:
    driver = start_shared(page, base_url)
    helpers = helper_names(page)
    driver.stop()
    driver.expect_result("Stopped")
    driver.type_board(NEXT)
    driver.button("Solve").click()
    expect_proved(driver, 65)
    assert helper_names(page) == helpers


def test_a_large_board_has_beams_in_both_workers(page: Page, base_url: str) -> None:
    """The second worker may take some seconds to start; then it stays for the next search."""
    board = random_board(goal_board("blank-first", Shape(8, 8)), Random(1))
    driver = start_shared(page, base_url, board=str(board))
    figures = page.get_by_test_id("search-figures")
    for _ in range(10):
        page.wait_for_timeout(3_000)
        driver.stop()
        driver.expect_badge("At most")
        if "Workers" in figures.inner_text():
            break
        driver.button("Solve").click()
    expect(figures).to_contain_text(re.compile(r"Workers\s*2"))


def test_tables_of_a_larger_board_that_are_late_leave_a_search_its_second_worker(
    page: Page, base_url: str
) -> None:
    """The solver fetches the tables of all sizes as it starts; a search waits only for its own."""
    late: list[Route] = []
    page.route("**/5x5-*.tables", lambda route: late.append(route))
    driver = start_shared(page, base_url)
    driver.stop()
    driver.expect_result("Stopped")
    assert late
    for route in late:
        route.continue_()
