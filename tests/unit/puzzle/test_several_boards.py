"""Files of boards: rows of a larger board never become a small board, in whatever form they are written."""

from __future__ import annotations

from random import Random

import pytest

from npuzzle import Board, InvalidBoardError, Shape
from npuzzle.cli.board_io import read_block
from npuzzle.puzzle.read_boards import split_boards
from tests.support.strategies import shuffled


def read(text: str) -> list[str | None]:
    """Return the boards of a file, each with its goal if it has one, and None for errors."""
    found: list[str | None] = []
    for _, block in split_boards(text.splitlines()):
        try:
            reading = read_block(block)
            found.append(f"{reading.board}" + (f" -> {reading.goal}" if reading.goal else ""))
        except InvalidBoardError:
            found.append(None)
    return found


WHOLE = "3 1 2 0/5 6 7 4/9 10 11 8/13 14 15 12"

#: One valid 4x4 board, each row on its own line.
ROWS = {
    "lists": "[3, 1, 2, 0]\n[5, 6, 7, 4]\n[9, 10, 11, 8]\n[13, 14, 15, 12]",
    "tuples": "(3, 1, 2, 0)\n(5, 6, 7, 4)\n(9, 10, 11, 8)\n(13, 14, 15, 12)",
    "numpy": "[[ 3  1  2  0]\n [ 5  6  7  4]\n [ 9 10 11  8]\n [13 14 15 12]]",
    "comments": "3 1 2 0 # row (top)\n5 6 7 4\n9 10 11 8\n13 14 15 12",
    "two empty lines": "3 1 2 0\n\n\n5 6 7 4\n\n\n9 10 11 8\n\n\n13 14 15 12",
    "an empty line in the middle": "3 1 2 0\n5 6 7 4\n\n9 10 11 8\n13 14 15 12",
    "tags": "<tr><td>"
    + "</td></tr>\n<tr><td>".join(row.replace(" ", "</td><td>") for row in WHOLE.split("/"))
    + "</td></tr>",
    "a size": "4x4\n3 1 2 0\n5 6 7 4\n9 10 11 8\n13 14 15 12",
    "bars": "3|1|2|0\n5|6|7|4\n9|10|11|8\n13|14|15|12",
    "remarks": "3 1 2 0 // top\n5 6 7 4 // second\n9 10 11 8\n13 14 15 12",
}


@pytest.mark.parametrize("text", ROWS.values(), ids=ROWS)
def test_rows_of_one_board_are_one_board(text: str) -> None:
    assert read(text) == [WHOLE]
    assert str(Board.parse(text)) == WHOLE


@pytest.mark.parametrize("text", ROWS.values(), ids=ROWS)
@pytest.mark.parametrize("wrong", [("15", "14"), ("8", "88"), ("7", "")])
def test_no_row_of_a_board_with_a_mistake_is_a_board(text: str, wrong: tuple[str, str]) -> None:
    """The board without that row is not read either: the result is an error."""
    assert set(read(text.replace(*wrong, 1))) == {None}


