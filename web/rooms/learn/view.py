"""The Learn room on the page: the list of lessons, one step of one, and the bar that leads back to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyscript import document

from npuzzle import Board, goal_board
from web.command import Call
from web.page.api import PageApi, RoomView
from web.page.state import Phase
from web.rooms.learn.class_view import ClassFold
from web.rooms.learn.parts import Deed, Mark, Question, SetUp, Step
from web.rooms.learn.shown import Shown, is_on_page
from web.rooms.learn.state import (
    LearnState,
    answer,
    check,
    command,
    forget_answers,
    format_note,
    format_passed,
    open_list,
    parse_note,
    start_again,
)
from web.rooms.learn.table import LESSONS
from web.rooms.shell import narrow, scroll_to_board
from web.ui.dom import by_id, make
from web.ui.grid import draw_grid
from web.ui.part import Part

if TYPE_CHECKING:
    from web.page.state import UiState

NOTE = "learn"
PASSED = "learned"  # the note of the steps that are done, which no link holds
SOURCE = "source"  # the note of the Lab, which keeps the user's earlier text


class LearnRoom(Part[LearnState], RoomView):
    place, commands = "learn", command

    def __init__(self, desk: PageApi) -> None:
        super().__init__(LearnState(), desk.say)
        self.desk = desk
        self._known_note: str | None = None
        ClassFold(desk)
        self._build_list()

    def enter(self) -> None:
        """Take up what the last visit or a link left, if that is new."""
        note = self.desk.notes.get(NOTE, "")
        if note != self._known_note:
            self.state = parse_note(note, self.desk.notes.get(PASSED, ""))
            self._known_note = note
            self.desk.note(PASSED, format_passed(self.state))
            if self.state.step is not None and not is_on_page(self.desk.state, self.state.step.set_up):
                self.lend(self.state.step.set_up)
        self.draw()
        self._leave_board()

    def leave(self) -> None:
        self._leave_board()

    def _leave_board(self) -> None:
        """Put the bar back to its place, see `set_up`."""
        document.body.removeAttribute("data-at-board")

    def follow(self, before: UiState, state: UiState, call: Call) -> None:
        self._draw_bound()

    def dispatch(self, call: Call) -> None:
        """Carry out a command of the room; where the page changes under the focus, move it along."""
        self._leave_board()
        before = self.state
        super().dispatch(call)
        if self.state.place != before.place or call.command in (start_again, forget_answers):
            by_id("learn-step-title" if self.state.place else "learn-title").focus()
        elif self.state.is_passed and not before.is_passed:
            by_id("learn-next").focus()

    def follow_change(self, before: LearnState, after: LearnState) -> None:
        self._known_note = format_note(after)
        self.desk.note(NOTE, self._known_note)
        self.desk.note(PASSED, format_passed(after))
        if after.place is None and before.place is not None:
            self.desk.take_back()
        elif after.step is not None and after.place != before.place:
            self.lend(after.step.set_up)

    def submit(self) -> None:
        """Answer the question of the open step, or look at the page for what the step asks for."""
        if self.state.step is None:
            return
        question = self.state.step.question
        if isinstance(question, Deed):
            self.dispatch(check(question.check(self.desk.state)))
            if not self.state.is_passed:
                by_id("learn-check").focus()
        elif question.choices:
            chosen = document.querySelector("#learn-answers input:checked")
            self.dispatch(answer(question.choices[int(chosen.value)] if chosen else ""))
        else:
            self.dispatch(answer(by_id("learn-number").value))
        if self.state.mark is Mark.MISSING:
            document.querySelector("#learn-answers input").focus()

    def lend(self, wanted: SetUp) -> None:
        """Put the step's board on the page, with its goal and options, until the lesson is left."""
        board = Board.parse(wanted.board)
        self.desk.lend(board, goal_board(wanted.goal, board.shape), wanted.options)

    def return_to_step(self) -> None:
        """Open the room from another one."""
        self.desk.rooms.open(NOTE)
        if narrow():
            by_id("panels").scrollIntoView()
        by_id("learn-step-title").focus()

    def leave_lesson(self) -> None:
        """Close the lesson from another room; the user's own board comes back."""
        self.dispatch(open_list())
        by_id(f"tab-{self.desk.rooms.current}").focus()

    def set_up(self) -> None:
        """Put the step's board on the page again, and open the room it is for."""
        step, desk = self.state.step, self.desk
        if step is None or desk.state.phase is Phase.SOLVING:
            return
        wanted = step.set_up
        self.lend(wanted)
        for name, text in wanted.notes:
            if name == SOURCE:
                desk.rooms.room("lab").take(text)
            else:
                desk.note(name, text)
        if wanted.room:
            desk.rooms.open(wanted.room)
            by_id(f"room-{wanted.room}").focus(preventScroll=True)
            by_id("learn-bar").scrollIntoView(block="nearest")
        if wanted.fold:
            by_id(wanted.fold).open = True
            by_id(wanted.fold).scrollIntoView()
        elif wanted.room in ("", "solve") and narrow():
            document.body.setAttribute("data-at-board", "")
            scroll_to_board()

    # Drawing

    def draw(self) -> None:
        self._draw_bound()
        if self.state.step is None:
            self._draw_list()
        else:
            self._draw_step(self.state.step)

    def _draw_bound(self) -> None:
        self._bindings.draw(Shown(self.state, self.desk.state))

    def _build_list(self) -> None:
        items = []
        for number, lesson in enumerate(LESSONS):
            item = make("li")
            name = f"learn-name-{number}"
            pressed = {"data_press": "learn.open_lesson", "value": number, "aria_describedby": name}
            open_it = make("button", "", type="button", id=f"learn-open-{number}", **pressed)
            done = make("span", id=f"learn-done-{number}", **{"class": "learn-done"})
            about = make("div", **{"class": "grow"})
            about.append(make("strong", lesson.title, id=name), make("p", lesson.learn))
            about.append(done)
            item.append(about, open_it)
            items.append(item)
        by_id("learn-items").replaceChildren(*items)

    def _draw_list(self) -> None:
        state = self.state
        for number, lesson in enumerate(LESSONS):
            answered, of = state.passed_steps(number), lesson.steps
            done = state.is_done(number)
            said = f"{of} steps, about {lesson.minutes} minutes"
            if answered:
                said = "Done" if done else f"{answered} of {of} steps done"
            self._dom.text(f"learn-done-{number}", said)
            self._dom.set(f"learn-done-{number}", "className", "learn-done is-done" if done else "learn-done")
            self._dom.text(f"learn-open-{number}", "Look again" if done else "Go on" if answered else "Start")

    def _draw_step(self, step: Step) -> None:
        if self._dom.has_changed("step", self.state.place):
            by_id("learn-text").replaceChildren(*[make("p", text) for text in step.text], *define(step))
            by_id("learn-boards").replaceChildren(*draw_boards(step.set_up))
            self._build_answers(step.question)
        if isinstance(step.question, Question):
            self._draw_answers(step.question)

    def _build_answers(self, question: Question | Deed) -> None:
        if isinstance(question, Deed):
            by_id("learn-answers").replaceChildren()
            return
        if not question.choices:
            field = make("input", id="learn-number", inputmode="numeric", autocomplete="off", maxlength=20)
            field.setAttribute("aria-describedby", "learn-feedback")
            label = make("label", "Your answer", **{"for": "learn-number"})
            by_id("learn-answers").replaceChildren(label, field)
            return
        labels = []
        for number, choice in enumerate(question.choices):
            label = make("label", **{"class": "learn-choice"})
            label.append(make("input", type="radio", name="learn-choice", value=number), make("span", choice))
            labels.append(label)
        by_id("learn-answers").replaceChildren(*labels)

    def _draw_answers(self, question: Question) -> None:
        """Fill in the answer once the question is answered, and empty the fields of a new one."""
        state = self.state
        fresh = self._dom.has_changed("answer", (state.place, state.is_passed))
        for number, field in enumerate(by_id("learn-answers").querySelectorAll("input")):
            field.disabled = state.is_passed
            if fresh and question.choices:
                field.checked = state.is_passed and question.choices[number] == question.answer
            elif fresh:
                field.value = f"{int(question.answer):,}" if state.is_passed else ""


def draw_boards(wanted: SetUp) -> list[Any]:
    """Draw the board of a step and its goal, small."""
    board = Board.parse(wanted.board)
    goal = goal_board(wanted.goal, board.shape)
    figures = []
    for name, drawn in (("Board", board), ("Goal", goal)):
        picture, figure = make("div", role="img", **{"class": "picture"}), make("figure")
        draw_grid(picture, drawn, goal, label=f"{name}: {drawn}")
        figure.append(make("figcaption", name), picture)
        figures.append(figure)
    return figures


def define(step: Step) -> list[Any]:
    """Make the list of the terms that are new in a step."""
    if not step.words:
        return []
    terms = make("dl", **{"class": "terms"})
    for term, meaning in step.words:
        pair = make("div")
        pair.append(make("dt", term), make("dd", meaning))
        terms.append(pair)
    return [terms]
