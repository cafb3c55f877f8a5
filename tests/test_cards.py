"""Registries of cards, and what every registered card must say of itself."""

from __future__ import annotations

import pytest

from npuzzle import ALGORITHMS, GOALS, HEURISTICS, NPuzzleError, UnknownNameError
from npuzzle.cards import Card, Registry

REGISTRIES = [GOALS, HEURISTICS, ALGORITHMS]


@pytest.fixture
def fruit() -> Registry[Card]:
    registry: Registry[Card] = Registry("fruit")
    registry.add(Card(name="pear", label="Pear", summary="green"), aliases=("nashi", "birne"))
    registry.add(Card(name="apple", label="Apple", summary="red"))
    return registry


def test_cards_come_in_the_order_they_were_added(fruit: Registry[Card]) -> None:
    assert [card.name for card in fruit] == ["pear", "apple"]
    assert fruit.names() == ("pear", "apple", "nashi", "birne")


def test_an_alias_finds_its_card(fruit: Registry[Card]) -> None:
    assert fruit["birne"] is fruit["nashi"] is fruit["pear"]
    assert "birne" in fruit
    assert "plum" not in fruit


def test_an_unknown_name_lists_the_known_ones(fruit: Registry[Card]) -> None:
    with pytest.raises(
        UnknownNameError, match="unknown fruit 'plum'; known: pear, apple, nashi, birne"
    ) as caught:
        fruit["plum"]
    assert isinstance(caught.value, LookupError)
    assert isinstance(caught.value, NPuzzleError)


@pytest.mark.parametrize("taken", ["pear", "nashi"])
def test_a_name_is_registered_once(fruit: Registry[Card], taken: str) -> None:
    with pytest.raises(AssertionError, match=f"{taken} is registered twice"):
        fruit.add(Card(name=taken, label="", summary=""))
    with pytest.raises(AssertionError, match=f"{taken} is registered twice"):
        fruit.add(Card(name="new", label="", summary=""), aliases=(taken,))
    assert "new" not in fruit


@pytest.mark.parametrize("registry", REGISTRIES, ids=lambda registry: registry.kind)
def test_every_card_can_be_shown_and_typed(registry: Registry[Card]) -> None:
    cards = list(registry)
    assert len({card.label for card in cards}) == len(cards)
    for card in cards:
        assert card.name == card.name.strip().lower() != ""
        assert " " not in card.name
        assert card.label
        assert card.summary
        assert "\n" not in card.summary
        assert registry[card.name] is card


def test_what_is_registered() -> None:
    assert [card.name for card in GOALS] == ["blank-last", "blank-first", "spiral"]
    assert {card.name for card in HEURISTICS} >= {"zero", "misplaced", "manhattan", "linear-conflict"}
    expected = {
        "breadth-first",
        "greedy",
        "astar",
        "weighted-astar",
        "depth-first",
        "iterative-deepening",
        "idastar",
    }
    assert {card.name for card in ALGORITHMS} >= expected
    assert HEURISTICS["hamming"] is HEURISTICS["misplaced"]
    aliases = {"bfs": "breadth-first", "dfs": "depth-first", "ids": "iterative-deepening", "ida*": "idastar"}
    for alias, name in {**aliases, "a*": "astar", "wastar": "weighted-astar"}.items():
        assert ALGORITHMS[alias].name == name
