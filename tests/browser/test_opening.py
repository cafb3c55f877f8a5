"""On a first visit a solution plays above the board; then the board of the day appears."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from npuzzle import Board, verify
from tests.browser.before_python import PLACES, SHIFTS, START, tile_numbers
from tests.browser.conftest import Watch
from tests.browser.page_driver import PageDriver, until, without_python

#: First visits. All but one test block the service worker, which would save the whole site for later.
pytestmark = [pytest.mark.browser, pytest.mark.fresh(service_workers="block", first_visit=True)]

SCRIPT = Path(__file__).parents[2] / "web/js/before_python.js"
OPENING = "#tray[data-opening]"
ACTORS = "#tray > .tiles:not([id])"
#: The visible cell of each of the eight tiles at a moment (ms), in order of the tiles.
SEEN_AT = """moment => {
  const stage = document.querySelector('#tray > .tiles:not([id])'), board = stage.getBoundingClientRect();
  return [...stage.querySelectorAll('.tile:not([data-home])')].map(tile => {
    const [animation] = tile.getAnimations();
    animation.pause();
    animation.currentTime = moment < 0 ? animation.effect.getTiming().duration : moment;
    const box = tile.getBoundingClientRect();
    const cell = 3 * Math.round((box.y - board.y) / box.height) + Math.round((box.x - board.x) / box.width);
    return [Number(tile.textContent), cell];
  }).sort((a, b) => a[0] - b[0]).map(([, cell]) => cell);
}"""
SOLVED = [0, 1, 2, 3, 4, 5, 6, 7]
AT_START = [START.replace("/", " ").split().index(str(tile)) for tile in range(1, 9)]


def wait_early(page: Page) -> None:
    page.locator("#board[data-early]").wait_for()


def number(name: str) -> int:
    """Return a time from the script, in ms."""
    found = re.search(rf"\b{name} = (\d+)", SCRIPT.read_text(encoding="utf-8"))
    assert found
    return int(found[1])


def test_it_plays_a_shortest_solution_of_the_first_board() -> None:
    found = re.search(r"SOLUTION = '(\w+)'", SCRIPT.read_text(encoding="utf-8"))
    assert found
    checked = verify(Board.parse(START), found[1])
    assert checked.is_shortest
    assert checked.length == 31


def test_it_goes_to_the_goal(page: Page, watch: Watch, base_url: str) -> None:
    with without_python(page):
        page.goto(base_url)
        wait_early(page)
        solved = number("BEFORE") + 31 * number("MOVE") + number("SOLVED") // 2
        assert page.evaluate(SEEN_AT, 0) == AT_START
        assert page.evaluate(SEEN_AT, solved) == SOLVED
        assert page.evaluate(SEEN_AT, -1) == SOLVED
        assert tile_numbers(page) == [8, 6, 7, 2, 5, 4, 3, 0, 1]  # the board itself does not change
        assert page.locator(ACTORS).get_attribute("aria-hidden") == "true"
        expect(page.locator("#spoken")).to_have_text("")
    PageDriver(page).wait_ready()


@pytest.mark.fresh(first_visit=True)
def test_it_ends_by_itself_and_python_takes_over_without_a_jump(
    page: Page, watch: Watch, base_url: str
) -> None:
    page.clock.set_fixed_time(datetime(2026, 11, 27))  # not a Sunday, whose board is 4x4
    page.add_init_script(SHIFTS)
    with without_python(page):
        page.goto(base_url)
        wait_early(page)
        expect(page.locator(OPENING)).to_have_count(1)
        places = page.evaluate(PLACES)
        expect(page.locator(OPENING)).to_have_count(0)
        expect(page.locator(ACTORS)).to_have_count(0)
        assert tile_numbers(page) == [8, 6, 7, 2, 5, 4, 3, 0, 1]
    PageDriver(page).wait_ready()
    expect(page.get_by_test_id("today-promise")).to_contain_text("fewer are not: proved", timeout=60_000)
    assert page.evaluate(PLACES) == places
    assert sum(page.evaluate("window.shifts")) < 0.001
    page.reload()
    wait_early(page)
    expect(page.locator(OPENING)).to_have_count(0)


@pytest.mark.parametrize("how", ["press", "key"])
def test_a_press_ends_it_and_counts(page: Page, watch: Watch, base_url: str, how: str) -> None:
    with without_python(page):
        page.goto(base_url)
        wait_early(page)
        expect(page.locator(OPENING)).to_have_count(1)
        if how == "press":
            page.locator("#board [role=gridcell]").nth(4).click()
        else:
            page.locator("#board").focus()
            page.keyboard.press("ArrowDown")
        assert page.locator(OPENING).count() == 0, "it must end immediately"
        assert tile_numbers(page) == [8, 6, 7, 2, 0, 4, 3, 5, 1]
    driver = PageDriver(page).wait_ready()
    expect(page.get_by_test_id("today-promise")).to_contain_text("fewer are not: proved", timeout=60_000)
    for earlier in ("8 6 7/2 0 4/3 5 1", START):  # the board of the day has replaced the pressed one
        driver.button("Undo").click()
        driver.expect_shown(earlier)


def test_clearing_what_is_saved_brings_it_back(page: Page, watch: Watch, base_url: str) -> None:
    driver = PageDriver(page).open(base_url)
    driver.button("Share").click()
    driver.clear_saved()
    page.reload()
    wait_early(page)
    expect(page.locator(OPENING)).to_have_count(1)
    driver.wait_ready()


@pytest.mark.parametrize("why", ["motion", "link", "board", "forbidden"])
def test_it_does_not_play(page: Page, watch: Watch, base_url: str, why: str) -> None:
    """Motion is reduced, a link or a saved board is open, or the browser cannot remember that it played."""
    if why == "motion":
        page.emulate_media(reduced_motion="reduce")
    if why == "board":
        page.add_init_script("localStorage.setItem('npuzzle', 'board=8_6_7/2_5_4/3_0_1')")
    if why == "forbidden":
        page.add_init_script("Storage.prototype.setItem = () => { throw new Error('forbidden'); }")
    with without_python(page):
        page.goto(f"{base_url}#board=8_6_7/2_5_4/3_0_1" if why == "link" else base_url)
        wait_early(page)
        assert tile_numbers(page) == [8, 6, 7, 2, 5, 4, 3, 0, 1]
        expect(page.locator(OPENING)).to_have_count(0)
    until(page, "document.body.hasAttribute('data-ready')")
