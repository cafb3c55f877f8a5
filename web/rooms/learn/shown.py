"""What the room Learn shows: the names that `data-bind` of its HTML reads; no browser in here."""

from __future__ import annotations

from npuzzle import Board, goal_board
from web.calc import Model
from web.page.state import Phase as PagePhase
from web.page.state import UiState
from web.rooms.learn.parts import Deed, Mark, SetUp
from web.rooms.learn.state import LearnState

MARKS = {Mark.RIGHT: "Right.", Mark.WRONG: "Not quite.", Mark.MISSING: ""}
BUSY = "Stop the search first, then the board can be set up."
THERE = "Now on the board."


def is_on_page(page: UiState, wanted: SetUp) -> bool:
    """Return whether the board and the goal of a step are on the page."""
    board = Board.parse(wanted.board)
    return page.board.check.board == board and page.goal.board == goal_board(wanted.goal, board.shape)


class Shown(Model[LearnState]):
    """Work out what follows from the room and the page."""

    def __init__(self, state: LearnState, page: UiState) -> None:
        super().__init__(state)
        self._page = page
        self._lesson, self._step = state.lesson, state.step
        self._is_deed = self._step is not None and isinstance(self._step.question, Deed)
        self.is_there = self._step is not None and is_on_page(page, self._step.set_up)

    # The lesson

    @property
    def lesson_title(self) -> str:
        return "" if self._lesson is None else self._lesson.title

    @property
    def aim(self) -> str:
        return "" if self._lesson is None else self._lesson.learn

    @property
    def step_title(self) -> str:
        return "" if self._step is None else self._step.title

    @property
    def where(self) -> str:
        return "" if self._lesson is None else f"{self._state.position} of {self._lesson.steps}"

    @property
    def next_label(self) -> str:
        return "Finish" if self._state.is_last else "Next step"

    @property
    def next_class(self) -> str:
        return "strong" if self._state.is_passed else ""

    # Its board

    @property
    def set_up_label(self) -> str:
        return "" if self._step is None else self._step.set_up.label

    @property
    def set_up_class(self) -> str:
        opens_room = self._step is not None and self._step.set_up.room
        return "" if self._state.is_passed or (self.is_there and not opens_room) else "strong"

    @property
    def on_page(self) -> str:
        if self._page.phase is PagePhase.SOLVING:
            return BUSY
        return THERE if self.is_there else ""

    # Its question

    @property
    def question(self) -> str:
        return "" if self._step is None else self._step.question.text

    @property
    def check_label(self) -> str:
        return "Check what I did" if self._is_deed else "Check"

    @property
    def show_label(self) -> str:
        return "Show how" if self._is_deed else "Show the answer"

    @property
    def kind(self) -> str:
        mark = self._state.mark
        return "right" if self._state.is_passed else mark.value if mark else ""

    @property
    def mark_text(self) -> str:
        mark = self._state.mark
        if mark is not None:
            return MARKS[mark]
        return "" if not self._state.is_passed else "Done." if self._is_deed else "Answered."
