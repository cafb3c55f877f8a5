"""The page as a user sees and operates it: by role, by name and by its texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from web.room_table import BY_NAME

READY = 60_000  # ms a slow machine may take to start Python
WINDOW = {"width": 1280, "height": 720}  # Playwright's default
PATIENCE = 20_000  # ms; a busy machine may need this for something that is immediate on another

#: A large screen and a phone, by day and by night.
SCREENS = [(1280, 800, "light"), (390, 844, "light"), (390, 844, "dark"), (1280, 800, "dark")]

HOW_FAR = """() => ({
  said: ['boot', 'solve-help', 'solver-notice', 'offline'].map(id => document.getElementById(id))
    .map(element => element.hidden ? '-' : element.innerText.trim()),
  workers: document.querySelectorAll('script[worker]').length,
  last: performance.getEntriesByType('resource').slice(-6).map(entry => entry.name),
})"""


LAST_AT_ONCE = """() => new MutationObserver((changes, watcher) => {
  if (document.getElementById('player').hidden) return;
  watcher.disconnect();
  document.getElementById('last').click();
}).observe(document.getElementById('player'), { attributes: true, attributeFilter: ['hidden'] })"""


#: Save nothing of the visit, not even as the page is left.
FORGET = "() => { Storage.prototype.setItem = () => {}; localStorage.clear(); sessionStorage.clear(); }"


FIRST = "8 6 7/2 5 4/3 0 1"  # the board of a first visit

#: Close everything that is open and forget the answers of lessons.
CLOSE = """() => {
  for (const open of document.querySelectorAll('details[open]')) open.open = false;
  for (const open of document.querySelectorAll('dialog[open]')) open.close();
  if (!document.getElementById('learn-exercise').hidden) document.getElementById('learn-all').click();
  for (const [part, close] of [['learn-for-teachers', 'teachers-leave'], ['learn-hand-in', 'learn-forget']])
    if (!document.getElementById(part).hidden) document.getElementById(close).click();
  document.activeElement.blur();
  scrollTo(0, 0);
}"""
#: The fields that no link sets, with their values on a first visit.
FIELDS = {
    "language": "en",
    "hints-on": False,
    "hues": False,
    "numbers": True,
    "speed": "normal",
    "grouping": "single",
    "notation": "tile",
    "moves-text": "",
    "share-path": True,
    "share-notes": True,
}
CHANGE_BACK = """fields => {
  for (const [id, wanted] of Object.entries(fields)) {
    const field = document.getElementById(id), name = typeof wanted === 'boolean' ? 'checked' : 'value';
    if (field[name] === wanted) continue;
    field[name] = wanted;
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
}"""
IS_PUT_BACK = """!location.hash && document.documentElement.lang === 'en'
  && document.getElementById('player').hidden
  && !document.getElementById('solve').disabled
  && document.getElementById('tab-solve').ariaSelected === 'true'
  && document.getElementById('goal').value === 'blank-last'
  && '8,6,7,2,5,4,3,,1' ===
    [...document.querySelectorAll('#board [role=gridcell]')].map(cell => cell.innerText).join()"""


def open_room(page: Page, label: str) -> None:
    """Press the tab of a room, after that of its group if necessary."""
    room = BY_NAME[label.lower()]
    if room.group and not page.locator(f"#tab-{room.name}").is_visible():
        page.locator(f"#tab-{room.group.lower()}").click()
    page.locator(f"#tab-{room.name}").click()
    page.locator(f"#room-{room.name}").wait_for()


class PageDriver:
    """A page, and a user's actions on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE)

    def on_screen(self, width: int, height: int, scheme: str = "light") -> PageDriver:
        """Set the size of the window and the colour scheme, and reduce motion."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        return self

    def open(self, address: str) -> PageDriver:
        self.page.goto(address)
        return self.wait_ready()

    def put_back(self, address: str) -> PageDriver:
        """Reset the open page to its first board, goal and choices, by a link and in its fields.

        Everything that is open is closed. The offers for a first visit do not reappear.
        """
        self.page.set_viewport_size(WINDOW)
        self.page.emulate_media(color_scheme="null", reduced_motion="null", forced_colors="null")
        self.page.evaluate(CLOSE)
        self.page.evaluate("scrollTo(0, 0)")
        self.page.evaluate(CHANGE_BACK, FIELDS)
        for _ in range(READY // 5_000):  # a search that is ending rejects a link; its worker may restart
            self.page.goto(f"{address}#board={FIRST.replace(' ', '_')}")
            with suppress(AssertionError):
                until(self.page, IS_PUT_BACK, seconds=5)
                return self
        raise AssertionError(f"not put back: {self.page.evaluate(HOW_FAR)}")

    def wait_ready(self) -> PageDriver:
        """Wait until Python runs and the solver answers. On failure, report how far the page says it is."""
        try:
            expect(self.page.locator("#solve")).to_be_enabled(timeout=READY)  # hidden in Today
        except AssertionError as error:
            raise AssertionError(f"not ready: {self.page.evaluate(HOW_FAR)}") from error
        return self

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def stop(self) -> None:
        """End the search; once there is a path, the button is named Use this one."""
        self.page.get_by_role("button", name=re.compile("^(Stop|Use this one)$")).first.click()

    def go_to_the_end_at_once(self) -> None:
        """Press Last as soon as the first path appears, before a shorter one is found."""
        self.page.evaluate(LAST_AT_ONCE)

    def field(self, name: str) -> Locator:
        """Return the field or menu with this label; open any fold around it first."""
        field = self.page.get_by_label(name, exact=True)
        self.unfold(field)
        return field

    def unfold(self, inside: Locator) -> None:
        """Open the folds around an element, as a user does."""
        folds = inside.locator("xpath=ancestor::details[not(@open)]/summary")
        while folds.count():
            folds.first.click()

    def clear_saved(self) -> None:
        """Clear the saved data in the open Share dialog, with two presses."""
        self.button("Clear saved data").click()
        self.button("Clear all of it").click()
        expect(self.page.locator("#share-forget-said")).to_contain_text("The saved data is cleared.")

    def load(self, name: str) -> None:
        """Choose an example of the Lab, such as an algorithm."""
        open_room(self.page, "Lab")
        self.page.locator("#lab-example").select_option(label=name)

    def open_board(self) -> None:
        """Enlarge the board where it is small next to a figure."""
        small = self.page.locator("#open-board[aria-expanded=false]")
        if small.is_visible():
            small.click()

    def open_setup(self) -> None:
        """Open the goal, the examples, the sizes and the pictures, below the board."""
        self.open_board()
        self._open("setup")

    def open_moves(self) -> None:
        """Open the list of the solution's moves, with the speed and the copy buttons."""
        self._open("path-more")

    def open_many(self) -> None:
        """Open the run on many boards, in the fold below a race."""
        self.open_lanes()
        self._open("compare-fold")

    def open_lanes(self) -> None:
        """Open the choices of the lanes and the figures, below a race."""
        self._open("race-more")

    def open_how(self) -> None:
        """Open the choices of how to solve."""
        self._open("how")

    def _open(self, fold: str) -> None:
        summary = self.page.locator(f"#{fold}:not([open]) > summary")
        if summary.count():
            summary.click()

    def menu(self, name: str) -> Locator:
        """Return the menu with this label; open any fold around it first."""
        here = self.page.locator("header, #stage, .room:not([hidden])")
        menu = here.get_by_role("combobox", name=name, exact=True, include_hidden=True)
        self.unfold(menu)
        return menu

    def choose(self, name: str, label: str) -> None:
        self.menu(name).select_option(label=label)

    def mode(self, name: str) -> None:
        """Choose Slide, Edit or Paste."""
        self.open_board()
        self.page.get_by_role("radio", name=name, exact=True).click()

    def type_board(self, text: str) -> None:
        """Type a text in the Paste mode, and return to Slide if the text is a board."""
        self.mode("Paste")
        self.page.get_by_label("Board as text").fill(text)
        if not self.page.get_by_test_id("text-problem").inner_text():
            self.mode("Slide")

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("grid", name="Board")

    def cell(self, row: int, column: int) -> Locator:
        return self.board.get_by_role("row").nth(row - 1).get_by_role("gridcell").nth(column - 1)

    def board_text(self) -> str:
        """Return the board on show, read from the names of its cells."""
        rows = []
        for row in self.board.get_by_role("row").all():
            names = [cell.get_attribute("aria-label") or "" for cell in row.get_by_role("gridcell").all()]
            tiles = [re.search(r": tile (\d+)", name) for name in names]
            rows.append(" ".join(tile[1] if tile else "0" for tile in tiles))
        return "/".join(rows)

    def expect_shown(self, board: str) -> None:
        for r, row in enumerate(board.split("/"), 1):
            for c, tile in enumerate(row.split(), 1):
                what = "the blank" if tile == "0" else f"tile {tile}(, at home)?"
                expect(self.cell(r, c)).to_have_accessible_name(re.compile(f"^row {r}, column {c}: {what}$"))

    def expect_verdict(self, text: str) -> None:
        expect(self.page.get_by_test_id("verdict")).to_contain_text(text)

    def figure(self, name: str) -> str:
        """Return the value under this name in the result."""
        term = self.page.locator("#result .figures dt", has_text=re.compile(f"^{re.escape(name)}$"))
        return term.locator("xpath=following-sibling::dd").text_content() or ""

    def open_numbers(self) -> None:
        """Open the figures of the search, with the chart of its path."""
        self.page.locator("#search-numbers > summary").click()

    def expect_badge(self, text: str, *, seconds: float = 60) -> None:
        expect(self.page.get_by_test_id("badge")).to_have_text(
            re.compile(re.escape(text)), timeout=seconds * 1000
        )

    def expect_result(self, title: str, *, seconds: float = 60) -> None:
        heading = self.page.get_by_test_id("result").get_by_role("heading", level=2)
        expect(heading).to_have_text(title, timeout=seconds * 1000)

    def solve(self, title: str, badge: str) -> None:
        """Press Solve and wait for this title and badge."""
        self.button("Solve").click()
        self.expect_result(title)
        self.expect_badge(badge)
        expect(self.page.locator("#player")).to_have_css("pointer-events", "auto")  # not at first

    def expect_step(self, text: str) -> None:
        expect(self.page.get_by_test_id("step-text")).to_have_text(text)

    @property
    def slider(self) -> Locator:
        return self.page.get_by_role("slider", name="Move shown")

    @property
    def said(self) -> Locator:
        """Return the text of the live region, which a screen reader reads aloud."""
        return self.page.get_by_test_id("spoken")

    @property
    def player(self) -> Locator:
        return self.page.get_by_role("group", name="Solution")


def until(page: Page, expression: str, *, seconds: float = PATIENCE / 1000) -> None:
    """Wait until an expression is true. Polls from outside: the page's policy forbids `eval` inside it."""
    for _ in range(round(seconds * 20)):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"after {seconds:g} seconds still not {expression}")


