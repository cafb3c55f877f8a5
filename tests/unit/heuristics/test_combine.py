"""Maxima and weighted sums: their values, and the claims that follow from those of their parts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from npuzzle import HEURISTICS, Board, HeuristicCard, Shape, UnknownNameError
from npuzzle.errors import InvalidHeuristicError, quote
from npuzzle.heuristics import from_function, maximum, weighted
from npuzzle.heuristics.base import Prepared
from npuzzle.heuristics.simple import Manhattan
from npuzzle.progress import run_to_end
from tests.support.strategies import four_goals
from tests.unit.heuristics.claims import (
    BLANK_LAST,
    edges,
    goal_with_blank_at,
    hold_to_its_claims,
    hold_to_the_truth,
)

CLAIMS = list(product([False, True], repeat=2))
GOALS_2X3 = [goal_with_blank_at(Shape(2, 3), home) for home in range(6)]
DUST = 1e-9


def nothing(board: Board) -> int:
    return 0


def claiming(admissible: bool, consistent: bool) -> HeuristicCard:
    return from_function(nothing, admissible=admissible, consistent=consistent)


@pytest.mark.parametrize("first", CLAIMS)
@pytest.mark.parametrize("second", CLAIMS)
def test_a_combination_claims_what_all_its_parts_claim(
    first: tuple[bool, bool], second: tuple[bool, bool]
) -> None:
    parts = claiming(*first), claiming(*second)
    both = tuple(a and b for a, b in zip(first, second))
    for card in (maximum(*parts), weighted(0.5, parts[0], 0.5, parts[1]), maximum(*parts, "zero")):
        assert (card.admissible, card.consistent) == both
    heavy = weighted(0.5, parts[0], 0.6, parts[1])
    assert (heavy.admissible, heavy.consistent) == (False, False)


def test_names_and_labels_tell_the_parts() -> None:
    card = maximum("Hamming", HEURISTICS["manhattan"], nothing)
    assert card.name == "max(misplaced, manhattan, nothing)"
    assert card.label == "Maximum of Misplaced tiles, Manhattan distance, nothing"
    card = weighted(0.5, "hamming", 2, nothing)
    assert card.name == "0.5 misplaced + 2 nothing"
    assert card.label == "0.5 x Misplaced tiles + 2 x nothing"


def test_a_summary_says_so_if_the_weights_add_up_to_more_than_1() -> None:
    assert weighted(0.5, "misplaced", 0.5, "manhattan").summary == "the weighted sum of its parts"
    told = "the weighted sum of its parts; the weights add up to 1.25, more than 1: not admissible"
    assert weighted(0.25, "misplaced", 1, "manhattan").summary == told
    assert "\n" not in maximum("zero").summary != ""


def test_float_dust_in_the_weights_is_forgiven_and_no_more() -> None:
    tenths = [item for _ in range(10) for item in (0.1, "manhattan")]
    assert 0.2 + 0.65 + 0.05 + 0.1 > 1, "added one by one"
    assert weighted(*tenths).admissible
    assert weighted(0.2, "zero", 0.65, "zero", 0.05, "zero", 0.1, "zero").consistent
    assert weighted(1, "manhattan").admissible
    assert weighted(0, "manhattan").admissible
    assert not weighted(1.000001, "manhattan").admissible
    assert not weighted(*tenths, 1e-6, "manhattan").consistent


@pytest.mark.slow
def test_ten_tenths_of_manhattan_are_manhattan_and_keep_its_claims_but_for_dust() -> None:
    card = weighted(*[item for _ in range(10) for item in (0.1, "manhattan")])
    for goal in GOALS_2X3:
        tenths, manhattan = card.make(goal), Manhattan(goal)
        for state in edges(goal)[0]:
            assert tenths.estimate(state) == pytest.approx(manhattan.estimate(state), abs=DUST)
        hold_to_its_claims(card, goal, slack=DUST)


PARTS = [("misplaced", "blank-distance"), ("n-max-swap", "manhattan"), ("euclidean", "mix", "n-max-swap")]


@pytest.mark.parametrize("parts", [*PARTS, ("manhattan",), ("value-euclidean", "walking-distance")])
def test_a_maximum_is_the_largest_on_every_2x3(parts: Sequence[str]) -> None:
    for goal in four_goals(Shape(2, 3)):
        card = maximum(*parts)
        heuristic, each = card.make(goal), [HEURISTICS[name].make(goal) for name in parts]
        for state in edges(goal)[0]:
            assert heuristic.estimate(state) == max(part.estimate(state) for part in each)


@pytest.mark.parametrize("parts", PARTS)
def test_a_maximum_keeps_its_claims_on_every_2x3(parts: Sequence[str]) -> None:
    for goal in GOALS_2X3:
        hold_to_its_claims(maximum(*parts), goal)


WEIGHTED = [
    (0.5, "misplaced", 0.5, "manhattan"),
    (0.25, "n-max-swap", 0.75, "walking-distance"),
    (0.3, "linear-conflict"),
]


@pytest.mark.parametrize("parts", WEIGHTED)
def test_weights_of_1_in_all_keep_the_claims_on_every_2x3(parts: Sequence[Any]) -> None:
    card = weighted(*parts)
    assert (card.admissible, card.consistent) == (True, True)
    for goal in GOALS_2X3:
        hold_to_its_claims(card, goal, slack=DUST)


@pytest.mark.parametrize(
    "parts", [(1.5, "manhattan"), (1, "manhattan", 1, "misplaced"), (1, "mix", 0.5, "mix")]
)
def test_weights_of_more_than_1_in_all_are_rightly_not_trusted(parts: Sequence[Any]) -> None:
    for goal in GOALS_2X3:
        hold_to_the_truth(weighted(*parts), goal)


def test_a_weighted_sum_is_one() -> None:
    for goal in four_goals(Shape(2, 3)):
        card = weighted(2, "misplaced", 0.5, "manhattan", 0, "value-euclidean", 0.25, nothing)
        total = card.make(goal)
        misplaced, manhattan = (HEURISTICS[name].make(goal) for name in ("misplaced", "manhattan"))
        for state in edges(goal)[0]:
            assert total.estimate(state) == 2 * misplaced.estimate(state) + 0.5 * manhattan.estimate(state)


def test_parts_may_be_functions_classes_cards_names_and_combinations() -> None:
    def blank_off(state: Sequence[int], home: int) -> int:
        return 3 * (state[home] != home)

    inner = weighted(0.5, "misplaced", 0.5, Manhattan)
    card = maximum(inner, HEURISTICS["blank-distance"], "n-max-swap", blank_off)
    assert card.name.startswith("max(0.5 misplaced + 0.5 manhattan, blank-distance, n-max-swap, blank_off")
    assert not card.admissible
    goal = goal_with_blank_at(Shape(2, 3), 4)
    mix, swaps = HEURISTICS["mix"].make(goal), HEURISTICS["n-max-swap"].make(goal)
    for state in edges(goal)[0]:
        three = 3 * (state[4] != 4)
        assert card.make(goal).estimate(state) == max(mix.estimate(state), swaps.estimate(state), three)


def test_a_part_that_fails_is_named() -> None:
    def broken(board: Board) -> int:
        return -1

    for card in (maximum("zero", broken), weighted(1, "zero", 0, broken)):
        with pytest.raises(InvalidHeuristicError, match="broken gave -1 for the board "):
            card.make(BLANK_LAST).estimate(tuple(range(9)))


@pytest.mark.parametrize("combine", [maximum, weighted])
def test_no_parts_are_refused(combine: Any) -> None:
    with pytest.raises(InvalidHeuristicError, match="needs at least one heuristic"):
        combine()


@pytest.mark.parametrize("odd", [("manhattan",), (1,), (0.5, "misplaced", "manhattan"), (0.5, "zero", 0.5)])
def test_weights_and_parts_take_turns(odd: Sequence[Any]) -> None:
    with pytest.raises(InvalidHeuristicError, match="must alternate, as in weighted"):
        weighted(*odd)


@pytest.mark.parametrize(
    "weight",
    [-1, -0.001, float("nan"), float("inf"), 1e300, "1", None, 1j, "manhattan", nothing],
    ids=lambda weight: getattr(weight, "__name__", repr(weight)),
)
def test_a_weight_is_a_number_0_or_more(weight: Any) -> None:
    with pytest.raises(InvalidHeuristicError) as caught:
        weighted(0.5, "zero", weight, "manhattan")
    assert str(caught.value) == f"a weight must be a number, 0 or more, got {quote(weight)}"


def test_a_part_is_no_number() -> None:
    said = r"a part must be a name, a card, a class or a function, got 0\.5$"
    for combine in (lambda: weighted(1, 0.5), lambda: maximum("zero", 0.5), lambda: maximum(0.5, "zero")):
        with pytest.raises(InvalidHeuristicError, match=said):
            combine()


def test_a_part_nobody_knows_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="unknown heuristic 'plum'"):
        maximum("zero", "plum")
    with pytest.raises(InvalidHeuristicError, match="got None"):
        maximum("zero", None)  # type: ignore[arg-type]


def test_a_combination_of_what_is_ready_is_ready() -> None:
    for card in (maximum("zero", "manhattan"), weighted(0.5, "zero")):
        assert list(card.make(BLANK_LAST).iter_prepare()) == []
        assert run_to_end(card.make(BLANK_LAST).iter_prepare()) == Prepared("", "")


def test_a_combination_is_for_the_boards_that_all_its_parts_are_for() -> None:
    small = maximum("zero", "pattern-tables", "manhattan")
    assert small.most_cells == weighted(0.5, "zero", 0.5, "pattern-tables").most_cells == 25
    assert maximum("zero", small).most_cells == 25
    assert maximum("zero", "manhattan").most_cells is None
    assert weighted(0.5, "zero", 0.5, "manhattan").most_cells is None


def test_a_weight_of_nothing_or_of_very_much_is_a_weight() -> None:
    assert weighted(0, "manhattan").make(BLANK_LAST).estimate((1, 0, 2, 3, 4, 5, 6, 7, 8)) == 0
    assert weighted(1e15, "manhattan").make(BLANK_LAST).estimate((1, 0, 2, 3, 4, 5, 6, 7, 8)) == 2e15
    with pytest.raises(InvalidHeuristicError):
        weighted(1.1e15, "manhattan")
