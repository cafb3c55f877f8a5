"""Keep the screen awake while a user follows moves, if the browser can do that (Screen Wake Lock)."""

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
    """Request the lock, or release it. Do nothing if the browser has no such lock, or forbids it."""
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
    """Request the lock again when the page is shown again, because the browser has released it."""
    if _is_wanted and not document.hidden:
        in_background(_update())
