"""Hints while playing by hand: the controls, the text, and the marks on the board."""

from __future__ import annotations

from typing import Any

from pyscript import when

from npuzzle import Move
from web.page.events import HintPressed, HintsChosen
from web.page.state import Phase, UiState
from web.page.store import store
from web.page.words import WAYS, describe_hint
from web.ui.dom import Dom, by_id, make

ARROWS = {"U": "\u2191", "D": "\u2193", "L": "\u2190", "R": "\u2192"}


class HintsView:
    def __init__(self) -> None:
        self.dom = Dom()

    def draw(self, state: UiState) -> None:
        ready = state.phase is Phase.READY
        self.dom.hide("hints", state.phase not in (Phase.READY, Phase.SOLVING))
        self.dom.hide("hints-field", not state.board.is_small)
        self.dom.hide("hint", state.board.is_small)
        self.dom.enable("hints-on", ready)
        self.dom.enable("hint", ready)
        self.dom.set("hints-on", "checked", state.hints.are_on)
        looking = not state.board.is_small and state.hint_request is not None
        self.dom.text("hint", "Stop looking" if looking else "Hint")
        self.dom.text("hint-text", describe_hint(state) if ready else "")
        hint = state.hint
        if self.dom.has_changed(
            "marks", (state.board.rows, state.board.cols, None if hint is None else hint.moves)
        ):
            marks = [self._mark(move, state.board.cols) for move in hint.moves] if hint is not None else []
            by_id("marks").replaceChildren(*marks)

    def _mark(self, move: Move, cols: int) -> Any:
        """Draw a frame around the tile, with an arrow in the direction it should slide."""
        mark = make("div", **{"class": "mark tile", "data-way": WAYS[move.letter]})
        row, col = divmod(move.src, cols)
        mark.style.setProperty("--row", str(row))
        mark.style.setProperty("--col", str(col))
        mark.append(make("b", ARROWS[move.letter]))
        return mark


@when("change", "#hints-on")
def on_hints(event: Any) -> None:
    store.dispatch(HintsChosen(event.target.checked))


@when("click", "#hint")
def on_hint(event: Any) -> None:
    store.dispatch(HintPressed())
