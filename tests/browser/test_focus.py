"""Where the focus goes when the button that has it is disabled or hidden: not to the top of the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_driver import READY, PageDriver

#: Chromium takes the focus from an element that cannot have it when it next draws the page.
FOCUSED = """() => new Promise(found => requestAnimationFrame(() => requestAnimationFrame(
  () => found(document.activeElement === document.body ? 'nothing' : document.activeElement.id))))"""


def press(page: Page, name: str) -> str:
    """Press a button by its id with the keyboard; return the id of what has the focus then."""
    page.locator(f"#{name}").press("Enter")
    focused: str = page.evaluate(FOCUSED)
    return focused


def expect_focus(page: Page, name: str) -> None:
    expect(page.locator(f"#{name}")).to_be_focused(timeout=READY)


@pytest.mark.parametrize("offer", ["offer-mine", "offer-think", "offer-break"])
def test_the_first_offers_take_the_focus_along(driver: PageDriver, offer: str) -> None:
    room = {"offer-think": "room-explore", "offer-break": "room-lab"}.get(offer, "")
    assert press(driver.page, offer) == room  # the first cell, which has no id


def test_race_it_and_stop_keep_the_focus_in_the_race(driver: PageDriver) -> None:
    page = driver.page
    driver.load("Breadth-first search")
    assert press(page, "lab-race") == "room-race"
    driver.type_board("15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0")
    driver.choose("Goal", "Blank first")
    expect(page.locator("#race-start")).to_be_enabled()  # no lane ends by itself soon
    page.locator("#race-start").press("Enter")
    expect_focus(page, "race-stop")
    page.keyboard.press("Enter")
    expect_focus(page, "race-start")
    expect(page.locator("#race-stop")).to_be_hidden()


def test_the_teachers_set_gives_the_focus_back(driver: PageDriver) -> None:
    page = driver.page
    page.get_by_role("tab", name="Learn").click()
    driver.unfold(page.locator("#class-make"))
    page.locator("#class-make").press("Enter")
    expect(page.locator("#class-said")).to_have_text("The set is ready.", timeout=READY)
    expect_focus(page, "class-make")


def test_the_tree_is_stepped_and_zoomed_to_its_ends(driver: PageDriver) -> None:
    page = driver.page
    page.get_by_role("tab", name="Explore").click()
    page.locator("#explore-example").press("Enter")
    expect(page.locator("#explore-last")).to_be_enabled(timeout=READY)
    for name in ("explore-last", "explore-first", "explore-back", "explore-forward"):
        if page.locator(f"#{name}").is_enabled():
            assert press(page, name) != "nothing", name
    for name, other in (("explore-farther", "explore-nearer"), ("explore-nearer", "explore-farther")):
        while page.locator(f"#{name}").is_enabled():
            focused = press(page, name)
        assert focused == other


def test_the_players_ends_undo_and_hints_keep_the_focus(driver: PageDriver) -> None:
    page = driver.page
    driver.board.press("ArrowLeft")
    for name in ("undo", "redo", "reset", "hints-on"):
        if page.locator(f"#{name}").is_visible() and page.locator(f"#{name}").is_enabled():
            page.locator(f"#{name}").press("Space")
            assert page.evaluate(FOCUSED) != "nothing", name
    page.locator("#solve").press("Enter")
    driver.expect_badge("Proved shortest")
    for name in ("last", "first", "forward", "back"):
        assert press(page, name) != "nothing", name
