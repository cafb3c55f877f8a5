"""In the Lab a heuristic is written, certified and corrected; its errors are shown, and no text is lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.lab_room import LONG, certify, editor, enter, expect_problem, load
from tests.browser.looks import LIGHT_DESKTOP, check_looks, expect_no_overflow
from tests.browser.page_driver import PageDriver, open_room, python_in

ENDLESS = "def h(board):\n    while True:\n        pass\n"


def test_what_is_wrong_with_a_text_comes_into_view(driver: PageDriver) -> None:
    driver.page.set_viewport_size({"width": 1280, "height": 600})
    enter(driver)
    editor(driver.page).fill("x = 3")
    driver.button("Certify").click()
    expect_problem(driver, "defines no function")
    expect(driver.page.get_by_test_id("lab-problem")).to_be_in_viewport(ratio=1)


def test_a_text_of_a_lesson_is_not_called_an_example(driver: PageDriver) -> None:
    """A true sentence about one heuristic must not appear above a wrong one."""
    page = driver.page
    open_room(page, "Learn")
    page.locator("#learn-short [data-lesson=admissible]").click()
    for _ in range(2):
        driver.button("Next step").click()
    page.locator("#learn-set-up").click()
    expect(editor(page)).to_contain_text("the blank's cell counted too")
    expect(page.locator("#lab-example")).to_have_value("")
    expect(page.locator("#lab-look")).to_be_empty()


def test_a_wrong_heuristic_is_found_out_mended_and_proved(driver: PageDriver) -> None:
    enter(driver)
    load(driver, "Manhattan, blank counted")
    expect(driver.page.locator("#lab-look")).to_contain_text("counted twice")
    certify(driver, "Not admissible, not consistent")
    result = driver.page.get_by_test_id("lab-result")
    expect(result).to_contain_text("on 4,650 of the 181,440 states, by 4 at worst")
    expect(result).to_contain_text("it gives 2, but the goal is 1 move away")
    expect(result.get_by_role("img", name="1 2 3/4 5 0/7 8 6")).to_have_count(2)
    expect(driver.said).to_have_text("Not admissible, not consistent.")
    row = result.get_by_role("row", name=re.compile("^Manhattan distance"))
    expect(row).to_contain_text("yours dominates it")
    expect(result.get_by_role("row")).to_have_count(6)
    driver.button("Show on the board").click()
    driver.expect_shown("1 2 3/4 5 0/7 8 6")

    load(driver, "Manhattan distance")
    expect(driver.page.locator("#lab-stale")).to_be_visible()
    driver.page.get_by_label("Compare with all built-in heuristics").check()
    certify(driver, "Admissible and consistent")
    expect(driver.page.locator("#lab-stale")).to_be_hidden()
    expect(row).to_contain_text("the same everywhere")
    expect(result.get_by_role("row")).to_have_count(13)
    expect(driver.button("Show on the board")).to_be_hidden()


def test_errors_show_their_line_and_a_text_of_ones_own_comes_back(driver: PageDriver) -> None:
    enter(driver)
    mine = "def far(state):\n    total = 0\n    return foo\n"
    editor(driver.page).fill(mine)
    driver.button("Certify").click()
    expect_problem(driver, "Line 3: NameError: name 'foo' is not defined, for the board 1 2 3/4 5 6/7 8 0.")
    expect(driver.page.locator("#lab-editor .at-fault")).to_have_text("    return foo")
    driver.button("Go to line 3").click()
    driver.page.keyboard.press("Shift+End")
    driver.page.keyboard.type("return total")
    expect(editor(driver.page)).to_contain_text("    return total")
    expect(driver.page.locator("#lab-editor .at-fault")).to_have_count(0)
    certify(driver, "Admissible and consistent")
    expect(driver.page.get_by_test_id("lab-problem")).to_be_hidden()

    load(driver, "Misplaced tiles")
    expect(editor(driver.page)).to_contain_text("How many tiles are not where")
    driver.button("Restore my text").click()
    expect(editor(driver.page)).to_contain_text("def far(state):")
    editor(driver.page).fill("def h(board)\n    return 1")
    driver.button("Certify").click()
    expect_problem(driver, "Line 1: SyntaxError:")
    editor(driver.page).fill("def h(board):\n    board.tiles")
    driver.button("Certify").click()
    expect_problem(driver, "Perhaps a return is missing.")


def test_an_endless_loop_is_stopped_and_the_text_kept(driver: PageDriver) -> None:
    enter(driver)
    editor(driver.page).fill(ENDLESS)
    driver.button("Certify").click()
    expect(driver.button("Stop")).to_be_focused()
    expect(driver.button("Certify")).to_be_disabled()
    expect(driver.page.get_by_text("Your code has not answered for some seconds.")).to_be_visible(
        timeout=LONG
    )
    driver.button("Stop").click()
    expect_problem(driver, "it may run in a loop that never ends. Your text is safe")
    expect(editor(driver.page)).to_contain_text("while True:")
    expect(driver.button("Certify")).to_be_enabled(timeout=LONG)
    load(driver, "Misplaced tiles")
    driver.button("Certify").click()
    expect(driver.page.get_by_role("progressbar", name="Certificate")).to_be_visible()
    driver.button("Stop").click()
    expect(driver.page.locator("#lab-note")).to_contain_text("nothing is proved")


@pytest.mark.own_page
def test_a_text_from_elsewhere_is_shown_but_not_run_and_goes_on_to_the_race(driver: PageDriver) -> None:
    hostile = "</textarea><script>x</script>\r\n\0\u2028def h(board): return 1/0"
    python_in(
        driver.page,
        f"from web.rooms import shell\nshell._rooms._desk.note('source', {hostile!r})\nresult = 0",
    )
    enter(driver)
    expect(editor(driver.page)).to_contain_text("</textarea><script>x</script>")
    expect(driver.page.get_by_test_id("lab-problem")).to_be_hidden()
    assert (
        python_in(driver.page, "from web.rooms import shell\nresult = shell._rooms._desk.state.solver.busy")
        == ""
    )
    driver.button("Certify").click()
    expect_problem(driver, "null bytes")
    text = "def h(board):\n    return 2"
    editor(driver.page).fill(text)
    noted = "from web.rooms import shell\nresult = shell._rooms._desk.notes['source']"
    for _ in range(100):
        if python_in(driver.page, noted) == text:
            break
        driver.page.wait_for_timeout(100)
    assert python_in(driver.page, noted) == text
    stand_in = """
