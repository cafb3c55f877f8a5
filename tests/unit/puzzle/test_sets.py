"""The sets of boards in the package: what they hold, and how commands read them."""

from __future__ import annotations

import pytest

from npuzzle import HEURISTICS, load_set
from npuzzle.errors import UnknownNameError
from npuzzle.puzzle.sets import SETS, find_set
from tests.support.command_line import Call, Save


@pytest.mark.parametrize(("name", "boards", "mean"), [("korf100", 100, 53.05), ("korf50-24", 50, 100.78)])
def test_every_length_is_possible(name: str, boards: int, mean: float) -> None:
    known, card = load_set(name), HEURISTICS["walking-distance"]
    assert (len(known), len({one.board for one in known})) == (boards, boards)
    assert sum(one.length or 0 for one in known) / boards == mean
    for one in known:
        goal, length = one.choose_goal(), one.length or 0
        assert one.board.is_solvable(goal)
        assert goal.blank == 0
        assert length - card(one.board, goal) in range(0, 99, 2)


def test_an_unknown_set_is_answered_with_what_each_set_is(call: Call) -> None:
    with pytest.raises(UnknownNameError, match=r"^unknown set of boards 'korf5'.*korf100 \(100 random 4x4"):
        load_set("korf5")
    code, _, err = call("batch", "@korf5")
    assert (code, all(known.summary in err for known in SETS.values())) == (2, True)


def test_a_batch_compares_the_lengths_of_a_set_in_its_metric(call: Call, save: Save) -> None:
    rows = call("batch", "@hard15", "--max-expanded", "1").rows
    assert [(row["known_length"], row["agrees"]) for row in rows] == [(80, None)] * 2
    table = save("\n".join(find_set("korf100-lines").lines()[:2]))
    assert call("batch", table, "--metric", "lines").json["agrees"] is True
    code, _, err = call("batch", "@korf100", "--metric", "lines")
    assert (code, "the lengths of @korf100 need --metric tiles, got lines" in err) == (2, True)


def test_boards_of_a_set_are_compared(call: Call) -> None:
    asked = ("compare", "--boards", "@hard15", "--goal", "blank-first", "--max-expanded", "9", "--json")
    found = {row["board"] for row in call(*asked).json["runs"]}
    assert found == {str(one.board) for one in load_set("hard15")}
