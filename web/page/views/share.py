"""Restore the page from a link or from the browser's storage, save each change, and write links to share."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from pyscript import document, window

from web.command import Call
from web.page import storage
from web.page.api import PageApi
from web.page.commands.board import give_board
from web.page.commands.lending import own_page
from web.page.commands.link_path import give_path, read_link, restore_path
from web.page.commands.own_moves import type_moves
from web.page.commands.stepping import press_play
from web.page.commands.undo import reset
from web.page.link import (
    describe_omission,
    find_fragment,
    from_fragment,
    notes_from_text,
    notes_to_text,
    to_fragment,
    write_frame,
)
from web.page.parts.own_moves import LONGEST as LONGEST_MOVES
from web.page.saved import PROOFS, describe_unreadable, find_unreadable
from web.page.state import Phase
from web.page.store import store
from web.page.texts_from_links import NOTE as LINKED
from web.page.texts_from_links import remember_linked
from web.page.views.clear import CLEARED, offer_clearing
from web.page.words import describe_embedding, describe_lost_storage, describe_reach
from web.room_table import BY_NAME, NOTES
from web.solver.browser import site_address
from web.solver.client import in_background
from web.ui.dom import by_id, wants_still
from web.ui.download import copy_text
from web.ui.events import when
from web.ui.press import press

BUSY = "A search is in progress. Stop it, then open the link again."
TYPED_MOVES = BY_NAME["solve"].own_note
PAUSE = 0.5  # seconds without a change before the page is saved

_api: PageApi
_saves = 0
_is_cleared = False


def begin(api: PageApi) -> None:
    """Restore the page from the link, or without one, as the user left it."""
    global _api
    _api = api
    fragment = find_fragment(window.location.hash, window.location.search)
    if fragment and not _is_embedded():
        query = window.location.search if window.location.hash else ""
        window.history.replaceState(None, "", window.location.pathname + query)
    page, notes = storage.read()
    api.notes.update(notes_from_text(notes))
    typed = api.notes.get(TYPED_MOVES, "")
    by_id("own-moves").open = bool(typed)
    before = (type_moves(typed[:LONGEST_MOVES]),)
    plays = restore(
        fragment or page, before, is_first=True, is_saved=not fragment, problem=_drop_unreadable(notes)
    )
    if plays and _is_embedded() and not wants_still():
        in_background(_play(plays))
    api.rooms.begin_history()
    storage.claim_when_used()
    storage.on_forgotten(stop_saving)
    api.keep_soon = save_soon
    by_id("share").disabled = False


def _drop_unreadable(notes: str) -> str:
    """Drop unreadable saved data, and return a message about it. The next save overwrites such notes."""
    shared = {PROOFS: storage.PROOFS}
    names = find_unreadable(notes, *map(storage.read_shared, shared.values()))
    for name in names:
        if name in shared:
            storage.remove_shared(shared[name])
    return describe_unreadable(names)


async def _play(how: str) -> None:
    """Play the content of a frame: the path, or, once the solver is ready, the figure of the room."""
    if not BY_NAME[_api.rooms.current].group:
        store.dispatch(press_play(how == "loop"))
        return
    while store.state.why_not_start:
        await asyncio.sleep(PAUSE)
    _api.rooms.room(_api.rooms.current).show_off()


def restore(
    fragment: str,
    before: Sequence[Call] = (),
    *,
    is_first: bool = False,
    is_saved: bool = False,
    problem: str = "",
) -> str:
    """Set the page from a fragment, and return the fragment's value of `play`.

    `is_saved`: the page itself wrote the fragment, so its claims are trusted. `is_first`: the page starts
    with this fragment, so there is nothing to undo. `before`: calls to make first, in the same change.
    `problem`: a message to show in front of the fragment's problems.
    """
    restored = from_fragment(fragment)
    calls = list(restored.calls)
    has_board = not is_saved and any(call.command is give_board for call in calls)
    if is_saved:
        calls = [restore_path(*call.args) if call.command is give_path else call for call in calls]
    store.dispatch(*before, *calls, read_link(" ".join([problem, *restored.problems]).strip(), is_first))
    _api.linked_board = store.state.history.origin if has_board else ()
    theirs = restored.notes.get("source")
    if theirs and _api.notes.get("source") != theirs:
        _api.notes[LINKED] = remember_linked(_api.notes.get(LINKED, ""), theirs)
        if "source" in _api.notes:
            _api.rooms.room("lab").take(theirs)  # the Lab saves its old text, which the user can restore
    _api.notes.update(restored.notes)
    _api.rooms.open(document.body.getAttribute("data-asked") or restored.room)  # a tab pressed early
    document.body.removeAttribute("data-asked")
    return restored.plays


def save_soon() -> None:
    """Save the page once it has not changed for a moment."""
    global _saves
    _saves += 1
    in_background(_save(_saves))


async def _save(this: int) -> None:
    await asyncio.sleep(PAUSE)
    if this == _saves:
        save()


def _is_embedded() -> bool:
    """Return whether the page is in a frame. Then the address keeps its link, and nothing is saved."""
    return bool(document.body.hasAttribute("data-embed"))


def save() -> None:
    if not _saves or _is_cleared or _is_embedded():
        return
    failed = storage.write(*_page())
    by_id("keep-problem").textContent = describe_lost_storage(failed.values(), reload=storage.OWN in failed)


def _page() -> tuple[str, str]:
    """Return the two texts that the browser saves: the page's fragment, and the notes."""
    notes = {**_api.notes, TYPED_MOVES: store.state.typed.text}
    return to_fragment(own_page(store.state), room=_api.rooms.current), notes_to_text(notes)


