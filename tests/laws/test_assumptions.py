"""A claim that rests on an unproved heuristic or on a user's own search says so."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import (
    ALGORITHMS,
    Board,
    HeuristicCard,
    InvalidHeuristicError,
    Problem,
    certify,
    from_function,
    goal_board,
    maximum,
    solve,
    weighted,
)
from npuzzle.errors import WrongAnswerError
from npuzzle.search.base import AlgorithmCard, Search, Stats, is_ours
from npuzzle.solving.claims import Guarantee, promise
from tests.support.oracles import distances

OPTIMAL = [card.name for card in ALGORITHMS if card.optimal and card.informed]
GOAL = goal_board("blank-last", "2x3")
TRUE = distances(GOAL)


def invent(seed: int, most: int) -> Callable[[Board], int]:
    """Return a heuristic with random estimates from 0 to `most`."""

    def invented(board: Board) -> int:
        return 0 if board == GOAL else sha256(f"{seed} {board}".encode()).digest()[0] % (most + 1)

    return invented


def combine(kind: str, card: HeuristicCard) -> HeuristicCard:
    if kind == "maximum":
        return maximum("manhattan", card)
    return weighted(0.5, card, 0.5, "misplaced") if kind == "weighted" else card


@settings(max_examples=60)
@given(
    st.sampled_from(OPTIMAL),
    st.sampled_from(["alone", "maximum", "weighted"]),
    st.integers(0, 10**6),
    st.integers(0, 30),
    st.integers(0, 2**30),
)
def test_a_claim_made_by_hand_proves_nothing(
    algorithm: str, kind: str, seed: int, most: int, drawn: int
) -> None:
    board = GOAL.shuffled(drawn)
    card = combine(kind, from_function(invent(seed, most), admissible=True))
    try:
        result = solve(board, GOAL, algorithm=algorithm, heuristic=card)
    except InvalidHeuristicError:  # the bound exceeds the path's length: no claim
        return
    assert result.length is not None
    assert result.is_optimal <= (result.length == TRUE[board.tiles])
    assert result.is_optimal == (result.claim == "proved shortest")
    if result.length > TRUE[board.tiles]:
        assert "if invented is admissible" in str(result.claim) or result.excess
        assert result.assumes == ("invented is admissible",) or result.lower_bound <= TRUE[board.tiles]  # type: ignore[operator]


@given(st.integers(0, 40), st.integers(0, 2**30))
def test_a_bound_of_somebodys_own_search_proves_nothing(bound: int, drawn: int) -> None:
    def search(problem: Problem) -> Search:
        yield Stats(bound=bound)
        return solve(problem.start, problem.goal, algorithm="depth-first", depth=60).path

    board = GOAL.shuffled(drawn)
    try:
        result = solve(board, GOAL, algorithm=search)
    except WrongAnswerError:  # the bound exceeds the path's length
        return
    if result.length is not None:
        assert result.is_optimal <= (result.length == TRUE[board.tiles])


def wall(board: Board) -> int:
    return 100 if str(board) == "1 2 3/4 5 6/7 0 8" else 0


WALL = from_function(wall, admissible=True)
EASY = "1 2 3/4 5 6/0 7 8"


@pytest.mark.slow
def test_the_claim_says_what_it_rests_on_everywhere() -> None:
    lie = solve(EASY, heuristic=WALL)
    assert (lie.length, lie.is_optimal, lie.assumes) == (20, False, ("wall is admissible",))
    assert lie.claim == "shortest if wall is admissible"
    assert lie.headline == "Solved in 20 moves: shortest if wall is admissible"
    assert lie.to_dict()["assumes"] == ["wall is admissible"]
    assert "shortest if wall is admissible" in lie.svg()
    weighed = solve(EASY, algorithm="weighted-astar", weight=2, heuristic=WALL)
    assert weighed.promised is None
    assert (weighed.claim, weighed.is_optimal) == ("shortest if wall is admissible", False)


@pytest.mark.parametrize("algorithm", OPTIMAL)
def test_no_path_within_a_depth_rests_on_it_too(algorithm: str) -> None:
    """A misled search may also find the path; then it makes no such claim."""
    try:
        none = solve(EASY, heuristic=WALL, depth=9, algorithm=algorithm)
    except InvalidHeuristicError:
        return
    assert none.path is None
    assert none.headline == "Not solved: no path within the depth limit if wall is admissible"


def test_before_the_search_nothing_is_promised() -> None:
    said = promise(ALGORITHMS["astar"], WALL)
    assert (said.guarantee, said.times) == (Guarantee.SOME_PATH, None)
    assert said.sentence == "Finds a shortest path if wall is admissible, which is not proved."
    weighed = promise(ALGORITHMS["weighted-astar"], WALL).sentence
    assert weighed == (
        "Finds a path at most 1.5 times as long as the shortest if wall is admissible, which is not proved."
    )


def test_what_is_proved_rests_on_nothing() -> None:
    zero = from_function(lambda board: 0, name="none", admissible=True)
    assert zero.assumes == ("none is admissible",)
    assert certify(zero, "2x2").card.assumes == ()
    assert maximum("manhattan", "misplaced").assumes == ()
    assert weighted(0.5, zero, 0.5, maximum(zero, "manhattan")).assumes == ("none is admissible",)
    assert from_function(lambda board: 0).assumes == (), "it claims nothing"
    assert solve(EASY, heuristic=zero).claim == "proved shortest", "linear conflicts alone prove it"


@pytest.mark.parametrize("card", ALGORITHMS, ids=lambda card: card.name)
def test_our_own_searches_are_trusted(card: AlgorithmCard) -> None:

    assert is_ours(card)
