"""The positions of a search tree's nodes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Shape
from npuzzle.lab import trace
from tests.unit.web.rooms.explore_trees import LARGE
from web.rooms.explore.layout import GAP, SMALL, Layout, Size, lay_out, lay_out_tree, size_of
from web.rooms.explore.state import EXAMPLE

SIZE = Size(80, 80, 120)


@st.composite
def trees(draw: st.DrawFn) -> tuple[dict[int, int | None], dict[int, int]]:
    count = draw(st.integers(1, 60))
    parents: dict[int, int | None] = {0: None}
    for number in range(1, count):
        parents[number] = draw(st.integers(max(0, number - 12), number - 1))
    return parents, {number: draw(st.sampled_from([SMALL, 80, 120])) for number in parents}


@given(trees())
def test_no_two_nodes_overlap_and_children_stand_under_their_parents(
    given: tuple[dict[int, int | None], dict[int, int]],
) -> None:
    parents, widths = given
    layout = lay_out(parents, widths, SIZE)
    check_layout(layout, parents, widths, SIZE)
    assert layout == lay_out(parents, widths, SIZE)


def check_layout(layout: Layout, parents: dict[int, int | None], widths: dict[int, int], size: Size) -> None:
    rows: dict[float, list[int]] = {}
    for number in parents:
        rows.setdefault(layout.y[number], []).append(number)
        assert widths[number] / 2 <= layout.x[number] <= layout.width - widths[number] / 2
        assert 0 <= layout.y[number] <= layout.height - size.height
    for row in rows.values():
        row.sort(key=layout.x.__getitem__)
        for left, right in pairwise(row):
            apart = layout.x[right] - layout.x[left]
            assert apart >= (widths[left] + widths[right]) / 2 + GAP - 1e-6
    for number, parent in parents.items():
        if parent is not None:
            assert layout.y[number] == layout.y[parent] + size.level
    for parent in parents:
        below = [layout.x[n] for n, above in parents.items() if above == parent]
        if below:
            assert layout.x[parent] == pytest.approx((min(below) + max(below)) / 2)
            assert below == sorted(below)


def test_a_traces_tree_is_laid_out_with_and_without_what_was_met_before() -> None:
    shape = Shape(3, 3)
    whole, fewer = lay_out_tree(LARGE.nodes, shape), lay_out_tree(LARGE.nodes, shape, duplicates=False)
    assert set(whole.x) == {node.number for node in LARGE.nodes}
    assert set(fewer.x) < set(whole.x)
    assert fewer.width < whole.width
    deepening = trace(*EXAMPLE, algorithm="idastar", heuristic="misplaced")
    drawn = [
        set(lay_out_tree(deepening.nodes, shape, turn=turn + 1).x) for turn in range(len(deepening.bounds))
    ]
    assert sorted(number for part in drawn for number in part) == list(range(len(deepening.nodes)))


def test_the_longest_line_is_laid_out() -> None:
    parents: dict[int, int | None] = {n: n - 1 if n else None for n in range(401)}
    assert lay_out(parents, dict.fromkeys(parents, 80), SIZE).height > 400 * SIZE.level


def test_a_large_board_is_not_drawn_on_its_node() -> None:
    assert size_of(Shape(4, 4)).width > size_of(Shape(3, 3)).width
    assert size_of(Shape(10, 10)).height < size_of(Shape(3, 3)).height
