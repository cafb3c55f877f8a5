"""Draw the board as tiles or as fields, handle presses and typed texts, and show the verdict."""

from __future__ import annotations

from itertools import islice
from typing import Any

from pyscript import document

from npuzzle import Board, Check, inversion_pairs
from web.page.commands.board import give_text, repair_board
from web.page.commands.lending import pick_tile
from web.page.commands.sliding import line_to, press_cell
from web.page.commands.stepping import step
from web.page.entering import list_numbers
from web.page.parts.board import Words
from web.page.state import Mode, Phase, UiState
from web.page.store import store
from web.page.views import drag
from web.page.views.board_keys import entry
from web.page.words import describe_repair
from web.ui.dom import Dom, by_id, has_touch, make
from web.ui.events import when
from web.ui.hues import hue
from web.ui.viewport import picture_place, picture_size

MOST_PAIRS = 200  # inversions that are listed


class BoardView:
    def __init__(self) -> None:
        self.dom = Dom()
        self._tiles: dict[int, Any] = {}
        entry.redraw = self.draw
        when("toggle", "#why")(lambda event: self.draw(store.state))

    def draw(self, state: UiState) -> None:
        self._draw_board(state)
        self._draw_verdict(state)

    def _draw_board(self, state: UiState) -> None:
        editing = state.phase is Phase.EDITING
        shown = state.mode is not Mode.PASTE and not state.board.is_large
        self.dom.hide("tray", not shown)
        if not shown:
            self.dom.hide("pad", True)
            return
        if self.dom.has_changed("grid", (state.board.rows, state.board.cols, editing)):
            self._build_grid(state, editing)
        if editing:
            self._draw_inputs(state)
        else:
            self._draw_tiles(state)
        self._draw_pad(state, editing)
        self.dom.attribute("tray", "data-mode", state.mode.value)
        self.dom.hide("tiles", editing)
        self.dom.set("board", "tabIndex", -1 if editing else 0)
        if editing:
            self.dom.attribute("board", "aria-activedescendant", "")

    def _build_grid(self, state: UiState, editing: bool) -> None:
        entry.chosen = None
        entry.typed_in = None  # otherwise removing its cell would redraw the board too soon
        board = by_id("board")
        board.replaceChildren()
        tray = by_id("tray")
        tray.style.setProperty("--rows", str(state.board.rows))
        tray.style.setProperty("--cols", str(state.board.cols))
        for r in range(state.board.rows):
            row = make("div", role="row")
            for c in range(state.board.cols):
                at = r * state.board.cols + c
                cell = make("div", role="gridcell", id=f"cell-{at}", data_cell=at)
                if editing:
                    label = f"row {r + 1}, column {c + 1}"
                    cell.append(
                        make(
                            "input",
                            aria_label=label,
                            inputmode="none" if has_touch() else "numeric",
                            enterkeyhint="next",
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
        self.dom.forget("cell")

    def _draw_inputs(self, state: UiState) -> None:
        bad = state.board.bad_cells
        for cell, element in enumerate(self._cells):
            row, col = divmod(cell, state.board.cols)
            word, wrong = state.board.words[row][col], (row, col) in bad and (row, col) != entry.typed_in
            is_blank = word == "0" or (not word and state.board.is_valid)
            if not self.dom.has_changed(f"cell {cell}", (word, wrong, is_blank)):
                continue
            element.toggleAttribute("data-blank", is_blank)
            field, word = element.firstElementChild, "" if is_blank else word
            if field.value.strip() != word:
                field.value = word
            element.toggleAttribute("data-bad", wrong)
            field.setAttribute("aria-invalid", str(wrong).lower())

    def _draw_pad(self, state: UiState, editing: bool) -> None:
        """Draw keys for the numbers, so that they can be pressed instead of typed."""
        self.dom.hide("pad", not editing)
        if not editing:
            return
        if self.dom.has_changed("pad numbers", state.board.words):
            draw_numbers(by_id("pad-numbers"), state.board.words)

    def _draw_tiles(self, state: UiState) -> None:
        shown, goal = state.current_board, state.goal.board
        assert shown is not None, "only cells that are typed into may be faulty"
        self._draw_picture(state, goal or shown)
        active = f"cell-{shown.tiles.index(0)}"  # read aloud, as arrow keys slide tiles into it
        self.dom.attribute("board", "aria-activedescendant", active)
        resting = state.phase is Phase.SOLVING
        if self.dom.has_changed("racing", state.player.is_skipping_frames):
            by_id("tray").toggleAttribute("data-racing", state.player.is_skipping_frames)
        racing = state.player.is_skipping_frames
        for cell, tile in enumerate(shown.tiles):
            row, col = divmod(cell, state.board.cols)
            home = goal is not None and tile != 0 and goal.tiles[cell] == tile
            if not racing:  # too fast for screen readers, and drawing the tiles takes all the time
                self._draw_cell(cell, tile, home, state.board.cols)
                self._let_slide(cell, not resting and bool(line_to(shown, cell)))
            if not tile:
                continue
            element = self._tile(tile)
            if self.dom.has_changed(f"cell of {tile}", cell):
                element.style.setProperty("--row", str(row))
                element.style.setProperty("--col", str(col))
            if self.dom.has_changed(f"cell home {tile}", home):
                element.toggleAttribute("data-home", home)
            is_picked = tile in (state.picked or ())
            if self.dom.has_changed(f"cell picked {tile}", is_picked):
                element.toggleAttribute("data-picked", is_picked)

    def _draw_cell(self, cell: int, tile: int, home: bool, cols: int) -> None:
        """Draw the cell below a tile. The cell receives the clicks, and screen readers read it."""
        if self.dom.has_changed(f"cell {cell}", (tile, home)):
            row, col = divmod(cell, cols)
            what = f"tile {tile}{', at home' if home else ''}" if tile else "the blank"
            self._cells[cell].setAttribute("aria-label", f"row {row + 1}, column {col + 1}: {what}")
            self._cells[cell].textContent = str(tile or "")

    def _let_slide(self, cell: int, slides: bool) -> None:
        """Mark on the cell whether pressing it slides a tile."""
        if self.dom.has_changed(f"cell slides {cell}", slides):
            self._cells[cell].toggleAttribute("data-slides", slides)

    def _draw_picture(self, state: UiState, goal: Board) -> None:
        """Show on each tile the piece of the picture that belongs at the tile's home."""
        shape = (state.board.rows, state.board.cols, state.picture.aspect)
        if not self.dom.has_changed("cell picture", (state.picture, shape, goal.tiles)):
            return
        tray = by_id("tray")
        self._draw_hues(state, goal)
        tray.toggleAttribute("data-picture", bool(state.picture.address))
        tray.toggleAttribute("data-numbers", state.picture.has_numbers)
        if not state.picture.address:
            return
        width, height = picture_size(*shape)
        tray.style.setProperty("--picture", f'url("{state.picture.address}")')
        tray.style.setProperty("--picture-width", f"{100 * width:.3f}%")
        tray.style.setProperty("--picture-height", f"{100 * height:.3f}%")
        for home, tile in enumerate(goal.tiles):
            x, y = picture_place(*shape, home)
            if tile:
                face = self._tile(tile).firstElementChild
                face.style.setProperty("--x", f"{x:.3f}%")
                face.style.setProperty("--y", f"{y:.3f}%")

    def _draw_hues(self, state: UiState, goal: Board) -> None:
        """Give each tile the colour of its home, if the user chose colours."""
        by_id("tray").toggleAttribute("data-hues", state.picture.has_hues)
        if not state.picture.has_hues:
            return
        for home, tile in enumerate(goal.tiles):
            if tile:
                red, green, blue = hue(*goal.shape.place(home), goal.shape.rows, goal.shape.cols)
                face = self._tile(tile).firstElementChild
                face.style.setProperty("--hue", f"rgb({red} {green} {blue})")

    def _tile(self, tile: int) -> Any:
        """Return the element of a tile, which is created if it does not exist yet."""
        if tile not in self._tiles:
            element = self._tiles[tile] = make("div", data_tile=tile, **{"class": "tile"})
            face = make("span")
            face.append(make("b", str(tile)))
            element.append(face)
            by_id("tiles").append(element)
        return self._tiles[tile]

    # The verdict on the board

    def _draw_verdict(self, state: UiState) -> None:
        check = state.board.check
        if self.dom.has_changed("repairs", state.board.repairs):
            buttons = [
                make("button", describe_repair(repair), type="button", data_repair=index)
                for index, repair in enumerate(state.board.repairs)
            ]
            by_id("repairs").replaceChildren(*buttons)
            by_id("repairs").hidden = not buttons
        if check.board is not None and by_id("why").open and self.dom.has_changed("inversions", check.board):
            self._draw_inversions(check, check.board)

    def _draw_inversions(self, check: Check, board: Board) -> None:
        """List the inversions, only once the list is opened: the largest boards have sixty million."""
        pairs = list(islice(inversion_pairs(board), MOST_PAIRS + 1))
        said = ", ".join(f"{larger}\u00a0before\u00a0{smaller}" for larger, smaller in pairs[:MOST_PAIRS])
        total = len(pairs) if check.explanation is None else check.explanation.board.inversions
        more = f" and {total - MOST_PAIRS:,} more" if total > MOST_PAIRS else ""
        by_id("inversions").textContent = f"{total}: {said}{more}" if pairs else "None."


def draw_numbers(pad: Any, words: Words) -> None:
    """Draw a key for each number and for the blank. Keys whose number is on the board stay, but are pale."""
    numbers, used = list_numbers(words), {word for row in words for word in row}
    keys = [*pad.querySelectorAll("button")]
    if len(keys) != len(numbers):
        keys = [make("button", n if n != "0" else "blank", type="button", data_number=n) for n in numbers]
        pad.replaceChildren(*keys)
    for number, key in zip(numbers, keys, strict=True):
        key.toggleAttribute("data-used", number in used)


@when("click", "#board")
def on_cell(event: Any) -> None:
    cell = event.target.closest("[data-cell]")
    if store.state.hands == "follow":
        store.dispatch(step("forward"))
    elif cell and store.state.picked is not None and (board := store.state.current_board) is not None:
        store.dispatch(pick_tile(board.tiles[int(cell.dataset.cell)]))
    elif cell and not drag.was_drag():
        store.dispatch(press_cell(int(cell.dataset.cell)))


@when("mousedown", "#stage")
def on_second_press(event: Any) -> None:
    """Stop the second press of a double click from selecting text where the button has disappeared."""
    if event.detail > 1 and not event.target.closest("input, textarea, p"):
        event.preventDefault()


@when("paste", "body")
def on_paste(event: Any) -> None:
    """Take a board that the user pastes anywhere except into a text field."""
    text = event.clipboardData.getData("text")
    in_field = event.target.closest("textarea, input:not([data-row]):not([type=radio]):not([type=checkbox])")
    if not in_field and len(text.strip()) > 3:
        event.preventDefault()
        store.dispatch(give_text(text))


@when("click", "#repairs")
def on_repair(event: Any) -> None:
    button = event.target.closest("[data-repair]")
    if button:
        store.dispatch(repair_board(int(button.dataset.repair)))
        if not document.activeElement or document.activeElement.tagName == "BODY":
            by_id("solve" if not by_id("solve").disabled else "board").focus()
