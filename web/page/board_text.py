"""Read a text that was typed or pasted: a board, several boards, or a scramble from the goal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from npuzzle import Board, InvalidBoardError, Notation, NPuzzleError
from npuzzle.errors import sentence
from npuzzle.puzzle.play_moves import play_moves
from npuzzle.text import count
from web.page.parts.board import LARGEST_SIDE

LONGEST_SCRAMBLE = 10_000  # characters
_SCRAMBLE = re.compile(r"[\s,UDLRudlr0-9]*[UDLRudlr][\s,UDLRudlr0-9]*")


class BoardText(NamedTuple):
    """Hold the cells of a text, what is wrong with it, and where its board is from if need be."""

    words: Sequence[Sequence[str]]
    problem: str = ""
    about: str = ""


def read_board_text(text: str, goal: Board | None, notation: Notation) -> BoardText:
    """Read a text. Its cells are empty if they fit no tray.

    Of several boards the first one counts. Moves are a scramble, played from the goal; letters that cannot be
    played in that notation are read in the other one.
    """
    try:
        return _from_board(Board.parse(text))
    except InvalidBoardError as error:
        if goal is not None and len(text) <= LONGEST_SCRAMBLE and _SCRAMBLE.fullmatch(text):
            return _read_scramble(text, goal, notation)
        boards = _split_boards(text)
        if len(boards) > 1:
            return _from_board(boards[0], f"The text has {len(boards):,} boards: this is the first.")
        words = error.rows
        fits = bool(words) and len({len(row) for row in words}) == 1
        fits = fits and min(len(words), len(words[0])) >= 2 and max(len(words), len(words[0])) <= LARGEST_SIDE
        return BoardText(words if fits else (), sentence(error))


def _from_board(board: Board, about: str = "") -> BoardText:
    return BoardText([[str(tile) for tile in row] for row in board.rows], about=about)


def _read_scramble(text: str, goal: Board, notation: Notation) -> BoardText:
    ways = (notation, *(way for way in Notation if way is not notation))
    try:
        played = [play_moves(goal, text, way) for way in ways]
    except NPuzzleError as error:
        return BoardText((), sentence(error))
    found = next((each for each in played if each.illegal is None), played[0])
    if found.illegal is not None:
        at = f"Move {found.illegal.number:,}, {found.illegal.written}, is illegal"
        return BoardText((), f"Not a scramble from the goal. {at}: {found.illegal.reason}.")
    about = f"A scramble of {count(len(found.path), 'move')}, played from the goal."
    other = "" if found.notation is notation else f" Its letters name the {found.notation.value}'s way."
    return _from_board(found.end, about + other)


def _split_boards(text: str) -> list[Board]:
    """Return the boards of a text with one on each line, or with an empty line between two; else none."""
    for parts in (re.split(r"\n\s*\n", text.strip()), text.strip().splitlines()):
        try:
            return [Board.parse(part) for part in parts if part.strip()]
        except InvalidBoardError:
            continue
    return []
