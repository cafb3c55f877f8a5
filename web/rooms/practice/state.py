"""The state of Practice, and the commands that change it. No browser and no clock in here.

The view deals a scramble, and reports changes of the page and times. A solve is recorded when moves by hand
lead from the scramble to the goal. Only the solver's proofs count: the browser's note holds the solves
without proofs, and after a reload the solver proves them again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from npuzzle import Board, NPuzzleError, goal_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.moves import cancel, format_moves, undo
from npuzzle.puzzle.play import parse_letters
from web.command import Commands
from web.page.commands.cells import words_of
from web.page.state import UiState
from web.untrusted import read_json

SIZES = ("3x3", "4x4", "5x5", "6x6")
AVERAGES = (5, 12, 50, 100)
MOST_SOLVES = 500  # solves that are saved: the latest ones
LONGEST_PATH = 2_000  # moves
LONGEST_TIME = 1_000_000.0  # seconds: a note with a longer time is invalid
LONGEST_NOTE = 1_500_000  # characters
LONGEST_LIST = 200_000

Row = Mapping[str, Any]  # the solver's results, by the names in `npuzzle.solving.analyse.COLUMNS`


class Mode(Enum):
    """The event: the shortest time, counted from the first move, or the fewest moves, timed from the deal."""

    CLOCK = "clock"
    FEWEST = "fewest"


class Phase(Enum):
    """The phase: without a scramble, with an untouched scramble, with the clock running, or solved."""

    IDLE = "idle"
    DEALT = "dealt"
    RUNNING = "running"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Solve:
    """A solved scramble. `is_helped`: a hint or a solution was shown, so the solve does not count.

    `row`: the solver's results, None before the solver was asked, and empty if it found nothing.
    """

    mode: Mode
    board: Board
    path: str
    seconds: float
    is_helped: bool = False
    row: Row | None = None

    @property
    def speed(self) -> float:
        return len(self.path) / self.seconds if self.seconds else 0.0

    @property
    def figure(self) -> float:
        """Return the value to average: the time, or the number of moves."""
        return self.seconds if self.mode is Mode.CLOCK else float(len(self.path))


def find_average(figures: Sequence[float], number: int) -> float | None:
    """Return the average of the last `number` figures by the rules of speed solving, or None if too few.

    The best 5 % and the worst 5 %, rounded up, do not count: one each of 5 or 12, three of 50, five of 100.
    """
    left_out = -(-number // 20)
    counted = sorted(figures[-number:])[left_out:-left_out]
    return sum(counted) / len(counted) if len(figures) >= number else None


@dataclass(frozen=True, slots=True)
class PracticeState:
    """The state. `solves`: the latest last. `cleared`: those removed by Clear, until the next solve.

    `draft`: the moves as typed, valid as long as the moves on the board are the same. `text`: the pasted
    list. `rows`: the results for the list's lines.
    """

    size: str = "4x4"
    mode: Mode = Mode.CLOCK
    phase: Phase = Phase.IDLE
    scramble: Board | None = None
    solves: tuple[Solve, ...] = ()
    cleared: tuple[Solve, ...] = ()
    draft: str = ""
    is_listing: bool = False
    text: str = ""
    rows: tuple[Row, ...] = ()
    problem: str = ""
    spoken: str = ""
    seconds: float = 0.0  # of the last solve

    @property
    def is_resting(self) -> bool:
        """Return whether no clock runs and no untouched scramble is on the board."""
        return self.phase in (Phase.IDLE, Phase.DONE)

    @property
    def session(self) -> list[Solve]:
        """List the solves of the present size and event."""
        shape = goal_board(DEFAULT_GOAL, self.size).shape
        return [one for one in self.solves if one.mode is self.mode and one.board.shape == shape]

    @property
    def averages(self) -> list[float | None]:
        figures = [one.figure for one in self.session if not one.is_helped]
        return [find_average(figures, number) for number in AVERAGES]

    @property
    def unproved(self) -> Solve | None:
        """Return the latest solve that the solver was not asked about yet, or None."""
        return next((one for one in reversed(self.session) if one.row is None), None)

    def is_here(self, page: UiState) -> bool:
        """Return whether the scramble is on the board, perhaps after some moves."""
        board = self.scramble
        if board is None or words_of(board) != [list(row) for row in page.history.origin]:
            return False
        return page.goal.board == goal_board(DEFAULT_GOAL, board.shape)


command = Commands[PracticeState]()


@command()
def deal(state: PracticeState, board: Board) -> PracticeState:
    """Note the scramble that is now on the board. In the fewest-moves event, the clock starts."""
    phase = Phase.DEALT if state.mode is Mode.CLOCK else Phase.RUNNING
    return replace(state, phase=phase, scramble=board, draft="", problem="")


@command()
def choose_size(state: PracticeState, size: str) -> PracticeState:
    return replace(_end(state), size=size) if size in SIZES else state


@command()
def choose_mode(state: PracticeState, mode: Mode) -> PracticeState:
    return replace(_end(state), mode=mode)


@command()
def follow_page(state: PracticeState, page: UiState, seconds: float) -> PracticeState:
    """Follow the moves by hand. The first move starts the clock, and the goal ends it, at `seconds`."""
    if state.phase in (Phase.IDLE, Phase.DONE):
        return state
    if page.shows_path:
        problem = "A solution is on show: this scramble does not count."
        return replace(_end(state), problem=problem, spoken=problem)
    is_unseen = state.phase is Phase.DEALT and page.is_solved_by_hand  # in another room, without a clock
    if is_unseen or not state.is_here(page):
        return _end(state)
    if page.is_solved_by_hand:
        return _record(state, page, seconds)
    if state.phase is Phase.DEALT and page.history.by_hand:
        return replace(state, phase=Phase.RUNNING)
    return state


def _record(state: PracticeState, page: UiState, seconds: float) -> PracticeState:
    path, board = page.path_by_hand, state.scramble
    state = replace(state, phase=Phase.DONE, seconds=seconds)
    if path is None or board is None or len(path) > LONGEST_PATH:
        problem = "The board was edited, or has too many moves: this solve is not counted."
        return replace(state, problem=problem, spoken=problem)
    is_helped = page.history.origin in page.helped
    solve = Solve(state.mode, board, path, seconds, is_helped)
    return replace(state, solves=(*state.solves, solve)[-MOST_SOLVES:], cleared=())


def _end(state: PracticeState) -> PracticeState:
    return replace(state, phase=Phase.IDLE, scramble=None, draft="", problem="")


@command()
def take_proof(state: PracticeState, asked: Solve, row: Row) -> PracticeState:
    """Record the solver's results for a solve. An empty row means that the solver found nothing."""
    solves = tuple(replace(one, row=row) if one is asked else one for one in state.solves)
    return replace(state, solves=solves)


