"""Valid costs, estimates and options of best-first search, and how others are rejected."""

from __future__ import annotations

import re
from fractions import Fraction
from math import inf, nan
from types import SimpleNamespace
from typing import Any

import pytest

from npuzzle import HEURISTICS, InvalidHeuristicError, InvalidJobError, Outcome, best_first, explore
from npuzzle.heuristics.base import MAX_ESTIMATE
from npuzzle.heuristics.simple import Manhattan
from npuzzle.search.base import Stepper
from tests.unit.search.common import last
from tests.unit.search.spaces import Jugs, Roads, length


@pytest.mark.parametrize("cost", [-1, -0.001, nan, inf, None, "3", 1j, [1]])
def test_a_bad_cost_is_refused_when_it_is_met(cost: Any) -> None:
    search = best_first(Jugs(), cost=lambda state, move, child: 1 if state == (0, 0) else cost)
    stepper = Stepper(search)
    stepper.step(0)
    stepper.step(1)
    with pytest.raises(InvalidJobError, match="a cost must be a number, 0 or more, got") as caught:
        stepper.step(1)
    assert repr(cost) in str(caught.value)
    assert "'fill" in str(caught.value), "the move is named"


@pytest.mark.parametrize("h", [-1, -0.001, nan, inf, None, "3", 1j, [1]])
def test_a_bad_estimate_is_refused_when_it_is_met(h: Any) -> None:
    at_once = best_first(Jugs(), estimate=lambda state: h)
    with pytest.raises(InvalidHeuristicError, match="an estimate must be a number, 0 or more, got"):
        next(at_once)
    later = best_first(Jugs(), estimate=lambda state: h if state == (3, 5) else 0)
    with pytest.raises(InvalidHeuristicError) as caught:
        explore(later)
    assert f"got {h!r} for (3, 5)" in str(caught.value)


def test_the_largest_number_is_a_cost_and_an_estimate_and_none_beyond() -> None:
    roads = Roads({"S": {"G": MAX_ESTIMATE}})
    assert last(best_first(roads, cost=length, estimate=lambda town: MAX_ESTIMATE)).path == (MAX_ESTIMATE,)
    with pytest.raises(InvalidJobError, match="a cost must be"):
        last(best_first(Roads({"S": {"G": MAX_ESTIMATE * 1.01}}), cost=length))
    with pytest.raises(InvalidHeuristicError, match="an estimate must be"):
        last(best_first(roads, estimate=lambda town: MAX_ESTIMATE * 1.01))


@pytest.mark.parametrize("one", [1, 1.0, True, Fraction(1)])
def test_any_real_number_is_a_cost_and_an_estimate(one: Any) -> None:
    found = explore(best_first(Jugs(), cost=lambda *_: one, estimate=lambda state: one - one))
    assert (found.outcome, found.bound) == (Outcome.SOLVED, 6)


WEIGHT = "the weight must be a number, 0 or more, "
DEPTH = "max_depth must be a whole number, 0 or more, "
GUIDE = "an estimate must be a function of a state, or have estimate and step; "
NOT_GUIDES = [3, "manhattan", HEURISTICS["manhattan"], Manhattan, [len]]
NOT_GUIDES += [SimpleNamespace(estimate=len), SimpleNamespace(step=len)]


@pytest.mark.parametrize(
    ("option", "value", "error", "says"),
    [
        *(("weight", w, InvalidJobError, WEIGHT) for w in (-1, -0.5, nan, inf, None, "2", True, 1j)),
        *(("max_depth", depth, InvalidJobError, DEPTH) for depth in (-1, 1.5, nan, "3", True)),
        *(("estimate", estimate, InvalidHeuristicError, GUIDE) for estimate in NOT_GUIDES),
        ("cost", 5, InvalidJobError, "the cost must be a function of state, move and child, "),
        ("priority", 5, InvalidJobError, "the priority must be a function of g and h, "),
    ],
)
def test_a_wrong_option_is_refused_at_the_door(
    option: str, value: Any, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=f"{says}got {re.escape(repr(value)[:20])}"):
        best_first(Jugs(), **{option: value})


def test_a_weight_of_nothing_asks_no_estimate() -> None:
    assert len(last(best_first(Jugs(), estimate=lambda state: 9, weight=0)).path or ()) == 6
