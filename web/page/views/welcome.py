"""Offer to type the puzzle in one's hands, as long as nothing is solved."""

from __future__ import annotations

from web.page.api import PageApi
from web.page.commands.modes import choose_mode
from web.page.state import Mode
from web.page.views.board_keys import empty_cells
from web.ui.press import press

_page: PageApi


def begin(page: PageApi) -> None:
    """Let the offers open the rooms of that page."""
    global _page
    _page = page


@press
def enter_mine() -> None:
    _page.rooms.open("solve")
    _page.dispatch(choose_mode(Mode.EDIT))
    empty_cells()