FAULTY = {
    "Java": "int[][] t = {\n {3,1,2,0},\n {5,6,7,7},\n {8,9,10,11},\n{12,13,14,15}};",
    "minus signs": "3-1-2-0\n4-5-6-7\n8-9-10-11\n12-13-14-14",
    "semicolons": "3;1;2;0\n4;5;6;7\n8;9;10;11\n12;13;14;14",
    "ends": "3 1 2 0;\n5 6 7 4;\n8 9 10 11;\n12 13 15 15;",
    "bullets": "- [3, 1, 2, 0]\n- [4, 5, 6, 7]\n- [8, 9, 10, 11]\n- [12, 13, 14, 14]",
    "labels": "A: [3,1,2,0]\nB: [4,5,6,7]\nC: [8,9,10,11]\nD: [12,13,14,14]",
    "a frame": "+---+---+\n| 3 | 1 | 2 |\n+---+---+\n| 0 | 4 | 5 |\n+---+---+\n| 6 | 7 | 7 |\n+---+---+",
    "a missing row": "4\n1 2 3 0\n5 6 7 4\n9 10 11 8\n",
    "a size and a missing row": "4 4\n1 2 3 0\n5 6 7 4\n9 10 11 8\n",
    "a size in another form": "4x4\n1 2 3 0\n5 6 7 4\n9 10 11 8\n",
    "one row of many": "10 10\n0 1 2 3 4 5 6 7 8 9\n",
    "a truncated side": "4\n3 1 2 0\n",
    "a repeated row": "1 2 3 0\n1 2 3 0\n9 10 11 12\n13 14 15 8",
    "repeated numbers": "3 1 2 0\n3 1 2 4\n9 10 11 8\n13 14 15 12",
    "a bar in the middle": "0 1 | 2 3\n4 5 | 6 7\n8 9 | 10 11\n12 13 | 14 14",
    "half of it a board": "0 1 2 3\n4 5 6 7\n3 2 10 11\n12 13 14 15",
    "two boards one below the other": "1 2 3\n4 * 5\n7 8 6\n8 6 7\n2 5 4\n3 * 1",
    "cut cells of a table": "id,board\n7,0 1 2 3,4 5 6 7,8 9 10 11,12 13 14 15",
    "a heading with more names": "id,board,h1\n4,3 1/2 0 5,5",
    "a line of slashes": "1 2 3 0//5 6 7 4//9 10 11 8//13 14 15 12",
    "numbers after remarks": "1 2 3\n4 5 6\n7 8 % 9 0",
    "zeros below": "1 2 3 4\n5 6 7 0\n0 0 0 0\n0 0 0 0",
    "a mistyped tile": "1 2 3/4 5 6/7 B 0",
    "an unknown tile": "1 2 3/4 5 6/7 _ 0",
    "a side and a missing tile": "4 4\n7 14 8 12\n6 10 9\n15 11 5 13\n2 0 1 3",
    "one number too many": "8 3 0/4 2 7/6 8 5 1",
    "an unknown goal": '{"board": "2 8 3/1 6 4/7 0 5", "goal": "sprial"}',
    "a goal with a mistake": "2 8 3/1 6 4/7 0 5 -> 1 2 3/8 0 4/7 6 6",
    "an unknown goal after an arrow": "2 8 3/1 6 4/7 0 5 -> sprial",
}


@pytest.mark.parametrize("text", FAULTY.values(), ids=FAULTY)
def test_no_part_of_a_faulty_text_becomes_a_board(text: str) -> None:
    assert set(read(text)) == {None}
    if not text.startswith("id,board"):  # alone, it is read without the 7 in front
        with pytest.raises(InvalidBoardError):
            Board.parse(text)


