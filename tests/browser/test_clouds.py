"""The duel as a user plays it: guess, play, read why, point at a dot, deal a harder board."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from npuzzle import Board, solve
from tests.browser.conftest import Watch
from tests.browser.looks import LIGHT_DESKTOP, check_looks
from tests.browser.page_driver import PageDriver, open_room, python_in, until

BOARD = "8 1 3/4 0 2/7 6 5"  # 14 moves
RUN = 60_000  # ms a race and its picture may take on a busy machine


def numbers(page: Page) -> Locator:
    return page.locator("#clouds-lanes .number")


def dot(page: Page) -> Locator:
    return page.get_by_test_id("clouds-dot")


def play(driver: PageDriver) -> None:
    driver.page.locator("#clouds-play").press("Enter")
    expect(driver.page.get_by_test_id("clouds-said")).not_to_be_empty(timeout=RUN)
    until(driver.page, "document.getElementById('clouds-slider').value === '1000'", seconds=RUN / 1000)


def count_states(page: Page) -> list[int]:
    """Return how many states the dots of each cloud stand for."""
    program = (
        "from web.rooms import shell\n"
        "result = [sum(cloud.held.to_py()) for cloud in shell._rooms.room('race')._clouds._picture.clouds]"
    )
    got: Any = python_in(page, program)
    return [int(states) for states in got]


def test_a_guess_is_judged_and_the_reason_has_its_numbers(page: Page, watch: Watch, base_url: str) -> None:
    driver = PageDriver(page).on_screen(*LIGHT_DESKTOP).open(base_url)
    open_room(page, "Race")
    expect(page.locator("#clouds-name-0")).to_have_text("Misplaced tiles says 7")
    expect(page.locator("#clouds-name-1")).to_have_text("Manhattan distance says 21")
    driver.choose("Who looks at fewer?", "Manhattan distance")
    page.locator("#race-guess-times").select_option(label="over 20 times")
    check_looks(driver, "ready")
    play(driver)
    expect(page.get_by_test_id("race-verdict")).to_have_text(
        "Right, but the other search expanded 18 times as many boards in all."
    )
    expect(page.get_by_test_id("race-why")).to_have_text(
        "A* must expand every board with g + h below 31; Misplaced tiles has 19 times as many such "
        "boards: 121,515 against 6,549. The other boards that they expanded have exactly 31."
    )
    expect(page.locator("#race-guess")).to_be_hidden()
    expect(numbers(page)).to_have_text(["121,528", "6,744"])
    assert count_states(page) == [121_528, 6_744]
    expect(page.locator("#race-moves-text")).to_have_text("31 moves from the goal")
    expect(page.locator("#clouds-standing-1")).to_have_text("First")
    page.locator("#clouds-canvas-1").press("End")
    expect(page.locator("#clouds-picture span")).to_have_count(9)
    check_looks(driver, "over")
    page.locator("#clouds-slider").press("Home")
    expect(numbers(page)).to_have_text(["0", "0"])
    assert count_states(page) == [0, 0]


def test_a_dot_is_pointed_at_by_mouse_and_by_keys(driver: PageDriver) -> None:
    page = driver.page
    driver.type_board(BOARD)
    open_room(page, "Race")
    play(driver)
    expanded = solve(BOARD, algorithm="astar", heuristic="misplaced").snapshot.expanded
    cloud = page.locator("#clouds-canvas-0")
    cloud.press("Home")
    expect(dot(page)).to_contain_text("Misplaced tiles: g 0 + h 5 = 5, expanded as number 1.")
    expect(dot(page)).to_contain_text("Manhattan distance: g 0 + h 10 = 10, expanded as number 1.")
    expect(page.locator("#clouds-picture")).to_have_attribute("aria-label", BOARD)
    expect(page.locator("#clouds-lanes .dot:visible")).to_have_count(2)  # both searches have it
    cloud.press("ArrowUp")
    expect(dot(page)).to_contain_text("g 1 + h")
    cloud.press("End")
    expect(dot(page)).to_contain_text("Misplaced tiles: g 13 + h 1 = 14, expanded as number")
    for _ in range(4):
        cloud.press("ArrowDown")
    expect(dot(page)).to_contain_text(re.compile(r"Misplaced tiles: g 9 \+ h \d = \d+, expanded as number"))
    expect(dot(page)).to_contain_text(re.compile(r"Manhattan distance: .*, not expanded\."))
    expect(page.locator("#clouds-lanes .dot:visible")).to_have_count(1)
    last = dot(page).inner_text()
    box = cloud.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(dot(page)).not_to_have_text(last)
    expect(dot(page)).to_contain_text(re.compile(r"g [012] \+ h"))
    assert int(numbers(page).first.inner_text()) == expanded


def test_the_handle_deals_a_board_and_the_duel_begins_again(driver: PageDriver) -> None:
    page = driver.page
    driver.type_board(BOARD)
    open_room(page, "Race")
    play(driver)
    before = driver.board_text()
    handle = page.get_by_role("slider", name="How hard is the board?")
    handle.press("Home")
    expect(page.locator("#race-moves-text")).to_have_text("4 moves from the goal")
    assert solve(driver.board_text()).length == 4
    expect(page.get_by_test_id("race-result")).to_be_hidden()
    expect(numbers(page)).to_have_text(["0", "0"])
    driver.choose("Who looks at fewer?", "Misplaced tiles")
    play(driver)
    expect(page.get_by_test_id("race-verdict")).to_contain_text("ou")
    driver.open_board()
    page.locator("#undo").click()
    driver.expect_shown(before)
    expect(page.get_by_test_id("race-verdict")).to_be_hidden()
    driver.type_board("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15")
    expect(page.get_by_test_id("race-help")).to_contain_text("may end at its time limit")
    handle.press("End")
    assert Board.parse(driver.board_text()).shape.cells == 9
    expect(page.get_by_test_id("race-help")).to_be_empty()


def test_it_plays_by_itself_and_can_be_paused(driver: PageDriver) -> None:
    driver.type_board(BOARD)
    open_room(driver.page, "Race")
    button = driver.page.locator("#clouds-play")
    button.click()
    expect(button).to_have_text("Pause", timeout=RUN)
    button.click()
    expect(button).to_have_text("Play")
    button.click()
    expect(driver.page.locator("#clouds-standing-0")).to_have_text("Second")
    expect(button).to_have_text("Play")
    driver.type_board("1 2 3/4 5 6/7 0 8")
    expect(driver.page.get_by_test_id("race-result")).to_be_hidden()
    driver.type_board(BOARD)
    expect(driver.page.get_by_test_id("race-result")).to_be_visible()
    expect(driver.page.locator("#clouds-slider")).to_have_value("1000")  # played before: its end is shown


def test_a_lane_that_keeps_no_list_says_that_its_boards_were_not_recorded(driver: PageDriver) -> None:
    page = driver.page
    driver.type_board(BOARD)
    open_room(page, "Race")
    driver.open_lanes()
    page.locator("#race-1-algorithm").select_option("idastar")
    page.locator("#race-1-heuristic").select_option("pattern-tables")
    play(driver)
    expect(page.get_by_test_id("clouds-said")).to_contain_text(
        "No rings for lane 2: the boards were not recorded"
    )
    page.locator("#clouds-canvas-0").press("Home")
    expect(dot(page)).to_contain_text("its boards were not recorded.")
