"""The tiles use the page's own numerals: at the first paint, offline, in a frame and on the map."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from npuzzle import Shape, goal_board
from tests.browser.conftest import Watch
from tests.browser.offline import without_server
from tests.browser.page_driver import READY, PageDriver, until, without_python

FAMILY = "Numerals"
CELL, TILE = "#board [role=gridcell]:not(:empty)", "#tiles .tile b"
FIFTEEN = "15_2_1_12/5_8_6_11/4_9_10_7/3_14_13_0"

#: The width of an element's text, in pixels.
WIDTH = """element => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}"""


def list_fonts(page: Page, selector: str) -> set[tuple[str, bool]]:
    """Return the fonts with which Chromium draws these elements, and whether each is a font of the page."""
    for _ in range(20):
        with suppress(Error):  # the page has just replaced an element
            return ask_fonts(page, selector)
    return ask_fonts(page, selector)


def ask_fonts(page: Page, selector: str) -> set[tuple[str, bool]]:
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    found = devtools.send("DOM.querySelectorAll", {"nodeId": root, "selector": selector})["nodeIds"]
    assert found
    drawn: list[dict[str, Any]] = []
    for node in found:
        drawn += devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    devtools.detach()
    return {(font["familyName"].split()[0], font["isCustomFont"]) for font in drawn}


def expect_numerals(page: Page, selector: str) -> None:
    expect(page.locator(selector).first).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => null)")
    assert list_fonts(page, selector) == {("Rubik", True)}
    assert page.evaluate(f"document.fonts.check('700 20px {FAMILY}', '0123456789')")


def family(element: Locator) -> str:
    said: str = element.evaluate("element => getComputedStyle(element).fontFamily")
    return said.split(",")[0].strip("\"'")


@pytest.mark.same_page
def test_tiles_and_typed_numbers_use_the_numerals(driver: PageDriver) -> None:
    expect_numerals(driver.page, TILE)
    assert family(driver.page.locator(TILE).first) == FAMILY
    driver.open_setup()
    expect_numerals(driver.page, ".picture span:not(:empty)")
    driver.mode("Edit")
    assert family(driver.page.locator("#board input").first) == FAMILY


@pytest.mark.fresh(service_workers="block")
def test_the_first_paint_has_them_and_no_number_changes_its_width_later(
    page: Page, watch: Watch, base_url: str
) -> None:
    """In a font without tabular digits, 11 is much narrower."""
    with without_python(page):
        page.goto(f"{base_url}#board={FIFTEEN}", wait_until="commit")
        eleven = page.locator("#board [role=gridcell]", has_text="11").first
        expect(eleven).to_be_visible(timeout=READY)
        expect_numerals(page, CELL)
        before = eleven.evaluate(WIDTH)
    PageDriver(page).wait_ready()
    tile = page.locator(TILE, has_text="11").first
    assert tile.evaluate(WIDTH) == pytest.approx(before, abs=0.1)
    assert list_fonts(page, TILE) == {("Rubik", True)}


@pytest.mark.fresh
def test_offline_too(page: Page, watch: Watch) -> None:
    without_server(page, watch)
    expect_numerals(page, TILE)


def test_in_a_frame_too(page: Page, watch: Watch, base_url: str) -> None:
    driver = PageDriver(page)
    page.goto(f"{base_url}#embed=1&board={FIFTEEN}")
    expect(page.locator("body[data-ready]")).to_be_attached(timeout=READY)
    driver.expect_shown(FIFTEEN.replace("_", " "))
    expect_numerals(page, TILE)


@pytest.mark.same_page
def test_the_map_of_a_large_board_writes_them(driver: PageDriver) -> None:
    driver.type_board(str(goal_board("blank-last", Shape(30, 30)).shuffled(Random(1))))
    for _ in range(4):
        driver.button("Zoom in").click()
    until(driver.page, f"document.getElementById('map-canvas').getContext('2d').font.includes('{FAMILY}')")
    assert driver.page.evaluate(f"document.fonts.check('700 20px {FAMILY}', '0')")
