"""A race as clouds: a dot for each state that each lane expanded, played, paused and stepped through."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Watch
from tests.browser.looks import LIGHT_DESKTOP, check_looks
from tests.browser.page_driver import PageDriver, open_room, python_in

BOARD = "8 1 3/4 0 2/7 6 5"  # 14 moves
RUN = 60_000  # ms a race and its picture may take on a busy machine


def numbers(page: Page) -> Locator:
    return page.locator("#clouds figcaption > span:first-of-type > span:first-child")


def race(driver: PageDriver) -> tuple[int, ...]:
    """Race four lanes by keyboard; return how many states each has expanded, by the table."""
    driver.type_board(BOARD)
    open_room(driver.page, "Race")
    driver.button("Start the race").focus()
    driver.page.keyboard.press("Enter")
    expect(driver.page.get_by_test_id("clouds")).to_be_visible(timeout=RUN)
    cells = driver.page.locator("#race-table tbody tr td:nth-child(5)").all_inner_texts()
    return tuple(int(text.replace(",", "")) for text in cells)


def count_states(page: Page) -> list[int]:
    """How many states the dots of each cloud hold."""
    program = (
        "from web.rooms import shell\n"
        "result = [sum(cloud.held.to_py()) for cloud in shell._rooms.room('race')._clouds._picture.clouds]"
    )
    got: Any = python_in(page, program)
    return [int(states) for states in got]


def test_a_still_picture_holds_exactly_the_states_of_the_race(
    page: Page, watch: Watch, base_url: str
) -> None:
    driver = PageDriver(page).on_screen(*LIGHT_DESKTOP).open(base_url)
    counts = race(driver)
    assert len(counts) == 4
    expect(numbers(page)).to_have_text([f"{count:,}" for count in counts])
    assert count_states(page) == list(counts)
    expect(page.get_by_test_id("clouds-said")).to_have_text(
        "A dot is a state that was expanded, a ring a number of moves from the start. "
        "Twice the area is twice the work."
    )
    expect(driver.button("Play the race")).to_be_visible()
    check_looks(driver)
    driver.button("To the start").focus()
    page.keyboard.press("Enter")
    expect(numbers(page)).to_have_text(["0"] * 4)
    assert count_states(page) == [0] * 4
    driver.button("One state on").click()
    expect(numbers(page).filter(has_text=re.compile("^1$")).first).to_be_visible()
    assert max(count_states(page)) == 1


def test_it_plays_by_itself_and_can_be_paused(driver: PageDriver) -> None:
    counts = race(driver)
    driver.button("Pause the race").click()
    expect(driver.button("Play the race")).to_be_visible()
    driver.choose("Speed of the race", "real speed")
    driver.button("Play the race").click()
    expect(numbers(driver.page)).to_have_text([f"{count:,}" for count in counts])
    expect(driver.page.get_by_test_id("clouds")).to_contain_text(re.compile("First|Tied"))
