"""Solving and stepping: the promise, the list of moves, copying, the chart along the path, hints."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from npuzzle import Board, parse_moves, solve
from tests.browser.looks import violations
from tests.browser.page_driver import SCREENS, PageDriver, until
from tests.conftest import screenshots

EASY = "1 2 3/4 5 6/0 7 8"
HARDEST_15 = "15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0"


@pytest.mark.same_page
def test_the_promise_comes_before_and_stop_answers_at_once(driver: PageDriver) -> None:
    promise = driver.page.get_by_test_id("promise")
    expect(promise).to_have_text("Finds a shortest path and proves it.")
    driver.choose("Algorithm", "Weighted A*")
    expect(promise).to_have_text("Finds a path at most 1.5 times as long as the shortest.")
    driver.page.get_by_label("Weight of the estimate").fill("2")
    expect(promise).to_have_text("Finds a path at most 2 times as long as the shortest.")
    driver.choose("Heuristic", "Euclidean distance of the numbers")
    expect(promise).to_contain_text("need not be shortest, as this heuristic can overestimate")
    driver.choose("Algorithm", "Beam")
    expect(promise).to_contain_text("May give up")
    driver.choose("Heuristic", "Linear conflict")
    driver.choose("Algorithm", "IDA*")
    driver.choose("Goal", "Blank first")
    driver.type_board(HARDEST_15)
    driver.button("Solve").click()
    expect(driver.page.get_by_test_id("progress")).to_contain_text(re.compile(r"Expanded\s*[1-9][\d,]{3,}"))
    taken = driver.page.evaluate(
        """async () => {
          const started = performance.now();
          document.getElementById('stop').click();
          const title = document.getElementById('result-title');
          while (title.textContent !== 'Stopped') await new Promise(done => setTimeout(done, 5));
          return performance.now() - started;
        }"""
    )
    print(f"Stop to Stopped: {taken:.0f} ms")
    assert taken < 3000  # 200 ms on an idle machine


@pytest.mark.same_page
def test_the_promise_says_what_may_end_the_search_first(driver: PageDriver) -> None:
    driver.type_board(HARDEST_15)
    promise = driver.page.get_by_test_id("promise")
    driver.choose("Algorithm", "Breadth-first")
    expect(promise).to_have_text(
        "Finds a shortest path and proves it. It may run out of time (60 seconds) or memory first: "
        "this size has 10,461,394,944,000 boards."
    )
    for width, height, scheme in SCREENS:
        driver.on_screen(width, height, scheme)
        promise.scroll_into_view_if_needed()
        driver.page.screenshot(path=screenshots() / f"promise-{width}-{scheme}.png")
    driver.field("Seconds").fill("1")
    expect(driver.page.locator("#limits")).to_have_text("Limits: 1 second")
    expect(driver.page.locator("#how-summary")).to_have_text("How: Breadth-first; at most 1 second")
    driver.choose("Language", "中文")
    expect(promise).to_have_text(
        "找到最短路径并证明它最短。但可能先用完时间（1 秒）或内存：这种大小有 10,461,394,944,000 个棋盘。"
    )
    expect(driver.page.locator("#limits")).to_have_text("限制：1 秒")
    expect(driver.page.locator("#how-summary")).to_contain_text("最多 1 秒")


@pytest.mark.same_page
def test_an_example_brings_its_goal_and_goes_with_it(driver: PageDriver) -> None:
    driver.choose("Goal", "Spiral (snail)")
    driver.choose("Examples", "3x3, 31 moves: the hardest")
    expect(driver.menu("Goal")).to_have_value("blank-last")
    expect(driver.page.locator("#about")).to_contain_text("No 3x3 board needs more than 31 moves")
    driver.choose("Goal", "Blank first")
    expect(driver.page.locator("#about")).to_be_empty()
    expect(driver.menu("Examples")).to_have_value("")
    driver.button("Undo").click()
    expect(driver.page.locator("#about")).to_contain_text("No 3x3 board needs more than 31 moves")


@pytest.mark.same_page
@pytest.mark.parametrize(
    ("size", "board", "goal"),
    [
        ("3x3", "8 6 7/2 5 4/3 0 1", "Blank last"),
        ("4x4", "15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2", "Blank last"),
        ("5x5", "2 1 5 8 4/7 12 3 10 15/6 11 0 9 14/16 17 13 18 20/21 22 23 19 24", "Blank last"),
    ],
)
def test_the_chart_of_the_path_is_whole_in_the_window(
    driver: PageDriver, size: str, board: str, goal: str
) -> None:
    driver.on_screen(1280, 800)
    driver.choose("Goal", goal)
    driver.type_board(board)
    if size == "5x5":  # it would look for shorter paths until its time limit
        driver.field("Seconds").fill("2")
        driver.page.locator("#how > summary").click()
    driver.page.locator("#setup > summary").click()
    driver.button("Solve").click()
    expect(driver.page.get_by_test_id("result")).to_be_visible(timeout=60_000)
    expect(driver.page.locator("#stop")).to_be_hidden(timeout=60_000)
    chart = driver.page.locator("#path-picture > .chart")
    expect(chart).to_be_hidden()
    driver.open_numbers()
    expect(chart).to_be_visible()
    chart.scroll_into_view_if_needed()
    expect(chart).to_be_in_viewport(ratio=1)
    driver.page.screenshot(path=screenshots() / f"chart-{size}.png")


@pytest.mark.same_page
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_open_list_of_moves_leaves_the_board_in_sight(
    driver: PageDriver, width: int, height: int
) -> None:
    page = driver.page
    driver.on_screen(width, height)
    driver.solve("Solved in 31 moves", "Proved shortest")
    driver.open_moves()
    expect(driver.cell(1, 1)).to_be_in_viewport(ratio=1)
    expect(driver.cell(3, 3)).to_be_in_viewport(ratio=1)
    move = page.get_by_role("listbox", name="Moves").get_by_role("option").nth(3)
    expect(move).to_be_in_viewport(ratio=1)
    move.click()
    driver.expect_step("Move 3 of 31: Tile 7 down")
    expect(page.locator("#solve-help")).to_have_text(
        "Solve starts from the first board, not from the one on show."
    )


@pytest.mark.same_page
def test_moves_in_runs_and_copied(driver: PageDriver) -> None:
    driver.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    driver.type_board(EASY)
    driver.solve("Solved in 2 moves", "Proved shortest")
    expect(driver.page.get_by_test_id("lengths")).to_have_text(
        "2 single moves; 1 line move in this path, another may have fewer."
    )
    driver.choose("List", "grouped runs")
    run = driver.page.get_by_role("option", name="7 8 L2, moves 1 to 2: tiles 7 8 left")
    expect(run).to_have_text("7 8 L2")
    driver.button("Next").click()
    expect(run).to_have_attribute("aria-selected", "true")
    driver.button("First").click()
    run.click()
    driver.expect_shown("1 2 3/4 5 6/7 8 0")
    copied = {}
    for kind in ("text", "CSV", "JSON"):
        driver.open_moves()
        driver.button(f"Copy as {kind}").click()
        expect(driver.page.get_by_test_id("copied")).to_have_text(f"Copied the moves as {kind}.")
        copied[kind] = driver.page.evaluate("navigator.clipboard.readText()")
    assert copied["text"] == "L2"
    assert copied["CSV"].splitlines()[1] == "1,7,L,3,2,3,1,1 2 3/4 5 6/7 0 8"
    assert json.loads(copied["JSON"])["claim"] == "proved shortest"
    driver.page.context.clear_permissions()


def test_where_the_clipboard_is_refused_the_text_is_shown(driver: PageDriver) -> None:
    driver.page.evaluate(
        """Object.defineProperty(navigator, 'clipboard',
           { value: { writeText: () => Promise.reject(new Error('no')) } })"""
    )
    driver.solve("Solved in 31 moves", "Proved shortest")
    driver.open_moves()
    driver.button("Copy as text").click()
    box = driver.page.get_by_label("The browser did not let the page copy. Copy the text from here:")
    expect(box).to_be_focused()
    assert len(parse_moves(box.input_value())) == 31
    assert violations(driver.page) == []
    driver.choose("Directions", "of the blank")
    expect(box).to_be_hidden()


@pytest.mark.same_page
def test_the_chart_along_the_path(driver: PageDriver, tmp_path: Path) -> None:
    page = driver.page
    page.emulate_media(reduced_motion="reduce")  # a chart without motion
    driver.choose("Heuristic", "Manhattan distance")
    driver.solve("Solved in 31 moves", "Proved shortest")
    driver.open_numbers()
    chart = page.get_by_role("img", name=re.compile("Line chart of the path"))
    expect(chart).to_have_accessible_name(
        "Line chart of the path: the moves made, g, rise from 0 to 31; "
        "the estimate h goes from 21 to 0; their sum f ends at 31."
    )
    expect(page.get_by_test_id("path-remark")).to_contain_text("h: Manhattan")
    picture = "document.getElementById('path-chart').toDataURL()"
    until(page, "window.Chart?.getChart('path-chart')?.options.animation === false")
    first = page.evaluate(picture)
    driver.button("Next").click()
    until(page, f"{picture} !== '{first}'")  # the move on show is marked
    marked = page.evaluate(picture)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    until(page, f"!['{first}', '{marked}'].includes({picture})")  # redrawn in other colours
    assert violations(page) == []
    page.get_by_text("Show the chart as a table").click()
    table = page.get_by_role("region", name="g, h and f along the path").get_by_role("table")
    expect(table.get_by_role("row")).to_have_count(33)
    expect(table.get_by_role("row").nth(1)).to_have_text("0Start02121")
    expect(table.get_by_role("row").last).to_have_text(re.compile(r"31Tile [86] (left|up)31031"))
    driver.choose("Algorithm", "Bidirectional breadth-first")
    driver.solve("Solved in 31 moves", "Proved shortest")
    expect(page.get_by_test_id("path-remark")).to_contain_text("uses no heuristic; h shows Linear conflict")
    driver.board.press("ArrowRight")  # not a move of the path
    expect(chart).to_be_hidden()


@pytest.mark.same_page
def test_hints_lead_to_the_goal_on_a_small_board(driver: PageDriver) -> None:
    page = driver.page
    driver.type_board("2 3 5/1 0 4/7 8 6")
    hint = page.get_by_test_id("hint")
    page.get_by_role("checkbox", name="Hints").check()
    expect(hint).to_contain_text("to go: slide tile", timeout=30_000)
    board = Board.parse("2 3 5/1 0 4/7 8 6")
    left = solve(board).length
    assert left is not None
    while left:
        said = hint.inner_text()
        best = [int(tile) for tile in re.findall(r"tile (\d+)", said)]
        assert said.startswith(f"{left} to go")
        nearer = [cell for cell in board.movable if (solve(board.slide(cell)).length or 0) == left - 1]
        assert best == [
            board.tiles[cell] for cell in sorted(nearer, key=lambda c: best.index(board.tiles[c]))
        ]
        assert page.locator("#marks .mark").count() == len(best)
        cell = board.tiles.index(best[0])
        board, left = board.slide(cell), left - 1
        driver.cell(cell // 3 + 1, cell % 3 + 1).click()
        expect(hint).to_have_text(re.compile(f"^{left} to go" if left else "This is the goal"))
    driver.board.press("ArrowDown")
    expect(driver.said).to_have_text("Tile 6 down, 1 to go.")
    expect(hint).to_have_text("1 to go: slide tile 6 up.")
    assert violations(page) == []
    driver.choose("Goal", "Blank first")
    expect(hint).to_have_text(re.compile("to go: slide tile|No hint"))
    driver.choose("Goal", "Blank last")
    driver.type_board("1 2 3/4 5 6/8 7 0")
    expect(hint).to_have_text("No hint: this board cannot reach the goal, whatever you slide.")
    expect(page.locator("#marks .mark")).to_have_count(0)
    page.get_by_role("checkbox", name="Hints").uncheck()
    expect(hint).to_have_text("")


@pytest.mark.same_page
def test_a_hint_on_a_larger_board_goes_away_with_it(driver: PageDriver) -> None:
    page, hint = driver.page, driver.page.get_by_test_id("hint")
    driver.type_board("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15")
    started = time.perf_counter()
    driver.button("Hint").click()
    expect(hint).to_have_text("2 to go: slide tile 14 left.", timeout=30_000)
    print(f"hint on 4x4 after {time.perf_counter() - started:.2f} s")
    expect(driver.said).to_have_text("2 to go: slide tile 14 left.")
    mark = page.locator("#marks .mark")
    expect(mark).to_have_attribute("data-way", "left")
    expect(mark).to_have_text("\u2190")
    driver.board.press("ArrowLeft")
    expect(hint).to_have_text("")
    expect(mark).to_have_count(0)
    driver.button("Hint").click()
    expect(hint).to_have_text("1 to go: slide tile 15 left.")
    five = " ".join(str(n) for n in (*range(24, 0, -1), 0)).split()
    driver.type_board("/".join(" ".join(five[r : r + 5]) for r in range(0, 25, 5)))
    driver.expect_verdict("Solvable")
    driver.button("Hint").click()
    expect(driver.button("Stop looking")).to_be_visible()
    expect(driver.button("Solve")).to_be_enabled()  # it would end the search for a hint
    driver.button("Stop looking").click()
    expect(hint).to_have_text("")
    driver.button("Hint").click()
    expect(hint).to_contain_text("At most", timeout=60_000)
    driver.type_board("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0")
    driver.button("Hint").click()
    expect(hint).to_have_text("No hint: this board cannot reach the goal, whatever you slide.")


@pytest.mark.same_page
def test_on_a_phone_in_the_dark(driver: PageDriver) -> None:
    driver.on_screen(390, 844, "dark")
    driver.page.get_by_role("checkbox", name="Hints").check()
    expect(driver.page.get_by_test_id("hint")).to_contain_text("31 to go", timeout=30_000)
    assert violations(driver.page) == []
    driver.solve("Solved in 31 moves", "Proved shortest")
    driver.choose("List", "grouped runs")
    driver.open_numbers()
    expect(driver.page.get_by_role("img", name=re.compile("Line chart"))).to_be_visible()
    assert driver.page.evaluate("window.Chart.getChart('path-chart').options.animation") is False
    driver.page.get_by_text("Show the chart as a table").click()
    assert violations(driver.page) == []
    for width in (390, 320):
        driver.page.set_viewport_size({"width": width, "height": 844})
        until(driver.page, f"document.documentElement.scrollWidth <= {width}")  # the chart follows
    driver.open_moves()
    for name in ("Copy as text", "Copy as CSV", "Copy as JSON"):
        box = driver.button(name).bounding_box()
        assert box is not None
        assert box["height"] >= 44


@pytest.mark.same_page
def test_a_tile_of_the_path_is_a_step_and_another_one_can_be_undone(driver: PageDriver) -> None:
    driver.type_board("8 6 7/2 5 4/3 0 1")
    driver.solve("Solved in 31 moves", "Proved shortest")
    cells = driver.board.get_by_role("gridcell")
    step = driver.page.get_by_test_id("step-text")
    cells.filter(has_text=re.compile("^5$")).click()
    expect(step).to_contain_text("Move 1 of 31")
    driver.expect_badge("Proved shortest")
    cells.filter(has_text=re.compile("^5$")).click()  # and back
    expect(step).to_contain_text("Move 0 of 31")
    cells.filter(has_text=re.compile("^3$")).click()
    expect(driver.page.locator("#player")).to_be_hidden()
    said = driver.page.get_by_test_id("by-hand")
    expect(said).to_have_text("1 move by hand. Undo brings the solution back.")
    driver.button("Undo").click()
    expect(step).to_contain_text("Move 0 of 31")
    driver.expect_badge("Proved shortest")
    driver.button("Next").click()
    expect(step).to_contain_text("Move 1 of 31")
