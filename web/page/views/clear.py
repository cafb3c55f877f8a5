"""Clear the browser's saved data: list the data, ask for a second press, then remove all of it."""

from __future__ import annotations

from typing import Any

from web.page import storage
from web.page.link import notes_from_text
from web.page.saved import list_saved
from web.solver.client import in_background
from web.ui.dom import bring_into_view, by_id, make
from web.ui.events import when
from web.ui.table_cache import forget_tables, measure_tables

CLEAR, CONFIRM = "Clear saved data", "Clear all of it"
ASK = "This cannot be undone. Press again to clear all of it. Anything else cancels."
KEPT = "Nothing was cleared."
CLEARED = "The saved data is cleared. The page saves nothing until you reload it."

_is_asking = False


async def _list() -> None:
    """Show the saved data."""
    pages, notes = zip(*storage.read_all(), strict=True)
    named = {name: text for each in notes for name, text in notes_from_text(each).items() if text}
    names = {"proofs": storage.PROOFS, "language": storage.LANGUAGE}
    shared = {name: storage.read_shared(key) for name, key in names.items()}
    saved = list_saved("".join(pages), named, shared, await measure_tables())
    by_id("share-saved").replaceChildren(*[make("li", part) for part in saved])
    by_id("share-keeps").hidden = not saved


def _ask(asking: bool) -> None:
    global _is_asking
    _is_asking = asking
    by_id("share-forget").textContent = CONFIRM if asking else CLEAR
    by_id("share-forget").className = "strong" if asking else ""


def _say(text: str) -> None:
    """Show a text about the last press, and scroll to the text."""
    by_id("share-forget-said").textContent = text
    bring_into_view("share-forget-said")  # on a phone the dialog is longer than the screen


def _give_up() -> None:
    if _is_asking:
        _ask(False)
        by_id("share-forget-said").textContent = KEPT  # not empty: nothing must move under the finger


def offer_clearing() -> None:
    """Show the saved data when the dialog is opened."""
    _ask(False)
    by_id("share-forget-said").textContent = ""
    in_background(_list())


@when("click", "#share-forget")
async def on_forget(event: Any) -> None:
    """Ask at the first press, and clear at the second. A double click counts as the first press only."""
    if not _is_asking:
        _ask(True)
        _say(ASK)
    elif event.detail < 2:
        _ask(False)
        storage.forget()
        await forget_tables()
        await _list()
        _say(CLEARED)


@when("keydown", "#sharing")
def on_key(event: Any) -> None:
    """Let Escape cancel the question without closing the dialog."""
    if event.key == "Escape" and _is_asking:
        event.preventDefault()
        _give_up()


@when("focusout", "#share-forget")
def on_left(event: Any) -> None:
    _give_up()


@when("pointerdown", "#sharing")
def on_pressed(event: Any) -> None:
    """Cancel the question when something else is pressed, even a button that never gets the focus."""
    if event.target.id != "share-forget":
        _give_up()
