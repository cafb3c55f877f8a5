"""No heuristic proves what is not so, whatever its card says of it."""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    Heuristic,
    HeuristicCard,
    Problem,
    certify,
    from_batch,
    from_function,
    maximum,
    solve,
    weighted,
)
from npuzzle.heuristics import patterns
from npuzzle.heuristics.base import UNLISTED
from npuzzle.lab.certificate import card_of_values
from npuzzle.solving.claims import Guarantee, promise
from tests.laws.doors.attacks import (
    BOARDS,
    FARTHEST,
    GOAL,
    SEARCHES,
    TRUE,
    Liar,
    attack,
    honest,
    liar,
)
from tests.support.quick import mostly_slow


class Posing(HeuristicCard):
    """A card of a class of one's own, which says of itself what it likes."""

    @property
    def assumes(self) -> tuple[str, ...]:
        return ()


class HasCard:
    def __init__(self, card: HeuristicCard) -> None:
        self.card = card


def wear(name: str) -> Callable[..., Any]:
    """Return a liar that looks like a heuristic of this package."""
    make = HEURISTICS[name].make
    worn = functools.wraps(make, updated=())(type(make.__name__, (Liar,), {}))  # type: ignore[arg-type]
    worn.__module__ = make.__module__
    return worn


def lying_cards() -> Iterator[HeuristicCard]:
    """Every way to make a card whose claim is false."""
    mine = from_function(liar, admissible=True)
    built = [*HEURISTICS, *UNLISTED]
    made = [
        maximum("manhattan", mine),
        weighted(1, mine),
        patterns("1 2 | 3 4"),
        maximum("zero"),
        weighted(1, "zero"),
    ]
    certified = certify(honest, "2x3", against=[]).card
    lines: dict[str, Any] = {"counts_lines": True}
    yield mine
    for card in (*built, *made, certified):
        proud: dict[str, Any] = {"admissible": True, "consistent": True, "most_cells": None, "refuses": None}
        yield replace(card, make=mine.make, **proud)
        yield replace(card, make=Liar, parts=(), **proud)
        yield replace(card, make=mine.make, parts=(HEURISTICS["manhattan"],), **proud, **lines)
        yield replace(card, make=wear("manhattan"), **proud)
        given: dict[str, Any] = {one.name: getattr(card, one.name) for one in fields(HeuristicCard)}
        yield Posing(**{**given, "make": Liar, **proud})
        for name in given:  # any field of a true card with that of a false one, and the other way
            yield replace(card, **{name: getattr(mine, name)})
            yield replace(mine, **{name: given[name]})
    for card in made:
        yield maximum(card, replace(mine, name="manhattan"))
        yield replace(weighted(3, card, 3, "manhattan"), admissible=True)
        yield replace(card, admissible=True, **lines)
    yield replace(maximum(mine), parts=())
    yield replace(weighted(5, "manhattan"), admissible=True, parts=(HEURISTICS["zero"],))
    for exaggerated in (HEURISTICS["value-euclidean"], certify(liar, "2x3", against=[]).card):
        yield replace(exaggerated, admissible=True)
        yield maximum(replace(exaggerated, admissible=True))
    values = certify(liar, "2x3", against=[]).values
    assert values is not None
    yield card_of_values("forged", (True, True), GOAL, values)
    yield replace(certified, make=replace(certified.make, values=values))


@pytest.mark.parametrize(
    ("algorithm", "some"), mostly_slow([("astar", 20), *((name, 1) for name in SEARCHES)], unpack=True)
)
def test_no_card_proves_what_is_not_so(algorithm: str, some: int) -> None:
    cards = list(lying_cards())
    assert len(cards) > 400
    for card in cards[::some]:
        attack(FARTHEST, algorithm=algorithm, heuristic=card, expanded=500)
        said = promise(ALGORITHMS[algorithm], card)
        is_false = card.make is Liar or card.make == from_function(liar).make
        assert not (is_false and said.guarantee in (Guarantee.SHORTEST, Guarantee.BOUNDED)), card


@pytest.mark.parametrize("algorithm", ["astar", "idastar", "rbfs"])
def test_no_card_proves_what_it_was_not_when_the_search_began(algorithm: str) -> None:
    for board in BOARDS:
        longer = str(solve(board, GOAL, algorithm="depth-first", depth=TRUE[board.tiles] + 12).path)
        states = [Problem(board.play(longer[:moves]), GOAL).initial for moves in range(len(longer) + 1)]
        left = {state: len(longer) - moves for moves, state in enumerate(states)}
        card = from_function(honest, admissible=True)

        class Changing(Heuristic):
            """It leads along a detour, and its card takes the code of another one while it is asked."""

            def estimate(self, state: Any) -> int:
                object.__setattr__(card, "make", HEURISTICS["manhattan"].make)  # noqa: B023
                return left.get(tuple(state), 80)  # noqa: B023

        object.__setattr__(card, "make", Changing)
        attack([board], algorithm=algorithm, heuristic=card)


@pytest.mark.slow
def test_no_card_proves_line_moves_that_it_does_not_count() -> None:
    for card in lying_cards():
        attack(algorithm="astar", heuristic=card, metric="lines")


@pytest.mark.slow
def test_no_card_proves_more_when_it_comes_from_another_process() -> None:
    for card in lying_cards():
        try:
            arrived = pickle.loads(pickle.dumps(card))
        except (pickle.PicklingError, AttributeError):
            continue
        attack(FARTHEST, algorithm="astar", heuristic=arrived)


BATCH = replace(from_batch(lambda boards: list(map(liar, boards))), admissible=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "thing",
    [liar, Liar, HasCard(from_function(liar, admissible=True)), BATCH],
    ids=["function", "class", "card", "batch"],
)
def test_no_heuristic_of_a_users_proves_what_is_not_so(thing: Any) -> None:
    for algorithm in SEARCHES:
        attack(algorithm=algorithm, heuristic=thing)