class Race:
    def enter(self): pass
    def race_own(self): document.body.dataset.raced = shell._rooms._desk.notes["source"]
    def follow(self, before, state, event): pass
from web.rooms import shell
shell._rooms._views["race"] = Race()
result = 0
"""
    python_in(driver.page, stand_in)
    editor(driver.page).fill(text + "1")
    driver.button("Race it").click()
    expect(driver.page.get_by_role("tab", name="Race")).to_have_attribute("aria-selected", "true")
    expect(driver.page.locator("body")).to_have_attribute("data-raced", text + "1")


@pytest.mark.own_page
def test_the_keyboard_is_enough(driver: PageDriver) -> None:
    enter(driver)
    editor(driver.page).fill("def h(board):")
    driver.page.keyboard.press("Control+End")
    driver.page.keyboard.press("Enter")
    driver.page.keyboard.type("return 0")
    expect(editor(driver.page)).to_contain_text("    return 0")
    driver.page.keyboard.press("Home")
    driver.page.keyboard.press("Tab")
    expect(editor(driver.page)).to_be_focused()
    driver.page.keyboard.press("Escape")
    driver.page.keyboard.press("Tab")
    expect(driver.button("Certify")).to_be_focused()
    driver.page.keyboard.press("Shift+Tab")
    expect(editor(driver.page)).to_be_focused()
    driver.page.keyboard.press("Escape")
    driver.page.keyboard.press("Shift+Tab")
    expect(driver.page.locator("#lab-example")).to_be_focused()
    driver.page.keyboard.press("Tab")
    driver.page.keyboard.press("Control+Enter")
    expect(driver.page.locator("#lab-verdict")).to_have_text("Admissible and consistent", timeout=LONG)


def test_the_keys_that_leave_the_editor_are_said_at_it(driver: PageDriver) -> None:
    enter(driver)
    keys = "Tab indents. To leave the editor by keyboard, press Esc, then Tab. Ctrl+Enter certifies."
    expect(driver.page.get_by_text(keys)).to_be_hidden()
    editor(driver.page).focus()
    expect(driver.page.get_by_text(keys)).to_be_visible()
    devtools = driver.page.context.new_cdp_session(driver.page)
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    named = {"nodeId": root, "accessibleName": "Your Python", "role": "textbox"}
    [field] = devtools.send("Accessibility.queryAXTree", named)["nodes"]
    assert field["description"]["value"] == keys


@pytest.mark.fresh(service_workers="block")  # the service worker would have the file
def test_without_the_editor_a_plain_field_does_it_all(page: Page, watch: Watch, base_url: str) -> None:
    watch.allowed = ("ERR_FAILED",)
    page.route("**/web/js/lab_editor.js", lambda route: route.abort())
    driver = PageDriver(page).open(base_url)
    open_room(page, "Lab")
    field = editor(page)
    expect(field).to_have_value(re.compile("How many rows and columns"))
    field.fill("def h(board):\n    # \U0001f9e9\n    return foo")
    driver.button("Certify").click()
    expect_problem(driver, "Line 3: NameError")
    driver.button("Go to line 3").click()
    selected = "f => f.value.slice(f.selectionStart, f.selectionEnd)"
    assert field.evaluate(selected) == "    return foo"
    page.keyboard.type("    return 1")
    certify(driver, "Consistent, but not admissible")
    expect(page.locator("#lab-editor")).to_be_hidden()


def test_axe_finds_nothing_and_nothing_overflows(page: Page, watch: Watch, base_url: str) -> None:
    driver = enter(PageDriver(page).on_screen(*LIGHT_DESKTOP).open(base_url))
    for summary in ("Writing a heuristic", "Terms"):
        page.get_by_text(summary).click()
    check_looks(driver, "writing")
    load(driver, "Always 240")
    certify(driver, "Consistent, but not admissible")
    check_looks(driver, "certified")
    editor(page).fill("def h(board):\n    return 'far'[9]")
    driver.button("Certify").click()
    expect_problem(driver, "Line 2: IndexError")
    check_looks(driver, "failed")
    editor(page).fill(ENDLESS)
    driver.button("Certify").click()
    expect(page.get_by_role("progressbar", name="Certificate")).to_be_visible()
    check_looks(driver, "certifying")
    expect_no_overflow(driver, 320)
