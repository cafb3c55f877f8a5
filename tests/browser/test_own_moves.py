"""Check my moves: typed, checked against a shortest path, and stepped through; by mouse and by keyboard."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import SCREENS, Lab, until
from tests.browser.looks import violations

EASY = "1 2 3/4 5 6/0 7 8"


def found(lab: Lab) -> Locator:
    return lab.page.get_by_test_id("moves-found")


def field(lab: Lab) -> Locator:
    return lab.page.get_by_label("Your moves from")


def test_moves_are_checked_and_stepped_through_by_mouse(lab: Lab) -> None:
    lab.type_board(EASY)
    expect(field(lab)).to_be_hidden()
    lab.page.get_by_text("Check my moves").click()
    expect(lab.button("Check moves")).to_be_disabled()
    field(lab).fill("D U L2")
    lab.button("Check moves").click()
    expect(found(lab)).to_contain_text("All 4 moves are legal, and the goal is reached.")
    expect(found(lab)).to_contain_text("This is 2 moves longer than a shortest path, which has 2.")
    expect(found(lab)).to_contain_text("Move 1 (tile 4 down) left every shortest path.")
    assert violations(lab.page) == []
    lab.button("Step through these moves").click()
    expect(lab.player).to_contain_text("Your own moves")
    expect(lab.player).not_to_contain_text("Proved shortest")
    lab.expect_badge("Your own moves")
    expect(lab.page.get_by_label("Your moves from this board")).to_be_visible()
    lab.button("Next").click()
    lab.expect_shown("1 2 3/0 5 6/4 7 8")
    expect(lab.page.get_by_label("Your moves from the first board of the solution")).to_be_visible()
    lab.button("Last").click()
    lab.expect_shown("1 2 3/4 5 6/7 8 0")
    assert violations(lab.page) == []
    field(lab).fill("8")
    lab.button("Check moves").click()
    expect(found(lab)).to_contain_text("This is a shortest path: 2 moves, proved.")
    lab.button("Step through these moves").click()
    lab.expect_badge("Proved shortest")
    expect(lab.player).to_contain_text("Your own moves: proved shortest")


def test_moves_are_checked_and_stepped_through_by_keyboard(lab: Lab) -> None:
    lab.type_board(EASY)
    page = lab.page
    page.get_by_text("Check my moves").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(field(lab)).to_be_focused()
    page.keyboard.type("L R R")
    page.keyboard.press("Tab")
    expect(lab.button("Check moves")).to_be_focused()
    page.keyboard.press("Enter")
    expect(found(lab)).to_contain_text("Move 3, R, is illegal: the blank is in the first column")
    expect(lab.said).to_contain_text("Move 3, R, is illegal")
    expect(lab.button("Check moves")).to_be_focused()
    page.keyboard.press("Tab")
    expect(lab.button("Step through these moves")).to_be_focused()
    page.keyboard.press("Enter")
    lab.button("Last").focus()
    page.keyboard.press("Enter")
    lab.expect_step("Move 2 of 2: Tile 7 right")
    lab.expect_shown(EASY)
    expect(lab.said).to_contain_text("the end of these moves")


def test_typed_moves_outlast_a_reload_and_go_with_no_link(lab: Lab) -> None:
    lab.type_board(EASY)
    lab.page.get_by_text("Check my moves").click()
    field(lab).fill("L2 <b>")
    until(lab.page, "JSON.stringify(localStorage).includes('L2 <b>')")
    lab.page.reload()
    lab.wait_ready()
    expect(field(lab)).to_be_visible()
    expect(field(lab)).to_have_value("L2 <b>")
    lab.button("Share").click()
    assert "L2" not in lab.page.get_by_role("textbox", name="Link").input_value()


def test_a_long_check_is_stopped_and_says_what_is_known(lab: Lab) -> None:
    lab.choose("Goal", "Blank first")
    lab.type_board("15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0")
    lab.page.get_by_text("Check my moves").click()
    field(lab).fill("D R")
    lab.button("Check moves").click()
    expect(lab.button("Stop the check")).to_be_focused()
    expect(lab.button("Solve")).to_be_disabled()
    lab.page.wait_for_timeout(300)
    lab.page.keyboard.press("Enter")
    expect(found(lab)).to_contain_text("Both moves are legal, but the board at the end is")
    expect(found(lab)).to_contain_text(re.compile("A shortest path from the start has [0-9]+ moves or more"))
    expect(lab.button("Solve")).to_be_enabled()


def test_hostile_moves_are_text_and_nothing_else(lab: Lab) -> None:
    lab.page.get_by_text("Check my moves").click()
    field(lab).fill("<img src=x onerror=document.title='bad'><script>document.title='bad'</script>")
    lab.button("Check moves").click()
    expect(lab.page.get_by_test_id("moves-problem")).to_contain_text("got '<img src=x o' at character 1")
    assert lab.page.locator("#moves-form img, #moves-form script").count() == 0
    assert lab.page.title() != "bad"
    expect(found(lab)).to_be_hidden()


def test_it_looks_right_in_both_languages(page: Page, base_url: str, tmp_path: Path) -> None:
    lab = Lab(page).on_screen(1280, 800).open(base_url)
    lab.type_board(EASY)
    page.get_by_text("Check my moves").click()
    field(lab).fill("D U L2")
    lab.button("Check moves").click()
    expect(found(lab)).to_contain_text("left every shortest path")
    for width, height, scheme in SCREENS:
        lab.on_screen(width, height, scheme)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
        page.locator("#own-moves").scroll_into_view_if_needed()
        page.screenshot(path=tmp_path / f"moves-{width}-{scheme}.png")
    page.locator("#language").select_option("zh")
    expect(found(lab)).to_contain_text("全部 4 步都合法，并且到达了目标")
    expect(found(lab)).to_contain_text("第 1 步（方块 4 向下）偏离了所有最短路径")
