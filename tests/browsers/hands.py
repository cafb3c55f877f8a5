"""What a person can do with a page, whatever drives the browser: press, type, choose, drag, look."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import Watch


class Hands(Protocol):
    """Elements are found by role and accessible name, as a screen reader names them."""

    def go(self, address: str) -> None:
        """Load that address; one that differs in its fragment only is opened in the page as it stands."""

    def reload(self) -> None: ...

    def see(self, function: str, *values: Any) -> Any:
        """What that JavaScript function returns in the page, as plain data."""

    def press(self, role: str, name: str) -> None:
        """Click the middle of it."""

    def choose(self, name: str, label: str) -> None:
        """That entry of the menu of that name."""

    def key(self, key: str) -> None:
        """Press a key, perhaps with `Control+` before it, on the element that has the focus."""

    def type(self, text: str) -> None: ...

    def drag(self, row: int, column: int, to_row: int, to_column: int) -> None:
        """From one cell of the board to another, with the button of the mouse held down."""

    def picture(self, path: Path) -> None: ...

    def complaints(self, allowed: Sequence[str] = ()) -> list[str]:
        """What went wrong since this was last asked, but for what has one of these parts in it."""


#: The middle of a cell of the board, after it has been scrolled to where it can be seen.
MIDDLE = """(row, column) => {
  const rows = document.querySelectorAll('#board > [role=row]');
  const cell = rows[row - 1].querySelectorAll('[role=gridcell]')[column - 1];
  cell.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = cell.getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
}"""


class PlaywrightHands:
    """Firefox, and Playwright's own WebKit where there is no WebKitGTK."""

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
        self._watch.complaints.clear()  # the style it would add meanwhile is refused by the page

    def complaints(self, allowed: Sequence[str] = ()) -> list[str]:
        said, self._watch.complaints = self._watch.complaints, []
        return [one for one in said if not any(part in one for part in allowed)]
