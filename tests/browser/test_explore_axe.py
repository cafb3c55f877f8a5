"""Explore's trees that are cut, one of a visitor's algorithm, and a sample: for everybody, and by link."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.looks import expect_no_overflow, violations
from tests.browser.page_driver import FORGET, PageDriver, open_room

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


def test_axe_finds_nothing_in_a_sample_and_a_link_draws_the_same_boards_again(
    page: Page, watch: Watch, base_url: str
) -> None:
    driver = PageDriver(page).on_screen(*SCREENS[0]).open(base_url)
    driver.type_board("1 2 3 4 5/6 7 8 0 9")
    open_room(page, "Explore")
    driver.button("Sample of the space in one picture").click()
    page.locator("#sample-count").select_option("20")
    page.get_by_label("Seed of the sample").fill("77")
    run, said = page.get_by_test_id("sample-run"), page.get_by_test_id("sample-said")
    expect(driver.button("Draw this sample")).to_be_enabled(timeout=RUN)
    driver.button("Draw this sample").click()
    expect(run).to_contain_text("20 of 20 distances found.", timeout=RUN)
    expect(page.get_by_test_id("sample-sentence")).to_contain_text("Never too high in this sample")
    page.get_by_test_id("sample-dots").press("End")
    farthest = said.inner_text()
    expect_room_for_all(driver)
    driver.button("Share").click()
    link = page.locator("#share-link").input_value()
    page.evaluate(FORGET)  # as for a visitor who gets the link
    page.goto("about:blank")
    driver.open(link)
    open_room(page, "Explore")
    expect(run).to_contain_text("press Draw this sample to see it")
    expect(page.get_by_label("Seed of the sample")).to_have_value("77")
    expect(page.locator("#sample-count")).to_have_value("20")
    expect(page.locator("#sample-dots rect")).to_have_count(0)
    driver.button("Draw this sample").click()
    expect(run).to_contain_text("20 of 20 distances found.", timeout=RUN)
    page.get_by_test_id("sample-dots").press("End")
    expect(said).to_have_text(farthest)
    expect_room_for_all(driver)
