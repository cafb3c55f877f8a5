"""`npuzzle play`: a board to play in the terminal, with hints; drawn by Textual, an optional library."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from itertools import chain, repeat, zip_longest
from random import Random
from textwrap import wrap
from typing import Any, ClassVar

from npuzzle.cli.inputs import board_of
from npuzzle.cli.output import output
from npuzzle.cli.terminal import takes_codes
from npuzzle.errors import IllegalMoveError, NPuzzleError, UsageError, sentence
from npuzzle.lab.distance_table import Exact, measuring
from npuzzle.lab.state_space import MOST_CELLS
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.goals import goal_board
from npuzzle.puzzle.mutable_board import MutableBoard
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.scramble import random_board
from npuzzle.puzzle.shape import Shape
from npuzzle.puzzle.solvability import check
from npuzzle.solving.automatic import TABLED
from npuzzle.solving.job import Job, start

MOST_SIDE = 10  # rows and columns that a terminal has room for
SLICE = 0.05  # seconds of search between two looks at the keys
WITHIN = 3.0  # seconds of search for a large board
WAYS = {"U": "up", "D": "down", "L": "left", "R": "right"}
MARGIN, FOOTER = 2, 1  # columns on either side of the game, rows below it
USUAL_WORDS = 3  # lines that are left for words, so that the picture stays as it is from word to word
KEYS = "Arrow keys slide a tile the way they point."


class Game:
    """A board in play: the moves made, and those of a solution that are still to come."""

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
        """Slide a tile that way, if one can; whoever leaves a solution has it no longer."""
        try:
            self._tray.forward(letter)
        except IllegalMoveError:
            return
        self.made += letter
        self.ahead = self.ahead[1:] if self.ahead.startswith(letter) else ""

    def undo(self) -> None:
        self._tray.back(self.made[-1:])
        self.made, self.ahead = self.made[:-1], ""

    def told(self, *, whole: bool) -> str:
        """What is ahead, in words: the `whole` solution with its next move, or a hint."""
        move = next(MutableBoard(self.board).moves(self.ahead))
        there, far = f"{move.tile} {WAYS[move.letter]}", f"{len(self.ahead):,} to go, {self.claim}"
        return f"Solution: {far}. Next: {there}; space plays it." if whole else f"Hint: {there}; {far}."

    def opening(self) -> str:
        """What is said first: the keys, or why there is no way to the goal."""
        found = check(self.board, self.goal)
        return KEYS if found.solvable else f"{found.reason} n gives a new board."

    def shown(self, table: Exact | None, said: str, columns: int, rows: int) -> str:
        """All that the player sees: the words, and above them the largest picture that leaves them room."""
        to_go = None if table is None else table.distance(Problem(self.board, self.goal).initial)
        far = "Solved." if self.is_solved else "" if to_go is None else f"To the goal: {to_go}."
        words = f"Moves: {len(self.made):,}. {far}\n{said}"
        needed = sum(max(1, len(wrap(line, columns))) for line in words.splitlines())
        for picture in pictures(self.board, self.goal):
            if fits(picture, columns, rows - max(needed, USUAL_WORDS) - 1):
                return f"{picture}\n\n{words}"
        picture = in_rows(self.board)
        return f"{picture}\n{words}" if fits(picture, columns, rows - needed) else words


def play(text: str, goal: str, random: Random) -> None:
    """Play in this terminal. Raises UsageError if it is none, Textual is missing, or the board too large."""
    app = app_of(open_game(text, goal, random), random)
    if not (takes_codes(sys.stdin) and takes_codes(output())):
        raise UsageError("play needs a terminal, to read keys from and to draw on")
    app.run()


def open_game(text: str, goal: str, random: Random) -> Game:
    """The game of a board, or of a random one of a size such as 4x4."""
    if re.fullmatch(r"[0-9]+[xX×][0-9]+", text.strip()):
        board = random_board(goal_board(goal, Shape.parse(text)), random)
    else:
        board = board_of(text)
    if max(board.shape.rows, board.shape.cols) > MOST_SIDE:
        raise UsageError(f"play has room for {MOST_SIDE} rows and columns, got {board.shape}")
    return Game(board, goal_board(goal, board.shape))


def draw(board: Board) -> str:
    """The board in lines and letters.

    >>> print(draw(Board.parse("1 2/0 3")))
    ┌───┬───┐
    │ 1 │ 2 │
    ├───┼───┤
    │   │ 3 │
    └───┴───┘
    """
    width = len(str(board.shape.cells - 1))
    rows = ["│".join(["", *(f" {tile or '':>{width}} " for tile in row), ""]) for row in board.rows()]
    top, between, bottom = (
        left + middle.join(["─" * (width + 2)] * board.shape.cols) + right
        for left, middle, right in ("┌┬┐", "├┼┤", "└┴┘")
    )
    return "\n".join([top, f"\n{between}\n".join(rows), bottom])


def in_rows(board: Board) -> str:
    """The board in as little room as it takes.

    >>> print(in_rows(Board.parse("1 2/0 3")))
    1 2
    · 3
    """
    width = len(str(board.shape.cells - 1))
    return "\n".join(" ".join(f"{tile or '·':>{width}}" for tile in row) for row in board.rows())


def beside(left: str, right: str) -> str:
    """Two drawings, the second called the goal.

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
    """Drawings of a board with its goal, then without, each as large as may be first."""
    yield beside(draw(board), draw(goal))
    yield beside(draw(board), in_rows(goal))
    yield beside(in_rows(board), in_rows(goal))
    yield draw(board)
    yield in_rows(board)


