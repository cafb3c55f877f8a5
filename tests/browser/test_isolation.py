"""A test's page leaves nothing behind for the next test with the same profile."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import Warm, Watch
from tests.browser.page_driver import PageDriver

BUSY = "setTimeout(() => { const end = Date.now() + 1500; while (Date.now() < end); })"


def test_what_a_page_keeps_as_it_closes_is_not_there_for_the_next_one(
    page: Page, watch: Watch, warm: Warm, base_url: str
) -> None:
    """A closing page notifies its scripts later, in the background: here much later."""
    driver = PageDriver(page).open(base_url)
    driver.cell(2, 2).click()
    driver.expect_shown("8 6 7/2 0 4/3 5 1")
    page.evaluate(BUSY)
    warm.clean(base_url.rstrip("/"))
    following = warm.context.new_page()
    following.goto(f"{base_url}web/icon.svg")
    following.wait_for_timeout(2500)
    assert following.evaluate("Object.keys(localStorage)") == ["npuzzle", "npuzzle-seen"]  # set on each page
