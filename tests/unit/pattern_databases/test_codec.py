"""Table files have a readable header, and a damaged file is rejected unless its tables are intact."""

from __future__ import annotations

import lzma
import struct
import sys
from dataclasses import replace
from functools import cache
from hashlib import sha256
from random import Random
from zlib import crc32

import pytest

from npuzzle import NPuzzleError, Shape
from npuzzle.errors import PatternFileError
from npuzzle.pattern_databases.catalogue import SHIPPED, read_shipped
from npuzzle.pattern_databases.codec import QUICK, SMALL, pack, unpack
from npuzzle.pattern_databases.partition import CORNERS, by_columns, parse_partition, partitions
from npuzzle.pattern_databases.table import Partition, PatternSet, format_partition
from tests.support.quick import mostly_slow
from tests.unit.pattern_databases.common import SHIPPED_BITS, build_tables, needs_wasmtime


@cache
def small() -> PatternSet:
    return build_tables(Shape(2, 3), 0, ((1, 3, 4), (2, 5)))


@cache
def file() -> bytes:
    return pack(small())


def smallest_tried(shape: Shape) -> Partition:
    """Return the smallest of the partitions that were measured; the package has databases for it."""
    partition = parse_partition(CORNERS[shape][-1])
    assert partition in partitions(shape, 0)
    return partition


def header_and_rest() -> tuple[str, bytes]:
    header, _, rest = file().partition(b"\n\n")
    return header.decode(), rest


def with_line(name: str, value: str) -> bytes:
    """Return the file with one line of its header changed."""
    header, rest = header_and_rest()
    lines = [f"{name} {value}" if line.startswith(f"{name} ") else line for line in header.split("\n")]
    return "\n".join(lines).encode() + b"\n\n" + rest


def refusal(data: bytes) -> str:
    """Return the message about a file that cannot be used."""
    with pytest.raises(PatternFileError) as caught:
        unpack(data, "the file in hand")
    assert isinstance(caught.value, NPuzzleError)
    said = str(caught.value)
    assert said.startswith("the file in hand cannot be used: ")
    assert len(said) < 400
    return said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bits", "preset"), mostly_slow([(4, QUICK), (1, QUICK), (2, QUICK), (8, QUICK), (2, SMALL)], unpack=True)
)
def test_tables_come_back_as_they_were(bits: int, preset: int) -> None:
    trays: list[tuple[Shape, int, Partition]] = [
        (Shape(2, 2), 3, ((0, 1, 2),)),
        (Shape(2, 3), 0, ((1, 3, 4), (2, 5))),
        (Shape(3, 3), 4, by_columns(Shape(3, 3), 4, 3)),
        (Shape(4, 5), 12, by_columns(Shape(4, 5), 12, 2)),
        (Shape(2, 4), 6, ((7,), (0, 1, 2), (5, 4), (3,))),
    ]
    for shape, home, partition in trays:
        tables = build_tables(shape, home, partition, bits)
        back = unpack(pack(tables, preset))
        assert back == tables
        assert (back.shape, back.home, back.partition, back.bits) == (shape, home, partition, bits)
        assert pack(back, preset) == pack(tables, preset)


def test_the_header_is_text_and_exactly_as_documented() -> None:
    raw = b"".join(table.data for table in small().tables)
    lines = [
        "npuzzle pattern tables, format 1",
        "shape 2x3",
        "home 0",
        "patterns 1 3 4 | 2 5",
        "bits 4",
    ]
    checksum = sha256("\n".join(lines).encode() + raw).hexdigest()
    assert header_and_rest()[0].split("\n") == [*lines, f"sha256 {checksum}"]


def test_tables_that_ask_for_moves_where_all_is_at_home_are_refused_whatever_their_checksum() -> None:
    tables = small()
    wrong = [replace(table, data=b"\x22" * len(table.data)) for table in tables.tables]
    with pytest.raises(PatternFileError, match="it is wrong: its distance at home is not 0"):
        unpack(pack(PatternSet(tuple(wrong))))


def test_after_the_header_come_the_tables_one_after_the_other_as_one_xz_stream() -> None:
    raw = b"".join(table.data for table in small().tables)
    assert len(raw) == 6**3 // 2 + 6**2 // 2
    assert lzma.decompress(header_and_rest()[1], format=lzma.FORMAT_XZ) == raw


def test_a_file_cut_short_anywhere_is_refused() -> None:
    header = len(header_and_rest()[0])
    for length in range(len(file())):
        said = refusal(file()[:length])
        if length == 0:
            assert said.endswith("it is empty")
        elif length < 31:
            assert "it does not begin with 'npuzzle pattern tables, format'" in said
        elif length < header + 2:
            assert said.endswith("it is cut short within its header")
        else:
            assert "it is cut short: " in said
            assert said.endswith(" bytes of 126")