@pytest.mark.parametrize(
    ("text", "boards"),
    [
        (
            "Start:\n2 8 3\n1 6 4\n7 0 5\n\nGoal:\n1 2 3\n8 0 4\n7 6 5\n",
            ["2 8 3/1 6 4/7 0 5 -> 1 2 3/8 0 4/7 6 5"],
        ),
        (
            "Goal:\n1 2 3\n8 0 4\n7 6 5\nStart:\n2 8 3\n1 6 4\n7 0 5",
            ["2 8 3/1 6 4/7 0 5 -> 1 2 3/8 0 4/7 6 5"],
        ),
        (
            "goal = [[1,2,3],[8,0,4],[7,6,5]]; start = [[2,8,3],[1,6,4],[7,0,5]]",
            ["2 8 3/1 6 4/7 0 5 -> 1 2 3/8 0 4/7 6 5"],
        ),
        (
            '{"board": "2 8 3/1 6 4/7 0 5", "goal": "spiral", "id": "the start of 1 2 3"}',
            ["2 8 3/1 6 4/7 0 5 -> 1 2 3/8 0 4/7 6 5"],
        ),
        ("1 2/3 0 # the goal is 0 moves from the start", ["1 2/3 0"]),
        ("1 2/3 0 // the goal is 0 moves from the start", ["1 2/3 0"]),
        ("1 2 3/4 5 6/0 7 8 -> spiral", ["1 2 3/4 5 6/0 7 8 -> 1 2 3/8 0 4/7 6 5"]),
        (
            '{"board": [[1,2,3],[4,5,6],[7,0,8]], "goal": "center"}',
            ["1 2 3/4 5 6/7 0 8 -> 1 2 3/4 0 5/6 7 8"],
        ),
        ("2 8 3/1 6 4/7 * 5\n1 3 2/4 5 */7 8 6", ["2 8 3/1 6 4/7 0 5", "1 3 2/4 5 0/7 8 6"]),
        (
            "int[][] a = {{2,8,3},{1,6,4},{7,0,5}};\nint[][] b = {{1,2,3},{4,0,5},{7,8,6}};",
            ["2 8 3/1 6 4/7 0 5", "1 2 3/4 0 5/7 8 6"],
        ),
        ("[[1,2],[3,0]]\n[[2,1],[3,0]]\n[[1,2],[0,3]]", ["1 2/3 0", "2 1/3 0", "1 2/0 3"]),
        (
            "1 2 3/4 5 6/0 7 8 -> 1 2 3/4 5 6/7 8 0\n1 2/3 0 -> 0 1/2 3",
            ["1 2 3/4 5 6/0 7 8 -> 1 2 3/4 5 6/7 8 0", "1 2/3 0 -> 0 1/2 3"],
        ),
        (
            "Start: 2 8 3 1 6 4 7 0 5 Goal: 1 2 3 8 0 4 7 6 5\n" * 2,
            ["2 8 3/1 6 4/7 0 5 -> 1 2 3/8 0 4/7 6 5"] * 2,
        ),
        ("1 2 | 3 0\n3 2 | 1 0\n0 1 | 2 3", ["1 2/3 0", "3 2/1 0", "0 1/2 3"]),
        ("a) 1 2/3 0\nb) 3 2/1 0", ["1 2/3 0", "3 2/1 0"]),
        ("283 164 705\n283 164 750", ["2 8 3/1 6 4/7 0 5", "2 8 3/1 6 4/7 5 0"]),
        ("1 2 3 0\n3 2 1 0\n2 3 1 1", ["1 2/3 0", "3 2/1 0", None]),
        ("hello\nworld\n1 2/3 0", [None, None, "1 2/3 0"]),
        ('id,board\n1,"3 1 2 0\n5 6 7 4\n9 10 11 8\n13 14 15 12"\n2,1 2/3 0', [WHOLE, "1 2/3 0"]),
        ("sep=;\nid;board\n1;1 2/3 0", ["1 2/3 0"]),
        ("Puzzles, each one a board to solve:\n1 2/3 0", [None, "1 2/3 0"]),
        ("id,board\n1," + "1" * 140_000 + "\n2,1 2/3 0", [None, "1 2/3 0"]),
    ],
)
def test_a_file_is_divided_where_people_divide_it(text: str, boards: list[str | None]) -> None:
    assert read(text) == boards


@pytest.mark.parametrize("seed", range(40))
def test_with_one_mistake_only_the_faulty_board_is_an_error(seed: int) -> None:
    random = Random(seed)
    made = [
        shuffled(Shape(random.randint(2, 5), random.randint(2, 5)), random.randint(0, 9999)) for _ in range(4)
    ]
    blocks = [str(board).replace("/", "\n") for board in made]
    assert read("\n\n".join(blocks)) == list(map(str, made))
    tiles = list(made[1].tiles)
    at, other = random.sample(range(len(tiles)), 2)
    tiles[at] = tiles[other]
    cols = made[1].shape.cols
    blocks[1] = "\n".join(" ".join(map(str, tiles[row : row + cols])) for row in range(0, len(tiles), cols))
    right = [str(made[0]), str(made[2]), str(made[3])]
    found = [one for one in read("\n\n".join(blocks)) if one]
    assert len(found) > 1
    assert found == [one for one in right if one in found], (
        "a board next to a faulty one may be lost, but none may be wrong"
    )
