"""Moves as people write them: letters in either notation, numbers of tiles, and `Move` objects."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, InvalidMovesError, Notation, Problem, format_moves, parse_moves
from npuzzle.puzzle.moves import ARROWS, WORDS, Move, in_notation
from npuzzle.puzzle.play import legal_letters, play_moves
from tests.support.strategies import boards, possible_paths

NEAR = Board.parse("1 2 3/4 5 6/0 7 8")


@given(possible_paths(), st.sampled_from(Notation))
def test_letters_numbers_and_moves_play_the_same_path(drawn: tuple[Problem, str], notation: Notation) -> None:
    problem, path = drawn
    end = problem.replay(path)
    moves = list(problem.moves(path))
    written = [format_moves(path, notation), in_notation(path, notation).lower()]
    for played in [play_moves(problem.start, text, notation) for text in written]:
        assert (played.path, played.tiles, played.illegal, played.notation) == (
            path,
            end.tiles,
            None,
            notation,
        )
    numbers = [move.tile for move in moves]
    for form in (numbers, moves, iter(moves), " ".join(map(str, numbers)), ", ".join(map(str, numbers))):
        played = play_moves(problem.start, form, notation)
        assert (played.path, played.tiles, played.illegal) == (path, end.tiles, None)


#: Ways to write moves, with the tile and its letter, word or arrow.
FORMS = {
    "words": ("{word}", ", "),
    "capitals in a list": ("'{Word}'", ", "),
    "shouted": ("{WORD}", "\n"),
    "arrows": ("{arrow}", ""),
    "letters in JSON": ('"{letter}"', ","),
    "letters of a book": ("{book}", ""),
    "numbers in a list": ("{tile}", ", "),
    "a tile with its letter": ("{tile}{letter}", " "),
    "a tile with its letter, without spaces": ("{tile}{letter}", ""),
    "pairs": ("({tile}, {word})", ", "),
    "pairs with quotes": ("('{tile}', '{Word}')", ", "),
    "a tile with its arrow": ("{tile}{arrow}", "; "),
    "sentences": ("tile {tile}: {word}.", " "),
    "marks between": ("{tile}", " -> "),
    "counts of one": ("{word}1", " "),
}


@given(possible_paths(), st.sampled_from(Notation), st.sampled_from(sorted(FORMS)))
def test_whatever_the_form_the_same_path_is_played(
    drawn: tuple[Problem, str], notation: Notation, name: str
) -> None:
    problem, path = drawn
    form, gap = FORMS[name]
    book = {"U": "T", "D": "b", "L": "l", "R": "r"}
    written = []
    for move in problem.moves(path):
        way = in_notation(move.letter, notation)
        word = WORDS[way]
        forms = {"letter": way, "word": word, "Word": word.title(), "WORD": word.upper()}
        written.append(form.format(tile=move.tile, arrow=ARROWS[way], book=book[way], **forms))
    end = problem.replay(path)
    for text in (gap.join(written), f"[{gap.join(written)}]"):
        played = play_moves(problem.start, text, notation)
        assert (played.path, played.tiles, played.illegal) == (path, end.tiles, None)
        assert played.asked == len(path)
        assert problem.start.play(text, notation) == end
    if "(" not in form:
        assert play_moves(problem.start, written, notation).path == path
    if "tile" not in form:
        assert parse_moves(gap.join(written), notation) == path


@pytest.mark.parametrize(
    ("text", "path", "form"),
    [
        ("left 7, left 8", "LL", "directions"),
        ("[('left', 7), ('left', 8)]", "LL", "directions"),
        ("left 2", "LL", "words"),
        ("left2", "LL", "words"),
        ("L 7", "L", "directions"),
        ("<<", "LL", "arrows"),
        ("< 2", "LL", "arrows"),
        ("7< 8<", "LL", "directions"),
        ("⬅️⬅️", "LL", "arrows"),
        ("7L 8", "LL", "directions"),
        ("7 L 8 L", "LL", "directions"),
        ("tiles 7, 8", "LL", "directions"),
        ("top bottom", "", "words"),
    ],
)
def test_what_other_texts_mean(text: str, path: str, form: str) -> None:
    played = play_moves(NEAR, text)
    assert (played.path, played.form) == (path, form)


def test_a_number_that_can_be_a_count_or_a_tile_is_asked_about() -> None:
    both = Board("3 4 5/6 7 8/0 2 1")
    message = (
        "L 2 can mean 2 moves or tile 2, and both are possible here; write L2 for the moves, 2L for the tile"
    )
    with pytest.raises(InvalidMovesError, match=message):
        play_moves(both, "L 2")
    assert (play_moves(both, "L2").path, play_moves(both, "2L").path) == ("LL", "L")
    assert play_moves(both, "L 2 R 1").path == "LLR"  # after tile 2, tile 1 cannot slide right


@given(boards(5), st.text("UDLR", max_size=30), st.sampled_from(Notation))
def test_it_stops_at_the_first_letter_that_no_tile_can_follow(
    board: Board, path: str, notation: Notation
) -> None:
    played = play_moves(board, in_notation(path, notation), notation)
    made = len(played.path)
    assert played.path == path[:made]
    end = Problem(board, board).replay(path[:made])
    assert played.tiles == end.tiles
    if made < len(path):
        assert played.illegal is not None
        letter = in_notation(path[made], notation)
        assert (played.illegal.number, played.illegal.written) == (made + 1, letter)
        assert letter not in legal_letters(end, notation)
    else:
        assert played.illegal is None


@given(boards(5), st.data())
def test_a_tile_in_the_blanks_line_takes_those_between_along(board: Board, data: st.DataObject) -> None:
    tile = data.draw(st.integers(1, board.shape.cells - 1))
    (row, col), blank = board.shape.place(board.tiles.index(tile)), board.shape.place(board.blank)
    played = play_moves(board, [tile])
    if row == blank[0] or col == blank[1]:
        assert played.illegal is None
        assert len(played.path) == abs(row - blank[0]) + abs(col - blank[1])
        assert len(set(played.path)) == 1
        assert played.tiles.index(0) == board.tiles.index(tile)
    else:
        assert (played.path, played.tiles) == ("", board.tiles)
        assert played.illegal is not None
        assert played.illegal.reason == f"tile {tile} is not in the blank's row or column"


@pytest.mark.parametrize(
    ("text", "notation", "number", "written", "reason"),
    [
        ("L R R", Notation.TILE, 3, "R", "the blank is in the first column, so no tile can slide right"),
        ("U", Notation.TILE, 1, "U", "the blank is in the last row, so no tile can slide up"),
        ("D3", Notation.TILE, 3, "D", "the blank is in the first row, so no tile can slide down"),
        ("D", Notation.BLANK, 1, "D", "the blank is in the last row and cannot move down"),
        ("R3", Notation.BLANK, 3, "R", "the blank is in the last column and cannot move right"),
        ("8 4", Notation.TILE, 3, "4 (move 2 as written)", "tile 4 is not in the blank's row or column"),
        ("up", Notation.TILE, 1, "U", "the blank is in the last row, so no tile can slide up"),
        ("7L 8U", Notation.TILE, 2, "8U", "tile 8 can slide left there, not up"),
        ("(7, right), (8, up)", Notation.BLANK, 2, "8U", "tile 8 can slide left there, not down"),
        ("left 7, up 8", Notation.TILE, 2, "8U", "tile 8 can slide left there, not up"),
        (
            "L 1, R 1, R 1",
            Notation.TILE,
            3,
            "R",
            "the blank is in the first column, so no tile can slide right",
        ),
        ([7, Move(8, "R", 8, 7)], Notation.TILE, 2, "8R", f"{Move(8, 'R', 8, 7)!r} is not possible here"),
        ([Move(99, "R", 8, 7)], Notation.TILE, 1, "99R", f"{Move(99, 'R', 8, 7)!r} is not possible here"),
    ],
)
def test_why_a_move_is_illegal(text: Any, notation: Notation, number: int, written: str, reason: str) -> None:
    illegal = play_moves(NEAR, text, notation).illegal
    assert illegal is not None
    assert (illegal.number, illegal.written, illegal.reason) == (number, written, reason)


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("hello", "as in up left, or tile numbers, as in 7 8 5 or 7L 8U; got 'hello' at character 1"),
        ("up, rihgt", "got 'rihgt' at character 5"),
        ("L 7 8", "got '8' at character 5"),
        ("7L 8L2", "got '2' at character 6"),
        ("R0 up", "got 'R0' at character 1"),
        ("up left300", "got 'left300' at character 4"),
        ("U-1", "got '-1' at character 2"),
        ("7.5", "got '.5' at character 2"),
        ("1 2 3/4 5 6/0 7 8", "got '/4' at character 6"),
        ("up → left", "an arrow between words can be a move or a mark between moves; write words only"),
        ("9L", "the tile must be from 1 to 8 on a 3x3 board, got 9"),
        ("9", "the tile must be from 1 to 8 on a 3x3 board, got 9"),
        ("0", "the tile must be from 1 to 8 on a 3x3 board, got 0"),
        ("7 " + "9" * 5000, "the tile must be from 1 to 8 on a 3x3 board, got 999999999"),
        ([7, "8"], "got '8' at character 1"),
        ([7, [8]], "the tile must be from 1 to 8 on a 3x3 board, got [8]"),
        ([True], "the tile must be from 1 to 8 on a 3x3 board, got True"),
        (7, "moves must be a string such as U L2 D"),
        (None, "got None"),
        ("U126" * 160_000, "expected up to 20,000,000 single moves, got more"),
    ],
)
def test_what_is_not_moves_is_refused(moves: object, message: str) -> None:
    with pytest.raises(InvalidMovesError, match=re.escape(message)):
        play_moves(NEAR, moves)  # type: ignore[arg-type]


def test_no_moves_lead_nowhere() -> None:
    for nothing in ("", " , ", []):
        played = play_moves(NEAR, nothing)  # type: ignore[arg-type]
        assert (played.path, played.tiles, played.illegal) == ("", NEAR.tiles, None)
