"""For everyone: no violation in any phase, no overflow, less motion on request, and looks are remembered."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.looks import LIGHT_DESKTOP, check_looks
from tests.browser.page_driver import PageDriver, open_room
from web.room_table import ROOMS

#: The phases of the page, in an order in which each can follow the one before.
PHASES = ("ready", "playing", "editing", "unsolvable", "stopped", "solving")


def bring_to(driver: PageDriver, phase: str) -> None:
    if phase == "editing":
        driver.type_board("1 2 3/4 5 5/7 a 0")
    elif phase == "unsolvable":
        driver.type_board("2 8 1/0 4 3/7 6 5")
        driver.page.get_by_text("Show the inversions").click()
    elif phase in ("solving", "stopped"):
        driver.type_board("15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0")
        driver.choose("Goal", "Blank first")
        driver.choose("Algorithm", "Weighted A*" if phase == "stopped" else "IDA*")
        if phase == "stopped":
            driver.page.locator("#limits").click()
            driver.field("Expanded states").fill("100")
        driver.button("Solve").click()
        if phase == "stopped":
            driver.expect_result("Out of nodes")
            driver.field("Expanded states").fill("")
        else:
            expect(driver.page.get_by_test_id("progress")).to_be_visible()
    elif phase == "playing":
        driver.solve("Solved in 31 moves", "Proved shortest")
        driver.button("Next").click()


def test_axe_finds_nothing_and_nothing_overflows(page: Page, watch: Watch, base_url: str) -> None:
    driver = PageDriver(page).on_screen(*LIGHT_DESKTOP).open(base_url)
    for phase in PHASES:
        bring_to(driver, phase)
        check_looks(driver, phase)


#: Buttons that reach into the margin of their card, or beyond the card.
STICK_OUT = """() => [...document.querySelectorAll('section:not(#board-section) button')]
  .map(button => [button.getBoundingClientRect(), button.closest('section').getBoundingClientRect(), button])
  .filter(([own, card]) => own.width && own.right > card.right - 12)
  .map(([own, card, button]) => `${button.id}: ${own.right} on a card to ${card.right}`)"""


def test_320_pixels_are_enough(page: Page, watch: Watch, base_url: str) -> None:
    driver = PageDriver(page).on_screen(320, 640).open(base_url)
    driver.solve("Solved in 31 moves", "Proved shortest")
    for width in (320, 359, 360, 378, 390, 420):  # 378: a window of 390 whose scrollbar takes space
        driver.page.set_viewport_size({"width": width, "height": 640})
        assert driver.page.evaluate("document.documentElement.scrollWidth") <= width
        assert driver.page.evaluate(STICK_OUT) == [], width
        assert driver.page.evaluate(
            "(tabs => tabs.scrollWidth <= tabs.clientWidth)(document.getElementById('tabs'))"
        )


def test_tiles_slide_unless_motion_is_reduced(page: Page, watch: Watch, base_url: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    PageDriver(page).open(base_url)
    expect(page.locator(".tile").first).to_have_css("transition-duration", "0s")
    page.emulate_media(reduced_motion="no-preference")
    expect(page.locator(".tile").first).to_have_css("transition-duration", "0.12s")


#: Touch targets; the label of a box is part of its target.
SMALL = """() => {
  const all = 'button, select, input:not([type=range]), textarea, summary, [role=option]';
  const ticked = '[type=checkbox], [type=radio]';
  const hit = element => element.matches(ticked) && element.closest('label') || element;
  const shown = element => element.checkVisibility() && !element.closest('.unseen, [aria-hidden=true]');
  return [...document.querySelectorAll(all)].filter(shown)
    .map(element => [hit(element).getBoundingClientRect().height, element.id || element.textContent])
    .filter(([height]) => height && height < 43.5).map(([height, name]) => `${name}: ${height}`);
}"""


def test_fingers_and_narrow_and_magnified_pages(phone: PageDriver) -> None:
    """A phone with a touch screen, then 320 pixels, then 1280 pixels at 200 %, in every room."""
    phone.solve("Solved in 31 moves", "Proved shortest")
    for room in [room.label for room in ROOMS]:
        open_room(phone.page, room)
        expect(phone.page.get_by_role("tabpanel", name=room)).to_be_visible()
        tab = phone.page.get_by_role("tab", name=room)
        expect(tab).to_have_css("border-top-color", "rgba(0, 0, 0, 0)")  # no hover box remains after a tap
        if room == "Explore":
            phone.button("Textbook example").click()
            expect(phone.button("Build the tree")).to_be_enabled()
        about = phone.page.get_by_role("tabpanel", name=room).locator("section").first
        expect(phone.board if room in ("Today", "Solve") else about).to_be_in_viewport()
        assert phone.page.evaluate(SMALL) == [], room
        for width, height in ((320, 640), (640, 400), (390, 844)):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= width, (room, width)
