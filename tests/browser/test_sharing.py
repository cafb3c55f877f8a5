"""Links, and the browser's saved data."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.page_driver import READY, SCREENS, PageDriver, open_room, python_in, until
from tests.conftest import screenshots

PATH = "board=1_2_3/4_5_6/7_0_8&heuristic=manhattan&notation=blank&moves=RLL&step=2"
#: These end above the bar of rooms, or above the window's edge where the bar is next to the board.
PLAYER_IN_VIEW = """(shown => {
  const bar = document.querySelector('.top').getBoundingClientRect().top;
  const end = innerWidth < 860 ? bar : innerHeight;
  return shown.every(id => document.getElementById(id).getBoundingClientRect().bottom <= end);
})(%s)"""


def test_a_link_restores_board_choices_and_step_and_what_is_changed_survives_a_reload(
    page: Page, watch: Watch, base_url: str
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    driver = PageDriver(page).open(f"{base_url}#{PATH}")
    driver.expect_step("Move 2 of 3: Tile 7 left")
    expect(driver.menu("Heuristic")).to_have_value("manhattan")
    expect(driver.menu("Directions")).to_have_value("blank")
    expect(page.get_by_test_id("badge")).to_contain_text("Press Solve to see whether it is shortest")
    assert "#" not in page.url

    driver.solve("Solved in 1 move", "Proved shortest")
    until(page, "localStorage.npuzzle?.includes('bound=1')")
    page.reload()
    driver.wait_ready().expect_badge("Proved shortest")  # a reload loses no proof
    driver.choose("Goal", "Spiral (snail)")
    expect(page.get_by_test_id("verdict")).to_contain_text("Not solvable")
    until(page, "localStorage.npuzzle?.includes('spiral')")
    page.reload()
    expect(page.get_by_test_id("verdict")).to_contain_text("Not solvable", timeout=READY)
    expect(driver.menu("Goal")).to_have_value("spiral")
    expect(driver.menu("Heuristic")).to_have_value("manhattan")

    driver.button("Share").click()
    expect(page.get_by_label("With the solution on show and its step")).to_be_hidden()  # there is no solution
    expect(page.get_by_test_id("share-here")).to_contain_text("on this machine only")
    expect(page.get_by_test_id("share-embed-here")).to_contain_text("other pages cannot embed it")
    link = page.get_by_role("textbox", name="Link")
    assert link.input_value().endswith(
        "#board=1_2_3/4_5_6/7_0_8&goal=spiral&heuristic=manhattan&notation=blank"
    )
    driver.button("Copy the link").click()
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link.input_value()
    driver.clear_saved()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.reload()
    driver.wait_ready()
    driver.expect_shown("8 6 7/2 5 4/3 0 1")


@pytest.mark.own_page
def test_what_was_forgotten_stays_so_until_the_page_changes(driver: PageDriver) -> None:
    """An event of the page itself, such as a solver that becomes ready, saves nothing."""
    kept = "[localStorage.npuzzle, sessionStorage.npuzzle].filter(Boolean).length"
    driver.choose("Goal", "Spiral (snail)")
    until(driver.page, f"{kept} === 2")
    driver.button("Share").click()
    driver.clear_saved()
    driver.page.keyboard.press("Escape")
    assert driver.page.evaluate(kept) == 0
    python_in(
        driver.page,
        "from web.page.commands.solving import change_solver\nfrom web.page.store import store\n"
        "store.dispatch(change_solver(True, '', '', False, 'Ready, and something else.'))\n"
        "result = store.state.phase.value",
    )
    driver.page.wait_for_timeout(1_500)
    assert driver.page.evaluate(kept) == 0
    driver.page.reload()
    driver.wait_ready()
    expect(driver.menu("Goal")).to_have_value("blank-last")
    driver.choose("Goal", "Spiral (snail)")
    until(driver.page, f"{kept} === 2")


@pytest.mark.own_page
def test_what_is_cleared_is_named_and_asked_for_twice(driver: PageDriver) -> None:
    """Escape, a press elsewhere, Tab and a double press clear nothing."""
    page, saved = driver.page, driver.page.get_by_test_id("share-saved")
    said, dialog = page.locator("#share-forget-said"), page.get_by_role("dialog")
    kept = "Boolean(localStorage.npuzzle && sessionStorage.npuzzle)"
    driver.load("Breadth-first search")
    until(page, "sessionStorage['npuzzle-notes']?.includes('search')")
    driver.button("Share").click()
    expect(saved).to_contain_text("Your board and the path on show")
    expect(saved).to_contain_text("The text of the Lab")
    for give_up in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.keyboard.press("Tab"),
        lambda: dialog.get_by_role("heading").click(),
    ):
        driver.button("Clear saved data").click()
        expect(said).to_contain_text("Press again to clear all of it")
        give_up()
        expect(said).to_have_text("Nothing was cleared.")
        expect(driver.button("Clear saved data")).to_be_visible()
        expect(dialog).to_be_visible()
    driver.button("Clear saved data").dblclick()
    expect(driver.button("Clear all of it")).to_be_focused()
    assert page.evaluate(kept)
    page.keyboard.press("Enter")
    expect(said).to_contain_text("The saved data is cleared.")
    expect(saved).to_be_hidden()
    assert not page.evaluate(kept)


@pytest.mark.own_page
def test_what_a_press_on_clear_asks_is_in_view_on_a_phone(driver: PageDriver) -> None:
    driver.page.set_viewport_size({"width": 390, "height": 700})
    said = driver.page.locator("#share-forget-said")
    driver.button("Share").click()
    expect(driver.page.get_by_test_id("share-saved")).to_contain_text("Your board")
    driver.button("Clear saved data").click()
    expect(said).to_contain_text("Press again to clear all of it")
    expect(said).to_be_in_viewport(ratio=1)
    driver.button("Clear all of it").click()
    expect(said).to_contain_text("The saved data is cleared.")
    expect(said).to_be_in_viewport(ratio=1)


def test_on_a_phone_the_small_board_stays_visible_below_a_links_problem(
    page: Page, watch: Watch, base_url: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    PageDriver(page).open(f"{base_url}#board=x&room=explore")
    expect(page.get_by_test_id("link-problem")).to_contain_text("The link's board cannot be used.")
    assert page.evaluate("document.getElementById('tray').getBoundingClientRect().width") == 120


@pytest.mark.parametrize(
    ("fragment", "says"),
    [
        ("board=<img src=x onerror=alert(1)>", "The link's board cannot be used."),
        (
            "algorithm=%3Cscript%3E",
            "The link's algorithm cannot be used. '<script>' is not known.",
        ),
        ("board=1_2/3_0&moves=UUUUUUUU&step=1e9", "The moves in the link do not lead from its board"),
        ("source=zzzzz&room=attic", "The link's part source is damaged."),
    ],
)
def test_a_hostile_link_gives_a_message_and_an_unharmed_page(
    page: Page, watch: Watch, base_url: str, fragment: str, says: str
) -> None:
    driver = PageDriver(page).open(f"{base_url}#{fragment}")
    expect(page.get_by_test_id("link-problem")).to_contain_text(says)
    assert page.locator("img, script:not([src])").count() == 0
    driver.page.goto(f"{base_url}#board=1_2/0_3")  # in the page that is open
    driver.expect_shown("1 2/0 3")
    expect(page.get_by_test_id("link-problem")).to_be_empty()
    driver.solve("Solved in 1 move", "Proved shortest")


def test_what_a_link_holds_is_ticked_one_below_the_other(driver: PageDriver) -> None:
    open_room(driver.page, "Lab")
    editor = driver.page.locator("#room-lab .cm-content")
    expect(editor).to_contain_text("def heuristic", timeout=READY)
    editor.click()
    driver.page.keyboard.type("# mine")
    expect(editor).to_contain_text("# mine")
    open_room(driver.page, "Solve")  # the Lab saves its text as it is left
    driver.button("Solve").click()
    expect(driver.player).to_be_visible()
    path, notes = (driver.page.locator(f"#share-{name}-field") for name in ("path", "notes"))
    for language in ("English", "中文"):
        driver.page.locator("#language").select_option(label=language)
        driver.page.locator("#share").click()
        expect(notes).to_be_visible()
        first, second = path.bounding_box(), notes.bounding_box()
        assert first is not None
        assert second is not None
        assert second["x"] == first["x"]
        assert second["y"] >= first["y"] + first["height"]
        driver.page.keyboard.press("Escape")
        expect(driver.page.get_by_role("dialog")).to_be_hidden()


@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS)
def test_what_is_wrong_with_a_link_hides_nothing_and_goes_with_the_next_search(
    page: Page, watch: Watch, base_url: str, width: int, height: int, scheme: str
) -> None:
    driver = PageDriver(page).on_screen(width, height, scheme)
    driver.open(f"{base_url}#board=1_2_3/4_5_6/0_7_8&moves=LL&bound=2&algorithm=nonsense&foo=1")
    said = page.get_by_test_id("link-problem")
    expect(said).to_have_text(
        "The link has an unknown part: 'foo=1'. The link's algorithm cannot be used. 'nonsense' is not known."
    )
    expect(said).to_be_in_viewport(ratio=1)
    for name in ("tray", "next"):
        expect(page.get_by_test_id(name)).to_be_in_viewport(ratio=1)
    shown = ["first", "back", "play", "forward", "last", *(["solve", "modes"] if width < 860 else [])]
    until(page, PLAYER_IN_VIEW % shown)
    page.screenshot(path=screenshots() / f"link-problem-{width}-{scheme}.png")
    driver.solve("Solved in 2 moves", "Proved shortest")
    expect(said).to_be_empty()


def test_a_link_with_a_heuristic_runs_nothing_and_does_not_cost_me_mine(
    page: Page, watch: Watch, base_url: str
) -> None:
    driver = PageDriver(page).open(base_url)
    open_room(driver.page, "Lab")
    editor = page.locator("#room-lab .cm-content")
    editor.click()
    page.keyboard.press("Control+A")
    page.keyboard.type("def mine(board): return 0")
    until(page, "localStorage['npuzzle-notes']?.includes('mine(board)')")
    theirs = "tdef%20theirs(board):%20raise%20SystemExit"
    page.goto(f"{base_url}#room=lab&source={theirs}")
    page.reload()
    expect(editor).to_contain_text("def theirs(board)", timeout=READY)
    expect(page.get_by_test_id("lab-problem")).to_be_empty()
    driver.button("Restore my text").click()
    expect(editor).to_contain_text("def mine(board)")


@pytest.mark.parametrize(
    ("old", "label", "says"),
    [
        ("explorer", "Explore", "Build the tree"),
        ("bench", "Lab", "Certify"),
        ("tour", "Learn", "Next step"),
    ],
)
def test_a_link_of_an_earlier_version_opens_its_room(
    page: Page, watch: Watch, base_url: str, old: str, label: str, says: str
) -> None:
    page.goto(f"{base_url}#board=1_2_3/4_5_6/7_0_8&room={old}&tour=tsolvability.1")
    expect(page.get_by_role("tab", selected=True).last).to_have_text(label, timeout=READY)
    expect(page.get_by_role("button", name=says)).to_be_visible()
    expect(page.get_by_test_id("link-problem")).to_be_empty()


def test_what_an_earlier_version_has_kept_is_taken_up(page: Page, watch: Watch, base_url: str) -> None:
    page.goto(f"{base_url}web/icon.svg")  # the same origin, without the page
    page.evaluate("""() => {
      localStorage.npuzzle = 'board=1_2_3/4_5_6/7_0_8&room=explorer';
      localStorage['npuzzle-notes'] = JSON.stringify({ explorer: 'greedy misplaced', tour: 'solvability.1' });
    }""")
    page.goto(base_url)
    expect(page.get_by_role("tab", selected=True).last).to_have_text("Explore", timeout=READY)
    expect(page.locator("#explore-heuristic")).to_have_value("misplaced")
    open_room(page, "Learn")
    expect(page.get_by_test_id("exercise")).to_be_visible()
    page.get_by_role("button", name="Next step").click()
    until(page, "localStorage.npuzzle.includes('room=learn')")
    until(page, "!/tour|explorer/.test(localStorage['npuzzle-notes'])")
    page.reload()
    expect(page.get_by_role("tab", selected=True).last).to_have_text("Learn", timeout=READY)
