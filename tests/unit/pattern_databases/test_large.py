"""Large databases: the builder by regions against the slow one, shared entries, their files, their use."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import comb, perm
from pathlib import Path

import pytest

from npuzzle import Problem, Shape, goal_board, solve
from npuzzle.cli.main import main
from npuzzle.compiler import available
from npuzzle.errors import PatternFileError
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.pattern_databases import build, catalogue, table
from npuzzle.pattern_databases.build import iter_build_by_region
from npuzzle.pattern_databases.codec import pack, unpack
from npuzzle.pattern_databases.partition import LARGE_5X5, divide, parse_partition, partitions
from npuzzle.pattern_databases.symmetry import blank_region, find_image
from npuzzle.pattern_databases.table import Pattern, PatternSet
from npuzzle.progress import run_to_end
from npuzzle.registry import AUTO
from npuzzle.storage import keep_in
from tests.support.oracles import distances, pattern_moves, steps_apart
from tests.support.quick import mostly_slow
from tests.unit.pattern_databases.common import build_tables, cells_of, empty_store, needs_wasmtime
from tests.unit.search.common import sample

Case = tuple[Shape, int, Pattern]

SMALL: list[Case] = [
    (Shape(3, 3), 0, (1, 2, 4, 5)),
    (Shape(2, 4), 2, (0, 3, 7)),
    (Shape(4, 2), 7, (0, 3, 4, 6)),
    (Shape(3, 3), 5, (8,)),
    (Shape(2, 5), 3, (0, 1, 5)),
    (Shape(3, 4), 6, (2, 8, 11)),
    (Shape(5, 5), 12, (3, 24)),
    (Shape(3, 3), 4, (0, 1, 2, 3, 5, 6)),
    (Shape(3, 4), 0, (1, 2, 4, 5, 6)),
]
EIGHT = Shape(3, 3)
#: The second group is the mirror image of the first.
ALIKE = ((1, 2, 5), (3, 6, 7), (4, 8))
FEW = 500  # in these tests, a database of the 3x3 with more entries than this counts as large


@pytest.fixture
def large_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let databases of three tiles on the 3x3 count as large."""
    monkeypatch.setattr(table, "MOST_SMALL", FEW)


def assert_matches_slow_builder(case: Case, bits: int, engine: str) -> None:
    """Compare all entries. Numbers without a placement have entry 0."""
    shape, home, pattern = case
    found = run_to_end(iter_build_by_region(shape, home, pattern, bits, engine))
    slow = pattern_moves(shape.rows, shape.cols, home, pattern)
    expected = {
        found.number(cells): min((far - steps_apart(shape.cols, cells, pattern)) // 2, (1 << bits) - 1)
        for cells, far in slow.items()
    }
    entries = range(shape.cells ** len(pattern))
    assert [found.entry(number) for number in entries] == [expected.get(number, 0) for number in entries]


@pytest.mark.parametrize("case", mostly_slow(SMALL, 5), ids=str)
@pytest.mark.parametrize("engine", [engine for engine in available() if engine != "checked"])
def test_entries_are_those_of_the_slow_builder(case: Case, engine: str) -> None:
    assert_matches_slow_builder(case, 4, engine)


@pytest.mark.slow_cases("(Shape(rows=3, cols=3), 0, (1, 2, 4, 5))")
@pytest.mark.parametrize("case", mostly_slow(SMALL[:4], 2), ids=str)
def test_no_operation_breaks_a_rule_of_kernels(case: Case) -> None:
    assert_matches_slow_builder(case, 1, "checked")


@pytest.mark.slow
def test_slices_of_any_size_build_the_same_and_tell_how_far_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    shape, home, pattern = SMALL[0]
    whole = run_to_end(iter_build_by_region(shape, home, pattern, 2, AUTO))
    monkeypatch.setattr(build, "REGIONS_PER_STEP", {})
    for regions in (1, 17, 5000):
        monkeypatch.setattr(build, "REGIONS_PER_FAST_STEP", regions)
        told: list[int] = []
        assert run_to_end(iter_build_by_region(shape, home, pattern, 2, AUTO), told.append) == whole
        assert told == sorted(told)
        assert 0 <= told[0] <= told[-1] <= perm(9, 4)


@pytest.mark.parametrize("shape", [Shape(2, 3), Shape(3, 3), Shape(2, 5)], ids=str)
def test_sets_and_regions_have_one_number_each(shape: Shape) -> None:
    for tiles in range(1, shape.cells):
        index = build._number_regions(shape, tiles, AUTO)
        sets = sorted(combinations(range(shape.cells), tiles), key=lambda cells: cells[::-1])
        assert len(index.first) == len(sets) == comb(shape.cells, tiles)
        at = 0
        for first, cells in zip(index.first, sets):
            free = [cell for cell in range(shape.cells) if cell not in cells]
            parts = {tuple(sorted(blank_region(shape, cell, cells))) for cell in free}
            assert first == 2 * at + (len(parts) > 1)
            for part in sorted(parts):
                assert index.regions[at] == sum(1 << cell for cell in part)
                assert index.owner[at] == sum(1 << cell for cell in cells)
                at += 1
        assert at == len(index.regions)


@pytest.mark.slow
def test_an_image_keeps_the_moves_of_each_placement() -> None:
    for home in (0, 4, 5):
        tiles = [cell for cell in range(9) if cell != home]
        groups = list(combinations(tiles, 2))
        found = 0
        for one, other in combinations(groups, 2):
            symmetry = find_image(EIGHT, home, one, other)
            if symmetry is None:
                continue
            found += 1
            image = symmetry.image
            turned = sorted(one, key=lambda tile: image[tile])
            mine, theirs = (pattern_moves(3, 3, home, tuple(group)) for group in (turned, other))
            for cells in permutations(range(9), 2):
                assert mine[cells] == theirs[image[cells[0]], image[cells[1]]]
        assert found


@pytest.mark.usefixtures("large_from")
def test_patterns_that_are_alike_share_their_entries_and_nobody_sees_it() -> None:
    shared = build_tables(EIGHT, 0, ALIKE, 2)
    assert [bool(one.image) for one in shared.tables] == [False, True, False]
    assert len(shared.distinct_data) == 2
    plain = PatternSet(tuple(run_to_end(iter_build_by_region(EIGHT, 0, one, 2, AUTO)) for one in ALIKE))
    assert len(plain.distinct_data) == 3
    goal = goal_board("blank-first", EIGHT)
    for board in sample(goal, 300, seed=5):
        cells = cells_of(Problem(board, goal).initial)
        for one, other in zip(shared.tables, plain.tables):
            placed = [cells[tile] for tile in one.pattern]
            assert one.distance(placed) == other.distance(placed)
        assert shared.excess(cells) == plain.excess(cells)


@pytest.mark.usefixtures("large_from")
def test_files_of_large_tables_are_plain_and_hold_shared_entries_once() -> None:
    tables = build_tables(EIGHT, 0, ALIKE, 2)
    data = pack(tables)
    header, _, raw = data.partition(b"\n\n")
    assert header.startswith(
        b"npuzzle pattern tables, format 2\nshape 3x3\nhome 0\npatterns 1 2 5 | 3 6 7 | 4 8\n"
    )
    assert raw == tables.tables[0].data + tables.tables[2].data
    assert unpack(data) == tables
    assert len(unpack(data).distinct_data) == 2
    for damaged in (data[:-1], data + b"\0", data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]):
        with pytest.raises(PatternFileError, match="it is damaged"):
            unpack(damaged)


