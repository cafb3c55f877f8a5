"""The board: drawn as tiles or as fields, played, typed into; and what is true of it."""

from itertools import islice

from pyscript import document, when

from npuzzle import inversion_pairs
from web.page.events import ArrowPressed, CellPressed, CellTyped, EditPressed, RepairPressed, TextGiven
from web.page.state import Mode, Phase
from web.page.store import store
from web.page.updates.sliding import line_to
from web.page.views import drag
from web.ui.dom import Writer, by_id, make
from web.ui.viewport import picture_place, picture_size

MOST_PAIRS = 200  # inversions spelled out
ARROWS = {"ArrowUp": "U", "ArrowDown": "D", "ArrowLeft": "L", "ArrowRight": "R"}


_board = None


class BoardView(Writer):
    def __init__(self):
        super().__init__()
        self._tiles = {}
        global _board
        _board = self

    def draw(self, state):
        self._draw_board(state)
        self._draw_verdict(state)

    def _draw_board(self, state):
        editing = state.phase is Phase.EDITING
        shown = state.mode is not Mode.PASTE and not state.large
        self._property("tray", "hidden", not shown)
        if not shown:
            return
        if self._changed("grid", (state.rows, state.cols, editing)):
            self._build_grid(state, editing)
        if editing:
            self._draw_inputs(state)
        else:
            self._draw_tiles(state)
        self._attribute("tray", "data-mode", state.mode.value)
        self._property("tiles", "hidden", editing)
        self._property("board", "tabIndex", -1 if editing else 0)

    def _build_grid(self, state, editing):
        board = by_id("board")
        board.replaceChildren()
        tray = by_id("tray")
        tray.style.setProperty("--rows", str(state.rows))
        tray.style.setProperty("--cols", str(state.cols))
        for r in range(state.rows):
            row = make("div", role="row")
            for c in range(state.cols):
                cell = make("div", role="gridcell", data_cell=r * state.cols + c)
                if editing:
                    label = f"row {r + 1}, column {c + 1}"
                    cell.append(
                        make(
                            "input",
                            aria_label=label,
                            inputmode="numeric",
                            autocomplete="off",
                            data_row=r,
                            data_col=c,
                            aria_describedby="verdict-detail",
                        )
                    )
                row.append(cell)
            board.append(row)
        by_id("tiles").replaceChildren()
        self._tiles = {}
        self._cells = list(board.querySelectorAll("[role=gridcell]"))
        self._forget("cell")

    def _draw_inputs(self, state):
        bad = state.bad_cells
        for cell, element in enumerate(self._cells):
            row, col = divmod(cell, state.cols)
            word, wrong = state.words[row][col], (row, col) in bad
            if not self._changed(f"cell {cell}", (word, wrong)):
                continue
            field = element.firstElementChild
            if field.value.strip() != word:
                field.value = word
            element.toggleAttribute("data-bad", wrong)
            field.setAttribute("aria-invalid", str(wrong).lower())

    def _draw_tiles(self, state):
        shown, goal = state.shown, state.goal
        self._draw_picture(state)
        resting = state.phase is Phase.SOLVING
        if self._changed("racing", state.racing):
            by_id("tray").toggleAttribute("data-racing", state.racing)
        racing = state.racing
        for cell, tile in enumerate(shown.tiles):
            row, col = divmod(cell, state.cols)
            if not racing:  # else nobody could read them, and the tiles take all the time
                self._draw_cell(state, cell, tile, not resting and bool(line_to(shown, cell)))
            if not tile:
                continue
            element = self._tile(tile)
            if self._changed(f"cell of {tile}", cell):
                element.style.setProperty("--row", str(row))
                element.style.setProperty("--col", str(col))
            home = goal is not None and goal.tiles[cell] == tile
            if self._changed(f"cell home {tile}", home):
                element.toggleAttribute("data-home", home)

    def _draw_cell(self, state, cell, tile, slides):
        """What lies below the tiles, for hands and for screen readers."""
        row, col = divmod(cell, state.cols)
        if self._changed(f"cell {cell}", tile):
            what = f"tile {tile}" if tile else "the blank"
            self._cells[cell].setAttribute("aria-label", f"row {row + 1}, column {col + 1}: {what}")
            self._cells[cell].textContent = str(tile or "")
        if self._changed(f"cell slides {cell}", slides):
            self._cells[cell].toggleAttribute("data-slides", slides)

    def _draw_picture(self, state):
        """A piece of the picture behind each tile: the one that lies at its home."""
        shape = (state.rows, state.cols, state.aspect)
        goal = state.goal or state.shown
        if not self._changed("cell picture", (state.picture, state.numbers, shape, goal.tiles)):
            return
        tray = by_id("tray")
        tray.toggleAttribute("data-picture", bool(state.picture))
        tray.toggleAttribute("data-numbers", state.numbers)
        if not state.picture:
            return
        width, height = picture_size(*shape)
        tray.style.setProperty("--picture", f'url("{state.picture}")')
        tray.style.setProperty("--picture-width", f"{100 * width:.3f}%")
        tray.style.setProperty("--picture-height", f"{100 * height:.3f}%")
        for home, tile in enumerate(goal.tiles):
            x, y = picture_place(*shape, home)
            if tile:
                face = self._tile(tile).firstElementChild
                face.style.setProperty("--x", f"{x:.3f}%")
                face.style.setProperty("--y", f"{y:.3f}%")

    def _tile(self, tile):
        """The element of that number, made if it is not there yet."""
        if tile not in self._tiles:
            element = self._tiles[tile] = make("div", data_tile=tile, **{"class": "tile"})
            face = make("span")
            face.append(make("b", str(tile)))
            element.append(face)
            by_id("tiles").append(element)
        return self._tiles[tile]

    # What is true of it

    def _draw_verdict(self, state):
        verdict, check = state.verdict, state.check
        self._attribute("verdict", "data-kind", verdict.kind)
        self._text("verdict-headline", verdict.headline)
        self._text("verdict-detail", verdict.detail)
        if self._changed("repairs", state.repairs):
            buttons = [
                make("button", repair.label, type="button", data_repair=index)
                for index, repair in enumerate(state.repairs)
            ]
            by_id("repairs").replaceChildren(*buttons)
            by_id("repairs").hidden = not buttons
        self._property("why", "hidden", not state.has_board)
        if check.board is not None and by_id("why").open and self._changed("inversions", check.board):
            self._draw_inversions(check)

    def _draw_inversions(self, check):
        """Spelled out only where they are asked for: the largest boards have sixty million."""
        pairs = list(islice(inversion_pairs(check.board), MOST_PAIRS + 1))
        said = ", ".join(f"{larger}\u00a0before\u00a0{smaller}" for larger, smaller in pairs[:MOST_PAIRS])
        total = len(pairs) if check.explanation is None else check.explanation.board.inversions
        more = f" and {total - MOST_PAIRS:,} more" if total > MOST_PAIRS else ""
        by_id("inversions").textContent = f"{total}: {said}{more}" if pairs else "None."


