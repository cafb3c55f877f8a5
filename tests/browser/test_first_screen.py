"""A new visitor's first screen: the board first, three offers, a puzzle entered, the answer on the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Watch
from tests.browser.looks import violations
from tests.browser.page_driver import PageDriver, open_room, until
from tests.support.colours import contrast

#: A solvable board from a puzzle box.
FIFTEEN = "15 2 1 12/5 8 6 11/4 9 10 7/3 14 13 0"
SCREENS = ((1280, 800), (390, 844))
#: The row with Solve, Slide, Edit and Paste ends above the bar of rooms.
TABS_COVER_NOTHING = """(bar => ['solve', 'modes'].every(
  id => document.getElementById(id).getBoundingClientRect().bottom <= bar
))(document.querySelector('.top').getBoundingClientRect().top)"""


def expect_in_view(driver: PageDriver, *names: str) -> None:
    for name in names:
        expect(driver.page.get_by_test_id(name)).to_be_in_viewport(ratio=0.9)


@pytest.mark.same_page
def test_a_puzzle_is_entered_by_keys(driver: PageDriver) -> None:
    """It takes one press for the size, one for Solve mine, and 22 keys."""
    driver.button("4x4").click()
    driver.page.get_by_role("button", name=re.compile("^Solve mine")).click()
    keys = 0
    for tile in FIFTEEN.replace("/", " ").split()[:-1]:
        for key in (*tile, *(["Enter"] if tile == "1" else [])):
            driver.page.keyboard.press(key)
            keys += 1
    assert keys == 22
    driver.expect_verdict("Solvable")
    driver.button("All controls").click()
    driver.mode("Slide")
    driver.expect_shown(FIFTEEN)
    # A key between all numbers is ignored where the page has moved to the next cell by itself.
    for between in ("Space", "Tab", "Enter"):
        driver.mode("Edit")
        driver.button("Empty all cells").click()
        for tile in FIFTEEN.replace("/", " ").split()[:-1]:
            driver.page.keyboard.type(tile)
            driver.page.keyboard.press(between)
        driver.mode("Slide")
        driver.expect_shown(FIFTEEN)
    # With the focus on the choice of mode, typed numbers still reach the cells.
    driver.mode("Edit")
    driver.button("Empty all cells").click()
    driver.page.get_by_role("radio", name="Edit").focus()
    driver.page.keyboard.type("9")
    expect(driver.page.locator("#board input").first).to_have_value("9")
    # After a size is chosen, they go to the first empty cell.
    driver.button("3x3").click()
    driver.page.keyboard.type("8")
    expect(driver.page.locator("#board input").nth(1)).to_have_value("8")


def test_a_puzzle_is_entered_by_fingers(phone: PageDriver) -> None:
    """On a phone: 15 taps on numbers, all of them in view, and the phone's own keyboard stays closed."""
    phone.button("5x5").tap()
    phone.mode("Edit")
    phone.button("Empty all cells").tap()
    pad = phone.page.get_by_test_id("pad")
    for number in (1, 24):
        expect(pad.get_by_role("button", name=str(number), exact=True)).to_be_in_viewport(ratio=1)
    phone.button("4x4").tap()
    phone.mode("Edit")
    phone.button("Empty all cells").tap()
    expect(pad.get_by_role("button")).to_have_count(16)
    scrolled = phone.page.evaluate("scrollY")
    assert phone.page.locator("#board input").first.get_attribute("inputmode") == "none"
    for tile in FIFTEEN.replace("/", " ").split()[:-1]:
        number = pad.get_by_role("button", name=tile, exact=True)
        expect(number).to_be_in_viewport()
        number.tap()
    assert phone.page.evaluate("scrollY") == scrolled
    phone.expect_verdict("Solvable")
    phone.button("Solve").tap()
    phone.expect_result("Solved in 54 moves")
    expect_in_view(phone, "tray", "next")


