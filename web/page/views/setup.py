"""Choose the size of the board and its goal."""

from __future__ import annotations

from typing import Any

from npuzzle import GOALS
from web.page.commands.board import choose_size
from web.page.entering import find_chosen
from web.page.parts.board import MAX_SIDE, MIN_SIDE, OWN
from web.page.state import Phase, UiState
from web.page.store import store
from web.page.views.board_keys import entry
from web.ui.dom import Dom, bring_into_view, by_id
from web.ui.events import when
from web.ui.grid import draw_grid
from web.ui.press import press

MORE = "more"
DENSE = 6  # most cells per side with room for numbers in the goal's picture


class SetupView:
    def __init__(self) -> None:
        self.dom = Dom()
        self.dom.fill("goal", [(card.name, card.label) for card in GOALS] + [(OWN, "Your own ...")])

    def draw(self, state: UiState) -> None:
        self._draw_size("rows", state.board.rows)
        self._draw_size("cols", state.board.cols)
        self._draw_chips(f"{state.board.rows}x{state.board.cols}", state.phase is not Phase.SOLVING)
        if self.dom.has_changed("goal picture", state.goal.board):
            picture = by_id("goal-picture")
            goal = None if state.board.is_large else state.goal.board
            picture.hidden = goal is None
            if goal is not None:
                picture.toggleAttribute("data-dense", max(state.board.rows, state.board.cols) > DENSE)
                draw_grid(picture, goal, label=f"Goal: {goal}")

    def _draw_chips(self, size: str, free: bool) -> None:
        """Mark the size of the board among the buttons for sizes."""
        if not self.dom.has_changed("chips", (size, free)):
            return
        pressed = False
        for chip in by_id("sizes").querySelectorAll("button"):
            chosen = chip.dataset.size == size if chip.dataset.size else not pressed
            pressed = pressed or chosen
            chip.setAttribute("aria-pressed", str(chosen).lower())
            chip.disabled = not free

    def _draw_size(self, name: str, size: int) -> None:
        """Fill a menu with the sizes of the grid, the present size if it is larger, and "more"."""
        if self.dom.has_changed(f"sizes {name}", max(size, MAX_SIDE)):
            sizes = [*range(MIN_SIDE, MAX_SIDE + 1), *([size] if size > MAX_SIDE else [])]
            self.dom.fill(name, [*((str(n), str(n)) for n in sizes), (MORE, "more ...")])
        self.dom.value(name, str(size))


@press
def press_size(size: str) -> None:
    rows, cols = map(int, size.split("x"))
    store.dispatch(choose_size(rows, cols))
    if store.state.hands == "enter":
        entry.go_to(find_chosen(store.state.board.words, None))


@press
def show_sizes() -> None:
    by_id("setup").open = True
    by_id("rows").focus()


@press
def choose_side(name: str, size: str) -> None:
    """Change the number of rows or columns. If "more" is chosen, let the user type both numbers."""
    if size == MORE:
        by_id("more-size").hidden = False
        by_id(name).value = str(getattr(store.state.board, name))
        by_id(f"more-{name}").focus()
    else:
        store.dispatch(choose_size(int(by_id("rows").value), int(by_id("cols").value)))


@press
def choose_more_size() -> None:
    rows, cols = (_whole(by_id(name).value) for name in ("more-rows", "more-cols"))
    store.dispatch(choose_size(rows, cols))
    if not store.state.problems.size:
        by_id("more-size").hidden = True
        by_id("rows").focus()


def _whole(text: str) -> int:
    """Return the whole number in a field, or -1 if there is none."""
    return int(text) if text.isdigit() and len(text) < 7 else -1


@when("toggle", "#why, #setup, #path-more")
def on_fold(event: Any) -> None:
    """Scroll to the part that was opened, which may be below the edge of the column."""
    if event.target.open:
        bring_into_view(event.target.id)
