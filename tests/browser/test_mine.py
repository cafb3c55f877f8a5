"""A visitor's own puzzle on a phone: entered by taps, followed by taps, entered again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.looks import violations
from tests.browser.page_driver import PageDriver, until

#: Eleven moves from the goal.
TOY = "5 1 2 4/9 6 3 8/13 0 7 11/14 10 15 12"

CONTROLS = """() => [...document.querySelectorAll('button, select, input, summary, a, textarea')].filter(
  element => element.checkVisibility() && !element.closest('.skip, #board, #pad-numbers')
    && element.getBoundingClientRect().top < innerHeight && element.getBoundingClientRect().bottom > 0
).length"""
COVERED = """() => {
  const seal = document.getElementById('seal').getBoundingClientRect();
  return seal.top < document.getElementById('tray').getBoundingClientRect().bottom;
}"""


class Hands:
    """A phone, and a count of the taps on it."""

    def __init__(self, phone: PageDriver) -> None:
        self.phone, self.taps = phone, 0

    def tap(self, selector: str) -> None:
        self.phone.page.locator(selector).tap()
        self.taps += 1

    def enter(self, tiles: str) -> None:
        for tile in tiles.split():
            self.tap(f'#pad-numbers [data-number="{tile}"]')

    def words(self) -> str:
        return " ".join(field.input_value() or "0" for field in self.phone.page.locator("#board input").all())


def test_a_toy_is_entered_followed_to_the_end_and_another_one_begun(phone: PageDriver) -> None:
    """It takes 1 tap for Solve mine, 1 for the size, 16 for the numbers, 1 for Solve and 1 for each move."""
    page, hands, tiles = phone.page, Hands(phone), TOY.replace("/", " ")
    hands.tap("#offer-mine")
    hands.tap("#sizes [data-size='4x4']")
    expect(page.get_by_test_id("hands-step")).to_contain_text("1 of 3")
    expect(page.locator("#board [data-cell='0'] input")).to_be_focused()
    assert page.evaluate(CONTROLS) <= 14
    place = page.locator("#pad").bounding_box()
    hands.enter(tiles)
    phone.expect_verdict("Solvable")
    assert hands.words() == tiles
    assert page.locator("#pad").bounding_box() == place, "a key has moved under the finger"
    assert page.evaluate(CONTROLS) <= 14
    hands.tap("#solve")
    expect(page.get_by_test_id("hands-step")).to_contain_text("3 of 3")
    for name in ("tray", "next", "hands-step"):
        expect(page.get_by_test_id(name)).to_be_in_viewport(ratio=0.9)
    assert page.evaluate(CONTROLS) <= 14
    hands.tap("#board")
    expect(phone.said).to_contain_text("to go.")
    while page.locator("#another").is_hidden():
        hands.tap("#board")
    assert hands.taps == 1 + 1 + 16 + 1 + 11
    expect(page.get_by_test_id("hands-step")).to_have_text("Solved.")
    expect(page.get_by_test_id("seal")).to_contain_text("Shortest: 11. Proved")
    until(page, f"!({COVERED})()")  # once the page has settled
    assert page.evaluate(CONTROLS) <= 14
    hands.tap("#another")
    phone.expect_verdict("15 numbers to fill in")
    hands.enter("1")
    assert hands.words().split()[0] == "1"
    hands.tap("#hands-leave")
    expect(page.get_by_role("radio", name="Edit")).to_be_checked()
    expect(phone.button("Shuffle")).to_be_visible()


def test_a_used_number_swaps_and_a_person_is_asked_about_swapped_numbers(phone: PageDriver) -> None:
    hands = Hands(phone)
    hands.tap("#offer-mine")
    hands.enter("2 1 3 4 5 6 7 8")
    phone.expect_verdict("Are two numbers swapped? If not, the puzzle was taken apart: lift out two")
    expect(phone.page.locator("#verdict-detail")).to_be_hidden()
    for repair in phone.page.locator("#repairs button").all():
        expect(repair).to_be_in_viewport(ratio=1)
    phone.page.get_by_text("Show the inversions").tap()
    expect(phone.page.locator("#verdict-detail")).to_be_visible()
    hands.tap("#board [data-cell='0'] input")
    hands.enter("1")
    phone.expect_verdict("Solvable")
    assert hands.words() == "1 2 3 4 5 6 7 8 0"


def test_who_is_lost_enters_what_they_see(phone: PageDriver) -> None:
    """Numbers typed row by row over the shown board swap with the numbers in their cells."""
    hands, seen = Hands(phone), "1 2 3 4 5 6 0 7 8"
    hands.tap("#offer-mine")
    hands.enter("1 2 3 4 0 6 7 5 8")
    hands.tap("#solve")
    hands.tap("#board")
    hands.tap("#lost")
    expect(phone.page.get_by_text("Press a cell to change it.")).to_be_in_viewport(ratio=1)
    assert hands.words() == "1 2 3 4 5 6 7 0 8"
    hands.enter(seen)
    assert hands.words() == seen
    hands.tap("#solve")
    expect(phone.page.locator("#next-move")).to_have_text("7 \u2190")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_at_a_desk_everybody_can_use_it(page: Page, watch: Watch, base_url: str, scheme: str) -> None:
    """The board is entered by keys, the next move is next to the board, and the focus is never lost."""
    driver = PageDriver(page).on_screen(1280, 800, scheme).open(f"{base_url}#room=solve")
    driver.page.locator("#offer-mine").click()
    assert violations(page) == []
    page.keyboard.type("12340675")
    driver.expect_verdict("1 number to fill in")
    page.keyboard.type("8")
    driver.expect_verdict("Solvable")
    driver.button("Solve").click()
    expect(driver.button("Next")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate(CONTROLS) <= 14
    driver.button("Next").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(driver.button("Another of mine")).to_be_focused()
    expect(page.get_by_test_id("seal")).to_be_in_viewport(ratio=1)