def test_repairs_are_in_view_on_a_phone_once_the_board_is_full(phone: PageDriver) -> None:
    for motion, side in (("no-preference", 3), ("reduce", 4), ("no-preference", 4)):
        phone.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        phone.button(f"{side}x{side}").tap()
        phone.mode("Edit")
        phone.page.evaluate("scrollTo(0, 0)")
        phone.button("Empty all cells").tap()
        pad = phone.page.get_by_test_id("pad")
        for number in (2, 1, *range(3, side**2)):
            pad.get_by_role("button", name=str(number), exact=True).tap()
        phone.expect_verdict("Not solvable for this goal")
        for repair in phone.page.locator("#repairs button").all():
            expect(repair).to_be_in_viewport(ratio=1)
            repair.tap(trial=True)  # nothing covers the button
        expect(phone.button("Empty all cells")).to_be_in_viewport(ratio=1)


def test_a_wrong_number_is_typed_over_by_fingers(phone: PageDriver) -> None:
    """All numbers stay while Edit is on; a number that is used already swaps with the one in the cell."""
    phone.button("3x3").tap()
    phone.mode("Edit")
    phone.button("Empty all cells").tap()
    pad, cells = phone.page.get_by_test_id("pad"), phone.page.locator("#board input")
    for number in (2, 1, 3, 4, 5, 6, 7):
        pad.get_by_role("button", name=str(number), exact=True).tap()
    cells.first.tap()
    pad.get_by_role("button", name="8", exact=True).tap()
    expect(cells.first).to_have_value("8")
    cells.nth(7).tap()
    pad.get_by_role("button", name="2", exact=True).tap()
    phone.expect_verdict("Solvable")
    expect(pad.get_by_role("button")).to_have_count(9)
    cells.first.tap()
    pad.get_by_role("button", name="1", exact=True).tap()
    assert [field.input_value() for field in cells.all()] == ["1", "8", "3", "4", "5", "6", "7", "2", ""]
    phone.expect_verdict("Not solvable for this goal")


def test_a_double_tap_enters_one_number(phone: PageDriver) -> None:
    """The remaining numbers do not move, so the second tap finds no number."""
    phone.button("4x4").tap()
    phone.mode("Edit")
    phone.button("Empty all cells").tap()
    box = phone.page.get_by_test_id("pad").get_by_role("button", name="7", exact=True).bounding_box()
    assert box is not None
    for _ in range(2):
        phone.page.touchscreen.tap(box["x"] + 5, box["y"] + 5)
    phone.expect_verdict("14 numbers to fill in")
    phone.button("Undo").tap()
    phone.expect_verdict("15 numbers to fill in")
    after = phone.page.get_by_test_id("pad").get_by_role("button", name="7", exact=True).bounding_box()
    assert after is not None
    assert after["x"] == box["x"]


def test_a_phone_on_its_side_shows_board_and_controls_at_once(phone: PageDriver, base_url: str) -> None:
    for width, height in ((844, 390), (667, 375), (932, 430)):
        phone.put_back(base_url).page.set_viewport_size({"width": width, "height": height})
        phone.button("4x4").tap()
        phone.button("Shuffle").tap()
        expect_in_view(phone, "tray")
        expect(phone.button("Solve")).to_be_in_viewport(ratio=1)
        phone.button("Solve").tap()
        phone.expect_badge("Proved shortest")
        expect_in_view(phone, "tray", "next")
        expect(phone.button("Next")).to_be_in_viewport(ratio=1)


@pytest.mark.same_page
def test_repairs_stay_in_view_while_a_board_is_edited(driver: PageDriver) -> None:
    driver.page.set_viewport_size({"width": 1280, "height": 800})
    driver.type_board("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0")
    driver.mode("Edit")
    driver.expect_verdict("Not solvable for this goal")
    expect(driver.page.locator("#repairs")).to_be_in_viewport(ratio=1)


def test_what_is_opened_comes_into_view(driver: PageDriver) -> None:
    driver.page.set_viewport_size({"width": 1280, "height": 640})
    driver.page.get_by_text("Goal, examples, sizes, pictures").click()
    expect(driver.page.locator("#rows")).to_be_in_viewport(ratio=1)
    open_room(driver.page, "Race")
    expect(driver.page.locator("#clouds-play")).to_be_in_viewport(ratio=1)


