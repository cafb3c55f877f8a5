"""Modes, line slides, drags, undo, large boards, examples and files: everything a hand can do to a board."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from npuzzle import Board, Shape, random_board
from npuzzle.puzzle.board import goal_board
from tests.browser.conftest import Watch
from tests.browser.dropped_files import DROP, png
from tests.browser.looks import LIGHT_DESKTOP, check_looks
from tests.browser.page_driver import PageDriver, python_in

PROMPT = 3.0  # seconds that a slow, busy machine may take for something immediate


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(driver: PageDriver, start: Locator, end: Locator) -> None:
    driver.page.mouse.move(*middle(start))
    driver.page.mouse.down()
    driver.page.mouse.move(*middle(end), steps=6)
    driver.page.mouse.up()


@pytest.mark.same_page
def test_what_is_offered_in_paste_is_for_the_text_as_it_is_now(driver: PageDriver) -> None:
    driver.mode("Paste")
    text, undo = driver.page.get_by_label("Board as text"), driver.button("Undo")
    repair, why = driver.button("Swap tiles 8 and 1"), driver.page.get_by_text("Show the inversions")
    text.fill("812043765")
    expect(repair).to_be_visible()
    expect(why).to_be_visible()
    text.fill("0 1 2 3 4")
    driver.expect_verdict("Not a board yet")
    expect(repair).to_be_hidden()
    expect(why).to_be_hidden()
    driver.open_setup()
    expect(driver.button("Board as picture")).to_be_disabled()
    driver.button("Shuffle").click()
    driver.expect_verdict("Solvable")
    undo.click()
    expect(text).to_have_value("0 1 2 3 4")
    driver.expect_verdict("Not a board yet")


@pytest.mark.same_page
def test_lines_slide_by_click_key_and_drag_and_everything_can_be_undone(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 5 6/7 8 0")
    by_hand = driver.page.get_by_test_id("by-hand")
    driver.cell(3, 1).click()
    driver.expect_shown("1 2 3/4 5 6/0 7 8")
    expect(by_hand).to_have_text("2 moves by hand")
    expect(driver.said).to_have_text("2 tiles right.")
    driver.board.press("Shift+ArrowDown")
    driver.expect_shown("0 2 3/1 5 6/4 7 8")
    expect(by_hand).to_have_text("4 moves by hand")
    drag(driver, driver.cell(1, 3), driver.cell(1, 2))
    driver.expect_shown("2 3 0/1 5 6/4 7 8")
    drag(driver, driver.cell(2, 1), driver.cell(2, 2))  # not in line with the blank
    driver.expect_shown("2 3 0/1 5 6/4 7 8")
    driver.page.keyboard.press("Control+z")
    driver.expect_shown("0 2 3/1 5 6/4 7 8")
    driver.button("Undo").click()
    driver.expect_shown("1 2 3/4 5 6/0 7 8")
    driver.page.keyboard.press("Control+Shift+z")
    driver.page.keyboard.press("Control+y")
    driver.expect_shown("2 3 0/1 5 6/4 7 8")
    expect(driver.button("Redo")).to_be_disabled()
    driver.button("Reset").click()
    driver.expect_shown("1 2 3/4 5 6/7 8 0")
    expect(by_hand).to_have_text("")
    expect(driver.button("Reset")).to_be_disabled()


@pytest.mark.same_page
def test_modes_by_keyboard_and_cells_swapped_by_dragging(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 5 6/7 8 0")
    play = driver.page.get_by_role("radio", name="Slide")
    play.focus()
    play.press("ArrowRight")
    expect(driver.page.get_by_role("radio", name="Edit")).to_be_focused()
    fields = [driver.page.get_by_label(f"row {row}, column 1", exact=True) for row in (1, 3)]
    drag(driver, fields[0], fields[1])
    expect(fields[0]).to_have_value("7")
    expect(fields[1]).to_have_value("1")
    driver.expect_verdict("Not solvable for this goal")
    fields[0].fill("8")
    driver.expect_verdict("tile 8 appears twice")
    driver.page.keyboard.press("Control+z")
    expect(fields[0]).to_have_value("7")
    driver.page.get_by_role("radio", name="Edit").press("ArrowRight")
    text = driver.page.get_by_label("Board as text")
    expect(text).to_have_value("7 2 3/4 5 6/1 8 0")
    expect(driver.board).to_be_hidden()
    text.fill("1 2 3/4")
    expect(driver.page.get_by_test_id("text-problem")).to_contain_text("not a rectangle")
    expect(driver.button("Solve")).to_be_disabled()
    text.fill("1 2/0 3")
    driver.solve("Solved in 1 move", "Proved shortest")
    expect(play).to_be_checked()
    driver.expect_shown("1 2/0 3")


@pytest.mark.same_page
def test_the_largest_board_answers_at_once(driver: PageDriver) -> None:
    driver.choose("Rows", "more ...")
    driver.page.get_by_label("Rows, 2 to 127").fill("128")
    driver.page.get_by_label("Columns, 2 to 127").fill("127")
    driver.page.get_by_label("Columns, 2 to 127").press("Enter")
    assert not driver.page.get_by_label("Rows, 2 to 127").evaluate("field => field.checkValidity()")
    driver.page.get_by_label("Rows, 2 to 127").fill("127")
    driver.button("Set size").click()
    board = driver.page.get_by_role("application", name="Board of 127 rows and 127 columns")
    expect(board).to_be_visible()
    seconds = {}
    began = time.perf_counter()
    driver.button("Shuffle").click()
    expect(driver.page.get_by_test_id("verdict")).to_contain_text("Solvable")
    seconds["random"] = time.perf_counter() - began
    drawn = random_board(goal_board("blank-last", Shape(126, 127)), Random(42))
    driver.page.evaluate(DROP, ["board.txt", "text/plain", str(drawn).replace("/", "\n")])
    board = driver.page.get_by_role("application", name="Board of 126 rows and 127 columns")
    expect(board).to_be_visible()
    driver.expect_verdict("Solvable")
    marked = driver.page.get_by_test_id("map-cell")
    expect(marked).to_contain_text("Row 1, column 1: ")
    row, col = drawn.shape.place(drawn.blank)
    board.press("ArrowRight")
    for _ in range(row):
        board.press("ArrowDown")
    tile = drawn.tiles[row * 127 + 1]
    expect(marked).to_contain_text(f"Row {row + 1}, column 2: tile {tile}")
    began = time.perf_counter()
    board.press("Enter")  # in the blank's row: the whole line slides
    expect(driver.page.get_by_test_id("by-hand")).to_have_text(f"{col - 1} moves by hand")
    seconds["slide"] = time.perf_counter() - began
    expect(marked).to_contain_text(f"Row {row + 1}, column 2: the blank")
    for _ in range(6):
        driver.button("Zoom in").click()
    began = time.perf_counter()
    x, y = middle(board)
    driver.page.mouse.move(x, y)
    driver.page.mouse.down()
    for step in range(20):
        driver.page.mouse.move(x - 5 * step, y - 3 * step)
    driver.page.mouse.up()
    seconds["pan"] = time.perf_counter() - began
    driver.page.mouse.wheel(0, -200)
    driver.page.keyboard.press("0")
    driver.mode("Edit")
    driver.page.get_by_label("Number at the marked cell").fill("q")
    driver.expect_verdict(f"'q' at row {row + 1}, column 2 is not a tile number")
    expect(marked).to_contain_text("which is a defect")
    print({what: round(took, 2) for what, took in seconds.items()})
    assert max(seconds.values()) < PROMPT


@pytest.mark.same_page
def test_examples_and_boards_at_a_distance_say_what_they_are(driver: PageDriver) -> None:
    about = driver.page.get_by_test_id("about")
    driver.choose("Examples", "Loyd's 14-15 puzzle")
    driver.expect_shown("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0")
    driver.expect_verdict("Not solvable for this goal")
    expect(about).to_contain_text("The famous prize puzzle")
    driver.choose("Examples", "3x3, 29 moves: exactly one shortest path")
    expect(about).to_contain_text("has several shortest paths")
    driver.cell(2, 2).click()
    expect(about).to_have_text("")
    driver.open_setup()
    driver.page.get_by_text("Random board, N moves away").click()
    moves = driver.page.get_by_label("Moves from the goal")
    moves.fill("7")
    moves.press("Enter")
    expect(about).to_have_text("Dealt from all boards that are exactly 7 moves from the goal.")
    driver.solve("Solved in 7 moves", "Proved shortest")
    moves.fill("32")
    driver.button("Deal").click()
    expect(driver.page.get_by_test_id("distance-problem")).to_contain_text("more than 31 moves")
    driver.choose("Rows", "4")
    expect(driver.page.get_by_text("random walk of that many moves")).to_be_visible()
    driver.button("Deal").click()
    expect(about).to_contain_text("A random walk of 32 moves from the goal")


@pytest.mark.same_page
def test_files_a_picture_a_board_and_neither(driver: PageDriver, tmp_path: Path) -> None:
    driver.open_setup()
    driver.page.get_by_text("Colours and pictures").click()
    picture = tmp_path / "sea.png"
    picture.write_bytes(png(30, 20))
    driver.page.get_by_label("Picture file").set_input_files(picture)
    tray = driver.page.get_by_test_id("tray")
    expect(tray).to_have_attribute("data-picture", "")
    face = driver.page.locator(".tile > span").first
    assert "blob:" in face.evaluate("face => getComputedStyle(face).backgroundImage")
    number = face.locator("b")
    expect(number).to_be_visible()
    driver.page.get_by_label("Numbers on the picture").uncheck()
    expect(number).to_be_hidden()
    driver.expect_shown("8 6 7/2 5 4/3 0 1")
    problem = driver.page.get_by_test_id("file-problem")
    driver.page.evaluate(DROP, ["fake.png", "image/png", "no picture"])
    expect(problem).to_have_text("fake.png is not a picture that this browser can show.")
    driver.button("Remove picture").click()
    expect(number).to_be_visible()
    driver.page.evaluate(DROP, ["board.txt", "text/plain", "1 2 3\n4 5 6\n7 0 8"])
    driver.expect_shown("1 2 3/4 5 6/7 0 8")
    expect(problem).to_have_text("")
    driver.page.evaluate(DROP, ["letter.txt", "text/plain", "Dear all"])
    expect(problem).to_contain_text("Not a board")
    driver.expect_shown("1 2 3/4 5 6/7 0 8")


@pytest.mark.same_page
def test_an_own_goal_of_another_size_is_dropped_with_a_word(driver: PageDriver) -> None:
    driver.choose("Goal", "Your own ...")
    driver.page.get_by_label("Your goal as text").fill("1 2/0 3")
    driver.choose("Rows", "2")
    driver.choose("Goal", "Your own ...")
    expect(driver.page.get_by_test_id("goal-problem")).to_have_text("")
    driver.choose("Columns", "4")
    expect(driver.menu("Goal")).to_have_value("blank-last")
    expect(driver.said).to_contain_text("Your own goal was dropped")


def test_axe_finds_nothing_in_any_mode_and_nothing_overflows(page: Page, watch: Watch, base_url: str) -> None:
    driver = PageDriver(page).on_screen(*LIGHT_DESKTOP).open(base_url)
    driver.open_setup()
    for summary in ("Random board, N moves away", "Colours and pictures"):
        driver.page.get_by_text(summary).click()
    check_looks(driver, "play")
    driver.mode("Edit")
    check_looks(driver, "edit")
    driver.mode("Paste")
    driver.page.get_by_label("Board as text").fill("1 2/3")
    check_looks(driver, "paste")
    driver.choose("Rows", "more ...")
    driver.page.get_by_label("Rows, 2 to 127").fill("30")
    driver.button("Set size").click()
    driver.button("Shuffle").click()
    for _ in range(5):
        driver.button("Zoom in").click()
    check_looks(driver, "large")
    driver.mode("Edit")
    check_looks(driver, "large, edited")
    board = Board.parse("1 2 3/4 5 6/7 8 0")
    python_in(
        driver.page,
        f"from web.page.store import store\nfrom web.page.commands.board import choose_picture\n"
        "from web.page.commands.board import give_text\n"
        f"store.dispatch(give_text('{board}'))\nstore.dispatch(choose_picture('/web/icon.svg'))\nresult = 1",
    )
    driver.expect_shown(str(board))
    check_looks(driver, "picture")
