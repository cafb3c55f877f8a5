"""Registries of cards, and the facts that every registered card must state."""

from __future__ import annotations

import pickle
import re

import pytest

from npuzzle import (
    ALGORITHMS,
    GOALS,
    HEURISTICS,
    AlgorithmCard,
    NPuzzleError,
    UnknownNameError,
)
from npuzzle.errors import DuplicateNameError
from npuzzle.lazy import Lazy, lazy
from npuzzle.registry import Card, Registry
from tests.support.known_cards import ALGORITHMS_TOLD, GOALS_TOLD, HEURISTICS_TOLD

REGISTRIES = [GOALS, HEURISTICS, ALGORITHMS]


@pytest.fixture
def fruit() -> Registry[Card]:
    registry: Registry[Card] = Registry("fruit")
    registry.add(Card(name="pear", label="Pear", summary="green", aliases=("nashi", "birne")))
    registry.add(Card(name="apple", label="Apple", summary="red"))
    return registry


def test_cards_come_in_the_order_they_were_added_and_are_found_by_an_alias(fruit: Registry[Card]) -> None:
    assert [card.name for card in fruit] == ["pear", "apple"]
    assert fruit.names() == ("pear", "apple", "nashi", "birne")
    assert fruit["birne"] is fruit["nashi"] is fruit["pear"]
    assert ("birne" in fruit, "plum" in fruit) == (True, False)


def test_an_unknown_name_lists_the_known_ones(fruit: Registry[Card]) -> None:
    with pytest.raises(UnknownNameError) as caught:
        fruit["plum"]
    assert str(caught.value) == "unknown fruit 'plum'; known: pear, apple, nashi, birne"
    assert isinstance(caught.value, LookupError)
    assert isinstance(caught.value, NPuzzleError)


