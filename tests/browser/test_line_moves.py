"""Line moves are chosen, solved, stepped through one line at a time, and kept by a link and in Chinese."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import expect

from npuzzle import random_board
from tests.browser.page_driver import PageDriver

BOARD = "8 6 7/2 5 4/3 0 1"


@pytest.mark.same_page
def test_the_fewest_line_moves(driver: PageDriver) -> None:
    driver.type_board(BOARD)
    driver.open_how()
    choice = driver.page.get_by_label("Count whole lines")
    choice.focus()
    choice.press("Space")
    expect(driver.page.locator("#how-summary")).to_contain_text("line moves")
    expect(driver.page.locator("#algorithm-help")).to_contain_text("prove the fewest line moves")
    driver.solve("Solved in 20 line moves", "Proved shortest")
    figures = driver.page.get_by_test_id("search-figures")
    expect(figures).to_contain_text("Single moves in this path")
    expect(figures).to_contain_text("Tables of line moves")
    driver.expect_step("Move 0 of 20: Start")
    driver.button("Next").click()
    driver.expect_step("Move 1 of 20: Tiles 5 6 down")
    driver.expect_shown("8 0 7/2 6 4/3 5 1")
    driver.button("Back").click()
    driver.expect_shown(BOARD)
    driver.button("Last").click()
    driver.expect_shown("1 2 3/4 5 6/7 8 0")
    expect(driver.page.locator("#seal-length")).to_have_text("Shortest: 20 line moves. Proved")
    driver.page.reload()
    driver.wait_ready()
    driver.expect_result("A path of 20 line moves")
    driver.expect_badge("Proved shortest")
    expect(driver.page.get_by_label("Count whole lines")).to_be_checked()
    driver.page.locator("#language").select_option(label="中文")
    expect(driver.page.get_by_test_id("result").get_by_role("heading", level=2)).to_have_text(
        "一条 20 次整行移动的路径"
    )
    expect(driver.page.locator("#seal-length")).to_contain_text("20 次整行移动")


@pytest.mark.same_page
def test_a_6x6_gets_shorter_in_line_moves_and_claims_no_proof(driver: PageDriver) -> None:
    driver.type_board(str(random_board("6x6", Random(1))))
    driver.open_how()
    driver.page.get_by_label("Count whole lines").check()
    expect(driver.page.locator("#metric-help")).not_to_contain_text("16 cells")
    driver.button("Solve").click()
    expect(driver.said).to_contain_text("line moves so far", timeout=60_000)
    driver.button("Use this one").click()
    expect(driver.page.get_by_test_id("result")).to_contain_text(re.compile("[0-9]+ line moves"))
    expect(driver.page.get_by_test_id("badge")).to_have_text(re.compile("^At most [0-9]+ longer"))


@pytest.mark.same_page
def test_a_4x4_is_proved_in_line_moves(driver: PageDriver) -> None:
    driver.type_board("3 9 15 11/12 0 6 5/13 14 4 1/10 8 7 2")
    driver.open_how()
    driver.page.get_by_label("Count whole lines").check()
    driver.solve("Solved in 30 line moves", "Proved shortest")
    expect(driver.page.get_by_test_id("search-figures")).to_contain_text("Tables of line moves")
