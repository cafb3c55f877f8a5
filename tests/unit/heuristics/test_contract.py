"""Every heuristic card keeps its general promises, and its claims are checked exhaustively."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import (
    HEURISTICS,
    Board,
    Heuristic,
    HeuristicCard,
    InvalidHeuristicError,
    Problem,
    Shape,
    goal_board,
)
from npuzzle.heuristics.own import instantiate
from npuzzle.heuristics.simple import Manhattan, Zero
from tests.support import oracles
from tests.support.known_cards import HEURISTICS_TOLD
from tests.support.quick import mostly_slow
from tests.support.strategies import SMALL_SHAPES, boards_and_goals, four_goals, shuffled, walk
from tests.unit.heuristics.claims import (
    estimate,
    goal_with_blank_at,
    hold_to_its_claims,
    hold_to_the_truth,
    verdict_on_the_3x3,
)

CARDS = list(HEURISTICS)
SIDES = [(2, 3), (3, 2), (3, 3), (3, 4), (3, 5), (4, 4), (5, 5)]
WALKED = [Shape(rows, cols) for rows, cols in SIDES]
Twin = Callable[[Board, Board], float]
TWINS: dict[str, Twin] = {
    "zero": oracles.zero,
    "blank-chebyshev": oracles.blank_chebyshev,
    "blank-distance": oracles.blank_distance,
    "misplaced": oracles.misplaced,
    "n-max-swap": oracles.n_max_swap,
    "mix": oracles.mix,
    "euclidean": oracles.euclidean,
    "value-euclidean": oracles.value_euclidean,
    "manhattan": oracles.manhattan,
    "linear-conflict": oracles.linear_conflict,
    "walking-distance": oracles.walking_distance,
    "pattern-tables": oracles.pattern_tables,
}
#: Its twin knows small solvable boards only; test_pattern_database checks the others.
SMALL_TWIN = "pattern-tables"
#: How far a card may differ from its twin: `euclidean` rounds each tile's distance down.
APART = {"euclidean": 1e-4, "value-euclidean": 1e-9}

cards = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)


@cards
@pytest.mark.parametrize("shape", SMALL_SHAPES, ids=str)
def test_claims_hold_on_every_small_board_wherever_the_home_is(card: HeuristicCard, shape: Shape) -> None:
    for home in range(shape.cells):
        hold_to_its_claims(card, goal_with_blank_at(shape, home))


@pytest.mark.slow
@cards
def test_claims_are_the_truth_on_all_181440_states_of_the_3x3_with_its_home_in_a_corner(
    card: HeuristicCard,
) -> None:
    verdict_on_the_3x3(card)


#: One edge and the middle, in addition to the corner above; the long run tests all cells.
HOMES = [
    pytest.param(home, marks=pytest.mark.slow if home in (3, 4) else pytest.mark.long) for home in range(9)
]


@cards
@pytest.mark.parametrize("home", HOMES)
def test_claims_are_the_truth_on_the_3x3_with_its_home_anywhere(card: HeuristicCard, home: int) -> None:
    hold_to_the_truth(card, goal_with_blank_at(Shape(3, 3), home))


@pytest.mark.slow
@cards
@pytest.mark.parametrize("shape", [Shape(2, 4), Shape(4, 2)], ids=str)
@pytest.mark.parametrize("home", [0, 2])
def test_claims_hold_on_two_lines_of_four(card: HeuristicCard, shape: Shape, home: int) -> None:
    hold_to_its_claims(card, goal_with_blank_at(shape, home))


#: For all states of the 3x3: the mean, as published or computed by hand, and the largest value.
MEANS = {
    "blank-chebyshev": (13 / 9, 2),
    "blank-distance": (2, 4),
    "misplaced": (7.1111, 8),
    "n-max-swap": (8.0532, 12),
    "mix": (10.5556, 15),
    "manhattan": (14, 22),
    "walking-distance": (15.6833, 28),
}


@pytest.mark.slow
def test_means_on_the_3x3_are_the_published_ones() -> None:
    for name, (mean, most) in MEANS.items():
        verdict = verdict_on_the_3x3(HEURISTICS[name])
        assert (verdict.mean, verdict.most) == (pytest.approx(mean, abs=5e-5), most), name
    assert verdict_on_the_3x3(HEURISTICS["value-euclidean"]).too_large == 1386


@pytest.mark.slow
def test_the_heuristics_are_listed_by_their_mean_on_the_3x3() -> None:
    means = [verdict_on_the_3x3(card).mean for card in CARDS]
    assert means[0] == 0
    assert all(weaker < stronger for weaker, stronger in pairwise(means)), means


class BlankCounted(Zero):
    """Counts every cell with the wrong content, the blank's too."""

    def estimate(self, state: Sequence[int]) -> int:
        return sum(here != cell for cell, here in enumerate(state))

    def step(self, h: float, state: Sequence[int], slide: tuple[int, int]) -> float:
        return self.estimate(state)


