"""Counting the page's prints, without a dialog that would wait for a user."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.page_driver import PageDriver, until


def open_counting(page: Page, address: str) -> PageDriver:
    """Open the page, ready to solve. It counts prints instead of opening the dialog."""
    page.add_init_script("window.printed = 0; window.print = () => { window.printed += 1 }")
    return PageDriver(page).open(address)


def expect_prints(page: Page, times: int) -> None:
    until(page, f"window.printed === {times}")
