"""Check my moves: typed, compared with a shortest path, and stepped through, by mouse and by keyboard."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.looks import violations
from tests.browser.page_driver import SCREENS, PageDriver, until

EASY = "1 2 3/4 5 6/0 7 8"


def verdict_on(driver: PageDriver) -> Locator:
    return driver.page.get_by_test_id("moves-found")


def field(driver: PageDriver) -> Locator:
    return driver.page.get_by_label("Your moves from")


@pytest.mark.same_page
def test_moves_are_checked_and_stepped_through_by_mouse(driver: PageDriver) -> None:
    driver.type_board(EASY)
    expect(field(driver)).to_be_hidden()
    driver.page.get_by_text("Check my moves").click()
    expect(driver.button("Check moves")).to_be_disabled()
    field(driver).fill("D U L2")
    driver.button("Check moves").click()
    expect(verdict_on(driver)).to_contain_text("All 4 moves are legal, and the goal is reached.")
    expect(verdict_on(driver)).to_contain_text("This is 2 moves longer than a shortest path, which has 2.")
    expect(verdict_on(driver)).to_contain_text("Move 1 (tile 4 down) left every shortest path.")
    assert violations(driver.page) == []
    driver.button("Step through these moves").click()
    expect(driver.player).to_contain_text("Your own moves")
    expect(driver.player).not_to_contain_text("Proved shortest")
    driver.expect_badge("Your own moves")
    expect(driver.page.get_by_label("Your moves from this board")).to_be_visible()
    driver.button("Next").click()
    driver.expect_shown("1 2 3/0 5 6/4 7 8")
    expect(driver.page.get_by_label("Your moves from the first board of the solution")).to_be_visible()
    driver.button("Last").click()
    driver.expect_shown("1 2 3/4 5 6/7 8 0")
    settle = "seal => Promise.all(seal.getAnimations().map(each => each.finished))"
    driver.page.locator("#seal").evaluate(settle)
    assert violations(driver.page) == []
    field(driver).fill("8")
    driver.button("Check moves").click()
    expect(verdict_on(driver)).to_contain_text("This is a shortest path: 2 moves, proved.")
    driver.button("Step through these moves").click()
    driver.expect_badge("Proved shortest")
    expect(driver.player).to_contain_text("Your own moves: proved shortest")


@pytest.mark.same_page
def test_moves_are_checked_and_stepped_through_by_keyboard(driver: PageDriver) -> None:
    driver.type_board(EASY)
    page = driver.page
    page.get_by_text("Check my moves").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(field(driver)).to_be_focused()
    page.keyboard.type("L R R")
    page.keyboard.press("Tab")
    expect(driver.button("Check moves")).to_be_focused()
    page.keyboard.press("Enter")
    expect(verdict_on(driver)).to_contain_text("Move 3, R, is illegal: the blank is in the first column")
    expect(driver.said).to_contain_text("Move 3, R, is illegal")
    expect(driver.button("Check moves")).to_be_focused()
    page.keyboard.press("Tab")
    expect(driver.button("Step through these moves")).to_be_focused()
    page.keyboard.press("Enter")
    driver.button("Last").focus()
    page.keyboard.press("Enter")
    driver.expect_step("Move 2 of 2: Tile 7 right")
    driver.expect_shown(EASY)
    expect(driver.said).to_contain_text("the end of these moves")


@pytest.mark.same_page
def test_typed_moves_outlast_a_reload_and_go_with_no_link(driver: PageDriver) -> None:
    driver.type_board(EASY)
    driver.page.get_by_text("Check my moves").click()
    field(driver).fill("L2 <b>")
    until(driver.page, "JSON.stringify(localStorage).includes('L2 <b>')")
    driver.page.reload()
    driver.wait_ready()
    expect(field(driver)).to_be_visible()
    expect(field(driver)).to_have_value("L2 <b>")
    driver.button("Share").click()
    assert "L2" not in driver.page.get_by_role("textbox", name="Link").input_value()


@pytest.mark.same_page
def test_a_long_check_is_stopped_and_says_what_is_known(driver: PageDriver) -> None:
    driver.choose("Goal", "Blank first")
    driver.type_board("15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0")
    driver.page.get_by_text("Check my moves").click()
    field(driver).fill("D R")
    driver.button("Check moves").click()
    expect(driver.button("Stop the check")).to_be_focused()
    expect(driver.button("Solve")).to_be_disabled()
    driver.page.wait_for_timeout(300)
    driver.page.keyboard.press("Enter")
    expect(verdict_on(driver)).to_contain_text("Both moves are legal, but the board at the end is")
    expect(verdict_on(driver)).to_contain_text(
        re.compile("A shortest path from the start has [0-9]+ moves or more")
    )
    expect(driver.button("Solve")).to_be_enabled()


@pytest.mark.same_page
def test_hostile_moves_are_text_and_nothing_else(driver: PageDriver) -> None:
    driver.page.get_by_text("Check my moves").click()
    field(driver).fill("<img src=x onerror=document.title='bad'><script>document.title='bad'</script>")
    driver.button("Check moves").click()
    expect(driver.page.get_by_test_id("moves-problem")).to_contain_text("got '<img' at character 1")
    assert driver.page.locator("#moves-form img, #moves-form script").count() == 0
    assert driver.page.title() != "bad"
    expect(verdict_on(driver)).to_be_hidden()


@pytest.mark.same_page
def test_it_looks_right_in_both_languages(driver: PageDriver, tmp_path: Path) -> None:
    page = driver.page
    driver.on_screen(1280, 800)
    driver.type_board(EASY)
    page.get_by_text("Check my moves").click()
    field(driver).fill("D U L2")
    driver.button("Check moves").click()
    expect(verdict_on(driver)).to_contain_text("left every shortest path")
    for width, height, scheme in SCREENS:
        driver.on_screen(width, height, scheme)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "no overflow"
        page.locator("#own-moves").scroll_into_view_if_needed()
        page.screenshot(path=tmp_path / f"moves-{width}-{scheme}.png")
    page.locator("#language").select_option("zh")
    expect(verdict_on(driver)).to_contain_text("全部 4 步都合法，并且到达了目标")
    expect(verdict_on(driver)).to_contain_text("第 1 步（方块 4 向下）偏离了所有最短路径")
