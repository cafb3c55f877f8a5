"""A heuristic certified in the Lab is a choice in Solve, and its answers are proved shortest."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.lab import Lab
from tests.browser.looks import violations

CERTIFIED = "Yours (certified)"


def menu(lab: Lab) -> Locator:
    return lab.menu("Heuristic")


def certify(lab: Lab) -> None:
    """Certify the example that the Lab begins with, or what stands there."""
    lab.page.get_by_role("tab", name="Lab").click()
    lab.button("Certify").click()
    expect(lab.page.locator("#lab-result")).to_be_visible(timeout=60_000)
    lab.page.get_by_role("tab", name="Solve").click()


def test_a_certified_heuristic_is_chosen_by_mouse_and_goes_with_its_text(lab: Lab) -> None:
    expect(menu(lab).get_by_role("option", name=CERTIFIED)).to_have_count(0)
    lab.page.get_by_role("tab", name="Lab").click()
    lab.page.locator("#lab-example").select_option("manhattan")
    lab.page.locator("#lab-load").click()
    certify(lab)
    menu(lab).select_option(label=CERTIFIED)
    expect(lab.page.get_by_test_id("promise")).to_have_text("Finds a shortest path and proves it.")
    assert violations(lab.page) == []
    lab.solve("Solved in 31 moves", "Proved shortest")
    expect(lab.page.get_by_test_id("figures")).to_contain_text(CERTIFIED)
    assert violations(lab.page) == []
    lab.page.get_by_role("tab", name="Lab").click()
    lab.page.locator("#lab-example").select_option("constant-240")
    lab.page.locator("#lab-load").click()
    lab.page.get_by_role("tab", name="Solve").click()
    expect(lab.button("Solve")).to_be_disabled()
    expect(lab.page.get_by_test_id("options-problem")).to_contain_text("not certified any more")


def test_a_certified_heuristic_is_chosen_by_keyboard(lab: Lab) -> None:
    page = lab.page
    page.get_by_role("tab", name="Lab").click()
    page.locator("#lab-example").select_option("manhattan")
    lab.button("Certify").wait_for()
    page.locator("#lab-load").click()
    lab.button("Certify").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#lab-result")).to_be_visible(timeout=60_000)
    page.get_by_role("tab", name="Lab").focus()
    page.keyboard.press("Home")
    menu(lab).focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    expect(menu(lab)).to_have_value("yours")
    lab.button("Solve").focus()
    page.keyboard.press("Enter")
    lab.expect_badge("Proved shortest")


def test_a_certified_heuristic_races_and_builds_a_tree(lab: Lab) -> None:
    page = lab.page
    certify(lab)
    page.get_by_role("tab", name="Race").click()
    lane = page.get_by_role("group", name="Lane 1")
    lane.get_by_role("combobox", name="Heuristic").select_option(label=CERTIFIED)
    lab.button("Start the race").click()
    result = page.get_by_test_id("race-result")
    expect(result).to_contain_text("A* with your certified heuristic", timeout=60_000)
    row = result.get_by_role("row", name=re.compile("^1. A. with your certified heuristic"))
    expect(row).to_contain_text("Proved shortest", ignore_case=True)
    page.get_by_role("tab", name="Explore").click()
    tree = page.get_by_role("tabpanel", name="Explore")
    tree.get_by_role("combobox", name="Estimate h").select_option(label=CERTIFIED)
    lab.button("Textbook example").click()  # its goal is another
    expect(page.get_by_test_id("explore-why")).to_contain_text("certify it for that")
    lab.button("Back to my board and goal").click()
    lab.type_board("1 2 3/4 5 6/0 7 8")
    lab.button("Build the tree").click()
    expect(page.get_by_test_id("explore-said")).to_be_visible()
