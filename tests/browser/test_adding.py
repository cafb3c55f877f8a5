"""A room added by its folder and one line is on the page, and so is a new algorithm with its number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from npuzzle.site.files import Site
from tests.browser.conftest import Watch
from tests.browser.page_driver import READY, PageDriver, open_room, until
from tests.conftest import served
from tests.support.additions import add_algorithm, add_room
from tests.support.checkout import Checkout


@pytest.mark.fresh
def test_a_room_and_an_algorithm_that_were_added_are_used_like_any_other(
    page: Page, watch: Watch, tmp_path: Path
) -> None:
    checkout = Checkout.copy(tmp_path)
    add_room(checkout)
    add_algorithm(checkout)
    Site.checkout(checkout.root).set_up()
    with served(checkout.root) as address:
        driver = PageDriver(page).open(address)
        tab = page.get_by_role("tab", name="Daily")
        tab.click()
        expect(page.get_by_role("tabpanel")).to_have_accessible_name("Daily")
        said = page.get_by_test_id("daily-said")
        expect(said).to_have_text("Not taken yet today.")
        expect(said).to_have_css("border-left-color", "rgb(1, 2, 3)")
        driver.button("Take it").click()
        expect(said).to_have_text("Taken today.")
        driver.expect_shown("1 2 3/4 5 6/0 7 8")

        driver.button("Share").click()
        link = page.get_by_role("textbox", name="Link").input_value()
        assert link.endswith("#board=1_2_3/4_5_6/0_7_8&room=daily&daily=ttaken")
        driver.button("Close").click()

        until(page, "localStorage.npuzzle?.includes('room=daily')")
        page.reload()
        expect(said).to_have_text("Taken today.", timeout=READY)
        expect(tab).to_have_attribute("aria-selected", "true")
        expect(page.get_by_test_id("link-problem")).to_be_empty()

        open_room(page, "Solve")
        driver.type_board("1 2 3/4 5 6/0 7 8")
        driver.open_how()
        driver.choose("Algorithm", "Hill climbing")
        page.locator("#room-solve").get_by_label("Moves in a row that come no nearer").fill("9")
        driver.button("Solve").click()
        driver.expect_result("Solved in 2 moves")
        open_room(page, "Race")
        driver.open_lanes()
        lane = page.get_by_role("group", name="Lane 1")
        lane.get_by_label("Algorithm").select_option(label="Hill climbing", timeout=READY)
        expect(lane.get_by_label("Moves in a row that come no nearer")).to_be_visible()
        open_room(page, "Explore")
        driver.button("Build the tree").click(timeout=READY)
        expect(page.locator("#explore-slider")).to_have_attribute(
            "aria-valuetext", re.compile("^Step 0 of"), timeout=READY
        )

        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        page.goto("about:blank")
        page.goto(link)
        expect(tab).to_have_attribute("aria-selected", "true", timeout=READY)
        expect(said).to_have_text("Taken today.")

        page.get_by_role("combobox", name="Language").select_option("zh")
        expect(page.get_by_role("tab", name="每日")).to_be_visible()
        expect(said).to_have_text("今天已取。")
