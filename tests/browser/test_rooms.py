"""Moving between rooms: on a desk, on a phone, and without a network."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.page_driver import PageDriver, open_room
from web.room_table import ROOMS

LABELS = list(dict.fromkeys(room.group or room.label for room in ROOMS))
SEE = [room.label for room in ROOMS if room.group == "See"]


def test_rooms_are_chosen_by_arrow_keys(driver: PageDriver) -> None:
    tabs = driver.page.get_by_role("tablist", name="Rooms")
    tabs.get_by_role("tab", name="Solve").focus()
    at = LABELS.index("Solve")
    for room in (*LABELS[at + 1 :], *LABELS[: at + 1]):
        driver.page.keyboard.press("ArrowRight")
        expect(tabs.get_by_role("tab", name=room)).to_be_focused()
        expect(tabs.get_by_role("tab", selected=True)).to_have_text(room)
        panel = SEE[0] if room == "See" else room
        expect(driver.page.get_by_role("tabpanel")).to_have_accessible_name(panel)
    driver.page.keyboard.press("End")
    expect(tabs.get_by_role("tab", name=LABELS[-1])).to_be_focused()
    driver.page.keyboard.press("Tab")
    expect(tabs.get_by_role("tab", name=LABELS[-1])).not_to_be_focused()
    assert driver.page.evaluate("document.activeElement.closest('#tabs')") is None, "the bar must be one stop"


def test_a_group_has_a_row_of_its_own_and_remembers_its_room(driver: PageDriver) -> None:
    page = driver.page
    rows = page.get_by_role("tablist")
    expect(rows).to_have_count(1)
    open_room(page, SEE[0])
    see = page.get_by_role("tablist", name="See")
    see.get_by_role("tab", selected=True).focus()
    for label in (*SEE[1:], SEE[0], SEE[1]):
        page.keyboard.press("ArrowRight")
        expect(see.get_by_role("tab", name=label)).to_be_focused()
        expect(page.get_by_role("tabpanel")).to_have_accessible_name(label)
        expect(page.get_by_role("tab", name="See", exact=True)).to_have_attribute("aria-selected", "true")
    open_room(page, "Solve")
    expect(rows).to_have_count(1)
    page.locator("#tab-see").click()
    expect(page.get_by_role("tabpanel")).to_have_accessible_name(SEE[1])


def test_the_board_is_small_where_a_figure_counts_and_opens_on_a_press(driver: PageDriver) -> None:
    page = driver.page
    width = page.locator("#tray").bounding_box()["width"]  # type: ignore[index]
    open_room(page, "Explore")
    expect(driver.button("Solve")).to_be_hidden()
    assert page.locator("#tray").bounding_box()["width"] < width / 2  # type: ignore[index]
    driver.board.press("ArrowUp")
    driver.expect_shown("8 6 7/2 5 4/3 0 1")
    driver.board.press("ArrowDown")
    driver.expect_shown("8 6 7/2 0 4/3 5 1")
    driver.button("Change the board").click()
    expect(driver.button("Shuffle")).to_be_visible()
    assert page.locator("#tray").bounding_box()["width"] == width  # type: ignore[index]
    driver.button("Make the board small").click()
    expect(driver.button("Shuffle")).to_be_hidden()


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
    driver.on_screen(390, 480)
    open_room(driver.page, "Learn")
    expect(driver.button("Board")).to_be_hidden()  # the list of lessons needs no board
    driver.page.locator("#learn-start").click()
    driver.page.locator("#learn-next").evaluate("button => button.scrollIntoView({block: 'start'})")
    expect(driver.board).not_to_be_in_viewport()
    driver.button("Board").click()
    expect(driver.board).to_be_in_viewport()
    expect(driver.board).to_be_focused()
