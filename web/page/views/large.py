"""A board too large for the grid: a map of it on a canvas, with zoom, pan and a marked cell.

Far away the map is one picture with a pixel a cell; near by, numbers are written on the cells in
view. It is drawn at most once a frame, however many events came.
"""

from math import exp

from pyscript import document, when, window
from pyscript.ffi import create_proxy, to_js

from web.page.events import ArrowPressed, CellPressed, CellTyped
from web.page.state import Mode, Phase
from web.page.store import store
from web.ui.dom import Writer, by_id
from web.ui.viewport import Lens

NUMBERS_FROM, LINES_FROM = 20, 7  # pixels a cell from which there is room for them
ENOUGH = 6  # pixels from which a press is a drag
NEARER = 1.5
RING = 6  # pixels, the radius of the ring around a blank too small to be seen
ARROWS = {"ArrowUp": (-1, 0), "ArrowDown": (1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}
LETTERS = {"ArrowUp": "U", "ArrowDown": "D", "ArrowLeft": "L", "ArrowRight": "R"}

_view = None


class LargeView(Writer):
    def __init__(self):
        super().__init__()
        global _view
        _view = self
        self._lens, self._marked, self._waiting = None, 0, False
        self._cells, self._home, self._tiles, self._ground, self._blank = [], {}, None, None, None
        self._picture = document.createElement("canvas")
        self._frame = create_proxy(self._paint)
        again = create_proxy(lambda event: self._recolour())
        window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again)
        window.addEventListener("resize", create_proxy(lambda event: self.refresh()))

    def draw(self, state):
        shown = state.large and state.mode is not Mode.PASTE
        self._property("large", "hidden", not shown)
        if not shown:
            return
        for name in ("zoom-in", "zoom-out", "zoom-fit"):
            self._enable(name, True)
        self._blank = state.shown.blank if state.phase is Phase.PLAYING else None
        if self._changed("shape", (state.rows, state.cols)):
            self._lens, self._marked = None, 0
        if self._changed("cells", (state.words, state.goal, state.step, state.phase, state.check)):
            self._take(state)
        self._property("map-edit", "hidden", state.mode is not Mode.EDIT)
        summary = f"Board of {state.rows} rows and {state.cols} columns"
        self._text("map-summary", summary)
        if not state.playing:
            self._tell()
        self.refresh()

    # The cells

    def _take(self, state):
        """What lies on each cell, and where each tile belongs; if tiles were but slid, only what changed."""
        board = None if state.phase is Phase.EDITING else state.shown
        ground = (state.goal, (state.rows, state.cols))
        if board is not None and self._tiles is not None and ground == self._ground:
            self._slide(board.tiles)
            return
        self._tiles, self._ground = None if board is None else board.tiles, ground
        if board is None:
            self._cells = [word for row in state.words for word in row]
        else:
            self._cells = [str(tile) if tile else "" for tile in board.tiles]
        goal = () if state.goal is None else state.goal.tiles
        self._home = {str(tile): cell for cell, tile in enumerate(goal) if tile}
        self._bad = {row * state.cols + col for row, col in state.bad_cells}
        self._shape = (state.rows, state.cols)
        self._recolour()

    def _slide(self, tiles):
        cols, before = self._shape[1], self._tiles
        for at in range(0, len(tiles), cols):
            if tiles[at : at + cols] == before[at : at + cols]:
                continue
            for cell in range(at, at + cols):
                if tiles[cell] != before[cell]:
                    self._cells[cell] = str(tiles[cell] or "")
                    self._pixels[4 * cell : 4 * cell + 4] = self._pixel(cell)
        self._tiles = tiles
        self._put_pixels()

    def _recolour(self):
        """The whole board as a picture, one pixel a cell."""
        if not self._cells:
            return
        style = window.getComputedStyle(document.documentElement)
        names = ("tile", "map-home", "tray", "bad", "tile-ink", "home-ink", "accent", "card", "ink")
        self._colours = {name: style.getPropertyValue(f"--{name}").strip() for name in names}
        self._bytes = {name: _rgba(self._colours[name]) for name in ("tile", "map-home", "tray", "bad")}
        self._pixels = bytearray().join([self._pixel(cell) for cell in range(len(self._cells))])
        self._picture.height, self._picture.width = self._shape
        self._put_pixels()

    def _pixel(self, cell):
        word = self._cells[cell]
        if cell in self._bad:
            return self._bytes["bad"]
        if word in ("", "0"):
            return self._bytes["tray"]
        return self._bytes["map-home" if self._home.get(word) == cell else "tile"]

    def _put_pixels(self):
        rows, cols = self._shape
        data = window.Uint8ClampedArray.new(to_js(self._pixels).buffer)
        self._picture.getContext("2d").putImageData(window.ImageData.new(data, cols, rows), 0, 0)
        self.refresh()

    # The picture of it

    def refresh(self):
        """Paint with the next frame."""
        if not self._waiting:
            self._waiting = True
            window.requestAnimationFrame(self._frame)

    def _paint(self, now):
        self._waiting = False
        canvas = by_id("map-canvas")
        width, height = canvas.clientWidth, canvas.clientHeight
        if not (width and height and self._cells):
            return
        if self._lens is None or (self._lens.width, self._lens.height) != (width, height):
            self._lens = Lens.whole(*self._shape, width, height)
        ratio = window.devicePixelRatio or 1
        if (canvas.width, canvas.height) != (round(width * ratio), round(height * ratio)):
            canvas.width, canvas.height = round(width * ratio), round(height * ratio)
        pen = canvas.getContext("2d")
        pen.setTransform(ratio, 0, 0, ratio, 0, 0)
        pen.clearRect(0, 0, width, height)
        pen.imageSmoothingEnabled = False
        lens, (rows, cols) = self._lens, self._shape
        pen.drawImage(self._picture, lens.left, lens.top, cols * lens.side, rows * lens.side)
        seen_rows, seen_cols = lens.visible
        if lens.side >= LINES_FROM:
            self._paint_lines(pen, seen_rows, seen_cols)
        if lens.side >= NUMBERS_FROM:
            self._paint_numbers(pen, seen_rows, seen_cols)
        self._paint_mark(pen)
        if self._blank is not None and lens.side < NUMBERS_FROM:
            self._paint_ring(pen)

    def _paint_lines(self, pen, rows, cols):
        lens = self._lens
        pen.strokeStyle = self._colours["tray"]
        pen.lineWidth = max(1, lens.side * 0.06)
        pen.beginPath()
        for row in range(rows.start, rows.stop + 1):
            pen.moveTo(lens.left + cols.start * lens.side, lens.top + row * lens.side)
            pen.lineTo(lens.left + cols.stop * lens.side, lens.top + row * lens.side)
        for col in range(cols.start, cols.stop + 1):
            pen.moveTo(lens.left + col * lens.side, lens.top + rows.start * lens.side)
            pen.lineTo(lens.left + col * lens.side, lens.top + rows.stop * lens.side)
        pen.stroke()

    def _paint_numbers(self, pen, rows, cols):
        lens, longest = self._lens, len(str(len(self._cells)))
        pen.font = f"600 {lens.side * min(0.5, 1.2 / longest):.1f}px system-ui, sans-serif"
        pen.textAlign, pen.textBaseline = "center", "middle"
        for row in rows:
            y = lens.top + (row + 0.5) * lens.side
            for col in cols:
                cell = row * self._shape[1] + col
                word = self._cells[cell]
                if word not in ("", "0"):
                    ink = "home-ink" if self._home.get(word) == cell else "tile-ink"
                    pen.fillStyle = self._colours["card" if cell in self._bad else ink]
                    pen.fillText(word[:6], lens.left + (col + 0.5) * lens.side, y)

    def _paint_mark(self, pen):
        row, col = divmod(self._marked, self._shape[1])
        side = max(self._lens.side, 4)
        pen.strokeStyle, pen.lineWidth = self._colours["accent"], max(2, side * 0.08)
        pen.strokeRect(
            self._lens.left + col * self._lens.side, self._lens.top + row * self._lens.side, side, side
        )

    def _paint_ring(self, pen):
        """Around the blank of a step, which is a dot from far away."""
        lens, (row, col) = self._lens, divmod(self._blank, self._shape[1])
        pen.strokeStyle, pen.lineWidth = self._colours["ink"], 2
        pen.beginPath()
        x, y = lens.left + (col + 0.5) * lens.side, lens.top + (row + 0.5) * lens.side
        pen.arc(x, y, max(RING, lens.side * 0.8), 0, 6.3)
        pen.stroke()

    # The marked cell

    def mark(self, cell):
        self._marked = cell
        if self._lens is not None:
            self._lens = self._lens.showing(cell)
        self._tell()
        self.refresh()

    def _tell(self):
        """What lies on the marked cell, and where it belongs."""
        cols = self._shape[1]
        row, col = divmod(self._marked, cols)
        word = self._cells[self._marked]
        if self._marked in self._bad:
            what = f"Row {row + 1}, column {col + 1}: {word[:12] or 'the blank'}, which is at fault"
        elif word in ("", "0"):
            what = f"Row {row + 1}, column {col + 1}: the blank"
        elif self._home.get(word, self._marked) == self._marked:
            what = f"Row {row + 1}, column {col + 1}: tile {word}, at home"
        else:
            home_row, home_col = divmod(self._home[word], cols)
            at_home = f"home is row {home_row + 1}, column {home_col + 1}"
            what = f"Row {row + 1}, column {col + 1}: tile {word}, its {at_home}"
        self._text("map-cell", what)
        if document.activeElement is None or document.activeElement.id != "map-word":
            self._value("map-word", word)

    @property
    def marked(self):
        """Its row and column."""
        return divmod(self._marked, self._shape[1])

    def step(self, rows, cols):
        """Mark the cell that lies that far from the marked one, or at the edge."""
        row, col = self.marked
        row, col = max(0, min(row + rows, self._shape[0] - 1)), max(0, min(col + cols, self._shape[1] - 1))
        self.mark(row * self._shape[1] + col)

    # The window on it

    def zoom(self, factor, x=None, y=None):
        """Whether it could."""
        lens = self._lens
        if lens is None:
            return False
        x, y = (lens.width / 2 if x is None else x), (lens.height / 2 if y is None else y)
        self._lens = lens.zoomed(factor, x, y)
        self.refresh()
        return self._lens.side != lens.side

    def fit(self):
        self._lens = None
        self.refresh()

    def pan(self, dx, dy):
        if self._lens is not None:
            self._lens = self._lens.panned(dx, dy)
            self.refresh()

    def cell_at(self, x, y):
        return None if self._lens is None else self._lens.cell_at(x, y)


