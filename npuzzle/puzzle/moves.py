"""Moves as text: letters of the tile or of the blank, runs such as `R2U`, and two ways to count.

Inside the package a path is a plain string of tile letters, `"RRU"`: one letter a single-tile move,
each the way the *tile* slides. Textbooks use the blank's way instead; that is the same text with
opposite letters.
"""

from __future__ import annotations

import re
from enum import Enum

from npuzzle.errors import InvalidMovesError, require

MAX_RUN = 126  # the longest line of tiles that one multi-tile move can shift

_OPPOSITE = str.maketrans("UDLR", "DURL")
_GAP = re.compile(r"[\s,]*")
_RUN = re.compile("U+|D+|L+|R+|.", re.DOTALL)
_MOVE = re.compile(r"([UDLRudlr])([0-9]{0,4})[\s,]*")


class Notation(Enum):
    """Whose way the letters name."""

    TILE = "tile"
    BLANK = "blank"


def require_path(path: str) -> None:
    """Raise InvalidMovesError unless it is text."""
    require(path, str, "moves are text of the letters U D L R", InvalidMovesError)


def require_notation(notation: Notation) -> None:
    """Raise InvalidJobError for what is no Notation, such as its name."""
    require(notation, Notation, "the notation is Notation.TILE or Notation.BLANK")


def in_notation(path: str, notation: Notation) -> str:
    """The path's letters in `notation`, one a move. Its own inverse."""
    require_path(path)
    require_notation(notation)
    return path if notation is Notation.TILE else path.translate(_OPPOSITE)


def format_moves(path: str, notation: Notation = Notation.TILE) -> str:
    """Runs separated by spaces.

    >>> format_moves("RRU"), format_moves("RRU", Notation.BLANK)
    ('R2 U', 'L2 D')
    """
    found = _RUN.findall(in_notation(path, notation))
    texts = {run: run if len(run) == 1 else f"{run[0]}{len(run)}" for run in set(found)}
    return " ".join([texts[run] for run in found])  # each kind is made once: there may be millions


def parse_moves(text: str, notation: Notation = Notation.TILE) -> str:
    """The path that a text of moves stands for; spaces and commas are free, as is case.

    >>> parse_moves("R2U"), parse_moves("l, l d", Notation.BLANK)
    ('RRU', 'RRU')

    Raises InvalidMovesError with the place of what is no move.
    """
    require_path(text)
    plain = "".join(text.replace(",", " ").split())
    if not plain.strip("UDLRudlr"):  # no counts: read at once, as there may be millions
        return in_notation(plain.upper(), notation)
    path = []
    at = len(text) - len(_GAP.sub("", text, count=1))
    while at < len(text):
        match = _MOVE.match(text, at)
        count = int(match[2] or 1) if match is not None else 0
        if match is None or not 1 <= count <= MAX_RUN:
            raise InvalidMovesError(
                f"moves are letters U D L R with an optional count 1..{MAX_RUN}, as in R2 U; "
                f"got {text[at : at + 12]!r} at character {at + 1}"
            )
        path.append(match[1].upper() * count)
        at = match.end()
    return in_notation("".join(path), notation)


def runs(path: str) -> list[tuple[str, int]]:
    """Letters that follow one another, with how often: the moves of the multi-tile metric."""
    require_path(path)
    return [(run[0], len(run)) for run in _RUN.findall(path)]


def single_tile_length(path: str) -> int:
    """Moves when each slide of one tile by one cell counts (the metric of this package)."""
    require_path(path)
    return len(path)


def multi_tile_length(path: str) -> int:
    """Line moves of this path: tiles of one line that slide at once count as one move.

    One more than there are changes of letter. Another path may have fewer, even if this one has the
    fewest single moves.

    Counted without a loop, for paths of millions: as two long numbers, the path and the path one letter
    on have equal bytes, so a zero in their XOR, where no letter changes. 8 ns a letter.
    """
    require_path(path)
    if not path:
        return 0
    letters = path.encode("latin-1", "replace")
    changes = int.from_bytes(letters[1:], "big") ^ int.from_bytes(letters[:-1], "big")
    return len(path) - changes.to_bytes(len(path) - 1, "big").count(0)
