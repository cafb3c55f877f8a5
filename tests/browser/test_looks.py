"""For everyone: axe finds nothing in any phase, nothing overflows, motion can be reduced, looks are kept."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Watch
from tests.browser.lab import Lab
from tests.browser.looks import LIGHT_DESKTOP, check_looks
from web.rooms.table import ROOMS

#: The phases of the page, in an order in which each can follow the one before.
PHASES = ("ready", "playing", "editing", "unsolvable", "stopped", "solving")


def bring_to(lab: Lab, phase: str) -> None:
    if phase == "editing":
        lab.type_board("1 2 3/4 5 5/7 a 0")
    elif phase == "unsolvable":
        lab.type_board("2 8 1/0 4 3/7 6 5")
        lab.page.get_by_text("Show the inversions").click()
    elif phase in ("solving", "stopped"):
        lab.type_board("15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0")
        lab.choose("Goal", "Blank first")
        lab.choose("Algorithm", "Weighted A*" if phase == "stopped" else "IDA*")
        if phase == "stopped":
            lab.page.locator("#limits").click()
            lab.field("Expanded states").fill("100")
        lab.button("Solve").click()
        if phase == "stopped":
            lab.expect_result("Out of nodes")
            lab.field("Expanded states").fill("")
        else:
            expect(lab.page.get_by_test_id("progress")).to_be_visible()
    elif phase == "playing":
        lab.solve("Solved in 31 moves", "Proved shortest")
        lab.button("Next").click()


def test_axe_finds_nothing_and_nothing_overflows(page: Page, watch: Watch, base_url: str) -> None:
    lab = Lab(page).on_screen(*LIGHT_DESKTOP).open(base_url)
    for phase in PHASES:
        bring_to(lab, phase)
        check_looks(lab, phase)


#: Buttons that reach into the margin of the card they lie on, or beyond it.
STICK_OUT = """() => [...document.querySelectorAll('section:not(#board-section) button')]
  .map(button => [button.getBoundingClientRect(), button.closest('section').getBoundingClientRect(), button])
  .filter(([own, card]) => own.width && own.right > card.right - 12)
  .map(([own, card, button]) => `${button.id}: ${own.right} on a card to ${card.right}`)"""


def test_320_pixels_are_enough(page: Page, watch: Watch, base_url: str) -> None:
    lab = Lab(page).on_screen(320, 640).open(base_url)
    lab.solve("Solved in 31 moves", "Proved shortest")
    for width in (320, 359, 360, 378, 390, 420):  # 378: a window of 390 whose scrollbar takes room
        lab.page.set_viewport_size({"width": width, "height": 640})
        assert lab.page.evaluate("document.documentElement.scrollWidth") <= width
        assert lab.page.evaluate(STICK_OUT) == [], width
        assert lab.page.evaluate(
            "(tabs => tabs.scrollWidth <= tabs.clientWidth)(document.getElementById('tabs'))"
        )


@pytest.mark.parametrize(("motion", "seconds"), [("reduce", "0s"), ("no-preference", "0.12s")])
def test_tiles_slide_unless_motion_is_reduced(
    page: Page, watch: Watch, base_url: str, motion: Any, seconds: str
) -> None:
    page.emulate_media(reduced_motion=motion)
    Lab(page).open(base_url)
    got = page.locator(".tile").first.evaluate("tile => getComputedStyle(tile).transitionDuration")
    assert got == seconds


#: What a finger has to hit; a box is hit by its label too.
SMALL = """() => {
  const all = 'button, select, input:not([type=range]), textarea, summary, [role=option]';
  const ticked = '[type=checkbox], [type=radio]';
  const hit = element => element.matches(ticked) && element.closest('label') || element;
  const shown = element => element.checkVisibility() && !element.closest('.unseen, [aria-hidden=true]');
  return [...document.querySelectorAll(all)].filter(shown)
    .map(element => [hit(element).getBoundingClientRect().height, element.id || element.textContent])
    .filter(([height]) => height && height < 43.5).map(([height, name]) => `${name}: ${height}`);
}"""


def test_fingers_and_narrow_and_magnified_pages(browser: Browser, base_url: str) -> None:
    """A phone with a finger on it; then 320 pixels, and 1280 at 200 %, in every room."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    watch = Watch(context)
    lab = Lab(context.new_page()).open(base_url)
    lab.solve("Solved in 31 moves", "Proved shortest")
    for room in [room.label for room in ROOMS]:
        lab.page.get_by_role("tab", name=room).click()
        expect(lab.page.get_by_role("tabpanel", name=room)).to_be_visible()
        tab = lab.page.get_by_role("tab", name=room)
        expect(tab).to_have_css("border-top-color", "rgba(0, 0, 0, 0)")  # no hover box stays after a tap
        if room == "Explore":
            lab.button("Textbook example").click()
            expect(lab.button("Build the tree")).to_be_enabled()
        expect(lab.page.get_by_role("tabpanel", name=room).locator("section").first).to_be_in_viewport()
        assert lab.page.evaluate(SMALL) == [], room
        for width, height in ((320, 640), (640, 400), (390, 844)):
            lab.page.set_viewport_size({"width": width, "height": height})
            assert lab.page.evaluate("document.documentElement.scrollWidth") <= width, (room, width)
    assert watch.unexpected() == []
    context.close()
