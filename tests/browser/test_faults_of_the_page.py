"""No board is lost: two tabs, full or forbidden storage, Solve pressed ten times, Stop in every phase."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Route, expect

from tests.browser.conftest import Watch
from tests.browser.faults import EASY, HARDEST_15, expect_works, problem, start_hard, with_tables
from tests.browser.page_driver import READY, PageDriver, open_room, until
from tests.conftest import screenshots

FIRST = "8 6 7/2 5 4/3 0 1"
MINE, THEIRS, LATER = "1 2 3/4 5 6/0 7 8", "1 2/0 3", "1 2 3/4 5 6/7 0 8"


def wait_kept(page: Page, store: str, part: str) -> None:
    """Wait until this store has saved this part of the page's state."""
    until(page, f"window.{store}.npuzzle?.includes({part!r})")


def test_each_tab_keeps_its_own_board_and_a_new_one_has_that_of_the_tab_used_last(
    context: BrowserContext, watch: Watch, base_url: str
) -> None:
    first = PageDriver(context.new_page()).open(base_url)
    first.type_board(MINE)
    wait_kept(first.page, "localStorage", "1_2_3/4_5_6/0_7_8")
    second = PageDriver(context.new_page()).open(base_url)
    second.expect_shown(MINE)
    second.type_board(THEIRS)
    wait_kept(second.page, "localStorage", "1_2/0_3")

    first.page.reload()  # new tabs get the other tab's board; this tab keeps its own
    first.wait_ready().expect_shown(MINE)
    second.page.bring_to_front()
    second.board.press("ArrowLeft")
    wait_kept(second.page, "localStorage", "1_2/3_0")
    first.page.evaluate("document.getElementById('solve').click()")  # the tab is in the background
    first.expect_result("Solved in 2 moves")
    wait_kept(first.page, "sessionStorage", "moves=")
    first.page.close(run_before_unload=False)
    assert "1_2/3_0" in second.page.evaluate("localStorage.npuzzle")

    third = PageDriver(context.new_page()).open(base_url)
    third.expect_shown("1 2/3 0")
    third.type_board(LATER)
    wait_kept(third.page, "localStorage", "7_0_8")
    third.button("Share").click()
    third.clear_saved()
    third.button("Close").click()
    for driver in (second, third):
        driver.page.reload()
        driver.wait_ready().expect_shown(FIRST)


def test_a_tab_that_crashes_has_its_board_when_it_is_opened_again(
    context: BrowserContext, base_url: str
) -> None:
    driver = PageDriver(context.new_page()).open(base_url)
    driver.type_board(MINE)
    wait_kept(driver.page, "localStorage", "1_2_3/4_5_6/0_7_8")
    with driver.page.expect_event("crash"), pytest.raises(Error):
        driver.page.goto("chrome://crash")
    again = PageDriver(context.new_page())
    again.page.goto(base_url)
    again.expect_shown(MINE)


FULL = """
window.full = true;
const setItem = Storage.prototype.setItem;
Storage.prototype.setItem = function (...given) {
  if (window.full === true || this === window.full) throw new DOMException('no room', 'QuotaExceededError');
  return setItem.apply(this, given);
};
"""
FORBIDDEN = """
for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });
"""


def test_a_storage_without_room_is_reported_once_and_the_page_works_on(
    page: Page, watch: Watch, base_url: str
) -> None:
    page.add_init_script(FULL)
    driver = PageDriver(page).open(base_url)
    said = page.get_by_test_id("keep-problem")
    expect(said).to_have_text(
        "This browser has no room to save the page: your board is lost when the tab is closed or reloaded. "
        "Share makes a link that holds it."
    )
    expect_works(driver)
    page.evaluate("window.full = localStorage")
    driver.type_board(MINE)
    expect(said).to_contain_text("your board is lost when the tab is closed. Share")
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            said.scroll_into_view_if_needed()
            page.screenshot(path=screenshots() / f"fault-full-{width}-{scheme}.png")
    page.evaluate("window.full = false")
    driver.type_board(EASY)
    expect(said).to_be_empty()
    wait_kept(page, "localStorage", "7_0_8")


def test_a_storage_that_is_forbidden_is_reported_and_the_page_works_on(
    page: Page, watch: Watch, base_url: str
) -> None:
    page.add_init_script(FORBIDDEN)
    driver = PageDriver(page).open(f"{base_url}#room=solve")
    expect(page.get_by_test_id("keep-problem")).to_contain_text(
        "This browser does not let the page save anything: your board is lost when the tab is closed or"
    )
    expect_works(driver)


def press_in_one_tick(driver: PageDriver, *names: str) -> None:
    driver.page.evaluate(
        "names => { for (const name of names) document.getElementById(name).click(); }", [*names]
    )


