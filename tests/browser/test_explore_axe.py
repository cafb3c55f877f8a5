"""Explore's trees are accessible: cut trees, and the tree of a visitor's algorithm."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.looks import expect_no_overflow, violations
from tests.browser.page_driver import PageDriver, open_room

RUN = 60_000  # ms for the slowest machine
SCREENS = [(1280, 800, "dark"), (390, 844, "dark"), (390, 844, "light")]


def expect_room_for_all(driver: PageDriver) -> None:
    for width, height, scheme in SCREENS:
        assert violations(driver.on_screen(width, height, scheme).page) == [], (width, scheme)
        expect_no_overflow(driver, width, height)


def test_axe_finds_nothing_in_the_trees_that_are_cut(page: Page, watch: Watch, base_url: str) -> None:
    driver = PageDriver(page).on_screen(*SCREENS[0]).open(base_url)
    driver.load("Breadth-first search")
    open_room(page, "Explore")
    driver.choose("Estimate h", "Misplaced tiles")
    driver.type_board("2 8 3/1 6 4/7 0 5")
    driver.choose("Goal", "Spiral (snail)")
    for algorithm, kind in (
        ("Recursive best-first (RBFS)", "FRONTIER"),
        ("Beam", "CUT"),
        ("Bidirectional breadth-first", "GOAL"),
        ("Yours (Lab)", "GOAL"),
    ):
        driver.choose("Tree of", algorithm)
        driver.button("Build the tree").click()
        expect(page.get_by_test_id("explore-said")).to_contain_text("So far: ", timeout=RUN)
        driver.button("Last step").click()
        expect(page.locator(f"#explore-nodes [data-status={kind}]").first).to_be_attached()
        expect_room_for_all(driver)
    driver.choose("Tree of", "Anytime")
    expect(page.get_by_test_id("explore-why")).to_contain_text("has no search tree")
    expect_room_for_all(driver)
