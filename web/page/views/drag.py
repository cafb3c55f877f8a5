"""Drag on the grid: slide a tile and all tiles between it and the blank, or swap two cells."""

from __future__ import annotations

from typing import Any

from pyscript import document

from npuzzle import Board
from web.page.commands.modes import swap_cells
from web.page.commands.sliding import line_to, press_cell
from web.page.state import Mode, Phase
from web.page.store import store
from web.ui.dom import by_id
from web.ui.events import when

ENOUGH = 8  # pixels of movement from which a press counts as a drag
FAR = 0.35  # of a cell's width: a tile that is released farther along slides the whole way

_drag: SlideDrag | SwapDrag | None = None
_dragged = False


def was_drag() -> bool:
    """Return whether the last click was the end of a drag."""
    global _dragged
    ended, _dragged = _dragged, False
    return ended


class SlideDrag:
    """Let tiles follow the pointer towards the blank, but not beyond."""

    def __init__(self, event: Any, cell: int, board: Board, sources: list[int]) -> None:
        self._x, self._y, self._cell = event.clientX, event.clientY, cell
        (row, col), (to_row, to_col) = board.shape.place(sources[0]), board.shape.place(board.blank)
        self._way = (to_col - col, to_row - row)
        self._side = document.querySelector("#board [data-cell]").getBoundingClientRect().width
        self._tiles = [
            document.querySelector(f"#tiles [data-tile='{board.tiles[source]}']") for source in sources
        ]
        self.begun, self._far = False, 0.0

    def move(self, event: Any) -> None:
        along = (event.clientX - self._x) * self._way[0] + (event.clientY - self._y) * self._way[1]
        self.begun = self.begun or along > ENOUGH
        if self.begun:
            by_id("tiles").setAttribute("data-dragging", "")
            self._far = max(0.0, min(along, self._side))
            self._shift(self._far)

    def end(self) -> None:
        by_id("tiles").removeAttribute("data-dragging")
        self._shift(0)
        if self.begun and self._far > FAR * self._side:
            store.dispatch(press_cell(self._cell))

    def _shift(self, far: float) -> None:
        for tile in self._tiles:
            tile.style.setProperty("--dx", f"{far * self._way[0]}px")
            tile.style.setProperty("--dy", f"{far * self._way[1]}px")

    cancel = end


class SwapDrag:
    """Let a cell be dragged onto another one, and mark the target."""

    def __init__(self, event: Any, cell: int) -> None:
        self._x, self._y, self._cell = event.clientX, event.clientY, cell
        self._onto: int | None = None
        self.begun = False

    def move(self, event: Any) -> None:
        gone = max(abs(event.clientX - self._x), abs(event.clientY - self._y))
        self.begun = self.begun or gone > ENOUGH
        if not self.begun:
            return
        below = document.elementFromPoint(event.clientX, event.clientY)
        cell = below.closest("#board [data-cell]") if below else None
        self._onto = int(cell.dataset.cell) if cell else None
        by_id("board").setAttribute("data-dragging", "")
        for place in document.querySelectorAll("#board [data-cell]"):
            at = int(place.dataset.cell)
            place.toggleAttribute("data-lifted", at == self._cell)
            place.toggleAttribute("data-target", at == self._onto != self._cell)

    def cancel(self) -> None:
        by_id("board").removeAttribute("data-dragging")
        for place in document.querySelectorAll("#board [data-lifted], #board [data-target]"):
            place.removeAttribute("data-lifted")
            place.removeAttribute("data-target")

    def end(self) -> None:
        self.cancel()
        if self.begun and self._onto is not None:
            store.dispatch(swap_cells(self._cell, self._onto))


@when("pointerdown", "#board")
def on_down(event: Any) -> None:
    global _drag, _dragged
    _drag, _dragged = None, False
    place = event.target.closest("[data-cell]")
    state = store.state
    if not place or event.button or not event.isPrimary:
        return
    cell = int(place.dataset.cell)
    if state.mode is Mode.EDIT:
        _drag = SwapDrag(event, cell)
    elif state.phase in (Phase.READY, Phase.PLAYING) and not state.hands and state.picked is None:
        board = state.current_board
        if board is not None and (sources := line_to(board, cell)):
            _drag = SlideDrag(event, cell, board, sources)


@when("pointermove", "body")
def on_move(event: Any) -> None:
    if _drag is not None:
        _drag.move(event)


@when("pointerup", "body")
def on_up(event: Any) -> None:
    global _drag, _dragged
    ended, _drag = _drag, None
    if ended is not None:
        _dragged = ended.begun
        ended.end()


@when("pointercancel", "body")
def on_cancel(event: Any) -> None:
    global _drag
    ended, _drag = _drag, None
    if ended is not None:
        ended.begun = False
        ended.cancel()


@when("dragstart", "#board")
def on_native_drag(event: Any) -> None:
    event.preventDefault()  # if the browser dragged selected text, it would end our drag
