"""Find pattern databases in this session, in the package or on disk, the largest first, or build them.

`LargerTables` are databases that a user may ask for, for boards of 17 to 25 cells whose blank has its home in
a corner. Building them takes longer than a search should wait, so they are built once, when asked for, and
saved. As their entries are always the same, a file is used only if it has the checksum in CHECKSUMS.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import resources
from typing import BinaryIO

from npuzzle.compiler import engine_named
from npuzzle.errors import KernelMemoryError, PatternFileError, sentence
from npuzzle.pattern_databases.build import iter_build
from npuzzle.pattern_databases.codec import QUICK, pack, unpack, unpack_from
from npuzzle.pattern_databases.partition import BUILT_BITS, bits_for, largest_table, partitions
from npuzzle.pattern_databases.symmetry import canonical
from npuzzle.pattern_databases.table import (
    Partition,
    PatternSet,
    format_partition,
    is_large,
    list_distinct,
    placements,
    sizes,
    table_bytes,
)
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import AUTO
from npuzzle.storage import cache_folder, replace

PACKAGE = "npuzzle.pattern_databases"
#: The package's files, by the shape they are for.
SHIPPED = {
    Shape(4, 4): "data/4x4-home0-6-6-3.tables",
    Shape(5, 5): "data/5x5-home0-5-5-5-5-4.tables",
}
#: The checksums of the files of larger databases, by shape: see `LargerTables`.
CHECKSUMS = {
    Shape(2, 9): "a7b6817487593d3228ccc5ff7cb055736a52c30ac403212d1d64784779bb33de",
    Shape(2, 10): "0c43ed4384c28b3fd2809d71485a859cced2f9f2e150ddc3f1d1c9aadc0130f1",
    Shape(2, 11): "51787c64ad2544e2cddcb360c6e23c5500eef7d41e273d0de1b72cad93df6c79",
    Shape(2, 12): "abd23fc7a7bdd4ee8afaec56f92cf3425da87ac78d03f9ef52725d4d57a3cc31",
    Shape(3, 6): "20726a4e4e1f582d863bb81a9580f24e77b7ac83beb20a07ee65bc7620a6af69",
    Shape(3, 7): "71ca78a888490a4a6bb9445b3cce602f1b07fa9ff3042db4f6d29bbff9672432",
    Shape(3, 8): "a7719f397d3bdad6ba43d4ffc3822a7c78e7ec971a00824e856afcf337494b3d",
    Shape(4, 5): "d18d11052371120e030c98c13c07e434770eea2b0557a35ad3c3859f2e03a5bf",
    Shape(4, 6): "973e5608aa442a625e5697a6e75f52e85f166b629bdbaf6a24a2de66d7351eab",
    Shape(5, 5): "142f93f55a933e998d8f47fc4bec9d3bd62d1a29f27375188c040ddf57500514",
}
#: The most entries of a database that is built while the user waits, by engine: half a second.
MOST_BUILT = {"python": 50_000, "checked": 5_000}
MOST_BUILT_COMPILED = 1_000_000


@dataclass(frozen=True, slots=True)
class FoundTables:
    """Pattern databases and where they came from. `note`: earlier problems, in sentences."""

    tables: PatternSet
    origin: str
    note: str = ""


_session: dict[tuple[Shape, int, Partition], PatternSet] = {}
_refused: dict[Shape, str] = {}  # why a file of the package failed, so that it is read only once
_given: dict[Shape, bytes] = {}
_unusable: dict[tuple[Shape, int, Partition], str] = {}  # the errors of files that the page has saved


def provide_shipped(shape: Shape, data: bytes) -> None:
    """Provide the package's file for a shape. For the page, which cannot read the package."""
    _given[shape] = data
    _refused.pop(shape, None)


def refuse_shipped(shape: Shape, why: str) -> None:
    """Do without the package's file for a shape until it is provided. `why` has no full stop."""
    _refused[shape] = why


def why_refused(shape: Shape) -> str:
    """Explain why the package's file for a shape cannot be used, or "" if it seems fine."""
    return _refused.get(shape, "")


