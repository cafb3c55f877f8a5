"""Type your own moves, see what is known of them, and step through them."""

from __future__ import annotations

from typing import Any

from pyscript import when

from web.page.commands.own_moves import check_moves, show_moves, stop_check, type_moves
from web.page.state import Phase, UiState
from web.page.store import store
from web.ui.dom import Dom, by_id, make

FROM_HERE = "Your moves from this board"
FROM_START = "Your moves from the first board of the solution"


class MovesView:
    def __init__(self) -> None:
        self.dom = Dom()

    def draw(self, state: UiState) -> None:
        parts = (
            state.phase,
            state.player.step > 0,
            state.board,
            state.goal,
            state.typed,
            state.options,
            state.solver,
        )
        if not self.dom.has_changed("parts", parts):  # not 60 times a second in a playback
            return
        typed, found = state.typed, state.checked_moves
        stepped = state.phase is Phase.PLAYING and state.player.step > 0
        self.dom.text("moves-label", FROM_START if stepped else FROM_HERE)
        self.dom.value("moves-text", typed.text)
        self.dom.enable("moves-text", not typed.is_checking)
        self.dom.enable("moves-check", not typed.is_checking and not state.why_not_check)
        self.dom.hide("moves-stop", not typed.is_checking)
        waits = "Looking for a shortest path to compare with." if typed.is_checking else ""
        self.dom.text("moves-why-not", waits or state.why_not_check)
        self.dom.text("moves-problem", typed.problem)
        said = [typed.said] if typed.is_checking and typed.said else found.said if found is not None else []
        self.dom.hide("moves-found", not said)
        self.dom.hide("moves-show", found is None or not found.path)
        self.dom.enable("moves-show", state.phase is not Phase.SOLVING)
        kind = "" if found is None else "solvable" if found.reaches_goal else "faulty"
        if self.dom.has_changed("found", (said, kind)):
            by_id("moves-found").replaceChildren(*(make("p", line) for line in said))
            by_id("moves-found").setAttribute("data-kind", kind)


@when("input", "#moves-text")
def on_moves(event: Any) -> None:
    store.dispatch(type_moves(event.target.value))


@when("submit", "#moves-form")
def on_check(event: Any) -> None:
    event.preventDefault()
    store.dispatch(check_moves())


@when("click", "#moves-stop")
def on_stop_check(event: Any) -> None:
    store.dispatch(stop_check())


@when("click", "#moves-show")
def on_show_moves(event: Any) -> None:
    store.dispatch(show_moves())
