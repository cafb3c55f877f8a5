"""Save the page in the browser: in a store of this tab's own, and in one that all tabs share.

A reload brings back the tab's own board, whatever other tabs do. A new tab starts with the data of the tab
used last in the shared store, so only that tab writes there. A browser may forbid either store, or have no
room in it: then the page works without it. Once the saved data is cleared, no open tab saves anything until
it is reloaded: the board it shows would come back.
"""

from __future__ import annotations

from collections.abc import Callable
from random import getrandbits
from typing import Any

from pyscript import window
from pyscript.ffi import create_proxy

from web.page.words import FORBIDDEN, FULL

BOARD, NOTES = "npuzzle", "npuzzle-notes"
SEEN = "npuzzle-seen"  # set by web/js/before_python.js once the opening was played
USED = "npuzzle-tab"  # in the shared store: the tab that was used last
PROOFS = "npuzzle-proofs"  # the proofs of large boards that were started, see `web.rooms.solve.proofs`
LANGUAGE = "npuzzle-language"  # set by web/js/language.js
OWN, SHARED = "sessionStorage", "localStorage"

_me = f"{getrandbits(64):x}"
_forgetting: list[Callable[[], None]] = []  # called when the saved data is removed
_is_cleared = False
_unclaimed = ""  # why this tab could not say that it is the one used last


def read() -> tuple[str, str]:
    """Return the saved page and notes, empty if they do not exist or cannot be read."""
    store = OWN if _read(OWN, BOARD) else SHARED
    return _read(store, BOARD), _read(store, NOTES)


def read_all() -> list[tuple[str, str]]:
    """Read the page and the notes of each store: for this tab, and for new ones."""
    return [(_read(store, BOARD), _read(store, NOTES)) for store in (OWN, SHARED)]


def write(page: str, notes: str) -> dict[str, str]:
    """Save them. Return, for each store that rejected a text, the reason."""
    if _is_cleared:
        return {}
    others = _read(SHARED, USED) not in ("", _me) and not _unclaimed
    stores = [OWN] if others else [OWN, SHARED]
    texts = {BOARD: page, NOTES: notes}
    failed = {store: error for store in stores if (error := _write(store, texts))}
    if OWN in failed:
        _remove(OWN)  # otherwise a reload would bring back an older page
    return failed


def read_shared(name: str) -> str:
    """Return a text that all tabs share, or "" if it does not exist or cannot be read."""
    return _read(SHARED, name)


def write_shared(name: str, text: str) -> None:
    """Save a text for all tabs, if the browser allows it."""
    if not _is_cleared:
        _write(SHARED, {name: text})


def remove_shared(name: str) -> None:
    """Remove a text that all tabs share."""
    _remove(SHARED, name)


def forget() -> None:
    """Remove the saved data, for this tab and for new ones. This tab and the others hear of it."""
    global _is_cleared
    _is_cleared = True
    _remove(OWN)
    _remove(SHARED, BOARD, NOTES, SEEN, PROOFS, LANGUAGE, USED)
    for done in _forgetting:
        done()


def on_forgotten(done: Callable[[], None]) -> None:
    """Call `done()` when this tab or another has removed the saved data."""
    _forgetting.append(done)

    def follow(event: Any) -> None:
        global _is_cleared
        if event.key in (BOARD, None) and not event.newValue:
            _is_cleared = True
            _remove(OWN)
            done()

    window.addEventListener("storage", create_proxy(follow))


def use(event: object = None) -> None:
    """Make this tab the one used last."""
    global _unclaimed
    if not _is_cleared and _read(SHARED, USED) != _me:
        _unclaimed = _write(SHARED, {USED: _me})


def claim_when_used() -> None:
    """Make this tab the one used last at every key and press in it."""
    use()
    heard = create_proxy(use)
    for kind in ("keydown", "pointerdown"):
        window.addEventListener(kind, heard, True)


def _read(store: str, name: str) -> str:
    try:
        return getattr(window, store).getItem(name) or ""
    except Exception:
        return ""


def _write(store: str, texts: dict[str, str]) -> str:
    """Write texts to a store. Return why that failed, FULL or FORBIDDEN, or nothing."""
    try:
        target = getattr(window, store)
    except Exception:
        target = None
    if not target:
        return FORBIDDEN
    try:
        for name, text in texts.items():
            target.setItem(name, text)
    except Exception:
        return FULL
    return ""


def _remove(store: str, *names: str) -> None:
    for name in names or (BOARD, NOTES):
        try:
            getattr(window, store).removeItem(name)
        except Exception:
            return
