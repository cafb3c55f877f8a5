"""The cards: the names used in commands and links, and the claims of each heuristic."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import npuzzle
from npuzzle import HEURISTICS, Board, HeuristicCard, Shape, heuristics
from npuzzle.heuristics.base import BUILT_IN, Heuristic, Prepared
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.pattern_databases import MAX_PATTERN_CELLS
from npuzzle.progress import run_to_end
from tests.support.known_cards import HEURISTICS_TOLD
from tests.unit.heuristics.claims import goal_with_blank_at


def test_the_heuristics_are_known_by_these_names_and_claim_this() -> None:
    said = {
        card.name: (
            card.label,
            card.aliases,
            card.source,
            card.admissible,
            card.consistent,
            card.most_cells,
        )
        for card in HEURISTICS
    }
    assert {name: said[name] for name in HEURISTICS_TOLD} == HEURISTICS_TOLD


@pytest.mark.parametrize("card", list(HEURISTICS), ids=lambda card: card.name)
def test_a_summary_is_one_line_that_says_something(card: HeuristicCard) -> None:
    assert re.fullmatch(r"\S.{20,}[^\s.]", card.summary), card.summary


@pytest.mark.parametrize("card", BUILT_IN, ids=lambda card: card.name)
def test_a_card_is_imported_by_its_name_and_called_with_a_board(card: HeuristicCard) -> None:
    imported = getattr(heuristics, card.name.replace("-", "_"))
    assert imported is card
    board = Board("8 6 7/2 5 4/3 0 1")
    assert imported(board) == HEURISTICS[card.name](board) == npuzzle.estimate(card.name, board)
    assert imported(board, "spiral") == npuzzle.estimate(card, board, "spiral")
    assert imported("1 2 3/4 5 6/7 8 0") == 0


def test_no_module_takes_the_name_of_a_card() -> None:
    """An imported module would replace the card of that name in the package."""
    modules = {path.stem for path in Path(*heuristics.__path__).glob("*.py")}
    assert len(modules) > 5
    assert modules & set(heuristics.__all__) == set()


def test_a_heuristic_keeps_the_goal_it_was_made_for() -> None:
    goal = goal_with_blank_at(Shape(2, 3), 4)
    for card in HEURISTICS:
        heuristic = card.make(goal)
        assert (heuristic.goal, heuristic.shape, heuristic.home) == (goal, Shape(2, 3), 4), card.name


def test_most_heuristics_are_ready_at_once_and_have_nothing_to_tell() -> None:
    goal = goal_with_blank_at(Shape(2, 3), 0)
    for card in HEURISTICS:
        if not isinstance(card.make(goal), PatternDatabases):
            assert list(card.make(goal).iter_prepare()) == [], card.name
            assert run_to_end(card.make(goal).iter_prepare()) == Prepared(tables="", note=""), card.name


def test_a_heuristic_without_a_definition_says_so() -> None:
    class Empty(Heuristic):
        pass

    with pytest.raises(NotImplementedError):
        Empty(Board.parse("1 2/3 0")).estimate((0, 1, 2, 3))


def test_a_limit_lets_in_the_board_that_just_meets_it() -> None:
    card = HEURISTICS["pattern-tables"]
    assert card.fits(Shape(5, 5))
    assert card.fits(Shape(2, 12))
    assert not card.fits(Shape(2, 13))
    assert HEURISTICS["zero"].fits(Shape(127, 127))
    card.require_shape(Shape(MAX_PATTERN_CELLS // 5, 5))
