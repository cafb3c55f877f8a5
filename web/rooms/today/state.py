"""The state of Today, and the commands that change it. No browser in here.

The view gives the date, and the solver deals the date's boards. A note in the browser saves the user's result
for each date, and the moves made on the present board. Links contain neither.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from typing import Any, NamedTuple

from npuzzle import Board, NPuzzleError, goal_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from web.command import Commands
from web.page.commands.cells import words_of
from web.page.state import UiState
from web.page.store import FIRST_BOARD
from web.rooms.today.days import DAYS, Bar, Dealt, draw_week
from web.untrusted import read_json

LONGEST_NOTE = 50_000  # characters
LONGEST_PATH = 1_000  # moves by hand that are saved
MOST_RESULTS = 400  # dates whose results are saved: the latest ones
MOST_HELPED = 2  # boards in `helped`: a date has only two


class Phase(Enum):
    OPEN = "open"


class Begun(NamedTuple):
    """A board of a date that the user has started, and the moves made by hand, as letters."""

    day: date
    board: Board
    path: str


@dataclass(frozen=True, slots=True)
class TodayState:
    """The state. `boards`: the day's board and the harder board, once dealt. `begun`: the board played last.

    `results`: for each date, how many moves the user made, and how many a shortest solution has.
    `helped`: the boards for which a solution was shown, the latest last.
    """

    day: date
    boards: tuple[Dealt, ...] = ()
    results: Mapping[date, tuple[int, int]] = field(default_factory=dict)
    begun: Begun | None = None
    helped: tuple[Board, ...] = ()
    problem: str = ""
    phase: Phase = Phase.OPEN
    spoken: str = ""

    @property
    def weekday(self) -> str:
        return DAYS[self.day.weekday()]

    @property
    def week(self) -> list[Bar]:
        return draw_week(self.day, self.results)

    @property
    def is_dealt(self) -> bool:
        """Return whether both boards of the date have been dealt."""
        return len(self.boards) == 2

    def find_start(self, page: UiState) -> Begun | None:
        """Return the board to put on the tray and the moves to make on it, or None to leave the tray alone.

        A board of the date continues where the user left it. It replaces a board of another date that is
        untouched or solved, and the example of a first visit. Any other board is the user's own, and stays.
        """
        if page.shows_path or self.place_of(page) is not None:
            return None  # the board on show stays
        begun, shown = self.begun, page.current_board
        if begun is not None and shown == begun.board.play(begun.path):
            if begun.day == self.day:
                return begun if begun.board in [board for board, _ in self.boards] else None
            is_free = not begun.path or shown == page.goal.board
        else:
            first = words_of(Board.parse(FIRST_BOARD))
            is_free = [list(row) for row in page.history.origin] == first and page.path_by_hand is not None
        return Begun(self.day, self.boards[0].board, "") if is_free else None

    def place_of(self, page: UiState) -> int | None:
        """Return the index of the day's board that is on the tray, perhaps after some moves, or None."""
        origin = page.history.origin
        for place, (board, _) in enumerate(self.boards):
            if words_of(board) == [list(row) for row in origin] and page.goal.board == goal_board(
                DEFAULT_GOAL, board.shape
            ):
                return place
        return None


command = Commands[TodayState]()


@command()
def take_board(state: TodayState, day: date, board: Dealt) -> TodayState:
    """Take the next board of a date, which the solver has dealt."""
    earlier = state.boards if day == state.day else ()
    return replace(state, day=day, boards=(*earlier, board), problem="")


@command()
def fail(state: TodayState, problem: str) -> TodayState:
    """Report why the boards were not dealt."""
    return replace(state, problem=problem, spoken=problem)


@command()
def follow_page(state: TodayState, page: UiState) -> TodayState:
    """Note the user's moves, and, if they solve the day's board without help, the result."""
    place = state.place_of(page)
    if place is None:
        return state
    board, least = state.boards[place]
    if board not in state.helped and (page.shows_path or page.helped.solution == page.history.origin):
        state = replace(state, helped=(*state.helped, board)[-MOST_HELPED:])
    path = page.path_by_hand
    if page.shows_path or path is None:
        return state
    state = replace(state, begun=Begun(state.day, board, path))
    if place or not page.is_solved_by_hand or board in state.helped:
        return state
    best = min(len(path), state.results.get(state.day, (len(path), least))[0])
    results = {**state.results, state.day: (best, least)}
    return replace(state, results=dict(sorted(results.items())[-MOST_RESULTS:]))


# The note


def write_note(state: TodayState) -> str:
    """Write the note that the browser saves."""
    results = {day.isoformat(): result for day, result in state.results.items()}
    begun = state.begun and [state.begun.day.isoformat(), str(state.begun.board), state.begun.path]
    return json.dumps({"results": results, "begun": begun, "helped": list(map(str, state.helped))})


def read_note(day: date, text: str) -> TodayState:
    """Read a note of `write_note`. Ignore anything of another form, as anybody may have written the note."""
    try:
        noted = read_json(text, LONGEST_NOTE)
    except ValueError:
        noted = None
    if not isinstance(noted, dict):
        return TodayState(day)
    results, helped = noted.get("results"), noted.get("helped")
    pairs = list(results.items())[:MOST_RESULTS] if isinstance(results, dict) else []
    read = {_read_day(day): result for day, result in pairs if _is_result(result)}
    boards = map(_read_board, helped[:MOST_HELPED] if isinstance(helped, list) else [])
    return TodayState(
        day,
        results={day: (moves, least) for day, (moves, least) in read.items() if day},
        begun=_read_begun(noted.get("begun")),
        helped=tuple(board for board in boards if board is not None),
    )


def _read_board(noted: Any) -> Board | None:
    try:
        return Board.parse(noted) if isinstance(noted, str) else None
    except NPuzzleError:
        return None


def _read_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _is_result(result: Any) -> bool:
    if not isinstance(result, list) or [type(part) for part in result] != [int, int]:
        return False
    moves, least = result
    return bool(0 < least <= moves <= LONGEST_PATH)


def _read_begun(noted: Any) -> Begun | None:
    if not isinstance(noted, list) or [type(part) for part in noted] != [str] * 3:
        return None
    day, text, path = noted
    try:
        begun = Begun(date.fromisoformat(day), Board.parse(text), path)
        begun.board.play(path)
    except (NPuzzleError, ValueError):
        return None
    return begun if len(begun.path) <= LONGEST_PATH else None
