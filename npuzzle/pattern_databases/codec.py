"""Files of pattern databases: a few readable lines, an empty line, then the databases, compressed.

    npuzzle pattern tables, format 1
    shape 4x4
    home 0
    patterns 1 2 3 4 5 6 | 8 9 10 12 13 14 | 7 11 15
    bits 2
    sha256 9f2c...

The home and the patterns are cells, numbered row by row from 0. After the empty line come the bytes of the
databases, one after the other, as one xz stream. The checksum covers the lines above it and those bytes,
uncompressed.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import accumulate
from typing import NoReturn

from npuzzle.errors import InvalidShapeError, PatternFileError, quote
from npuzzle.pattern_databases.table import (
    MAX_PATTERN_CELLS,
    Partition,
    PatternDatabase,
    PatternSet,
    format_partition,
    table_bytes,
)
from npuzzle.puzzle.shape import Shape

FORMAT = 1
FIRST_LINE = "npuzzle pattern tables, format "
FIELDS = ("shape", "home", "patterns", "bits", "sha256")
MOST_HEADER = 2_000  # bytes
MOST_BYTES = 60_000_000  # all databases, uncompressed; the largest set that can be built has 40 million
MOST_MEMORY = 80_000_000  # bytes, for xz itself; preset 9 takes 68 million
MAX_EXPLANATION = 300  # characters about what is wrong
QUICK, SMALL = 1, 9  # presets of xz


def pack(tables: PatternSet, preset: int = SMALL) -> bytes:
    """Write databases as a file; equal sets give equal headers, and equal bytes with the same xz."""
    try:
        import lzma
    except ImportError:
        raise PatternFileError("tables cannot be packed: this Python was built without lzma") from None
    raw = b"".join(table.data for table in tables.tables)
    groups = format_partition(tables.partition)
    values = (tables.shape, tables.home, groups, tables.bits)
    lines = [f"{FIRST_LINE}{FORMAT}", *(f"{name} {value}" for name, value in zip(FIELDS, values))]
    header = "\n".join(lines).encode()
    checksum = f"\n{FIELDS[-1]} {sha256(header + raw).hexdigest()}\n\n".encode()
    filters = [{"id": lzma.FILTER_LZMA2, "preset": preset, "lc": 0, "lp": 0, "pb": 0}]
    return header + checksum + lzma.compress(raw, format=lzma.FORMAT_XZ, filters=filters)


def unpack(data: bytes, name: str = "the file") -> PatternSet:
    """Read the databases of a file. Raises PatternFileError, which says what is wrong."""
    shape, home, partition, bits, checksum, payload = _read_header(data, name)
    sizes = [table_bytes(shape, pattern, bits) for pattern in partition]
    if sum(sizes) > MOST_BYTES:
        _refuse(name, f"its tables would take {sum(sizes):,} bytes, more than {MOST_BYTES:,}")
    raw = _decompress(payload, sum(sizes), name)
    summed = sha256(data[: data.index(b"\nsha256 ")])
    summed.update(raw)
    if summed.hexdigest() != checksum:
        _refuse(name, "it is damaged: it does not have its own checksum")
    starts = accumulate(sizes, initial=0)
    tables = [
        PatternDatabase(shape, home, pattern, bits, raw[start : start + size])
        for pattern, start, size in zip(partition, starts, sizes)
    ]
    if any(table.distance(table.pattern) for table in tables):
        _refuse(name, "it is wrong: tiles that are all at home need no moves")
    return PatternSet(tuple(tables))


def _read_header(data: bytes, name: str) -> tuple[Shape, int, Partition, int, str, bytes]:
    """Read and check the header; also return the bytes after it."""
    if not data.startswith(FIRST_LINE.encode()):
        page = "it is a web page, as hosts send in place of a file" if data.lstrip()[:1] == b"<" else ""
        _refuse(name, page or (f"it does not begin with {FIRST_LINE.strip()!r}" if data else "it is empty"))
    end = data.find(b"\n\n", 0, MOST_HEADER)
    if end < 0:
        _refuse(name, "it is cut short within its header")
    lines = data[:end].decode("ascii", "replace").split("\n")
    version = lines[0].removeprefix(FIRST_LINE)
    if version != str(FORMAT):
        _refuse(name, f"its format is {version[:20]!r}, and format {FORMAT} is what can be read here")
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
    return shape, home, partition, bits, found["sha256"], data[end + 2 :]


def _decompress(payload: bytes, size: int, name: str) -> bytes:
    """Decompress an xz stream of exactly `size` bytes."""
    try:
        import lzma
    except ImportError:
        _refuse(name, "this Python was built without lzma, which unpacks it")
    unpacker = lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=MOST_MEMORY)
    try:
        raw = unpacker.decompress(payload, max_length=size + 1)
        if len(raw) == size and not unpacker.eof:  # the check at the end is left
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
