"""The Lab: a heuristic is written, certified, mended; its errors are shown; nothing of it is ever lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Watch
from tests.browser.lab import Lab, python_in
from tests.browser.looks import LIGHT_DESKTOP, check_looks, expect_no_overflow

LONG = 60_000  # ms a certificate may take on a busy machine
ENDLESS = "def h(board):\n    while True:\n        pass\n"


def enter(lab: Lab) -> Lab:
    """Open the Lab, its editor in place."""
    lab.page.get_by_role("tab", name="Lab").click()
    expect(lab.page.locator("#lab-editor")).to_be_visible(timeout=20_000)
    return lab


def editor(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Your Python")


def certify(lab: Lab, verdict: str) -> None:
    lab.button("Certify").click()
    expect(lab.page.locator("#lab-verdict")).to_have_text(verdict, timeout=LONG)


def expect_problem(lab: Lab, text: str) -> None:
    expect(lab.page.get_by_test_id("lab-problem")).to_contain_text(text, timeout=LONG)


def test_what_is_wrong_with_a_text_comes_into_view(lab: Lab) -> None:
    lab.page.set_viewport_size({"width": 1280, "height": 600})
    enter(lab)
    editor(lab.page).fill("x = 3")
    lab.button("Certify").click()
    expect_problem(lab, "defines no function")
    expect(lab.page.get_by_test_id("lab-problem")).to_be_in_viewport(ratio=1)


def load(lab: Lab, example: str) -> None:
    lab.choose("Example", example)
    lab.button("Load").click()


def test_a_wrong_heuristic_is_found_out_mended_and_proved(lab: Lab) -> None:
    enter(lab)
    load(lab, "Manhattan, blank counted")
    expect(lab.page.locator("#lab-look")).to_contain_text("counted twice")
    certify(lab, "Not admissible, not consistent")
    result = lab.page.get_by_test_id("lab-result")
    expect(result).to_contain_text("on 4,650 of the 181,440 states, by 4 at worst")
    expect(result).to_contain_text("it gives 2, but the goal is 1 move away")
    expect(result.get_by_role("img", name="1 2 3/4 5 0/7 8 6")).to_have_count(2)
    expect(lab.said).to_have_text("Not admissible, not consistent.")
    row = result.get_by_role("row", name=re.compile("^Manhattan distance"))
    expect(row).to_contain_text("yours dominates it")
    expect(result.get_by_role("row")).to_have_count(6)
    lab.button("Show on the board").click()
    lab.expect_shown("1 2 3/4 5 0/7 8 6")

    load(lab, "Manhattan distance")
    expect(lab.page.locator("#lab-stale")).to_be_visible()
    lab.page.get_by_label("Compare with all built-in heuristics").check()
    certify(lab, "Admissible and consistent")
    expect(lab.page.locator("#lab-stale")).to_be_hidden()
    expect(row).to_contain_text("the same everywhere")
    expect(result.get_by_role("row")).to_have_count(13)
    expect(lab.button("Show on the board")).to_be_hidden()


def test_errors_show_their_line_and_a_text_of_ones_own_comes_back(lab: Lab) -> None:
    enter(lab)
    mine = "def far(state):\n    total = 0\n    return foo\n"
    editor(lab.page).fill(mine)
    lab.button("Certify").click()
    expect_problem(lab, "Line 3: NameError: name 'foo' is not defined, for the board 1 2 3/4 5 6/7 8 0.")
    expect(lab.page.locator("#lab-editor .at-fault")).to_have_text("    return foo")
    lab.button("Go to line 3").click()
    lab.page.keyboard.press("Shift+End")
    lab.page.keyboard.type("return total")
    expect(editor(lab.page)).to_contain_text("    return total")
    expect(lab.page.locator("#lab-editor .at-fault")).to_have_count(0)
    certify(lab, "Admissible and consistent")
    expect(lab.page.get_by_test_id("lab-problem")).to_be_hidden()

    load(lab, "Misplaced tiles")
    expect(editor(lab.page)).to_contain_text("How many tiles are not where")
    lab.button("Bring mine back").click()
    expect(editor(lab.page)).to_contain_text("def far(state):")
    editor(lab.page).fill("def h(board)\n    return 1")
    lab.button("Certify").click()
    expect_problem(lab, "Line 1: SyntaxError:")
    editor(lab.page).fill("def h(board):\n    board.tiles")
    lab.button("Certify").click()
    expect_problem(lab, "Perhaps a return is missing.")


def test_an_endless_loop_is_stopped_and_the_text_kept(lab: Lab) -> None:
    enter(lab)
    editor(lab.page).fill(ENDLESS)
    lab.button("Certify").click()
    expect(lab.button("Stop")).to_be_focused()
    expect(lab.button("Certify")).to_be_disabled()
    expect(lab.page.get_by_text("Your code has not answered for some seconds.")).to_be_visible(timeout=LONG)
    lab.button("Stop").click()
    expect_problem(lab, "it may run in a loop that never ends. Your text is kept")
    expect(editor(lab.page)).to_contain_text("while True:")
    expect(lab.button("Certify")).to_be_enabled(timeout=LONG)
    load(lab, "Misplaced tiles")
    lab.button("Certify").click()
    expect(lab.page.get_by_role("progressbar", name="Certificate")).to_be_visible()
    lab.button("Stop").click()
    expect(lab.page.locator("#lab-note")).to_contain_text("nothing is proved")


def test_a_text_from_elsewhere_is_shown_but_not_run_and_goes_on_to_the_race(lab: Lab) -> None:
    hostile = "</textarea><script>x</script>\r\n\0\u2028def h(board): return 1/0"
    python_in(
        lab.page, f"from web.rooms import shell\nshell._rooms._desk.note('source', {hostile!r})\nresult = 0"
    )
    enter(lab)
    expect(editor(lab.page)).to_contain_text("</textarea><script>x</script>")
    expect(lab.page.get_by_test_id("lab-problem")).to_be_hidden()
    assert (
        python_in(lab.page, "from web.rooms import shell\nresult = shell._rooms._desk.state.solver.busy")
        == ""
    )
    lab.button("Certify").click()
    expect_problem(lab, "null bytes")
    text = "def h(board):\n    return 2"
    editor(lab.page).fill(text)
    noted = "from web.rooms import shell\nresult = shell._rooms._desk.notes['source']"
    for _ in range(100):
        if python_in(lab.page, noted) == text:
            break
        lab.page.wait_for_timeout(100)
    assert python_in(lab.page, noted) == text
    stand_in = """
