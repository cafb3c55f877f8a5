"""The Race room as a user meets it."""

from __future__ import annotations

import csv
import re
from io import StringIO
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Watch
from tests.browser.looks import DARK_PHONE, LIGHT_DESKTOP, check_looks, expect_no_overflow
from tests.browser.page_driver import PageDriver, open_room, python_in

LONG = 120_000  # ms a race may take on a busy machine
HARD = "15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0"


#: The lanes' menus that are too narrow for their longest name.
CUT = """() => [...document.querySelectorAll('#race-lanes select')].filter(menu => {
  const width = menu.offsetWidth, copy = menu.cloneNode(true);
  copy.style.width = 'max-content';
  menu.after(copy);
  const needed = copy.offsetWidth;
  copy.remove();
  return needed > width;
}).map(menu => menu.id)"""


def open_race(driver: PageDriver) -> None:
    open_room(driver.page, "Race")
    driver.open_many()
    expect(lane(driver, 2)).to_be_visible()


def begin_race(driver: PageDriver) -> None:
    """Open the room with its first choices and no race yet, even after another test."""
    open_race(driver)
    for name in ("Weights", "A* with four heuristics"):
        preset(driver, name)
    driver.page.get_by_role("combobox", name="Boards").select_option("50")
    driver.page.get_by_label("Seed", exact=True).fill("1")
    expect(result(driver)).to_be_hidden()


def lane(driver: PageDriver, number: int) -> Locator:
    return driver.page.get_by_role("group", name=f"Lane {number}", exact=True)


def figure(driver: PageDriver, number: int) -> Locator:
    return driver.page.locator(f"#clouds-lanes figure:nth-child({number})")


def result(driver: PageDriver) -> Locator:
    return driver.page.get_by_role("region", name="Because")


def start(driver: PageDriver) -> Locator:
    return driver.page.locator("#clouds-play")


def preset(driver: PageDriver, name: str) -> None:
    driver.page.get_by_role("combobox", name="Lanes", exact=True).select_option(label=name)


def test_four_lanes_race_and_the_winner_is_announced_and_drawn(driver: PageDriver) -> None:
    begin_race(driver)
    start(driver).focus()
    driver.page.keyboard.press("Enter")
    expect(driver.button("Stop the race")).to_be_focused()
    expect(lane(driver, 1).get_by_role("combobox", name="Algorithm")).to_be_disabled()
    expect(driver.button("Run on 50 boards")).to_be_disabled()
    expect(driver.page.get_by_test_id("compare-help")).to_have_text("")
    expect(result(driver)).to_be_visible(timeout=LONG)
    expect(start(driver)).to_be_focused()
    told = driver.page.get_by_test_id("race-why")
    expect(told).to_contain_text(
        "A* with Walking distance expanded the fewest states: 1,986, for a path of 31 moves"
    )
    expect(driver.said).to_have_text(re.compile("expanded the fewest states"))
    for number, expanded in enumerate(("121,528", "6,744", "3,835", "1,986"), 1):
        expect(figure(driver, number)).to_contain_text(expanded, timeout=LONG)
    for number, place in enumerate(("Fourth", "Third", "Second", "First"), 1):
        expect(figure(driver, number)).to_contain_text(place)
    rows = driver.page.get_by_role("region", name="Figures of the race").get_by_role("row")
    expect(rows).to_have_count(5)
    expect(rows.nth(2)).to_contain_text("2. A* with Manhattan distance")
    expect(rows.nth(2)).to_contain_text("Proved shortest")


def test_a_tie_has_no_first(driver: PageDriver) -> None:
    """On a solved board no lane expands fewer states than the others."""
    driver.type_board("1 2 3/4 5 6/7 8 0")
    begin_race(driver)
    start(driver).click()
    places = driver.page.locator("#race-table tbody tr td:nth-child(2)")
    expect(places).to_have_text(["Tied"] * 4, timeout=LONG)
    expect(result(driver)).not_to_contain_text("First")
    expect(result(driver)).not_to_contain_text("\N{BLACK STAR}")


