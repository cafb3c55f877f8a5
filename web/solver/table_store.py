"""Access for workers to the files of larger tables in the browser's Cache Storage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import js
from pyodide.ffi import JsException, to_js

from web.solver.kept_tables import File
from web.solver.table_files import address_of, cache_name

NO_ROOM = "The browser has no room for them."
FORBIDDEN = "This browser does not let the page save files."
REFUSED = "This browser did not store them ({})."
FULL = "QuotaExceededError"


class TableStore:
    """Save files below the site's address, in a cache that belongs to this site of the host alone."""

    def __init__(self, site: str) -> None:
        self._site = site

    def _address(self, name: str) -> str:
        return address_of(self._site, name)

    async def _open(self) -> Any:
        """Open and return the cache, or None if the browser has no caches, for example without https."""
        caches = getattr(js, "caches", None)
        return await caches.open(cache_name(self._site)) if caches else None

    async def read(self, name: str) -> File | None:
        try:
            cache = await self._open()
            found = await cache.match(self._address(name)) if cache else None
            if not found:
                return None
            content = js.Uint8Array.new(await found.arrayBuffer())
        except JsException:
            return None
        return File(content.length, lambda start, stop: content.subarray(start, stop).to_bytes())

    async def write(self, name: str, parts: Sequence[bytes]) -> str:
        try:
            cache = await self._open()
            if not cache:
                return FORBIDDEN
            blob = js.Blob.new(to_js([to_js(part) for part in parts]))
            await cache.put(self._address(name), js.Response.new(blob))
        except JsException as error:
            return NO_ROOM if FULL in str(error) else REFUSED.format(str(error).split(":")[0])
        return ""

    async def remove(self, name: str) -> None:
        try:
            cache = await self._open()
            if cache:
                await cache.delete(self._address(name))
        except JsException:
            return
