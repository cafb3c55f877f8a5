"""When a button with the focus is disabled or hidden, the focus does not jump to the top of the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_driver import READY, PageDriver, open_room

#: Chromium removes the focus from an element that cannot have it when it next draws the page.
FOCUSED = """() => new Promise(found => requestAnimationFrame(() => requestAnimationFrame(
  () => found(document.activeElement === document.body ? 'nothing' : document.activeElement.id))))"""


def press(page: Page, name: str) -> str:
    """Press the button with this id by keyboard; return the id of the element that then has the focus."""
    page.locator(f"#{name}").press("Enter")
    focused: str = page.evaluate(FOCUSED)
    return focused


def expect_focus(page: Page, name: str) -> None:
    expect(page.locator(f"#{name}")).to_be_focused(timeout=READY)


def test_the_first_offer_takes_the_focus_along(driver: PageDriver) -> None:
    assert press(driver.page, "offer-mine") == ""  # the first cell, which has no id


def test_race_it_and_stop_keep_the_focus_in_the_race(driver: PageDriver) -> None:
    page = driver.page
    driver.load("Breadth-first search")
    assert press(page, "lab-race") == "room-race"
    driver.type_board("15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0")
    driver.choose("Goal", "Blank first")
    expect(page.locator("#clouds-play")).to_be_enabled()  # no lane ends by itself soon
    page.locator("#clouds-play").press("Enter")
    expect_focus(page, "race-stop")
    page.keyboard.press("Enter")
    expect_focus(page, "clouds-play")
    expect(page.locator("#race-stop")).to_be_hidden()


def test_the_teachers_set_gives_the_focus_back(driver: PageDriver) -> None:
    page = driver.page
    open_room(page, "Learn")
    page.locator("#learn-teachers").click()
    page.locator("#class-make").press("Enter")
    expect(page.locator("#class-said")).to_have_text("The set is ready.", timeout=READY)
    expect_focus(page, "class-make")


def test_the_tree_is_stepped_to_its_ends(driver: PageDriver) -> None:
    page = driver.page
    open_room(page, "Explore")
    page.locator("#explore-example").press("Enter")
    expect(page.locator("#explore-last")).to_be_enabled(timeout=READY)
    for name in ("explore-last", "explore-first", "explore-back", "explore-forward"):
        if page.locator(f"#{name}").is_enabled():
            assert press(page, name) != "nothing", name


@pytest.mark.same_page
def test_the_players_ends_undo_and_hints_keep_the_focus(driver: PageDriver) -> None:
    page = driver.page
    driver.board.press("ArrowLeft")
    for name in ("undo", "redo", "reset", "hints-on"):
        if page.locator(f"#{name}").is_visible() and page.locator(f"#{name}").is_enabled():
            page.locator(f"#{name}").press("Space")
            assert page.evaluate(FOCUSED) != "nothing", name
    page.locator("#solve").press("Enter")
    driver.expect_badge("Proved shortest")
    for name in ("last", "first", "forward", "back"):
        assert press(page, name) != "nothing", name


#: The ids of the controls in a part of the page, without those that print or leave the room.
PRESSABLE = """place => [...document.querySelectorAll(`${place} :is(button, summary, [type=checkbox])`)]
  .filter(one => one.id && !one.matches(':disabled, #keep-print, #patterns-use, #lab-race')
    && one.checkVisibility({ visibilityProperty: true }))
  .map(one => one.id)"""

#: Focus the first visible button that matches a selector; tells whether there is one.
FOCUS_VISIBLE = """rest => {
  const all = [...document.querySelectorAll(rest)];
  const seen = all.find(one => one.checkVisibility({ visibilityProperty: true }));
  seen?.focus();
  return seen !== undefined;
}"""


def press_all(driver: PageDriver, place: str, *, rest: str = "") -> None:
    """Press every control in this place by keyboard, also new ones; something must have the focus each time.

    `rest`: selects the buttons that end a running task. One of them is pressed when it is visible.
    """
    page, pressed = driver.page, set[str]()
    while left := [name for name in page.evaluate(PRESSABLE, place) if name not in pressed]:
        pressed.add(left[0])
        page.locator(f"#{left[0]}").focus()
        page.keyboard.press("Space")
        assert page.evaluate(FOCUSED) != "nothing", left[0]
        stop = page.locator(rest) if rest else None
        if stop is not None and page.evaluate(FOCUS_VISIBLE, rest):  # in one step: the task may end
            page.keyboard.press("Enter")
            expect(stop.locator("visible=true")).to_have_count(0, timeout=READY)
            assert page.evaluate(FOCUSED) != "nothing", f"after {left[0]} was stopped"
    assert len(pressed) >= 4, pressed


def be_solved(driver: PageDriver) -> str:
    driver.solve("Solved in 31 moves", "Proved shortest")
    return "#stage"


def be_entered(driver: PageDriver) -> str:
    driver.page.locator("#offer-mine").press("Enter")
    return "#board-section"


def check_moves(driver: PageDriver) -> str:
    driver.type_board("1 2 3/4 5 6/0 7 8")
    field = driver.page.locator("#moves-text")
    driver.unfold(field)
    field.fill("L2")
    for name in ("moves-check", "moves-show"):
        expect(driver.page.locator(f"#{name}")).to_be_enabled()
        driver.page.locator(f"#{name}").press("Enter")
        assert driver.page.evaluate(FOCUSED) != "nothing", name
    return "#room-solve"


def draw_clouds(driver: PageDriver) -> str:
    driver.type_board("8 1 3/4 0 2/7 6 5")
    open_room(driver.page, "Race")
    driver.choose("Lanes", "A* with four heuristics")
    driver.page.locator("#clouds-play").press("Enter")
    expect(driver.page.get_by_test_id("clouds-said")).not_to_be_empty(timeout=READY)
    return "#room-race"


def draw_the_space(driver: PageDriver) -> str:
    driver.type_board("1 2 3/4 5 6/0 7 8")
    open_room(driver.page, "Explore")
    for name in ("explore-build", "space-show"):
        expect(driver.page.locator(f"#{name}")).to_be_enabled(timeout=READY)
        driver.page.locator(f"#{name}").press("Enter")
    expect(driver.page.locator("#space-stop")).to_be_hidden(timeout=READY)
    return "#room-explore"


def build_patterns(driver: PageDriver) -> str:
    open_room(driver.page, "Lab")
    groups = driver.page.locator("#patterns-text")
    driver.unfold(groups)
    groups.fill("1 2 3 4 | 5 6 7 8")
    driver.page.locator("#patterns-build").press("Enter")
    expect(driver.page.locator("#patterns-stop")).to_be_focused()
    expect(driver.page.get_by_test_id("patterns-rows").get_by_role("row")).to_have_count(5, timeout=READY)
    expect_focus(driver.page, "patterns-build")
    return "#room-lab"


@pytest.mark.own_page
@pytest.mark.parametrize(
    ("begin", "rest"),
    [
        (be_solved, "#stop, #stage [id$=-stop]"),
        (be_entered, ""),
        (check_moves, "#stop, #moves-stop, #larger-stop"),
        (draw_clouds, "#race-stop, #compare-stop"),
        (draw_the_space, "#explore-stop, #space-stop"),
        (build_patterns, "#lab-stop, #patterns-stop"),
    ],
)
def test_no_button_drops_the_focus(driver: PageDriver, begin: Callable[[PageDriver], str], rest: str) -> None:
    press_all(driver, begin(driver), rest=rest)


@pytest.mark.own_page
def test_what_ends_by_itself_leaves_the_focus_where_it_is(driver: PageDriver) -> None:
    """A user who types elsewhere while the databases are built can keep typing."""
    build_patterns(driver)
    page = driver.page
    page.locator("#patterns-text").fill("1 2 3 4 5 | 6 7 8")
    page.locator("#patterns-build").click()
    page.locator("#lab-text, #lab-editor .cm-content").locator("visible=true").first.focus()
    expect(page.locator("#patterns-stop")).to_be_hidden(timeout=READY)
    assert page.evaluate("document.activeElement.id !== 'patterns-build'")
