"""Going from room to room, on a desk, on a phone, and without a network."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Watch
from tests.browser.lab import Lab
from tests.browser.test_offline import forget_http_cache, wait_offline
from tests.conftest import served

ROOMS = ("Solve", "Race", "Explore", "Lab", "Learn")


def test_rooms_are_chosen_by_arrow_keys(lab: Lab) -> None:
    tabs = lab.page.get_by_role("tablist", name="Rooms")
    tabs.get_by_role("tab", name="Solve").focus()
    for room in (*ROOMS[1:], "Solve"):
        lab.page.keyboard.press("ArrowRight")
        expect(tabs.get_by_role("tab", name=room)).to_be_focused()
        expect(tabs.get_by_role("tab", selected=True)).to_have_text(room)
        expect(lab.page.get_by_role("tabpanel")).to_have_accessible_name(room)
    lab.page.keyboard.press("End")
    expect(tabs.get_by_role("tab", name="Learn")).to_be_focused()
    lab.page.keyboard.press("Tab")
    expect(tabs.get_by_role("tab", name="Learn")).not_to_be_focused()
    assert lab.page.evaluate("document.activeElement.closest('#tabs')") is None, "one stop for the whole bar"


def test_on_a_phone_the_bar_leads_to_the_rooms_and_back_to_the_board(browser: Browser, base_url: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    watch = Watch(context)
    lab = Lab(context.new_page()).open(base_url)
    lab.page.get_by_role("tab", name="Race").click()
    expect(lab.page.get_by_role("heading", name="Race", exact=True)).to_be_in_viewport()
    expect(lab.board).not_to_be_in_viewport()
    lab.button("Board").click()
    expect(lab.board).to_be_in_viewport()
    expect(lab.board).to_be_focused()
    assert watch.unexpected() == []
    context.close()


@pytest.mark.fresh
def test_every_room_works_with_the_server_gone(page: Page, watch: Watch) -> None:
    lab = Lab(page)
    with served() as address:
        lab.open(address)
        wait_offline(lab)
    watch.allowed = ("ERR_CONNECTION_REFUSED", "Failed to load resource")
    forget_http_cache(page)
    page.reload()
    lab.wait_ready()
    page.get_by_role("tab", name="Lab").click()
    expect(page.locator("#room-bench .cm-content")).to_contain_text("def heuristic")
    page.get_by_role("tab", name="Race").click()
    lab.button("Start the race").click()
    expect(page.get_by_role("heading", name="Who won, and why")).to_be_visible(timeout=60_000)
    expect(page.locator("#race-chart")).to_have_role("img")  # only a chart that is drawn is a picture
    page.get_by_role("tab", name="Explore").click()
    lab.button("Textbook example").click()
    lab.button("Build the tree").click()
    expect(page.get_by_role("heading", name="Search tree")).to_be_visible()
    page.get_by_role("tab", name="Learn").click()
    expect(page.get_by_role("heading", name="Learn")).to_be_visible()
    page.get_by_role("combobox", name="Language").select_option("zh")
    expect(page.get_by_role("tab", name="求解")).to_be_visible()