def _rgba(colour):
    """The four bytes of `#rrggbb`."""
    return bytes.fromhex(colour.removeprefix("#")) + b"\xff"


_hands = {}  # where each finger is
_gone = 0.0  # how far they went since the first came


@when("pointerdown", "#map-canvas")
def on_down(event):
    global _gone
    if event.button:
        return
    if not _hands:
        _gone = 0.0
    event.target.setPointerCapture(event.pointerId)
    _hands[event.pointerId] = (event.offsetX, event.offsetY)


@when("pointermove", "#map-canvas")
def on_move(event):
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
def on_up(event):
    if _hands.pop(event.pointerId, None) is None or _hands or _gone > ENOUGH:
        return
    cell = _view.cell_at(event.offsetX, event.offsetY)
    if cell is not None:
        _view.mark(cell)
        store.dispatch(CellPressed(cell))
        if store.state.mode is Mode.EDIT:
            by_id("map-word").focus()
            by_id("map-word").select()


@when("pointercancel", "#map-canvas")
def on_cancel(event):
    _hands.pop(event.pointerId, None)


def _apart(a, b):
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


@when("wheel", "#map-canvas")
def on_wheel(event):
    """At the end of the zoom the wheel scrolls the page again."""
    unit = {0: 1, 1: 30}.get(event.deltaMode, 300)
    pinch = 8 if event.ctrlKey else 1
    zoomed = _view.zoom(exp(-event.deltaY * unit * pinch * 0.0015), event.offsetX, event.offsetY)
    if zoomed or event.ctrlKey:
        event.preventDefault()


@when("click", "#zoom-in, #zoom-out, #zoom-fit")
def on_zoom(event):
    how = event.currentTarget.id
    if how == "zoom-fit":
        _view.fit()
    else:
        _view.zoom(NEARER if how == "zoom-in" else 1 / NEARER)


@when("keydown", "#map")
def on_key(event):
    if event.ctrlKey or event.altKey or event.metaKey:
        return
    if event.key in ARROWS and event.shiftKey:
        store.dispatch(ArrowPressed(LETTERS[event.key]))
    elif event.key in ARROWS:
        _view.step(*ARROWS[event.key])
    elif event.key in ("Enter", " "):
        row, col = _view.marked
        if store.state.mode is Mode.EDIT:
            by_id("map-word").focus()
        else:
            store.dispatch(CellPressed(row * store.state.cols + col))
    elif event.key in ("+", "="):
        _view.zoom(NEARER)
    elif event.key == "-":
        _view.zoom(1 / NEARER)
    elif event.key == "0":
        _view.fit()
    else:
        return
    event.preventDefault()


@when("input", "#map-word")
def on_word(event):
    store.dispatch(CellTyped(*_view.marked, event.target.value))