class Jumpy(Manhattan):
    """Manhattan distance or 0, depending on the cell of tile 1: admissible, not consistent."""

    def estimate(self, state: Sequence[int]) -> int:
        return 0 if state.index(1) == 1 else super().estimate(state)

    def step(self, h: float, state: Sequence[int], slide: tuple[int, int]) -> float:
        return self.estimate(state)


class WrongStep(Manhattan):
    """Manhattan distance, with a step that reverses the slide."""

    def step(self, h: float, state: Sequence[int], slide: tuple[int, int]) -> float:
        return h + 1


class Below(Zero):
    """Negative except at the goal."""

    def estimate(self, state: Sequence[int]) -> int:
        return -1 if state[0] else 0

    def step(self, h: float, state: Sequence[int], slide: tuple[int, int]) -> float:
        return self.estimate(state)


class Never0(Zero):
    """At least one move, even for the goal."""

    def estimate(self, state: Sequence[int]) -> int:
        return 1


@pytest.mark.parametrize(
    ("make", "caught"),
    [
        (BlankCounted, "is too large"),
        (Jumpy, "jumps"),
        (WrongStep, "step differs"),
        (Below, "no estimate may be negative"),
        (Never0, "needs no moves"),
    ],
)
def test_a_card_that_lies_is_caught(make: type[Heuristic], caught: str) -> None:
    card = HeuristicCard(name="liar", label="", summary="", make=make, admissible=True, consistent=True)
    with pytest.raises(AssertionError, match=caught):
        hold_to_its_claims(card, goal_board("blank-first", Shape(2, 3)))


@pytest.mark.parametrize("claim", ["admissible", "consistent"])
def test_a_card_too_modest_is_caught(claim: str) -> None:
    claims = {"admissible": True, "consistent": True, claim: False}
    card = HeuristicCard(name="modest", label="", summary="", make=Manhattan, **claims)
    hold_to_its_claims(card, goal_board("blank-first", Shape(2, 3)))
    with pytest.raises(AssertionError, match=f"could claim to be {claim}"):
        hold_to_the_truth(card, goal_board("blank-first", Shape(2, 3)))


