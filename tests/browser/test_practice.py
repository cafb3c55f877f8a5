"""Practice: a scramble solved by keys, its time and its proof, the list of solves, and a reload."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from npuzzle import Board, solve
from npuzzle.puzzle.moves import undo
from tests.browser.conftest import Watch
from tests.browser.looks import violations
from tests.browser.page_driver import SCREENS, PageDriver

pytestmark = [pytest.mark.browser, pytest.mark.anew(reduced_motion="reduce")]

KEYS = {"U": "ArrowUp", "D": "ArrowDown", "L": "ArrowLeft", "R": "ArrowRight"}
GOAL = "1 2 3/4 5 6/7 8 0"
FITS = "element => element.scrollWidth <= element.clientWidth"


def open_practice(page: Page, base_url: str, size: str = "3x3") -> PageDriver:
    driver = PageDriver(page).open(base_url)
    page.get_by_role("tab", name="Practice", exact=True).click()
    page.get_by_role("combobox", name="Size").select_option(size)
    return driver


def deal(driver: PageDriver) -> Board:
    """Deal a scramble with Space and return it."""
    before = driver.board_text()
    driver.board.press(" ")
    expect(driver.page.get_by_test_id("practice-said")).not_to_contain_text("a second")
    board = Board.parse(driver.board_text())
    assert str(board) != before
    return board


def slide(driver: PageDriver, path: str) -> None:
    for letter in path:
        driver.board.press(KEYS[letter])


def shortest(board: Board) -> str:
    path = solve(board, GOAL).path
    assert path
    return path


def test_solves_are_timed_proved_and_kept(page: Page, watch: Watch, base_url: str) -> None:
    driver = open_practice(page, base_url)
    said, proof = page.get_by_test_id("practice-said"), page.get_by_test_id("practice-proof")
    lengths = []
    for number in range(5):
        board = deal(driver)
        driver.board.press(" ")
        driver.expect_shown(str(board))  # a waiting scramble or a running solve is not discarded
        path = shortest(board)
        detour = undo(undo(path[0])) + undo(path[0]) if number else ""
        slide(driver, detour + path)
        lengths.append(len(path))
        expect(said).to_contain_text(f"{len(detour + path)} moves, ")
        expect(proof).to_contain_text(
            f"Shortest: {len(path)} (+{len(detour)}). In whole lines:", timeout=60_000
        )
    expect(page.get_by_test_id("practice-time")).to_have_text(re.compile(r"\d:\d\d\.\d\d"))
    rows = page.get_by_test_id("practice-table").locator("tbody tr")
    expect(rows).to_have_count(5)
    expect(rows.last).to_contain_text(f"{lengths[0]} (+0)")
    expect(page.locator("#practice-averages dd").first).to_have_text(re.compile(r"\d:\d\d\.\d\d"))
    page.wait_for_timeout(700)  # the page is saved half a second after a change
    page.reload()
    driver.wait_ready()
    expect(rows).to_have_count(5)
    expect(rows.last).to_contain_text(f"{lengths[0]} (+0)", timeout=60_000)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator("#practice-table-part").evaluate(FITS)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    driver.button("Copy as CSV").click()
    expect(page.locator("#practice-copied")).to_have_text("Copied.")
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert (lines[0].split(",")[:2], len(lines)) == (["mode", "scramble"], 6)
    driver.button("Clear the session").click()
    expect(rows).to_have_count(0)
    driver.button("Bring the session back").click()
    expect(rows).to_have_count(5)


def test_a_solution_that_was_shown_does_not_count(page: Page, watch: Watch, base_url: str) -> None:
    driver = open_practice(page, base_url)
    board = deal(driver)
    page.get_by_role("tab", name="Solve", exact=True).click()
    driver.button("Solve").click()
    expect(page.locator("#player-badge")).to_have_text("Proved shortest", timeout=60_000)
    page.get_by_role("tab", name="Practice", exact=True).click()
    driver.expect_shown(str(board))
    problem = page.get_by_test_id("practice-problem")
    expect(problem).to_have_text("A solution is on show: this scramble does not count.")
    deal(driver)
    expect(problem).to_be_empty()


def test_the_fewest_moves_have_a_draft(page: Page, watch: Watch, base_url: str) -> None:
    driver = open_practice(page, base_url)
    page.get_by_role("combobox", name="Aim").select_option("fewest")
    board = deal(driver)
    path = shortest(board)
    draft = page.get_by_label("Draft", exact=True)
    draft.press_sequentially(path[:3].lower())
    driver.expect_shown(str(board.play(path[:3])))
    draft.press_sequentially("x")
    expect(page.get_by_test_id("practice-problem")).to_contain_text("Moves are letters")
    draft.press("Backspace")
    expect(page.get_by_test_id("practice-problem")).to_be_empty()
    driver.button("Take back").click()
    driver.expect_shown(str(board.play(path[:2])))
    slide(driver, path[2:])
    expect(page.get_by_test_id("practice-proof")).to_contain_text(
        f"Shortest: {len(path)} (+0)", timeout=60_000
    )


def test_a_list_is_analysed(page: Page, watch: Watch, base_url: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    driver = open_practice(page, base_url)
    driver.button("Paste a list").click()
    text = page.get_by_label("Scrambles, boards or solves, one per line")
    text.fill("R L D2")
    driver.button("Simplify moves").click()
    expect(text).to_have_value("D2")
    driver.button("Invert moves").click()
    expect(text).to_have_value("U2")
    text.fill("1 2 3/4 5 6/0 7 8 D U L2\n15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2\n<b>hello</b>\n\nR2")
    driver.button("Analyse").click()
    rows = page.get_by_test_id("practice-list-table").locator("tbody tr")
    expect(rows).to_have_count(4, timeout=60_000)
    expect(rows.nth(0)).to_have_text(re.compile(r"^14\D*2\D*2\D*1\D*L\D*1$"))
    expect(rows.nth(1)).to_contain_text("52")
    expect(rows.nth(2)).to_contain_text("not a board")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator("#practice-list-table-part .scroll").evaluate(FITS)
    driver.button("Copy the table as CSV").click()
    expect(page.locator("#practice-list-copied")).to_have_text("Copied.")
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert [line.split(",")[0] for line in lines] == ["line", "1", "2", "3", "5"]


def test_there_are_few_controls_and_words(page: Page, watch: Watch, base_url: str) -> None:
    open_practice(page, base_url)
    controls = page.locator("#app, body").first.locator("button, input, select, textarea, summary").all()
    inside = [each for each in controls if each.is_visible() and each.evaluate("e => !!e.closest('main')")]
    assert len([each for each in inside if each.get_attribute("role") != "tab"]) <= 4
    assert page.locator("main button.strong").filter(visible=True).count() == 1
    assert len(page.locator("main").inner_text().split()) < 80


@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS)
def test_it_can_be_used_by_everybody(
    page: Page, watch: Watch, base_url: str, width: int, height: int, scheme: str
) -> None:
    driver = PageDriver(page).on_screen(width, height, scheme)
    open_practice(page, base_url)
    slide(driver, shortest(deal(driver)))
    expect(page.get_by_test_id("practice-proof")).to_contain_text("Shortest", timeout=60_000)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    driver.button("Paste a list").click()
    assert violations(page) == []
