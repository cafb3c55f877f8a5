"""Going from room to room, on a desk, on a phone, and without a network."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.page_driver import PageDriver
from web.room_table import ROOMS

LABELS = [room.label for room in ROOMS]


def test_rooms_are_chosen_by_arrow_keys(driver: PageDriver) -> None:
    tabs = driver.page.get_by_role("tablist", name="Rooms")
    tabs.get_by_role("tab", name="Solve").focus()
    at = LABELS.index("Solve")
    for room in (*LABELS[at + 1 :], *LABELS[: at + 1]):
        driver.page.keyboard.press("ArrowRight")
        expect(tabs.get_by_role("tab", name=room)).to_be_focused()
        expect(tabs.get_by_role("tab", selected=True)).to_have_text(room)
        expect(driver.page.get_by_role("tabpanel")).to_have_accessible_name(room)
    driver.page.keyboard.press("End")
    expect(tabs.get_by_role("tab", name=LABELS[-1])).to_be_focused()
    driver.page.keyboard.press("Tab")
    expect(tabs.get_by_role("tab", name=LABELS[-1])).not_to_be_focused()
    assert driver.page.evaluate("document.activeElement.closest('#tabs')") is None, (
        "one stop for the whole bar"
    )


def test_the_room_is_one_key_from_its_tab_and_two_from_the_top(driver: PageDriver) -> None:
    keys, room = driver.page.keyboard, driver.page.get_by_role("tabpanel")
    for key in ("ArrowDown", "Enter"):
        driver.page.get_by_role("tab", name="Solve").focus()
        keys.press(key)
        expect(room).to_be_focused()
    driver.page.evaluate("document.activeElement.blur()")
    driver.page.reload()
    driver.wait_ready()
    keys.press("Tab")
    expect(driver.button("Skip to the room")).to_be_focused()
    expect(driver.button("Skip to the room")).to_be_in_viewport()
    keys.press("Enter")
    expect(room).to_be_focused()
    keys.press("Tab")
    assert driver.page.evaluate("document.activeElement.closest('#room-solve') !== null")


def test_the_board_says_where_its_blank_is(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 5 6/7 0 8")
    active = "document.getElementById('board').getAttribute('aria-activedescendant')"
    name = f"document.getElementById({active}).getAttribute('aria-label')"
    assert driver.page.evaluate(name) == "row 3, column 2: the blank"
    driver.board.press("ArrowLeft")
    driver.expect_shown("1 2 3/4 5 6/7 8 0")
    assert driver.page.evaluate(name) == "row 3, column 3: the blank"
    driver.mode("Edit")
    assert driver.page.evaluate(active) == ""


def test_on_a_phone_the_bar_leads_to_the_rooms_and_back_to_the_board(driver: PageDriver) -> None:
    driver.on_screen(390, 844)
    driver.page.get_by_role("tab", name="Race").click()
    expect(
        driver.page.get_by_role("heading", name="Why does a better estimate look at less?")
    ).to_be_in_viewport()
    expect(driver.board).not_to_be_in_viewport()
    driver.button("Board").click()
    expect(driver.board).to_be_in_viewport()
    expect(driver.board).to_be_focused()
