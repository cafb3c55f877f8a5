"""Keep the screen awake while moves are followed, where the browser can do that (Screen Wake Lock)."""

from __future__ import annotations

from typing import Any

from pyscript import document, window

from web.solver.client import in_background
from web.ui.events import when

_lock: Any = None  # the lock that keeps the screen awake, or None
_is_wanted = False


def keep_awake(wanted: bool) -> None:
    """Keep the screen awake from now on, or let it sleep again."""
    global _is_wanted
    if wanted != _is_wanted:
        _is_wanted = wanted
        in_background(_update())


async def _update() -> None:
    """Ask for the lock, or give it back. Do nothing if the browser has none, or forbids it."""
    global _lock
    lock, _lock = _lock, None
    try:
        if lock is not None:
            await lock.release()
        if _is_wanted and not document.hidden:
            _lock = await window.navigator.wakeLock.request("screen")
    except Exception:
        _lock = None


@when("visibilitychange", document)
def on_shown(event: Any) -> None:
    """Ask again when the page is shown again: the browser has taken the lock back."""
    if _is_wanted and not document.hidden:
        in_background(_update())
