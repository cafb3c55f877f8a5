"""What the cards say: the names that people type and put into links, and what each heuristic claims."""

from __future__ import annotations

import re

import pytest

from npuzzle import HEURISTICS, Board, HeuristicCard, Shape, UnknownNameError
from npuzzle.heuristics.base import Heuristic, Prepared
from npuzzle.heuristics.pattern_database import PatternTables
from npuzzle.pattern_databases.table import MOST_CELLS
from npuzzle.progress import run_to_end
from tests.unit.heuristics.claims import goal_with_blank_at

Told = tuple[str, tuple[str, ...], str, bool, bool, int | None]
#: Label, aliases, source, admissible, consistent, most cells.
TOLD: dict[str, Told] = {
    "zero": ("Zero", (), "", True, True, None),
    "blank-chebyshev": ("Blank's Chebyshev distance", ("chebyshev",), "", True, True, None),
    "blank-distance": ("Blank's distance", ("blank-pos",), "", True, True, None),
    "misplaced": ("Misplaced tiles", ("hamming",), "Doran and Michie, 1966", True, True, None),
    "n-max-swap": ("N-MaxSwap (Gaschnig)", ("gaschnig",), "Gaschnig, 1979", True, True, None),
    "mix": ("Mix of misplaced and Manhattan", (), "", True, True, None),
    "euclidean": ("Euclidean distance", (), "", True, True, None),
    "value-euclidean": ("Euclidean distance of the numbers", (), "", False, False, None),
    "manhattan": ("Manhattan distance", (), "Doran and Michie, 1966", True, True, None),
    "linear-conflict": ("Linear conflict", (), "Hansson, Mayer and Yung, 1992", True, True, None),
    "walking-distance": ("Walking distance", (), "Takahashi, 2001", True, True, None),
    "pattern-tables": (
        "Additive pattern tables",
        ("pattern-database", "pdb"),
        "Korf and Felner, 2002",
        True,
        False,
        25,
    ),
}


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
    assert said == TOLD


@pytest.mark.parametrize("card", list(HEURISTICS), ids=lambda card: card.name)
def test_a_summary_is_one_line_that_says_something(card: HeuristicCard) -> None:
    assert re.fullmatch(r"\S.{20,}[^\s.]", card.summary), card.summary


def test_an_unknown_name_is_called_a_heuristic() -> None:
    with pytest.raises(UnknownNameError, match=r"^unknown heuristic 'plum'; known: zero, blank-chebyshev, "):
        HEURISTICS["plum"]


def test_a_heuristic_keeps_the_goal_it_was_made_for() -> None:
    goal = goal_with_blank_at(Shape(2, 3), 4)
    for card in HEURISTICS:
        heuristic = card.make(goal)
        assert (heuristic.goal, heuristic.shape, heuristic.home) == (goal, Shape(2, 3), 4), card.name


def test_most_heuristics_are_ready_at_once_and_have_nothing_to_tell() -> None:
    goal = goal_with_blank_at(Shape(2, 3), 0)
    for card in HEURISTICS:
        if card.make is not PatternTables:
            assert list(card.make(goal).preparing()) == [], card.name
            assert run_to_end(card.make(goal).preparing()) == Prepared(tables="", note=""), card.name


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
    card.require_shape(Shape(MOST_CELLS // 5, 5))
