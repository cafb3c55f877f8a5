"""The tables of conventions.md and its two rules about parity are correct."""

from __future__ import annotations

from collections import Counter
from math import factorial

import pytest

from npuzzle import GOALS, Board, Problem, Shape, check, goal_board
from npuzzle.lab.space import enumerate_states, rank
from tests.benchmarks import gods_numbers
from tests.support.documents import FOLDER, Document
from tests.support.known_cards import GOALS_TOLD
from tests.support.oracles import distances, line_distances

CONVENTIONS = Document.at(FOLDER / "conventions.md")
GODS_NUMBERS = CONVENTIONS.table_after("## God's number")
LEVEL = {"2x5": pytest.mark.slow, "2x6": pytest.mark.long, "3x4": pytest.mark.long}


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
    "row", [pytest.param(row, marks=LEVEL.get(row[0], ()), id=row[0]) for row in GODS_NUMBERS]
)
def test_gods_numbers_are_as_documented(
    row: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["gods_numbers", row[0]])
    gods_numbers.main()
    assert capsys.readouterr().out.splitlines()[-1].split()[:-1] == row
    assert row[1] == f"{factorial(Shape(row[0]).cells) // 2:,}"


def test_all_shapes_that_are_searched_are_documented() -> None:
    assert [row[0] for row in GODS_NUMBERS] == list(gods_numbers.SHAPES)


@pytest.mark.parametrize("engine", ["auto", "checked"])
@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize("shape", ["2x2", "2x3", "3x2"])
def test_levels_are_those_of_a_flood_fill(shape: str, lines: bool, engine: str) -> None:
    goal = goal_board("blank-last", Shape(shape))
    found = (line_distances if lines else distances)(goal)
    levels = gods_numbers.levels(goal.shape, lines=lines, engine=engine)
    assert dict(enumerate(levels)) == Counter(found.values())


@pytest.mark.slow
def test_the_farthest_from_the_middle_is_as_documented() -> None:
    farthest = enumerate_states(Shape(3, 3), 4).distance[-1]
    assert (
        f"With the blank's home in the middle, the 3x3 needs up to {farthest} single moves."
        in CONVENTIONS.flat
    )


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
