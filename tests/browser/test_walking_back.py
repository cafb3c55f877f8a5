"""The browser's Back and Forward walk through the rooms."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.lab import Lab, until


def expect_room(lab: Lab, name: str) -> None:
    expect(lab.page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
    expect(lab.page.get_by_role("tabpanel", name=name)).to_be_visible()


def test_back_and_forward_walk_through_the_rooms(lab: Lab) -> None:
    for name in ("Race", "Learn", "Learn"):
        lab.page.get_by_role("tab", name=name).click()
    lab.button("Shuffle").click()
    dealt = lab.board_text()
    lab.page.go_back()
    expect_room(lab, "Race")
    lab.page.go_back()
    expect_room(lab, "Solve")
    lab.page.go_forward()
    expect_room(lab, "Race")
    assert lab.board_text() == dealt  # no walk changes the board


def test_after_a_reload_back_leads_to_the_room_before(lab: Lab) -> None:
    lab.page.get_by_role("tab", name="Race").click()
    lab.page.get_by_role("tab", name="Explore").click()
    until(lab.page, "localStorage.npuzzle?.includes('room=explore')")
    lab.page.reload()
    lab.wait_ready()
    expect_room(lab, "Explore")
    lab.page.go_back()
    expect_room(lab, "Race")


def test_a_link_opened_in_the_page_is_not_taken_for_a_step_back(lab: Lab, base_url: str) -> None:
    lab.page.get_by_role("tab", name="Race").click()
    lab.page.evaluate("location.hash = 'room=learn'")
    expect_room(lab, "Learn")
    lab.page.go_back()
    expect_room(lab, "Race")
