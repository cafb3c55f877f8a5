"""Let users type their own moves, see the verdict on them, and step through them."""

from __future__ import annotations

from web.page.state import UiState
from web.ui.dom import Dom, by_id, make


class MovesView:
    def __init__(self) -> None:
        self.dom = Dom()

    def draw(self, state: UiState) -> None:
        typed, found = state.typed, state.checked_moves
        said = [typed.said] if typed.is_checking and typed.said else found.said if found is not None else []
        self.dom.hide("moves-found", not said)
        kind = "" if found is None else "solvable" if found.reaches_goal else "faulty"
        if self.dom.has_changed("found", (said, kind)):
            by_id("moves-found").replaceChildren(*(make("p", line) for line in said))
            by_id("moves-found").setAttribute("data-kind", kind)
