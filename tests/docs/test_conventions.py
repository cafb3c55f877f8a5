"""The tables of conventions.md, and its two rules of parity."""

from __future__ import annotations

from math import factorial

import pytest

from npuzzle import GOALS, Board, Problem, Shape, check, goal_board
from npuzzle.lab.space import enumerate_states, rank
from tests.support.documents import FOLDER, Document
from tests.support.known_cards import GOALS_TOLD
from tests.support.oracles import distances

CONVENTIONS = Document.at(FOLDER / "conventions.md")
SIZES = CONVENTIONS.table_after("## Known sizes")
QUICK = ("2x2", "2x3")


def test_the_goals_are_those_documented() -> None:
    rows = CONVENTIONS.table_after("## Goals")
    assert len(rows) >= len(GOALS_TOLD)
    for names, square, oblong in rows:
        card = GOALS[names.split("`, `")[0]]
        assert names.split("`, `") == [card.name, *card.aliases]
        assert (square, oblong) == (str(goal_board(card, Shape(3, 3))), str(goal_board(card, Shape(2, 4))))


def test_a_rank_goes_from_0_to_the_last() -> None:
    assert rank((0, 1, 2, 3)) == 0
    assert rank((3, 2, 1, 0)) == factorial(4) - 1


@pytest.mark.parametrize(
    ("shape", "boards", "farthest"),
    [pytest.param(*row, marks=[] if row[0] in QUICK else pytest.mark.slow) for row in SIZES],
)
def test_sizes_are_as_documented(shape: str, boards: str, farthest: str) -> None:
    found = distances(goal_board("blank-last", Shape.parse(shape)))
    assert (f"{len(found):,}", str(max(found.values()))) == (boards, farthest)
    assert len(found) == factorial(Shape.parse(shape).cells) // 2


@pytest.mark.slow
def test_the_farthest_from_the_middle_is_as_documented() -> None:
    farthest = enumerate_states(Shape(3, 3), 4).distance[-1]
    assert f"With its home in the middle of the 3x3 it is {farthest}." in CONVENTIONS.flat


@pytest.mark.parametrize("text", ["1 2 3/4 5 0", "0 1/2 3/4 5", "1 2/3 0"])
def test_the_two_rules_of_parity_say_what_is_reached(text: str) -> None:
    goal = Board.parse(text)
    reached = distances(goal)
    for other in distances(goal.swap(1, 2)):
        board = Board(goal.shape, other)
        assert not Problem(board, goal).is_solvable
        assert not check(str(board), str(goal)).solvable
        assert other not in reached
    for tiles in reached:
        board = Board(goal.shape, tiles)
        assert Problem(board, goal).is_solvable
        assert check(str(board), str(goal)).solvable
