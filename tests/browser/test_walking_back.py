"""The browser's Back and Forward move through the rooms."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.page_driver import PageDriver, open_room, until


def expect_room(driver: PageDriver, name: str) -> None:
    expect(driver.page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
    expect(driver.page.get_by_role("tabpanel", name=name)).to_be_visible()


def test_back_and_forward_walk_through_the_rooms(driver: PageDriver) -> None:
    for name in ("Race", "Practice", "Practice"):
        open_room(driver.page, name)
    driver.button("Next scramble").click()
    dealt = driver.board_text()
    driver.page.go_back()
    expect_room(driver, "Race")
    driver.page.go_back()
    expect_room(driver, "Solve")
    driver.page.go_forward()
    expect_room(driver, "Race")
    assert driver.board_text() == dealt  # moving between rooms does not change the board


@pytest.mark.own_page
def test_after_a_reload_back_leads_to_the_room_before(driver: PageDriver) -> None:
    open_room(driver.page, "Race")
    open_room(driver.page, "Explore")
    until(driver.page, "localStorage.npuzzle?.includes('room=explore')")
    driver.page.reload()
    driver.wait_ready()
    expect_room(driver, "Explore")
    driver.page.go_back()
    expect_room(driver, "Race")


def test_a_link_opened_in_the_page_is_not_taken_for_a_step_back(driver: PageDriver, base_url: str) -> None:
    open_room(driver.page, "Race")
    driver.page.evaluate("location.hash = 'room=learn'")
    expect_room(driver, "Learn")
    driver.page.go_back()
    expect_room(driver, "Race")
