"""The page's access to the larger tables that the browser saved: to look for them, and to remove them."""

from __future__ import annotations

from collections.abc import Callable

from pyscript import window

from web.solver.browser import site_address
from web.solver.table_files import address_of, cache_name

_listeners: list[Callable[[], None]] = []


def on_change(listener: Callable[[], None]) -> None:
    """Call `listener()` when tables have been removed here."""
    _listeners.append(listener)


async def has_tables(name: str) -> bool:
    """Return whether the browser has that file, or False where it saves none."""
    try:
        cache = cache_name(site_address())
        if not await window.caches.has(cache):
            return False
        return bool(await (await window.caches.open(cache)).match(address_of(site_address(), name)))
    except Exception:
        return False


async def measure_tables() -> int:
    """Return how many bytes all files have, or 0 where the browser saves none."""
    try:
        name = cache_name(site_address())
        if not await window.caches.has(name):
            return 0
        cache = await window.caches.open(name)
        return sum([(await (await cache.match(key)).blob()).size for key in await cache.keys()])
    except Exception:
        return 0


async def remove_tables(name: str) -> None:
    """Remove one file."""
    try:
        cache = await window.caches.open(cache_name(site_address()))
        await cache.delete(address_of(site_address(), name))
    except Exception:
        return
    _tell()


async def forget_tables() -> None:
    """Remove all of them."""
    try:
        await window.caches.delete(cache_name(site_address()))
    except Exception:
        return
    _tell()


def _tell() -> None:
    for listener in _listeners:
        listener()