class Race:
    def enter(self): pass
    def race_own(self): document.body.dataset.raced = shell._rooms._desk.notes["source"]
    def follow(self, before, state, event): pass
from web.rooms import shell
shell._rooms._views["race"] = Race()
result = 0
"""
    python_in(lab.page, stand_in)
    editor(lab.page).fill(text + "1")
    lab.button("Race it").click()
    expect(lab.page.get_by_role("tab", name="Race")).to_have_attribute("aria-selected", "true")
    expect(lab.page.locator("body")).to_have_attribute("data-raced", text + "1")


def test_the_keyboard_is_enough(lab: Lab) -> None:
    enter(lab)
    editor(lab.page).fill("def h(board):")
    lab.page.keyboard.press("Control+End")
    lab.page.keyboard.press("Enter")
    lab.page.keyboard.type("return 0")
    expect(editor(lab.page)).to_contain_text("    return 0")
    lab.page.keyboard.press("Home")
    lab.page.keyboard.press("Tab")
    expect(editor(lab.page)).to_be_focused()
    lab.page.keyboard.press("Escape")
    lab.page.keyboard.press("Tab")
    expect(lab.button("Certify")).to_be_focused()
    lab.page.keyboard.press("Shift+Tab")
    expect(editor(lab.page)).to_be_focused()
    lab.page.keyboard.press("Escape")
    lab.page.keyboard.press("Shift+Tab")
    expect(lab.page.get_by_text("Editor keys")).to_be_focused()  # read before they are needed
    lab.page.keyboard.press("Tab")
    lab.page.keyboard.press("Control+Enter")
    expect(lab.page.locator("#lab-verdict")).to_have_text("Admissible and consistent", timeout=LONG)


@pytest.mark.fresh(service_workers="block")  # which would have the file
def test_without_the_editor_a_plain_field_does_it_all(page: Page, watch: Watch, base_url: str) -> None:
    watch.allowed = ("ERR_FAILED",)
    page.route("**/web/js/lab_editor.js", lambda route: route.abort())
    lab = Lab(page).open(base_url)
    page.get_by_role("tab", name="Lab").click()
    field = editor(page)
    expect(field).to_have_value(re.compile("How many rows and columns"))
    field.fill("def h(board):\n    # \U0001f9e9\n    return foo")
    lab.button("Certify").click()
    expect_problem(lab, "Line 3: NameError")
    lab.button("Go to line 3").click()
    selected = "f => f.value.slice(f.selectionStart, f.selectionEnd)"
    assert field.evaluate(selected) == "    return foo"
    page.keyboard.type("    return 1")
    certify(lab, "Consistent, but not admissible")
    expect(page.locator("#lab-editor")).to_be_hidden()


def test_axe_finds_nothing_and_nothing_overflows(page: Page, watch: Watch, base_url: str) -> None:
    lab = enter(Lab(page).on_screen(*LIGHT_DESKTOP).open(base_url))
    for summary in ("Writing a heuristic", "Terms"):
        page.get_by_text(summary).click()
    check_looks(lab, "writing")
    load(lab, "Always 240")
    certify(lab, "Consistent, but not admissible")
    check_looks(lab, "certified")
    editor(page).fill("def h(board):\n    return 'far'[9]")
    lab.button("Certify").click()
    expect_problem(lab, "Line 2: IndexError")
    check_looks(lab, "failed")
    editor(page).fill(ENDLESS)
    lab.button("Certify").click()
    expect(page.get_by_role("progressbar", name="Certificate")).to_be_visible()
    check_looks(lab, "certifying")
    expect_no_overflow(lab, 320)
