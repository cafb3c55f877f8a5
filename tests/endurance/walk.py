"""A random walk over the page: no action leads to an error, and a new task can always be started.

The actions are drawn from a seed and written to a log; `--replay` repeats the actions of a log. A seed does
not always repeat them: which controls the page shows at a moment depends on the speed of the machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, Dialog, Page, expect
from playwright.sync_api import Error as BrowserError

from tests.browser.conftest import Watch
from tests.browser.page_driver import open_room
from tests.endurance.hands import Action, come_back, do, draw_action
from web.room_table import ROOMS

SEED = 15
ANSWERS_IN = 30.0  # seconds in which the page must react to any action
STARTS_IN = 120.0  # seconds in which a reloaded page must be ready
EACH = 40  # actions between two checks that a new task can be started
LAST = 30  # actions shown after an error
ESCAPES = 2  # the first closes a question within a dialog, the second the dialog

KNOWN, MOVES = "8 6 7/2 5 4/3 0 1", "31"
#: The buttons that end a task, each with its room.
STOPS = tuple((room.name, stop) for room in ROOMS for stop in room.stops)
#: Looks and presses in one step: between two steps the task might end by itself.
PRESS_STOP = "stop => { const button = document.getElementById(stop); if (!button.hidden) button.click(); }"
#: Chromium logs this whenever it is offline, even if the page handles it.
NO_NETWORK = "net::ERR_INTERNET_DISCONNECTED"
#: Replaces the print dialog, which no user could close; its events are still sent.
NO_PRINTER = (
    "window.print = () => ['beforeprint', 'afterprint'].forEach(name => dispatchEvent(new Event(name)))"
)

#: Blocks links to the documents, because the walk must stay on this page.
STAY = """addEventListener('click', event => {
  const link = event.target.closest?.('a[href]');
  if (link && link.protocol === location.protocol && !link.download && link.pathname !== location.pathname) {
    event.preventDefault();
  }
}, true);"""


class StuckError(Exception):
    """Something that the page must not do, in a sentence."""


class Walk:
    """A walk. `done`: all actions; `missed`: those whose control had gone; `left`: checks of a new task."""

    def __init__(self, page: Page, watch: Watch, address: str, log: Path) -> None:
        self._page, self._watch, self._address, self._log = page, watch, address, log
        self.done: list[Action] = []
        self.missed = self.left = 0
        self._said: list[str] = []
        watch.allowed = (NO_NETWORK,)
        page.on("dialog", self._dialog)
        page.on("filechooser", lambda chooser: None)  # otherwise the browser would open a dialog
        page.add_init_script(NO_PRINTER)
        page.add_init_script(STAY)
        log.write_text("", encoding="utf-8")

    def run(self, seconds: float, seed: int) -> Iterator[Action]:
        """Draw and carry out actions for `seconds`. Raises StuckError."""
        self._open()
        random, until = Random(seed), monotonic() + seconds
        while monotonic() < until:
            yield self._step(draw_action(self._page, random))
            if len(self.done) % EACH == 0:
                yield self._step({"do": "leave"})
        self._step({"do": "leave"})

    def replay(self, actions: Iterable[Action]) -> Iterator[Action]:
        """Carry out the actions. Raises StuckError."""
        self._open()
        for action in actions:
            yield self._step(action)

    def _open(self) -> None:
        """Open the page and wait until it works offline, because the walk goes offline too."""
        self._page.goto(self._address, timeout=1000 * STARTS_IN)
        self._ready()
        expect(self._page.locator("#offline")).to_have_attribute(
            "data-kind", "ready", timeout=1000 * STARTS_IN
        )

    def _step(self, action: Action) -> Action:
        with self._log.open("a", encoding="utf-8") as log:
            log.write(json.dumps(action) + "\n")
        self.done.append(action)
        if action["do"] == "leave":
            self._leave()
            self.left += 1
        else:
            self.missed += not self._done(action)
        self._look()
        return action

    def _done(self, action: Action) -> bool:
        try:
            return do(self._page, action, self._address)
        except BrowserError as error:
            raise StuckError(f"the browser: {error}") from None

    def _look(self) -> None:
        """Check that the page reacts and has reported no error."""
        try:
            self._page.locator("body").wait_for(state="attached", timeout=1000 * ANSWERS_IN)
        except BrowserError:
            raise StuckError(f"the page did not react for {ANSWERS_IN:.0f} seconds") from None
        if found := [*self._watch.unexpected(), *self._said]:
            raise StuckError("; ".join(found))

    def _dialog(self, dialog: Dialog) -> None:
        self._said.append(f"a dialog: {dialog.type} {dialog.message}")
        dialog.dismiss()

    def _ready(self) -> None:
        """Wait until the page is ready, even if Back has left it."""
        come_back(self._page, self._address)
        try:
            expect(self._page.locator("body[data-ready]")).to_have_count(1, timeout=1000 * STARTS_IN)
        except AssertionError:
            raise StuckError(f"the page was not ready after {STARTS_IN:.0f} seconds") from None

    def _leave_hands(self) -> None:
        """Close the three steps by their own button: they hide the room below, and on a phone the tabs."""
        if self._page.locator("#hands-leave").is_visible():
            self._page.locator("#hands-leave").click()

    def _leave(self) -> None:
        """Stop any task, then check that a known board gets its known answer."""
        page = self._page
        self._ready()
        try:
            for _ in range(ESCAPES):
                if page.locator("dialog[open]").count():
                    page.keyboard.press("Escape")
            expect(page.locator("dialog[open]")).to_have_count(0)
            if page.locator("#present-end").is_visible():
                page.locator("#present-end").click()
            self._leave_hands()
            page.locator("#tab-solve").click()
            for room, stop in STOPS:
                self._leave_hands()
                open_room(page, room)
                page.evaluate(PRESS_STOP, stop)
            open_room(page, "solve")
            page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true })")
            expect(page.locator("#stop")).to_be_disabled(timeout=1000 * STARTS_IN)
            page.locator("#mode-paste").click()
            page.locator("#text").fill(KNOWN)
            page.locator("#goal").select_option("blank-last")
            for menu in ("#algorithm", "#heuristic"):
                if page.locator(menu).is_enabled():
                    page.locator(menu).select_option("auto")
            for limit in ("#seconds", "#expanded", "#stored", "#depth"):
                page.locator(limit).fill("")
            for choice in ("#metric", "#every"):
                page.locator(choice).uncheck()
            expect(page.locator("#solve")).to_be_enabled(timeout=1000 * STARTS_IN)
            page.locator("#solve").click()
            expect(page.locator("#stop")).to_be_disabled(timeout=1000 * ANSWERS_IN)
            expect(page.locator("#result-title")).to_contain_text(MOVES)
            expect(page.locator("#badge")).to_have_attribute("data-kind", "proved")
        except (AssertionError, BrowserError) as error:
            why = str(error).partition("Aria snapshot")[0].strip()
            raise StuckError(f"no new task could be started: {why}") from None


def told(walk: Walk, picture: Path) -> str:
    """Take a picture of the page; return the last actions, and the picture's path."""
    actions = "\n".join(f"  {json.dumps(action, ensure_ascii=False)}" for action in walk.done[-LAST:])
    try:
        walk._page.screenshot(path=picture, full_page=True, timeout=10_000)
    except BrowserError as error:
        return f"The last actions:\n{actions}\nNo picture: {error}"
    return f"The last actions:\n{actions}\nPicture: {picture}"


def logged(log: Path) -> list[Action]:
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


@contextmanager
def walking(browser: Browser, address: str, log: Path, **context: Any) -> Iterator[Walk]:
    """Start a walk in a new profile, with mouse, keyboard and touch."""
    profile = browser.new_context(has_touch=True, **context)
    profile.set_default_timeout(10_000)
    watch = Watch(profile)
    try:
        yield Walk(profile.new_page(), watch, address, log)
    finally:
        watch.end()
        profile.close()
