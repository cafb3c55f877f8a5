"""A long search is shared by two workers of the tab, and goes on if the second one dies."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.faults import HARDEST_15, with_worker
from tests.browser.lab import Lab

LONG = 180  # seconds, on a busy machine

#: Two cores, whatever the machine has, and a second worker from the second bound on.
SHARING = """
import web.solver.helper as _helper
import web.solver.helping as _helping
import web.ui.worker_channel as _channel
from npuzzle.search import split_search as _split_search

_channel.find_device = lambda: _helping.Device(2)
_helping.START_AFTER = _split_search.SPLIT_FROM = 0
"""

#: The second worker ends in the middle of its work.
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
    """A page without a service worker, which would answer in a test's place."""
    context = browser.new_context(service_workers="block")
    yield context.new_page()
    context.close()


def start_shared(page: Page, base_url: str, more: str = "") -> Lab:
    """A search of some seconds, under way in two workers."""
    with_worker(page, SHARING + more)
    lab = Lab(page).open(base_url)
    lab.choose("Goal", "Blank first")
    lab.type_board(HARDEST_15)
    lab.button("Solve").click()
    expect(page.locator("script[worker]")).to_have_count(2, timeout=LONG * 1000)
    return lab


def expect_proved(lab: Lab) -> None:
    lab.expect_result("Solved in 80 moves", seconds=LONG)
    lab.expect_badge("Proved shortest")
    expect(lab.page.get_by_test_id("note")).to_contain_text("Split over 2 workers, each with 8 MB")
    expect(lab.page.locator("script[worker]")).to_have_count(1)


def test_two_workers_prove_a_hard_board(page: Page, base_url: str) -> None:
    expect_proved(start_shared(page, base_url))


def test_the_first_worker_does_what_a_second_one_left(page: Page, base_url: str) -> None:
    lab = start_shared(page, base_url, DYING)
    expect_proved(lab)
    expect(page.get_by_test_id("note")).to_contain_text("A worker ended early")


def test_stop_ends_both(page: Page, base_url: str) -> None:
    lab = start_shared(page, base_url)
    lab.stop()
    lab.expect_result("Stopped")
    expect(page.locator("script[worker]")).to_have_count(1)