@pytest.mark.same_page
def test_the_goal_is_named_beside_the_verdict(driver: PageDriver) -> None:
    """Another goal means another shortest length, and a lesson or a repair may have changed the goal."""
    name, fold = driver.page.get_by_test_id("goal-name"), driver.page.locator("#setup > summary")
    expect(name).to_have_text("Goal: Blank last")
    driver.choose("Goal", "Spiral (snail)")
    fold.click()
    expect(driver.page.locator("#goal")).to_be_hidden()
    expect(name).to_be_in_viewport(ratio=1)
    expect(name).to_have_text("Goal: Spiral (snail)")
    driver.choose("Goal", "Blank last")
    expect(name).to_have_text("Goal: Blank last")


@pytest.mark.same_page
def test_nothing_is_called_wrong_before_the_board_is_full(driver: PageDriver) -> None:
    driver.page.get_by_role("button", name=re.compile("^Solve mine")).click()
    driver.expect_verdict("8 numbers to fill in")
    marked = driver.page.locator("#board [data-bad]")
    for digit in "1233567":
        driver.page.keyboard.press(digit)
        expect(marked).to_have_count(0)
    driver.expect_verdict("1 number to fill in")
    driver.page.keyboard.press("8")
    expect(marked).to_have_count(2)
    driver.expect_verdict("tile 3 appears twice")
    driver.page.get_by_test_id("pad").get_by_role("button", name="4", exact=True).click()


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_answer_is_where_the_eye_is(
    page: Page, watch: Watch, base_url: str, width: int, height: int
) -> None:
    """In view without scrolling: the board, the next tile to slide, and finally the seal or the repairs."""
    driver = PageDriver(page).on_screen(width, height).open(base_url)
    for name in ("tray", "verdict"):
        expect_in_view(driver, name)
    expect(driver.button("Solve")).to_be_in_viewport()
    driver.solve("Solved in 31 moves", "Proved shortest")
    expect_in_view(driver, "tray", "next")
    expect(page.get_by_test_id("next")).to_have_text("5 ↓ then 4 ←, 7 ↓, 6 →, 4 ↑")
    expect(driver.button("Next")).to_be_in_viewport()
    if width < 860:
        until(page, TABS_COVER_NOTHING)
    driver.button("Next").click()
    expect(page.get_by_test_id("next")).to_contain_text("4 ←")
    driver.slider.press("End")
    seal = page.get_by_test_id("seal")
    expect(seal).to_contain_text("Shortest: 31. Proved")
    expect(seal).to_contain_text("3,835 boards looked at")
    expect_in_view(driver, "seal")
    for scheme in ("light", "dark"):
        assert violations(driver.on_screen(width, height, scheme).page) == [], scheme
    driver.button("Back").click()
    expect(seal).to_be_hidden()
    driver.type_board("2 1 3/4 5 6/7 8 0")
    expect(page.get_by_role("group", name="Repairs").get_by_role("button").first).to_be_in_viewport()
    if width >= 860:
        driver.type_board("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0")
        expect(page.locator("#verdict-detail")).to_be_in_viewport(ratio=1)


@pytest.mark.own_page
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_winner_and_the_certificate_come_into_view(driver: PageDriver, width: int, height: int) -> None:
    page = driver.on_screen(width, height).page
    driver.type_board("1 2 3/4 5 6/0 7 8")
    open_room(page, "Race")
    page.locator("#clouds-play").click()
    expect(page.get_by_test_id("race-why").locator("span").first).to_be_in_viewport(ratio=1, timeout=60_000)
    driver.open_lanes()
    cut = "(table => table.scrollWidth > table.clientWidth)(document.querySelector('#race-table-box'))"
    assert width < 1280 or not page.evaluate(cut), "the table is cut off"
    open_room(page, "Lab")
    driver.button("Certify").click()
    expect(page.locator("#lab-verdict")).to_have_text("Admissible and consistent", timeout=60_000)
    expect(page.locator("#lab-verdict")).to_be_in_viewport(ratio=1)


