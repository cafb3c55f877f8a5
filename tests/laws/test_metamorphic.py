"""A turned or mirrored board has the same distance and verdict, and matching shortest paths, for any goal.

Turn or mirror the tray, rename its tiles, or swap the board and the goal: the distance is the same. A move
changes it by exactly one.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import HEURISTICS, Board, HeuristicCard, Problem, Shape, check, solve
from npuzzle.lab.space import build_distance_table
from npuzzle.puzzle.solvability import SwapTiles
from tests.laws.symmetries import SYMMETRIES, Symmetry, renamed, reversed_path
from tests.support import oracles
from tests.support.strategies import boards_and_goals, shapes, shuffled

Pair = tuple[Board, Board]

symmetries = st.sampled_from(SYMMETRIES)
each_symmetry = pytest.mark.parametrize("symmetry", SYMMETRIES, ids=str)


@st.composite
def near(draw: st.DrawFn, longest: int = 5, moves: int = 24) -> Pair:
    """Draw any board and a board some moves away; either may be the goal, with equal probability."""
    goal = shuffled(draw(shapes(longest)), draw(st.integers(0, 2**32)))
    random = Random(draw(st.integers(0, 2**32)))
    tiles = goal.tiles
    for _ in range(draw(st.integers(0, moves))):
        tiles = random.choice(list(oracles.after_moves(tiles, goal.shape.rows, goal.shape.cols)))
    return Board(goal.shape, tiles), goal


@st.composite
def names_for(draw: st.DrawFn, pairs: st.SearchStrategy[Pair]) -> tuple[Board, Board, list[int]]:
    """Draw a pair of boards, and new names for their tiles."""
    board, goal = draw(pairs)
    return board, goal, draw(st.permutations(range(1, board.shape.cells)))


def shortest(board: Board, goal: Board) -> str:
    """Return the path of A*, replayed by the oracle."""
    result = solve(board, goal, algorithm="astar", heuristic="linear-conflict")
    assert result.claim == "proved shortest"
    assert result.path is not None
    assert leads(board, result.path) == goal
    return result.path


def leads(board: Board, path: str) -> Board:
    shape = board.shape
    return Board(shape, oracles.played(board.tiles, shape.rows, shape.cols, path))


def every_shortest(board: Board, goal: Board) -> set[str]:
    result = solve(board, goal, every=True)
    assert result.every is not None
    assert result.every.complete
    assert len(result.every.paths) == result.every.count, "too many paths to list them all"
    return set(result.every.paths)


# The symmetries themselves


@each_symmetry
@settings(max_examples=12)
@given(pair=near())
def test_a_path_is_laid_down_again_as_its_board_is(symmetry: Symmetry, pair: Pair) -> None:
    board, goal = pair
    path = shortest(board, goal)
    assert leads(symmetry.board(board), symmetry.path(path)) == symmetry.board(goal)


def test_the_symmetries_are_all_there_are() -> None:
    """There are seven besides the identity, and each gives a different board."""
    board = shuffled(Shape(3, 3), 4)
    assert len({symmetry.board(board) for symmetry in SYMMETRIES} | {board}) == 8
    assert len({symmetry.ways for symmetry in SYMMETRIES} | {"UDLR"}) == 8


# Distances


@settings(max_examples=30)
@given(near(), symmetries)
def test_reflecting_or_turning_a_board_keeps_its_distance(pair: Pair, symmetry: Symmetry) -> None:
    board, goal = pair
    turned = shortest(symmetry.board(board), symmetry.board(goal))
    assert len(turned) == len(shortest(board, goal))


@settings(max_examples=30)
@given(names_for(near()))
def test_other_names_for_the_tiles_keep_the_distance_and_the_very_path(
    drawn: tuple[Board, Board, list[int]],
) -> None:
    board, goal, names = drawn
    assert shortest(renamed(board, names), renamed(goal, names)) == shortest(board, goal)


@settings(max_examples=30)
@given(near())
def test_the_way_back_is_as_long_and_a_solution_reversed_solves_the_reverse(pair: Pair) -> None:
    board, goal = pair
    path = shortest(board, goal)
    assert leads(goal, reversed_path(path)) == board
    assert len(shortest(goal, board)) == len(path)


@settings(max_examples=30)
@given(near())
def test_one_move_changes_the_distance_by_exactly_one(pair: Pair) -> None:
    board, goal = pair
    far = len(shortest(board, goal))
    changes = {len(shortest(board.slide(cell), goal)) - far for cell in board.movable}
    assert changes <= {-1, 1}
    assert (-1 in changes) == (board != goal), "from anywhere but the goal, some move comes nearer"


@settings(max_examples=20)
@given(near(moves=16), near(moves=16))
def test_a_detour_is_never_shorter(one: Pair, other: Pair) -> None:
    """The triangle inequality: from a to c through b is at least as far as from a to c."""
    board, goal = one
    random = Random(len(other[0].tiles))
    over = board
    for _ in range(10):
        over = over.slide(random.choice(over.movable))
    assert len(shortest(board, goal)) <= len(shortest(board, over)) + len(shortest(over, goal))


# All shortest paths, and hints


@settings(max_examples=12)
@given(near(longest=3), symmetries)
def test_all_shortest_paths_go_with_the_board_when_it_is_laid_down_again(
    pair: Pair, symmetry: Symmetry
) -> None:
    board, goal = pair
    turned = every_shortest(symmetry.board(board), symmetry.board(goal))
    assert turned == {symmetry.path(path) for path in every_shortest(board, goal)}


@settings(max_examples=12)
@given(names_for(near(longest=3)))
def test_all_shortest_paths_are_the_same_by_any_names_and_reversed_on_the_way_back(
    drawn: tuple[Board, Board, list[int]],
) -> None:
    board, goal, names = drawn
    paths = every_shortest(board, goal)
    assert every_shortest(renamed(board, names), renamed(goal, names)) == paths
    assert every_shortest(goal, board) == {reversed_path(path) for path in paths}


@each_symmetry
def test_hints_go_with_the_board_when_it_is_laid_down_again(symmetry: Symmetry) -> None:
    for seed, shape in enumerate((Shape(2, 2), Shape(2, 3), Shape(3, 2))):
        goal = shuffled(shape, seed)
        turned_goal = symmetry.board(goal)
        here = build_distance_table(goal.shape, goal.blank)
        there = build_distance_table(turned_goal.shape, turned_goal.blank)
        for tiles in sorted(oracles.distances(goal))[::3]:
            board = Board(shape, tiles)
            problem, turned = Problem(board, goal), Problem(symmetry.board(board), turned_goal)
            assert here.distance(problem.initial) == there.distance(turned.initial)
            best = {(move.tile, symmetry.path(move.letter)) for move in here.best(problem)}
            assert {(move.tile, move.letter) for move in there.best(turned)} == best


# Solvability and repairs


@settings(max_examples=50)
@given(names_for(boards_and_goals()), symmetries)
def test_whether_a_board_can_be_solved_does_not_change(
    drawn: tuple[Board, Board, list[int]], symmetry: Symmetry
) -> None:
    board, goal, names = drawn
    solvable = check(board, goal).solvable
    assert check(goal, board).solvable == solvable
    assert check(symmetry.board(board), symmetry.board(goal)).solvable == solvable
    assert check(renamed(board, names), renamed(goal, names)).solvable == solvable
    assert check(board.swap(1, 2), goal).solvable != solvable
    assert check(board.swap(1, 2), goal.swap(1, 2)).solvable == solvable
    for cell in board.movable:
        assert check(board.slide(cell), goal).solvable == solvable


@settings(max_examples=50)
@given(boards_and_goals(), symmetries)
def test_each_repair_mends_and_mends_as_much_when_laid_down_again(pair: Pair, symmetry: Symmetry) -> None:
    """The exchanged tiles may differ if several pairs gain the same; the gain may not."""
    board, goal = pair
    if check(board, goal).solvable:
        board = board.swap(1, 2)
    left = []
    for start, aim in ((board, goal), (symmetry.board(board), symmetry.board(goal))):
        offered = check(start, aim).repairs
        (swap,) = [repair for repair in offered if isinstance(repair, SwapTiles)]
        assert check(swap.board, aim).solvable
        for other in offered:
            if other is not swap:
                assert check(start, other.goal).solvable  # type: ignore[union-attr]
        left.append(oracles.manhattan(swap.board, aim))
    assert left[0] == left[1]


# Estimates

#: Its groups of tiles are drawn for one orientation, so its estimates are symmetric only on small trays.
GROUPS = "pattern-tables"
#: A wrong example: it adds differences of the numbers on tiles, so it depends on the names.
BY_NUMBER = "value-euclidean"
#: A tolerance: floating-point sums depend on the order of their parts.
DUST = 1e-9

ESTIMATES = [card for card in HEURISTICS if card.name != GROUPS]
each_estimate = pytest.mark.parametrize("card", ESTIMATES, ids=lambda card: card.name)


def estimate(card: HeuristicCard, board: Board, goal: Board) -> float:
    return card.make(goal).estimate(Problem(board, goal).initial)


@each_estimate
@settings(max_examples=12)
@given(pair=boards_and_goals(4), symmetry=symmetries)
def test_an_estimate_stays_when_the_board_is_laid_down_again(
    card: HeuristicCard, pair: Pair, symmetry: Symmetry
) -> None:
    board, goal = pair
    turned = estimate(card, symmetry.board(board), symmetry.board(goal))
    assert turned == pytest.approx(estimate(card, board, goal), abs=DUST)


@pytest.mark.parametrize(
    "card", [card for card in ESTIMATES if card.name != BY_NUMBER], ids=lambda card: card.name
)
@settings(max_examples=12)
@given(drawn=names_for(boards_and_goals(4)))
def test_an_estimate_does_not_depend_on_the_names_of_tiles(
    card: HeuristicCard, drawn: tuple[Board, Board, list[int]]
) -> None:
    board, goal, names = drawn
    assert estimate(card, renamed(board, names), renamed(goal, names)) == estimate(card, board, goal)


def test_the_mistake_of_taking_numbers_for_places_shows_by_other_names() -> None:
    card, board, goal = HEURISTICS[BY_NUMBER], Board.parse("1 0/3 2"), Board.parse("1 2/3 0")
    assert estimate(card, board, goal) == pytest.approx(3 * 2**0.5)
    assert estimate(card, renamed(board, [2, 1, 3]), renamed(goal, [2, 1, 3])) == pytest.approx(2 * 2**0.5)


@each_estimate
@settings(max_examples=12)
@given(pair=boards_and_goals(4))
def test_an_estimate_of_the_way_back_is_the_same(card: HeuristicCard, pair: Pair) -> None:
    """Paths can be reversed, so the distance is the same in both directions."""
    board, goal = pair
    there = estimate(card, board, goal)
    assert estimate(card, goal, board) == pytest.approx(there, abs=DUST)


@settings(max_examples=20)
@given(near(longest=3), symmetries)
def test_pattern_tables_stay_below_the_distance_however_the_board_is_laid_down(
    pair: Pair, symmetry: Symmetry
) -> None:
    board, goal = pair
    far = len(shortest(board, goal))
    card = HEURISTICS[GROUPS]
    assert estimate(card, board, goal) <= far
    turned = estimate(card, symmetry.board(board), symmetry.board(goal))
    assert turned <= far
    assert (turned - far) % 2 == 0
