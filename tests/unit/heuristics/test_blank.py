"""The two heuristics that look at the blank only."""

from __future__ import annotations

import pytest

from npuzzle import HEURISTICS, Board, Shape, goal_board
from npuzzle.heuristics.simple import BlankChebyshev, BlankDistance
from tests.unit.heuristics.claims import estimate, goal_with_blank_at, verdict_on_the_3x3


@pytest.mark.slow
@pytest.mark.parametrize(("name", "most", "mean"), [("blank-distance", 4, 2), ("blank-chebyshev", 2, 13 / 9)])
def test_how_far_the_blank_can_be_on_the_3x3(name: str, most: int, mean: float) -> None:
    verdict = verdict_on_the_3x3(HEURISTICS[name])
    assert verdict.most == most
    assert verdict.mean == pytest.approx(mean)


def test_tiles_do_not_matter() -> None:
    goal = goal_board("blank-last", Shape(3, 4))
    for text in ("0 1 2 3/4 5 6 7/8 9 10 11", "0 11 7 3/1 2 4 8/10 9 5 6"):
        assert estimate("blank-distance", Board.parse(text), goal) == 2 + 3
        assert estimate("blank-chebyshev", Board.parse(text), goal) == 3


def test_the_kings_way_is_never_longer_and_shorter_off_the_homes_row_and_column() -> None:
    for home in range(12):
        goal = goal_with_blank_at(Shape(3, 4), home)
        distance, chebyshev = BlankDistance(goal), BlankChebyshev(goal)
        for blank in range(12):
            state = [cell for cell in range(12) if cell != home]
            state.insert(blank, home)
            in_line = blank // 4 == home // 4 or blank % 4 == home % 4
            assert (chebyshev.estimate(state) == distance.estimate(state)) is in_line
            assert chebyshev.estimate(state) <= distance.estimate(state)
