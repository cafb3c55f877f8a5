"""A visitor's actions on the page and checks of what it shows, the same in every browser."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tests.browsers.hands import Hands

READY = 400  # seconds for a slow browser on a busy machine to start Python
PATIENCE = 120  # seconds for anything else
OFFLINE = "Ready offline"  # the page's status once it needs no server

SHOWN = r"""() => [...document.querySelectorAll('#board > [role=row]')].map(row =>
  [...row.querySelectorAll('[role=gridcell]')].map(cell => cell.getAttribute('aria-label') ?? '?')
    .map(name => /: tile (\d+)/.exec(name)?.[1] ?? '0').join(' ')).join('/')"""
TOLD = "id => document.querySelector(`[data-testid=${id}]`).textContent"
USABLE = "id => getComputedStyle(document.getElementById(id)).pointerEvents"
FOCUSED = "() => document.activeElement.id"

#: Firefox reports twice at the start that Trusted Types blocked something, without an event in the document.
#: The cause is unknown; nothing is missing on the page, and Chromium blocks nothing. If the page is reloaded
#: during a request, Firefox also reports that the service worker failed, without the address of the request.
REFUSED = ["require-trusted-types-for", "Failed to load ‘’. A ServiceWorker intercepted the request"]


class Visitor:
    def __init__(self, hands: Hands) -> None:
        self.hands = hands

    def open(self, address: str) -> None:
        """Open the page at Solve, because a first visit starts at Today, with a different board each day."""
        self.hands.go(f"{address}#room=solve")
        self.wait_ready()

    def reload(self) -> None:
        self.hands.reload()
        self.expect_no_button_before_its_time()
        self.wait_ready()

    def expect_no_button_before_its_time(self) -> None:
        """Check that Solve is disabled until Python has started."""
        early = """() => document.body?.hasAttribute('data-ready')
          || document.getElementById('solve')?.disabled !== false"""
        assert self.hands.see(early)

    def wait_ready(self) -> None:
        """Wait until the solver is ready."""
        ready = "() => { const solve = document.getElementById('solve'); return solve && !solve.disabled }"
        self.until(lambda: self.hands.see(ready), True, "the button Solve may be pressed", READY)

    def until(self, look: Callable[[], Any], expected: Any, what: str, seconds: float = PATIENCE) -> None:
        """Wait until `look` returns the expected value, or a text that contains the expected text."""
        ends = time.monotonic() + seconds
        while True:
            seen = look()
            if seen == expected or (isinstance(expected, str) and seen and expected in seen):
                return
            if time.monotonic() > ends:
                raise AssertionError(f"{what}: expected {expected!r}, got {seen!r} after {seconds} s")
            time.sleep(0.1)

    def told(self, part: str) -> str:
        """Return the text of a part of the page."""
        return str(self.hands.see(TOLD, part))

    def expect(self, part: str, text: str) -> None:
        self.until(lambda: self.told(part), text, part)

    def expect_shown(self, board: str) -> None:
        self.until(lambda: self.hands.see(SHOWN), board, "the board on show")

    def expect_focus(self, name: str) -> None:
        self.until(lambda: self.hands.see(FOCUSED), name, "the element with the focus")

    def wait_offline(self) -> None:
        self.until(lambda: self.told("offline"), OFFLINE, "the status in the header", READY)

    def wait_tables(self) -> None:
        """Wait until the worker has the pattern databases of 4x4."""
        tables = "() => document.body.dataset.tables"
        self.until(lambda: self.hands.see(tables), "ready", "the tables", READY)

    def paste(self, text: str) -> None:
        """Replace the text in the field for boards."""
        self.hands.press("radio", "Paste")
        self.hands.press("textbox", "Board as text")
        self.hands.key("Control+a")
        self.hands.type(text)

    def choose_goal(self, label: str) -> None:
        """Open the settings below the board, and choose the goal."""
        self.hands.see("""() => {
          const fold = document.getElementById('setup');
          if (!fold.open) fold.querySelector('summary').click();
        }""")
        self.hands.choose("Goal", label)

    def solve(self, title: str, badge: str) -> None:
        self.hands.press("button", "Solve")
        self.expect("result", title)
        self.expect("badge", badge)
        self.until(lambda: self.hands.see(USABLE, "player"), "auto", "the player once it accepts clicks")

    def figure(self, name: str) -> str:
        """Return the result's figure with that name."""
        pairs = """() => [...document.querySelectorAll('#result .figures > div')]
          .map(pair => [pair.querySelector('dt').textContent, pair.querySelector('dd').textContent])"""
        return str(dict(self.hands.see(pairs))[name])