def test_lanes_are_chosen_and_what_is_wrong_is_reported(driver: PageDriver) -> None:
    begin_race(driver)
    preset(driver, "Breadth-first against A*")
    expect(driver.page.get_by_role("group", name=re.compile("^Lane"))).to_have_count(2)
    expect(lane(driver, 1).get_by_role("combobox", name="Heuristic")).to_be_disabled()
    expect(driver.button("Remove lane 1")).to_be_disabled()
    driver.button("Add a lane").click()
    expect(lane(driver, 3).get_by_role("combobox", name="Algorithm")).to_be_focused()
    third = lane(driver, 3)
    third.get_by_role("combobox", name="Algorithm").select_option(label="Weighted A*")
    third.get_by_label("Weight of the estimate").fill("heavy")
    expect(third).to_contain_text("The weight must be a number, 1 to 1,000,000, got 'heavy'.")
    help_text = driver.page.get_by_test_id("race-help")
    expect(help_text).to_have_text(
        "Lane 3 cannot start. The weight must be a number, 1 to 1,000,000, got 'heavy'."
    )
    expect(start(driver)).to_be_disabled()
    third.get_by_label("Weight of the estimate").fill("3")
    expect(start(driver)).to_be_enabled()
    driver.button("Remove lane 1").click()
    expect(driver.button("Add a lane")).to_be_focused()
    expect(lane(driver, 1).get_by_role("combobox", name="Algorithm")).to_have_value("astar")
    expect(lane(driver, 2).get_by_label("Weight of the estimate")).to_have_value("3")
    start(driver).click()
    expect(result(driver)).to_contain_text("Weighted A* (3) with ", timeout=LONG)
    open_room(driver.page, "Solve")
    driver.type_board("2 1 3/4 5 6/7 8 0")
    open_race(driver)
    expect(help_text).to_contain_text("No lane could win: this board cannot be solved.")
    expect(driver.button("Run on 50 boards")).to_be_enabled()
    open_room(driver.page, "Solve")
    driver.type_board("2 1 3/4 5 6/7 8 8")
    open_race(driver)
    expect(help_text).to_have_text("The board has defects: fix them first.")
    expect(result(driver)).to_be_hidden()  # it belongs to the previous board


def test_a_race_and_a_comparison_can_be_stopped(driver: PageDriver) -> None:
    driver.type_board(HARD)
    driver.choose("Goal", "Blank first")
    begin_race(driver)
    preset(driver, "A* against IDA*")
    start(driver).click()
    expect(figure(driver, 1)).to_contain_text(re.compile("[1-9][0-9,]* boards"))
    expect(figure(driver, 2)).to_contain_text("Searching")
    open_room(driver.page, "Solve")
    expect(driver.page.locator("#solve-help")).to_have_text("A race is in progress.")
    open_race(driver)
    driver.button("Stop the race").click()
    expect(result(driver)).to_contain_text("The race was stopped before any lane found a path.", timeout=LONG)
    expect(result(driver)).to_contain_text("a shortest path has at least")
    driver.page.get_by_role("combobox", name="Boards").select_option("200")
    driver.button("Run on 200 boards").click()
    expect(driver.page.locator("#compare-told")).to_have_text(
        re.compile(r"^[1-9][0-9]* of 200"), timeout=LONG
    )
    driver.button("Stop the run").click()
    expect(driver.page.get_by_test_id("compare-result")).to_contain_text("Stopped after", timeout=LONG)
    expect(start(driver)).to_be_enabled()


