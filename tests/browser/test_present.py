"""The presentation mode: full screen, large type, keys for stepping and playing, and the way back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.looks import violations
from tests.browser.page_driver import PageDriver, open_room

RUN = 60_000  # ms for the slowest machine
BOARD, GOAL = "8 1 3/4 0 2/7 6 5", "1 2 3/4 5 6/7 8 0"

#: The height in pixels of the smallest visible text, and that text. SVG's scaling counts.
SMALLEST = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, holder = node.parentElement, range = document.createRange();
    const isSeen = holder.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
    if (!node.data.trim() || holder.closest('.unseen, option') || !isSeen) continue;
    range.selectNodeContents(node);
    const { width, height } = range.getBoundingClientRect();
    const scale = holder.ownerSVGElement ? holder.getScreenCTM().a : 1;
    const size = scale * parseFloat(getComputedStyle(holder).fontSize);
    if (width > 1 && height > 1) found.push([size, node.data]);
  }
  return found.sort((a, b) => a[0] - b[0])[0];
}"""


#: Replaces the browser's own function, which may crash a browser without a window, and counts the calls.
FULL_SCREEN = """
window.asked = 0;
Element.prototype.requestFullscreen = function () { window.asked += 1; return Promise.resolve(); };
"""


@pytest.fixture(autouse=True)
def without_full_screen(page: Page) -> None:
    page.add_init_script(FULL_SCREEN)


def present(page: Page) -> None:
    page.keyboard.press("f")
    expect(page.locator("body[data-present]")).to_be_attached()


def expect_large(page: Page, *seen: str) -> None:
    """Check that these elements are in view, texts are legible from the back, and axe finds no violation."""
    for name in seen:
        expect(page.locator(f"#{name}")).to_be_in_viewport(ratio=0.99)
    size, text = page.evaluate(SMALLEST)
    assert size >= 24, text
    assert page.evaluate("document.documentElement.scrollWidth") <= 1920
    for scheme in ("light", "dark"):
        assert violations(PageDriver(page).on_screen(1920, 1080, scheme).page) == [], scheme


def test_board_race_tree_and_space_are_legible_from_the_back_by_keyboard_alone(
    page: Page, watch: Watch, base_url: str
) -> None:
    driver = PageDriver(page).on_screen(1920, 1080).open(base_url)
    press = page.keyboard.press
    driver.type_board(BOARD)
    driver.button("Solve").focus()
    press("Enter")
    expect(page.get_by_test_id("player")).to_be_visible(timeout=RUN)
    page.locator("#room-solve").focus()
    present(page)
    press("ArrowRight")
    expect(page.get_by_test_id("step-text")).to_contain_text("Move 1 of 14")
    expect_large(page, "tray", "next", "present-end")
    press("Escape")
    expect(page.locator("body[data-present]")).to_have_count(0)
    page.get_by_role("tab", name="Practice").focus()
    press("ArrowRight")
    width = page.locator(".cloud").first.evaluate("element => element.clientWidth")
    present(page)
    assert page.locator(".cloud").first.evaluate("element => element.clientWidth") >= width
    expect_large(page, "race-guess", "clouds-lanes")
    press("Escape")
    page.locator("#clouds-play").focus()
    press("Enter")
    expect(page.get_by_test_id("clouds-said")).not_to_be_empty(timeout=RUN)
    present(page)
    expect_large(page, "tray", "race-why", "clouds-lanes", "clouds-play")
    press("f")
    page.get_by_role("tab", name="Race").focus()
    press("ArrowRight")
    driver.button("Build the tree").focus()
    press("Enter")
    expect(page.get_by_test_id("explore-said")).to_contain_text("just the start", timeout=RUN)
    present(page)
    for _ in range(3):
        press("ArrowRight")
    expect(page.get_by_test_id("explore-said")).to_contain_text("Expanded")
    expect(page.get_by_role("slider", name="Step of the search")).to_have_value("3")
    expect_large(page, "explore-said", "explore-box", "explore-forward")
    press("Escape")
    driver.button("Whole space in one picture").click()
    expect(page.get_by_test_id("space-sentence")).to_contain_text("admissible", timeout=RUN)
    page.locator("#room-explore").focus()
    present(page)
    press("Home")
    expect(page.get_by_test_id("space-run")).to_have_text(re.compile(r"^0 of"))
    expect_large(page, "space-canvas", "space-said", "space-forward")


@pytest.mark.own_page
def test_the_button_leads_there_and_back_and_f_is_a_letter_in_a_field(driver: PageDriver) -> None:
    page = driver.page
    driver.button("Present").click()
    expect(driver.button("Leave (Esc)")).to_be_visible()
    assert page.evaluate("window.asked") == 1
    driver.button("Leave (Esc)").click()
    expect(driver.button("Present")).to_be_focused()
    open_room(page, "Learn")
    page.locator("#learn-start").click()
    present(page)
    for seen in ("#tray", "#learn-goal", "#learn-question-text"):  # the board, and the question next to it
        expect(page.locator(seen)).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("learn-bar")).to_be_hidden()
    open_room(page, "Solve")
    page.locator("#mode-paste").check(force=True)
    page.locator("#text").fill("")
    page.keyboard.type("f")
    expect(page.locator("#text")).to_have_value("f")
    expect(page.locator("body[data-present]")).to_have_count(0)