@when("toggle", "#why")
def on_why(event):
    _board.draw(store.state)


@when("click", "#board")
def on_cell(event):
    cell = event.target.closest("[data-cell]")
    if cell and not drag.was_drag():
        store.dispatch(CellPressed(int(cell.dataset.cell)))


@when("input", "#board")
def on_cell_typed(event):
    place = event.target.dataset
    store.dispatch(CellTyped(int(place.row), int(place.col), event.target.value))


@when("keydown", "#board")
def on_board_key(event):
    if event.key == "Escape" and store.state.phase is Phase.EDITING:
        store.dispatch(EditPressed())
        if store.state.phase is not Phase.EDITING:
            by_id("board").focus()
        return
    if event.key not in ARROWS or event.ctrlKey or event.altKey or event.metaKey:
        return
    event.preventDefault()
    if store.state.phase is not Phase.EDITING:
        store.dispatch(ArrowPressed(ARROWS[event.key], line=bool(event.shiftKey)))
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


@when("focusin", "#board")
def on_cell_focus(event):
    """What is typed replaces what was there."""
    if event.target.tagName == "INPUT":
        event.target.select()


@when("paste", "body")
def on_paste(event):
    """A board pasted anywhere but into a text field is taken as a whole."""
    text = event.clipboardData.getData("text")
    in_field = event.target.closest("textarea, input:not([data-row]):not([type=radio]):not([type=checkbox])")
    if not in_field and len(text.strip()) > 3:
        event.preventDefault()
        store.dispatch(TextGiven(text))


@when("click", "#repairs")
def on_repair(event):
    button = event.target.closest("[data-repair]")
    if button:
        store.dispatch(RepairPressed(int(button.dataset.repair)))
        if not document.activeElement or document.activeElement.tagName == "BODY":
            by_id("solve" if not by_id("solve").disabled else "board").focus()
