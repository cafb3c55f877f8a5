"""The page's access to the larger tables that the browser saved: look for them, measure and remove them."""

from __future__ import annotations

from collections.abc import Callable

from pyscript import window

from web.solver.browser import site_address
from web.solver.table_files import address_of, cache_name

_listeners: list[Callable[[], None]] = []


def on_change(listener: Callable[[], None]) -> None:
    """Call `listener()` when this module has removed tables."""
    _listeners.append(listener)


async def has_tables(name: str) -> bool:
    """Return whether the browser has saved the file of that name."""
    try:
        cache = cache_name(site_address())
        if not await window.caches.has(cache):
            return False
        return bool(await (await window.caches.open(cache)).match(address_of(site_address(), name)))
    except Exception:
        return False


async def measure_tables() -> int:
    """Return the number of bytes in all saved files."""
    try:
        name = cache_name(site_address())
        if not await window.caches.has(name):
            return 0
        cache = await window.caches.open(name)
        return sum([(await (await cache.match(key)).blob()).size for key in await cache.keys()])
    except Exception:
        return 0


async def remove_tables(name: str) -> None:
    """Remove the file of that name."""
    try:
        cache = await window.caches.open(cache_name(site_address()))
        await cache.delete(address_of(site_address(), name))
    except Exception:
        return
    _tell()


async def forget_tables() -> None:
    """Remove all files."""
    try:
        await window.caches.delete(cache_name(site_address()))
    except Exception:
        return
    _tell()


def _tell() -> None:
    for listener in _listeners:
        listener()
