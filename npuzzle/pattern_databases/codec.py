"""Files of pattern databases: a few readable lines, an empty line, then the databases, compressed.

    npuzzle pattern tables, format 1
    shape 4x4
    home 0
    patterns 1 2 3 4 5 6 | 8 9 10 12 13 14 | 7 11 15
    bits 2
    sha256 9f2c...

The home and the patterns are cells, numbered row by row from 0. `bits` is the size of an entry: 1, 2, 4 or 8.
After the empty line come the bytes of the databases, one after the other, as one xz stream. The checksum
covers the lines above it, without the last line break, and those bytes, uncompressed.

The database of a group of k tiles on n cells has n^k entries, also for impossible placements (each repeats
the entry before it). The entry of the placement with tile i of the group (from 0) on cell c_i has the number
c_0 n^(k-1) + ... + c_(k-1). Entries are packed into bytes from the lowest bit up. An entry is (moves that the
group needs - Manhattan distance of the group) / 2, or the largest number that fits if that is less.

Format 2 is for large databases. It is not compressed, because unpacking would take long. The entries of
impossible placements are 0. If one pattern is the turned or mirrored image of an earlier one, only the
earlier one has its database in the file.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple, NoReturn

from npuzzle.errors import InvalidShapeError, PatternFileError, quote
from npuzzle.pattern_databases import MAX_PATTERN_CELLS
from npuzzle.pattern_databases.table import (
    Partition,
    Pattern,
    PatternDatabase,
    PatternSet,
    find_alike,
    format_partition,
    is_large,
    list_distinct,
    table_bytes,
)
from npuzzle.puzzle.shape import Shape

FORMAT, LARGE_FORMAT = 1, 2
FIRST_LINE = "npuzzle pattern tables, format "
FIELDS = ("shape", "home", "patterns", "bits", "sha256")
MOST_HEADER = 2_000  # bytes
MOST_BYTES = 60_000_000  # all databases, uncompressed; the largest set that can be built has 40 million
MOST_LARGE_BYTES = 250_000_000  # all databases of a file of format 2
MOST_MEMORY = 80_000_000  # bytes, for xz itself; preset 9 takes 68 million
MAX_EXPLANATION = 300  # characters that describe an error
QUICK, SMALL = 1, 9  # presets of xz

Read = Callable[[int, int], bytes]  # returns the bytes of a file, from one place up to another


def pack(tables: PatternSet, preset: int = SMALL) -> bytes:
    """Write databases as a file. Equal sets give equal headers, and equal files with the same xz."""
    return b"".join(pack_parts(tables, preset))


def pack_parts(tables: PatternSet, preset: int = SMALL) -> list[bytes]:
    """Write databases as the parts of a file, one after the other, so that large ones are not copied."""
    is_compressed = not any(is_large(tables.shape, pattern) for pattern in tables.partition)
    groups = format_partition(tables.partition)
    values = (tables.shape, tables.home, groups, tables.bits)
    first = f"{FIRST_LINE}{FORMAT if is_compressed else LARGE_FORMAT}"
    header = "\n".join([first, *(f"{name} {value}" for name, value in zip(FIELDS, values))]).encode()
    summed = sha256(header)
    for data in tables.distinct_data:
        summed.update(data)
    checksum = f"\n{FIELDS[-1]} {summed.hexdigest()}\n\n".encode()
    if is_compressed:
        return [header + checksum, _compress(b"".join(tables.distinct_data), preset)]
    return [header + checksum, *tables.distinct_data]


def _compress(raw: bytes, preset: int) -> bytes:
    """Compress bytes as an xz stream. Raises PatternFileError."""
    try:
        import lzma
    except ImportError:
        raise PatternFileError("tables cannot be packed: this Python was built without lzma") from None
    filters = [{"id": lzma.FILTER_LZMA2, "preset": preset, "lc": 0, "lp": 0, "pb": 0}]
    return lzma.compress(raw, format=lzma.FORMAT_XZ, filters=filters)


def unpack(data: bytes, name: str = "the file") -> PatternSet:
    """Read the databases of a file. Raises PatternFileError for a damaged file."""
    return unpack_from(lambda start, stop: data[start:stop], len(data), name)


def unpack_from(read: Read, size: int, name: str = "the file", checksum: str = "") -> PatternSet:
    """Read the databases of a file of `size` bytes, a part at a time, so that no other copy is needed.

    `checksum`: the expected checksum, if known. Raises PatternFileError.
    """
    top = read(0, min(size, MOST_HEADER))
    header = _read_header(top, name)
    if checksum not in ("", header.checksum):
        _refuse(name, "it holds tables that this program does not build")
    sizes = [table_bytes(header.shape, one, header.bits) for one in header.distinct]
    total, most = sum(sizes), MOST_BYTES if header.is_compressed else MOST_LARGE_BYTES
    if total > most:
        _refuse(name, f"its tables would take {total:,} bytes, more than {most:,}")
    if header.is_compressed == any(is_large(header.shape, pattern) for pattern in header.partition):
        _refuse(name, "tables of this size must have another format")
    if header.is_compressed:
        raw = _decompress(read(header.end, size), total, name)
        read, start, size = lambda start, stop: raw[start:stop], 0, total
    else:
        start = header.end
    if size - start != total:
        _refuse(name, f"it is damaged: {size - start:,} bytes where its header promises {total:,}")
    summed, data = sha256(top[: header.end].partition(b"\nsha256 ")[0]), list[bytes]()
    for length in sizes:
        data.append(read(start, start + length))
        summed.update(data[-1])
        start += length
    if summed.hexdigest() != header.checksum:
        _refuse(name, "it is damaged: its checksum does not match")
    tables = _fill(header, data)
    if any(table.distance(table.pattern) for table in tables):
        _refuse(name, "it is wrong: its distance at home is not 0")
    return PatternSet(tuple(tables))


def _fill(header: _Header, data: list[bytes]) -> list[PatternDatabase]:
    """Make the databases from their entries. Similar databases share their entries."""
    filled, left = list[PatternDatabase](), iter(data)
    for pattern in header.partition:
        table = find_alike(filled, pattern)
        if table is None:
            table = PatternDatabase(header.shape, header.home, pattern, header.bits, next(left))
        filled.append(table)
    return filled


class _Header(NamedTuple):
    """The header of a file, and where it ends."""

    shape: Shape
    home: int
    partition: Partition
    bits: int
    checksum: str
    is_compressed: bool
    end: int

    @property
    def distinct(self) -> tuple[Pattern, ...]:
        return list_distinct(self.shape, self.home, self.partition)


def _read_header(data: bytes, name: str) -> _Header:
    """Read and check the header."""
    if not data.startswith(FIRST_LINE.encode()):
        said = "it is a web page, which some hosts send instead of a missing file"
        page = said if data.lstrip()[:1] == b"<" else ""
        _refuse(name, page or (f"it does not begin with {FIRST_LINE.strip()!r}" if data else "it is empty"))
    end = data.find(b"\n\n", 0, MOST_HEADER)
    if end < 0:
        _refuse(name, "it is cut short within its header")
    lines = data[:end].decode("ascii", "replace").split("\n")
    version = lines[0].removeprefix(FIRST_LINE)
    if version not in (str(FORMAT), str(LARGE_FORMAT)):
        can = f"only formats {FORMAT} and {LARGE_FORMAT} can be read here"
        _refuse(name, f"its format is {version[:20]!r}, and {can}")
    found = dict(line.partition(" ")[::2] for line in lines[1:])
    if tuple(found) != FIELDS or len(lines) != 1 + len(FIELDS):
        _refuse(name, f"its header has the fields {quote(', '.join(found))}, expected {', '.join(FIELDS)}")
    try:
        shape = Shape.parse(found["shape"])
        home, bits = int(found["home"]), int(found["bits"])
        partition = tuple(tuple(map(int, group.split())) for group in found["patterns"].split("|"))
    except (InvalidShapeError, ValueError) as error:
        _refuse(name, f"its header cannot be read: {error}")
    tiles = sorted(tile for pattern in partition for tile in pattern)
    every = [cell for cell in range(shape.cells) if cell != home]
    if tiles != every or not all(partition) or shape.cells > MAX_PATTERN_CELLS:
        _refuse(name, f"its patterns are not the tiles of {shape} with home {home}")
    if bits not in (1, 2, 4, 8):
        _refuse(name, f"its entries have {bits} bits, expected 1, 2, 4 or 8")
    is_compressed = version == str(FORMAT)
    return _Header(shape, home, partition, bits, found["sha256"], is_compressed, end + 2)


def _decompress(payload: bytes, size: int, name: str) -> bytes:
    """Decompress an xz stream of exactly `size` bytes."""
    try:
        import lzma
    except ImportError:
        _refuse(name, "this Python was built without lzma, which unpacks it")
    unpacker = lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=MOST_MEMORY)
    try:
        raw = unpacker.decompress(payload, max_length=size + 1)
        if len(raw) == size and not unpacker.eof:  # only the checksum at the end is left
            raw += unpacker.decompress(b"", max_length=1)
    except (lzma.LZMAError, EOFError) as error:
        _refuse(name, f"it is damaged: {error}")
    if not unpacker.eof and len(raw) <= size:
        _refuse(name, f"it is cut short: {len(raw):,} bytes of {size:,}")
    if len(raw) < size:
        _refuse(name, f"it is damaged: {len(raw):,} bytes where its header promises {size:,}")
    if len(raw) > size or unpacker.unused_data:
        _refuse(name, f"it is damaged: more than the {size:,} bytes its header promises")
    return raw


def _refuse(name: str, what: str) -> NoReturn:
    short = (
        what if len(what) <= MAX_EXPLANATION else what[:MAX_EXPLANATION] + "..."
    )  # the text of a header may be long
    raise PatternFileError(f"{name} cannot be used: {short}")
