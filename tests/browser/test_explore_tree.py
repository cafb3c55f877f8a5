"""The tree of Explore as a picture: fitted, marked as outdated, counted, saved; and the first two trees."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.looks import expect_no_overflow, violations
from tests.browser.page_driver import PageDriver, open_room
from web.rooms.explore.pair import Pair, find_parting, trace_both

RUN = 60_000  # ms for the slowest machine

#: Whether the tree is larger than its box.
OVERFLOWS = """() => {
  const box = document.getElementById('explore-box');
  return box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
}"""

#: Whether nothing covers the upper edge of an element.
IS_ON_TOP = """element => {
  const box = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(box.x + 4, box.y + 2));
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
    title = page.locator("#explore-tree-title")
    assert title.evaluate(IS_ON_TOP), "the title is behind the tabs"
    driver.button("Last step").click()
    assert page.evaluate(OVERFLOWS)
    driver.button("Whole tree").click()
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


PARTED = Pair.start(still=True)
END = PARTED.proceed(still=True)


def expect_both(page: Page, at: int) -> None:
    """Check that each tree shows the boards that its search has generated so far, and its current one."""
    for side, found in zip(("left", "right"), trace_both(), strict=True):
        step = min(at, len(found.steps))
        made = [node for node in found.nodes if node.made <= step and node.twin is None]
        nodes = page.locator(f"#pair-{side}-nodes > g:not([display])")
        expect(nodes).to_have_count(len(made))
        current = found.nodes[found.steps[step - 1]]
        expect(page.locator(f"#pair-{side}-nodes > [data-current] .cells")).to_have_text(
            "".join(character for character in current.board if character in "12345678")
        )


def test_two_trees_start_by_themselves_and_stop_where_they_part(
    page: Page, watch: Watch, base_url: str
) -> None:
    page.emulate_media(reduced_motion="no-preference")
    driver = PageDriver(page).open(base_url)
    open_room(page, "Explore")
    said = page.get_by_role("status").and_(page.get_by_test_id("pair-said"))
    expect(said).to_have_text("The same boards so far.")
    expect(said).to_have_text(PARTED.said, timeout=RUN)
    expect_both(page, find_parting())
    driver.button("Continue").press("Enter")
    expect(said).to_have_text(PARTED.said)
    expect(said).to_have_text(END.said, timeout=RUN)
    expect_both(page, END.last)
    expect(driver.button("Play again")).to_be_focused()
    page.reload()
    driver.wait_ready()
    expect(said).to_have_text(PARTED.said, timeout=RUN)
    driver.button("Build the tree").click()
    expect(page.get_by_test_id("explore-said")).to_contain_text("just the start", timeout=RUN)
    expect(said).to_be_hidden()


@pytest.mark.parametrize(("width", "height", "scheme"), [(1280, 800, "light"), (390, 844, "dark")])
def test_without_motion_two_trees_show_where_they_part(
    page: Page, watch: Watch, base_url: str, width: int, height: int, scheme: str
) -> None:
    driver = PageDriver(page).on_screen(width, height, scheme).open(base_url)
    open_room(page, "Explore")
    said = page.get_by_test_id("pair-said")
    expect(said).to_have_text(PARTED.said)
    expect_both(page, find_parting())
    left, right = (page.locator(f"#pair-{side}-box").bounding_box() for side in ("left", "right"))
    assert left is not None
    assert right is not None
    assert (left["y"] == right["y"]) == (width > 1000), "trees must be in a row, or stacked on a phone"
    assert violations(page) == []
    expect_no_overflow(driver, width, height)
    driver.button("Continue").click()
    expect(said).to_have_text(END.said)
    expect_both(page, END.last)
    assert violations(page) == []
