"""Where tables come from: this session, the package, a folder on disk, or the builder; largest first."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from secrets import token_hex
from time import time

from npuzzle.errors import KernelMemoryError, PatternFileError, sentence
from npuzzle.kernel import engine_named
from npuzzle.pattern_databases.build import building
from npuzzle.pattern_databases.codec import QUICK, pack, unpack
from npuzzle.pattern_databases.partition import largest_table, partitions
from npuzzle.pattern_databases.table import Partition, PatternSet, format_partition, sizes
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import AUTO

PACKAGE = "npuzzle.pattern_databases"
#: The package's files, by the tray they are for.
SHIPPED = {
    Shape(4, 4): "data/4x4-home0-6-6-3.tables",
    Shape(5, 5): "data/5x5-home0-5-5-5-5-4.tables",
}
BUILT_BITS = 4
HALF = ".part"  # ends the name of a file until it is whole
ABANDONED = 600  # seconds after which nobody writes to such a file any more: it takes a few at most

#: Placements of a table that is built while somebody waits: half a second, compiled or not.
MOST_BUILT = {"python": 50_000, "checked": 5_000}
MOST_BUILT_COMPILED = 1_000_000


@dataclass(frozen=True, slots=True)
class Found:
    """Tables and where they came from. `note`: what went wrong before these were found, in words."""

    tables: PatternSet
    origin: str
    note: str = ""


_session: dict[tuple[Shape, int, Partition], PatternSet] = {}
_refused: dict[Shape, str] = {}  # what is wrong with a file of the package: it is read in vain only once
_folder: Path | None = None
_given: dict[Shape, bytes] = {}


def keep_in(folder: Path | None) -> None:
    """From now on keep what is built in this folder, and look there first; None: nowhere."""
    global _folder
    _folder = folder


def give(shape: Shape, data: bytes) -> None:
    """The package's file for a tray, where it cannot be read from the package: in a page that fetched it."""
    _given[shape] = data
    _refused.pop(shape, None)


def refuse(shape: Shape, why: str) -> None:
    """Do without the package's file for a tray until it is given: why, without a full stop."""
    _refused[shape] = why


def why_refused(shape: Shape) -> str:
    """Why the package's file for a tray cannot be used, as far as is known; empty if it can."""
    return _refused.get(shape, "")


def forget() -> None:
    """Drop what this session holds."""
    _session.clear()
    _refused.clear()


def user_folder() -> Path | None:
    """Where a program keeps what it can make again, for this user; NPUZZLE_CACHE names another place.

    None if this user has no home.
    """
    try:
        return _user_folder()
    except RuntimeError:
        return None


