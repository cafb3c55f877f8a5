"""The actions of a visitor in the Lab, and waiting for their results."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.page_driver import PageDriver, open_room

LONG = 60_000  # ms a certificate may take on a busy machine


def enter(driver: PageDriver) -> PageDriver:
    """Open the Lab and wait for its editor."""
    open_room(driver.page, "Lab")
    expect(driver.page.locator("#lab-editor")).to_be_visible(timeout=20_000)
    return driver


def editor(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Your Python")


def certify(driver: PageDriver, verdict: str) -> None:
    driver.button("Certify").click()
    expect(driver.page.locator("#lab-verdict")).to_have_text(verdict, timeout=LONG)


def expect_problem(driver: PageDriver, text: str) -> None:
    expect(driver.page.get_by_test_id("lab-problem")).to_contain_text(text, timeout=LONG)


def load(driver: PageDriver, example: str) -> None:
    driver.choose("Example", example)
