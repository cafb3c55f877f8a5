"""How often the page prints, without a dialogue that would wait for somebody."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.page_driver import PageDriver, until


def open_counting(page: Page, address: str) -> PageDriver:
    """The page, ready; it counts what it would print, as the dialogue would wait for somebody."""
    page.add_init_script("window.printed = 0; window.print = () => { window.printed += 1 }")
    return PageDriver(page).open(address)


def expect_prints(page: Page, times: int) -> None:
    until(page, f"window.printed === {times}")