def provide(tables: PatternSet) -> None:
    """Provide databases for the searches of this session: they are used unless there are larger ones."""
    key = (tables.shape, tables.home, tables.partition)
    _session[key] = tables
    _unusable.pop(key, None)


def refuse(shape: Shape, home: int, partition: Partition, why: str) -> None:
    """Do without these databases until they are provided. Until then, each search reports `why`."""
    _unusable[shape, home, partition] = why


def has(shape: Shape, home: int, partition: Partition) -> bool:
    """Return whether this session has these databases."""
    return (shape, home, partition) in _session


def forget() -> None:
    """Forget the tables of this session."""
    _session.clear()
    _refused.clear()
    _unusable.clear()


def iter_find(
    shape: Shape, home: int, engine: str = AUTO, *, below: PatternSet | None = None
) -> Generator[float, None, FoundTables]:
    """Find databases for a shape and home, turned by `canonical`. Yield the share done, 0 to 1.

    `below`: a set that did not fit in memory, so find a smaller one.
    """
    failures: dict[Partition, str] = {}

    def remember(tables: PatternSet, origin: str) -> FoundTables:
        _session[shape, home, tables.partition] = tables
        return FoundTables(tables, origin, _explain_failures(failures, tables))

    most = MOST_BUILT.get(engine_named(engine), MOST_BUILT_COMPILED)
    choices = partitions(shape, home)
    if below is not None:
        choices = choices[choices.index(below.partition) + 1 :]
    for partition in choices:
        key = (shape, home, partition)
        known, why = _session.get(key), _unusable.get(key)
        if known is not None:
            return remember(known, "this session")
        if why is not None:
            failures[partition] = sentence(PatternFileError(why))
            continue
        try:
            kept = _find_shipped(*key) or _find_on_disk(*key)
        except PatternFileError as error:
            failures[partition] = sentence(error)
            kept = None
        if kept is not None:
            return remember(kept.tables, kept.origin)
        if largest_table(shape, partition) > most and partition != choices[-1]:
            continue
        try:
            tables = yield from iter_build(shape, home, partition, BUILT_BITS, engine)
        except KernelMemoryError as error:
            failures[partition] = sentence(error)
            continue
        _keep(tables)
        return remember(tables, "built")
    raise KernelMemoryError(
        " ".join([f"There is no memory for pattern databases of {shape}.", *failures.values()])
    )


def _explain_failures(failures: Mapping[Partition, str], tables: PatternSet) -> str:
    """Describe the failures and their consequences. `failures`: messages by partition."""
    if not failures:
        return ""
    anew = set(failures) == {tables.partition}
    mended = "It was built again." if anew else f"A {tables.sizes} set is used instead."
    return " ".join([*failures.values(), mended])


def file_name(shape: Shape, home: int, partition: Partition) -> str:
    return f"{shape}-home{home}-{sizes(partition)}.tables"


def read_shipped(shape: Shape) -> bytes:
    """Read the package's file for a shape of SHIPPED. Raises PatternFileError."""
    if shape in _given:
        return _given[shape]
    try:
        return resources.files(PACKAGE).joinpath(SHIPPED[shape]).read_bytes()
    except OSError as error:
        raise PatternFileError(f"the package's tables cannot be read: {error}") from None


def _find_shipped(shape: Shape, home: int, partition: Partition) -> FoundTables | None:
    """Return the databases that come with the package, or None if it has no such set."""
    if not SHIPPED.get(shape, "").endswith("/" + file_name(shape, home, partition)):
        return None
    if shape in _refused:
        raise PatternFileError(_refused[shape])
    try:
        tables = unpack(read_shipped(shape), "the package's file of tables")
        return FoundTables(_require_match(tables, shape, home, partition), "the package")
    except PatternFileError as error:
        refuse_shipped(shape, str(error))
        raise


