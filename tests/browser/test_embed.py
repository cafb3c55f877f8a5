"""The board and its player in a frame of another page."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.host import Host
from tests.browser.page_driver import READY, PageDriver

LINK = "board=1_2_3/4_5_6/0_7_8&moves=LL&step=0"


@pytest.mark.fresh(first_visit=True)
def test_a_visitor_of_another_page_steps_through_the_path_in_its_frame(
    page: Page, watch: Watch, built: Path
) -> None:
    with Host(built, "some/folder/") as host:
        source = escape(f"{host.address}#embed=1&{LINK}")
        head = '<!doctype html><title>Talk</title><link rel="icon" href="data:,">'
        talk = f'{head}<iframe src="{source}" width="420" height="600"></iframe>'
        host.changes["talk.html"] = talk.encode()
        page.goto(f"{host.address}talk.html")
        frame = page.frame_locator("iframe")
        expect(frame.get_by_test_id("next")).to_contain_text("7", timeout=READY)
        frame.get_by_role("button", name="Next", exact=True).click()
        expect(frame.get_by_test_id("step-text")).to_contain_text("1 of 2")
        frame.get_by_role("button", name="Next", exact=True).click()
        expect(frame.get_by_test_id("step-text")).to_contain_text("2 of 2")
        for name in ("Share", "Solve", "Shuffle"):
            expect(frame.get_by_role("button", name=name, exact=True)).to_be_hidden()
        expect(frame.get_by_role("tab")).to_have_count(0)
        inside = page.frames[1]
        assert inside.evaluate("document.documentElement.scrollHeight <= innerHeight"), "it fits its frame"
        assert inside.evaluate("document.documentElement.scrollWidth <= innerWidth")
        link = frame.get_by_role("link", name="Open in n-puzzle")
        assert link.evaluate("link => link.href") == f"{host.address}#{LINK}"
        assert page.evaluate("localStorage.npuzzle") is None, "a frame saves nothing"


def test_share_gives_the_text_of_a_frame(page: Page, watch: Watch, base_url: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    driver = PageDriver(page).open(f"{base_url}#{LINK}")
    driver.button("Share").click()
    driver.button("Copy the embed text").click()
    expect(page.get_by_text("The embed text is copied.")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert re.search(r'^<iframe src="([^"]+)"', text)[1] == escape(f"{base_url}#embed=1&{LINK}")  # type: ignore[index]
    page.keyboard.press("Escape")
    page.goto("about:blank")
    page.goto(f"{base_url}#embed=1&{LINK}")
    expect(page.get_by_test_id("next")).to_contain_text("7", timeout=READY)
    expect(page.get_by_test_id("link-problem")).to_be_empty()
