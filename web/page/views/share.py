"""Links and what the browser keeps: restored when the page opens, kept as it changes, shared on request."""

import asyncio

from pyscript import when, window

from web.page.link import from_fragment, left_out, notes_from_text, notes_to_text, to_fragment
from web.page.state import Phase
from web.page.store import store
from web.page.words import not_kept
from web.solver.client import in_background, site
from web.ui import storage
from web.ui.dom import by_id
from web.ui.download import copy_text

BUSY = "A search is under way. Stop it, then open the link again."
PAUSE = 0.5  # seconds of rest before the page is kept

_desk = None
_saves = 0
_forgotten = None  # the page as it was then: as long as it is so, it is not kept


def begin(desk):
    """Make the page what its link says; without a link, what it was when it was left."""
    global _desk
    _desk = desk
    fragment = window.location.hash
    if fragment:
        window.history.replaceState(None, "", window.location.pathname + window.location.search)
    page, notes = storage.read()
    desk.notes.update(notes_from_text(notes))
    restore(fragment or page)
    storage.claim_when_used()
    storage.on_forgotten(nothing_new)
    store.listen(lambda before, state, event: keep_soon())
    desk.keep_soon = keep_soon
    by_id("share").disabled = False


def restore(fragment):
    restored = from_fragment(fragment)
    for event in restored.events:
        store.dispatch(event)
    theirs = restored.notes.get("source")
    if theirs and _desk.notes.get("source", theirs) != theirs:
        _desk.rooms.room("bench").take(theirs)  # the Lab keeps what was there, and gives it back
    _desk.notes.update(restored.notes)
    if restored.room != _desk.rooms.current or restored.notes:
        _desk.rooms.open(restored.room)
    by_id("link-problem").textContent = " ".join(restored.problems)
    if restored.problems:
        _desk.say(" ".join(restored.problems))


def keep_soon():
    """Keep the page once it has stood a moment."""
    global _saves
    _saves += 1
    in_background(_keep(_saves))


async def _keep(this):
    await asyncio.sleep(PAUSE)
    if this == _saves:
        keep()


def keep():
    global _forgotten
    if _saves and (page := _page()) != _forgotten:
        _forgotten = None
        failed = storage.write(*page)
        by_id("keep-problem").textContent = not_kept(failed.values(), reload=storage.OWN in failed)


def _page():
    """What is kept of the page: itself, and the notes."""
    return _fragment(notes=False), notes_to_text(_desk.notes)


def _fragment(path=True, notes=True):
    return to_fragment(store.state, room=_desk.rooms.current, notes=_desk.notes if notes else {}, path=path)


def nothing_new():
    """Nothing is kept until the page changes again; that a solver gets ready is no change."""
    global _forgotten, _saves
    _forgotten, _saves = _page(), 0


@when("pagehide", window)
def on_leave(event):
    keep()


@when("hashchange", window)
def on_link(event):
    """A link typed or pasted into the address of the open page."""
    fragment = window.location.hash
    if not fragment:
        return
    window.history.replaceState(None, "", window.location.pathname + window.location.search)
    if store.state.phase is Phase.SOLVING:
        by_id("link-problem").textContent = BUSY
        _desk.say(BUSY)
    else:
        restore(fragment)


def write_link():
    fragment = _fragment(by_id("share-path").checked, by_id("share-notes").checked)
    by_id("share-link").value = f"{site()}#{fragment}"
    by_id("share-left-out").textContent = left_out(store.state) if by_id("share-path").checked else ""


@when("click", "#share")
def on_share(event):
    write_link()
    by_id("share-said").textContent = ""
    by_id("sharing").showModal()
    by_id("share-link").select()


@when("change", "#share-path, #share-notes")
def on_choice(event):
    write_link()
    by_id("share-said").textContent = ""


@when("click", "#share-copy")
async def on_copy(event):
    if await copy_text(by_id("share-link").value):
        by_id("share-said").textContent = "The link is copied."
    else:
        by_id("share-link").select()
        by_id(
            "share-said"
        ).textContent = "This browser does not let the page copy: the link is selected, copy it yourself."


@when("click", "#share-forget")
def on_forget(event):
    nothing_new()
    storage.forget()
    by_id("share-said").textContent = "This browser keeps nothing of this page now."


@when("click", "#share-close")
def on_close(event):
    by_id("sharing").close()
