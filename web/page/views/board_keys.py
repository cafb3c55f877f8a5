"""Handle the keys that slide tiles or enter numbers on the board, and the number buttons below the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyscript import document

from web.page.commands.modes import (
    begin_mine,
    choose_mode,
    clear_cells,
    place_number,
    toggle_edit,
    type_cell,
)
from web.page.commands.sliding import press_arrow
from web.page.entering import Cell, find_chosen, next_cell, read_entry
from web.page.state import Mode, Phase, UiState
from web.page.store import store
from web.ui.dom import by_id
from web.ui.events import when
from web.ui.press import press

SEPARATORS = ("Enter", " ", "Tab", ",", ";")  # keys that end a number
ARROWS = {"ArrowUp": "U", "ArrowDown": "D", "ArrowLeft": "L", "ArrowRight": "R"}


class Entry:
    """The cells that typed and pressed numbers go into."""

    redraw: Callable[[UiState], None]  # draws the board for a state

    def __init__(self) -> None:
        self.entered: Cell = (0, 0)  # the cell that takes the number typed next
        self.chosen: Cell | None = None  # for the number pressed next, once the user has visited a cell
        self.pressed = ""  # the number pressed last: a double tap on a number counts for one cell
        self.typed_in: Cell | None = None  # the cell being typed into, in which no defect is marked yet
        self.has_gone_on = False  # whether the focus moved by itself to a cell in which nothing is typed yet

    def go_to(self, cell: Cell | None) -> None:
        """Focus the field of a cell, to type into it, or do nothing if `cell` is None."""
        if cell is not None:
            self.entered = cell
            if field := document.querySelector(f'#board [data-row="{cell[0]}"][data-col="{cell[1]}"]'):
                field.focus()  # a map has no fields


entry = Entry()


@when("input", "#board")
def on_cell_typed(event: Any) -> None:
    cell = (int(event.target.dataset.row), int(event.target.dataset.col))
    entry.typed_in = cell
    read = read_entry(store.state.board.words, cell, event.target.value)
    store.dispatch(*(type_cell(*place, word) for place, word in read.words))
    word = store.state.board.words[cell[0]][cell[1]]
    if event.target.value.strip() != word:  # part of the typed text was moved to the next cell
        event.target.value = word
    entry.go_to(read.goto)
    entry.has_gone_on = read.goto is not None and not store.state.board.words[read.goto[0]][read.goto[1]]


@when("click", "#pad-numbers")
def on_number(event: Any) -> None:
    """Put the pressed number into the cell that was visited last, and go to the next cell."""
    button = event.target.closest("[data-number]")
    if not button:
        return
    number = button.dataset.number
    if number == entry.pressed:
        entry.pressed = ""
        return
    cell = find_chosen(store.state.board.words, entry.chosen)
    store.dispatch(place_number(*cell, number))
    entry.go_to(next_cell(store.state.board.words, cell) or cell)
    entry.pressed = number


@press
def empty_cells() -> None:
    """Empty all cells, and go to the first one."""
    store.dispatch(clear_cells())
    entry.go_to((0, 0))


@press
def enter_mine() -> None:
    """Let the user enter the puzzle in their hands."""
    store.dispatch(begin_mine())
    entry.go_to((0, 0))


@press
def enter_seen() -> None:
    """Let the user enter a board, starting from the one on show."""
    store.dispatch(choose_mode(Mode.EDIT))
    entry.go_to((0, 0))


@when("focusout", "#board")
def on_cell_left(event: Any) -> None:
    """Mark a defect in a cell once the focus leaves the cell."""
    if entry.typed_in is not None:
        entry.typed_in = None
        entry.redraw(store.state)


@when("keydown", "#stage")
def on_escape(event: Any) -> None:
    """Let Escape end editing, except in the menus below the board."""
    if event.key == "Escape" and store.state.mode is Mode.EDIT and not event.target.closest("#setup"):
        store.dispatch(toggle_edit())
        if store.state.mode is not Mode.EDIT:
            by_id("board").focus()


@when("keydown", "#board")
def on_board_key(event: Any) -> None:
    """Let arrow keys slide a tile, or go to another cell while numbers are entered."""
    has_gone_on, entry.has_gone_on = entry.has_gone_on, False
    if event.key in SEPARATORS and store.state.phase is Phase.EDITING:
        if event.key != "Tab":
            event.preventDefault()
            if not has_gone_on:
                _go_on()
        elif has_gone_on and not event.shiftKey:
            event.preventDefault()
        return
    if event.key not in ARROWS or event.ctrlKey or event.altKey or event.metaKey:
        return
    event.preventDefault()
    if store.state.phase is not Phase.EDITING:
        store.dispatch(press_arrow(ARROWS[event.key], line=bool(event.shiftKey)))
        return
    field = event.target.closest("[data-row]")
    if not field:
        return
    row, col = int(field.dataset.row), int(field.dataset.col)
    row += {"ArrowUp": -1, "ArrowDown": 1}.get(event.key, 0)
    col += {"ArrowLeft": -1, "ArrowRight": 1}.get(event.key, 0)
    beside = document.querySelector(f'#board [data-row="{row}"][data-col="{col}"]')
    if beside:
        beside.focus()


def _go_on() -> None:
    """Go to the next cell to fill, or to Solve after the last cell of a solvable board."""
    after = next_cell(store.state.board.words, entry.entered)
    if after is not None:
        entry.go_to(after)
    elif store.state.board.check.solvable:
        by_id("solve").focus()


def _is_number(event: Any) -> bool:
    """Return whether a key types a digit."""
    return event.key in tuple("0123456789") and not (event.ctrlKey or event.altKey or event.metaKey)


@when("keydown", "#sizes")
def on_size_key(event: Any) -> None:
    """Let a digit typed right after the choice of a size go into the first empty cell."""
    if _is_number(event) and store.state.phase is Phase.EDITING:
        words = store.state.board.words
        last = (len(words) - 1, len(words[0]) - 1)
        entry.go_to(next_cell(words, last) or (0, 0))


@when("keydown", "#modes")
def on_mode_key(event: Any) -> None:
    """Let a digit or Enter right after the choice of a mode go to the mode's text field or cell."""
    is_enter = event.key == "Enter" and not (event.ctrlKey or event.altKey or event.metaKey)
    if not (_is_number(event) or is_enter):
        return
    if store.state.mode is Mode.PASTE:
        by_id("text").focus()
        by_id("text").select()
    elif store.state.phase is Phase.EDITING:
        board, (row, col) = store.state.board, entry.entered
        entry.go_to((row, col) if row < board.rows and col < board.cols else (0, 0))
    else:
        return
    if event.key == "Enter":
        event.preventDefault()


@when("focusin", "#board")
def on_cell_focus(event: Any) -> None:
    """Select the cell's text, so that typing replaces it."""
    entry.has_gone_on, entry.pressed = False, ""
    if event.target.tagName == "INPUT":
        entry.entered = entry.chosen = (int(event.target.dataset.row), int(event.target.dataset.col))
        event.target.select()
        entry.redraw(store.state)  # which numbers can be pressed depends on the cell
