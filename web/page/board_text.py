"""Read a text that was typed or pasted: a board, several boards, or a scramble from the goal."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from npuzzle import Board, InvalidBoardError, InvalidMovesError, Notation, NPuzzleError, parse_moves
from npuzzle.errors import sentence
from npuzzle.puzzle.board import goal_board, make_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.play import play_moves
from npuzzle.puzzle.read_boards import SEVERAL, split_boards
from npuzzle.text import count
from web.page.parts.board import LARGEST_SIDE

LONGEST_SCRAMBLE = 10_000  # characters
MOST_BOARDS = 1_000  # boards of a text that are counted
SIZES = (
    "3x3",
    "4x4",
    "5x5",
    "6x6",
)  # the sizes that a pasted scramble may be for, besides that of the board on show


class BoardText(NamedTuple):
    """Hold the cells of a text, its defects, how it was read, and the goal that it gives."""

    words: Sequence[Sequence[str]]
    problem: str = ""
    about: str = ""
    goal: Board | None = None


def read_board_text(text: str, goal: Board | None, notation: Notation, is_whole: bool = False) -> BoardText:
    """Read a text as a board. The words of its cells are empty if they fit no tray.

    Of several boards, the first one counts. Two boards of the same shape are a start and its goal. Moves are
    a scramble, played from the goal. Letters that cannot be played in `notation` are read in the other
    notation. `is_whole`: the text was pasted, not typed, so a scramble may also be for another size.
    """
    try:
        found = Board.reading(text)
    except InvalidBoardError as error:
        if goal is not None and _is_scramble(text):
            first = read_scramble(text, goal, notation)
            goals = [goal_board(DEFAULT_GOAL, size) for size in SIZES] if first.problem and is_whole else ()
            others = (read_scramble(text, each, notation) for each in goals)
            return next((other for other in others if not other.problem), first)
        lines = text.splitlines() if SEVERAL.partition("{}")[0] in str(error) else []
        blocks = [block for _, block in islice(split_boards(lines), MOST_BOARDS)]
        if len(blocks) > 1:
            with suppress(InvalidBoardError):
                board = Board.parse(blocks[0])
                return _from_board(board, f"The text has {len(blocks):,} boards: this is the first.")
        words = error.rows
        fits = bool(words) and len({len(row) for row in words}) == 1
        fits = fits and min(len(words), len(words[0])) >= 2 and max(len(words), len(words[0])) <= LARGEST_SIDE
        return BoardText(words if fits else (), sentence(error))
    about = f"Read as follows: {found.how}." if found.how else ""
    about += " The text gives the goal, too." if found.goal else ""
    return _from_board(found.board, about.strip(), found.goal)


def _from_board(board: Board, about: str = "", goal: Board | None = None) -> BoardText:
    return BoardText([[str(tile) for tile in row] for row in board.rows], about=about, goal=goal)


def _is_scramble(text: str) -> bool:
    """Return whether the text consists of moves, written as directions."""
    if len(text) > LONGEST_SCRAMBLE:
        return False
    try:
        return parse_moves(text) != ""
    except InvalidMovesError:
        return False


def read_scramble(text: str, goal: Board, notation: Notation) -> BoardText:
    """Play moves from the goal, in `notation` or, if that fails, in the other notation."""
    ways = (notation, *(way for way in Notation if way is not notation))
    try:
        played = [play_moves(goal, text, way) for way in ways]
    except NPuzzleError as error:
        return BoardText((), sentence(error))
    found = next((each for each in played if each.illegal is None), played[0])
    if found.illegal is not None:
        at = f"Move {found.illegal.number:,}, {found.illegal.written}, is illegal"
        return BoardText((), f"Not a scramble from the goal. {at}: {found.illegal.reason}.")
    about = f"A scramble of {count(len(found.path), 'move')}, played from the goal of {goal.shape}."
    other = ""
    if found.notation not in (None, notation):
        other = f" Its letters give the direction of the {found.notation.value}."
    if len(lines := [line for line in text.splitlines() if line.strip()]) > 1:
        other += f" Its {len(lines)} lines were read as one; Practice takes a list, one scramble per line."
    return _from_board(make_board(goal.shape, found.tiles), about + other, goal)