def fits(picture: str, columns: int, rows: int) -> bool:
    """Whether it has room there."""
    lines = picture.splitlines()
    return len(lines) <= rows and max(map(len, lines)) <= columns


def distances(shape: Shape, home: int) -> Iterator[int | Exact]:
    """How many states are known so far; at last the table of them all."""
    table = yield from measuring(shape, home)
    yield table


def app_of(game: Game, random: Random) -> Any:
    """The Textual app that plays `game`. Raises UsageError if Textual is not installed."""
    try:
        base = importlib.import_module("textual.app").App
        widgets = importlib.import_module("textual.widgets")
        binding = importlib.import_module("textual.binding").Binding
    except ImportError:
        raise UsageError('for play there is an extra: pip install "npuzzle[play]", or just textual') from None
    to_thread = importlib.import_module("asyncio").to_thread  # too slow to import for every other command

    class Play(base):  # type: ignore[misc, valid-type]  # what Textual has is known when it runs only
        CSS = f"#game {{ margin: 0 {MARGIN}; }}"
        ENABLE_COMMAND_PALETTE = False
        BINDINGS: ClassVar[list[Any]] = [
            *(binding(way, f"slide('{letter}')", show=False) for letter, way in WAYS.items()),
            ("u", "undo", "Undo"),
            ("n", "new", "New"),
            ("g", "goal", "Goal"),
            ("h", "hint", "Hint"),
            ("s", "solve", "Solve"),
            ("space", "step", "Next move"),
            binding("escape", "stop", "Stop", priority=True),
            binding("q,ctrl+c", "quit", "Quit", key_display="q", priority=True),
        ]

        def __init__(self) -> None:
            super().__init__()
            self.game = game
            self.table: Exact | None = None
            self.said = game.opening()

        def compose(self) -> Iterator[Any]:
            yield widgets.Static(markup=False, id="game")
            yield widgets.Footer()

        def on_mount(self) -> None:
            self.room = self.size
            self.show(self.said)
            if self.game.goal.shape.cells <= MOST_CELLS:
                self.run_worker(self.measure())

        def show(self, said: str = "") -> None:
            self.said = said
            columns, rows = self.room.width - 2 * MARGIN, self.room.height - FOOTER
            self.query_one("#game").update(self.game.shown(self.table, said, columns, rows))

        def on_resize(self, event: Any) -> None:
            self.room = event.size
            self.show(self.said)

        async def measure(self) -> None:
            """Learn every distance, in another thread."""
            work, known = distances(self.game.goal.shape, self.game.goal.blank), None
            while not isinstance(known, Exact):
                known = await to_thread(lambda: next(work))
            self.table = known
            self.show(self.said)

        async def search(self, *, whole: bool) -> None:
            """Find a solution in another thread, slice by slice, and tell it."""
            within = WITHIN if self.game.goal.shape.cells > TABLED else None
            try:
                run = start(Job(board=self.game.board, goal=self.game.goal, within=within))
                while run.result is None:
                    self.show(f"Searching, expanded {run.snapshot.expanded:,}. Escape stops.")
                    await to_thread(run.step, SLICE)
            except NPuzzleError as error:
                self.show(sentence(error))
                return
            self.game.ahead, self.game.claim = run.result.path or "", run.result.claim or ""
            if run.result.path is None:
                self.show(check(self.game.board, self.game.goal).reason)
            else:
                self.show(self.game.told(whole=whole))

        def tell(self, *, whole: bool) -> None:
            """What is ahead; it is looked for if it is not known."""
            if self.game.is_solved:
                self.show("n gives a new board.")
            elif self.game.ahead:
                self.show(self.game.told(whole=whole))
            else:
                self.run_worker(self.search(whole=whole), group="search", exclusive=True)

        def stop(self) -> bool:
            """End the search; whether there was one."""
            return bool(self.workers.cancel_group(self, "search"))

        def action_slide(self, letter: str) -> None:
            self.stop()
            self.game.slide(letter)
            self.show()

        def action_undo(self) -> None:
            self.stop()
            self.game.undo()
            self.show()

        def action_new(self) -> None:
            self.stop()
            self.game = Game(random_board(self.game.goal, random), self.game.goal)
            self.show(KEYS)

        def action_goal(self) -> None:
            self.show(f"The goal:\n{in_rows(self.game.goal)}")

        def action_hint(self) -> None:
            self.tell(whole=False)

        def action_solve(self) -> None:
            self.tell(whole=True)

        def action_step(self) -> None:
            if not self.game.ahead:
                self.show("There is no solution to play; s looks for one.")
                return
            self.game.slide(self.game.ahead[0])
            self.tell(whole=True)

        def action_stop(self) -> None:
            if self.stop():
                self.show("Stopped.")

    return Play()
