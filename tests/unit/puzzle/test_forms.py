"""Boards as people paste them: every form, texts that must be rejected, and files of several boards."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from npuzzle import Board, InvalidBoardError, Shape, check, solve
from npuzzle.cli.board_io import draw
from npuzzle.puzzle.board import read_problem
from npuzzle.puzzle.read_boards import split_boards
from tests.support.pasted_texts import READ, REFUSED
from tests.support.strategies import boards, shuffled


@pytest.mark.parametrize(("text", "board"), READ.values(), ids=READ)
def test_a_board_is_read_from(text: str, board: str | None) -> None:
    found = Board.reading(text)
    assert str(found.board) == (board or "1 13 9 5/0 2 14 6/12 4 3 11/10 8 7 15")
    assert Board.parse(text) == Board(text) == found.board


def write_rows(board: Board, row: Callable[[list[str]], str], between: str = "\n") -> str:
    return between.join(row([str(tile) for tile in tiles]) for tiles in board.rows)


def with_gap(words: list[str]) -> list[str]:
    return [" " if word == "0" else word for word in words]


#: Ways in which people write a board of any size. Each is read correctly.
WRITERS: dict[str, Callable[[Board], str]] = {
    "frame": lambda b: (
        "+---+\n" + write_rows(b, lambda w: f"| {' | '.join(with_gap(w))} |", "\n+---+\n") + "\n+---+"
    ),
    "columns": lambda b: write_rows(b, lambda w: " ".join(f"{'' if x == '0' else x:>3}" for x in w) + " "),
    "tabs": lambda b: write_rows(b, lambda w: "\t".join(with_gap(w))),
    "star": lambda b: str(b).replace(" 0", " *").replace("/0", "/*").replace("*0", "*"),
    "braces": lambda b: "{{" + write_rows(b, ", ".join, "}, {") + "}};",
    "MATLAB": lambda b: "A = [" + write_rows(b, " ".join, "; ") + "];",
    "semicolons": lambda b: write_rows(b, lambda w: ";".join(with_gap(w))),
    "spreadsheet": lambda b: write_rows(b, lambda w: ",".join("" if x == "0" else x for x in w)),
    "JSON": lambda b: json.dumps({"board": b.rows}),
    "tuples": lambda b: str(tuple(b.rows)),
    "a list in lines": lambda b: str([list(row) for row in b.rows]).replace("], [", "],\n ["),
    "our own drawing": draw,
    "with words": lambda b: f"The board:\n{b.pretty()}\nEND",
}


@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=40)
@given(board=boards(6))
@example(board=Board("3 6 1 5/7 0 4 2"))
def test_what_is_written_in_a_form_is_read_back(name: str, board: Board) -> None:
    if name == "star" and str(board).startswith("0"):
        board = board.slide(board.movable[0])
    assert Board.reading(WRITERS[name](board)).board == board


@given(boards(9))
def test_plain_rows_are_read_without_a_remark(board: Board) -> None:
    for text in (str(board), board.pretty(), board.to_link(), str([list(row) for row in board.rows])):
        found = Board.reading(text)
        assert (found.board, found.goal, found.how) == (board, None, "")


#: Text around and between the rows of a board in one line, on purpose or by mistake.
FRONTS = ["", "a) ", "(b) ", "1) ", "12. ", "Q3: ", "Start: ", "(easy) ", "x. ", "0) "]
BETWEEN = ["/", " / ", " | ", "|", " || ", "\n", "\n\n", ";", " \\\\ ", " & ", ", "]
BACKS = ["", ".", " (easy", " (hard one)", " |", "]]", " Goal: 1 2", " # 3"]


@settings(max_examples=400)
@given(boards(4), st.sampled_from(FRONTS), st.sampled_from(BETWEEN), st.sampled_from(BACKS), st.data())
def test_a_text_in_one_line_is_its_board_or_an_error(
    board: Board, front: str, between: str, back: str, data: st.DataObject
) -> None:
    """With a cell replaced or lost, the text is an error, or the one board that fits all the other cells."""
    cells = [str(tile) for tile in board.tiles]
    at = data.draw(st.integers(0, len(cells) - 1))
    cells[at] = data.draw(st.sampled_from([cells[at], "", "|", "b", "99", "1)", "(x)"]))
    rows = [" ".join(cells[row : row + board.shape.cols]) for row in range(0, len(cells), board.shape.cols)]
    with suppress(InvalidBoardError):
        found = Board.reading(front + between.join(rows) + back).board
        assert (found.shape.cells, [*found.tiles]) == (len(cells), [*board.tiles])


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("1 2 3\n4 * 6\n7 5 8", "with * as the blank"),
        ("4-1-2\n7-e-3\n8-5-6", "with - between the cells, with e as the blank"),
        ("0 1 2\n3 # 5\n6 7 4", "with # as the blank, with the tiles 0 to 7 as 1 to 8"),
        (
            "8\n-1\n1 2 3\n4 5 6\n0 7 8",
            "with 8 as the number of tiles and -1 as the index of the blank in the goal, from 0",
        ),
        ("start:\n1 2 3\n4 0 5\n7 8 6", "without the words and marks around it"),
    ],
)
def test_a_reading_has_a_sentence_on_how_the_text_was_read(text: str, how: str) -> None:
    assert Board.reading(text).how == how


@pytest.mark.parametrize(("text", "said"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_one_board_is_refused_with_a_reason(text: str, said: str) -> None:
    with pytest.raises(InvalidBoardError, match=said):
        Board.parse(text)


def test_where_two_boards_come_out_one_sentence_names_both() -> None:
    with pytest.raises(
        InvalidBoardError,
        match=r"two ways, 1 2 3/4 5 6/7 8 0 \(with '0' as its number\) or 0 1 2/3 4 5/6 7 8 \(",
    ):
        Board.parse("0 1 2 3 4 5 6 7 8 0")


@pytest.mark.parametrize(
    ("text", "blank", "board"),
    [
        ("1 2 3/4 9 6/7 5 8", "9", "1 2 3/4 0 6/7 5 8"),
        ("0 1 2 3/4 5 6 7/8 9 10 11/12 13 15 14", "15", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"),
        ("[[1, 2, 3], [4, 16, 6], [7, 5, 8]]", "16", "1 2 3/4 0 6/7 5 8"),
    ],
)
def test_the_user_can_name_the_blank(text: str, blank: str, board: str) -> None:
    assert str(Board.reading(text, blank=blank).board) == board
    with pytest.raises(InvalidBoardError):
        Board.reading(text, blank="77")


@pytest.mark.parametrize(
    ("text", "goal", "length"),
    [
        ("7 2 4\n5 0 6\n8 3 1\n\n0 1 2\n3 4 5\n6 7 8", None, 26),
        ("2 8 3\n1 6 4\n7 0 5\n1 2 3\n8 0 4\n7 6 5", None, 5),
        ("12X453786\n12345678X", None, 2),
        ("1 2 3/4 5 6/0 7 8 -> 1 2 3/4 5 6/7 8 0", None, 2),
        ("8\n4\n1 2 3\n4 0 6\n7 5 8", None, 14),
        ("3\n0\n3\n8\n4\n1\n7\n2\n6\n5", "blank-first", 20),
        ("Start: 2 8 3 1 6 4 7 0 5 Goal: 1 2 3 8 0 4 7 6 5", None, 5),
        ("Goal state 1 2 3/8 0 4/7 6 5, initial state 2 8 3/1 6 4/7 0 5.", None, 5),
        ("initial: 283164705; final: 123804765", None, 5),
        ("# goal and start\nstart: 283164705\ngoal: 123804765", None, 5),
        ("goal_state = [[1,2,3],[8,0,4],[7,6,5]]\ninitial_state = [[2,8,3],[1,6,4],[7,0,5]]", None, 5),
        ("目标：1 2 3 8 0 4 7 6 5 初始状态：2 8 3 1 6 4 7 0 5", None, 5),
        ('{"board": "1 2 3/4 0 6/7 5 8", "goal": "blank-first"}', "blank-last", 2),
    ],
)
def test_a_text_may_hold_its_goal_and_the_goal_that_is_given_wins(
    text: str, goal: str | None, length: int | None
) -> None:
    assert solve(text, goal).length == length
    start, target = read_problem(text, goal)
    assert solve(start, target).length == length
    assert solve(text, "blank-last").to_dict()["goal"] == "1 2 3/4 5 6/7 8 0"


def split(text: str) -> list[tuple[int, str]]:
    return list(split_boards(text.split("\n")))


#: Files of several boards, and the line in which each board begins.
FILES = {
    "a count and empty lines": (
        "3\n\n1 2 3\n5 7 6\n0 4 8\n\n1 3 5\n4 2 6\n0 7 8\n\n3 4 5\n1 8 2\n0 7 6",
        [3, 7, 11],
    ),
    "sizes between": ("3 3\n1 0 3\n4 2 5\n7 8 6\n4 3\n1 2 5\n4 6 9\n11 8 10\n3 7 0\n0 0", [1, 5]),
    "a count": (
        "2\n2 3 4 0\n1 5 7 8\n9 6 10 12\n13 14 11 15\n13 1 2 4\n5 0 3 7\n9 6 10 12\n15 8 11 14",
        [2, 6],
    ),
    "a size and a count": ("3 3\n2\n1 2 3\n4 5 6\n7 0 8\n\n8 7 6\n0 4 1\n2 5 3", [3, 7]),
    "one per line": ("# two\n1 2 3/4 5 6/7 0 8\n\n867254301\n1 2 3 0", [2, 4, 5]),
    "rows with empty lines between": ("0 1 2 3\n\n4 5 6 7\n\n8 9 10 11\n\n12 13 14 15", [1]),
    "a board whose first half is one": ("0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15", [1]),
    "frames": ("|1|2|\n|3| |\n\n|1|2|\n| |3|", [1, 4]),
}


@pytest.mark.parametrize(("text", "first_lines"), FILES.values(), ids=FILES)
def test_a_file_is_divided_into_boards(text: str, first_lines: list[int]) -> None:
    found = split(text)
    assert [number for number, _ in found] == first_lines
    assert all(Board.parse(block) for _, block in found)


@pytest.mark.slow
@given(st.integers(0, 10**6))
@example(234)  # the faulty block has no blank, and the first row after it repeats none of its numbers
def test_boards_in_blocks_are_found_again_and_a_faulty_one_spoils_no_other(seed: int) -> None:
    """Rows of a faulty board never become a small board: one doubled tile makes exactly one bad block."""
    random = Random(seed)
    made = [shuffled(Shape(random.randint(2, 5), 4), random.randint(0, 10**6)) for _ in range(3)]
    blocks = [str(board).replace("/", "\n") for board in made]
    assert [Board.parse(text) for _, text in split("\n\n".join(blocks))] == made
    tiles = list(made[1].tiles)
    at, other = random.sample(range(len(tiles)), 2)
    tiles[at] = tiles[other]
    blocks[1] = "\n".join(" ".join(map(str, tiles[row : row + 4])) for row in range(0, len(tiles), 4))
    assert [check(text).board for _, text in split("\n\n".join(blocks))] == [made[0], None, made[2]]


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=8))
def test_boards_of_one_line_each_stay_one_line_each(seeds: list[int]) -> None:
    made = [shuffled(Shape(2 + seed % 3, 2 + seed % 3), seed) for seed in seeds]
    for text in (str, lambda board: " ".join(map(str, board.tiles))):
        lines = [text(board) for board in made]
        assert split("\n".join(lines)) == list(enumerate(lines, 1))
