"""Show a board that is too large for the grid as a map on a canvas, with zoom, pan and a marked cell.

Zoomed out, the map is one picture with a pixel per cell. Zoomed in, the visible cells show their numbers.
However many events arrive, the map is drawn at most once per frame.
"""

from __future__ import annotations

from math import exp, hypot
from typing import Any

from pyscript import document, window
from pyscript.ffi import create_proxy

from web.page.commands.modes import type_cell
from web.page.commands.sliding import press_arrow, press_cell
from web.page.state import Mode, UiState
from web.page.store import store
from web.page.views.board_keys import ARROWS
from web.page.views.map_picture import MapPicture
from web.ui.dom import Dom, by_id
from web.ui.events import when
from web.ui.press import press
from web.ui.viewport import Viewport

ENOUGH = 6  # pixels of movement from which a press counts as a drag
NEARER = 1.5
STEPS = {"ArrowUp": (-1, 0), "ArrowDown": (1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}

Place = tuple[float, float]

_view: LargeView


class LargeView:
    def __init__(self) -> None:
        self.dom = Dom()
        global _view
        _view = self
        self._viewport: Viewport | None = None
        self._marked, self._is_waiting = 0, False
        self._blank: int | None = None
        self._picture = MapPicture()
        self._frame = create_proxy(self._paint)
        again = create_proxy(lambda event: self._recolour())
        window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again)
        refresh = create_proxy(lambda event: self.refresh())
        window.addEventListener("resize", refresh)
        document.fonts.addEventListener("loadingdone", refresh)  # the font, requested by the first paint

    def draw(self, state: UiState) -> None:
        is_shown = state.board.is_large and state.mode is not Mode.PASTE
        self.dom.hide("large", not is_shown)
        if not is_shown:
            return
        for name in ("zoom-in", "zoom-out", "zoom-fit"):
            self.dom.enable(name, True)
        shown = state.current_board if state.shows_path else None
        self._blank = None if shown is None else shown.blank
        if self.dom.has_changed("shape", (state.board.rows, state.board.cols)):
            self._viewport, self._marked = None, 0
        if self.dom.has_changed(
            "cells", (state.board.words, state.goal.board, state.player.step, state.phase, state.board.check)
        ):
            self._picture.take(state)
        self.dom.hide("map-edit", state.mode is not Mode.EDIT)
        summary = f"Board of {state.board.rows} rows and {state.board.cols} columns"
        self.dom.text("map-summary", summary)
        if not state.player.is_playing:
            self._tell()
        self.refresh()

    # The picture of the map

    def _recolour(self) -> None:
        self._picture.recolour()
        self.refresh()

    def refresh(self) -> None:
        """Paint the map in the next frame."""
        if not self._is_waiting:
            self._is_waiting = True
            window.requestAnimationFrame(self._frame)

    def _paint(self, now: float) -> None:
        self._is_waiting = False
        canvas = by_id("map-canvas")
        width, height = canvas.clientWidth, canvas.clientHeight
        if not (width and height and self._picture.cells):
            return
        if self._viewport is None or (self._viewport.width, self._viewport.height) != (width, height):
            self._viewport = Viewport.whole(*self._picture.shape, width, height)
        ratio = window.devicePixelRatio or 1
        if (canvas.width, canvas.height) != (round(width * ratio), round(height * ratio)):
            canvas.width, canvas.height = round(width * ratio), round(height * ratio)
        pen = canvas.getContext("2d")
        pen.setTransform(ratio, 0, 0, ratio, 0, 0)
        pen.clearRect(0, 0, width, height)
        self._picture.paint(pen, self._viewport, self._marked, self._blank)

    # The marked cell

    def mark(self, cell: int) -> None:
        self._marked = cell
        if self._viewport is not None:
            self._viewport = self._viewport.show(cell)
        self._tell()
        self.refresh()

    def _tell(self) -> None:
        """Describe the marked cell, its tile, and where that tile belongs."""
        cols = self._picture.shape[1]
        row, col = divmod(self._marked, cols)
        word = self._picture.cells[self._marked]
        if self._marked in self._picture.bad:
            what = f"Row {row + 1}, column {col + 1}: {word[:12] or 'the blank'}, which is a defect"
        elif word in ("", "0"):
            what = f"Row {row + 1}, column {col + 1}: the blank"
        elif self._picture.home.get(word, self._marked) == self._marked:
            what = f"Row {row + 1}, column {col + 1}: tile {word}, at home"
        else:
            home_row, home_col = divmod(self._picture.home[word], cols)
            at_home = f"home is row {home_row + 1}, column {home_col + 1}"
            what = f"Row {row + 1}, column {col + 1}: tile {word}, its {at_home}"
        self.dom.text("map-cell", what)
        if document.activeElement is None or document.activeElement.id != "map-word":
            self.dom.value("map-word", word)

    @property
    def marked_cell(self) -> tuple[int, int]:
        """Return the row and column of the marked cell."""
        return divmod(self._marked, self._picture.shape[1])

    def step(self, rows: int, cols: int) -> None:
        """Move the mark by that many cells, but not beyond the edge."""
        (row, col), (all_rows, all_cols) = self.marked_cell, self._picture.shape
        row, col = max(0, min(row + rows, all_rows - 1)), max(0, min(col + cols, all_cols - 1))
        self.mark(row * all_cols + col)

    # The window on the map

    def zoom(self, factor: float, x: float | None = None, y: float | None = None) -> bool:
        """Zoom by a factor. Return False if the map is at the limit."""
        viewport = self._viewport
        if viewport is None:
            return False
        x, y = (viewport.width / 2 if x is None else x), (viewport.height / 2 if y is None else y)
        self._viewport = viewport.zoom(factor, x, y)
        self.refresh()
        return self._viewport.side != viewport.side

    def fit(self) -> None:
        self._viewport = None
        self.refresh()

    def pan(self, dx: float, dy: float) -> None:
        if self._viewport is not None:
            self._viewport = self._viewport.pan(dx, dy)
            self.refresh()

    def cell_at(self, x: float, y: float) -> int | None:
        return None if self._viewport is None else self._viewport.cell_at(x, y)


