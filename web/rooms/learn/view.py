"""The view of Learn: the list of lessons, the open step, and the bar that leads back to that step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyscript import document

from npuzzle import Board, goal_board
from web.command import Call
from web.page.api import PageApi, RoomView
from web.page.commands.lending import ask_for_tiles, pick_tile
from web.page.state import Phase
from web.rooms.learn.class_view import ClassFold
from web.rooms.learn.codes_view import CodesTable
from web.rooms.learn.hand_in import write_code
from web.rooms.learn.parts import Deed, Question, SetUp, Step
from web.rooms.learn.shown import Shown, is_on_page
from web.rooms.learn.state import (
    DONE,
    LearnState,
    answer,
    check,
    command,
    forget_answers,
    format_answers,
    format_note,
    open_list,
    parse_note,
)
from web.rooms.learn.table import BY_NAME, CHAPTERS, LESSONS, PATHS
from web.rooms.shell import narrow, scroll_to_board
from web.ui.dom import by_id, make
from web.ui.download import NOT_COPIED, copy_text
from web.ui.grid import draw_grid
from web.ui.part import Part

if TYPE_CHECKING:
    from web.page.state import UiState
    from web.ui.protocols import Element

NOTE = "learn"
PASSED = "learned"  # the note with the answers, which links never contain
SOURCE = "source"  # the Lab's note with code; the Lab saves the user's earlier code


class LearnRoom(Part[LearnState], RoomView):
    place, commands = "learn", command

    def __init__(self, desk: PageApi) -> None:
        super().__init__(LearnState(), desk.say)
        self.desk = desk
        self._known_note: str | None = None
        ClassFold(desk)
        CodesTable(desk.say)
        self._build_list()

    def enter(self) -> None:
        """Resume from the notes of the last visit or of a link, if they have changed."""
        note = self.desk.notes.get(NOTE, "")
        if note != self._known_note:
            self.state = parse_note(note, self.desk.notes.get(PASSED, ""))
            self._known_note = note
            self.desk.note(PASSED, format_answers(self.state))
            if self.state.step is not None and not is_on_page(self.desk.state, self.state.step.set_up):
                self.lend(self.state.step.set_up)
        self._ask_for_tiles()
        self.draw()

    def leave(self) -> None:
        if self.desk.state.picked is not None:
            self.desk.dispatch(ask_for_tiles(is_asked=False))

    def follow(self, before: UiState, state: UiState, call: Call) -> None:
        """Draw the room. A task on the step's own board counts as soon as it is done."""
        step, slid = self.state.step, state.current_board != before.current_board
        deed = step.question if step is not None and not step.set_up.room else None
        if slid and isinstance(deed, Deed) and not self.state.is_passed and not deed.check(state):
            self.dispatch(check(""))
        self._draw_bound()
        self._draw_tiles()

    def dispatch(self, call: Call) -> None:
        """Carry out a command of the room. If the element with the focus disappears, move the focus."""
        before = self.state
        super().dispatch(call)
        after = self.state
        is_elsewhere = (after.place, after.is_for_teachers) != (before.place, before.is_for_teachers)
        if is_elsewhere or call.command is forget_answers:
            title = "teachers-title" if after.is_for_teachers else "learn-title"
            by_id("learn-step-title" if after.place else title).focus()
        elif after.is_passed and not before.is_passed:
            by_id("learn-next").focus()

    def follow_change(self, before: LearnState, after: LearnState) -> None:
        self._known_note = format_note(after)
        self.desk.note(NOTE, self._known_note)
        self.desk.note(PASSED, format_answers(after))
        self._dom.text("learn-copied", "")
        if after.place is None and before.place is not None:
            self.desk.take_back()
        elif after.step is not None and after.place != before.place:
            self.lend(after.step.set_up)
        self._ask_for_tiles()

    def _ask_for_tiles(self) -> None:
        """Let presses on tiles answer a question about tiles, or, for other questions, slide the tiles."""
        state = self.state
        is_asked = state.step is not None and not state.is_passed and asks_tiles(state.step.question)
        if is_asked != (self.desk.state.picked is not None):
            self.desk.dispatch(ask_for_tiles(is_asked))

    def submit(self) -> None:
        """Answer the open step's question, or check whether the step's task is done."""
        if self.state.step is None:
            return
        question = self.state.step.question
        if isinstance(question, Deed):
            self.dispatch(check(question.check(self.desk.state)))
        elif question.asks_tiles:
            self.dispatch(answer(" ".join(map(str, sorted(self.desk.state.picked or ())))))
        else:
            self.dispatch(answer(by_id("learn-number").value))
        if not self.state.is_passed:
            (document.querySelector("#learn-answers input") or by_id("learn-check")).focus()

    def pick(self, tile: str) -> None:
        """Pick a tile by its button in the room, not on the board."""
        self.desk.dispatch(pick_tile(int(tile)))

    def lend(self, wanted: SetUp) -> None:
        """Lend the page the step's board, goal and options, until the user leaves the lesson."""
        board = Board.parse(wanted.board)
        self.desk.lend(board, goal_board(wanted.goal, board.shape), wanted.options)

    def return_to_step(self) -> None:
        """Return from another room to the open step."""
        self.desk.rooms.open(NOTE)
        by_id("learn-step-title").focus()

    def leave_lesson(self) -> None:
        """Close the lesson from another room, and restore the user's own board."""
        self.dispatch(open_list())
        by_id(f"tab-{self.desk.rooms.current}").focus()

    async def copy_code(self) -> None:
        is_copied = await copy_text(write_code(self.state.answers))
        self._dom.text("learn-copied", "Copied." if is_copied else NOT_COPIED)

    def set_up(self) -> None:
        """Put the step's board on the page again, and open the room that the step is about."""
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
            if wanted.room == "solve" and narrow():
                scroll_to_board()
            else:
                by_id("learn-bar").scrollIntoView(block="nearest")
        if wanted.fold:
            by_id(wanted.fold).open = True
            by_id(wanted.fold).scrollIntoView()

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
        for path, (_, names) in PATHS.items():
            parts = CHAPTERS if path == "week" else (("", names),)
            by_id(f"learn-{path}").replaceChildren(*[self._make_part(*part) for part in parts])

    def _make_part(self, title: str, names: tuple[str, ...]) -> Element:
        """Make a list of the lessons with these names, folded below the title if there is one."""
        items = make("ol", **{"class": "learn-items"})
        for name in names:
            number = BY_NAME[name]
            lesson, item = LESSONS[number], make("li")
            button = make(
                "button", type="button", data_press="learn.open_lesson", value=number, data_lesson=name
            )
            button.append(
                make("span", lesson.title, data_number=number + 1),
                " ",
                make("small", "", **{"class": "learn-done"}),
            )
            item.append(button)
            items.append(item)
        if not title:
            return items
        chapter = make("details")
        chapter.append(make("summary", title), items)
        return chapter

    def _draw_list(self) -> None:
        state = self.state
        if not self._dom.has_changed("list", (state.answers, state.path)):
            return
        for button in document.querySelectorAll("#learn-list [data-lesson]"):
            number = BY_NAME[button.dataset.lesson]
            answered, of, done = state.passed_steps(number), LESSONS[number].steps, state.is_done(number)
            said = (
                "Done"
                if done
                else f"{answered} of {of} steps done"
                if answered
                else f"{LESSONS[number].minutes} minutes"
            )
            button.lastElementChild.textContent = said
            button.lastElementChild.className = "learn-done is-done" if done else "learn-done"
        if not document.querySelector("#learn-week [open]"):
            upcoming = document.querySelector(f"#learn-week [data-lesson={LESSONS[state.upcoming].name}]")
            upcoming.closest("details").open = True

    def _draw_step(self, step: Step) -> None:
        if self._dom.has_changed("step", self.state.place):
            by_id("learn-text").replaceChildren(*[make("p", text) for text in step.text], *define(step))
            goal = goal_board(step.set_up.goal, Board.parse(step.set_up.board).shape)
            draw_grid(by_id("learn-goal"), goal, goal, label=f"Goal: {goal}")
            self._dom.forget("answer")
            self._dom.forget("picked")
            self._build_answers(step)
        self._draw_track()
        if isinstance(step.question, Question):
            self._draw_answers(step.question)

    def _draw_track(self) -> None:
        """Draw the bar: for each step a piece that can be pressed."""
        assert self.state.place is not None
        lesson, at = self.state.place
        digits = self.state.answers[lesson]
        if not self._dom.has_changed("track", (self.state.place, digits)):
            return
        pieces = []
        for step, how in enumerate(digits):
            said = f"Step {step + 1} of {len(digits)}{': done' if how in DONE else ''}"
            piece = make("button", type="button", data_press="learn.go_to", value=step, aria_label=said)
            piece.setAttribute("aria-current", "step" if step == at else "false")
            piece.className = "is-done" if how in DONE else ""
            pieces.append(piece)
        by_id("learn-track").replaceChildren(*pieces)

    def _build_answers(self, step: Step) -> None:
        question, made = step.question, []
        if isinstance(question, Deed):
            pass
        elif question.choices:
            for choice in question.choices:
                made.append(make("button", choice, type="button", data_press="learn.answer", value=choice))
        elif question.asks_tiles:
            for tile in range(1, Board.parse(step.set_up.board).shape.cells):
                made.append(make("button", str(tile), type="button", data_press="learn.pick", value=tile))
        else:
            field = make("input", id="learn-number", inputmode="numeric", autocomplete="off", maxlength=20)
            field.setAttribute("aria-describedby", "learn-feedback")
            made = [make("label", "Your answer", **{"for": "learn-number"}), field]
        by_id("learn-answers").replaceChildren(*made)

    def _draw_answers(self, question: Question) -> None:
        """Mark the right answer once the question is answered, and empty the fields for a new question."""
        state = self.state
        if not self._dom.has_changed("answer", (state.place, state.is_passed)):
            return
        for field in by_id("learn-answers").querySelectorAll("input, button"):
            field.disabled = state.is_passed
            if question.choices:
                field.setAttribute(
                    "aria-pressed", str(state.is_passed and field.value == question.answer).lower()
                )
            elif not question.asks_tiles:
                field.value = f"{int(question.answer):,}" if state.is_passed else ""
        self._draw_tiles()

    def _draw_tiles(self) -> None:
        """Mark the picked tiles, or, once the question is answered, the tiles of the answer."""
        state = self.state
        if state.step is None or not asks_tiles(state.step.question):
            return
        assert isinstance(state.step.question, Question)
        right = state.step.question.answer.split()
        picked = right if state.is_passed else [*map(str, self.desk.state.picked or ())]
        if self._dom.has_changed("picked", (state.place, picked)):
            for button in document.querySelectorAll("#learn-answers button"):
                button.setAttribute("aria-pressed", str(button.value in picked).lower())


def asks_tiles(question: Question | Deed) -> bool:
    return isinstance(question, Question) and question.asks_tiles


def define(step: Step) -> list[Any]:
    """Make the list of a step's new terms: each definition is folded below its term."""
    if not step.words:
        return []
    folded = make("details")
    terms = make("dl", **{"class": "terms"})
    for term, meaning in step.words:
        pair = make("div")
        pair.append(make("dt", term), make("dd", meaning))
        terms.append(pair)
    folded.append(make("summary", ", ".join([term for term, _ in step.words])), terms)
    return [folded]
