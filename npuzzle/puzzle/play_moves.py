"""Play moves as people write them: letters in either notation, numbers of tiles, or `Move`s."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from npuzzle.errors import IllegalMoveError, InvalidMovesError, quote
from npuzzle.numbers import require_whole
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.moves import Notation, in_notation, parse_moves
from npuzzle.puzzle.mutable_board import Move, MutableBoard
from npuzzle.puzzle.shape import Shape, letter, neighbours

MAX_MOVES = 20_000_000  # of one tile each; a path of the constructive solver has 5 million on 127x127

_WORDS = {"U": "up", "D": "down", "L": "left", "R": "right"}
_EDGES = {"U": "last row", "D": "first row", "L": "last column", "R": "first column"}


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """The first move that cannot be made: its number from 1, how it was written, and why it is illegal."""

    number: int
    written: str
    reason: str


@dataclass(frozen=True, slots=True)
class PlayedMoves:
    """The moves that could be made, as tile letters, and the board they lead to.

    `notation`: how letters were read; None for numbers of tiles and for `Move`s.
    `illegal`: the first move that cannot be made; None if all were made.
    """

    start: Board
    path: str
    end: Board
    notation: Notation | None = None
    illegal: IllegalMove | None = None


def play_moves(
    board: Board, moves: str | Iterable[int | Move], notation: Notation = Notation.TILE
) -> PlayedMoves:
    """Play moves until the end, or until one that cannot be made.

    `moves` is text of letters with counts (`U L2 D`, in `notation`), or of the numbers of the tiles to
    slide (`7 8 5`), or an iterable of numbers or of `Move`s. The number of a tile that lies in the blank's
    row or column, but not beside it, slides the whole line between.

    >>> played = play_moves(Board.parse("1 2 3/4 5 6/0 7 8"), "7 8")
    >>> played.path, str(played.end), played.illegal
    ('LL', '1 2 3/4 5 6/7 8 0', None)
    >>> play_moves(Board.parse("1 2 3/4 5 6/0 7 8"), "8").path
    'LL'

    Raises InvalidMovesError for anything else, and for more than 20 million moves.
    """
    if isinstance(moves, str):
        if re.fullmatch(r"[\s,]*[0-9][0-9\s,]*", moves):
            return _play_tiles(board, [int(word[:9]) for word in moves.replace(",", " ").split()])
        try:
            path = parse_moves(moves, notation)
        except InvalidMovesError as error:
            raise InvalidMovesError(f"{error}; or they are numbers of tiles, as in 7 8 5") from None
        return _play_letters(board, path, notation)
    try:
        listed = list(moves)
    except TypeError:
        raise _refuse_moves(moves) from None
    return _play_tiles(board, [move.tile if isinstance(move, Move) else move for move in listed])


def _play_letters(board: Board, path: str, notation: Notation) -> PlayedMoves:
    """Play letters of tiles; if one is impossible, play as far as possible and say why."""
    _require_few(len(path))
    playing = MutableBoard(board)
    with suppress(IllegalMoveError):
        playing.forward(path)
        return PlayedMoves(board, path, playing.board(), notation)
    playing = MutableBoard(board)  # one by one, to find the move that cannot be made
    for number, way in enumerate(path, 1):
        if _is_possible(board.shape, playing.blank, way):
            playing.forward(way)
            continue
        illegal = IllegalMove(number, in_notation(way, notation), _explain_edge(way, notation))
        return PlayedMoves(board, path[: number - 1], playing.board(), notation, illegal)
    raise AssertionError("one of the moves cannot be made")


def _is_possible(shape: Shape, blank: int, way: str) -> bool:
    row, col = shape.place(blank)
    return {
        "U": row < shape.rows - 1,
        "D": row > 0,
        "L": col < shape.cols - 1,
        "R": col > 0,
    }[way]


def _explain_edge(way: str, notation: Notation) -> str:
    """Say why no tile can slide in this direction."""
    if notation is Notation.TILE:
        return f"the blank is in the {_EDGES[way]}, so no tile can slide {_WORDS[way]}"
    return f"the blank is in the {_EDGES[way]} and cannot move {_WORDS[in_notation(way, notation)]}"


def _play_tiles(board: Board, numbers: list[int]) -> PlayedMoves:
    """Slide the tiles with these numbers, each with what lies between it and the blank."""
    shape, cols = board.shape, board.shape.cols
    rule = f"a {shape} board has the tiles 1..{shape.cells - 1}"
    numbers = [require_whole(tile, rule, 1, shape.cells - 1, InvalidMovesError) for tile in numbers]
    tiles, blank = list(board.tiles), board.blank
    path: list[str] = []
    cell_of = {tile: cell for cell, tile in enumerate(tiles)}
    illegal = None
    for count, tile in enumerate(numbers, 1):
        (row, col), (blank_row, blank_col) = shape.place(cell_of[tile]), shape.place(blank)
        if (row == blank_row) == (col == blank_col):  # in neither line of the blank; no tile is in both
            place = f" (number {count} of these)" if len(path) + 1 != count else ""
            reason = f"tile {tile} is not in the blank's row or column"
            illegal = IllegalMove(len(path) + 1, f"{tile}{place}", reason)
            break
        step = (cols if row > blank_row else -cols) if col == blank_col else (1 if col > blank_col else -1)
        while blank != cell_of[tile] or tiles[blank]:
            source = blank + step
            sliding = tiles[source]
            path.append(letter(shape, (source, blank)))
            tiles[blank], tiles[source] = sliding, 0
            cell_of[sliding], blank = blank, source
            if sliding == tile:
                break
        _require_few(len(path))
    return PlayedMoves(board, "".join(path), Board(shape, tuple(tiles)), None, illegal)


def legal_letters(board: Board, notation: Notation = Notation.TILE) -> dict[str, int]:
    """Return the moves that are possible: letter and tile."""
    blank = board.blank
    return {
        in_notation(letter(board.shape, (cell, blank)), notation): board.tiles[cell]
        for cell in neighbours(board.shape)[blank]
    }


def describe_move(board: Board, path: str, number: int) -> str:
    """Name the move with this number, from 1, of a path from `board`: `tile 7 left`."""
    playing = MutableBoard(board)
    playing.forward(path[:number])
    move = playing.last_move(path[number - 1])
    return f"tile {move.tile} {_WORDS[move.letter]}"


def _require_few(count: int) -> None:
    if count > MAX_MOVES:
        raise InvalidMovesError(f"expected up to {MAX_MOVES:,} moves of one tile, got more")


def _refuse_moves(value: object) -> InvalidMovesError:
    return InvalidMovesError(
        "moves are text such as U L2 D (letters) or 7 8 5 (numbers of tiles), or a list of such numbers; "
        f"got {quote(value)}"
    )