def hold_to_refusal_or_the_same(data: bytes) -> bool:
    """Return whether the file is rejected, or its header at least names another set.

    Otherwise, it must hold exactly the same tables.
    """
    try:
        tables = unpack(data)
    except PatternFileError:
        return True
    if (tables.shape, tables.home, tables.partition) != (Shape(2, 3), 0, small().partition):
        return True
    assert tables == small(), "the file was read as other tables"
    return False


@pytest.mark.slow
def test_with_any_bit_changed_it_is_refused_or_still_the_same_tables() -> None:
    """Some changes are harmless, such as `2X3` for `2x3`, or a flag for unpacking that changes nothing."""
    kept = 0
    for at in range(len(file())):
        for bit in range(8):
            data = bytearray(file())
            data[at] ^= 1 << bit
            try:
                assert unpack(bytes(data)) == small(), f"bit {bit} of byte {at}"
            except PatternFileError:
                continue
            kept += 1
    assert kept < 5


@pytest.mark.slow
def test_with_bytes_changed_moved_lost_or_doubled_it_is_refused_or_still_the_same_tables() -> None:
    random, refused = Random(2), 0
    for _ in range(1_500):
        data = bytearray(file())
        for _ in range(random.choice([1, 1, 2, 5])):
            here, there = sorted(random.randrange(len(data) + 1) for _ in range(2))
            there = min(there, here + 9)
            part = data[here:there]
            data[here:there] = random.choice(
                [
                    random.randbytes(len(part)),
                    b"",
                    part + part,
                    part[::-1],
                    bytes(len(part)),
                    b" " * len(part),
                ]
            )
        refused += hold_to_refusal_or_the_same(bytes(data))
    assert refused > 1_200


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0",
        b"PK\3\4",
        b"\xfd7zXZ\0",
        b"npuzzle",
        b"<!DOCTYPE html>",
        "näpuzzle".encode(),
        bytes(10_000),
    ],
)
def test_foreign_files_are_refused(data: bytes) -> None:
    said = refusal(data)
    expected = "it is empty" if not data else "it does not begin with 'npuzzle"
    assert ("it is a web page" if data.startswith(b"<") else expected) in said


@pytest.mark.parametrize("version", ["3", "0", "01", "1 ", "", "one", "1.0", "-1", "9" * 500, "１"])
def test_another_format_is_refused_and_named(version: str) -> None:
    header, rest = header_and_rest()
    data = header.replace("format 1", f"format {version}").encode() + b"\n\n" + rest
    assert "and only formats 1 and 2 can be read here" in refusal(data)


NUMBERS = [
    "",
    "-1",
    "1.0",
    "0x0",
    "10" * 15,
    "1" + "0" * 30,
    "9" * 1500,
    "٣",
    "０",
    "nan",
    "None",
    "2 3",
    "a",
]


@pytest.mark.parametrize("value", NUMBERS)
@pytest.mark.parametrize("name", ["home", "bits", "shape"])
def test_numbers_in_the_header_that_make_no_sense_are_refused(name: str, value: str) -> None:
    said = refusal(with_line(name, value))
    assert any(
        reason in said
        for reason in (
            "its header cannot be read: ",
            "its patterns are not the tiles of ",
            "its entries have ",
        )
    )


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("shape", "2x4", "its patterns are not the tiles of 2x4 with home 0"),
        ("shape", "1x6", "its header cannot be read: 1x6 has a single row"),
        ("shape", "127x127", "its patterns are not the tiles of 127x127"),
        ("shape", "128x128", "its header cannot be read: a board must have 2 to 127 rows"),
        ("home", "1", "its patterns are not the tiles of 2x3 with home 1"),
        ("home", "6", "its patterns are not the tiles of 2x3 with home 6"),
        ("patterns", "1 3 4 | 2", "its patterns are not the tiles"),
        ("patterns", "1 3 4 | 2 5 5", "its patterns are not the tiles"),
        ("patterns", "1 3 4 | 2 5 0", "its patterns are not the tiles"),
        ("patterns", "1 3 4 | 2 6", "its patterns are not the tiles"),
        ("patterns", "1 3 4 | 2 5 |", "its patterns are not the tiles"),
        ("patterns", "| 1 3 4 | 2 5", "its patterns are not the tiles"),
        ("patterns", "1 3 4 || 2 5", "its patterns are not the tiles"),
        ("patterns", "1, 3, 4 | 2, 5", "its header cannot be read: "),
        ("patterns", "1 3 ４ | 2 5", "its header cannot be read: "),
        ("patterns", "", "its patterns are not the tiles"),
        ("patterns", "1 2 3 4 5", "it is damaged: 126 bytes where its header promises 3,888"),
        ("patterns", "1 3 | 4 | 2 5", "it is damaged: more than the 39 bytes its header promises"),
        ("bits", "3", "its entries have 3 bits, expected 1, 2, 4 or 8"),
        ("bits", "0", "its entries have 0 bits"),
        ("bits", "16", "its entries have 16 bits"),
        ("bits", "8", "it is damaged: 126 bytes where its header promises 252"),
        ("bits", "2", "it is damaged: more than the 63 bytes its header promises"),
        ("sha256", "0" * 64, "it is damaged: its checksum is another one"),
        ("sha256", "", "its checksum is another one"),
        ("sha256", sha256(b"").hexdigest(), "its checksum is another one"),
    ],
)
def test_a_header_that_lies_is_refused_and_told_what_is_wrong(name: str, value: str, reason: str) -> None:
    assert reason in refusal(with_line(name, value))


