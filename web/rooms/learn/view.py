"""The Learn room on the page: the list of exercises, one step of one, and the bar that leads back to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyscript import document, when

from npuzzle import Board, goal_board
from web.page.events import OptionChosen
from web.page.state import Phase
from web.rooms.learn.class_view import ClassFold
from web.rooms.learn.exercises import EXERCISES
from web.rooms.learn.parts import Exercise, Mark, Question, SetUp, Step
from web.rooms.learn.state import (
    Answered,
    AnswerShown,
    Forgotten,
    LearnState,
    ListOpened,
    Opened,
    StartedAgain,
    WentBack,
    WentOn,
    format_note,
    parse_note,
    update,
)
from web.ui.dom import Dom, by_id, make

if TYPE_CHECKING:
    from web.page.api import PageApi
    from web.page.state import UiState
    from web.ui.protocols import Event

NOTE = "learn"
SOURCE = "source"  # the note of the Lab, which keeps the user's earlier text
MARKS = {Mark.RIGHT: "Right.", Mark.WRONG: "Not quite.", Mark.MISSING: "", None: ""}
BUSY = "Stop the search first, then the board can be set up."
THERE = "Now on the board."

_room: LearnRoom


class LearnRoom:
    def __init__(self, desk: PageApi) -> None:
        global _room
        _room = self
        self._dom = Dom()
        self.desk = desk
        self.state = LearnState()
        self._known_note = ""
        ClassFold(desk)
        self._build_list()

    def enter(self) -> None:
        """Take up what the last visit or a link left, if that is new."""
        note = self.desk.notes.get(NOTE, "")
        if note != self._known_note:
            self.state, self._known_note = parse_note(note), note
        self.draw()

    def follow(self, before: UiState, state: UiState, event: object) -> None:
        if self.state.step is not None:
            self._draw_set_up(self.state.step.set_up)

    def dispatch(self, event: object) -> None:
        """Let something happen in the room; where the page changes under the focus, move it along."""
        before, self.state = self.state, update(self.state, event)
        self._known_note = format_note(self.state)
        self.desk.note(NOTE, self._known_note)
        self.draw()
        if self.state.place != before.place:
            by_id("learn-step-title" if self.state.place else "learn-title").focus()

    def answer(self, given: str) -> None:
        self.dispatch(Answered(given))
        self.desk.say(self.state.feedback)

    def set_up(self) -> None:
        """Put the step's board on the page, and open the room it is for."""
        step, desk = self.state.step, self.desk
        if step is None or desk.state.phase is Phase.SOLVING:
            return
        wanted = step.set_up
        board = Board.parse(wanted.board)
        desk.give(board, goal_board(wanted.goal, board.shape))
        for name, value in wanted.options:
            desk.dispatch(OptionChosen(name, value))
        for name, text in wanted.notes:
            if name == SOURCE:
                desk.rooms.room("lab").take(text)
            else:
                desk.note(name, text)
        if wanted.room:
            desk.rooms.open(wanted.room)
            by_id(f"room-{wanted.room}").focus(preventScroll=True)
            by_id("learn-bar").scrollIntoView(block="nearest")

    # Drawing

    def draw(self) -> None:
        state, exercise, step = self.state, self.state.exercise, self.state.step
        self._dom.hide("learn-list", step is not None)
        self._dom.hide("learn-exercise", step is None)
        self._dom.hide("learn-bar", step is None)
        if exercise is None or step is None:
            self._draw_list()
        else:
            self._draw_step(exercise, step)
            self._draw_set_up(step.set_up)
            self._draw_question(step.question)
        self._dom.text("learn-bar-where", state.position)
        self._dom.text("learn-bar-asked", state.prompt)

    def _build_list(self) -> None:
        items = []
        for number, exercise in enumerate(EXERCISES):
            item = make("li")
            name = f"learn-name-{number}"
            open_it = make("button", type="button", id=f"learn-open-{number}", data_exercise=number)
            open_it.setAttribute("aria-describedby", name)
            done = make("span", id=f"learn-done-{number}", **{"class": "learn-done"})
            about = make("div", **{"class": "grow"})
            about.append(make("strong", exercise.title, id=name), make("p", exercise.learn))
            about.append(done)
            item.append(about, open_it)
            items.append(item)
        by_id("learn-items").replaceChildren(*items)

    def _draw_list(self) -> None:
        state = self.state
        for number, exercise in enumerate(EXERCISES):
            answered, of = state.passed_steps(number), len(exercise.steps)
            done = state.is_done(number)
            said = "Done" if done else f"{answered} of {of} questions answered" if answered else f"{of} steps"
            self._dom.text(f"learn-done-{number}", said)
            self._dom.set(f"learn-done-{number}", "className", "learn-done is-done" if done else "learn-done")
            self._dom.text(f"learn-open-{number}", "Look again" if done else "Go on" if answered else "Start")
        self._dom.hide("learn-forget", not state.passed)

    def _draw_step(self, exercise: Exercise, step: Step) -> None:
        state = self.state
        if self._dom.has_changed("step", state.place):
            self._dom.text("learn-exercise-title", exercise.title)
            self._dom.text("learn-aim", exercise.learn)
            self._dom.text("learn-step-title", step.title)
            by_id("learn-text").replaceChildren(*[make("p", text) for text in step.text])
            self._dom.text("learn-set-up", step.set_up.label)
            self._draw_boards(step.set_up)
            self._build_answers(step.question)
        self._dom.text("learn-step", f"{state.position} of {len(exercise.steps)}")
        self._dom.enable("learn-back", not state.is_first)
        self._dom.text("learn-next", "Finish" if state.is_last else "Next step")
        self._dom.set("learn-next", "className", "strong" if state.is_passed else "")

    def _draw_boards(self, wanted: SetUp) -> None:
        board = Board.parse(wanted.board)
        goal = goal_board(wanted.goal, board.shape)
        figures = []
        for name, drawn in (("Board", board), ("Goal", goal)):
            picture = make("div", role="img", aria_label=f"{name}: {drawn}", **{"class": "picture"})
            picture.style.setProperty("--cols", str(drawn.shape.cols))
            picture.style.setProperty("--rows", str(drawn.shape.rows))
            for tile, home in zip(drawn.tiles, goal.tiles, strict=True):
                cell = make("span", str(tile or ""))
                cell.toggleAttribute("data-away", tile != home)
                picture.append(cell)
            figure = make("figure")
            figure.append(make("figcaption", name), picture)
            figures.append(figure)
        by_id("learn-boards").replaceChildren(*figures)

    def _build_answers(self, question: Question) -> None:
        self._dom.text("learn-question-text", question.text)
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

    def _draw_set_up(self, wanted: SetUp) -> None:
        page = self.desk.state
        solving = page.phase is Phase.SOLVING
        board = Board.parse(wanted.board)
        there = page.board.check.board == board and page.goal.board == goal_board(wanted.goal, board.shape)
        done = self.state.is_passed or (there and not wanted.room)
        self._dom.enable("learn-set-up", not solving)
        self._dom.set("learn-set-up", "className", "" if done else "strong")
        self._dom.text("learn-busy", BUSY if solving else THERE if there else "")

    def _draw_question(self, question: Question) -> None:
        state = self.state
        fresh = self._dom.has_changed("answer", (state.place, state.is_passed))
        for number, field in enumerate(by_id("learn-answers").querySelectorAll("input")):
            field.disabled = state.is_passed
            if fresh and question.choices:
                field.checked = state.is_passed and question.choices[number] == question.answer
            elif fresh:
                field.value = f"{int(question.answer):,}" if state.is_passed else ""
        self._dom.enable("learn-check", not state.is_passed)
        self._dom.hide("learn-show", not state.can_show)
        kind = "right" if state.is_passed else state.mark.value if state.mark else ""
        self._dom.attribute("learn-feedback", "data-kind", kind)
        self._dom.text("learn-mark", MARKS[state.mark] if state.mark or not state.is_passed else "Answered.")
        self._dom.text("learn-why", state.feedback)


