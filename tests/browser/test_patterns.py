"""Pattern databases built by hand, from the first tile to a proved answer, by keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.looks import violations
from tests.browser.page_driver import PageDriver, open_room

BOARD = "8 6 7/2 5 4/3 0 1"


def test_groups_are_chosen_built_measured_and_used(page: Page, watch: Watch, base_url: str) -> None:
    driver = PageDriver(page).on_screen(390, 844, "dark").open(f"{base_url}#board={BOARD.replace(' ', '_')}")
    open_room(page, "Lab")
    part = page.get_by_test_id("patterns")
    part.get_by_text("Build pattern databases").click()
    part.get_by_role("button", name="tile 1, no group").focus()
    for key in ("a", "ArrowRight", "a", "ArrowRight", "a", "ArrowDown", "b"):
        page.keyboard.press(key)
    expect(part.get_by_label("Groups as text")).to_have_value("1 2 3 | 6")
    expect(part.get_by_role("button", name="tile 6, group B")).to_be_focused()
    part.get_by_label("Groups as text").fill("1 2 3 4 | 4 5")
    expect(part).to_contain_text("Tile 4 is in the groups twice")
    expect(driver.button("Build and measure")).to_be_disabled()
    part.get_by_label("Groups as text").fill("1 2 3 4 | 5 6 7 8")
    expect(page.get_by_test_id("patterns-cost")).to_contain_text("6,048 placements to look at")
    driver.button("Build and measure").press("Enter")
    rows = page.get_by_test_id("patterns-rows").get_by_role("row")
    expect(rows).to_have_count(5, timeout=60_000)
    expect(rows.first).to_have_text(re.compile(r"Yours18\.51"))
    expect(rows.nth(1)).to_have_text(re.compile(r"Manhattan distance14\.00"))
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    driver.button("Use in Solve").press("Enter")
    expect(page.get_by_role("tab", name="Solve")).to_have_attribute("aria-selected", "true")
    driver.solve("Solved in 31 moves", "Proved")
    expect(page.get_by_test_id("result")).to_contain_text("patterns(1,2,3,4|5,6,7,8)")