def _find_on_disk(shape: Shape, home: int, partition: Partition) -> FoundTables | None:
    """Return databases that an earlier session saved, or None if there are none.

    A file that cannot be used is replaced once the databases are built.
    """
    folder = cache_folder()
    if folder is None:
        return None
    path = folder / file_name(shape, home, partition)
    if not path.is_file():  # opening a pipe would wait for its other end
        return None
    is_larger = home == 0 and shape in CHECKSUMS and partition == partitions(shape, home)[0]
    checksum = CHECKSUMS[shape] if is_larger else ""
    try:
        with path.open("rb") as file:
            size = os.stat(file.fileno()).st_size
            tables = unpack_from(partial(_read_part, file), size, str(path), checksum)
    except OSError:
        return None
    except PatternFileError as error:
        if not is_larger:
            raise
        build = f"npuzzle tables build {shape} --max-group {max(map(len, partition))}"
        raise PatternFileError(f"{error}; to build them again: {build}") from None
    return FoundTables(_require_match(tables, shape, home, partition), str(path))


def _read_part(file: BinaryIO, start: int, stop: int) -> bytes:
    file.seek(start)
    return file.read(stop - start)


def _require_match(tables: PatternSet, shape: Shape, home: int, partition: Partition) -> PatternSet:
    """Return the databases if they are the expected ones. Raises PatternFileError."""
    if (tables.shape, tables.home, tables.partition) != (shape, home, partition):
        groups, wanted = format_partition(tables.partition), format_partition(partition)
        raise PatternFileError(
            f"the tables in the file do not match its name: they are of {tables.shape} with home "
            f"{tables.home}, in groups {groups}; expected {shape}, {home}, {wanted}"
        )
    return tables


def _keep(tables: PatternSet) -> None:
    """Save databases in the cache folder, if one is set. Several processes may do so at the same time."""
    folder = cache_folder()
    if folder is None:
        return
    name = file_name(tables.shape, tables.home, tables.partition)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace(folder / name, pack(tables, QUICK))
    except (OSError, PatternFileError):
        return  # a full or read-only disk, or a Python without lzma: continue without a copy


# Larger databases, built when a user asks for them

#: About how many placements of large and of small databases the page's worker looks at per second.
PER_SECOND, PER_SECOND_SMALL = 10_000_000, 1_500_000


@dataclass(frozen=True, slots=True)
class LargerTables:
    """The larger databases of a shape. The blank's home is the first cell."""

    shape: Shape
    partition: Partition

    @property
    def name(self) -> str:
        """The name of the file that contains the databases."""
        return file_name(self.shape, 0, self.partition)

    @property
    def bits(self) -> int:
        return bits_for(self.shape, self.partition)

    @property
    def sizes(self) -> str:
        """The sizes of the groups: 6-6-6-6."""
        return sizes(self.partition)

    @property
    def bytes(self) -> int:
        """The bytes that the databases take in memory. A file of small databases has fewer."""
        return sum(table_bytes(self.shape, pattern, self.bits) for pattern in self._distinct)

    @property
    def seconds(self) -> float:
        """About how many seconds the page needs to build the databases."""
        return sum(
            placements(self.shape, pattern)
            / (PER_SECOND if is_large(self.shape, pattern) else PER_SECOND_SMALL)
            for pattern in self._distinct
        )

    @property
    def _distinct(self) -> tuple[tuple[int, ...], ...]:
        return list_distinct(self.shape, 0, self.partition)

    def iter_build(self, engine: str = AUTO) -> Generator[float, None, PatternSet]:
        """Build the databases, and yield the share done, from 0 to 1."""
        return iter_build(self.shape, 0, self.partition, self.bits, engine)

    @property
    def checksum(self) -> str:
        """The checksum that the file must have."""
        return CHECKSUMS[self.shape]

    @property
    def is_provided(self) -> bool:
        """Whether the searches of this session have these databases."""
        return has(self.shape, 0, self.partition)

    def refuse(self, why: str) -> None:
        """Make the searches of this session report why they do without these databases."""
        refuse(self.shape, 0, self.partition, why)


def find_larger(shape: Shape, home: int) -> LargerTables | None:
    """Return the larger databases for a shape and a home of the blank, or None if there are none.

    >>> find_larger(Shape(5, 5), 24).sizes
    '6-6-6-6'
    """
    turned = canonical(shape, home)
    if turned.shape not in CHECKSUMS or turned.image[home] != 0:
        return None
    return LargerTables(turned.shape, partitions(turned.shape, 0)[0])
