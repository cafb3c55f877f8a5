"""Show the review of moves by hand: a bar for each move, the board of a chosen move, and a text to send."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyscript import document

from web.page.commands.sliding import press_arrow
from web.page.commands.undo import reset
from web.page.review import find_board, write_review
from web.page.state import UiState
from web.page.store import store
from web.solver.browser import site_address
from web.ui.dom import Dom, by_id, make
from web.ui.download import NOT_COPIED, copy_text
from web.ui.grid import draw_grid
from web.ui.press import press

if TYPE_CHECKING:
    from web.ui.protocols import Element


class ReviewView:
    def __init__(self) -> None:
        self.dom = Dom()

    def draw(self, state: UiState) -> None:
        review = state.review
        if not state.is_reviewed:
            return
        if self.dom.has_changed("bars", (review.path, review.distances)):
            bars = [_make_bar(number, kind) for number, kind in enumerate(review.kinds, 1)]
            by_id("review-bars").replaceChildren(*bars)
            by_id("review-copied").textContent = ""
        if review.chosen and self.dom.has_changed("chosen", (review.path, review.chosen)):
            draw_grid(by_id("review-board"), find_board(review), state.goal.board)


def _make_bar(number: int, kind: str) -> Element:
    """Make the bar for a move. The user can press it if the move led away."""
    bar = make("button" if kind == "away" else "span", data_kind=kind, **{"class": "review-bar"})
    if kind == "away":
        pressed = {"data-press": "choose_reviewed", "value": str(number), "type": "button"}
        for name, value in {**pressed, "aria-label": f"Move {number} led away"}.items():
            bar.setAttribute(name, value)
    return bar


@press
def play_from_here() -> None:
    """Go back to the position before the chosen move: reset the board, and repeat the moves up to there."""
    review = store.state.review
    store.dispatch(reset(), *map(press_arrow, review.path[: review.chosen - 1]))
    by_id("board").focus()


@press
async def copy_review(day: str) -> None:
    """Copy the text to send. `day`: the date of the board, used only while Today is open."""
    day = day if document.body.dataset.room == "today" else ""
    copied = await copy_text(write_review(store.state.review, site_address(), day))
    by_id("review-copied").textContent = "Copied." if copied else NOT_COPIED
