"""Save larger tables in the browser once they are built, and read them for searches.

Every page of the same host can write to the browser's storage, and the browser may clear it for lack of room.
So a file is only used if its checksum is the known checksum of the tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, Protocol

from npuzzle import Shape
from npuzzle.errors import PatternFileError
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.catalogue import LargerTables, find_larger
from npuzzle.pattern_databases.codec import QUICK, pack_parts, unpack_from
from npuzzle.pattern_databases.table import PatternSet

NAME = "the file of larger tables that this browser saved"
GIVEN_UP = "Stop was pressed before they were stored."


class File(NamedTuple):
    """A file in the browser: its size, and a function that reads a part of it."""

    size: int
    read: Callable[[int, int], bytes]


class Store(Protocol):
    """The files of larger tables in the browser, see `web.solver.table_store`."""

    async def read(self, name: str) -> File | None:
        """Open a file. Return None if it does not exist or cannot be read."""

    async def write(self, name: str, parts: Sequence[bytes]) -> str:
        """Write a file, whole or not at all. Return why that failed, or ""."""

    async def remove(self, name: str) -> None:
        """Remove a file."""


class Keeping:
    """Built tables to be saved. `is_over`: whether the saving has ended. `problem`: why it failed, or ""."""

    def __init__(self, larger: LargerTables, tables: PatternSet) -> None:
        self.larger, self.tables = larger, tables
        self.is_over, self.problem = False, ""

    def end(self, problem: str) -> None:
        """Note how the saving ended. Only the first call counts."""
        if not self.is_over:
            self.is_over, self.problem = True, problem

    def give_up(self) -> None:
        """End the saving without a file."""
        self.end(GIVEN_UP)


_waiting: list[Keeping] = []


def keep_soon(keeping: Keeping) -> None:
    """Let the worker save tables, after its next reply."""
    _waiting.append(keeping)


class Shelf:
    """Save built tables, and provide searches with saved tables."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loading: dict[Shape, asyncio.Future[None]] = {}
        self._writing: asyncio.Future[None] | None = None

    def load(self, shape: Shape) -> Awaitable[None]:
        """Provide searches with a shape's larger tables, if they are saved. Look for the file only once."""
        if shape not in self._loading:
            self._loading[shape] = asyncio.ensure_future(self._load(shape))
        return self._loading[shape]

    async def write_waiting(self, seconds: float) -> None:
        """Write waiting tables for about `seconds`. The writing continues after the next replies."""
        if _waiting and (self._writing is None or self._writing.done()):
            self._writing = asyncio.ensure_future(self._write(_waiting.pop(0)))
        if self._writing is not None and not self._writing.done():
            await asyncio.wait([self._writing], timeout=seconds)

    async def _load(self, shape: Shape) -> None:
        larger = find_larger(shape, 0)
        if larger is None or larger.is_provided:
            return
        file = await self._store.read(larger.name)
        if file is None:
            return
        try:
            catalogue.provide(unpack_from(file.read, file.size, NAME, larger.checksum))
        except PatternFileError as error:
            larger.refuse(f"{error}. It was removed, and can be built again")
            await self._store.remove(larger.name)

    async def _write(self, keeping: Keeping) -> None:
        problem = await self._store.write(keeping.larger.name, pack_parts(keeping.tables, QUICK))
        if keeping.is_over:  # Stop was pressed meanwhile
            await self._store.remove(keeping.larger.name)
        keeping.end(problem)
