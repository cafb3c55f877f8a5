"""A heuristic certified in the Lab can be chosen in Solve, and its answers are proved shortest."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.looks import violations
from tests.browser.page_driver import PageDriver, open_room

CERTIFIED = "Yours (certified)"


def menu(driver: PageDriver) -> Locator:
    return driver.menu("Heuristic")


def certify(driver: PageDriver) -> None:
    """Certify the heuristic in the editor, by default the Lab's first example."""
    open_room(driver.page, "Lab")
    driver.button("Certify").click()
    expect(driver.page.locator("#lab-result")).to_be_visible(timeout=60_000)
    open_room(driver.page, "Solve")


def test_a_certified_heuristic_is_chosen_by_mouse_and_goes_with_its_text(driver: PageDriver) -> None:
    expect(menu(driver).get_by_role("option", name=CERTIFIED)).to_have_count(0)
    open_room(driver.page, "Lab")
    driver.page.locator("#lab-example").select_option("manhattan")
    certify(driver)
    menu(driver).select_option(label=CERTIFIED)
    expect(driver.page.get_by_test_id("promise")).to_have_text("Finds a shortest path and proves it.")
    assert violations(driver.page) == []
    driver.solve("Solved in 31 moves", "Proved shortest")
    expect(driver.page.get_by_test_id("search-figures")).to_contain_text(CERTIFIED)
    assert violations(driver.page) == []
    open_room(driver.page, "Lab")
    driver.page.locator("#lab-example").select_option("constant-240")
    open_room(driver.page, "Solve")
    expect(driver.button("Solve")).to_be_disabled()
    expect(driver.page.get_by_test_id("options-problem")).to_contain_text("no longer certified")


def test_a_certified_heuristic_is_chosen_by_keyboard(driver: PageDriver) -> None:
    page = driver.page
    open_room(page, "Lab")
    page.locator("#lab-example").select_option("manhattan")
    driver.button("Certify").wait_for()
    driver.button("Certify").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#lab-result")).to_be_visible(timeout=60_000)
    page.get_by_role("tab", name="See").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")  # from Today to Solve
    menu(driver).focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    expect(menu(driver)).to_have_value("yours")
    driver.button("Solve").focus()
    page.keyboard.press("Enter")
    driver.expect_badge("Proved shortest")


def test_a_certified_heuristic_races_and_builds_a_tree(driver: PageDriver) -> None:
    page = driver.page
    certify(driver)
    open_room(page, "Race")
    driver.open_lanes()
    lane = page.get_by_role("group", name="Lane 1")
    lane.get_by_role("combobox", name="Heuristic").select_option(label=CERTIFIED)
    page.locator("#clouds-play").click()
    table = page.locator("#race-table")
    expect(table).to_contain_text("A* with your certified heuristic", timeout=60_000)
    row = table.get_by_role("row", name=re.compile("^1. A. with your certified heuristic"))
    expect(row).to_contain_text("Proved shortest", ignore_case=True)
    open_room(page, "Explore")
    tree = page.get_by_role("tabpanel", name="Explore")
    tree.get_by_role("combobox", name="Estimate h").select_option(label=CERTIFIED)
    driver.button("Textbook example").click()  # its goal is different
    expect(page.get_by_test_id("explore-why")).to_contain_text("certify it for that goal")
    driver.button("Back to my board and goal").click()
    driver.type_board("1 2 3/4 5 6/0 7 8")
    driver.button("Build the tree").click()
    expect(page.get_by_test_id("explore-said")).to_be_visible()