@command()
def type_draft(state: PracticeState, text: str) -> PracticeState:
    """Take the moves that were typed. The view makes the moves on the board."""
    return replace(state, draft=text[:LONGEST_PATH], problem="")


@command()
def refuse(state: PracticeState, problem: str) -> PracticeState:
    return replace(state, problem=problem, spoken=problem)


@command()
def clear(state: PracticeState) -> PracticeState:
    """Remove the listed session, or bring back the removed one."""
    if state.cleared:
        return replace(state, solves=state.solves + state.cleared, cleared=(), spoken="The session is back.")
    listed = tuple(state.session)
    left = tuple(one for one in state.solves if one not in listed)
    return replace(state, solves=left, cleared=listed, spoken="The session is cleared.")


# The list


@command()
def show_list(state: PracticeState) -> PracticeState:
    return replace(state, is_listing=not state.is_listing, problem="")


@command()
def type_list(state: PracticeState, text: str) -> PracticeState:
    return replace(state, text=text, problem="")


@command()
def take_rows(state: PracticeState, rows: tuple[Row, ...]) -> PracticeState:
    return replace(state, rows=rows, problem="")


@command()
def rewrite(state: PracticeState, how: str) -> PracticeState:
    """Simplify or invert the moves in those lines of the list that contain only moves."""
    return replace(state, text="\n".join(_rewrite(line, how) for line in state.text.split("\n")))


def _rewrite(line: str, how: str) -> str:
    path = parse_letters(line) if len(line) <= LONGEST_PATH else None
    if not path:
        return line
    return format_moves(undo(path) if how == "invert" else cancel(path))


# The note


def write_note(state: PracticeState) -> str:
    """Write the note that the browser saves."""
    solves = [
        [one.mode.value, str(one.board), one.path, round(one.seconds, 3), one.is_helped]
        for one in state.solves
    ]
    return json.dumps({"size": state.size, "mode": state.mode.value, "solves": solves})


def read_note(text: str) -> PracticeState:
    """Read a note of `write_note`. Ignore anything of another form, as anybody may have written the note."""
    try:
        noted = read_json(text, LONGEST_NOTE)
    except ValueError:
        return PracticeState()
    if not isinstance(noted, dict):
        return PracticeState()
    size, mode, solves = noted.get("size"), noted.get("mode"), noted.get("solves")
    found = [_read_solve(one) for one in solves[-MOST_SOLVES:]] if isinstance(solves, list) else []
    return PracticeState(
        size=size if size in SIZES else PracticeState().size,
        mode=Mode(mode) if mode in [one.value for one in Mode] else Mode.CLOCK,
        solves=tuple(one for one in found if one is not None),
    )


def _read_solve(noted: Any) -> Solve | None:
    """Read a solve, or return None if its moves do not solve its board."""
    if not isinstance(noted, list) or [type(part) for part in noted] != [str, str, str, float, bool]:
        return None
    mode, text, path, seconds, is_helped = noted
    try:
        board = Board.parse(text)
        is_solved = len(path) <= LONGEST_PATH and board.play(path) == goal_board(DEFAULT_GOAL, board.shape)
        solve = Solve(Mode(mode), board, path, seconds, is_helped)
    except (NPuzzleError, ValueError):
        return None
    is_usual = str(board.shape) in SIZES and path == (parse_letters(path) or "")
    return solve if is_solved and is_usual and 0 <= seconds < LONGEST_TIME else None
