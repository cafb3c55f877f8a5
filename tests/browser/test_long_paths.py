"""Solutions of many thousands of moves: jumping, playing many moves per frame, listing only a part."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from playwright.sync_api import Page, expect

from npuzzle import Board, Problem, Shape, parse_moves
from tests.browser.looks import violations
from tests.browser.page_driver import PageDriver, python_in, until
from tests.support.long_paths import long_path
from web.page.move_list import LISTED

MOVES = 40_000
#: Pause once the playback is beyond move 2,000, and return the text that replaced the list then.
PAUSE = """() => new Promise(done => {
  const look = () => {
    if (document.getElementById('slider').valueAsNumber <= 2000) return requestAnimationFrame(look);
    const words = document.querySelector('[data-testid=moves-part]').textContent;
    document.getElementById('play').click();
    done(words);
  };
  look();
})"""


def give(page: Page, board: Board, goal: Board, path: str) -> None:
    """Put a board on the page, and a path to the goal that somebody found."""
    code = (
        "from npuzzle import Board\n"
        "from web.page.commands.link_path import give_path\n"
        "from web.page.commands.board import give_board\n"
        "from web.page.store import store\n"
        f"store.dispatch(give_board(Board.parse({str(board)!r}), Board.parse({str(goal)!r})))\n"
        f"store.dispatch(give_path({path!r}))\n"
        "result = len(store.state.player.path)"
    )
    assert python_in(page, code) == len(path)


def entries(page: Page) -> int:
    return page.get_by_role("listbox", name="Moves").get_by_role("option").count()


@pytest.fixture
def driver_and_path(driver: PageDriver) -> tuple[PageDriver, Problem, str]:
    """Return the page with a path of 40,000 moves on 6x6."""
    board, goal, path = long_path(Shape(6, 6), MOVES, seed=1)
    give(driver.page, board, goal, path)
    driver.open_moves()
    return driver, Problem(board, goal), path


@pytest.mark.same_page
def test_any_step_is_one_jump_away(driver_and_path: tuple[PageDriver, Problem, str]) -> None:
    driver, problem, path = driver_and_path
    page = driver.page
    driver.button("Last").click()
    driver.expect_shown(str(problem.goal))
    expect(page.get_by_test_id("step-text")).to_have_text(re.compile("^Move 40,000 of 40,000: Tile"))
    expect(driver.slider).to_have_value("40000")
    field = page.get_by_label("Go to move")
    field.fill("12,345")
    driver.button("Go").click()
    driver.expect_shown(str(problem.replay(path[:12_345])))
    expect(driver.slider).to_have_value("12345")
    driver.button("Back").click()
    driver.expect_shown(str(problem.replay(path[:12_344])))
    driver.slider.focus()
    driver.slider.press("ArrowRight")
    driver.slider.press("ArrowRight")
    driver.expect_shown(str(problem.replay(path[:12_346])))
    for wrong in ("40001", "-1", "two"):
        field.fill(wrong)
        field.press("Enter")
        said = f"The number of a move must be from 0 to 40,000, got '{wrong}'."
        expect(page.get_by_test_id("go-problem")).to_have_text(said)
        expect(driver.slider).to_have_value("12346")
    field.fill("0")
    field.press("Enter")
    expect(page.get_by_test_id("go-problem")).to_have_text("")
    driver.expect_shown(str(problem.start))


@pytest.mark.same_page
def test_the_list_has_the_moves_around_the_step(driver_and_path: tuple[PageDriver, Problem, str]) -> None:
    driver, problem, path = driver_and_path
    page, part = driver.page, driver.page.get_by_test_id("moves-part")
    expect(part).to_have_text("The list shows moves 1 to 300 of 40,000, around the current step.")
    assert entries(page) == LISTED + 1
    page.get_by_label("Go to move").fill("20000")
    driver.button("Go").click()
    expect(part).to_have_text("The list shows moves 19,850 to 20,149 of 40,000, around the current step.")
    assert entries(page) == LISTED
    listbox = page.get_by_role("listbox", name="Moves")
    chosen = listbox.get_by_role("option", selected=True)
    tile = next(islice(problem.moves(path), 19_999, None)).tile
    expect(chosen).to_have_text(f"{tile} {path[19_999]}")
    expect(listbox).to_have_attribute("aria-activedescendant", "move-20000")
    expect(chosen).to_have_attribute("aria-posinset", "20001")
    listbox.scroll_into_view_if_needed()
    expect(chosen).to_be_in_viewport()
    listbox.focus()
    listbox.press("ArrowDown")
    expect(listbox).to_have_attribute("aria-activedescendant", "move-20001")
    listbox.get_by_role("option").last.click()
    expect(part).to_have_text("The list shows moves 19,999 to 20,298 of 40,000, around the current step.")
    driver.expect_shown(str(problem.replay(path[:20_149])))
    driver.choose("List", "grouped runs")
    assert 50 < entries(page) <= LISTED
    assert violations(page) == []
    driver.button("First").click()
    expect(listbox.get_by_role("option").first).to_have_text("Start")


@pytest.mark.same_page
def test_ten_thousand_moves_a_second(driver_and_path: tuple[PageDriver, Problem, str]) -> None:
    """Not every move is drawn, but every move is made: where playback stops, the board matches the step."""
    driver, problem, path = driver_and_path
    page = driver.page
    driver.choose("Speed", "10,000 a second")
    driver.button("Play").click()
    assert entries(page) <= LISTED + 1
    assert page.evaluate(PAUSE) == "The list appears when the playback pauses."
    step = int(driver.slider.input_value())
    assert 2_000 < step < MOVES
    driver.expect_shown(str(problem.replay(path[:step])))
    expect(page.get_by_test_id("moves-part")).to_have_text(re.compile("around the current step"))
    expect(page.get_by_role("listbox", name="Moves")).to_have_attribute(
        "aria-activedescendant", f"move-{step}"
    )
    driver.choose("Speed", "100,000 a second")
    driver.button("Play").click()
    expect(driver.slider).to_have_value(str(MOVES))
    expect(driver.button("Play")).to_be_visible()
    driver.expect_shown(str(problem.goal))
    expect(driver.said).to_have_text(re.compile("solved"))


@pytest.mark.same_page
def test_what_a_long_path_cannot_be_is_said(driver_and_path: tuple[PageDriver, Problem, str]) -> None:
    driver, _, path = driver_and_path
    page = driver.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(page.get_by_test_id("path-remark")).to_have_text(
        "Estimates are computed for paths of fewer than 2,000 moves; this one has 40,000."
    )
    expect(page.get_by_text("Show the chart as a table")).to_be_hidden()
    copied = page.get_by_test_id("copied")
    driver.button("Copy as text").click()
    expect(copied).to_have_text("Copied the moves as text.")
    assert parse_moves(page.evaluate("navigator.clipboard.readText()")) == path
    page.context.clear_permissions()
    driver.button("Share").click()
    expect(page.get_by_test_id("share-left-out")).to_contain_text(
        "has 40,000 moves, but a link can hold up to 5,000"
    )
    assert "moves=" not in page.get_by_label("Link", exact=True).input_value()
    page.get_by_label("With the solution on show and its step").uncheck()
    expect(page.get_by_test_id("share-left-out")).to_have_text("")
    driver.button("Close").click()
    until(page, "localStorage.npuzzle")
    page.wait_for_timeout(700)  # the latest changes are saved too
    kept = page.evaluate("localStorage.getItem('npuzzle')")
    assert len(kept) < 1_000


@pytest.mark.same_page
def test_the_largest_board_plays_fluently(driver: PageDriver) -> None:
    """300,000 moves on 127x127 take about three seconds at 100,000 moves per second, not a frame each."""
    page = driver.page
    driver.on_screen(390, 844, "dark")
    board, goal, path = long_path(Shape(127, 127), 300_000, seed=2)
    give(page, board, goal, path)
    driver.open_moves()
    driver.button("Copy as CSV").click()
    expect(page.get_by_test_id("copied")).to_contain_text("million characters; 50 million is the limit.")
    page.locator("#map").focus()
    page.keyboard.press("ArrowDown")
    told = page.get_by_test_id("map-cell")
    before = told.inner_text()
    assert before.startswith(f"Row 2, column 1: tile {board.tiles[127]},")
    driver.choose("Speed", "100,000 a second")
    driver.button("Play").click()
    expect(driver.slider).to_have_value("300000", timeout=30_000)
    expect(told).to_have_text("Row 2, column 1: tile 128, at home")
    expect(page.get_by_test_id("step-text")).to_have_text(re.compile("^Move 300,000 of 300,000: Tile"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []
