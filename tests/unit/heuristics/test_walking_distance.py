"""Walking distance: its tables, their sizes, and boards for which they would be too large."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from itertools import product
from random import Random

import pytest

from npuzzle import HEURISTICS, Problem, Shape, random_board
from npuzzle.heuristics.simple import Manhattan
from npuzzle.heuristics.walking import WalkingDistance, divide_borders, heights, solve_table, table_size_bound
from tests.support.quick import mostly_slow
from tests.support.strategies import four_goals, shuffled, walk
from tests.unit.heuristics.claims import goal_with_blank_at, hold_to_its_claims, judge

#: In the package, this name is the card.
MODULE = import_module("npuzzle.heuristics.walking")

CARD = HEURISTICS["walking-distance"]
#: The tables for the rows of any board have no more positions than this, and so for its columns.
PROMISED = 230_000
SMALL_TABLES = [
    (width, (low, *[1] * inner, high))
    for width, inner in [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 1), (4, 2), (7, 1)]
    for low, high in [(1, 1), (1, 2), (3, 1), (2, 4)]
    if width * inner < 6 or (low, high) == (1, 1)
]


@cache
def fillings(lines: tuple[int, ...], tiles: tuple[int, ...]) -> int:
    """Count the ways to fill lines of these lengths with the given numbers of tiles of each kind."""
    length, *rest = lines
    if not rest:
        return 1
    ways = 0
    for some in product(*[range(min(length, count) + 1) for count in tiles[1:]]):
        first = length - sum(some)
        if 0 <= first <= tiles[0]:
            ways += fillings(tuple(rest), tuple(n - k for n, k in zip(tiles, (first, *some))))
    return ways


def positions(width: int, heights: tuple[int, ...], home: int) -> int:
    """Count the positions with the blank in any line, reachable or not."""
    room = [height * width for height in heights]

    def all_but_one(band: int) -> tuple[int, ...]:
        return tuple(count - (at == band) for at, count in enumerate(room))

    return sum(fillings(all_but_one(blank), all_but_one(home)) for blank in range(len(heights)))


def runs(lines: int, width: int, home: int) -> list[tuple[int, int]]:
    """Return the borders that share a table, if the blank's home is in line `home`."""
    return [(first, after) for first, after, _ in divide_borders(lines, width, home)]


@pytest.mark.slow
def test_the_table_of_the_4x4_has_24964_positions() -> None:
    for home in range(4):
        table = solve_table(4, (1, 1, 1, 1), home)
        assert table is not None
        assert len(table.distance) == positions(4, (1, 1, 1, 1), home) == 24_964


@pytest.mark.parametrize(
    ("width", "heights"), mostly_slow(SMALL_TABLES, lambda table: table[0] * sum(table[1]) <= 8, unpack=True)
)
def test_every_position_is_in_the_table_so_every_board_has_an_estimate(
    width: int, heights: tuple[int, ...]
) -> None:
    for home in range(len(heights)):
        size = positions(width, heights, home)
        table = solve_table(width, heights, home, size)
        assert table is not None
        assert len(table.distance) == size <= table_size_bound(width, heights)
        assert set(table.distance.values()) == set(range(max(table.distance.values()) + 1))
        assert solve_table(width, heights, home, size - 1) is None


@pytest.mark.parametrize("lines", [2, 3, 4])
@pytest.mark.parametrize("width", [2, 3, 4])
def test_up_to_4x4_every_line_differs_from_every_other(lines: int, width: int) -> None:
    assert all(runs(lines, width, home) == [(0, lines - 1)] for home in range(lines))


def hold_to_the_promise(lines: int, width: int, home: int) -> None:
    """Check that runs cover each border once, in order, single borders have no table, tables are small."""
    built, covered = 0, 0
    for first, after, table in divide_borders(lines, width, home):
        assert first == covered < after
        assert sum(heights(lines, first, after)) == lines
        assert (table is None) == (after - first == 1)
        built, covered = built + (0 if table is None else len(table.distance)), after
    assert covered == lines - 1
    assert built <= PROMISED


