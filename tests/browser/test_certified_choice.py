"""A heuristic certified in the Lab is a choice in Solve, and its answers are proved shortest."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.lab import Lab
from tests.browser.test_looks import violations

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
