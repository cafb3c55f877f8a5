"""Links, and what the browser keeps."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.lab import READY, SCREENS, Lab, python_in, until
from tests.conftest import screenshots

PATH = "board=1_2_3/4_5_6/7_0_8&heuristic=manhattan&notation=blank&moves=RLL&step=2"
#: These end above the bar of rooms, or above the window's edge where the bar is beside the board.
PLAYER_IN_VIEW = """(shown => {
  const bar = document.querySelector('.top').getBoundingClientRect().top;
  const end = innerWidth < 860 ? bar : innerHeight;
  return shown.every(id => document.getElementById(id).getBoundingClientRect().bottom <= end);
})(%s)"""


def test_a_link_restores_board_choices_and_step_and_what_is_changed_survives_a_reload(
    page: Page, watch: Watch, base_url: str
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lab = Lab(page).open(f"{base_url}#{PATH}")
    lab.expect_step("Move 2 of 3: Tile 7 left")
    expect(lab.menu("Heuristic")).to_have_value("manhattan")
    expect(lab.menu("Directions")).to_have_value("blank")
    expect(page.get_by_test_id("badge")).to_contain_text("Press Solve to see whether it is shortest")
    assert "#" not in page.url

    lab.solve("Solved in 1 move", "Proved shortest")
    until(page, "localStorage.npuzzle?.includes('bound=1')")
    page.reload()
    lab.wait_ready().expect_badge("Proved shortest")  # a reload loses nothing of what was proved
    lab.choose("Goal", "Spiral (snail)")
    expect(page.get_by_test_id("verdict")).to_contain_text("Not solvable")
    until(page, "localStorage.npuzzle?.includes('spiral')")
    page.reload()
    expect(page.get_by_test_id("verdict")).to_contain_text("Not solvable", timeout=READY)
    expect(lab.menu("Goal")).to_have_value("spiral")
    expect(lab.menu("Heuristic")).to_have_value("manhattan")

    lab.button("Share").click()
    expect(page.get_by_label("With the solution on show and its step")).to_be_hidden()  # there is none
    expect(page.get_by_test_id("share-here")).to_contain_text("on this machine only")
    expect(page.get_by_test_id("share-embed-here")).to_contain_text("the page cannot stand in a frame")
    link = page.get_by_role("textbox", name="Link")
    assert link.input_value().endswith(
        "#board=1_2_3/4_5_6/7_0_8&goal=spiral&heuristic=manhattan&notation=blank"
    )
    lab.button("Copy the link").click()
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link.input_value()
    lab.clear_saved()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.reload()
    lab.wait_ready()
    lab.expect_shown("8 6 7/2 5 4/3 0 1")


def test_what_was_forgotten_stays_so_until_the_page_changes(lab: Lab) -> None:
    """Not so by what happens of itself, as a solver that gets ready does."""
    kept = "[localStorage.npuzzle, sessionStorage.npuzzle].filter(Boolean).length"
    lab.choose("Goal", "Spiral (snail)")
    until(lab.page, f"{kept} === 2")
    lab.button("Share").click()
    lab.clear_saved()
    lab.page.keyboard.press("Escape")
    assert lab.page.evaluate(kept) == 0
    python_in(
        lab.page,
        "from web.page.events import SolverChanged\nfrom web.page.store import store\n"
        "store.dispatch(SolverChanged(True, '', '', False, 'Ready, and something else.'))\n"
        "result = store.state.phase.value",
    )
    lab.page.wait_for_timeout(1_500)
    assert lab.page.evaluate(kept) == 0
    lab.page.reload()
    lab.wait_ready()
    expect(lab.menu("Goal")).to_have_value("blank-last")
    lab.choose("Goal", "Spiral (snail)")
    until(lab.page, f"{kept} === 2")


def test_what_is_cleared_is_named_and_asked_for_twice(lab: Lab) -> None:
    """Escape, a press elsewhere, Tab and a double press all clear nothing."""
    page, saved = lab.page, lab.page.get_by_test_id("share-saved")
    said, dialog = page.locator("#share-forget-said"), page.get_by_role("dialog")
    kept = "Boolean(localStorage.npuzzle && sessionStorage.npuzzle)"
    lab.load("Breadth-first search")
    until(page, "sessionStorage['npuzzle-notes']?.includes('search')")
    lab.button("Share").click()
    expect(saved).to_contain_text("Your board and the path on show")
    expect(saved).to_contain_text("The text of the Lab")
    for give_up in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.keyboard.press("Tab"),
        lambda: dialog.get_by_role("heading").click(),
    ):
        lab.button("Clear saved data").click()
        expect(said).to_contain_text("Press again to clear all of it")
        give_up()
        expect(said).to_have_text("Nothing was cleared.")
        expect(lab.button("Clear saved data")).to_be_visible()
        expect(dialog).to_be_visible()
    lab.button("Clear saved data").dblclick()
    expect(lab.button("Clear all of it")).to_be_focused()
    assert page.evaluate(kept)
    page.keyboard.press("Enter")
    expect(said).to_have_text("The saved data is cleared.")
    expect(saved).to_be_hidden()
    assert not page.evaluate(kept)


def test_what_a_press_on_clear_asks_is_in_view_on_a_phone(lab: Lab) -> None:
    lab.page.set_viewport_size({"width": 390, "height": 700})
    said = lab.page.locator("#share-forget-said")
    lab.button("Share").click()
    expect(lab.page.get_by_test_id("share-saved")).to_contain_text("Your board")
    lab.button("Clear saved data").click()
    expect(said).to_contain_text("Press again to clear all of it")
    expect(said).to_be_in_viewport(ratio=1)
    lab.button("Clear all of it").click()
    expect(said).to_have_text("The saved data is cleared.")
    expect(said).to_be_in_viewport(ratio=1)


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
    lab = Lab(page).open(f"{base_url}#{fragment}")
    expect(page.get_by_test_id("link-problem")).to_contain_text(says)
    assert page.locator("img, script:not([src])").count() == 0
    lab.page.goto(f"{base_url}#board=1_2/0_3")  # in the open page
    lab.expect_shown("1 2/0 3")
    expect(page.get_by_test_id("link-problem")).to_be_empty()
    lab.solve("Solved in 1 move", "Proved shortest")


@pytest.mark.parametrize("language", ["English", "中文"])
def test_what_a_link_holds_is_ticked_one_below_the_other(lab: Lab, language: str) -> None:
    lab.page.get_by_role("tab", name="Lab").click()
    editor = lab.page.locator("#room-lab .cm-content")
    expect(editor).to_contain_text("def heuristic", timeout=READY)
    editor.click()
    lab.page.keyboard.type("# mine")
    expect(editor).to_contain_text("# mine")
    lab.page.get_by_role("tab", name="Solve").click()  # the Lab notes its text as it is left
    lab.button("Solve").click()
    expect(lab.player).to_be_visible()
    lab.choose("Language", language)
    lab.page.locator("#share").click()
    path, notes = (lab.page.locator(f"#share-{name}-field") for name in ("path", "notes"))
    expect(notes).to_be_visible()
    first, second = path.bounding_box(), notes.bounding_box()
    assert first is not None
    assert second is not None
    assert second["x"] == first["x"]
    assert second["y"] >= first["y"] + first["height"]


@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS)
def test_what_is_wrong_with_a_link_hides_nothing_and_goes_with_the_next_search(
    page: Page, watch: Watch, base_url: str, width: int, height: int, scheme: str
) -> None:
    lab = Lab(page).on_screen(width, height, scheme)
    lab.open(f"{base_url}#board=1_2_3/4_5_6/0_7_8&moves=LL&bound=2&algorithm=nonsense&foo=1")
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
    lab.solve("Solved in 2 moves", "Proved shortest")
    expect(said).to_be_empty()


def test_a_link_with_a_heuristic_runs_nothing_and_does_not_cost_me_mine(
    page: Page, watch: Watch, base_url: str
) -> None:
    lab = Lab(page).open(base_url)
    lab.page.get_by_role("tab", name="Lab").click()
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
    lab.button("Bring mine back").click()
    expect(editor).to_contain_text("def mine(board)")


@pytest.mark.parametrize(
    ("old", "label", "says"),
    [
        ("explorer", "Explore", "Build the tree"),
        ("bench", "Lab", "Certify"),
        ("tour", "Learn", "Forget all answers"),
    ],
)
def test_a_link_of_an_earlier_version_opens_its_room(
    page: Page, watch: Watch, base_url: str, old: str, label: str, says: str
) -> None:
    page.goto(f"{base_url}#board=1_2_3/4_5_6/7_0_8&room={old}&tour=t0 1.1")
    expect(page.get_by_role("tab", selected=True)).to_have_text(label, timeout=READY)
    expect(page.get_by_role("button", name=says)).to_be_visible()
    expect(page.get_by_test_id("link-problem")).to_be_empty()


def test_what_an_earlier_version_has_kept_is_taken_up(page: Page, watch: Watch, base_url: str) -> None:
    page.goto(f"{base_url}web/icon.svg")  # the origin, without the page
    page.evaluate("""() => {
      localStorage.npuzzle = 'board=1_2_3/4_5_6/7_0_8&room=explorer';
      localStorage['npuzzle-notes'] = JSON.stringify({ explorer: 'greedy misplaced', tour: '1.1 1.1' });
    }""")
    page.goto(base_url)
    expect(page.get_by_role("tab", selected=True)).to_have_text("Explore", timeout=READY)
    expect(page.locator("#explore-heuristic")).to_have_value("misplaced")
    page.get_by_role("tab", name="Learn").click()
    expect(page.get_by_test_id("exercise")).to_be_visible()
    page.get_by_role("button", name="Next step").click()
    until(page, "localStorage.npuzzle.includes('room=learn')")
    until(page, "!/tour|explorer/.test(localStorage['npuzzle-notes'])")
    page.reload()
    expect(page.get_by_role("tab", selected=True)).to_have_text("Learn", timeout=READY)