def test_many_boards_give_a_table_charts_and_a_file(driver: PageDriver) -> None:
    begin_race(driver)
    preset(driver, "Weights")
    driver.page.get_by_role("combobox", name="Boards").select_option("10")
    driver.page.get_by_label("Seed", exact=True).fill("x")
    expect(driver.page.get_by_test_id("compare-help")).to_contain_text("The seed must be a whole number")
    driver.page.get_by_label("Seed", exact=True).fill("5")
    driver.button("Run on 10 boards").click()
    found = driver.page.get_by_test_id("compare-result")
    expect(found).to_contain_text("All lanes ran on 10 boards, dealt with seed 5.", timeout=LONG)
    expect(found).to_contain_text("moves longer than the shortest on average.")
    table = driver.page.get_by_role("region", name="Means by depth")
    expect(
        table.get_by_role("columnheader", name="3. Weighted A* (3) with Manhattan distance")
    ).to_be_visible()
    expect(table.get_by_role("row")).to_have_count(2 + 10 + 1)
    expect(driver.page.get_by_role("img", name="Lines: the effective branching factor")).to_be_visible()
    with driver.page.expect_download() as saved:
        driver.button("Download CSV").click()
    assert saved.value.suggested_filename == "comparison.csv"
    lines = list(csv.DictReader(StringIO(Path(saved.value.path()).read_text(encoding="utf-8"))))
    assert len(lines) == 40
    assert {line["outcome"] for line in lines} == {"solved"}
    assert lines[1]["option"] == "weight 1.5"
    open_room(driver.page, "Solve")
    driver.solve("Solved in 31 moves", "Proved shortest")  # the solver is free again


def test_notes_bring_lanes_and_are_left_for_others(driver: PageDriver) -> None:
    open_race(driver)
    hostile = "astar manhattan;<b>;rm -rf;wastar linear-conflict <i>2;\\u0000;idastar zero;bfs;bfs"
    notes = python_in(
        driver.page,
        "from web.rooms import shell\n"
        "desk = shell._rooms._desk\n"
        f"desk.notes['race'] = {hostile!r}\n"
        "shell._rooms.open('race')\n"
        "result = dict(desk.notes)",
    )
    assert notes["race"] == "astar manhattan;weighted-astar linear-conflict <i>2;idastar zero;breadth-first"
    expect(lane(driver, 2).get_by_label("Weight of the estimate")).to_have_value("<i>2")
    expect(lane(driver, 2)).to_contain_text("The weight must be a number, 1 to 1,000,000, got '<i>2'.")
    driver.button("Remove lane 2").click()
    own = python_in(
        driver.page,
        "from web.rooms import shell\n"
        "desk = shell._rooms._desk\n"
        "desk.notes['source'] = 'def h(board): return 0'\n"
        "shell._rooms.open('race').race_own()\n"
        "result = desk.notes['race']",
    )
    assert own == "astar manhattan;astar own"
    expect(lane(driver, 2).get_by_role("combobox", name="Heuristic")).to_have_value("own")
    expect(start(driver)).to_be_enabled()


def test_the_room_is_for_everyone(page: Page, watch: Watch, base_url: str) -> None:
    driver = PageDriver(page).on_screen(*LIGHT_DESKTOP).open(base_url)
    open_race(driver)

    def check(phase: str) -> None:
        check_looks(driver, phase)
        expect_no_overflow(driver, 320)
        driver.on_screen(*DARK_PHONE)

    check("ready")
    for screen in (LIGHT_DESKTOP, DARK_PHONE):
        assert driver.on_screen(*screen).page.evaluate(CUT) == []
    lane(driver, 1).get_by_role("combobox", name="Algorithm").select_option(label="Beam")
    lane(driver, 1).get_by_label("Width of the beam").fill("0")
    expect(lane(driver, 1)).to_contain_text("The width must be a whole number")
    check("faulty")
    lane(driver, 1).get_by_label("Width of the beam").fill("5")
    start(driver).click()
    expect(result(driver)).to_be_visible(timeout=LONG)
    driver.page.get_by_role("combobox", name="Boards").select_option("10")
    driver.button("Run on 10 boards").click()
    expect(driver.page.get_by_test_id("compare-result")).to_be_visible(timeout=LONG)
    expect(driver.page.get_by_role("img", name="Lines: the effective")).to_be_visible()
    check("compared")
