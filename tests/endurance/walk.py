"""A random walk over the page: after any action it shows no error, and it can always be left.

A seed draws the actions; each is written to a log as it is done, and `--replay` does those of a log once
more. (The same seed draws the same choices for as long as the page shows the same controls, which depends
on how fast the machine is; a log does not.)
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
ANSWERS_IN = 30.0  # seconds in which the page must react, after any action
STARTS_IN = 120.0  # seconds in which a page that is loaded anew must be ready
EACH = 40  # actions between two looks whether the page can be left
LAST = 30  # actions that are shown when something is wrong
ESCAPES = 2  # what a dialog asks is given up first, then the dialog

KNOWN, MOVES = "8 6 7/2 5 4/3 0 1", "31"
#: What ends a task, and the room where it stands; one that can be pressed is shown and not disabled.
STOPS = tuple((room.name, stop) for room in ROOMS for stop in room.stops)
#: In the page itself: what runs may end by itself between a look and a press.
PRESS_STOP = "stop => { const button = document.getElementById(stop); if (!button.hidden) button.click(); }"
#: What Chromium says of itself when it is offline, whatever the page makes of that.
NO_NETWORK = "net::ERR_INTERNET_DISCONNECTED"
#: No user is there to answer a print dialogue; the listeners of its begin and end are called.
NO_PRINTER = (
    "window.print = () => ['beforeprint', 'afterprint'].forEach(name => dispatchEvent(new Event(name)))"
)

#: The walk stays on this page: a link to the documents would take it away at any moment later.
STAY = """addEventListener('click', event => {
  const link = event.target.closest?.('a[href]');
  if (link && link.protocol === location.protocol && !link.download && link.pathname !== location.pathname) {
    event.preventDefault();
  }
}, true);"""


class StuckError(Exception):
    """What the page did that it must not, in a sentence."""


class Walk:
    """`done`: every action so far. `missed`: those whose control had gone. `left`: how often it was left."""

    def __init__(self, page: Page, watch: Watch, address: str, log: Path) -> None:
        self._page, self._watch, self._address, self._log = page, watch, address, log
        self.done: list[Action] = []
        self.missed = self.left = 0
        self._said: list[str] = []
        watch.allowed = (NO_NETWORK,)
        page.on("dialog", self._dialog)
        page.on("filechooser", lambda chooser: None)  # without this the browser would open one
        page.add_init_script(NO_PRINTER)
        page.add_init_script(STAY)
        log.write_text("", encoding="utf-8")

    def run(self, seconds: float, seed: int) -> Iterator[Action]:
        """Walk for so long. Raises StuckError."""
        self._open()
        random, until = Random(seed), monotonic() + seconds
        while monotonic() < until:
            yield self._step(draw_action(self._page, random))
            if len(self.done) % EACH == 0:
                yield self._step({"do": "leave"})
        self._step({"do": "leave"})

    def replay(self, actions: Iterable[Action]) -> Iterator[Action]:
        """Do these. Raises StuckError."""
        self._open()
        for action in actions:
            yield self._step(action)

    def _open(self) -> None:
        """The walk begins once the page works offline, as it goes offline too."""
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
        """The page reacts, and nothing was complained of."""
        try:
            self._page.locator("body").wait_for(state="attached", timeout=1000 * ANSWERS_IN)
        except BrowserError:
            raise StuckError(f"the page did not react for {ANSWERS_IN:.0f} seconds") from None
        if found := [*self._watch.unexpected(), *self._said]:
            raise StuckError("; ".join(found))

    def _dialog(self, dialog: Dialog) -> None:
        self._said.append(f"a dialogue: {dialog.type} {dialog.message}")
        dialog.dismiss()

    def _ready(self) -> None:
        """Wait until the page is there, also after Back has left it."""
        come_back(self._page, self._address)
        try:
            expect(self._page.locator("body[data-ready]")).to_have_count(1, timeout=1000 * STARTS_IN)
        except AssertionError:
            raise StuckError(f"the page was not ready after {STARTS_IN:.0f} seconds") from None

    def _leave_hands(self) -> None:
        """Leave the three steps by their own door: they hide the room below them, and on a phone the tabs."""
        if self._page.locator("#hands-leave").is_visible():
            self._page.locator("#hands-leave").click()

    def _leave(self) -> None:
        """Whatever goes on can be stopped, and then a known board has its known answer."""
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
            raise StuckError(f"the page could not be left: {why}") from None


def told(walk: Walk, picture: Path) -> str:
    """The last actions, and where the picture of the page is."""
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
    """A walk in a profile of its own, by mouse, keys and touch."""
    profile = browser.new_context(has_touch=True, **context)
    profile.set_default_timeout(10_000)
    watch = Watch(profile)
    try:
        yield Walk(profile.new_page(), watch, address, log)
    finally:
        watch.end()
        profile.close()