def test_solve_pressed_ten_times_is_one_search(driver: PageDriver) -> None:
    press_in_one_tick(driver, *["solve"] * 10)
    driver.expect_result("Solved in 31 moves")
    driver.page.set_viewport_size({"width": 390, "height": 844})  # Next appears where Solve was
    driver.type_board("8 6 7/2 5 4/3 0 1")
    driver.button("Solve").dblclick()
    driver.expect_result("Solved in 31 moves")
    driver.expect_step("Move 0 of 31: Start")
    driver.button("Solve").focus()
    for _ in range(10):
        driver.page.keyboard.press("Enter")  # the first press starts the search and moves the focus to Stop
    expect_works(driver)
    press_in_one_tick(driver, *["solve", "stop"] * 10)
    expect_works(driver)


SOON = 6.0  # seconds: the page promises one, the rest is for a busy machine; the wait for tables is 10


def stop_at_once(driver: PageDriver) -> None:
    """Check that Stop ends the search and that the next one starts, within about a second."""
    driver.stop()
    driver.expect_result("Stopped", seconds=SOON)
    expect_starts(driver)


def expect_starts(driver: PageDriver) -> None:
    driver.choose("Algorithm", "Automatic")
    driver.choose("Goal", "Blank last")
    driver.type_board(EASY)
    driver.button("Solve").click()
    driver.expect_result("Solved in 1 move", seconds=SOON)
    expect(problem(driver)).to_be_empty()


def test_stop_in_every_phase_of_a_search(page: Page, base_url: str) -> None:
    def hold(route: Route) -> None:
        """Never answer."""

    with_tables(page, hold)
    page.goto(base_url)
    driver = PageDriver(page)
    expect(page.locator("body")).to_have_attribute("data-ready", "", timeout=READY)
    press_in_one_tick(driver, "stop", "solve", "stop")  # before the solver has started
    driver.wait_ready()
    expect_starts(driver)
    driver.choose("Goal", "Blank first")
    driver.type_board(HARDEST_15)
    driver.button("Solve").click()  # Solve waits for its tables; the next search needs none
    stop_at_once(driver)
    with_tables(page, None)
    press_in_one_tick(driver, "stop", "stop")  # when the search has ended
    expect_starts(driver)
    driver.choose("Algorithm", "A*")
    driver.choose("Goal", "Blank first")
    driver.type_board(HARDEST_15)
    press_in_one_tick(driver, "solve", "stop", "stop")  # in the search's first step
    driver.expect_result("Stopped", seconds=SOON)
    expect_starts(driver)
    start_hard(driver)
    stop_at_once(driver)  # in the middle of the search
    start_hard(driver)
    page.evaluate("document.querySelector('script[worker]').xworker.terminate()")
    press_in_one_tick(driver, "stop", "stop", "solve", "stop")  # while the solver is being replaced
    expect(problem(driver)).to_contain_text("is restarting")
    driver.expect_shown(HARDEST_15)
    expect_works(driver)
    expect_starts(driver)


def race(driver: PageDriver) -> None:
    open_room(driver.page, "Race")
    expect(driver.page.locator("#clouds-play")).to_be_enabled()
    press_in_one_tick(driver, "clouds-play", "race-stop", "race-stop")
    expect(driver.page.locator("#clouds-play")).to_be_enabled()
    press_in_one_tick(driver, *["clouds-play"] * 10)
    expect(driver.page.locator("#clouds-play")).to_be_enabled(timeout=READY)


def certificate(driver: PageDriver) -> None:
    open_room(driver.page, "Lab")
    expect(driver.page.locator("#lab-certify")).to_be_enabled()
    press_in_one_tick(driver, "lab-certify", "lab-stop", "lab-stop")
    expect(driver.page.locator("#lab-certify")).to_be_enabled(timeout=READY)


def tree(driver: PageDriver) -> None:
    open_room(driver.page, "Explore")
    expect(driver.page.locator("#explore-build")).to_be_enabled()
    press_in_one_tick(driver, "explore-build", "explore-stop", "explore-stop")
    expect(driver.page.locator("#explore-build")).to_be_enabled(timeout=READY)


def hints(driver: PageDriver) -> None:
    driver.type_board(HARDEST_15)
    press_in_one_tick(driver, *["hint"] * 9)
    driver.type_board(EASY)
    press_in_one_tick(driver, *["hints-on"] * 9)
    expect(driver.page.get_by_test_id("hint")).to_contain_text(re.compile("1 to go"))
    press_in_one_tick(driver, "hints-on")


@pytest.mark.own_page
def test_stop_in_every_room(driver: PageDriver) -> None:
    rooms: list[Callable[[PageDriver], None]] = [race, certificate, tree, hints]
    for room in rooms:
        room(driver)
        open_room(driver.page, "Solve")
        expect_works(driver)


def test_the_wheel_brings_the_board_back_wherever_the_pointer_is(
    context: BrowserContext, base_url: str
) -> None:
    driver = PageDriver(context.new_page()).on_screen(1280, 800).open(base_url)
    driver.open_setup()
    hues = driver.field("Colour tiles by where they belong")
    hues.scroll_into_view_if_needed()
    hues.check()
    driver.page.mouse.move(1100, 400)
    driver.page.mouse.wheel(0, -5_000)
    expect(driver.page.get_by_test_id("tray")).to_be_in_viewport(ratio=1)
