"""A board can be typed, pasted, edited and slid, and the page judges it immediately."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from npuzzle import Board, Problem, goal_board
from tests.browser.page_driver import PageDriver

pytestmark = pytest.mark.same_page


def test_the_grid_is_there_before_python(browser: Browser, base_url: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(base_url)
    assert [cell.inner_text() for cell in page.get_by_role("gridcell").all()] == [*"8672543", "", "1"]
    assert all(button.is_disabled() for button in page.get_by_role("button").all())
    context.close()


def test_a_repeated_tile_is_marked_and_named(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 5 5/7 8 0")
    driver.expect_verdict("Not a board yet")
    driver.expect_verdict("tile 5 appears twice (at row 2, column 2 and row 2, column 3)")
    driver.expect_verdict("tile 6 is missing")
    marked = driver.page.locator("[aria-invalid=true]")
    expect(marked).to_have_count(2)
    for cell in marked.all():
        assert cell.get_attribute("aria-label") in ("row 2, column 2", "row 2, column 3")
    expect(driver.button("Solve")).to_be_disabled()


NOT_A_BOARD = {
    "1 2 3/4 5/6 7 8": "not a rectangle: row 2 has 2 cells, the other rows have 3",
    "1 2 3 4 0": "1x5 has a single row",
    "[[1,2],[3,0]": "the text has 3 opening and 2 closing brackets",
    "/".join(" ".join(str(r * 128 + c) for c in range(128)) for r in range(2)): "got 2x128",
}


def test_text_that_is_not_a_board_for_the_grid_says_so_and_loses_nothing(driver: PageDriver) -> None:
    loss = "The text is not a board, so the board stays as it was. Paste shows your text again."
    driver.type_board("")
    expect(driver.page.get_by_test_id("text-problem")).to_contain_text("there is no board in it")
    driver.mode("Slide")
    expect(driver.page.get_by_test_id("file-problem")).to_be_empty()  # nothing is lost
    for number, (text, said) in enumerate(NOT_A_BOARD.items()):
        driver.cell(2 + number % 2, 2).click()  # a move there or back, so another board and another message
        expect(driver.said).not_to_have_text(loss)
        before = driver.board_text()
        driver.type_board(text)
        expect(driver.page.get_by_test_id("text-problem")).to_contain_text(said)
        driver.mode("Slide")
        assert driver.board_text() == before, text
        expect(driver.said).to_have_text(loss)
        expect(driver.page.get_by_test_id("file-problem")).to_have_text(loss)
        driver.mode("Paste")
        expect(driver.page.get_by_label("Board as text")).to_have_value(text)
        expect(driver.page.get_by_test_id("text-problem")).to_contain_text(said)
        driver.mode("Slide")


FORMATS = [
    "2 8 1/0 4 3/7 6 5",
    "2 8 1\n0 4 3\n7 6 5",
    "2,8,1/_,4,3/7,6,5",
    "[[2, 8, 1], [0, 4, 3], [7, 6, 5]]",
    "281043765",
    "281x43765",
    "3x3\n2 8 1\n. 4 3\n7 6 5\n# a comment",
    "2_8_1/0_4_3/7_6_5",
]


def test_every_format_can_be_typed(driver: PageDriver) -> None:
    for text in FORMATS:
        driver.type_board("1 2 3/4 5 6/7 8 0")
        driver.expect_shown("1 2 3/4 5 6/7 8 0")
        driver.type_board(text)
        driver.expect_shown("2 8 1/0 4 3/7 6 5")


def test_a_board_pasted_onto_the_grid_is_taken(driver: PageDriver) -> None:
    driver.board.focus()
    driver.page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.setData('text', '1 2 3 4\\n5 6 7 8\\n9 10 11 12\\n13 14 0 15');
            const how = { clipboardData: data, bubbles: true, cancelable: true };
            document.activeElement.dispatchEvent(new ClipboardEvent('paste', how));
        }"""
    )
    driver.expect_shown("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15")
    driver.expect_verdict("Solvable")


