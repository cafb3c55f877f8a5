"""What searches tell and are told, before there is anything to tell."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import asdict

import pytest

from npuzzle import ALGORITHMS, AlgorithmCard, Board, Problem, SearchOptions, Snapshot, best_first, goal_board
from npuzzle.search import base
from npuzzle.search.base import Search, letters_of, whole
from tests.unit.search.spaces import Broad


def test_a_snapshot_that_is_told_nothing_has_counted_nothing_and_knows_nothing() -> None:
    counted = ("expanded", "generated", "frontier", "peak_frontier", "stored", "bound")
    unknown = {"path": None, "best": None, "engine": "python", "note": "", "tables": ""}
    assert asdict(Snapshot()) == {**dict.fromkeys(counted, 0), **unknown}


def test_a_search_that_is_told_nothing_is_narrow_unweighted_and_as_deep_as_it_likes() -> None:
    assert asdict(SearchOptions()) == {"weight": 1.0, "width": 1, "max_depth": None, "engine": "auto"}


def test_a_path_is_told_in_letters_whether_it_was_slides_or_letters() -> None:
    board = Board.parse("1 2 3/4 0 6/7 5 8")
    problem = Problem(board, goal_board("blank-last", board.shape))
    assert letters_of(problem, ((7, 4), (8, 7))) == letters_of(problem, "UL") == "UL"


@pytest.mark.parametrize(
    ("bound", "length"), [(0, 0), (7, 7), (7.0, 7), (7.25, 8), (7 + 1e-12, 7), (7 + 1e-9, 7), (7 + 1e-6, 8)]
)
def test_no_path_has_a_length_between_a_bound_and_the_whole_number_above(bound: float, length: int) -> None:
    assert whole(bound) == length


def test_which_algorithms_find_a_path_of_any_length_or_within_a_depth() -> None:
    unsure = {"beam", "wide-beam"}
    longer = {"constructive", "anytime"}
    for card in ALGORITHMS:
        assert card.finds_within(None) == (card.name not in unsure), card.name
        for depth in (0, 50):
            assert card.finds_within(depth) == (card.name not in unsure | longer), card.name


def test_an_algorithm_promises_nothing_its_card_does_not_say() -> None:
    def no_search(*told: object) -> Search:
        yield Snapshot()

    card = AlgorithmCard(name="mine", label="", summary="", search=no_search, informed=True)
    assert (card.option, card.default_depth, card.optimal, card.improves) == (None, None, False, False)
    assert card.complete
    assert card.within_depth


def test_a_search_that_nobody_tells_a_pace_shows_itself_every_two_thousand_expansions() -> None:
    untold = best_first(Broad(1))
    assert [next(untold).expanded for _ in range(2)] == [0, 2000]


def test_type_variables_go_by_their_names_and_states_can_be_remembered() -> None:
    assert (base.S.__name__, base.S_contra.__name__) == ("S", "S_contra")
    assert base.S.__bound__ is Hashable
    assert (base.S.__contravariant__, base.S_contra.__contravariant__) == (False, True)
