"""Going from room to room, on a desk, on a phone, and without a network."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.lab import Lab
from web.rooms.table import ROOMS

LABELS = [room.label for room in ROOMS]


def test_rooms_are_chosen_by_arrow_keys(lab: Lab) -> None:
    tabs = lab.page.get_by_role("tablist", name="Rooms")
    tabs.get_by_role("tab", name="Solve").focus()
    for room in (*LABELS[1:], LABELS[0]):
        lab.page.keyboard.press("ArrowRight")
        expect(tabs.get_by_role("tab", name=room)).to_be_focused()
        expect(tabs.get_by_role("tab", selected=True)).to_have_text(room)
        expect(lab.page.get_by_role("tabpanel")).to_have_accessible_name(room)
    lab.page.keyboard.press("End")
    expect(tabs.get_by_role("tab", name=LABELS[-1])).to_be_focused()
    lab.page.keyboard.press("Tab")
    expect(tabs.get_by_role("tab", name=LABELS[-1])).not_to_be_focused()
    assert lab.page.evaluate("document.activeElement.closest('#tabs')") is None, "one stop for the whole bar"


def test_on_a_phone_the_bar_leads_to_the_rooms_and_back_to_the_board(
    page: Page, watch: Watch, base_url: str
) -> None:
    lab = Lab(page).on_screen(390, 844).open(base_url)
    lab.page.get_by_role("tab", name="Race").click()
    expect(lab.page.get_by_role("heading", name="Race", exact=True)).to_be_in_viewport()
    expect(lab.board).not_to_be_in_viewport()
    lab.button("Board").click()
    expect(lab.board).to_be_in_viewport()
    expect(lab.board).to_be_focused()
