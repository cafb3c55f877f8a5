"""What can be taken away from the page: a picture, and a worksheet on paper."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from playwright.sync_api import Page, expect

from npuzzle import Board, goal_board
from tests.browser.conftest import Watch
from tests.browser.lab import Lab, until
from tests.browser.looks import violations
from tests.conftest import screenshots

COURSE = "2 3 7/1 8 0/6 5 4"


def open_counting(page: Page, address: str) -> Lab:
    """The page, ready; it counts what it would print, as the dialogue would wait for somebody."""
    page.add_init_script("window.printed = 0; window.print = () => { window.printed += 1 }")
    return Lab(page).open(address)


def expect_prints(page: Page, times: int) -> None:
    until(page, f"window.printed === {times}")


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_the_picture_is_the_board_on_show(lab: Lab, tmp_path: Path) -> None:
    lab.solve("Solved in 31 moves", "Proved shortest")
    lab.button("Next").click()
    with lab.page.expect_download() as waiting:
        lab.open_setup()
        lab.button("Board as picture").click()
    kept = tmp_path / "board.svg"
    waiting.value.save_as(kept)
    board = Board.parse(lab.board_text())
    assert str(board) != "8 6 7/2 5 4/3 0 1"
    assert (
        waiting.value.suggested_filename == f"n-puzzle-{str(board).replace(' ', '_').replace('/', '-')}.svg"
    )
    assert kept.read_text(encoding="utf-8") == board.svg(goal_board("blank-last", board.shape))
    assert ElementTree.parse(kept).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_the_path_is_saved_as_a_drawing_that_plays_it(lab: Lab, tmp_path: Path) -> None:
    lab.open_setup()
    expect(lab.button("Path as animation")).to_be_disabled()
    lab.solve("Solved in 31 moves", "Proved shortest")
    lab.button("Next").click()
    with lab.page.expect_download() as waiting:
        lab.open_setup()
        lab.button("Path as animation").click()
    kept = tmp_path / "path.svg"
    waiting.value.save_as(kept)
    assert waiting.value.suggested_filename == "n-puzzle-8_6_7-2_5_4-3_0_1-path.svg"
    lab.page.goto("about:blank")
    lab.page.set_content(kept.read_text(encoding="utf-8"))
    lab.page.evaluate("document.body.style.margin = 0")
    places = """() => { const all = document.getAnimations(); all.forEach(one => one.pause());
        const last = all[0].effect.getComputedTiming().duration;
        return [500, last - 500].map(at => { all.forEach(one => one.currentTime = at);
            return [...document.querySelectorAll("g[class]")].map(tile => {
                const box = tile.querySelector("rect").getBoundingClientRect();
                return [Math.round(box.y / 60), Math.round(box.x / 60), tile.textContent]; })
                .sort().map(found => found[2]).join(" "); }); }"""
    assert lab.page.evaluate(places) == ["8 6 7 2 5 4 3 1", "1 2 3 4 5 6 7 8"]
    lab.page.emulate_media(reduced_motion="reduce")
    assert lab.page.evaluate("document.getAnimations().length") == 0


def test_a_worksheet_is_two_pages_and_nothing_else_is_printed(
    page: Page, watch: Watch, base_url: str, tmp_path: Path
) -> None:
    lab = open_counting(page, base_url)
    lab.type_board(COURSE)
    lab.choose("Goal", "Blank first")
    lab.open_setup()
    lab.button("Print a worksheet").click()
    expect(lab.button("Solve, then print")).to_be_focused()
    lab.button("Solve, then print").click()
    expect_prints(lab.page, 1)
    expect(lab.button("Solve, then print")).to_be_hidden()
    lab.expect_result("Solved in 17 moves")
    sheet = lab.page.get_by_test_id("worksheet")
    expect(sheet).to_be_hidden()
    lab.page.emulate_media(media="print")
    expect(sheet).to_be_visible()
    expect(lab.page.get_by_role("main")).to_be_hidden()
    expect(sheet.get_by_role("table")).to_have_count(4)  # three to fill in
    expect(sheet.get_by_role("table").first.get_by_role("row")).to_have_count(25)
    last = sheet.get_by_role("table").last.get_by_role("row").last.get_by_role("cell")
    expect(last).to_have_text(["17", re.compile(r"\d"), re.compile("up|down|left|right"), "17", "0", "17"])
    expect(sheet).to_contain_text("Moves in this path: 17.")
    expect(sheet.get_by_text(re.compile("^(Name|Date):$"))).to_have_count(2)
    lab.page.screenshot(path=screenshots() / "worksheet-print.png", full_page=True)
    assert pages_of(lab.page.pdf(format="A4")) == 2
    lab.page.emulate_media(media="null")
    expect(lab.page.get_by_role("main")).to_be_visible()
    lab.open_setup()
    lab.button("Print a worksheet").click()  # solved: nothing to ask
    expect_prints(lab.page, 2)
    assert pages_of(lab.page.pdf(format="Letter")) == 2
    expect(sheet).to_be_empty()
    assert pages_of(lab.page.pdf(format="A4")) == 2  # the browser's own Print


def test_without_a_solution_the_second_page_says_so(page: Page, watch: Watch, base_url: str) -> None:
    lab = open_counting(page, base_url)
    sheet = lab.page.get_by_test_id("worksheet")
    lab.open_setup()
    lab.button("Print a worksheet").click()
    lab.button("Print without a solution").click()
    expect_prints(lab.page, 1)
    expect(sheet).to_contain_text("This board has not been solved yet.")
    assert pages_of(lab.page.pdf(format="A4")) == 2
    expect(sheet).to_be_empty()  # what is printed afterwards is the page itself
    lab.open_setup()
    lab.button("Print a worksheet").click()
    lab.type_board("2 8 1/0 4 3/7 6 5")
    expect(lab.button("Solve, then print")).to_be_hidden()  # the offer was for the board before
    lab.open_setup()
    lab.button("Print a worksheet").click()
    expect_prints(lab.page, 2)
    expect(sheet).to_contain_text("Can this board be brought to the goal?")
    expect(sheet).to_contain_text("11 inversions (odd)")
    lab.type_board("2 8 1/0 4 3/7 6 6")
    lab.open_setup()
    expect(lab.button("Print a worksheet")).to_be_disabled()
    expect(lab.button("Board as picture")).to_be_disabled()


def test_on_a_phone_in_the_dark(page: Page, watch: Watch, base_url: str) -> None:
    lab = open_counting(Lab(page).on_screen(390, 844, "dark").page, base_url)
    lab.type_board("15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0")
    lab.choose("Goal", "Blank first")
    lab.open_setup()
    lab.button("Print a worksheet").click()
    assert violations(lab.page) == []
    assert lab.page.evaluate("document.documentElement.scrollWidth") <= 390
    lab.button("Print without a solution").click()
    expect_prints(lab.page, 1)
    lab.page.emulate_media(media="print", color_scheme="dark")
    sheet = lab.page.get_by_test_id("worksheet")
    ink, paper = sheet.evaluate(
        "s => [getComputedStyle(s).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert (ink, paper) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
    assert pages_of(lab.page.pdf(format="Letter")) == 2
