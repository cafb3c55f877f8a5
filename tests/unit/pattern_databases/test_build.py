"""The builder: entry for entry the same as a slow and obvious one, its queue, its engines, rejected input."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from npuzzle import InvalidJobError, Shape
from npuzzle.compiler import available
from npuzzle.pattern_databases import build
from npuzzle.pattern_databases.build import iter_build
from npuzzle.pattern_databases.partition import by_columns
from npuzzle.pattern_databases.table import Pattern, placements
from tests.support.oracles import pattern_moves, steps_apart
from tests.support.quick import mostly_slow
from tests.unit.heuristics.claims import goal_with_blank_at, states_by_distance
from tests.unit.pattern_databases.common import build_tables, cells_of, table_of

Case = tuple[Shape, int, Pattern]

TINY: list[Case] = [
    (shape, home, pattern)
    for shape in (Shape(2, 2), Shape(2, 3), Shape(3, 2))
    for home in range(shape.cells)
    for size in range(1, shape.cells)
    for pattern in combinations([cell for cell in range(shape.cells) if cell != home], size)
]
SMALL: list[Case] = [
    (Shape(3, 3), 0, (1, 2, 4, 5)),
    (Shape(3, 3), 0, (3, 6, 7)),
    (Shape(3, 3), 4, (0, 1, 2, 3)),
    (Shape(3, 3), 8, (1, 4, 6)),
    (Shape(3, 3), 5, (8,)),
    (Shape(2, 4), 0, (1, 4, 5, 6)),
    (Shape(2, 4), 2, (0, 3, 7)),
    (Shape(4, 2), 7, (0, 3, 4, 6)),
    (Shape(2, 5), 3, (0, 1, 5)),
    (Shape(3, 4), 0, (1, 4, 5)),
    (Shape(3, 4), 6, (2, 8, 11)),
    (Shape(4, 3), 11, (0, 7, 10)),
    (Shape(4, 4), 5, (0, 15)),
    (Shape(5, 5), 12, (3, 24)),
]


def expected(shape: Shape, home: int, pattern: Pattern, bits: int) -> bytes:
    """Return the bytes that the docstring of a table specifies, computed by the slow builder.

    A number without a reachable placement repeats the entry before it.
    """
    slow = pattern_moves(shape.rows, shape.cols, home, pattern)
    entries, entry = [], 0
    for cells in product(range(shape.cells), repeat=len(pattern)):
        if cells in slow:
            more, odd = divmod(slow[cells] - steps_apart(shape.cols, cells, pattern), 2)
            assert odd == 0
            entry = min(more, 2**bits - 1)
        entries.append(entry)
    per_byte = 8 // bits
    entries += [0] * (-len(entries) % per_byte)
    return bytes(
        sum(entry << at * bits for at, entry in enumerate(entries[start : start + per_byte]))
        for start in range(0, len(entries), per_byte)
    )


@pytest.mark.slow
@pytest.mark.parametrize("every", mostly_slow([12, 1]))
@pytest.mark.parametrize("engine", [e for e in available() if e != "checked"])
def test_tables_of_every_group_on_tiny_trays_are_those_of_the_slow_builder(engine: str, every: int) -> None:
    for shape, home, pattern in TINY[:: every if engine == "python" else 3 * every]:
        assert table_of(shape, home, pattern, 4, engine).data == expected(shape, home, pattern, 4)


@pytest.mark.parametrize("engine", [e for e in available() if e != "checked"])
@pytest.mark.parametrize(
    ("shape", "home", "pattern"), mostly_slow(SMALL, lambda case: case in SMALL[1::3], unpack=True), ids=str
)
def test_tables_are_those_of_the_slow_builder(engine: str, shape: Shape, home: int, pattern: Pattern) -> None:
    table = table_of(shape, home, pattern, 4, engine)
    assert table.data == expected(shape, home, pattern, 4)
    assert (table.shape, table.home, table.pattern, table.bits) == (shape, home, pattern, 4)


@pytest.mark.parametrize(
    ("shape", "home", "pattern"),
    mostly_slow([*TINY[::17], SMALL[1], SMALL[6], SMALL[10], SMALL[12]], 6, unpack=True),
    ids=str,
)
def test_with_every_operation_looked_at_it_breaks_no_rule_of_kernels(
    shape: Shape, home: int, pattern: Pattern
) -> None:
    assert table_of(shape, home, pattern, 2, "checked").data == expected(shape, home, pattern, 2)


@pytest.mark.slow
@pytest.mark.slow_cases("1-wasmtime")
@pytest.mark.parametrize("engine", [e for e in available() if e != "checked"])
@pytest.mark.parametrize("bits", [1, 2, 4, 8])
def test_entries_of_any_width_are_clipped_to_the_largest_there_can_be(bits: int, engine: str) -> None:
    for shape, home, pattern in (SMALL[0], SMALL[5], (Shape(2, 3), 0, (1, 2, 3, 4, 5))):
        table = table_of(shape, home, pattern, bits, engine)
        assert table.data == expected(shape, home, pattern, bits)
        highest = max(table.entry(number) for number in range(shape.cells ** len(pattern)))
        assert highest == min(2**bits - 1, max(entries_in_full(shape, home, pattern)))


def entries_in_full(shape: Shape, home: int, pattern: Pattern) -> list[int]:
    slow = pattern_moves(shape.rows, shape.cols, home, pattern)
    return [(far - steps_apart(shape.cols, cells, pattern)) // 2 for cells, far in slow.items()]


@pytest.mark.slow
@pytest.mark.slow_cases("checked")
@pytest.mark.parametrize("engine", available())
def test_a_full_queue_only_costs_a_second_try(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []
    kernel = build._make_kernel

    def counted(*arguments: object) -> object:
        tries.append(arguments)
        return kernel(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(build, "_make_kernel", counted)
    for shape, home, pattern in (SMALL[1], SMALL[6]):
        for ring in (2, 8, 32):
            tries.clear()
            monkeypatch.setattr(build, "FIRST_RING", ring)
            assert table_of(shape, home, pattern, 4, engine).data == expected(shape, home, pattern, 4)
            assert len(tries) > 1, f"a queue of {ring} should have been too small"


def test_a_group_of_all_tiles_knows_every_true_distance() -> None:
    for shape, home in ((Shape(2, 2), 0), (Shape(2, 3), 0), (Shape(3, 2), 3), (Shape(2, 3), 4)):
        goal = goal_with_blank_at(shape, home)
        everyone = tuple(cell for cell in range(shape.cells) if cell != home)
        table = table_of(shape, home, everyone, 8)
        for state, far in states_by_distance(goal).items():
            cells = cells_of(state)
            assert table.distance([cells[tile] for tile in everyone]) == far


def test_progress_goes_up_to_all_that_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "STATES_PER_FAST_STEP", 100)
    monkeypatch.setattr(build, "STATES_PER_STEP", {})
    shape = Shape(3, 3)
    partition = by_columns(shape, 0, 4)
    told = list(iter_build(shape, 0, partition, 4))
    assert len(told) > 20
    assert told == sorted(told)
    assert 0 < told[0] < 0.1
    assert 0.9 < told[-1] <= 1
    half = placements(shape, partition[0]) / sum(placements(shape, pattern) for pattern in partition)
    assert any(done >= half for done in told)


@pytest.mark.slow
def test_slices_of_any_size_build_the_same_table(monkeypatch: pytest.MonkeyPatch) -> None:
    shape, home, pattern = SMALL[9]
    monkeypatch.setattr(build, "STATES_PER_STEP", {})
    for states in (1, 7, 1000):
        monkeypatch.setattr(build, "STATES_PER_FAST_STEP", states)
        assert table_of(shape, home, pattern).data == expected(shape, home, pattern, 4)


@pytest.mark.parametrize("shape", [Shape(2, 13), Shape(5, 6), Shape(127, 127)], ids=str)
def test_trays_of_more_than_25_cells_are_refused_by_name(shape: Shape) -> None:
    with pytest.raises(InvalidJobError, match=f"up to 25 cells; {shape} has {shape.cells}"):
        build_tables(shape, 0, ((1, 2),))