@pytest.mark.parametrize("typed", ["aple", "Appel", "APPLES", " apple_ "])
def test_an_unknown_name_names_the_nearest_one_too(fruit: Registry[Card], typed: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        fruit[typed]
    said = f"unknown fruit {typed!r}; did you mean apple? Known: pear, apple, nashi, birne"
    assert str(caught.value) == said


def test_a_registry_shows_its_names_and_has_a_length(fruit: Registry[Card]) -> None:
    assert repr(fruit) == "<fruits: pear, apple>"
    assert (len(fruit), len(list(fruit)), bool(Registry("stone"))) == (2, 2, True)
    for registry in REGISTRIES:
        assert len(registry) == len(list(registry))
        assert all(card.name in repr(registry) for card in registry)
        assert all(card.name in registry for card in registry)


@pytest.mark.parametrize("typed", ["star_fruit", "star-fruit", "Star_Fruit", " STAR-FRUIT ", "Carambola"])
def test_capitals_do_not_matter_nor_which_dash(fruit: Registry[Card], typed: str) -> None:
    card = Card(name="star-fruit", label="Star fruit", summary="yellow", aliases=("carambola",))
    assert typed not in fruit
    fruit.add(card)
    assert typed in fruit
    assert fruit[typed] is card
    assert "star fruit" not in fruit
    assert "starfruit" not in fruit


def test_an_alias_may_be_written_with_any_dash_and_is_listed_as_written(fruit: Registry[Card]) -> None:
    card = fruit.add(Card(name="plum", label="", summary="", aliases=("Prune_d_Agen",)))
    assert fruit["prune-d-agen"] is fruit["prune_d_agen"] is card
    assert fruit.names()[-1] == "Prune_d_Agen"


@pytest.mark.parametrize("taken", ["pear", "nashi", "Nashi", "PEAR"])
def test_a_name_is_registered_once(fruit: Registry[Card], taken: str) -> None:
    with pytest.raises(DuplicateNameError, match=f"the fruit {taken} is already registered"):
        fruit.add(Card(name=taken, label="", summary=""))
    with pytest.raises(DuplicateNameError, match=f"the fruit {taken} is already registered"):
        fruit.add(Card(name="new", label="", summary="", aliases=(taken,)))
    assert "new" not in fruit


def test_a_card_whose_alias_is_taken_leaves_nothing_behind(fruit: Registry[Card]) -> None:
    before, names = list(fruit), fruit.names()
    with pytest.raises(DuplicateNameError, match="birne is already registered"):
        fruit.add(Card(name="quince", label="", summary="", aliases=("cydonia", "birne")))
    assert list(fruit) == before
    assert fruit.names() == names
    assert "quince" not in fruit
    assert "cydonia" not in fruit
    fruit.add(Card(name="quince", label="", summary="", aliases=("cydonia",)))
    assert fruit["cydonia"].name == "quince"


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
        for name in (card.name, *card.aliases):
            assert registry[name] is registry[name.upper()] is registry[name.replace("-", "_")] is card
    assert len(set(registry.names())) == len(registry.names())


def test_what_is_registered() -> None:
    assert {card.name for card in GOALS} >= set(GOALS_TOLD)
    assert {card.name for card in HEURISTICS} >= set(HEURISTICS_TOLD)
    assert {card.name for card in ALGORITHMS} >= set(ALGORITHMS_TOLD)
    aliases = {"bfs": "breadth-first", "dfs": "depth-first", "ids": "iterative-deepening", "ida*": "idastar"}
    for alias, name in {**aliases, "a*": "astar", "wastar": "weighted-astar"}.items():
        assert ALGORITHMS[alias].name == name


def test_the_algorithms_are_known_by_these_names_and_claim_this() -> None:
    said = {
        card.name: (card.label, card.aliases, card.source, card.informed, card.optimal) for card in ALGORITHMS
    }
    assert {name: said[name] for name in ALGORITHMS_TOLD} == ALGORITHMS_TOLD
    known = [ALGORITHMS[name] for name in ALGORITHMS_TOLD]
    assert {card.name: [number.name for number in card.numbers] for card in known if card.numbers} == {
        "weighted-astar": ["weight"],
        "beam": ["width"],
    }
    assert [card.name for card in known if card.improves is not False] == ["anytime"]


@pytest.mark.parametrize("card", list(ALGORITHMS), ids=lambda card: card.name)
def test_the_summary_of_an_algorithm_is_one_line_that_says_something(card: AlgorithmCard) -> None:
    assert re.fullmatch(r"\S.{20,}[^\s.]", card.summary), card.summary


@pytest.mark.parametrize(
    ("registry", "kind"), [(GOALS, "goal"), (HEURISTICS, "heuristic"), (ALGORITHMS, "algorithm")]
)
def test_what_is_not_registered_is_called_by_its_kind(registry: Registry[Card], kind: str) -> None:
    with pytest.raises(UnknownNameError, match=f"^unknown {kind} 'plum'; known: "):
        registry["plum"]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("euclidean", "euclidean"),
        ("blank_pos", "blank-distance"),
        ("chebyshev", "blank-chebyshev"),
        ("hamming", "misplaced"),
        ("manhattan", "manhattan"),
        ("mix", "mix"),
        ("gaschnig", "n-max-swap"),
        ("Blank_Pos", "blank-distance"),
        ("blank-pos", "blank-distance"),
        ("Linear_Conflict", "linear-conflict"),
        ("pdb", "pattern-tables"),
        ("pattern_database", "pattern-tables"),
    ],
)
def test_heuristics_are_found_by_the_names_others_gave_them(typed: str, name: str) -> None:
    """The first six names come from the study of six heuristics."""
    assert HEURISTICS[typed].name == name


def test_the_code_of_every_card_is_loaded_from_its_place() -> None:
    places: list[object] = [*(card.make for card in HEURISTICS), *(card.search for card in ALGORITHMS)]
    for place in places:
        assert isinstance(place, Lazy)
        assert f"{place.load().__module__}.{place.load().__qualname__}" == repr(place)
        assert place.stands_for(place.load())
        assert place.stands_for(place)
        assert not place.stands_for(len)
        assert pickle.loads(pickle.dumps(place)) is place


def test_a_place_without_code_says_so() -> None:
    place = lazy("npuzzle.search.astar.bstar")
    assert not place.stands_for(None)
    with pytest.raises(ImportError, match=r"^npuzzle.search.astar has no loadable bstar$"):
        place()