@when("click", "#learn-items")
def on_exercise(event: Event) -> None:
    button = event.target.closest("[data-exercise]")
    if button:
        _room.dispatch(Opened(int(button.dataset.exercise)))


@when("submit", "#learn-form")
def on_answer(event: Event) -> None:
    event.preventDefault()
    if _room.state.step is None:
        return
    question = _room.state.step.question
    chosen = document.querySelector("#learn-answers input:checked")
    if not question.choices:
        _room.answer(by_id("learn-number").value)
    else:
        _room.answer(question.choices[int(chosen.value)] if chosen else "")
    if _room.state.is_passed:
        by_id("learn-next").focus()
    elif _room.state.mark is Mark.MISSING:
        document.querySelector("#learn-answers input").focus()


@when("click", "#learn-show")
def on_show(event: Event) -> None:
    _room.dispatch(AnswerShown())
    _room.desk.say(_room.state.feedback)
    by_id("learn-next").focus()


@when("click", "#learn-set-up")
def on_set_up(event: Event) -> None:
    _room.set_up()


@when("click", "#learn-next")
def on_next(event: Event) -> None:
    _room.dispatch(WentOn())


@when("click", "#learn-back")
def on_back(event: Event) -> None:
    _room.dispatch(WentBack())


@when("click", "#learn-all")
def on_all(event: Event) -> None:
    _room.dispatch(ListOpened())


@when("click", "#learn-again")
def on_again(event: Event) -> None:
    _room.dispatch(StartedAgain())
    by_id("learn-step-title").focus()


@when("click", "#learn-forget")
def on_forget(event: Event) -> None:
    _room.dispatch(Forgotten())
    by_id("learn-title").focus()


@when("click", "#learn-bar-back")
def on_bar(event: Event) -> None:
    _room.desk.rooms.open(NOTE)
    by_id("learn-step-title").focus()