def test_a_board_of_another_size_is_taken_while_a_cell_is_typed_into(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 5 6/7 8 0")
    driver.mode("Edit")
    driver.cell(3, 1).locator("input").fill("inf")
    driver.page.evaluate(
        """() => {
            const how = { clipboardData: new DataTransfer(), bubbles: true, cancelable: true };
            how.clipboardData.setData('text', '1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15');
            document.activeElement.dispatchEvent(new ClipboardEvent('paste', how));
        }"""
    )
    driver.expect_shown("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15")


def test_cells_are_edited_by_keyboard(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 5 6/7 0 8")
    driver.mode("Edit")
    driver.page.get_by_label("row 1, column 1", exact=True).focus()
    first = driver.page.get_by_label("row 1, column 1", exact=True)
    expect(first).to_be_focused()
    first.press("ArrowDown")
    driver.page.keyboard.press("ArrowDown")
    driver.page.keyboard.press("ArrowRight")
    expect(driver.page.get_by_label("row 3, column 2", exact=True)).to_be_focused()
    driver.page.keyboard.type("8")  # replaces the old number
    driver.expect_verdict("tile 8 appears twice")
    expect(driver.page.get_by_label("row 3, column 3", exact=True)).to_be_focused()
    driver.page.keyboard.press("Delete")
    driver.expect_verdict("Solvable")
    driver.page.keyboard.press("Escape")
    driver.expect_shown("1 2 3/4 5 6/7 8 0")
    expect(driver.board).to_be_focused()
    driver.mode("Paste")
    expect(driver.page.get_by_label("Board as text")).to_have_value("1 2 3/4 5 6/7 8 _")


def test_escape_ends_editing_from_where_it_was_begun(driver: PageDriver) -> None:
    driver.mode("Edit")
    driver.page.keyboard.press("Escape")
    expect(driver.page.get_by_role("radio", name="Slide")).to_be_checked()
    expect(driver.board).to_be_focused()
    driver.mode("Edit")
    driver.button("Empty all cells").click()
    driver.page.get_by_role("radio", name="Edit").focus()
    driver.page.keyboard.press("Escape")
    expect(driver.page.get_by_role("radio", name="Edit")).to_be_checked()  # no numbers yet


def test_a_faulty_board_stays_in_editing(driver: PageDriver) -> None:
    driver.mode("Edit")
    driver.page.get_by_label("row 1, column 1", exact=True).fill("99")
    driver.expect_verdict("99 at row 1, column 1 is out of range")
    driver.mode("Slide")
    expect(driver.page.get_by_label("row 1, column 1", exact=True)).to_have_value("99")
    expect(driver.page.get_by_role("radio", name="Edit")).to_be_checked()
    expect(driver.said).to_contain_text("Not a board yet")


def test_a_click_slides_a_tile_beside_the_gap_and_no_other(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 5 6/7 0 8")
    driver.cell(1, 1).click()
    driver.expect_shown("1 2 3/4 5 6/7 0 8")
    driver.cell(3, 3).click()
    driver.expect_shown("1 2 3/4 5 6/7 8 0")
    expect(driver.said).to_have_text("Solved in 1 move. No solution is shorter.")


def test_arrow_keys_slide_a_tile_their_way(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 0 6/7 5 8")
    driver.board.press("ArrowUp")
    driver.expect_shown("1 2 3/4 5 6/7 0 8")
    expect(driver.said).to_have_text("Tile 5 up.")
    driver.board.press("ArrowUp")
    expect(driver.said).to_have_text("No tile can slide up.")
    driver.board.press("ArrowLeft")
    driver.expect_shown("1 2 3/4 5 6/7 8 0")


def test_a_random_board_can_reach_the_goal(driver: PageDriver) -> None:
    seen = set()
    for _ in range(3):
        driver.button("Shuffle").click()
        driver.expect_verdict("Solvable")
        seen.add(driver.board_text())
    assert len(seen) == 3
    for text in seen:
        board = Board.parse(text)
        assert Problem(board, goal_board("blank-last", board.shape)).is_solvable


def test_rectangles_of_every_size_can_be_chosen(driver: PageDriver) -> None:
    for rows, cols in ((2, 10), (10, 2), (10, 10), (2, 2)):
        driver.choose("Rows", str(rows))
        driver.choose("Columns", str(cols))
        expect(driver.board.get_by_role("row")).to_have_count(rows)
        expect(driver.board.get_by_role("gridcell")).to_have_count(rows * cols)
        driver.button("Shuffle").click()
        driver.expect_verdict("Solvable")
        inside = driver.page.get_by_test_id("tray").bounding_box()
        tile = driver.cell(rows, cols).bounding_box()
        assert inside is not None
        assert tile is not None
        assert tile["x"] + tile["width"] <= inside["x"] + inside["width"]


def test_an_unsolvable_board_says_why_and_offers_its_repairs(driver: PageDriver) -> None:
    driver.type_board("2 8 1/0 4 3/7 6 5")
    driver.expect_verdict("Not solvable for this goal")
    driver.expect_verdict("The board has 11 inversions (odd), the goal has 0 inversions (even)")
    expect(driver.button("Solve")).to_be_disabled()
    driver.page.get_by_text("Show the inversions").click()
    expect(driver.page.get_by_test_id("inversions")).to_contain_text(
        "11: 2\u00a0before\u00a01, 8\u00a0before\u00a01, 8\u00a0before\u00a04"
    )
    driver.button("Swap tiles 6 and 5").click()
    driver.expect_shown("2 8 1/0 4 3/7 5 6")
    driver.expect_verdict("Solvable")


def test_the_other_goal_is_a_repair_too(driver: PageDriver) -> None:
    driver.type_board("2 8 1/0 4 3/7 6 5")
    driver.button("Use the goal Spiral (snail)").click()
    expect(driver.menu("Goal")).to_have_value("spiral")
    driver.solve("Solved in 9 moves", "Proved shortest")
