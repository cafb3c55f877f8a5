"""Offer three things to do first, as long as nothing is solved."""

from __future__ import annotations

from web.page.api import PageApi
from web.ui.press import press

WRONG = "misplaced-with-blank"  # the example of the Lab that is to be broken

_page: PageApi


def begin(page: PageApi) -> None:
    """Let the offers open the rooms of that page."""
    global _page
    _page = page


@press
def see_search() -> None:
    _page.rooms.open("explore").build_example()
    _page.rooms.scroll_to_room()


@press
def break_heuristic() -> None:
    _page.rooms.open("lab").certify_example(WRONG)
    _page.rooms.scroll_to_room()
