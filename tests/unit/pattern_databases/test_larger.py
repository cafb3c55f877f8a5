"""Larger tables: for which shapes they exist, what they cost, and that only the right file is read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from npuzzle import Shape, goal_board, solve
from npuzzle.errors import PatternFileError
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.catalogue import CHECKSUMS, find_larger
from npuzzle.pattern_databases.codec import pack, pack_parts, unpack, unpack_from
from npuzzle.pattern_databases.partition import largest_table
from npuzzle.pattern_databases.table import PatternSet
from npuzzle.progress import run_to_end
from npuzzle.storage import keep_in
from tests.unit.pattern_databases.common import build_tables, empty_store, needs_wasmtime
from tests.unit.search.common import sample

EIGHT, TWENTY_FIVE = Shape(3, 3), Shape(5, 5)


@pytest.fixture
def eight(monkeypatch: pytest.MonkeyPatch) -> str:
    """Give the 3x3 larger tables. Return their checksum."""
    data = pack(build_tables(EIGHT, 0, catalogue.partitions(EIGHT, 0)[0]))
    checksum = data.partition(b"sha256 ")[2].partition(b"\n")[0].decode()
    monkeypatch.setitem(CHECKSUMS, EIGHT, checksum)
    return checksum


def test_they_are_for_17_to_25_cells_and_a_home_in_a_corner() -> None:
    for rows in range(2, 6):
        for cols in range(rows, 26):
            shape = Shape(rows, cols)
            assert (find_larger(shape, 0) is not None) == (17 <= shape.cells <= 25)
            assert find_larger(shape, 1) is None
    assert find_larger(TWENTY_FIVE, 24) == find_larger(TWENTY_FIVE, 4) == find_larger(TWENTY_FIVE, 0)
    assert find_larger(Shape(6, 4), 23) == find_larger(Shape(4, 6), 0)


def test_what_they_cost_is_known_before() -> None:
    found = find_larger(TWENTY_FIVE, 0)
    assert found is not None
    assert (found.sizes, found.name) == ("6-6-6-6", "5x5-home0-6-6-6-6.tables")
    assert found.bytes == 2 * 25**6 // 4 + 2  # two tables with 2 bits per entry, plus a byte each
    assert 5 < found.seconds < 60


def test_they_are_larger_than_what_a_search_builds_by_itself() -> None:
    for shape in CHECKSUMS:
        found = find_larger(shape, 0)
        assert found is not None
        assert largest_table(shape, found.partition) > catalogue.MOST_BUILT_COMPILED


@needs_wasmtime
@pytest.mark.long
@pytest.mark.parametrize("shape", [Shape(4, 5), Shape(3, 6)], ids=str)
def test_a_build_has_the_checksum_that_is_known(shape: Shape) -> None:
    found = find_larger(shape, 0)
    assert found is not None
    parts = pack_parts(run_to_end(found.iter_build()), preset=1)
    assert f"sha256 {found.checksum}\n\n".encode() in parts[0]


@pytest.mark.slow
def test_only_a_file_of_these_tables_is_read(eight: str) -> None:
    found = find_larger(EIGHT, 0)
    assert found is not None
    tables = run_to_end(found.iter_build())
    data = pack(tables)

    def read(content: bytes) -> object:
        return unpack_from(lambda start, stop: content[start:stop], len(content), "it", eight)

    assert read(data) == unpack(data) == tables
    foreign = pack(build_tables(EIGHT, 0, ((1, 2, 4, 5), (3, 6, 7, 8))))
    assert unpack(foreign).sizes == "4-4"
    with pytest.raises(PatternFileError, match="other tables than this program builds"):
        read(foreign)
    for damaged in (data[:-1], data[:40], b"", b"<html>", data[:-20] + b"\0" + data[-19:], data + b"\0"):
        with pytest.raises(PatternFileError, match="cannot be used"):
            read(damaged)


@pytest.mark.slow
def test_searches_use_what_is_provided_and_say_why_they_cannot(eight: str) -> None:
    goal = goal_board("blank-first", EIGHT)
    board = next(iter(sample(goal, 1, seed=3, least=1)))
    found = find_larger(EIGHT, 0)
    assert found is not None
    smaller = found.partition[0][:2], found.partition[0][2:], found.partition[1]
    with empty_store(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "_unusable", {})
        patch.setattr(catalogue, "partitions", lambda shape, home: (found.partition, smaller))
        found.refuse("the file is cut short")
        result = solve(board, goal, algorithm="idastar", heuristic="pattern-tables")
        assert result.snapshot.tables == "2-2-4"
        assert result.snapshot.note == "The file is cut short. A 2-2-4 set is used instead."
        assert not found.is_provided
        catalogue.provide(run_to_end(found.iter_build()))
        assert found.is_provided
        again = solve(board, goal, algorithm="idastar", heuristic="pattern-tables")
        assert (again.snapshot.tables, again.snapshot.note) == ("4-4", "")
        assert again.length == result.length


@pytest.mark.slow
def test_a_file_on_disk_is_read_in_parts(tmp_path: Path, eight: str) -> None:
    found = find_larger(EIGHT, 0)
    assert found is not None
    tables = run_to_end(found.iter_build())
    (tmp_path / found.name).write_bytes(pack(tables))
    with empty_store():
        keep_in(tmp_path)
        read = run_to_end(catalogue.iter_find(EIGHT, 0))
    assert (read.tables, read.origin) == (tables, str(tmp_path / found.name))


@pytest.mark.slow
def test_a_file_on_disk_with_another_checksum_is_not_used_and_it_is_said_what_to_do(
    tmp_path: Path, eight: str
) -> None:
    """The file is complete and its checksum fits, but its tables would give a bound far too high."""
    goal = goal_board("blank-first", EIGHT)
    board = next(iter(sample(goal, 1, seed=3, least=1)))
    found = find_larger(EIGHT, 0)
    assert found is not None
    tables = run_to_end(found.iter_build())
    forged = [replace(table, data=b"\x77" * len(table.data)) for table in tables.tables]
    home = forged[0].number(forged[0].pattern), forged[1].number(forged[1].pattern)
    for at, number in enumerate(home):
        data = bytearray(forged[at].data)
        data[number // 2] = 0
        forged[at] = replace(forged[at], data=bytes(data))
    path = tmp_path / found.name
    path.write_bytes(pack(PatternSet(tuple(forged))))
    assert unpack(path.read_bytes()) != tables
    with empty_store():
        keep_in(tmp_path)
        result = solve(board, goal, algorithm="idastar", heuristic="pattern-tables")
    true = solve(board, goal)
    assert (result.length, result.lower_bound) == (true.length, true.lower_bound)
    said = "holds other tables than this program builds; to build them again: npuzzle tables build 3x3 "
    assert f"{path} cannot be used: it {said}--max-group 4" in result.note
