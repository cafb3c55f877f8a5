"""Searches with users' heuristics: rounding errors in sums, false claims, values that are not numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, nan
from random import Random
from typing import Any

import pytest

from npuzzle import (
    Board,
    Heuristic,
    HeuristicCard,
    InvalidHeuristicError,
    Limits,
    Outcome,
    Shape,
    from_function,
    goal_board,
    random_board,
    solve,
    weighted,
)
from tests.support.oracles import distance

INFORMED = ["astar", "weighted-astar", "greedy", "idastar", "rbfs", "beam"]


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["astar", "idastar", "rbfs"])
def test_sums_with_dust_end_and_are_shortest(algorithm: str) -> None:
    """0.3 + 0.6 + 0.1 of a whole number is a hair above it now and then: no bound may stand still there."""
    goal, random = goal_board("blank-last", Shape(2, 3)), Random(6)
    dusty = weighted(0.3, "manhattan", 0.6, "manhattan", 0.1, "manhattan")
    raw = from_function(
        lambda state, shape, home: sum(
            0.3 * d + 0.6 * d + 0.1 * d
            for d in [sum(shape.distance(c, t) for c, t in enumerate(state) if t != home)]
        ),
        name="raw",
        admissible=True,
    )
    for _ in range(25):
        board = random_board(goal, random)
        for heuristic in (dusty, raw):
            result = solve(
                board, goal, algorithm=algorithm, heuristic=heuristic, limits=Limits(expanded=50_000)
            )
            assert result.length == distance(board, goal)
            assert result.claim in ("proved shortest", "shortest if raw is admissible")
            assert result.is_optimal or heuristic is raw


@pytest.mark.parametrize("algorithm", INFORMED)
def test_a_solved_board_is_solved_under_any_limit(algorithm: str) -> None:
    for limits in (Limits(expanded=0), Limits(seconds=0), Limits(stored=0), Limits(depth=0)):
        result = solve("1 2 3/4 5 6/7 8 0", algorithm=algorithm, limits=limits)
        assert (result.outcome, result.path, result.claim) == (Outcome.SOLVED, "", "proved shortest")


class Given(Heuristic):
    """Gives whatever its class says, and only to tuples."""

    gives: Any = None

    def estimate(self, state: Sequence[int]) -> Any:
        return self.gives() if callable(self.gives) else {tuple(range(4)): 0}.get(state, self.gives)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "gives",
    [None, "3", nan, inf, -1, 10**400, lambda: 1 / 0],
    ids=lambda value: getattr(value, "__name__", repr(value)[:9]),
)
@pytest.mark.parametrize("algorithm", INFORMED)
def test_a_class_that_gives_no_number_is_reported_with_its_board(algorithm: str, gives: Any) -> None:
    wrong = type("Wrong", (Given,), {"gives": staticmethod(gives) if callable(gives) else gives})
    with pytest.raises(InvalidHeuristicError, match=r"for the board 1 2/0 3"):
        solve("1 2/0 3", algorithm=algorithm, heuristic=wrong)


@pytest.mark.parametrize("algorithm", INFORMED)
def test_a_class_of_ones_own_gets_tuples_whatever_the_search_works_in(algorithm: str) -> None:
    class Looked(Given):
        gives = 1

    assert solve("1 2/0 3", algorithm=algorithm, heuristic=Looked).length == 1


def liar(name: str = "liar") -> HeuristicCard:
    return from_function(lambda board, goal: 0 if board == goal else 5, name=name, admissible=True)


@pytest.mark.parametrize("algorithm", ["astar", "idastar", "rbfs"])
@pytest.mark.parametrize("name", ["liar", "manhattan"])
def test_a_false_claim_that_shows_is_put_down_to_the_heuristic(algorithm: str, name: str) -> None:
    with pytest.raises(InvalidHeuristicError, match=f"{name} claims to be admissible and is not: a path"):
        solve(Board.parse("1 2 3/4 5 0/7 8 6"), algorithm=algorithm, heuristic=liar(name))
