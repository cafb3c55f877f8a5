"""The effective branching factor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle.lab import effective_branching


@given(st.integers(2, 6), st.integers(1, 12))
def test_a_full_tree_has_its_own_branching(b: int, depth: int) -> None:
    found = effective_branching(sum(b**level for level in range(1, depth + 1)), depth)
    assert found == pytest.approx(b, rel=1e-8)


@given(st.integers(1, 40), st.integers(1, 10**7))
def test_it_solves_its_equation(depth: int, more: int) -> None:
    generated = depth + more
    b = effective_branching(generated, depth)
    assert b is not None
    assert b > 1
    assert sum(b**level for level in range(1, depth + 1)) == pytest.approx(generated, rel=1e-6)


def test_a_bare_path_has_1() -> None:
    assert effective_branching(7, 7) == pytest.approx(1, abs=1e-8)


@pytest.mark.parametrize(("generated", "depth"), [(0, 0), (5, 0), (3, 4)])
def test_no_moves_or_too_few_states_have_none(generated: int, depth: int) -> None:
    assert effective_branching(generated, depth) is None


def test_huge_counts_and_depths_do_not_overflow() -> None:
    b = effective_branching(10**12, 5_000)
    assert b is not None
    assert 1 < b < 1.01
