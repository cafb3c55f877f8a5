"""Each example of the Lab is what it says: the registered heuristic, or the exhibit, written out."""

from __future__ import annotations

import pytest

from npuzzle import HEURISTICS, Board, Problem, Shape, goal_board
from npuzzle.heuristics import HeuristicCard, maximum
from npuzzle.heuristics.custom import instantiate
from npuzzle.lab import EXHIBITS, certify, heuristic_from_source
from tests.support.strategies import four_goals, shuffled
from web.rooms.lab.examples import EXAMPLES, NAMED, Example
from web.rooms.lab.state import clean

SHAPES = (Shape(2, 2), Shape(2, 3), Shape(3, 3), Shape(4, 3), Shape(4, 4))


def twin(example: Example) -> HeuristicCard:
    """The card whose values the text must give."""
    if example.name == "maximum":
        return maximum("manhattan", "n-max-swap")
    return EXHIBITS[example.name] if example.is_broken else HEURISTICS[example.name]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_a_text_gives_the_values_of_its_twin(example: Example) -> None:
    card = heuristic_from_source(example.source)
    for shape in (Shape(3, 3),) if example.name == "constant-240" else SHAPES:
        for goal in four_goals(shape):
            mine, theirs = instantiate(card, goal), instantiate(twin(example), goal)
            for seed in range(40):
                state = Problem(shuffled(shape, seed), goal).initial
                assert mine.estimate(state) == pytest.approx(theirs.estimate(state), abs=1e-4), goal


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_a_text_is_right_or_wrong_as_the_menu_says(example: Example) -> None:
    card = heuristic_from_source(example.source)
    if example.is_broken:
        shown = EXHIBITS[example.name]
        goal = goal_board("blank-last", Shape(3, 3))
        h = instantiate(card, goal).estimate(Problem(Board.parse(shown.board), goal).initial)
        assert h == shown.h > shown.distance
        return
    proof = certify(card, "2x3", against=["manhattan", "n-max-swap"])
    assert proof.admissible
    assert proof.consistent
    if example.name == "maximum":
        assert {standing.relation for standing in proof.against.values()} == {"dominates"}


def test_the_menu_has_every_exhibit_and_clean_short_texts() -> None:
    assert {example.name for example in EXAMPLES if example.is_broken} == {card.name for card in EXHIBITS}
    assert len(NAMED) == len(EXAMPLES)
    for example in EXAMPLES:
        assert clean(example.source) == example.source
        assert max(map(len, example.source.splitlines())) <= 80
        assert example.look.endswith((".", "?"))


def test_mending_the_shown_mistake_mends_the_heuristic() -> None:
    wrong = NAMED["pairwise-conflict"].source
    start = wrong.index("def conflicts")
    fewest = NAMED["linear-conflict"].source
    mended = wrong[:start] + fewest[fewest.index("def must_leave") :].replace("must_leave", "conflicts")
    proof = certify(heuristic_from_source(mended), "2x3", against=["linear-conflict"])
    assert proof.against["linear-conflict"].relation == "equal"