def python_in(page: Page, code: str, *, seconds: float = 120) -> Any:
    """Run code in the page's own Python and return its `result` as plain data, or raise its error."""
    indented = "\n".join(f"    {line}" for line in code.splitlines())
    page.evaluate(ADD, f"import json, traceback\nfrom js import document\ntry:\n{indented}\n{SAY}")
    ran = page.locator("body[data-ran]")
    ran.wait_for(timeout=seconds * 1000)
    said = json.loads(ran.get_attribute("data-ran") or "")
    if "error" in said:
        raise AssertionError(said["error"])
    return said["result"]


SAY = """
    said = {"result": result}
except Exception:
    said = {"error": traceback.format_exc()}
document.body.dataset.ran = json.dumps(said)
"""
ADD = """code => {
  delete document.body.dataset.ran;
  const script = document.createElement('py-script'); // no <script>: the page's policy makes no text a script
  script.textContent = code;
  document.body.append(script);
}"""


@contextmanager
def without_python(page: Page) -> Iterator[None]:
    """Hold back Python's interpreter until the block ends."""
    held: list[Route] = []
    page.route("**/pyodide.asm.wasm", lambda route: held.append(route))
    yield
    for route in held:
        route.continue_()
    page.unroute("**/pyodide.asm.wasm")
