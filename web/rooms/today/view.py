"""The view of Today: put the board of the date on the tray, count the moves, and draw the week."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from pyscript import document, window

from npuzzle import Board
from npuzzle.puzzle.board import goal_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from web.command import Call
from web.page.api import PageApi, RoomView
from web.page.commands.board import begin_board, give_board
from web.page.commands.sliding import press_arrow
from web.page.views.board_keys import enter_mine
from web.rooms.today.days import Bar, Dealt
from web.rooms.today.shown import Shown
from web.rooms.today.state import TodayState, command, fail, follow_page, read_note, take_board, write_note
from web.solver.task_run import TaskRun
from web.ui.dom import by_id, make
from web.ui.events import when
from web.ui.part import Part

if TYPE_CHECKING:
    from web.page.state import UiState
    from web.solver.client import Answer
    from web.ui.protocols import Element

NOTE = "days"


class TodayRoom(Part[TodayState], RoomView):
    place, commands = "today", command

    def __init__(self, desk: PageApi) -> None:
        self._desk = desk
        super().__init__(read_note(find_date(), desk.notes.get(NOTE, "")), desk.say)
        self._day = self.state.day  # the date whose boards were requested
        self._run = TaskRun(desk.solver, "day", self._take, self._fail)
        when("visibilitychange", document)(lambda event: self.enter() if self._is_open else None)

    @property
    def _is_open(self) -> bool:
        return bool(self._desk.rooms.current == self.place)

    def enter(self) -> None:
        """Ask for the boards of the date, which may have changed since the page was used last."""
        self._deal(find_date())
        self._look_at_page()

    def _deal(self, day: date) -> None:
        """Ask for the next board of the date, unless both are dealt."""
        boards = self.state.boards if day == self.state.day else ()
        if len(boards) < 2 and self._desk.solver.is_free and not self._run.is_running:
            self._day = day
            self._run.start({"day": day.isoformat(), "harder": bool(boards)})

    def follow(self, before: UiState, state: UiState, call: Call) -> None:
        if not (self.state.is_dealt or self.state.problem):
            self._deal(find_date())  # again: the solver was loading, or had another task
        self._look_at_page()

    def _look_at_page(self) -> None:
        self.dispatch(follow_page(self._desk.state))
        self.draw()

    def follow_change(self, before: TodayState, after: TodayState) -> None:
        if (text := write_note(after)) != write_note(before):
            self._desk.note(NOTE, text)

    def play(self) -> None:
        """Start the board on the tray again if it is of the date, otherwise start the day's board."""
        self._play(self.state.boards[self.state.place_of(self._desk.state) or 0].board)

    def play_other(self) -> None:
        """Put the other of the two boards on the tray."""
        self._play(self.state.boards[0 if self.state.place_of(self._desk.state) else 1].board)

    def _play(self, board: Board) -> None:
        """Put a board on the tray, and scroll to it."""
        self._desk.dispatch(give_board(board, goal_board(DEFAULT_GOAL, board.shape)))
        by_id("stage").scrollIntoView()

    def _give(self, board: Board, path: str) -> None:
        """Put a board on the tray that the user did not ask for, and make the moves of `path` on it."""
        put = give_board if self._desk.state.history.by_hand else begin_board
        self._desk.dispatch(put(board, goal_board(DEFAULT_GOAL, board.shape)), *map(press_arrow, path))

    def enter_mine(self) -> None:
        """Let the user enter the puzzle in their hands."""
        self._desk.rooms.open("solve")
        enter_mine()

    def _take(self, answer: Answer) -> None:
        """Take a dealt board, and put it on the tray unless the user's own board is there."""
        if answer["board"] is None:
            return
        dealt = Board.parse(answer["board"])
        self.dispatch(take_board(self._day, Dealt(dealt, answer["length"])))
        may_start = self._is_open and self._desk.linked_board != self._desk.state.history.origin
        start = self.state.find_start(self._desk.state) if may_start else None
        if start is not None and start.board == dealt:  # after Undo, do not start it again
            self._give(start.board, start.path)
        self._look_at_page()
        self._deal(self._day)

    def _fail(self, problem: str) -> None:
        """Explain why no board was dealt, unless the user has started another task."""
        if not self._desk.state.why_not_start:
            self.dispatch(fail(problem))

    def draw(self) -> None:
        self._bindings.draw(Shown(self.state, self._desk.state))
        week = self.state.week
        if self._dom.has_changed("week", week):
            by_id("today-week").replaceChildren(*map(_make_bar, week))


def _make_bar(bar: Bar) -> Element:
    name, result, height, kind = bar
    item = make("li", data_kind=kind)
    column = make("span", **{"class": "today-bar"}, aria_hidden="true")
    column.style.setProperty("--height", str(height))
    item.append(column, make("span", name), " ", make("strong", result))
    return item


def find_date() -> date:
    """Return the date at the visitor's place."""
    now = window.Date.new()
    return date(now.getFullYear(), now.getMonth() + 1, now.getDate())