def test_each_format_is_for_tables_of_one_size(monkeypatch: pytest.MonkeyPatch) -> None:
    small = pack(build_tables(EIGHT, 0, ALIKE, 2))
    with monkeypatch.context() as patch:
        patch.setattr(table, "MOST_SMALL", FEW)
        large = pack(build_tables(EIGHT, 0, ALIKE, 2))
        with pytest.raises(PatternFileError, match="another format"):
            unpack(small)
    with pytest.raises(PatternFileError, match="another format"):
        unpack(large)


def test_the_large_partition_of_the_5x5_needs_two_tables_and_comes_first() -> None:
    shape = Shape(5, 5)
    first, second, third, fourth = parse_partition(LARGE_5X5)
    assert partitions(shape, 0)[0] == divide(shape, 0, 6) == (first, second, third, fourth)
    assert not find_image(shape, 0, first, second)
    assert find_image(shape, 0, third, second)
    assert find_image(shape, 0, fourth, second)


@pytest.mark.slow
@pytest.mark.usefixtures("large_from")
@pytest.mark.parametrize("engine", [AUTO, "python"])
def test_tables_that_were_asked_for_once_are_used_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], engine: str
) -> None:
    """`tables build` saves them, IDA* finds them, and the paths are proved shortest."""
    monkeypatch.setenv("NPUZZLE_CACHE", str(tmp_path))
    goal = goal_board("blank-first", EIGHT)
    with empty_store():
        assert main(["tables", "build", "3x3", "--goal", "blank-first", "--max-group", "4"]) == 0
        assert "groups 4-4, 2 bits" in capsys.readouterr().out
        assert main(["tables", "verify", str(tmp_path / "3x3-home0-4-4.tables")]) == 0
        assert "the same, byte for byte" in capsys.readouterr().out
        keep_in(tmp_path)
        found = run_to_end(catalogue.iter_find(EIGHT, 0, engine))
        assert found.origin == str(tmp_path / "3x3-home0-4-4.tables")
        for board in sample(goal, 40, seed=7, least=1):
            result = solve(board, goal, algorithm="idastar", heuristic="pattern-tables", engine=engine)
            assert (result.length, result.claim) == (distances(goal)[board.tiles], "proved shortest")
            assert result.snapshot.tables == "4-4"
            assert PatternDatabases(goal).estimate(Problem(board, goal).initial) <= result.length


@needs_wasmtime
@pytest.mark.long
def test_six_tiles_on_the_5x5_need_as_many_moves_as_a_program_of_another_kind_found() -> None:
    """The mean over all placements is 20.3086 moves; Manhattan distance alone accounts for 19.4 of them."""
    found = run_to_end(iter_build_by_region(Shape(5, 5), 0, (3, 4, 8, 9, 13, 14), 4, "wasmtime"))
    excess = sum(((byte & 15) + (byte >> 4)) * times for byte, times in Counter(found.data).items())
    assert round(19.4 + 2 * excess / perm(25, 6), 4) == 20.3086
