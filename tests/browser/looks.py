"""Checks of the page's looks on a large screen and on a phone: axe, and nothing wider than the screen."""

from __future__ import annotations

import os
import re

from playwright.sync_api import Page

from npuzzle import site
from tests.browser.page_driver import SCREENS, PageDriver, until
from tests.conftest import screenshots

AXE = site.ROOT / "web/node_modules/axe-core/axe.min.js"
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
FIND = """async () => (await axe.run({ resultTypes: ['violations'] })).violations
  .map(({ id, help, nodes }) => `${id}: ${help} at ${JSON.stringify(nodes.map(node => node.target))}`)"""
LIGHT_DESKTOP, _, DARK_PHONE, _ = SCREENS


def check_looks(driver: PageDriver, what: str = "") -> None:
    """Check the page by day on a large screen and by night on a phone, and leave it on the phone."""
    for width, height, scheme in (LIGHT_DESKTOP, DARK_PHONE):
        driver.on_screen(width, height, scheme)
        found = violations(driver.page)
        assert found == [], (what, width, scheme, found)
        expect_no_overflow(driver, width, height)


def expect_no_overflow(driver: PageDriver, width: int, height: int = 640) -> None:
    """Check that nothing is wider than a screen of this width, once the page is redrawn."""
    driver.page.set_viewport_size({"width": width, "height": height})
    until(driver.page, f"innerWidth === {width} && document.documentElement.scrollWidth <= {width}")


def violations(page: Page) -> list[str]:
    """Return the violations that axe-core finds, one per line. If there are any, save a screenshot."""
    test = re.sub(r"\W+", "-", os.environ["PYTEST_CURRENT_TEST"].split("/")[-1].split(" ")[0]).strip("-")
    taken = len(list(screenshots().glob(f"{test}-*.png")))
    page.screenshot(path=screenshots() / f"{test}-{taken + 1}.png", full_page=True)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(FIND)
    return found
