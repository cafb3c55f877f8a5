"""What a visitor does on the page and sees there, the same in every browser."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tests.browsers.hands import Hands

READY = 400  # seconds that a slow browser on a busy machine may take to start Python
PATIENCE = 120  # and to do anything else
OFFLINE = "Ready offline"  # how the page says that it needs no server

SHOWN = r"""() => [...document.querySelectorAll('#board > [role=row]')].map(row =>
  [...row.querySelectorAll('[role=gridcell]')].map(cell => cell.getAttribute('aria-label') ?? '?')
    .map(name => /: tile (\d+)/.exec(name)?.[1] ?? '0').join(' ')).join('/')"""
TOLD = "id => document.querySelector(`[data-testid=${id}]`).textContent"
USABLE = "id => getComputedStyle(document.getElementById(id)).pointerEvents"
FOCUSED = "() => document.activeElement.id"

#: Firefox reports twice at the start that Trusted Types refused something, and not in the document, where
#: an event would tell of it; Chromium refuses nothing. Nothing on this path is missing for it. What it was
#: is not known. And it says of a request whose page is left before the answer comes, without its address,
#: that the service worker failed: reloading while files are on their way shows it.
REFUSED = ["require-trusted-types-for", "Failed to load ‘’. A ServiceWorker intercepted the request"]


class Visitor:
    def __init__(self, hands: Hands) -> None:
        self.hands = hands

    def open(self, address: str) -> None:
        """Open the page in Solve: a first visit begins in Today, which has another board every day."""
        self.hands.go(f"{address}#room=solve")
        self.wait_ready()

    def reload(self) -> None:
        self.hands.reload()
        self.expect_no_button_before_its_time()
        self.wait_ready()

    def expect_no_button_before_its_time(self) -> None:
        """While Python is not there the button Solve would be enough nothing, so it cannot be pressed."""
        early = """() => document.body?.hasAttribute('data-ready')
          || document.getElementById('solve')?.disabled !== false"""
        assert self.hands.see(early)

    def wait_ready(self) -> None:
        """Python runs and the solver answers."""
        ready = "() => { const solve = document.getElementById('solve'); return solve && !solve.disabled }"
        self.until(lambda: self.hands.see(ready), True, "the button Solve may be pressed", READY)

    def until(self, look: Callable[[], Any], expected: Any, what: str, seconds: float = PATIENCE) -> None:
        """Wait for what is expected; a text that is expected may be a part of what is seen."""
        ends = time.monotonic() + seconds
        while True:
            seen = look()
            if seen == expected or (isinstance(expected, str) and seen and expected in seen):
                return
            if time.monotonic() > ends:
                raise AssertionError(f"expected of {what}: {expected!r}, saw {seen!r} for {seconds} s")
            time.sleep(0.1)

    def told(self, part: str) -> str:
        """What that part of the page says."""
        return str(self.hands.see(TOLD, part))

    def expect(self, part: str, text: str) -> None:
        self.until(lambda: self.told(part), text, part)

    def expect_shown(self, board: str) -> None:
        self.until(lambda: self.hands.see(SHOWN), board, "the board on show")

    def expect_focus(self, name: str) -> None:
        self.until(lambda: self.hands.see(FOCUSED), name, "the element with the focus")

    def wait_offline(self) -> None:
        self.until(lambda: self.told("offline"), OFFLINE, "the mark in the head", READY)

    def wait_tables(self) -> None:
        """The worker says that the pattern databases of the 4x4 are there."""
        tables = "() => document.body.dataset.tables"
        self.until(lambda: self.hands.see(tables), "ready", "the tables", READY)

    def paste(self, text: str) -> None:
        """Type a board where boards are pasted, in place of what stands there."""
        self.hands.press("radio", "Paste")
        self.hands.press("textbox", "Board as text")
        self.hands.key("Control+a")
        self.hands.type(text)

    def choose_goal(self, label: str) -> None:
        """Choose the goal in the fold below the board, which is opened first."""
        self.hands.see("""() => {
          const fold = document.getElementById('setup');
          if (!fold.open) fold.querySelector('summary').click();
        }""")
        self.hands.choose("Goal", label)

    def solve(self, title: str, badge: str) -> None:
        self.hands.press("button", "Solve")
        self.expect("result", title)
        self.expect("badge", badge)
        self.until(lambda: self.hands.see(USABLE, "player"), "auto", "the player after its first moment")

    def figure(self, name: str) -> str:
        """What the result says under that name."""
        pairs = """() => [...document.querySelectorAll('#result .figures > div')]
          .map(pair => [pair.querySelector('dt').textContent, pair.querySelector('dd').textContent])"""
        return str(dict(self.hands.see(pairs))[name])
