"""`estimate`, and the arguments that functions get: a board and the goal under any names."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from npuzzle import (
    HEURISTICS,
    Board,
    GoalMismatchError,
    Heuristic,
    InvalidBoardError,
    InvalidHeuristicError,
    Job,
    UnknownNameError,
    estimate,
    from_function,
    maximum,
    weighted,
)
from npuzzle.heuristics import as_card
from npuzzle.heuristics.simple import Manhattan

HARD = "8 6 7/2 5 4/3 0 1"


def blank_of(b: Board) -> int:
    return b.blank


def misplaced(board: Board, target: Board) -> int:
    return sum(tile != other for tile, other in zip(board.tiles, target.tiles) if tile)


@from_function
def decorated(position: Board) -> int:
    return position.blank


class Own(Heuristic):
    def estimate(self, state: Sequence[int]) -> float:
        return state.index(self.home)


class Wrong(Heuristic):
    def estimate(self, state: Sequence[int]) -> float:
        return -1


CLAIMING = from_function(blank_of, name="claiming", admissible=True, consistent=True)


@pytest.mark.parametrize(
    ("heuristic", "h"),
    [
        ("manhattan", 21),
        ("Manhattan", 21),
        (HEURISTICS["manhattan"], 21),
        (Manhattan, 21),
        (maximum("manhattan", "misplaced"), 21),
        (weighted(2, "manhattan"), 42),
        (blank_of, 7),
        (misplaced, 7),
        (decorated, 7),
        (Own, 7),
        (lambda anything: 3, 3),
        (lambda a, b, /: a.blank + b.blank, 15),
        (lambda state, home: state.index(home), 7),
    ],
)
def test_an_estimate_is_a_number_for_every_kind_of_heuristic(heuristic: Any, h: float) -> None:
    assert estimate(heuristic, HARD) == h
    assert as_card(heuristic)(Board.parse(HARD), "blank-last") == h


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: estimate("manhatan", HARD), UnknownNameError),
        (lambda: estimate("manhattan", "1 2 3"), InvalidBoardError),
        (lambda: estimate("manhattan", HARD, "1 2/3 0"), GoalMismatchError),
        (lambda: estimate("pattern-tables", " ".join(map(str, range(36)))), InvalidHeuristicError),
        (lambda: estimate(Wrong, HARD), InvalidHeuristicError),
        (lambda: estimate(lambda board: "near", HARD), InvalidHeuristicError),
        (lambda: estimate(5, HARD), InvalidHeuristicError),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_estimated_is_refused_as_everywhere(
    call: Callable[[], float], error: type[Exception]
) -> None:
    with pytest.raises(error):
        call()


def test_the_class_of_a_card_of_this_package_is_that_card() -> None:
    assert as_card(Manhattan) is HEURISTICS["manhattan"]
    assert not as_card(Own).admissible


PICKLED = [
    *(blank_of, misplaced, Own, CLAIMING, decorated, maximum("manhattan", CLAIMING)),
    *(weighted(0.5, "manhattan", 0.5, decorated), maximum(weighted(1, Own), "mix"), HEURISTICS["mix"]),
]


@pytest.mark.parametrize("heuristic", PICKLED, ids=lambda heuristic: as_card(heuristic).name)
def test_what_stands_in_a_module_can_be_pickled_and_is_the_same_then(heuristic: Any) -> None:
    job = Job.create(HARD, heuristic=heuristic)
    assert pickle.loads(pickle.dumps(job)) == job
    card = as_card(heuristic)
    copy = pickle.loads(pickle.dumps(card))
    assert copy == card
    assert copy(HARD) == card(HARD)
