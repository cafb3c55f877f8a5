"""Handle the tools for the whole board: mode, text, undo, random boards, and files dropped on the board."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING, Any

from pyscript import window

from web.page.commands.board import (
    choose_picture,
    draw_at_distance,
    draw_random,
    give_text,
    refuse_file,
)
from web.page.commands.undo import redo, undo
from web.page.examples import EXAMPLES
from web.page.state import Phase, UiState
from web.page.store import store
from web.solver.client import in_background
from web.ui.dom import Dom, by_id
from web.ui.events import when
from web.ui.press import press

if TYPE_CHECKING:
    from web.page.views.large import LargeView

LARGEST_TEXT = 1_000_000  # bytes of a text file with a board
LARGEST_PICTURE = 50_000_000


class ToolsView:
    def __init__(self) -> None:
        self.dom = Dom()
        examples = [(example.name, example.label) for example in EXAMPLES.values()]
        self.dom.fill("example", [("", "Choose a board ..."), *examples])
        self._large: LargeView | None = None

    def draw(self, state: UiState) -> None:
        if state.board.is_large and self._large is None:
            from web.page.views.large import LargeView  # imported late: few visits have a large board

            self._large = LargeView()
        if self._large is not None:
            self._large.draw(state)


def _seed() -> int:
    return SystemRandom().getrandbits(64)


@press
def shuffle() -> None:
    store.dispatch(draw_random(_seed()))


@press
def deal_at_distance() -> None:
    store.dispatch(draw_at_distance(by_id("distance").value, _seed()))


@when("change", "#modes")
def on_mode(event: Any) -> None:
    event.target.focus()  # the element must hear Escape, but Safari does not focus it on a click


@when("keydown", "body")
def on_undo_key(event: Any) -> None:
    """Undo or redo by key. Plain text fields use the browser's own undo."""
    key = event.key.lower()
    if not (event.ctrlKey or event.metaKey) or event.altKey or key not in ("z", "y"):
        return
    typed = "textarea, input:not([data-row]):not(#map-word):not([type=radio]):not([type=checkbox])"
    if event.target.closest(typed):
        return
    event.preventDefault()
    store.dispatch(redo() if key == "y" or event.shiftKey else undo())


# Files


@when("dragover", "#board-section")
def on_drag_over(event: Any) -> None:
    event.preventDefault()


@when("drop", "#board-section")
def on_drop(event: Any) -> None:
    event.preventDefault()
    if store.state.phase is Phase.SOLVING:
        return
    file = event.dataTransfer.files.item(0)
    text = event.dataTransfer.getData("text")
    if file:
        in_background(_picture(file) if file.type.startswith("image/") else _board_file(file))
    elif text.strip():
        store.dispatch(give_text(text))


@when("change", "#picture")
def on_picture(event: Any) -> None:
    file = event.target.files.item(0)
    if file:
        in_background(_picture(file))


async def _board_file(file: Any) -> None:
    if file.size > LARGEST_TEXT:
        store.dispatch(refuse_file(f"{file.name} is too large to be a board."))
        return
    store.dispatch(give_text(await file.text()))


async def _picture(file: Any) -> None:
    """Show a picture on the tiles if the browser can read the file, which is never sent anywhere."""
    if file.size > LARGEST_PICTURE:
        store.dispatch(refuse_file(f"{file.name} is too large for a picture: the limit is 50 MB."))
        return
    address = window.URL.createObjectURL(file)
    picture = window.Image.new()
    picture.src = address
    try:
        await picture.decode()
    except Exception:
        window.URL.revokeObjectURL(address)
        store.dispatch(refuse_file(f"{file.name} is not a picture that this browser can show."))
        return
    _forget_picture()
    aspect = picture.naturalWidth / picture.naturalHeight if picture.naturalHeight else 1.0
    store.dispatch(choose_picture(address, aspect))


def _forget_picture() -> None:
    if store.state.picture.address:
        window.URL.revokeObjectURL(store.state.picture.address)


@press
def remove_picture() -> None:
    _forget_picture()
    by_id("picture").value = ""
    store.dispatch(choose_picture(""))
    by_id("picture").focus()
