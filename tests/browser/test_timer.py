"""Moves by hand are timed if that is asked for; the best time of each size lasts until it is forgotten."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from npuzzle import solve
from tests.browser.page_driver import PageDriver

ARROWS = {"U": "ArrowUp", "D": "ArrowDown", "L": "ArrowLeft", "R": "ArrowRight"}


def time_of(driver: PageDriver) -> Locator:
    return driver.page.get_by_test_id("timer")


def solve_by_hand(driver: PageDriver) -> int:
    """Solve the board on show with the keyboard, along a shortest path; return its moves."""
    moves = solve(driver.board_text(), "1 2 3/4 5 6/7 8 0").moves
    for move in moves:
        driver.board.press(ARROWS[move.letter])
    return len(moves)


@pytest.mark.same_page
def test_off_at_first_and_nothing_is_timed(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 5 6/0 7 8")
    expect(driver.field("Time my moves")).not_to_be_checked()
    solve_by_hand(driver)
    expect(driver.page.get_by_test_id("seal")).to_contain_text("Solved in 2 moves")
    expect(time_of(driver)).to_be_empty()


@pytest.mark.own_page
def test_a_best_time_is_shown_and_lasts_until_it_is_forgotten(driver: PageDriver) -> None:
    driver.field("Time my moves").check()
    driver.button("Shuffle").click()
    driver.board.press("ArrowLeft")  # one of the two can be made
    driver.board.press("ArrowRight")
    expect(time_of(driver)).to_have_text(re.compile(r"^0:0[1-9]\.\d$"))
    solve_by_hand(driver)
    expect(time_of(driver)).to_have_text(re.compile(r"^\d+ moves in 0:\d\d\.\d\. Your best time on 3x3\.$"))
    expect(driver.said).to_have_text(
        re.compile(r"in 0:\d\d\.\d\. Your best time on 3x3|would do|No solution is shorter")
    )
    driver.page.reload()
    driver.wait_ready()
    expect(driver.field("Time my moves")).to_be_checked()
    driver.type_board("1 2 3/4 5 6/0 7 8")
    solve_by_hand(driver)
    expect(time_of(driver)).to_have_text(
        re.compile(
            r"^2 moves in .*\. Only times on boards from Shuffle are kept\. Your best on 3x3: 0:\d\d\.\d\.$"
        )
    )
    driver.button("Share").click()
    driver.clear_saved()
    assert driver.page.evaluate("localStorage.getItem('npuzzle-timer')") is None
