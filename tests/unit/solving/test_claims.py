"""Claims of a run are true: lower bounds, proofs and promises, even with a wrong heuristic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from npuzzle import ALGORITHMS, HEURISTICS, AlgorithmCard, Board, HeuristicCard, Limits, Outcome, Shape
from npuzzle.errors import WrongAnswerError
from npuzzle.heuristics.simple import Manhattan
from npuzzle.search.base import Search, Stats
from tests.support.oracles import distances
from tests.support.strategies import four_goals
from tests.unit.search.common import SOME, Clock, finish
from tests.unit.search.runs import EASY, HARD, MANHATTAN, card_of, each_algorithm, run_of

#: Blind, weak, fractional, strong, and inadmissible.
VARIOUS = [*SOME, "value-euclidean"]


def interrupted() -> Iterator[tuple[Limits, float]]:
    for expanded in (0, 1, 5, 40, 200):
        yield Limits(expanded=expanded), 0
    for stored in (3, 30):
        yield Limits(stored=stored, expanded=500), 0
    for depth in (0, 4, 9, 13):
        yield Limits(depth=depth, expanded=1500), 0
    yield Limits(seconds=2), 0.25


@pytest.mark.parametrize(
    ("card", "heuristic"),
    [(card, HEURISTICS[name]) for card in ALGORITHMS for name in (VARIOUS if card.informed else VARIOUS[:1])],
    ids=lambda card: card.name,
)
def test_the_lower_bound_is_true_and_of_the_right_parity_whatever_the_outcome(
    card: AlgorithmCard, heuristic: HeuristicCard
) -> None:
    outcomes = set()
    for goal in four_goals(Shape(3, 3))[1::2]:
        known = distances(goal)
        for tiles in Random(3).sample([t for t, far in known.items() if far <= 24], 1):
            for limits, tick in interrupted():
                run = run_of(
                    Board(goal.shape, tiles),
                    card,
                    goal=goal,
                    heuristic=heuristic,
                    limits=limits,
                    clock=Clock(tick),
                    weight=1.5,
                )
                while run.result is None:
                    assert run.lower_bound <= known[tiles]
                    assert (run.lower_bound - known[tiles]) % 2 == 0
                    run.step(0)
                bound = run.result.lower_bound
                assert bound is not None
                assert bound <= known[tiles]
                assert (bound - known[tiles]) % 2 == 0
                outcomes.add(run.result.outcome)
    assert len(outcomes) >= 3


class Tripled(Manhattan):
    """Three times too large."""

    def estimate(self, state: Sequence[int]) -> int:
        return 3 * super().estimate(state)

    def step(self, h: float, state: Any, slide: Any) -> float:
        return self.estimate(state)


TRIPLED = HeuristicCard(
    name="tripled", label="", summary="", make=Tripled, admissible=False, consistent=False
)


@pytest.mark.slow
@pytest.mark.slow_cases("rbfs")
@pytest.mark.parametrize("algorithm", ["astar", "weighted-astar", "idastar", "rbfs", "greedy"])
def test_an_inadmissible_heuristic_is_not_trusted(algorithm: str) -> None:
    proved = longer = 0
    for goal in four_goals(Shape(2, 3)):
        for tiles, truth in list(distances(goal).items())[::9]:
            result = finish(
                run_of(Board(goal.shape, tiles), algorithm, goal=goal, heuristic=TRIPLED, weight=2.0)
            )
            assert result.outcome is Outcome.SOLVED
            assert result.length is not None
            assert result.excess is not None
            assert result.lower_bound is not None
            assert result.lower_bound <= truth
            assert result.length - result.excess <= truth <= result.length
            proved += result.claim == "proved shortest"
            longer += result.length > truth
    assert proved > 0
    assert longer > 0


@pytest.mark.slow_cases("rbfs", "idastar")
@pytest.mark.parametrize("algorithm", ["astar", "weighted-astar", "idastar", "rbfs", "greedy", "beam"])
def test_an_inadmissible_heuristic_hides_no_path_within_the_depth(algorithm: str) -> None:
    for goal in four_goals(Shape(2, 3)):
        for tiles, truth in list(distances(goal).items())[5::60]:
            for depth in (truth - 1, truth):
                limits = Limits(depth=depth)
                result = finish(
                    run_of(Board(goal.shape, tiles), algorithm, goal=goal, heuristic=TRIPLED, limits=limits)
                )
                assert (result.outcome is Outcome.SOLVED) == (depth == truth)
                assert result.lower_bound is not None
                assert result.lower_bound <= truth


def test_a_bound_is_believed_if_the_heuristic_is_admissible_and_rounded_up_to_the_parity() -> None:
    def bounded(*args: Any) -> Search:
        yield Stats(bound=4.5)

    for heuristic, even in ((MANHATTAN, 6), (TRIPLED, 2)):
        run = run_of(EASY, card_of(bounded), heuristic=heuristic)
        run.step(0)
        assert run.lower_bound == even
    for board, bound in ((Board.parse("1 2 3/4 5 6/7 0 8"), 5), (Board.parse("1 2 3/4 5 0/7 8 6"), 5)):
        run = run_of(board, card_of(bounded))
        run.step(0)
        assert run.lower_bound == bound


def test_an_uninformed_search_is_trusted_whatever_heuristic_came_along() -> None:
    result = finish(run_of(EASY, "breadth-first", heuristic=TRIPLED))
    assert result.claim == "proved shortest"
    assert result.heuristic is None


def test_only_an_admissible_heuristic_makes_the_weight_a_promise() -> None:
    for card in (*HEURISTICS, TRIPLED):
        for weight in (1.0, 1.5):
            run = run_of(EASY, "weighted-astar", heuristic=card, weight=weight)
            assert finish(run).promised == (weight if card.admissible else None)
            assert finish(run).numbers == {"weight": weight}
    assert finish(run_of(EASY, "astar", weight=1.5)).promised is None


def test_a_weight_below_one_promises_the_same_as_one() -> None:
    result = finish(run_of(EASY, "weighted-astar", weight=0.5))
    assert result.times_shortest == result.promised == 1
    assert result.numbers == {"weight": 0.5}


@each_algorithm
def test_the_numbers_are_those_of_its_card(card: AlgorithmCard) -> None:
    result = finish(run_of(EASY, card, weight=3.0, width=7, limits=Limits(depth=10)))
    expected = {n.name: {"weight": 3.0, "width": 7}.get(n.name, n.default) for n in card.numbers}
    assert result.numbers == expected
    assert result.to_dict()["option"] == (expected or None)


# Bugs of a search are never passed on


@pytest.mark.parametrize("path", [(), ((5, 4),), ((1, 4),), ((0, 1), (3, 0)), ((4, 5), (5, 8), (4, 5))])
def test_a_search_that_lies_about_its_path_is_caught(path: tuple[tuple[int, int], ...]) -> None:
    def lying(*args: Any) -> Search:
        yield Stats()
        yield Stats(expanded=1)
        return path

    run = run_of(EASY, card_of(lying))
    with pytest.raises(WrongAnswerError, match=r"^mine gave a path that misses the goal: "):
        finish(run)
    assert run.result is None


@pytest.mark.parametrize("informed", [True, False])
def test_a_search_that_lies_about_its_bound_is_caught(informed: bool) -> None:
    def lying(*args: Any) -> Search:
        yield Stats()
        yield Stats(expanded=1, bound=3)
        return ((7, 4), (8, 7))

    with pytest.raises(WrongAnswerError, match="a path of 2 moves is shorter than the lower bound 4"):
        finish(run_of(EASY, card_of(lying, informed=informed)))


def test_a_search_that_failed_does_not_turn_into_one_that_found_nothing() -> None:
    def failing(*args: Any) -> Search:
        yield Stats()
        raise ZeroDivisionError("in a heuristic of yours")

    run = run_of(HARD, card_of(failing))
    for _ in range(3):
        with pytest.raises(ZeroDivisionError, match="of yours"):
            finish(run)
    assert run.result is None
    assert run.cancel().outcome is Outcome.CANCELLED
    assert run.step(1) is run.result is not None