@pytest.mark.own_page
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_in_chinese_too_results_are_in_view(driver: PageDriver, width: int, height: int) -> None:
    """Chinese texts have other lengths: the seal, repairs, the winner and the verdict of a certificate."""
    page = driver.on_screen(width, height).page
    page.locator("#language").select_option("zh")
    expect(page.locator("#solve")).to_have_text("求解")
    page.locator("#solve").click()
    expect(page.locator("#badge")).to_have_text("已证明最短")
    expect_in_view(driver, "tray", "next")
    driver.page.locator("#slider").press("End")
    expect(page.get_by_test_id("seal")).to_contain_text("最短：31。已证明")
    expect_in_view(driver, "seal")
    page.locator("#mode-paste").check(force=True)
    page.locator("#text").fill("2 1 3/4 5 6/7 8 0")
    page.locator("#mode-play").check(force=True)
    expect(page.locator("#repairs button").first).to_be_in_viewport(ratio=1)
    page.locator("#repairs button").first.click()
    open_room(page, "race")
    page.locator("#clouds-play").click()
    expect(page.get_by_test_id("race-why").locator("span").first).to_be_in_viewport(ratio=1, timeout=60_000)
    open_room(page, "lab")
    page.locator("#lab-certify").click()
    expect(page.locator("#lab-verdict")).not_to_be_empty(timeout=60_000)
    expect(page.locator("#lab-verdict")).to_be_in_viewport(ratio=1)