@pytest.mark.slow_cases("17-17")
@pytest.mark.parametrize(
    ("lines", "width"),
    mostly_slow(
        [(2, 2), (2, 127), (17, 17), (5, 5), (36, 36), (60, 12), (127, 2), (127, 127)], 3, unpack=True
    ),
)
def test_tables_are_small(lines: int, width: int) -> None:
    hold_to_the_promise(lines, width, lines // 3)


@pytest.mark.parametrize("home", [0, 2, 4])
def test_what_the_first_table_takes_is_not_there_for_the_next(
    home: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MODULE, "MAX_TABLE_POSITIONS", 60)
    assert runs(5, 2, home) == [(0, 2), (2, 3), (3, 4)]
    sizes = [len(table.distance) for _, _, table in divide_borders(5, 2, home) if table is not None]
    assert 30 < sum(sizes) <= 60, "two such tables were too many"


@pytest.mark.slow
@pytest.mark.parametrize("home", mostly_slow([5, 0]))
@pytest.mark.parametrize("shape", mostly_slow([Shape(4, 2), Shape(2, 4)]), ids=str)
def test_bands_keep_the_claims(shape: Shape, home: int, monkeypatch: pytest.MonkeyPatch) -> None:
    goal = goal_with_blank_at(shape, home)
    whole = judge(CARD.make(goal), every=3)
    monkeypatch.setattr(MODULE, "MAX_TABLE_POSITIONS", 100)
    assert all(runs(4, 2, line) == [(0, 2), (2, 3)] for line in range(4))
    banded = hold_to_its_claims(CARD, goal, every=3)
    assert judge(Manhattan(goal), every=3).mean < banded.mean < whole.mean


@pytest.mark.slow
def test_without_tables_it_is_manhattan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "MAX_TABLE_POSITIONS", 1)
    for goal in [*four_goals(Shape(3, 3)), *four_goals(Shape(4, 7))]:
        walking, manhattan = WalkingDistance(goal), Manhattan(goal)
        for seed in range(50):
            state = Problem(shuffled(goal.shape, seed), goal).initial
            assert walking.estimate(state) == manhattan.estimate(state)
    hold_to_its_claims(CARD, goal_with_blank_at(Shape(2, 4), 5))


SIDES = [(2, 9), (9, 2), (3, 7), (5, 5), (6, 4), (4, 6), (10, 10), (20, 20)]
#: Two goals per shape, because there are many tables. The contract tests all four.
GOALS = {Shape(*sides): four_goals(Shape(*sides))[1::2] for sides in SIDES}


@pytest.mark.parametrize("shape", mostly_slow(GOALS, lambda shape: shape.cells <= 21), ids=str)
def test_a_move_changes_it_by_1_and_step_knows_which_way(shape: Shape) -> None:
    for goal in GOALS[shape]:
        problem = Problem(random_board(goal, Random(3)), goal)
        heuristic = CARD.make(goal)
        before = heuristic.estimate(problem.initial)
        for slide, state in walk(problem, 60, seed=2):
            h = heuristic.step(before, state, slide)
            assert h == heuristic.estimate(state)
            assert abs(h - before) == 1
            before = h


@pytest.mark.parametrize("home", [0, 7, 13])
def test_a_run_of_borders_in_the_middle_is_never_below_manhattan_nor_above_the_whole(
    home: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The 7 rows of 2 share three tables: one above, one in the middle, one below."""
    goal = goal_with_blank_at(Shape(7, 2), home)
    monkeypatch.setattr(MODULE, "MAX_TABLE_POSITIONS", 300)
    assert runs(7, 2, home // 2) == [(0, 2), (2, 4), (4, 6)]
    walking, manhattan = CARD.make(goal), Manhattan(goal)
    h = walking.estimate(range(14))
    for slide, state in walk(Problem(goal, goal), 60, seed=4):
        before, h = h, walking.step(h, state, slide)
        assert h == walking.estimate(state) >= manhattan.estimate(state)
        assert abs(h - before) == 1


@pytest.mark.parametrize(
    ("most", "lines", "expected"),
    [
        (20, 5, [(0, 1), (1, 2), (2, 3), (3, 4)]),
        (200, 6, [(0, 2), (2, 4), (4, 5)]),
        (500, 8, [(0, 2), (2, 4), (4, 6), (6, 7)]),
    ],
)
def test_runs_take_turns_until_the_last_border(
    most: int, lines: int, expected: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MODULE, "MAX_TABLE_POSITIONS", most)
    for home in (0, lines // 2):
        assert runs(lines, 2, home) == expected


def test_the_least_size_of_a_table_counts_the_lower_of_its_end_bands() -> None:
    assert table_size_bound(2, (2, 1, 4)) == table_size_bound(2, (4, 1, 2)) == (6 * 3) * (2 * 2 + 1) * 3
    assert table_size_bound(3, (2, 5)) == (2 * 3 + 1) * 2
