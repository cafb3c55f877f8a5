"""A user's actions on a page, with any browser driver: press, type, choose, drag, look."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import Watch


class Hands(Protocol):
    """A user's actions. Elements are found by role and accessible name, as a screen reader finds them."""

    def go(self, address: str) -> None:
        """Open the address. If only its fragment differs, the page is not loaded again."""

    def reload(self) -> None: ...

    def see(self, function: str, *values: Any) -> Any:
        """Call a JavaScript function on the page, and return its result as plain data."""

    def press(self, role: str, name: str) -> None:
        """Click the middle of the element."""

    def choose(self, name: str, label: str) -> None:
        """Choose an entry of a menu."""

    def key(self, key: str) -> None:
        """Press a key on the focused element; its name may begin with `Control+`."""

    def type(self, text: str) -> None: ...

    def drag(self, row: int, column: int, to_row: int, to_column: int) -> None:
        """Drag the mouse from one cell of the board to another."""

    def picture(self, path: Path) -> None: ...

    def complaints(self, allowed: Sequence[str] = ()) -> list[str]:
        """Return the errors since the last call, except those that contain one of `allowed`."""


#: Scrolls to a cell of the board, and returns the middle of the cell.
MIDDLE = """(row, column) => {
  const rows = document.querySelectorAll('#board > [role=row]');
  const cell = rows[row - 1].querySelectorAll('[role=gridcell]')[column - 1];
  cell.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = cell.getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
}"""


class PlaywrightHands:
    """Actions in Firefox, and in Playwright's own WebKit if there is no WebKitGTK."""

    def __init__(self, context: BrowserContext, patience: float) -> None:
        self._page: Page = context.new_page()
        self._page.set_default_timeout(patience * 1000)
        self._watch = Watch(context)

    def go(self, address: str) -> None:
        self._page.goto(address)

    def reload(self) -> None:
        self._page.reload()

    def see(self, function: str, *values: Any) -> Any:
        return self._page.evaluate(f"values => ({function})(...values)", list(values))

    def press(self, role: Any, name: str) -> None:
        self._page.get_by_role(role, name=name, exact=True).click()

    def choose(self, name: str, label: str) -> None:
        self._page.get_by_role("combobox", name=name, exact=True).select_option(label=label)

    def key(self, key: str) -> None:
        self._page.keyboard.press(key)

    def type(self, text: str) -> None:
        self._page.keyboard.type(text)

    def drag(self, row: int, column: int, to_row: int, to_column: int) -> None:
        x, y = self.see(MIDDLE, row, column)
        to_x, to_y = self.see(MIDDLE, to_row, to_column)
        mouse = self._page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move((x + to_x) / 2, (y + to_y) / 2)
        mouse.move(to_x, to_y)
        mouse.up()

    def picture(self, path: Path) -> None:
        self._page.screenshot(path=path)
        self._watch.complaints.clear()  # the page's policy blocks the style that it adds

    def complaints(self, allowed: Sequence[str] = ()) -> list[str]:
        said, self._watch.complaints = self._watch.complaints, []
        return [one for one in said if not any(part in one for part in allowed)]
