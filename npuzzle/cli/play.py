"""A game in the terminal: the rules and the drawings.

`Game` has the rules and draws the board, without any library. The screen in `play_app` needs Textual.
"""

from __future__ import annotations

from textwrap import wrap

from npuzzle.cli.board_io import (
    draw_larger_first,
    draw_rows,
)
from npuzzle.errors import IllegalMoveError
from npuzzle.lab.space import DistanceTable
from npuzzle.puzzle.board import Board, make_board
from npuzzle.puzzle.moves import MutableBoard
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.solvability import check

WAYS = {"U": "up", "D": "down", "L": "left", "R": "right"}
USUAL_WORDS = 3  # lines reserved for the text, so that the picture keeps its size when the text changes
KEYS = "Arrow keys slide a tile the way they point."


class Game:
    """A game: the board, the moves made so far, and the moves of a solution that are still ahead."""

    def __init__(self, board: Board, goal: Board) -> None:
        self.start, self.goal = board, goal
        self.made = self.ahead = self.claim = ""
        self._tray = MutableBoard(board)

    @property
    def board(self) -> Board:
        return make_board(self._tray.shape, self._tray.tiles())

    @property
    def is_solved(self) -> bool:
        return self._tray.tiles() == self.goal.tiles

    def slide(self, letter: str) -> None:
        """Slide a tile in that direction, if possible. Forget a solution that has another move next."""
        try:
            self._tray.forward(letter)
        except IllegalMoveError:
            return
        self.made += letter
        self.ahead = self.ahead[1:] if self.ahead.startswith(letter) else ""

    def undo(self) -> None:
        """Take back the last move, if there is one."""
        self._tray.back(self.made[-1:])
        self.made, self.ahead = self.made[:-1], ""

    def restart(self) -> None:
        """Go back to the first board, and forget the moves."""
        self._tray = MutableBoard(self.start)
        self.made = self.ahead = ""

    def describe_ahead(self, *, whole: bool) -> str:
        """Describe the solution ahead: the whole solution and the next move, or only a hint."""
        move = next(MutableBoard(self.board).moves(self.ahead))
        there, far = f"{move.tile} {WAYS[move.letter]}", f"{len(self.ahead):,} to go, {self.claim}"
        return (
            f"Solution: {far}. Next: {there}. Space plays this move, A the whole solution."
            if whole
            else f"Hint: {there}; {far}."
        )

    def describe_start(self) -> str:
        """Explain the keys, or why the goal cannot be reached."""
        found = check(self.board, self.goal)
        return KEYS if found.solvable else f"{found.reason} n gives a new board."

    def draw(self, table: DistanceTable | None, said: str, columns: int, rows: int) -> str:
        """Draw the screen: the largest picture that fits, and the text below."""
        to_go = None if table is None else table.distance(Problem(self.board, self.goal).initial)
        far = "Solved." if self.is_solved else "" if to_go is None else f"To the goal: {to_go}."
        words = f"Moves: {len(self.made):,}. {far}\n{said}"
        needed = sum(max(1, len(wrap(line, columns))) for line in words.splitlines())
        for picture in draw_larger_first(self.board, self.goal):
            if fits(picture, columns, rows - max(needed, USUAL_WORDS) - 1):
                return f"{picture}\n\n{words}"
        picture = draw_rows(self.board)
        return f"{picture}\n{words}" if fits(picture, columns, rows - needed) else words


def fits(picture: str, columns: int, rows: int) -> bool:
    """Return whether the picture fits in these columns and rows."""
    lines = picture.splitlines()
    return len(lines) <= rows and max(map(len, lines)) <= columns
