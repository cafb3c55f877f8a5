"""The values that `data-bind` names in Learn's HTML. No browser in here."""

from __future__ import annotations

from npuzzle import Board, goal_board
from npuzzle.text import count
from web.calc import Model
from web.page.state import Phase as PagePhase
from web.page.state import UiState
from web.rooms.learn.hand_in import write_code
from web.rooms.learn.parts import Deed, Mark, Question, SetUp
from web.rooms.learn.state import FIRST, LearnState, count_answered
from web.rooms.learn.table import LESSONS

MARKS = {Mark.RIGHT: "Right.", Mark.WRONG: "Not quite.", Mark.MISSING: ""}
BUSY = "Stop the search first, then the board can be set up."


def is_on_page(page: UiState, wanted: SetUp) -> bool:
    """Return whether the page shows the board and the goal of a step."""
    board = Board.parse(wanted.board)
    return page.board.check.board == board and page.goal.board == goal_board(wanted.goal, board.shape)


class Shown(Model[LearnState]):
    """The values computed from the room and the page."""

    def __init__(self, state: LearnState, page: UiState) -> None:
        super().__init__(state)
        self._page = page
        self._lesson, self._step = state.lesson, state.step
        self._is_deed = self._step is not None and isinstance(self._step.question, Deed)
        self.is_there = self._step is not None and is_on_page(page, self._step.set_up)

    # The list

    @property
    def shows_list(self) -> bool:
        return self._lesson is None and not self._state.is_for_teachers

    @property
    def is_short(self) -> bool:
        return self._state.path == "short"

    @property
    def is_long(self) -> bool:
        return not self.is_short

    @property
    def start_label(self) -> str:
        lesson = self._state.upcoming
        if self._state.is_done(lesson):
            return f"Look again at: {LESSONS[lesson].title}"
        verb = "Continue with" if self._state.passed_steps(lesson) else "Start with"
        return f"{verb}: {LESSONS[lesson].title}"

    @property
    def has_answers(self) -> bool:
        """Return whether the student has an answer to hand in."""
        return count_answered("".join(self._state.answers)) > 0

    @property
    def summary(self) -> str:
        digits = "".join(self._state.answers)
        return f"{count(count_answered(digits), 'step')} answered, {digits.count(FIRST)} at the first try."

    @property
    def code(self) -> str:
        return write_code(self._state.answers)

    # The lesson

    @property
    def lesson_title(self) -> str:
        return "" if self._lesson is None else self._lesson.title

    @property
    def step_title(self) -> str:
        return "" if self._step is None else self._step.title

    @property
    def where(self) -> str:
        if self._lesson is None or self._state.place is None:
            return ""
        return f"Step {self._state.place[1] + 1} of {self._lesson.steps}"

    @property
    def next_label(self) -> str:
        return "Finish" if self._state.is_last else "Next step"

    @property
    def next_class(self) -> str:
        return "strong" if self._state.is_passed else ""

    # The board of the step

    @property
    def set_up_label(self) -> str:
        """Return the label of the button that opens the step's room or restores its board, or ""."""
        wanted = self._step.set_up if self._step is not None else None
        if wanted is None or (not wanted.room and (self.is_there or self._state.is_passed)):
            return ""
        return wanted.label or "Put the board back"

    @property
    def set_up_class(self) -> str:
        opens_room = self._step is not None and self._step.set_up.room
        return "strong" if opens_room and not self._state.is_passed else ""

    @property
    def busy(self) -> str:
        return BUSY if self._page.phase is PagePhase.SOLVING else ""

    # The question of the step

    @property
    def question(self) -> str:
        return "" if self._step is None else self._step.question.text

    @property
    def has_check(self) -> bool:
        """Return whether a button submits the answer. For a choice, pressing the choice submits it."""
        question = self._step.question if self._step is not None else None
        return not (self._state.is_passed or (isinstance(question, Question) and question.choices))

    @property
    def check_class(self) -> str:
        return "" if self.set_up_class else "strong"

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