_hands: dict[int, Place] = {}  # the place of each finger that touches
_gone = 0.0  # how far fingers have moved since the first one touched


@when("pointerdown", "#map-canvas")
def on_down(event: Any) -> None:
    global _gone
    if event.button:
        return
    if not _hands:
        _gone = 0.0
    event.target.setPointerCapture(event.pointerId)
    _hands[event.pointerId] = (event.offsetX, event.offsetY)


@when("pointermove", "#map-canvas")
def on_move(event: Any) -> None:
    global _gone
    if event.pointerId not in _hands:
        return
    (x, y), here = _hands[event.pointerId], (event.offsetX, event.offsetY)
    others = [place for name, place in _hands.items() if name != event.pointerId]
    _hands[event.pointerId] = here
    _gone += abs(here[0] - x) + abs(here[1] - y)
    if others:
        before, after = _apart(others[0], (x, y)), _apart(others[0], here)
        if before and after:
            _view.zoom(after / before, *others[0])
    elif _gone > ENOUGH:
        _view.pan(here[0] - x, here[1] - y)


@when("pointerup", "#map-canvas")
def on_up(event: Any) -> None:
    if _hands.pop(event.pointerId, None) is None or _hands or _gone > ENOUGH:
        return
    cell = _view.cell_at(event.offsetX, event.offsetY)
    if cell is not None:
        _view.mark(cell)
        store.dispatch(press_cell(cell))
        if store.state.mode is Mode.EDIT:
            by_id("map-word").focus()
            by_id("map-word").select()


@when("pointercancel", "#map-canvas")
def on_cancel(event: Any) -> None:
    _hands.pop(event.pointerId, None)


def _apart(a: Place, b: Place) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


@when("wheel", "#map-canvas")
def on_wheel(event: Any) -> None:
    """Zoom with the wheel. At the limit of the zoom, let the wheel scroll the page."""
    unit = {0: 1, 1: 30}.get(event.deltaMode, 300)
    pinch = 8 if event.ctrlKey else 1
    zoomed = _view.zoom(exp(-event.deltaY * unit * pinch * 0.0015), event.offsetX, event.offsetY)
    if zoomed or event.ctrlKey:
        event.preventDefault()


@press
def zoom_map(how: str) -> None:
    if how == "fit":
        _view.fit()
    else:
        _view.zoom(NEARER if how == "in" else 1 / NEARER)


@when("keydown", "#map")
def on_key(event: Any) -> None:
    if event.ctrlKey or event.altKey or event.metaKey:
        return
    if event.key in ARROWS and event.shiftKey:
        store.dispatch(press_arrow(ARROWS[event.key]))
    elif event.key in ARROWS:
        _view.step(*STEPS[event.key])
    elif event.key in ("Enter", " "):
        row, col = _view.marked_cell
        if store.state.mode is Mode.EDIT:
            by_id("map-word").focus()
        else:
            store.dispatch(press_cell(row * store.state.board.cols + col))
    elif event.key in ("+", "="):
        _view.zoom(NEARER)
    elif event.key == "-":
        _view.zoom(1 / NEARER)
    elif event.key == "0":
        _view.fit()
    else:
        return
    event.preventDefault()


@press
def type_at_mark(word: str) -> None:
    row, col = _view.marked_cell
    store.dispatch(type_cell(row, col, word))
