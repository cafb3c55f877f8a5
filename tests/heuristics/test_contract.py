"""What every heuristic card promises, checked for every card; and the claims of each, exhaustively."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import GOALS, HEURISTICS, Board, Heuristic, HeuristicCard, Problem, Shape
from npuzzle.heuristics.manhattan import Manhattan
from npuzzle.heuristics.zero import Zero
from tests import oracles
from tests.strategies import SMALL_SHAPES, boards_and_goals, four_goals, walk

CARDS = list(HEURISTICS)
WALKED = [Shape(2, 3), Shape(3, 2), Shape(3, 3), Shape(3, 4), Shape(4, 4), Shape(5, 5)]
TWINS = {
    "zero": oracles.zero,
    "misplaced": oracles.misplaced,
    "manhattan": oracles.manhattan,
    "linear-conflict": oracles.linear_conflict,
}

cards = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)


def goal_with_blank_at(shape: Shape, home: int) -> Board:
    others = list(range(1, shape.cells))
    return Board(shape, (*others[:home], 0, *others[home:]))


@lru_cache(maxsize=1)
def states_by_distance(goal: Board) -> dict[tuple[int, ...], int]:
    """Flood fill in normal form."""
    aim = oracles.goal_cells(goal)
    return {tuple([aim[t] for t in tiles]): far for tiles, far in oracles.distances(goal).items()}


@lru_cache(maxsize=1)
def moves_of(goal: Board) -> list[tuple[tuple[int, ...], tuple[int, int], tuple[int, ...]]]:
    """Every slide in every state that can reach the goal."""
    problem = Problem(goal, goal)
    return [(state, *move) for state in states_by_distance(goal) for move in problem.successors(state)]


def hold_to_its_claims(card: HeuristicCard, goal: Board) -> None:
    """Both claims of a card on every state that can reach the goal, and step == estimate on every move."""
    distances, problem = states_by_distance(goal), Problem(goal, goal)
    heuristic = card.make(goal.shape, problem.home)
    h = {state: heuristic.estimate(state) for state in distances}
    assert h[problem.solved] == 0
    assert min(h.values()) >= 0
    if card.admissible:
        assert all(h[state] <= far for state, far in distances.items())
    for state, slide, child in moves_of(goal):
        here, there = h[state], h[child]
        if card.consistent and abs(here - there) > 1:
            pytest.fail(f"{card.name} jumps from {here} to {there} between {state} and {child}")
        if heuristic.step(here, child, slide) != there:
            pytest.fail(f"{card.name}: step differs from estimate after {slide} to {child}")


@pytest.mark.parametrize(
    "goal", [goal_with_blank_at(s, c) for s in SMALL_SHAPES for c in range(s.cells)], ids=str
)
@cards
def test_claims_hold_on_every_small_board_wherever_the_home_is(card: HeuristicCard, goal: Board) -> None:
    hold_to_its_claims(card, goal)


@cards
def test_claims_hold_on_all_181440_states_of_the_3x3_with_its_home_in_a_corner(card: HeuristicCard) -> None:
    hold_to_its_claims(card, goal_with_blank_at(Shape(3, 3), 0))


@pytest.mark.slow
@pytest.mark.parametrize("home", range(1, 9))
@cards
def test_claims_hold_on_the_3x3_with_its_home_anywhere(card: HeuristicCard, home: int) -> None:
    hold_to_its_claims(card, goal_with_blank_at(Shape(3, 3), home))


class BlankCounted(Zero):
    """Every cell whose content is not at home, the blank too."""

    def estimate(self, state: Sequence[int]) -> int:
        return sum(here != cell for cell, here in enumerate(state))

    def step(self, h: float, state: Sequence[int], slide: tuple[int, int]) -> float:
        return self.estimate(state)


class Jumpy(Manhattan):
    """Manhattan or nothing, by the place of tile 1: admissible, not consistent."""

    def estimate(self, state: Sequence[int]) -> int:
        return 0 if state.index(1) == 1 else super().estimate(state)

    def step(self, h: float, state: Sequence[int], slide: tuple[int, int]) -> float:
        return self.estimate(state)


class WrongStep(Manhattan):
    """Manhattan with a step that takes the slide the other way round."""

    def step(self, h: float, state: Sequence[int], slide: tuple[int, int]) -> float:
        return h + 1


@pytest.mark.parametrize("make", [BlankCounted, Jumpy, WrongStep])
def test_a_card_that_lies_is_caught(make: type[Heuristic]) -> None:
    card = HeuristicCard(name="liar", label="", summary="", make=make, admissible=True, consistent=True)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        hold_to_its_claims(card, GOALS["blank-first"].board(Shape(2, 3)))


@pytest.mark.parametrize("shape", [*WALKED, Shape(2, 9), Shape(9, 2)], ids=str)
@cards
def test_a_solved_state_needs_no_moves(card: HeuristicCard, shape: Shape) -> None:
    for home in range(shape.cells):
        assert card.make(shape, home).estimate(range(shape.cells)) == 0


@pytest.mark.parametrize("goal", [goal for shape in WALKED for goal in four_goals(shape)], ids=str)
@cards
def test_step_agrees_with_estimate_along_walks_on_tuples_and_lists(card: HeuristicCard, goal: Board) -> None:
    problem = Problem(goal, goal)
    definition = card.make(goal.shape, problem.home)
    fast, in_place = card.make(goal.shape, problem.home), card.make(goal.shape, problem.home)
    h = of_list = fast.estimate(problem.initial)
    cells = list(problem.initial)
    for slide, state in walk(problem, 150, seed=11):
        src, dst = slide
        cells[src], cells[dst] = cells[dst], cells[src]
        h = fast.step(h, state, slide)
        of_list = in_place.step(of_list, cells, slide)
        assert h == of_list == definition.estimate(state) == definition.estimate(cells)


def lone_states(goal: Board) -> Iterator[Board]:
    for tiles in oracles.distances(goal):
        yield Board(goal.shape, tiles)


@pytest.mark.parametrize("goal", [goal for shape in SMALL_SHAPES for goal in four_goals(shape)], ids=str)
@cards
def test_estimate_is_its_slow_twin_on_every_small_board(card: HeuristicCard, goal: Board) -> None:
    heuristic = card.make(goal.shape, goal.blank)
    for board in lone_states(goal):
        assert heuristic.estimate(Problem(board, goal).initial) == TWINS[card.name](board, goal)


@given(boards_and_goals(6), st.sampled_from(CARDS))
def test_estimate_is_its_slow_twin_on_any_rectangle(pair: tuple[Board, Board], card: HeuristicCard) -> None:
    board, goal = pair
    heuristic = card.make(goal.shape, goal.blank)
    assert heuristic.estimate(Problem(board, goal).initial) == TWINS[card.name](board, goal)


def test_every_card_has_a_slow_twin() -> None:
    assert set(TWINS) == {card.name for card in CARDS}


def test_the_heuristics_are_listed_weakest_first() -> None:
    for goal in four_goals(Shape(3, 3))[:2]:
        for number, tiles in enumerate(oracles.distances(goal)):
            if number % 97 == 0:
                state = Problem(Board(goal.shape, tiles), goal).initial
                values = [card.make(goal.shape, goal.blank).estimate(state) for card in CARDS]
                assert values == sorted(values)


def test_the_flood_fill_gives_the_published_distances_of_the_3x3() -> None:
    by_distance = Counter(oracles.distances(GOALS["blank-first"].board(Shape(3, 3))).values())
    assert [by_distance[n] for n in range(32)] == [
        *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878),
        *(16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
    ]
    assert sum(by_distance.values()) == 181_440


def test_the_flood_fill_gives_the_published_depths() -> None:
    deepest = {Shape(2, 2): 6, Shape(2, 3): 21, Shape(3, 2): 21, Shape(2, 4): 36}
    for shape, depth in deepest.items():
        assert max(oracles.distances(GOALS["blank-first"].board(shape)).values()) == depth
    centre = Counter(oracles.distances(GOALS["spiral"].board(Shape(3, 3))).values())
    assert max(centre) == 30
    assert centre[30] == 148
