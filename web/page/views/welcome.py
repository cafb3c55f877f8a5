"""Offer three things to do first, as long as nothing is solved."""

from __future__ import annotations

from typing import Any

from pyscript import when

from web.page.api import PageApi
from web.page.commands.modes import choose_mode
from web.page.state import Mode, Phase, UiState
from web.page.views.board_keys import empty_cells
from web.ui.dom import Dom

WRONG = "misplaced-with-blank"  # the example of the Lab that is to be broken

_page: PageApi


class WelcomeView:
    def __init__(self) -> None:
        self.dom = Dom()

    def draw(self, state: UiState) -> None:
        self.dom.hide("welcome", state.player.answer is not None or state.phase is Phase.SOLVING)
        for name in ("offer-think", "offer-break"):
            self.dom.enable(name, not state.why_not_start)
        self.dom.enable("offer-mine", state.phase in (Phase.READY, Phase.EDITING))


def begin(page: PageApi) -> None:
    """Let the offers open the rooms of that page."""
    global _page
    _page = page


@when("click", "#offer-mine")
def on_mine(event: Any) -> None:
    _page.dispatch(choose_mode(Mode.EDIT))
    empty_cells()


@when("click", "#offer-think")
def on_think(event: Any) -> None:
    _page.rooms.open("explore").build_example()
    _page.rooms.scroll_to_room()


@when("click", "#offer-break")
def on_break(event: Any) -> None:
    _page.rooms.open("lab").certify_example(WRONG)
    _page.rooms.scroll_to_room()
