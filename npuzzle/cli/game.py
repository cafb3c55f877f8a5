"""A game in the terminal: the board in play, and how it is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat, zip_longest
from textwrap import wrap

from npuzzle.errors import IllegalMoveError
from npuzzle.lab.distance_table import DistanceTable
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.mutable_board import MutableBoard
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.solvability import check

WAYS = {"U": "up", "D": "down", "L": "left", "R": "right"}
USUAL_WORDS = 3  # lines that are kept for words, so that the picture keeps its size when they change
KEYS = "Arrow keys slide a tile the way they point."


class Game:
    """A board in play: the moves made, and the moves of a solution that are still ahead."""

    def __init__(self, board: Board, goal: Board) -> None:
        self.goal = goal
        self.made = self.ahead = self.claim = ""
        self._tray = MutableBoard(board)

    @property
    def board(self) -> Board:
        return self._tray.board()

    @property
    def is_solved(self) -> bool:
        return self._tray.tiles() == self.goal.tiles

    def slide(self, letter: str) -> None:
        """Slide a tile that way, if one can. A move that is not the next one of the solution drops it."""
        try:
            self._tray.forward(letter)
        except IllegalMoveError:
            return
        self.made += letter
        self.ahead = self.ahead[1:] if self.ahead.startswith(letter) else ""

    def undo(self) -> None:
        self._tray.back(self.made[-1:])
        self.made, self.ahead = self.made[:-1], ""

    def describe_ahead(self, *, whole: bool) -> str:
        """Describe the solution ahead: all of it, with its next move, or only a hint."""
        move = next(MutableBoard(self.board).moves(self.ahead))
        there, far = f"{move.tile} {WAYS[move.letter]}", f"{len(self.ahead):,} to go, {self.claim}"
        return f"Solution: {far}. Next: {there}; space plays it." if whole else f"Hint: {there}; {far}."

    def opening(self) -> str:
        """Say what the keys do, or why the goal cannot be reached."""
        found = check(self.board, self.goal)
        return KEYS if found.solvable else f"{found.reason} n gives a new board."

    def draw(self, table: DistanceTable | None, said: str, columns: int, rows: int) -> str:
        """Draw what the player sees: words, and above them the largest picture that leaves them room."""
        to_go = None if table is None else table.distance(Problem(self.board, self.goal).initial)
        far = "Solved." if self.is_solved else "" if to_go is None else f"To the goal: {to_go}."
        words = f"Moves: {len(self.made):,}. {far}\n{said}"
        needed = sum(max(1, len(wrap(line, columns))) for line in words.splitlines())
        for picture in pictures(self.board, self.goal):
            if fits(picture, columns, rows - max(needed, USUAL_WORDS) - 1):
                return f"{picture}\n\n{words}"
        picture = in_rows(self.board)
        return f"{picture}\n{words}" if fits(picture, columns, rows - needed) else words


def draw(board: Board) -> str:
    """Draw the board with lines between its cells.

    >>> print(draw(Board.parse("1 2/0 3")))
    ┌───┬───┐
    │ 1 │ 2 │
    ├───┼───┤
    │   │ 3 │
    └───┴───┘
    """
    width = len(str(board.shape.cells - 1))
    rows = ["│".join(["", *(f" {tile or '':>{width}} " for tile in row), ""]) for row in board.rows]
    top, between, bottom = (
        left + middle.join(["─" * (width + 2)] * board.shape.cols) + right
        for left, middle, right in ("┌┬┐", "├┼┤", "└┴┘")
    )
    return "\n".join([top, f"\n{between}\n".join(rows), bottom])


def in_rows(board: Board) -> str:
    """Draw the board in the least room.

    >>> print(in_rows(Board.parse("1 2/0 3")))
    1 2
    · 3
    """
    width = len(str(board.shape.cells - 1))
    return "\n".join(" ".join(f"{tile or '·':>{width}}" for tile in row) for row in board.rows)


def beside(left: str, right: str) -> str:
    """Put two drawings side by side; the second is the goal.

    >>> print(beside("1 2\\n3 ·", "1 2\\n3 ·"))
    1 2   goal: 1 2
    3 ·         3 ·
    """
    lines, others = left.splitlines(), right.splitlines()
    width = len(lines[0])
    pairs = zip_longest(lines, others, fillvalue="")
    said = chain(["   goal: "], repeat("         "))
    return "\n".join(f"{one:{width}}{word}{other}".rstrip() for (one, other), word in zip(pairs, said))


def pictures(board: Board, goal: Board) -> Iterator[str]:
    """Draw a board with its goal, then without it; larger drawings come first."""
    yield beside(draw(board), draw(goal))
    yield beside(draw(board), in_rows(goal))
    yield beside(in_rows(board), in_rows(goal))
    yield draw(board)
    yield in_rows(board)


def fits(picture: str, columns: int, rows: int) -> bool:
    """Whether there is room for the picture."""
    lines = picture.splitlines()
    return len(lines) <= rows and max(map(len, lines)) <= columns