def test_fields_missing_doubled_strange_or_in_another_order_are_refused() -> None:
    header, rest = header_and_rest()
    first, *lines = header.split("\n")
    others = [lines[:at] + lines[at + 1 :] for at in range(5)]  # missing
    others += [lines[: at + 1] + lines[at:] for at in range(5)]  # doubled
    others += [[*lines, "made by hand"], ["made by hand", *lines], lines[::-1], []]
    for changed in others:
        said = refusal("\n".join([first, *changed]).encode() + b"\n\n" + rest)
        assert "expected shape, home, patterns, bits, sha256" in said


def test_reading_a_header_without_an_end_stops() -> None:
    assert "cut short within its header" in refusal(file()[:40] + b"1 " * 5_000_000 + b"\n\n")


@pytest.mark.parametrize("rubbish", [b"\0", b"\n", b"rubbish", bytes(4), bytes(1_000_000)])
def test_rubbish_at_the_end_is_refused(rubbish: bytes) -> None:
    assert "it is damaged: more than the 126 bytes its header promises" in refusal(file() + rubbish)


def test_two_files_in_one_are_refused() -> None:
    assert "it is damaged" in refusal(file() + file())
    assert "it is damaged" in refusal(file() + header_and_rest()[1])


def test_sizes_beyond_reason_are_refused_before_anything_is_unpacked() -> None:
    tiles = " ".join(map(str, range(1, 25)))
    data = with_line("shape", "5x5").replace(b"1 3 4 | 2 5", tiles.encode())
    assert f"its tables would take {25**24 // 2 + 1:,} bytes, more than 60,000,000" in refusal(data)


@pytest.mark.slow
def test_a_stream_that_would_unpack_to_more_than_promised_is_not_unpacked_to_its_end() -> None:
    header = header_and_rest()[0].encode()
    bomb = lzma.compress(bytes(30_000_000), format=lzma.FORMAT_XZ, preset=0)
    assert "more than the 126 bytes its header promises" in refusal(header + b"\n\n" + bomb)


def test_a_stream_that_asks_for_gigabytes_to_be_unpacked_in_is_refused() -> None:
    """Each block's header, which has its own checksum, gives the dictionary's size: 4 GB for code 40."""
    header, rest = header_and_rest()
    size = (rest[12] + 1) * 4
    block = bytearray(rest[12 : 12 + size - 4])
    block[block.index(0x21) + 2] = 40
    lying = rest[:12] + bytes(block) + struct.pack("<I", crc32(block)) + rest[12 + size :]
    assert "Memory usage limit exceeded" in refusal(header.encode() + b"\n\n" + lying)


@pytest.mark.parametrize("form", [lzma.FORMAT_ALONE, None])
def test_tables_packed_in_another_way_are_refused(form: int | None) -> None:
    header, rest = header_and_rest()
    raw = lzma.decompress(rest)
    other = raw if form is None else lzma.compress(raw, format=form)
    assert "it is damaged: " in refusal(header.encode() + b"\n\n" + other)


def test_a_python_without_lzma_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    data = file()
    monkeypatch.setitem(sys.modules, "lzma", None)
    assert "this Python was built without lzma" in refusal(data)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHIPPED, ids=str)
def test_the_shipped_files_are_small_and_say_what_they_are(shape: Shape) -> None:
    data = read_shipped(shape)
    assert len(data) <= 1_000_000
    tables = unpack(data)
    assert (tables.shape, tables.home, tables.bits) == (shape, 0, SHIPPED_BITS)
    assert tables.partition == smallest_tried(shape)
    assert data.split(b"\n\n")[0].decode().split("\n")[:-1] == [
        "npuzzle pattern tables, format 1",
        f"shape {shape}",
        "home 0",
        f"patterns {format_partition(tables.partition)}",
        "bits 2",
    ]
    assert SHIPPED[shape] == f"data/{shape}-home0-{tables.sizes}.tables"


@needs_wasmtime
@pytest.mark.parametrize(
    "shape",
    [pytest.param(Shape(4, 4), marks=pytest.mark.slow), pytest.param(Shape(5, 5), marks=pytest.mark.long)],
    ids=str,
)
def test_the_shipped_tables_are_what_is_built_from_scratch_byte_for_byte(shape: Shape) -> None:
    anew = build_tables(shape, 0, smallest_tried(shape), SHIPPED_BITS, "wasmtime")
    shipped = read_shipped(shape)
    assert unpack(shipped) == anew
    assert pack(anew).partition(b"\n\n")[0] == shipped.partition(b"\n\n")[0]