@pytest.mark.parametrize(
    "shape", mostly_slow([*WALKED[:-1], Shape(2, 9), Shape(9, 2)], lambda shape: shape.cells < 12), ids=str
)
@cards
def test_a_solved_state_needs_no_moves(card: HeuristicCard, shape: Shape) -> None:
    built = 4 if card.name == SMALL_TWIN else 1  # tables per home
    for home in range(0, shape.cells, built * (1 + shape.cells // 10)):
        assert card.make(goal_with_blank_at(shape, home)).estimate(range(shape.cells)) == 0


@pytest.mark.parametrize("shape", mostly_slow(WALKED, lambda shape: shape.cells in (6, 9)), ids=str)
@cards
def test_step_agrees_with_estimate_along_walks_on_tuples_and_lists(card: HeuristicCard, shape: Shape) -> None:
    for goal in four_goals(shape):
        hold_step_to_estimate(card, Problem(goal, goal))


def hold_step_to_estimate(card: HeuristicCard, problem: Problem) -> None:
    goal = problem.goal
    definition = card.make(goal)
    fast, in_place = card.make(goal), card.make(goal)
    h = of_list = fast.estimate(problem.initial)
    cells = list(problem.initial)
    for slide, state in walk(problem, 150, seed=11):
        src, dst = slide
        cells[src], cells[dst] = cells[dst], cells[src]
        h = fast.step(h, state, slide)
        of_list = in_place.step(of_list, cells, slide)
        assert h == of_list == definition.estimate(state) == definition.estimate(cells), goal


#: This version's cards with a twin. A new card needs none.
TWINNED = [card for card in CARDS if card.name in TWINS]


def differs_from_its_twin(card: HeuristicCard, board: Board, goal: Board) -> bool:
    difference = estimate(card.name, board, goal) - TWINS[card.name](board, goal)
    return abs(difference) > APART.get(card.name, 0)


@pytest.mark.parametrize("shape", SMALL_SHAPES, ids=str)
@pytest.mark.parametrize("card", TWINNED, ids=lambda card: card.name)
def test_estimate_is_its_slow_twin_on_every_small_board(card: HeuristicCard, shape: Shape) -> None:
    for goal in four_goals(shape):
        boards = [Board(shape, tiles) for tiles in oracles.distances(goal)]
        assert not [(board, goal) for board in boards if differs_from_its_twin(card, board, goal)]


@pytest.mark.parametrize("shape", mostly_slow([Shape(3, 4), Shape(4, 4)]), ids=str)
@pytest.mark.parametrize(
    "card", [card for card in TWINNED if card.name != SMALL_TWIN], ids=lambda card: card.name
)
def test_estimate_is_its_slow_twin_on_random_boards_of_either_half(card: HeuristicCard, shape: Shape) -> None:
    for goal in four_goals(shape):
        boards = [shuffled(shape, seed) for seed in range(25)]
        assert not [(board, goal) for board in boards if differs_from_its_twin(card, board, goal)]


@given(boards_and_goals(6), st.sampled_from([card for card in TWINNED if card.name != SMALL_TWIN]))
def test_estimate_is_its_slow_twin_on_any_rectangle(pair: tuple[Board, Board], card: HeuristicCard) -> None:
    board, goal = pair
    if card.name == "walking-distance" and max(goal.shape.rows, goal.shape.cols) > 4:
        assert estimate(card.name, board, goal) >= oracles.manhattan(board, goal)
    else:
        assert not differs_from_its_twin(card, board, goal)


@pytest.mark.slow
@pytest.mark.parametrize(
    "card",
    mostly_slow(CARDS, lambda card: card.name in ("manhattan", "pattern-tables")),
    ids=lambda card: card.name,
)
def test_the_largest_board_gets_an_estimate_or_a_clear_no(card: HeuristicCard) -> None:
    goal = goal_board("spiral", Shape(127, 127))
    problem = Problem(shuffled(goal.shape, 4), goal)
    if not card.fits(goal.shape):
        with pytest.raises(InvalidHeuristicError, match=rf"{card.name} needs a board of up to \d+ cells"):
            instantiate(card, goal)
        return
    heuristic = card.make(goal)
    h = heuristic.estimate(problem.initial)
    slide, state = walk(problem, 1, seed=1)[0]
    assert heuristic.step(h, state, slide) == heuristic.estimate(state)
    too_slow = {"walking-distance": oracles.manhattan, "n-max-swap": oracles.misplaced}
    if card.name in too_slow:
        assert h >= too_slow[card.name](problem.start, goal)
    elif card.name in TWINS:
        assert h == pytest.approx(TWINS[card.name](problem.start, goal), rel=1e-6)


def test_every_card_of_this_version_has_a_slow_twin() -> None:
    assert set(TWINS) >= set(HEURISTICS_TOLD)


def test_the_flood_fill_gives_the_published_distances_of_the_3x3() -> None:
    by_distance = Counter(oracles.distances(goal_board("blank-first", Shape(3, 3))).values())
    assert [by_distance[n] for n in range(32)] == [
        *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878),
        *(16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
    ]
    assert sum(by_distance.values()) == 181_440


@pytest.mark.slow
def test_the_flood_fill_gives_the_published_depths() -> None:
    deepest = {Shape(2, 2): 6, Shape(2, 3): 21, Shape(3, 2): 21, Shape(2, 4): 36}
    for shape, depth in deepest.items():
        assert max(oracles.distances(goal_board("blank-first", shape)).values()) == depth
    centre = Counter(oracles.distances(goal_board("spiral", Shape(3, 3))).values())
    assert max(centre) == 30
    assert centre[30] == 148