def stop_saving() -> None:
    """Save nothing until the page is reloaded, and say so: the saved data was cleared, here or elsewhere."""
    global _is_cleared
    _is_cleared = True
    by_id("keep-problem").textContent = CLEARED


@when("pagehide", window)
def on_leave(event: Any) -> None:
    save()


@when("hashchange", window)
def on_link(event: Any) -> None:
    """Take a link that the user typed or pasted into the address bar."""
    fragment = window.location.hash
    if not fragment:
        return
    window.history.replaceState(_api.rooms.current, "", window.location.pathname + window.location.search)
    if store.state.phase is Phase.SOLVING:
        store.dispatch(read_link(BUSY))
    else:
        restore(fragment)


def write_link() -> None:
    """Write the link and the frame. For a board that was solved by hand, they hold its first position."""
    is_by_hand = store.state.is_solved_by_hand and store.state.path_by_hand is not None
    state = reset.change(store.state) if is_by_hand else store.state
    room, path = _api.rooms.current, by_id("share-path").checked
    notes = _api.notes if by_id("share-notes").checked else {}
    fragment = to_fragment(state, room=room, notes=notes, path=path)
    by_id("share-link").value = f"{site_address()}#{fragment}"
    by_id("share-embed").value = write_frame(state, site_address(), room=room, notes=_api.notes, path=path)
    by_id("share-left-out").textContent = describe_omission(state) if path else ""


@press
def open_sharing() -> None:
    by_id("share-path-field").hidden = not store.state.player.path or store.state.player.end is not None
    by_id("share-notes-field").hidden = not any(_api.notes.get(name) for name in NOTES)
    by_id("share-here").textContent = describe_reach(window.location.hostname)
    by_id("share-embed-here").textContent = describe_embedding(window.location.hostname)
    write_link()
    by_id("share-said").textContent = ""
    save()
    offer_clearing()
    by_id("sharing").showModal()
    by_id("share-link").select()


@press
def choose_shared(wanted: bool) -> None:
    write_link()
    by_id("share-said").textContent = ""


@press
async def copy_shared(name: str, what: str) -> None:
    """Copy the text of a field. If the browser forbids that, select the text."""
    field = by_id(name)
    if await copy_text(field.value):
        said = f"The {what} is copied."
    else:
        field.select()
        said = f"The browser did not let the page copy: the {what} is selected, copy it yourself."
    by_id("share-said").textContent = said


@press
def close_sharing() -> None:
    by_id("sharing").close()
