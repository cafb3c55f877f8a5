"""Moves as text: letters, runs such as `R2 U`, words, arrows, and two ways to count moves.

Inside the package a path is a string of tile letters, such as `"RRU"`: one letter for each move of a single
tile, the direction in which the *tile* slides. Textbooks name the direction of the blank instead: the same
path with opposite letters.

Text is read as letters first, then in the forms of `npuzzle.puzzle.move_tokens`. `npuzzle.puzzle.play_moves`
also reads numbers of tiles, which need a board.
"""

from __future__ import annotations

import re
from enum import Enum

from npuzzle.errors import InvalidJobError, InvalidMovesError, quote, require
from npuzzle.puzzle.move_tokens import DIRECTIONS_WITH_COUNTS, split_moves

MAX_RUN = 126  # the longest line of tiles that one multi-tile move can shift

#: For `str.translate`: of each letter the way back, or from the tile's direction the blank's.
OPPOSITE = str.maketrans("UDLR", "DURL")
#: How each direction is written as a word and as an arrow.
WORDS = {"U": "up", "D": "down", "L": "left", "R": "right"}
ARROWS = {"U": "↑", "D": "↓", "L": "←", "R": "→"}

LETTERS_EXPECTED = f"moves are letters U D L R with an optional count 1..{MAX_RUN}, as in R2 U"
WORDS_EXPECTED = f"{LETTERS_EXPECTED}, or words, as in up left"

_GAP = re.compile(r"[\s,]*")
_RUN = re.compile("U+|D+|L+|R+|.", re.DOTALL)
_MOVE = re.compile(r"([UDLRudlr])([0-9]{0,4})[\s,]*")


class Notation(Enum):
    """Whose direction the letters name: the tile's or the blank's."""

    TILE = "tile"
    BLANK = "blank"


def require_path(path: str) -> None:
    """Raise InvalidMovesError unless `path` is text."""
    require(path, str, "moves are text of the letters U D L R", InvalidMovesError)


def require_notation(notation: Notation) -> None:
    """Raise InvalidJobError unless `notation` is a Notation; its name is not one."""
    require(notation, Notation, "the notation is Notation.TILE or Notation.BLANK")


def read_notation(name: str) -> Notation:
    """Return the notation of that name. Raises InvalidJobError."""
    try:
        return Notation(name)
    except ValueError:
        raise InvalidJobError(f"the notation is tile or blank, got {quote(name)}") from None


def in_notation(path: str, notation: Notation) -> str:
    """Convert a path from tile letters to `notation`, or back: one letter a move."""
    require_path(path)
    require_notation(notation)
    return path if notation is Notation.TILE else path.translate(OPPOSITE)


def format_moves(path: str, notation: Notation = Notation.TILE) -> str:
    """Write a path as runs with spaces between them.

    Parameters
    ----------
    path
        Tile letters, such as a result's `path`.
    notation
        Whose direction the text names.

    Returns
    -------
    str
        One run for each tile line or single move, such as "R2 U".

    Raises
    ------
    InvalidMovesError
        If the path is not text.

    Examples
    --------
    >>> format_moves("RRU"), format_moves("RRU", Notation.BLANK)
    ('R2 U', 'L2 D')
    """
    found = _RUN.findall(in_notation(path, notation))
    texts = {run: run if len(run) == 1 else f"{run[0]}{len(run)}" for run in set(found)}
    return " ".join([texts[run] for run in found])  # each text is built once: there may be millions of runs


def parse_moves(text: str, notation: Notation = Notation.TILE) -> str:
    """Read a text of moves into a path.

    Parameters
    ----------
    text
        Letters U D L R, each with an optional count; spaces, commas and the case of letters do not matter.
        Or words (up down left right top bottom) or arrows, each with an optional count; they may be in quotes
        and brackets, as in a list.
    notation
        Whose direction the text names.

    Returns
    -------
    str
        Tile letters, one for each move of a single tile.

    Raises
    ------
    InvalidMovesError
        If some of it is not a move; it says where.

    Examples
    --------
    >>> parse_moves("R2U"), parse_moves("l, l d", Notation.BLANK)
    ('RRU', 'RRU')
    >>> parse_moves("['Right', 'Right', 'Up']"), parse_moves("→2 ↑"), parse_moves("right2, top")
    ('RRU', 'RRU', 'RRU')
    """
    require_path(text)
    path = parse_letters(text)
    if path is None:
        tokens = split_moves(text, WORDS_EXPECTED)
        wrong = tokens.find_first_outside(DIRECTIONS_WITH_COUNTS)
        if wrong is not None:
            raise tokens.reject(wrong)
        path = tokens.spell(MAX_RUN)
    return in_notation(path, notation)


def parse_letters(text: str) -> str | None:
    """Read letters with optional counts, the form in which moves are written; None for any other text."""
    plain = "".join(text.replace(",", " ").split())
    if not plain.strip("UDLRudlr"):  # no counts: read in one step, as there may be millions of moves
        return plain.upper()
    path = []
    at = len(text) - len(_GAP.sub("", text, count=1))
    while at < len(text):
        match = _MOVE.match(text, at)
        count = int(match[2] or 1) if match is not None else 0
        if match is None or not 1 <= count <= MAX_RUN:
            return None
        path.append(match[1].upper() * count)
        at = match.end()
    return "".join(path)


def undo(path: str) -> str:
    """Return the path that leads back."""
    return path[::-1].translate(OPPOSITE)


def cancel(path: str) -> str:
    """Leave out moves that undo each other, until no move undoes the one before it.

    >>> cancel("URLD"), cancel("RURLD")
    ('', 'R')
    """
    left: list[str] = []
    for way in path:
        if left and left[-1] == way.translate(OPPOSITE):
            left.pop()
        else:
            left.append(way)
    return "".join(left)


def runs(path: str) -> list[tuple[str, int]]:
    """Group equal letters that follow each other, with their number: the moves of the multi-tile metric."""
    require_path(path)
    return [(run[0], len(run)) for run in _RUN.findall(path)]


def single_tile_length(path: str) -> int:
    """Count the moves if each slide of one tile by one cell counts, the metric of this package.

    Parameters
    ----------
    path
        Tile letters.

    Returns
    -------
    int
        The number of letters.

    Raises
    ------
    InvalidMovesError
        If the path is not text.

    Examples
    --------
    >>> single_tile_length("RRU")
    3
    """
    require_path(path)
    return len(path)


def multi_tile_length(path: str) -> int:
    """Count the moves if tiles of one line that slide together count as one move (the multi-tile metric).

    Another path may have fewer such moves, even if this one has the fewest moves of single tiles.

    There is no loop, because paths may have millions of moves: the path and the path shifted by one letter
    are read as two long numbers. Where the letter stays the same, the bytes are equal and their XOR is zero.
    8 ns a letter.

    Parameters
    ----------
    path
        Tile letters.

    Returns
    -------
    int
        One more than the number of letter changes; 0 for no moves.

    Raises
    ------
    InvalidMovesError
        If the path is not text.

    Examples
    --------
    >>> multi_tile_length("RRU")
    2
    """
    require_path(path)
    if not path:
        return 0
    letters = path.encode("latin-1", "replace")
    changes = int.from_bytes(letters[1:], "big") ^ int.from_bytes(letters[:-1], "big")
    return len(path) - changes.to_bytes(len(path) - 1, "big").count(0)
