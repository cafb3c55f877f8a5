"""Every button takes precedence over a hint, and no task waits for pattern databases that it cannot use."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Watch
from tests.browser.faults import EASY, HARDEST_15, with_tables, with_worker
from tests.browser.page_driver import READY, PageDriver, open_room

EASY_15 = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"


def tick_hints(driver: PageDriver) -> None:
    driver.page.get_by_role("checkbox", name="Hints").check()
    expect(driver.page.get_by_test_id("hint")).to_contain_text("31 to go", timeout=READY)


def test_a_tree_is_drawn_although_its_board_wants_another_hint(driver: PageDriver) -> None:
    tick_hints(driver)
    open_room(driver.page, "Explore")
    driver.button("Textbook example").click()  # its goal is different, so the hints need another table
    said = driver.page.get_by_test_id("explore-said")
    expect(said).to_contain_text("So far: just the start.", timeout=READY)
    expect(driver.page.locator("#explore-problem")).to_be_empty()
    open_room(driver.page, "Solve")
    expect(driver.page.get_by_test_id("hint")).to_contain_text("12 to go")  # it was requested again


def test_a_search_ends_a_hint_that_is_looked_for(driver: PageDriver) -> None:
    driver.type_board(EASY_15)
    press = "names => { for (const name of names) document.getElementById(name).click(); }"
    driver.page.evaluate(press, ["hint", "solve"])
    driver.expect_result("Solved in 1 move")
    driver.choose("Goal", "Blank first")
    driver.type_board(HARDEST_15)
    driver.button("Hint").click()
    expect(driver.page.get_by_test_id("hint")).to_have_text("Looking for a hint ...")
    assert driver.button("Solve").is_enabled()
    driver.button("Solve").click()
    expect(driver.page.get_by_test_id("progress")).to_contain_text(re.compile(r"Expanded\s*[1-9]"))
    driver.stop()
    driver.expect_result("Stopped")
    expect(driver.page.get_by_test_id("problem")).to_be_empty()


PATIENT = "\nimport web.solver.tables\nPATIENCE = web.solver.tables.PATIENCE = 10_000.0\n"


@pytest.mark.fresh(service_workers="block")  # so that the test can lengthen the worker's patience
def test_only_who_needs_tables_waits_for_them(page: Page, watch: Watch, base_url: str) -> None:
    """One task waits forever: the tables never arrive, and the worker never gives up."""

    def hold(route: Route) -> None:
        """Never answer."""

    with_tables(page, hold)
    with_worker(page, PATIENT)
    driver = PageDriver(page).open(base_url)
    driver.type_board("1 2 3 4 5 6 7 8/9 10 11 12 13 14 0 15")
    driver.solve("Solved in 1 move", "Proved shortest")
    driver.choose("Goal", "Blank first")
    driver.type_board(HARDEST_15)
    driver.button("Solve").click()  # waits for its tables
    expect(page.get_by_test_id("progress")).to_contain_text(re.compile(r"Expanded\s*0"))
    driver.stop()
    driver.expect_result("Stopped")
    driver.choose("Goal", "Blank last")
    driver.type_board(EASY)
    driver.solve("Solved in 1 move", "Proved shortest")
