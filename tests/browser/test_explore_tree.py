"""The tree of Explore as a picture: whole, surveyed, marked when it is old, counted, and saved."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.looks import violations
from tests.browser.page_driver import PageDriver, open_room

RUN = 60_000  # ms for the slowest machine

#: Whether the tree is larger than its box.
OVERFLOWS = """() => {
  const box = document.getElementById('explore-box');
  return box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
}"""


@pytest.mark.parametrize(("width", "height", "scheme"), [(1280, 800, "light"), (390, 844, "dark")])
def test_a_tree_is_fitted_surveyed_and_saved(
    page: Page, watch: Watch, base_url: str, width: int, height: int, scheme: str
) -> None:
    driver = PageDriver(page).on_screen(width, height, scheme).open(base_url)
    open_room(page, "Explore")
    driver.button("Textbook example").click()
    expect(page.get_by_test_id("explore-said")).to_contain_text("just the start", timeout=RUN)
    for name in ("explore-said", "explore-forward", "explore-box"):
        expect(page.locator(f"#{name}")).to_be_in_viewport()
    driver.button("Last step").click()
    expect(page.get_by_test_id("explore-overview")).to_be_visible()
    driver.button("Whole tree").click()
    expect(page.get_by_test_id("explore-overview")).to_be_hidden()
    assert not page.evaluate(OVERFLOWS)
    with page.expect_download() as saved:
        driver.button("Save the tree").click()
    assert saved.value.suggested_filename == "tree.svg"
    root = ElementTree.fromstring(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert len(root.findall("{http://www.w3.org/2000/svg}g")) == page.locator("#explore-nodes > g").count()
    expect(page.get_by_test_id("explore-stale")).to_be_hidden()
    driver.button("Back to my board and goal").click()
    expect(page.get_by_test_id("explore-stale")).to_have_text("Tree of another board")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