def _user_folder() -> Path:
    chosen = os.environ.get("NPUZZLE_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "npuzzle"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/npuzzle"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "npuzzle"


def finding(
    shape: Shape, home: int, engine: str = AUTO, *, below: PatternSet | None = None
) -> Generator[float, None, Found]:
    """Tables for a tray that lies as `canonical` lays it; yields how much is done, 0 to 1.

    `below`: only tables smaller than those, for which there was no memory.
    """
    failures: dict[Partition, str] = {}

    def found(tables: PatternSet, origin: str) -> Found:
        _session[shape, home, tables.partition] = tables
        return Found(tables, origin, _note(failures, tables))

    most = MOST_BUILT.get(engine_named(engine), MOST_BUILT_COMPILED)
    choices = partitions(shape, home)
    if below is not None:
        choices = choices[choices.index(below.partition) + 1 :]
    for partition in choices:
        key = (shape, home, partition)
        if key in _session:
            return found(_session[key], "this session")
        try:
            kept = _find_shipped(*key) or _on_disk(*key)
        except PatternFileError as error:
            failures[partition] = sentence(error)
            kept = None
        if kept is not None:
            return found(kept.tables, kept.origin)
        if largest_table(shape, partition) > most and partition != choices[-1]:
            continue
        try:
            tables = yield from building(shape, home, partition, BUILT_BITS, engine)
        except KernelMemoryError as error:
            failures[partition] = sentence(error)
            continue
        _keep(tables)
        return found(tables, "built")
    raise KernelMemoryError(
        " ".join([f"There is no memory for pattern tables of {shape}.", *failures.values()])
    )


def _note(failures: Mapping[Partition, str], tables: PatternSet) -> str:
    """Say what went wrong, and what was done about it: `failures` by the set that was to be used."""
    if not failures:
        return ""
    anew = set(failures) == {tables.partition}
    mended = "It was built anew." if anew else f"A {tables.sizes} set is used instead."
    return " ".join([*failures.values(), mended])


def file_name(shape: Shape, home: int, partition: Partition) -> str:
    return f"{shape}-home{home}-{sizes(partition)}.tables"


def read_shipped(shape: Shape) -> bytes:
    """The package's file for a tray of SHIPPED. Raises PatternFileError."""
    if shape in _given:
        return _given[shape]
    try:
        return resources.files(PACKAGE).joinpath(SHIPPED[shape]).read_bytes()
    except OSError as error:
        raise PatternFileError(f"the package's tables cannot be read: {error}") from None


def _find_shipped(shape: Shape, home: int, partition: Partition) -> Found | None:
    """The tables that come with the package, if they are the ones asked for."""
    if not SHIPPED.get(shape, "").endswith("/" + file_name(shape, home, partition)):
        return None
    if shape in _refused:
        raise PatternFileError(_refused[shape])
    try:
        tables = unpack(read_shipped(shape), "the package's file of tables")
        return Found(_require_match(tables, shape, home, partition), "the package")
    except PatternFileError as error:
        refuse(shape, str(error))
        raise


def _on_disk(shape: Shape, home: int, partition: Partition) -> Found | None:
    """Tables kept earlier. A file that cannot be used is written over when they have been built anew."""
    if _folder is None:
        return None
    path = _folder / file_name(shape, home, partition)
    if not path.is_file():  # a pipe of that name would be waited for
        return None
    try:
        if not path.is_file():  # to open a pipe would wait for whoever writes to it
            return None
        data = path.read_bytes()
    except OSError:
        return None
    return Found(_require_match(unpack(data, str(path)), shape, home, partition), str(path))


def _require_match(tables: PatternSet, shape: Shape, home: int, partition: Partition) -> PatternSet:
    if (tables.shape, tables.home, tables.partition) != (shape, home, partition):
        groups, wanted = format_partition(tables.partition), format_partition(partition)
        raise PatternFileError(
            f"the file holds other tables than its name says: of {tables.shape} with home {tables.home}, "
            f"in groups {groups}; expected {shape}, {home}, {wanted}"
        )
    return tables


def _keep(tables: PatternSet) -> None:
    """Write tables to the folder, if there is one: whole or not at all, whoever else does the same."""
    if _folder is None:
        return
    name = file_name(tables.shape, tables.home, tables.partition)
    try:
        _folder.mkdir(parents=True, exist_ok=True)
        write(_folder / name, pack(tables, QUICK))
    except (OSError, PatternFileError):
        return  # a full or read-only disk, or a Python without lzma, costs the copy, not the answer


def write(path: Path, data: bytes) -> None:
    """Put a file in its place, whole or not at all, by way of another name beside it. Raises OSError."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise OSError(f"{path} is there and is no plain file")
    _remove_leftovers(path)
    half = path.with_name(f"{path.name}.{token_hex(8)}{HALF}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(half, flags, 0o666), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # or a power cut might leave the name with nothing behind it
        os.replace(half, path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


def _remove_leftovers(path: Path) -> None:
    """Remove what a program that was killed while it wrote this file left behind."""
    for half in path.parent.glob(f"{glob.escape(path.name)}.*{HALF}"):
        with suppress(OSError):
            if time() - half.stat().st_mtime > ABANDONED:
                half.unlink()
