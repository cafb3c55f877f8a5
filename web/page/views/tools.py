"""The tools for the whole board: its mode, its text, undo, random boards, files dropped on it."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING, Any

from pyscript import when, window

from web.page.commands.board import (
    MOST_CELLS,
    choose_example,
    choose_picture,
    draw_at_distance,
    draw_random,
    give_text,
    refuse_file,
    show_hues,
    show_numbers,
    type_text,
)
from web.page.commands.modes import choose_mode
from web.page.commands.undo import redo, reset, undo
from web.page.examples import EXAMPLES
from web.page.state import Mode, Phase, UiState
from web.page.store import store
from web.page.words import describe_hand_moves
from web.solver.client import in_background
from web.ui.dom import Dom, by_id

if TYPE_CHECKING:
    from web.page.views.large import LargeView

LARGEST_TEXT = 1_000_000  # bytes of a file with a board
LARGEST_PICTURE = 50_000_000

SLIDE = "Click or drag a tile in line with the blank, or use the arrow keys. Marked tiles are at home."
EDIT = (
    "Type the numbers, Space after each, or press them; leave the blank empty. Escape ends. "
    "Drag swaps two cells."
)
MAP = (
    "Drag or use the arrow keys to look around, plus and minus or the wheel to zoom. A click or Enter slides "
    "the tile in line with the blank; Shift and an arrow key too."
)
MAP_EDIT = "Click a cell, or reach it with the arrow keys, and type its number below."
RESTS = "The board is locked while solving."
EXACT = "The board is exactly that many moves from the goal."
WALK = "On more than 9 cells this is a random walk of that many moves: its shortest solution may be shorter."


class ToolsView:
    def __init__(self) -> None:
        self.dom = Dom()
        examples = [(example.name, example.label) for example in EXAMPLES.values()]
        self.dom.fill("example", [("", "Choose a board ..."), *examples])
        self._large: LargeView | None = None

    def draw(self, state: UiState) -> None:
        if state.board.is_large and self._large is None:
            from web.page.views.large import LargeView  # few visits need it, and every start would pay for it

            self._large = LargeView()
        if self._large is not None:
            self._large.draw(state)
        free, history = state.phase is not Phase.SOLVING, state.history
        for name in ("random", "modes", "example", "distance", "draw", "text", "picture"):
            self.dom.enable(name, free)
        self.dom.enable("undo", free and bool(history.past))
        self.dom.enable("redo", free and bool(history.future))
        self.dom.enable("reset", free and state.can_reset)
        chosen = by_id(f"mode-{state.mode.value}")
        if not chosen.checked:
            chosen.checked = True
        self.dom.text("by-hand", describe_hand_moves(history))
        self.dom.text("board-help", self._help(state))
        self.dom.hide("board-help", state.shows_path or state.mode is Mode.PASTE)
        self._draw_text(state)
        self.dom.text("file-problem", state.problems.file)
        self.dom.text("text-about", state.board.text_about)
        about = history.about if state.board.words == history.origin else ""
        self.dom.text("about", about)
        shown = next((example.name for example in EXAMPLES.values() if example.note == history.about), "")
        self.dom.value("example", shown if about else "")
        self.dom.text("distance-help", EXACT if state.board.rows * state.board.cols <= MOST_CELLS else WALK)
        self.dom.text("distance-problem", state.problems.distance)
        self.dom.set("hues", "checked", state.picture.has_hues)
        self.dom.set("numbers", "checked", state.picture.has_numbers)
        self.dom.enable("numbers", bool(state.picture.address))
        self.dom.enable("no-picture", bool(state.picture.address))

    def _help(self, state: UiState) -> str:
        if state.phase is Phase.SOLVING:
            return RESTS
        if state.mode is Mode.EDIT:
            return MAP_EDIT if state.board.is_large else EDIT
        return MAP if state.board.is_large else SLIDE

    def _draw_text(self, state: UiState) -> None:
        pasting = state.mode is Mode.PASTE
        self.dom.hide("paste", not pasting)
        if (
            pasting
            and self.dom.has_changed("text", state.board.text)
            and by_id("text").value != state.board.text
        ):
            by_id("text").value = state.board.text
        self.dom.text("text-problem", state.board.text_problem)
        self.dom.attribute("text", "aria-invalid", str(bool(state.board.text_problem)).lower())


@when("change", "#modes")
def on_mode(event: Any) -> None:
    event.target.focus()  # Safari does not focus what is clicked, and Escape is heard from there
    store.dispatch(choose_mode(Mode(event.target.value)))


@when("input", "#text")
def on_text(event: Any) -> None:
    store.dispatch(type_text(event.target.value))


def _seed() -> int:
    return SystemRandom().getrandbits(64)


@when("click", "#random")
def on_random(event: Any) -> None:
    store.dispatch(draw_random(_seed()))


@when("submit", "#distance-form")
def on_draw(event: Any) -> None:
    event.preventDefault()
    store.dispatch(draw_at_distance(by_id("distance").value, _seed()))


@when("change", "#example")
def on_example(event: Any) -> None:
    store.dispatch(choose_example(event.target.value))


# Undoing

EVENTS = {"undo": undo(), "redo": redo(), "reset": reset()}


@when("click", "#undo, #redo, #reset")
def on_undo(event: Any) -> None:
    store.dispatch(EVENTS[event.currentTarget.id])


@when("keydown", "body")
def on_undo_key(event: Any) -> None:
    """Undo or redo; plain text fields keep their own undo."""
    key = event.key.lower()
    if not (event.ctrlKey or event.metaKey) or event.altKey or key not in ("z", "y"):
        return
    typed = "textarea, input:not([data-row]):not(#map-word):not([type=radio]):not([type=checkbox])"
    if event.target.closest(typed):
        return
    event.preventDefault()
    store.dispatch(EVENTS["redo" if key == "y" or event.shiftKey else "undo"])


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
    """Show a picture on the tiles if the browser can read it. It is never sent anywhere."""
    if file.size > LARGEST_PICTURE:
        store.dispatch(refuse_file(f"{file.name} is too large for a picture: 50 MB at most."))
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


@when("change", "#hues")
def on_hues(event: Any) -> None:
    store.dispatch(show_hues(event.target.checked))


@when("change", "#numbers")
def on_numbers(event: Any) -> None:
    store.dispatch(show_numbers(event.target.checked))


@when("click", "#no-picture")
def on_no_picture(event: Any) -> None:
    _forget_picture()
    by_id("picture").value = ""
    store.dispatch(choose_picture(""))
    by_id("picture").focus()
