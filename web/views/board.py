"""The board: drawn as tiles or as fields, played, typed into; and what is true of it."""

from random import SystemRandom

from pyscript import document, when

from npuzzle import inversion_pairs
from web.events import (
    ArrowPressed,
    CellPressed,
    CellTyped,
    EditPressed,
    RandomPressed,
    RepairPressed,
    TextTyped,
)
from web.state import Phase
from web.store import store
from web.views.dom import Writer, by_id, make

MOST_PAIRS = 200  # inversions spelled out
ARROWS = {"ArrowUp": "U", "ArrowDown": "D", "ArrowLeft": "L", "ArrowRight": "R"}

SLIDE = "Click a tile beside the blank, or press an arrow key, to slide it. Green tiles are at home."
BOARD_HELP = {
    Phase.READY: SLIDE,
    Phase.PLAYING: SLIDE,
    Phase.EDITING: "Type a number into each cell; leave the blank empty. Arrows and Tab move, Escape ends.",
    Phase.SOLVING: "The board rests while the solver works.",
}


class BoardView(Writer):
    def __init__(self):
        super().__init__()
        self._tiles = {}

    def draw(self, state):
        self._draw_board(state)
        self._draw_verdict(state)

    def _draw_board(self, state):
        editing = state.phase is Phase.EDITING
        if self._changed("grid", (state.rows, state.cols, editing)):
            self._build_grid(state, editing)
        if editing:
            self._draw_inputs(state)
        else:
            self._draw_tiles(state)
        self._property("tiles", "hidden", editing)
        self._property("board", "tabIndex", -1 if editing else 0)
        self._enable("edit", state.phase is not Phase.SOLVING)
        self._enable("random", state.phase is not Phase.SOLVING)
        self._text("edit", "Done" if editing else "Edit cells")
        self._attribute("edit", "aria-pressed", str(editing).lower())
        self._property("board-help", "hidden", state.phase is Phase.PLAYING)
        self._text("board-help", BOARD_HELP[state.phase])

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
        for cell, tile in enumerate(shown.tiles):
            row, col = divmod(cell, state.cols)
            if self._changed(f"cell {cell}", tile):
                what = f"tile {tile}" if tile else "the blank"
                self._cells[cell].setAttribute("aria-label", f"row {row + 1}, column {col + 1}: {what}")
                self._cells[cell].textContent = str(tile or "")
            if not tile:
                continue
            element = self._tiles.get(tile)
            if element is None:
                element = self._tiles[tile] = make("div", **{"class": "tile"})
                element.append(make("span", str(tile)))
                by_id("tiles").append(element)
            if self._changed(f"cell of {tile}", cell):
                element.style.setProperty("--row", str(row))
                element.style.setProperty("--col", str(col))
            home = goal is not None and goal.tiles[cell] == tile
            if self._changed(f"cell home {tile}", home):
                element.toggleAttribute("data-home", home)

    # What is true of it

    def _draw_verdict(self, state):
        verdict, check = state.verdict, state.check
        self._attribute("verdict", "data-kind", verdict.kind)
        self._text("verdict-headline", verdict.headline)
        self._text("verdict-detail", verdict.detail)
        if self._changed("repairs", check.repairs):
            buttons = [
                make("button", repair.label, type="button", data_repair=index)
                for index, repair in enumerate(check.repairs)
            ]
            by_id("repairs").replaceChildren(*buttons)
            by_id("repairs").hidden = not buttons
        if self._changed("inversions", check.board):
            pairs = [] if check.board is None else list(inversion_pairs(check.board))
            said = ", ".join(f"{larger}\u00a0before\u00a0{smaller}" for larger, smaller in pairs[:MOST_PAIRS])
            more = f" and {len(pairs) - MOST_PAIRS} more" if len(pairs) > MOST_PAIRS else ""
            by_id("inversions").textContent = f"{len(pairs)}: {said}{more}" if pairs else "None."
            by_id("why").hidden = check.board is None


@when("click", "#random")
def on_random(event):
    store.dispatch(RandomPressed(SystemRandom().getrandbits(64)))


@when("click", "#edit")
def on_edit(event):
    store.dispatch(EditPressed())
    if store.state.phase is Phase.EDITING:
        (
            document.querySelector("#board [aria-invalid=true]") or document.querySelector("#board input")
        ).focus()
    else:
        by_id("board").focus()


@when("click", "#board")
def on_cell(event):
    cell = event.target.closest("[data-cell]")
    if cell:
        store.dispatch(CellPressed(int(cell.dataset.cell)))


@when("input", "#board")
def on_cell_typed(event):
    place = event.target.dataset
    store.dispatch(CellTyped(int(place.row), int(place.col), event.target.value))


@when("keydown", "#board")
def on_board_key(event):
    if event.key == "Escape" and store.state.phase is Phase.EDITING:
        on_edit(event)
        return
    if event.key not in ARROWS or event.ctrlKey or event.altKey or event.metaKey:
        return
    event.preventDefault()
    if store.state.phase is not Phase.EDITING:
        store.dispatch(ArrowPressed(ARROWS[event.key]))
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
    in_field = event.target.closest("textarea, input:not([data-row])")
    if not in_field and len(text.strip()) > 3:
        event.preventDefault()
        store.dispatch(TextTyped(text))


@when("click", "#repairs")
def on_repair(event):
    button = event.target.closest("[data-repair]")
    if button:
        store.dispatch(RepairPressed(int(button.dataset.repair)))
        if not document.activeElement or document.activeElement.tagName == "BODY":
            by_id("solve" if not by_id("solve").disabled else "board").focus()
