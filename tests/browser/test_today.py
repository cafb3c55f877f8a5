"""The first screen: the board of the day, a result, the week, and the page of a returning visitor."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from npuzzle import Board, solve
from npuzzle.puzzle.moves import undo
from tests.browser.conftest import Watch
from tests.browser.looks import violations
from tests.browser.page_driver import SCREENS, PageDriver, open_room
from web.rooms.today.days import Dealt, deal

pytestmark = [pytest.mark.browser, pytest.mark.anew(first_visit=True, reduced_motion="reduce")]

FRIDAY = datetime(2026, 11, 27, 23, 50)


def open_today(page: Page, base_url: str, now: datetime = FRIDAY) -> PageDriver:
    page.clock.set_fixed_time(now)
    page.goto(base_url)
    return wait_dealt(page)


def wait_dealt(page: Page) -> PageDriver:
    expect(page.get_by_test_id("today-promise")).to_contain_text("fewer are not: proved", timeout=60_000)
    return PageDriver(page)


def slide(driver: PageDriver, path: str) -> None:
    keys = {"U": "ArrowUp", "D": "ArrowDown", "L": "ArrowLeft", "R": "ArrowRight"}
    driver.board.focus()
    for letter in path:
        driver.page.keyboard.press(keys[letter])


def path_of(dealt: Dealt) -> str:
    path = solve(dealt.board).path
    assert path is not None
    assert len(path) == dealt.length
    return path


def test_a_result_is_in_view_on_a_phone_and_is_back_after_a_reload(
    page: Page, watch: Watch, base_url: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    driver, path = open_today(page, base_url), path_of(deal(FRIDAY.date()))
    slide(driver, path[0] + undo(path[0]) + path)
    for is_again in (False, True):
        if is_again:
            page.wait_for_timeout(700)  # the page is saved half a second after a change
            page.reload()
            wait_dealt(page)
        for seen in (page.get_by_test_id("today-result"), driver.button("Copy this")):
            expect(seen).to_be_in_viewport(ratio=1)
        expect(page.get_by_test_id("today-result")).to_have_text("Solved in 22 moves. The shortest has 20.")
        expect(page.get_by_test_id("review-said")).to_have_text(
            "Move 2 led away from the goal and cost 2 moves."
        )
        expect(driver.button("A harder one")).to_be_enabled()


def test_the_board_of_the_date_is_played_and_kept(page: Page, watch: Watch, base_url: str) -> None:
    driver, dealt = open_today(page, base_url), deal(FRIDAY.date())
    driver.expect_shown(str(dealt.board))
    expect(page.get_by_role("heading", name="Friday's board")).to_be_visible()
    expect(page.get_by_test_id("today-promise")).to_have_text(
        "Put tiles 1 to 8 in order. 20 moves are enough, fewer are not: proved."
    )
    path = path_of(dealt)
    slide(driver, path[:5])
    expect(page.get_by_test_id("today-count")).to_have_text("5")
    page.wait_for_timeout(700)  # the page is saved half a second after a change
    page.reload()
    wait_dealt(page)
    expect(page.get_by_test_id("today-count")).to_have_text("5")
    driver.expect_shown(str(dealt.board.play(path[:5])))
    driver.button("Undo").click()
    expect(page.get_by_test_id("today-count")).to_have_text("4")
    slide(driver, path[4:])
    expect(page.get_by_test_id("today-result")).to_have_text("Solved in 20 moves: no solution is shorter.")
    expect(page.locator("#today-week li").nth(4)).to_have_text("Fri best")
    expect(page.locator("#today-week li").last).to_have_text("Sun")
    page.wait_for_timeout(700)
    page.clock.set_fixed_time(FRIDAY + timedelta(minutes=20))
    page.reload()
    wait_dealt(page)
    expect(page.get_by_role("heading", name="Saturday's board")).to_be_visible()
    driver.expect_shown(str(deal(FRIDAY.date() + timedelta(days=1)).board))
    expect(page.locator("#today-week li").nth(4)).to_have_text("Fri best")


def test_a_solution_that_was_shown_is_no_result(page: Page, watch: Watch, base_url: str) -> None:
    driver, dealt = open_today(page, base_url), deal(FRIDAY.date())
    driver.button("Show me").click()
    expect(page.locator("#player-badge")).to_have_text("Proved shortest", timeout=60_000)
    driver.button("Play it again").click()
    expect(driver.player).to_be_hidden()
    driver.expect_shown(str(dealt.board))
    slide(driver, path_of(dealt))
    expect(page.get_by_test_id("today-result")).to_contain_text("The solution was shown before.")
    expect(page.locator("#today-week li").nth(4)).to_contain_text("today")


def test_another_board_stays_until_the_days_is_asked_for(page: Page, watch: Watch, base_url: str) -> None:
    page.clock.set_fixed_time(FRIDAY)
    page.goto(f"{base_url}#board=1_2_3/4_5_6/0_7_8")
    driver = PageDriver(page).wait_ready()
    open_room(page, "Today")
    expect(page.get_by_test_id("today-promise")).to_have_text(
        "Another board is on show. Friday's board takes 20 moves.", timeout=60_000
    )
    driver.expect_shown("1 2 3/4 5 6/0 7 8")
    driver.button("Play Friday's board").click()
    driver.expect_shown(str(deal(FRIDAY.date()).board))
    driver.button("A harder one").click()
    harder = deal(FRIDAY.date(), harder=True)
    driver.expect_shown(str(harder.board))
    expect(page.get_by_role("heading", name="Friday's harder board")).to_be_visible()
    driver.button("Undo").click()
    driver.button("Undo").click()
    driver.expect_shown("1 2 3/4 5 6/0 7 8")


def test_mine_is_entered_in_solve(page: Page, watch: Watch, base_url: str) -> None:
    driver = open_today(page, base_url)
    driver.button("Mine, from my hands").click()
    expect(page.get_by_role("tab", name="Solve")).to_have_attribute("aria-selected", "true")
    driver.expect_verdict("8 numbers to fill in")


@pytest.mark.fresh(first_visit=True, reduced_motion="reduce")
def test_what_was_pressed_before_python_was_there_makes_way_and_can_be_brought_back(
    page: Page, watch: Watch, base_url: str
) -> None:
    page.clock.set_fixed_time(FRIDAY)
    page.goto(base_url)
    page.locator("#board[data-early]").wait_for()
    page.locator("#board [role=gridcell]").nth(4).click()
    driver = wait_dealt(page)
    driver.expect_shown(str(deal(FRIDAY.date()).board))
    driver.button("Undo").click()
    driver.expect_shown("8 6 7/2 0 4/3 5 1")
    expect(page.get_by_test_id("today-promise")).to_contain_text("Another board is on show.")


def test_there_are_few_controls_and_words(page: Page, watch: Watch, base_url: str) -> None:
    open_today(page, base_url)
    controls = "main :is(button, a, input, select, textarea, summary, [role=tab]):not([role=tab])"
    assert sum(each.is_visible() for each in page.locator(controls).all()) <= 6
    assert len(page.locator("main").inner_text().split()) < 80


@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS)
def test_it_can_be_used_by_everybody(
    page: Page, watch: Watch, base_url: str, width: int, height: int, scheme: str
) -> None:
    driver = PageDriver(page).on_screen(width, height, scheme)
    open_today(page, base_url)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(driver.board).to_be_in_viewport(ratio=0.9)


def test_a_board_of_sunday_is_a_4x4(page: Page, watch: Watch, base_url: str) -> None:
    driver = open_today(page, base_url, FRIDAY + timedelta(days=2))
    dealt = deal((FRIDAY + timedelta(days=2)).date())
    assert dealt.board.shape == Board.parse("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0").shape
    driver.expect_shown(str(dealt.board))


def test_a_review_shows_the_move_that_led_away_and_begins_again_there(
    page: Page, watch: Watch, base_url: str
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    driver, dealt = open_today(page, base_url), deal(FRIDAY.date())
    path = path_of(dealt)
    board = dealt.board.play(path[:6])
    slide(driver, path[:6] + undo(path[5]) + path[5:])
    review = page.get_by_test_id("review")
    expect(page.get_by_test_id("review-said")).to_have_text("Move 7 led away from the goal and cost 2 moves.")
    assert violations(page) == []
    driver.button("Copy this").click()
    expect(review).to_contain_text("Copied.")
    first, squares, link = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert first == "n-puzzle 27 November 2026: 22 moves (shortest 20, proved)"
    assert (len(squares), squares.count("\N{LARGE RED SQUARE}")) == (22, 1)
    driver.button("Move 7 led away").click()
    expect(page.get_by_test_id("review-chosen")).to_contain_text("leads nearer: 13 moves to go, not 15.")
    driver.button("Again from here").click()
    driver.expect_shown(str(board))
    expect(page.get_by_test_id("today-count")).to_have_text("6")
    expect(review).to_be_hidden()
    expect(driver.board).to_be_focused()
    page.goto("about:blank")
    page.goto(link)
    wait_dealt(page).expect_shown(str(dealt.board))
    expect(page.get_by_role("heading", name="Friday's board")).to_be_visible()
    page.clock.set_fixed_time(FRIDAY + timedelta(days=1))
    page.goto("about:blank")
    page.goto(link)
    expect(page.get_by_test_id("today-promise")).to_contain_text("Another board is on show.", timeout=60_000)
    PageDriver(page).expect_shown(str(dealt.board))


def test_what_is_shared_after_a_board_was_solved_is_the_board_to_solve(
    page: Page, watch: Watch, base_url: str
) -> None:
    driver = open_today(page, base_url)
    expect(driver.button("Undo")).to_be_disabled()
    dealt = deal(FRIDAY.date())
    slide(driver, path_of(dealt))
    expect(page.get_by_test_id("today-result")).to_contain_text("no solution is shorter", timeout=60_000)
    driver.button("Share").click()
    expect(page.locator("#share-link")).to_have_value(
        re.compile(f"board={str(dealt.board).replace(' ', '_')}")
    )
