"""Playing moves as people write them: letters in either notation, numbers of tiles, and `Move`s."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, InvalidMovesError, Notation, Problem, format_moves
from npuzzle.puzzle.moves import in_notation
from npuzzle.puzzle.play_moves import legal_letters, play_moves
from tests.support.strategies import boards, possible_paths

NEAR = Board.parse("1 2 3/4 5 6/0 7 8")


@given(possible_paths(), st.sampled_from(Notation))
def test_letters_numbers_and_moves_play_the_same_path(drawn: tuple[Problem, str], notation: Notation) -> None:
    problem, path = drawn
    end = problem.replay(path)
    moves = list(problem.moves(path))
    written = [format_moves(path, notation), in_notation(path, notation).lower()]
    for played in [play_moves(problem.start, text, notation) for text in written]:
        assert (played.path, played.end, played.illegal, played.notation) == (path, end, None, notation)
    numbers = [move.tile for move in moves]
    for form in (numbers, moves, iter(moves), " ".join(map(str, numbers)), ", ".join(map(str, numbers))):
        played = play_moves(problem.start, form, notation)
        assert (played.path, played.end, played.illegal) == (path, end, None)


@given(boards(5), st.text("UDLR", max_size=30), st.sampled_from(Notation))
def test_it_stops_at_the_first_letter_that_no_tile_can_follow(
    board: Board, path: str, notation: Notation
) -> None:
    played = play_moves(board, in_notation(path, notation), notation)
    made = len(played.path)
    assert played.path == path[:made]
    assert played.end == Problem(board, board).replay(path[:made])
    if made < len(path):
        assert played.illegal is not None
        letter = in_notation(path[made], notation)
        assert (played.illegal.number, played.illegal.written) == (made + 1, letter)
        assert letter not in legal_letters(played.end, notation)
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
        assert played.end.blank == board.tiles.index(tile)
    else:
        assert (played.path, played.end) == ("", board)
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
        ("8 4", Notation.TILE, 3, "4 (number 2 of these)", "tile 4 is not in the blank's row or column"),
    ],
)
def test_why_a_move_is_illegal(text: str, notation: Notation, number: int, written: str, reason: str) -> None:
    illegal = play_moves(NEAR, text, notation).illegal
    assert illegal is not None
    assert (illegal.number, illegal.written, illegal.reason) == (number, written, reason)


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("hello", "got 'hello' at character 1; or they are numbers of tiles, as in 7 8 5"),
        ("7L 8", "got '7L 8' at character 1"),
        ("L 7", "got '7' at character 3"),
        ("9", "a 3x3 board has the tiles 1..8, got 9"),
        ("0", "a 3x3 board has the tiles 1..8, got 0"),
        ("7 " + "9" * 5000, "a 3x3 board has the tiles 1..8, got 999999999"),
        ([7, "8"], "a 3x3 board has the tiles 1..8, got '8'"),
        ([True], "a 3x3 board has the tiles 1..8, got True"),
        (7, "moves are text such as U L2 D"),
        (None, "got None"),
        ("U126" * 160_000, "expected up to 20,000,000 moves of one tile, got more"),
    ],
)
def test_what_is_not_moves_is_refused(moves: object, message: str) -> None:
    with pytest.raises(InvalidMovesError, match=message.replace(".", r"\.").replace("(", r"\(")):
        play_moves(NEAR, moves)  # type: ignore[arg-type]


def test_no_moves_lead_nowhere() -> None:
    for nothing in ("", " , ", []):
        played = play_moves(NEAR, nothing)  # type: ignore[arg-type]
        assert (played.path, played.end, played.illegal) == ("", NEAR, None)
