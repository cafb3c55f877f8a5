"""Line moves: chosen, solved, stepped through a line at a time, and kept by a link and in Chinese."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.lab import Lab

BOARD = "8 6 7/2 5 4/3 0 1"


def test_the_fewest_line_moves(lab: Lab) -> None:
    lab.type_board(BOARD)
    lab.open_how()
    choice = lab.page.get_by_label("Count whole lines")
    choice.focus()
    choice.press("Space")
    expect(lab.page.locator("#how-summary")).to_contain_text("line moves")
    expect(lab.page.locator("#algorithm-help")).to_contain_text("proves the fewest line moves")
    lab.solve("Solved in 20 line moves", "Proved shortest")
    figures = lab.page.get_by_test_id("figures")
    expect(figures).to_contain_text("Single moves in this path")
    expect(figures).to_contain_text("Walking distance in line moves")
    lab.expect_step("Move 0 of 20: Start")
    lab.button("Next").click()
    lab.expect_step("Move 1 of 20: Tiles 5 6 down")
    lab.expect_shown("8 0 7/2 6 4/3 5 1")
    lab.button("Back").click()
    lab.expect_shown(BOARD)
    lab.button("Last").click()
    lab.expect_shown("1 2 3/4 5 6/7 8 0")
    expect(lab.page.locator("#seal-length")).to_have_text("Shortest: 20 line moves. Proved")
    lab.page.reload()
    lab.wait_ready()
    lab.expect_result("A path of 20 line moves")
    lab.expect_badge("Proved shortest")
    expect(lab.page.get_by_label("Count whole lines")).to_be_checked()
    lab.page.locator("#language").select_option(label="中文")
    expect(lab.page.get_by_test_id("result").get_by_role("heading", level=2)).to_have_text(
        "一条 20 次整行移动的路径"
    )
    expect(lab.page.locator("#seal-length")).to_contain_text("20 次整行移动")
