"""Save the page in the browser: in a store for this tab alone, and in a store that all tabs share.

A reload restores the tab's own board, even if other tabs are open. A new tab starts from the shared store,
and only the tab that was used last writes the page there. If the browser forbids a store, or the store is
full, the page works without saving. After the saved data is cleared, no open tab saves anything until it is
reloaded, because otherwise the board on show would be saved again.
"""

from __future__ import annotations

from collections.abc import Callable
from random import getrandbits
from typing import Any

from pyscript import window
from pyscript.ffi import create_proxy

from web.page.words import FORBIDDEN, FULL

BOARD, NOTES = "npuzzle", "npuzzle-notes"
SEEN = "npuzzle-seen"  # set by web/js/before_python.js once it has played the opening
USED = "npuzzle-tab"  # in the shared store, names the tab that was used last
PROOFS = "npuzzle-proofs"  # the unfinished proofs of large boards, see `web.rooms.solve.proofs`
LANGUAGE = "npuzzle-language"  # set by web/js/language.js
OWN, SHARED = "sessionStorage", "localStorage"

_me = f"{getrandbits(64):x}"
_forgetting: list[Callable[[], None]] = []  # called when the saved data is removed
_is_cleared = False
_unclaimed = ""  # why this tab could not be marked as the one used last


def read() -> tuple[str, str]:
    """Return the saved page and the saved notes, each empty if it is missing or cannot be read."""
    store = OWN if _read(OWN, BOARD) else SHARED
    return _read(store, BOARD), _read(store, NOTES)


def read_all() -> list[tuple[str, str]]:
    """Return the page and the notes in each store: this tab's own, then the shared one."""
    return [(_read(store, BOARD), _read(store, NOTES)) for store in (OWN, SHARED)]


def write(page: str, notes: str) -> dict[str, str]:
    """Save the page and the notes. Return the reason for each store in which that failed."""
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
    """Return a text that all tabs share, or "" if it is missing or cannot be read."""
    return _read(SHARED, name)


def write_shared(name: str, text: str) -> None:
    """Save a text for all tabs, if the browser allows it."""
    if not _is_cleared:
        _write(SHARED, {name: text})


def remove_shared(name: str) -> None:
    """Remove a text that all tabs share."""
    _remove(SHARED, name)


def forget() -> None:
    """Remove the saved data from both stores, and notify this tab and all other open tabs."""
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
    """Mark this tab as the one used last."""
    global _unclaimed
    if not _is_cleared and _read(SHARED, USED) != _me:
        _unclaimed = _write(SHARED, {USED: _me})


def claim_when_used() -> None:
    """Mark this tab as the one used last, now and at every key or press in the tab."""
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
    """Write texts to a store. Return FULL or FORBIDDEN if that failed, otherwise ""."""
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
