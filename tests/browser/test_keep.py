"""Taking results away from the page: a picture, and a worksheet on paper."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from npuzzle import Board, goal_board
from tests.browser.conftest import Watch
from tests.browser.looks import violations
from tests.browser.page_driver import PageDriver
from tests.browser.printing import expect_prints, open_counting
from tests.conftest import screenshots

COURSE = "2 3 7/1 8 0/6 5 4"


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.same_page
def test_the_picture_is_the_board_on_show(driver: PageDriver, tmp_path: Path) -> None:
    driver.solve("Solved in 31 moves", "Proved shortest")
    driver.button("Next").click()
    with driver.page.expect_download() as waiting:
        driver.open_setup()
        driver.button("Board as picture").click()
    kept = tmp_path / "board.svg"
    waiting.value.save_as(kept)
    board = Board.parse(driver.board_text())
    assert str(board) != "8 6 7/2 5 4/3 0 1"
    assert (
        waiting.value.suggested_filename == f"n-puzzle-{str(board).replace(' ', '_').replace('/', '-')}.svg"
    )
    assert kept.read_text(encoding="utf-8") == board.svg(goal_board("blank-last", board.shape))
    assert ElementTree.parse(kept).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_the_path_is_saved_as_a_drawing_that_plays_it(driver: PageDriver, tmp_path: Path) -> None:
    driver.open_setup()
    expect(driver.button("Path as animation")).to_be_disabled()
    driver.solve("Solved in 31 moves", "Proved shortest")
    driver.button("Next").click()
    with driver.page.expect_download() as waiting:
        driver.open_setup()
        driver.button("Path as animation").click()
    kept = tmp_path / "path.svg"
    waiting.value.save_as(kept)
    assert waiting.value.suggested_filename == "n-puzzle-8_6_7-2_5_4-3_0_1-path.svg"
    driver.page.goto("about:blank")
    driver.page.set_content(kept.read_text(encoding="utf-8"))
    driver.page.evaluate("document.body.style.margin = 0")
    places = """() => { const all = document.getAnimations(); all.forEach(one => one.pause());
        const last = all[0].effect.getComputedTiming().duration;
        return [500, last - 500].map(at => { all.forEach(one => one.currentTime = at);
            return [...document.querySelectorAll("g[class]")].map(tile => {
                const box = tile.querySelector("rect").getBoundingClientRect();
                return [Math.round(box.y / 60), Math.round(box.x / 60), tile.textContent]; })
                .sort().map(found => found[2]).join(" "); }); }"""
    assert driver.page.evaluate(places) == ["8 6 7 2 5 4 3 1", "1 2 3 4 5 6 7 8"]
    driver.page.emulate_media(reduced_motion="reduce")
    assert driver.page.evaluate("document.getAnimations().length") == 0


def test_a_worksheet_is_two_pages_and_nothing_else_is_printed(
    page: Page, watch: Watch, base_url: str, tmp_path: Path
) -> None:
    driver = open_counting(page, base_url)
    driver.type_board(COURSE)
    driver.choose("Goal", "Blank first")
    driver.open_setup()
    driver.button("Print a worksheet").click()
    expect(driver.button("Solve, then print")).to_be_focused()
    driver.button("Solve, then print").click()
    expect_prints(driver.page, 1)
    expect(driver.button("Solve, then print")).to_be_hidden()
    driver.expect_result("Solved in 17 moves")
    sheet = driver.page.get_by_test_id("worksheet")
    expect(sheet).to_be_hidden()
    driver.page.emulate_media(media="print")
    expect(sheet).to_be_visible()
    expect(driver.page.get_by_role("main")).to_be_hidden()
    expect(sheet.get_by_role("table")).to_have_count(4)  # three tables to fill in
    expect(sheet.get_by_role("table").first.get_by_role("row")).to_have_count(25)
    last = sheet.get_by_role("table").last.get_by_role("row").last.get_by_role("cell")
    expect(last).to_have_text(["17", re.compile(r"\d"), re.compile("up|down|left|right"), "17", "0", "17"])
    expect(sheet).to_contain_text("Moves in this path: 17.")
    expect(sheet.get_by_text(re.compile("^(Name|Date):$"))).to_have_count(2)
    driver.page.screenshot(path=screenshots() / "worksheet-print.png", full_page=True)
    assert pages_of(driver.page.pdf(format="A4")) == 2
    driver.page.emulate_media(media="null")
    expect(driver.page.get_by_role("main")).to_be_visible()
    driver.open_setup()
    driver.button("Print a worksheet").click()  # solved already: nothing to ask
    expect_prints(driver.page, 2)
    assert pages_of(driver.page.pdf(format="Letter")) == 2
    expect(sheet).to_be_empty()
    assert pages_of(driver.page.pdf(format="A4")) == 2  # the browser's own Print


def test_without_a_solution_the_second_page_says_so(page: Page, watch: Watch, base_url: str) -> None:
    driver = open_counting(page, base_url)
    sheet = driver.page.get_by_test_id("worksheet")
    driver.open_setup()
    driver.button("Print a worksheet").click()
    driver.button("Print without a solution").click()
    expect_prints(driver.page, 1)
    expect(sheet).to_contain_text("This board has not been solved yet.")
    assert pages_of(driver.page.pdf(format="A4")) == 2
    expect(sheet).to_be_empty()  # a later print prints the page itself
    driver.open_setup()
    driver.button("Print a worksheet").click()
    driver.type_board("2 8 1/0 4 3/7 6 5")
    expect(driver.button("Solve, then print")).to_be_hidden()  # the offer was for the previous board
    driver.open_setup()
    driver.button("Print a worksheet").click()
    expect_prints(driver.page, 2)
    expect(sheet).to_contain_text("Can this board be brought to the goal?")
    expect(sheet).to_contain_text("11 inversions (odd)")
    driver.type_board("2 8 1/0 4 3/7 6 6")
    driver.open_setup()
    expect(driver.button("Print a worksheet")).to_be_disabled()
    expect(driver.button("Board as picture")).to_be_disabled()


def test_on_a_phone_in_the_dark(page: Page, watch: Watch, base_url: str) -> None:
    driver = open_counting(PageDriver(page).on_screen(390, 844, "dark").page, base_url)
    driver.type_board("15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0")
    driver.choose("Goal", "Blank first")
    driver.open_setup()
    driver.button("Print a worksheet").click()
    assert violations(driver.page) == []
    assert driver.page.evaluate("document.documentElement.scrollWidth") <= 390
    driver.button("Print without a solution").click()
    expect_prints(driver.page, 1)
    driver.page.emulate_media(media="print", color_scheme="dark")
    sheet = driver.page.get_by_test_id("worksheet")
    ink, paper = sheet.evaluate(
        "s => [getComputedStyle(s).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert (ink, paper) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
    assert pages_of(driver.page.pdf(format="Letter")) == 2
