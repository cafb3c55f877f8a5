"""Helpers for the tests of pattern databases: tables built in one call, their shapes, an empty store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from npuzzle import Shape, storage
from npuzzle.compiler import available
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.build import iter_build
from npuzzle.pattern_databases.catalogue import FoundTables, iter_find
from npuzzle.pattern_databases.table import Partition, Pattern, PatternDatabase, PatternSet
from npuzzle.progress import run_to_end
from npuzzle.registry import AUTO

#: The shape whose tables most tests find, and the file that the tables are saved in.
SHAPE, NAME = Shape(2, 4), "2x4-home0-4-3.tables"

SHIPPED_BITS = 2  # bits per entry in the package's files
needs_wasmtime = pytest.mark.skipif("wasmtime" not in available(), reason="wasmtime is not installed")


def build_tables(
    shape: Shape, home: int, partition: Partition, bits: int = 4, engine: str = AUTO
) -> PatternSet:
    return run_to_end(iter_build(shape, home, partition, bits, engine))


def find_tables(
    shape: Shape = SHAPE, home: int = 0, *, engine: str = AUTO, below: PatternSet | None = None
) -> FoundTables:
    return run_to_end(iter_find(shape, home, engine, below=below))


def list_names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def table_of(shape: Shape, home: int, pattern: Pattern, bits: int = 4, engine: str = AUTO) -> PatternDatabase:
    return build_tables(shape, home, (pattern,), bits, engine).tables[0]


def cells_of(state: tuple[int, ...]) -> list[int]:
    """Return the cell of each tile."""
    return [state.index(tile) for tile in range(len(state))]


@contextmanager
def empty_store() -> Iterator[None]:
    """Use an empty store that saves no files, and restore the old one afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "_session", {})
        patch.setattr(catalogue, "_refused", {})
        patch.setattr(storage, "_cache", None)
        patch.setattr(catalogue, "_given", {})
        yield


class Raced(dict[Any, Any]):
    """A store from which another thread removes an item right after it was looked up."""

    def __contains__(self, key: object) -> bool:
        found = super().__contains__(key)
        self.pop(key, None)
        return found
