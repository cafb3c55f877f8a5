"""The sets of boards in the package: what they hold, and how commands read them."""

from __future__ import annotations

import pytest

from npuzzle import HEURISTICS, load_set, solve
from npuzzle.errors import UnknownNameError
from npuzzle.puzzle.sets import SETS, find_set
from tests.support.command_line import Call, Save


@pytest.mark.parametrize(
    ("name", "boards", "sum_of_lengths"),
    [("korf100", 100, 5305), ("korf100-lines", 100, 3206), ("korf50-24", 50, 5039), ("hard15", 2, 160)],
)
def test_every_length_is_possible(name: str, boards: int, sum_of_lengths: int) -> None:
    known = load_set(name)
    assert (len(known), len({one.board for one in known})) == (boards, boards)
    assert sum(one.length or 0 for one in known) == sum_of_lengths
    card = HEURISTICS["walking-distance"]
    for one in known:
        goal, length = one.choose_goal(), one.length or 0
        assert one.board.is_solvable(goal)
        assert goal.blank == 0
        if not name.endswith("lines"):
            least = card(one.board, goal)
            assert least <= length
            assert (length - least) % 2 == 0
        elif one.name == "1":
            assert solve(one.board, goal, metric="lines").length == length


def test_an_unknown_set_is_answered_with_what_each_set_is(call: Call) -> None:
    with pytest.raises(UnknownNameError, match=r"^unknown set of boards 'korf5'.*korf100 \(100 random 4x4"):
        load_set("korf5")
    code, _, err = call("batch", "@korf5")
    assert (code, all(card.summary in err for card in SETS)) == (2, True)


def test_a_batch_compares_the_lengths_of_a_set(call: Call, save: Save) -> None:
    rows = call("batch", "@hard15", "--max-expanded", "1").rows
    assert [(row["id"], row["known_length"], row["agrees"]) for row in rows] == [
        ("1", 80, None),
        ("2", 80, None),
    ]
    table = "\n".join(find_set("korf100-lines").lines()[:2])
    assert call("batch", save(table), "--metric", "lines").json["agrees"] is True


def test_a_length_in_another_metric_is_not_compared(call: Call) -> None:
    code, _, err = call("batch", "@korf100", "--metric", "lines")
    assert (code, "the lengths of korf100 are for --metric tiles, got lines" in err) == (2, True)


def test_boards_of_a_set_are_compared(call: Call) -> None:
    asked = ("compare", "--boards", "@hard15", "--goal", "blank-first", "--max-expanded", "9", "--json")
    assert {row["board"] for row in call(*asked).json["runs"]} == {
        str(one.board) for one in load_set("hard15")
    }
