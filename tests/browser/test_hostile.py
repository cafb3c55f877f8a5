"""Hostile and careless input on the page gets a message; the board is not lost and the page responds."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_driver import FIRST, PageDriver

BIG = 10_000_000  # characters

TOO_LONG = "the text has more than 1,000,000 characters: give the board alone."

#: Put a text of this many digits into the text box.
TYPE = """size => {
  const box = document.getElementById('text');
  box.value = '1'.repeat(size);
  box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
}"""

#: Paste such a text onto the page.
PASTE = """size => {
  const data = new DataTransfer();
  data.setData('text', '1'.repeat(size));
  const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
  document.body.dispatchEvent(paste);
}"""

#: Drop a file of this many characters on the board.
DROP = """size => {
  const data = new DataTransfer();
  data.items.add(new File(['1'.repeat(size)], 'board.txt', { type: 'text/plain' }));
  const drop = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
  document.getElementById('board-section').dispatchEvent(drop);
}"""


def expect_alive(driver: PageDriver, board: str = FIRST) -> None:
    """Check that the board is still there and that the page still works."""
    driver.mode("Slide")
    driver.expect_shown(board)
    driver.type_board("1 2 3/4 5 6/7 0 8")
    driver.solve("Solved in 1 move", "Proved shortest")


@pytest.mark.same_page
def test_ten_million_characters_in_the_text_box_are_refused(driver: PageDriver) -> None:
    driver.mode("Paste")
    driver.page.evaluate(TYPE, BIG)
    expect(driver.page.get_by_test_id("text-problem")).to_contain_text(TOO_LONG)
    driver.button("Share").click()
    expect(driver.page.get_by_text("a link can hold up to 100,000")).to_be_visible()
    driver.page.keyboard.press("Escape")
    expect_alive(driver)


@pytest.mark.same_page
def test_ten_million_characters_pasted_onto_the_page_are_refused(driver: PageDriver) -> None:
    driver.page.evaluate(PASTE, BIG)
    expect(driver.page.get_by_test_id("file-problem")).to_contain_text(TOO_LONG)
    expect_alive(driver)


@pytest.mark.same_page
def test_a_file_of_ten_megabytes_is_refused(driver: PageDriver) -> None:
    driver.mode("Paste")
    driver.page.evaluate(DROP, BIG)
    expect(driver.page.get_by_test_id("file-problem")).to_contain_text(
        "board.txt is too large to be a board."
    )
    expect_alive(driver)


@pytest.mark.same_page
def test_a_link_of_two_megabytes_in_the_open_page_is_refused(driver: PageDriver) -> None:
    for fragment, says in (
        ("'board=' + '1_2/'.repeat(500_000)", "The link has 2,000,006 characters; at most 400,000 are read."),
        ("'&'.repeat(399_000)", "The link has 399,001 parts; at most 50 are read."),
        ("'board=' + 'q_'.repeat(199_000)", "The link's board cannot be used."),
    ):
        driver.type_board(FIRST)
        driver.page.evaluate(f"location.hash = {fragment}")
        expect(driver.page.get_by_test_id("link-problem")).to_contain_text(says)
        assert "#" not in driver.page.url
        expect_alive(driver)


@pytest.mark.same_page
def test_what_cannot_be_seen_is_named_and_html_is_text(driver: PageDriver) -> None:
    driver.mode("Paste")
    box = driver.page.get_by_label("Board as text")
    box.fill("1 2/\u200f3 0")
    driver.expect_verdict("it holds U+200F RIGHT-TO-LEFT MARK, which is invisible")
    box.fill("<img/src=x> 2/3 0")
    driver.expect_verdict("Not a board")
    box.fill("<b>1</b>,2\n3,3")
    expect(driver.page.get_by_test_id("text-problem")).to_contain_text("not a rectangle")
    box.fill("<b>,2\n3,0")
    driver.expect_verdict("'<b>' at row 1, column 1 is not a tile number")
    assert driver.page.locator("#app b, img").count() == 0


@pytest.mark.parametrize("key", ["npuzzle-proofs", "npuzzle-notes"])
def test_deep_brackets_in_the_storage_are_dropped_and_said(page: Page, base_url: str, key: str) -> None:
    page.goto(f"{base_url}web/icon.svg")
    page.evaluate(f"localStorage.setItem('{key}', '['.repeat(20000) + ']'.repeat(20000))")
    driver = PageDriver(page).open(base_url)
    expect(page.get_by_test_id("link-problem")).to_contain_text("Saved data could not be read")
    expect_alive(driver)
    page.reload()
    driver.wait_ready()
    expect(page.get_by_test_id("link-problem")).to_be_empty()
