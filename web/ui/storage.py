"""Where the browser keeps the page: a store of this tab's own, and one that all tabs share.

A reload brings back the tab's own board, whatever other tabs do. A new tab takes up what the tab used
last has left in the shared store, so only that one writes there. A browser may forbid either store, or have
no room in it: then the page works on without.
"""

from random import getrandbits

from pyscript import window
from pyscript.ffi import create_proxy

from web.page.words import FORBIDDEN, FULL

BOARD, NOTES = "npuzzle", "npuzzle-notes"
USED = "npuzzle-tab"  # the tab used last, in the shared store
OWN, SHARED = "sessionStorage", "localStorage"

_me = f"{getrandbits(64):x}"
_unclaimed = ""  # why this tab could not say that it is the one used last


def read():
    """The page and the notes as they were kept; empty where nothing was, or may be read."""
    store = OWN if _read(OWN, BOARD) else SHARED
    return _read(store, BOARD), _read(store, NOTES)


def write(page, notes):
    """Keep them; by store, why that could not be done."""
    others = _read(SHARED, USED) not in ("", _me) and not _unclaimed
    stores = [OWN] if others else [OWN, SHARED]
    texts = {BOARD: page, NOTES: notes}
    failed = {store: error for store in stores if (error := _write(store, texts))}
    if OWN in failed:
        _remove(OWN)  # or a reload would bring back an older page
    return failed


def forget():
    """Keep nothing any more, of this tab and for new ones; other tabs hear of it."""
    _remove(OWN)
    _remove(SHARED)


def on_forgotten(done):
    """Call `done()` when another tab has had the browser forget the page."""

    def follow(event):
        if event.key in (BOARD, None) and not event.newValue:
            _remove(OWN)
            done()

    window.addEventListener("storage", create_proxy(follow))


def use(event=None):
    """This is the tab used last, from now on."""
    global _unclaimed
    if _read(SHARED, USED) != _me:
        _unclaimed = _write(SHARED, {USED: _me})


def claim_when_used():
    """Hear of every key and press in this tab."""
    use()
    heard = create_proxy(use)
    for kind in ("keydown", "pointerdown"):
        window.addEventListener(kind, heard, True)


def _read(store, name):
    try:
        return getattr(window, store).getItem(name) or ""
    except Exception:
        return ""


def _write(store, texts):
    """Empty if it was done; else why not, as `web.page.words.not_kept` knows it."""
    try:
        shelf = getattr(window, store)
    except Exception:
        shelf = None
    if not shelf:
        return FORBIDDEN
    try:
        for name, text in texts.items():
            shelf.setItem(name, text)
    except Exception:
        return FULL
    return ""


def _remove(store):
    for name in (BOARD, NOTES):
        try:
            getattr(window, store).removeItem(name)
        except Exception:
            return
