"""The whole space in one picture: filled by a search, explored by mouse and keys, with the errors of h."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from npuzzle.lab import measure_errors, record_expansions
from tests.browser.conftest import Watch
from tests.browser.looks import LIGHT_DESKTOP, check_looks, expect_no_overflow
from tests.browser.page_driver import PageDriver, open_room, python_in

FARTHEST, GOAL = "8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 8 0"
RUN = 60_000  # ms for the slowest machine

#: The times between the page's frames while the picture fills, in milliseconds.
FRAMES = """() => {
  window.between = [];
  let last = performance.now();
  const look = now => { window.between.push(now - last); last = now; requestAnimationFrame(look); };
  requestAnimationFrame(look);
}"""


def open_space(driver: PageDriver, algorithm: str = "A*") -> None:
    open_room(driver.page, "Explore")
    driver.choose("Tree of", algorithm)
    driver.button("Whole space in one picture").click()


def expect_end(driver: PageDriver, said: str) -> None:
    expect(driver.page.get_by_test_id("space-run")).to_have_text(said, timeout=RUN)


def touched(page: Page) -> int:
    """Return how many states the picture shows as expanded."""
    program = (
        "from web.rooms import shell\n"
        "result = sum(map(bool, shell._rooms.room('explore')._space._picture.visits.to_py()))"
    )
    got: Any = python_in(page, program)
    return int(got)


def test_the_picture_shows_exactly_the_states_that_were_expanded(driver: PageDriver) -> None:
    driver.type_board(FARTHEST)
    for algorithm, name in (("A*", "astar"), ("Greedy best-first", "greedy"), ("Beam", "beam")):
        numbers = {"width": 3} if name == "beam" else {}  # the form's default
        found = record_expansions(FARTHEST, GOAL, algorithm=name, heuristic="manhattan", numbers=numbers)
        open_space(driver, algorithm)
        assert found.path is not None
        label = driver.page.get_by_role("combobox", name="Tree of").locator(":checked").inner_text()
        said = f"{label}: {len(found.ranks):,} boards expanded. Path found: {len(found.path)} moves."
        expect_end(driver, said)
        slider = driver.page.get_by_role("slider", name="Expanded boards")
        expect(slider).to_have_value(str(len(found.ranks)))
        assert touched(driver.page) == len(set(found.ranks))
        driver.button("One back").click()
        expect(slider).to_have_value(str(len(found.ranks) - 1))
        driver.button("First").click()
        expect(slider).to_have_value("0")
        assert touched(driver.page) == 0
        driver.button("One forward").click()
        expect(driver.page.get_by_test_id("space-run")).to_contain_text(
            f"1 of {len(found.ranks):,} boards expanded"
        )


def test_the_sentence_on_the_errors_is_that_of_the_exact_table(driver: PageDriver) -> None:
    open_space(driver)
    expect(driver.page.get_by_test_id("space-sentence")).to_contain_text("admissible", timeout=RUN)
    found = measure_errors("manhattan", goal=GOAL).by_move
    expect(driver.page.get_by_test_id("space-sentence")).to_contain_text(f"on {found[0]:,} of 181,440 boards")


@pytest.mark.own_page
def test_pointer_and_keys_reach_a_state_and_put_it_on_the_page(driver: PageDriver) -> None:
    driver.type_board(FARTHEST)
    open_space(driver)
    said = driver.page.get_by_test_id("space-said")
    expect(said).to_contain_text("31 moves from the goal. Estimate h: 21. You are here.", timeout=RUN)
    picture = driver.page.get_by_test_id("space-canvas")
    picture.focus()
    driver.page.keyboard.press("Home")
    expect(said).to_have_text(f"{GOAL}: 0 moves from the goal. Estimate h: 0.")
    driver.page.keyboard.press("ArrowDown")
    expect(said).to_contain_text(": 1 move from the goal. Estimate h: 1.")
    driver.page.keyboard.press("End")
    expect(said).to_contain_text(": 31 moves from the goal.")
    picture.hover(position={"x": 100, "y": 120})
    expect(said).to_contain_text(re.compile(r": \d+ moves from the goal\. Estimate h: \d+\."))
    board = said.inner_text().split(":")[0]
    driver.page.locator("#space-give").click()
    driver.expect_shown(board)
    expect(driver.page.get_by_test_id("space-apart")).to_contain_text(
        "This picture is for the board 8 6 7/2 5 4/3 0 1"
    )


def test_it_fills_while_breadth_first_runs_without_losing_frames(
    page: Page, base_url: str, watch: Watch
) -> None:
    driver = PageDriver(page).open(base_url)
    driver.type_board(FARTHEST)
    page.evaluate(FRAMES)
    open_space(driver, "Breadth-first")
    run = page.get_by_test_id("space-run")
    expect(run).to_have_text(re.compile(r"^[\d,]+ of [\d,]+ boards expanded$"), timeout=RUN)
    expect_end(driver, "Breadth-first: 181,439 boards expanded. Path found: 31 moves.")
    between = sorted(page.evaluate("window.between"))
    print(f"frames: {len(between)}, median {between[len(between) // 2]:.1f} ms")
    assert between[len(between) // 2] < 100  # 16.7 ms on an idle machine
    driver.button("Play the picture").click()
    expect(driver.button("Pause the picture")).to_be_visible()
    driver.button("Pause the picture").click()
    expect(driver.button("Play the picture")).to_be_visible()


def test_stop_keeps_what_was_expanded(driver: PageDriver) -> None:
    driver.type_board(FARTHEST)
    open_space(driver, "Iterative deepening")
    expect(driver.page.get_by_test_id("space-run")).to_contain_text("boards expanded", timeout=RUN)
    driver.button("Stop filling").click()
    expect(driver.page.get_by_test_id("space-run")).to_contain_text(
        "boards expanded. You stopped it.", timeout=RUN
    )
    expect(driver.button("Whole space in one picture")).to_be_enabled()


def test_a_large_board_has_no_picture_and_says_so(driver: PageDriver) -> None:
    driver.page.get_by_role("button", name="5x5", exact=True).click()
    open_room(driver.page, "Explore")
    expect(driver.button("Whole space in one picture")).to_be_disabled()
    expect(driver.page.get_by_test_id("space-why")).to_contain_text(
        "needs a board of up to 9 cells, such as 3x3"
    )


def test_axe_finds_nothing_and_nothing_overflows(page: Page, watch: Watch, base_url: str) -> None:
    driver = PageDriver(page).on_screen(*LIGHT_DESKTOP).open(base_url)
    driver.type_board(FARTHEST)
    open_space(driver)
    expect(page.get_by_test_id("space-sentence")).to_contain_text("admissible", timeout=RUN)
    check_looks(driver)
    expect_no_overflow(driver, 320)
