"""What is done to the whole board: its mode, its text, undoing, drawing another, files dropped on it."""

from random import SystemRandom

from pyscript import document, when, window

from web.page.events import (
    DistanceRandomPressed,
    ExampleChosen,
    FileRefused,
    ModeChosen,
    NumbersTicked,
    PictureChosen,
    RandomPressed,
    RedoPressed,
    ResetPressed,
    TextGiven,
    TextTyped,
    UndoPressed,
)
from web.page.examples import SHELF
from web.page.state import Mode, Phase
from web.page.store import store
from web.page.updates.board import MOST_CELLS
from web.page.words import count
from web.solver.client import in_background
from web.ui.dom import Writer, by_id

LARGEST_TEXT = 1_000_000  # bytes of a file with a board
LARGEST_PICTURE = 50_000_000

SLIDE = (
    "Click or drag a tile in line with the blank, or use the arrow keys (with Shift for a whole line). "
    "Green tiles are at home."
)
EDIT = (
    "Type a number into each cell; leave the blank empty. Arrows and Tab move, Escape ends. "
    "Drag a cell onto another to swap the two."
)
MAP = (
    "Drag or use the arrow keys to look around, plus and minus or the wheel to zoom. A click or Enter slides "
    "the tile in line with the blank; Shift and an arrow key too."
)
MAP_EDIT = "Click a cell, or reach it with the arrow keys, and type its number below."
RESTS = "The board rests while the solver works."
EXACT = "The board drawn is exactly that many moves from the goal."
WALK = "On more than 9 cells this is a random walk of that many moves: its shortest solution may be shorter."


class ToolsView(Writer):
    def __init__(self):
        super().__init__()
        shelf = [(example.name, example.label) for example in SHELF.values()]
        self._fill("example", [("", "Choose a board ..."), *shelf])
        self._large = None

    def draw(self, state):
        if state.large and self._large is None:
            from web.page.views.large import LargeView  # few visits need it, and every start would pay for it

            self._large = LargeView()
        if self._large is not None:
            self._large.draw(state)
        free = state.phase is not Phase.SOLVING
        for name in ("random", "modes", "example", "distance", "draw", "text", "picture"):
            self._enable(name, free)
        self._enable("undo", free and bool(state.past))
        self._enable("redo", free and bool(state.future))
        self._enable("reset", free and state.can_reset)
        chosen = by_id(f"mode-{state.mode.value}")
        if not chosen.checked:
            chosen.checked = True
        self._text("by-hand", f"{count(state.by_hand, 'move')} by hand" if state.by_hand else "")
        self._text("board-help", self._help(state))
        self._property("board-help", "hidden", state.phase is Phase.PLAYING or state.mode is Mode.PASTE)
        self._draw_text(state)
        self._text("file-problem", state.file_problem)
        about = state.about if state.words == state.origin else ""
        self._text("about", about)
        shown = next((example.name for example in SHELF.values() if example.note == state.about), "")
        self._value("example", shown if about else "")
        self._text("distance-help", EXACT if state.rows * state.cols <= MOST_CELLS else WALK)
        self._text("distance-problem", state.distance_problem)
        self._property("numbers", "checked", state.numbers)
        self._enable("numbers", bool(state.picture))
        self._enable("no-picture", bool(state.picture))

    def _help(self, state):
        if state.phase is Phase.SOLVING:
            return RESTS
        if state.mode is Mode.EDIT:
            return MAP_EDIT if state.large else EDIT
        return MAP if state.large else SLIDE

    def _draw_text(self, state):
        pasting = state.mode is Mode.PASTE
        self._property("paste", "hidden", not pasting)
        if pasting and self._changed("text", state.text) and by_id("text").value != state.text:
            by_id("text").value = state.text
        self._text("text-problem", state.text_problem)
        self._attribute("text", "aria-invalid", str(bool(state.text_problem)).lower())


@when("change", "#modes")
def on_mode(event):
    store.dispatch(ModeChosen(Mode(event.target.value)))


@when("input", "#text")
def on_text(event):
    store.dispatch(TextTyped(event.target.value))


def _seed():
    return SystemRandom().getrandbits(64)


@when("click", "#random")
def on_random(event):
    store.dispatch(RandomPressed(_seed()))


@when("submit", "#distance-form")
def on_draw(event):
    event.preventDefault()
    store.dispatch(DistanceRandomPressed(by_id("distance").value, _seed()))


@when("change", "#example")
def on_example(event):
    store.dispatch(ExampleChosen(event.target.value))


# Undoing

EVENTS = {"undo": UndoPressed(), "redo": RedoPressed(), "reset": ResetPressed()}


@when("click", "#undo, #redo, #reset")
def on_undo(event):
    _undo(event.currentTarget.id)


def _undo(how):
    focused = document.activeElement
    store.dispatch(EVENTS[how])
    if focused and focused.id == how and by_id(how).disabled:
        by_id("redo" if how == "undo" else "undo").focus()


@when("keydown", "body")
def on_undo_key(event):
    """Fields that are only text keep their own undoing."""
    key = event.key.lower()
    if not (event.ctrlKey or event.metaKey) or event.altKey or key not in ("z", "y"):
        return
    typed = "textarea, input:not([data-row]):not(#map-word):not([type=radio]):not([type=checkbox])"
    if event.target.closest(typed):
        return
    event.preventDefault()
    _undo("redo" if key == "y" or event.shiftKey else "undo")


# Files


@when("dragover", "#board-section")
def on_drag_over(event):
    event.preventDefault()


@when("drop", "#board-section")
def on_drop(event):
    event.preventDefault()
    if store.state.phase is Phase.SOLVING:
        return
    file = event.dataTransfer.files.item(0)
    text = event.dataTransfer.getData("text")
    if file:
        in_background(_picture(file) if file.type.startswith("image/") else _board_file(file))
    elif text.strip():
        store.dispatch(TextGiven(text))


@when("change", "#picture")
def on_picture(event):
    file = event.target.files.item(0)
    if file:
        in_background(_picture(file))


async def _board_file(file):
    if file.size > LARGEST_TEXT:
        store.dispatch(FileRefused(f"{file.name} is too large to be a board."))
        return
    store.dispatch(TextGiven(await file.text()))


async def _picture(file):
    """Show it on the tiles if the browser can read it. It is never sent anywhere."""
    if file.size > LARGEST_PICTURE:
        store.dispatch(FileRefused(f"{file.name} is too large for a picture: 50 MB at most."))
        return
    address = window.URL.createObjectURL(file)
    picture = window.Image.new()
    picture.src = address
    try:
        await picture.decode()
    except Exception:
        window.URL.revokeObjectURL(address)
        store.dispatch(FileRefused(f"{file.name} is no picture that this browser can show."))
        return
    _forget_picture()
    aspect = picture.naturalWidth / picture.naturalHeight if picture.naturalHeight else 1.0
    store.dispatch(PictureChosen(address, aspect))


def _forget_picture():
    if store.state.picture:
        window.URL.revokeObjectURL(store.state.picture)


@when("change", "#numbers")
def on_numbers(event):
    store.dispatch(NumbersTicked(event.target.checked))


@when("click", "#no-picture")
def on_no_picture(event):
    _forget_picture()
    by_id("picture").value = ""
    store.dispatch(PictureChosen(""))
    by_id("picture").focus()