#: Record the largest width of the page over all frames, until it is set to null.
WATCH_WIDTH = """() => {
  window.widest = 0;
  const look = () => {
    if (window.widest === null) return;
    window.widest = Math.max(window.widest, document.documentElement.scrollWidth);
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.same_page
@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("board", ["8 6 7/2 5 4/3 0 1", FIFTEEN])
def test_the_seal_settles_within_the_screen(driver: PageDriver, width: int, board: str) -> None:
    page = driver.on_screen(width, 844).page
    page.emulate_media(reduced_motion="no-preference")
    driver.type_board(board)
    driver.button("Solve").click()
    driver.expect_badge("Proved shortest")
    page.evaluate(WATCH_WIDTH)
    driver.button("Last").click()
    seal = page.get_by_test_id("seal")
    expect(seal).to_be_visible()
    expect(seal).to_have_css("opacity", "1")
    until(page, "document.getElementById('seal').getAnimations().every(one => one.currentTime > 700)")
    widest = page.evaluate("window.widest")
    page.evaluate("window.widest = null")
    assert widest <= width


WATCH_LOCK = """window.locks = [];
const ask = navigator.wakeLock.request.bind(navigator.wakeLock);
navigator.wakeLock.request = async kind => {
  const lock = await ask(kind);
  window.locks.push(lock);
  return lock;
};"""


def test_a_phone_stays_awake_while_moves_are_followed(windowed: Browser, base_url: str) -> None:
    context = windowed.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, service_workers="block"
    )
    watch = Watch(context)
    page = context.new_page()
    page.add_init_script(WATCH_LOCK)
    driver = PageDriver(page).open(base_url)
    assert page.evaluate("window.locks.length") == 0
    driver.solve("Solved in 31 moves", "Proved shortest")
    until(page, "window.locks.length === 1 && !window.locks[0].released")
    driver.board.press("ArrowLeft")  # leaves the solution
    until(page, "window.locks[0].released")
    assert watch.unexpected() == []
    context.close()


def test_the_board_stays_in_view_beside_a_long_room(driver: PageDriver) -> None:
    page = driver.page
    driver.on_screen(1280, 600)
    open_room(page, "Solve")
    driver.unfold(page.locator("#algorithm"))
    page.mouse.move(1000, 500)
    page.mouse.wheel(0, 600)
    until(page, "scrollY > 150")
    expect_in_view(driver, "tray")


@pytest.mark.same_page
def test_solved_by_hand_says_how_many_moves_would_do(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 5 6/0 7 8")
    for key in ("ArrowLeft", "ArrowRight", "ArrowLeft", "ArrowLeft"):
        driver.board.press(key)
    seal = driver.page.get_by_test_id("seal")
    expect(seal).to_contain_text("Solved in 4 moves")
    expect(seal).to_contain_text("2 would be enough.")
    expect(driver.said).to_have_text("Solved in 4 moves. 2 would be enough.")


def test_the_offer_goes_when_something_is_solved_and_the_textbooks_board_leaves_ones_own(
    page: Page, watch: Watch, base_url: str
) -> None:
    driver = PageDriver(page).open(base_url)
    offers = page.get_by_test_id("welcome")
    expect(offers).to_be_visible()
    open_room(page, "Explore")
    driver.button("Textbook example").click()
    expect(driver.button("Step forward")).to_be_in_viewport()
    driver.button("Back to my board and goal").click()  # the example has its own goal
    driver.expect_shown("8 6 7/2 5 4/3 0 1")
    expect(driver.button("Back to my board and goal")).to_be_hidden()
    open_room(page, "Solve")
    driver.type_board("1 2 3/4 5 6/0 7 8")
    driver.solve("Solved in 2 moves", "Proved shortest")
    expect(offers).to_be_hidden()


@pytest.mark.same_page
def test_at_home_is_not_said_by_colour_alone(driver: PageDriver) -> None:
    driver.type_board("1 2 3/4 5 6/0 7 8")
    expect(driver.cell(1, 1)).to_have_accessible_name("row 1, column 1: tile 1, at home")
    expect(driver.cell(3, 2)).to_have_accessible_name("row 3, column 2: tile 7")


@pytest.mark.same_page
def test_forced_colours_keep_edges_and_choices(driver: PageDriver) -> None:
    page = driver.page
    page.emulate_media(forced_colors="active")
    style = """element => {
        const own = getComputedStyle(element);
        return [own.borderTopWidth, own.backgroundColor];
    }"""
    edge, _ = page.locator(".tile > span").first.evaluate(style)
    assert edge == "1px"
    home, _ = page.locator(".tile[data-home] > span").first.evaluate(style)
    assert home == "4px"
    for chosen, other in (("#tab-solve", "#tab-race"), ("[data-size='3x3']", "[data-size='4x4']")):
        assert page.locator(chosen).evaluate(style)[1] != page.locator(other).evaluate(style)[1]
    modes = [page.locator(f"#mode-{mode} + span").evaluate(style)[1] for mode in ("play", "edit")]
    assert modes[0] != modes[1]
    driver.solve("Solved in 31 moves", "Proved shortest")


@pytest.mark.same_page
def test_the_arrow_in_the_blank_is_large_central_and_seen(driver: PageDriver) -> None:
    driver.solve("Solved in 31 moves", "Proved shortest")
    arrow = driver.page.locator("#marks .arrow > b")
    expect(arrow).to_have_css("place-items", "center")
    expect(arrow).to_have_css("border-top-width", "0px")
    seen, behind = (
        tuple(map(int, re.findall(r"\d+", element.evaluate(f"e => getComputedStyle(e).{name}"))))
        for element, name in ((arrow, "color"), (driver.page.locator("#tray"), "backgroundColor"))
    )
    assert contrast(seen[:3], behind[:3]) > 7


#: The visible words, without those of fields, menus, editors and boards.
WORDS = """place => {
  const left = 'option, textarea, code, .cm-editor, [role=grid], .unseen, svg, canvas';
  const walker = document.createTreeWalker(document.querySelector(place), NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const holder = walker.currentNode.parentElement;
    if (holder.checkVisibility({ visibilityProperty: true }) && !holder.closest(left))
      texts.push(walker.currentNode.data);
  }
  return texts.join(' ').split(/\\s+/).filter(word => /\\w/.test(word));
}"""


@pytest.mark.own_page
def test_few_words_stand_beside_the_board_and_in_a_room_before_any_press(driver: PageDriver) -> None:
    assert 20 < len(driver.page.evaluate(WORDS, "#stage")) <= 60
    for room in ("Solve", "Race", "Explore", "Lab"):
        open_room(driver.page, room)
        expect(driver.page.get_by_role("tabpanel")).to_have_accessible_name(room)
        if room == "Lab":  # its words appear a moment later, with its task and its editor
            expect(driver.page.locator("#lab-editor")).to_be_visible()
            expect(driver.page.locator("#lab-look")).not_to_be_empty()
            expect(driver.page.locator("#lab-ground")).not_to_be_empty()
        words = driver.page.evaluate(WORDS, f"#room-{room.lower()}")
        assert 20 < len(words) <= 60, f"{len(words)} words: {' '.join(words)}"
