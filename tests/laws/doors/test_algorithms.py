"""No algorithm and no option of a search proves what is not so."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from npuzzle import ALGORITHMS, HEURISTICS, Metric
from npuzzle.search.base import AlgorithmCard
from npuzzle.solving.claims import Guarantee, promise
from tests.laws.doors.attacks import FARTHEST, attack, claims_bound, gives_up
from tests.support.quick import mostly_slow


class PosingAlgorithm(AlgorithmCard):
    """A card of a class of one's own."""


def lying_algorithms() -> Iterator[AlgorithmCard]:
    for card in ALGORITHMS:
        for search in (claims_bound, gives_up):
            worn = functools.wraps(card.search)(lambda *given, search=search: search(*given))
            worn.__module__ = card.search.__module__
            proud: dict[str, Any] = {
                "search": worn,
                "optimal": True,
                "complete": True,
                "counts_lines": True,
                "default_depth": None,
            }
            yield replace(card, **proud)
            yield replace(card, informed=not card.informed, **proud)
            given: dict[str, Any] = {one.name: getattr(card, one.name) for one in fields(AlgorithmCard)}
            yield from (replace(card, **{name: proud[name]}) for name in proud)
            yield PosingAlgorithm(**{**given, **proud})
        yield replace(card, numbers=tuple(replace(number, least=0) for number in card.numbers), complete=True)
    beam = ALGORITHMS["beam"]
    yield replace(beam, complete=True, optimal=True, numbers=(replace(beam.numbers[0], default=1),))


@pytest.mark.parametrize(
    ("metric", "some"), mostly_slow([("tiles", 20), ("tiles", 1), ("lines", 1)], unpack=True)
)
def test_no_card_of_an_algorithm_proves_what_is_not_so(metric: str, some: int) -> None:
    cards = list(lying_algorithms())
    assert len(cards) > 80
    for card in cards[::some]:
        numbers = {number.name: number.least for number in card.numbers if number.kind is float}
        for depth in (None, 30):
            attack(FARTHEST, algorithm=card, metric=metric, depth=depth, **numbers, expanded=200)
        said = promise(card, HEURISTICS["manhattan"])
        assert said.guarantee is Guarantee.PERHAPS, card


class Shrinking(dict[str, float]):
    """A mapping that says something else each time."""

    def __getitem__(self, name: str) -> float:
        return 0.001


@pytest.mark.parametrize("order", ["UDLR", "RLDU", "LURD", "ULDR", "UUUU", "UDL", "UDLRU", "udlr", "", 5])
def test_no_order_of_moves_proves_what_is_not_so(order: Any) -> None:
    for algorithm in ("astar", "idastar", "breadth-first", "rbfs", "bidirectional"):
        attack(algorithm=algorithm, order=order)


@pytest.mark.slow
def test_no_option_proves_what_is_not_so() -> None:
    for numbers in ({"weight": 0.001}, Shrinking(weight=1.0), {"weight": float("nan")}, {"weight": True}):
        attack(algorithm="weighted-astar", heuristic="manhattan", numbers=numbers)
    for width in (0, 1, 2, True, 1.5):
        attack(algorithm="beam", heuristic="manhattan", width=width)
    for metric in ("lines", "tiles", Metric.LINES, None, "LINES"):
        attack(algorithm="astar", heuristic="zero", metric=metric)
    for depth in (0, 3, 10**9, -1, 2.5):
        for algorithm in ("depth-first", "iterative-deepening", "astar", "breadth-first"):
            attack(algorithm=algorithm, depth=depth)


@pytest.mark.parametrize("function", [claims_bound, gives_up])
def test_no_function_that_searches_proves_what_is_not_so(function: Any) -> None:
    attack(algorithm=lambda problem: function(problem))
    attack(algorithm=lambda problem, h, options: function(problem), heuristic="manhattan", depth=30)
