"""Heuristics combined by typing: in Solve by mouse and by keyboard, and in links."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.looks import violations
from tests.browser.page_driver import SCREENS, PageDriver, open_room

FAULT = "look at character 4, '('"


def formula(driver: PageDriver) -> Locator:
    return driver.page.get_by_role("tabpanel", name="Solve").get_by_label("Combination")


def problem(driver: PageDriver) -> Locator:
    return driver.page.get_by_test_id("formula-problem")


@pytest.mark.same_page
def test_a_combination_is_typed_and_solved_with_by_mouse(driver: PageDriver) -> None:
    expect(formula(driver)).to_be_hidden()
    driver.choose("Heuristic", "Combine ...")
    expect(driver.page.get_by_test_id("promise")).to_have_text("Finds a shortest path and proves it.")
    formula(driver).fill("max(manhattan")
    expect(problem(driver)).to_contain_text(FAULT)
    expect(driver.button("Solve")).to_be_disabled()
    assert violations(driver.page) == []
    formula(driver).fill("max(manhattan, walking-distance)")
    expect(problem(driver)).to_have_text("")
    assert violations(driver.page) == []
    driver.solve("Solved in 31 moves", "Proved shortest")
    expect(driver.page.get_by_test_id("search-figures")).to_contain_text("max(manhattan, walking-distance)")


@pytest.mark.same_page
def test_a_combination_is_typed_and_solved_with_by_keyboard(driver: PageDriver) -> None:
    page = driver.page
    driver.menu("Heuristic").focus()
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    expect(formula(driver)).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("0.5*misplaced + 0.5*manhattan")
    expect(problem(driver)).to_have_text("")
    driver.button("Solve").focus()
    page.keyboard.press("Enter")
    driver.expect_result("Solved in 31 moves")
    expect(page.get_by_test_id("search-figures")).to_contain_text("0.5 misplaced + 0.5 manhattan")


def test_a_link_opens_a_combination_and_a_hostile_one_is_text(driver: PageDriver, base_url: str) -> None:
    page = driver.page
    page.goto("about:blank")
    driver.open(f"{base_url}#heuristic=max(manhattan,misplaced)")
    expect(formula(driver)).to_have_value("max(manhattan,misplaced)")
    driver.solve("Solved in 31 moves", "Proved shortest")
    page.goto("about:blank")
    page.goto(f"{base_url}#heuristic={quote('max(<img src=x onerror=document.title=1>)')}")
    driver.wait_ready()
    expect(page.get_by_test_id("link-problem")).to_contain_text("The link's heuristic cannot be used")
    assert page.locator("img[src=x]").count() == 0
    expect(formula(driver)).to_be_hidden()


@pytest.mark.same_page
def test_it_looks_right_in_both_languages(driver: PageDriver, tmp_path: Path) -> None:
    page = driver.page
    driver.on_screen(1280, 800)
    driver.choose("Heuristic", "Combine ...")
    formula(driver).fill("max(manhattan")
    expect(problem(driver)).to_contain_text(FAULT)
    for width, height, scheme in SCREENS:
        driver.on_screen(width, height, scheme)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "no overflow"
        assert violations(page) == []
        page.locator("#formula-field").scroll_into_view_if_needed()
        page.screenshot(path=tmp_path / f"formula-{width}-{scheme}.png")
    page.locator("#language").select_option("zh")
    expect(problem(driver)).to_contain_text("不是启发函数的组合")


def test_a_lane_and_a_tree_take_a_combination_and_a_link_keeps_both(
    driver: PageDriver, base_url: str
) -> None:
    page = driver.page
    open_room(page, "Race")
    driver.open_lanes()
    lane = page.get_by_role("group", name="Lane 1")
    lane.get_by_role("combobox", name="Heuristic").select_option(label="Combine ...")
    lane.get_by_label("Combination").fill("max(manhattan")
    expect(lane).to_contain_text(FAULT)
    expect(page.locator("#clouds-play")).to_be_disabled()
    lane.get_by_label("Combination").fill("max(misplaced, linear-conflict)")
    page.locator("#clouds-play").click()
    result = page.get_by_test_id("race-result")
    expect(result).to_contain_text("A* with max(misplaced, linear-conflict)", timeout=60_000)
    assert violations(page) == []

    open_room(page, "Explore")
    tree = page.get_by_role("tabpanel", name="Explore")
    tree.get_by_role("combobox", name="Estimate h").select_option(label="Combine ...")
    tree.get_by_label("Combination").fill("0.5*misplaced + 0.25*manhattan")
    driver.button("Textbook example").click()
    expect(page.get_by_test_id("explore-said")).to_be_visible()
    expect(tree.get_by_role("treeitem").first).to_have_accessible_name(re.compile("h 6"))
    assert violations(page) == []

    driver.button("Share").click()
    link = page.get_by_role("textbox", name="Link").input_value()
    page.goto("about:blank")
    driver.open(link)
    open_room(page, "Race")
    driver.open_lanes()
    expect(lane.get_by_label("Combination")).to_have_value("max(misplaced,linear-conflict)")
    open_room(page, "Explore")
    expect(tree.get_by_label("Combination")).to_have_value("0.5*misplaced+0.25*manhattan")
