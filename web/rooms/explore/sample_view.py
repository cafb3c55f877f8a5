"""A sample of a larger space on the page: a dot for each board, by distance; its words and its chart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from npuzzle import Board
from npuzzle.text import count
from web.command import Call
from web.page.state import Phase as PagePhase
from web.rooms.explore import sample, space
from web.rooms.explore.commands import choose_sample
from web.rooms.explore.shown import Shown
from web.rooms.explore.tree_view import make_shape
from web.solver.client import in_background
from web.solver.task_run import TaskRun
from web.ui.chart import Chart
from web.ui.dom import Dom, by_id
from web.ui.download import fill_table, save_picture
from web.ui.events import when
from web.ui.grid import draw_grid
from web.ui.press import offer

if TYPE_CHECKING:
    from web.page.api import PageApi
    from web.rooms.explore.state import ExploreState
    from web.solver.client import Answer
    from web.ui.protocols import Element, Event

CELL = 14  # from dot to dot, in units of the picture
DOT = 12
LEAST_HIGH = 8  # dots that the picture has room for, one above the other


class SampleView:
    """The picture and the request that fills it. `choices()`: the room as it is."""

    def __init__(
        self, desk: PageApi, choices: Callable[[], ExploreState], dispatch: Callable[[Call], None]
    ) -> None:
        self._desk, self._choices, self._dispatch = desk, choices, dispatch
        self._dom, self._chart = Dom(), Chart("sample-errors", "sample-save")
        self._shown: sample.Sample | None = None
        self._dots: list[Element] = []
        self._pointed = -1
        self._run = TaskRun(desk.solver, "sample", self._end, self._fail, on_progress=self._take)
        offer("sample", {}, desk.dispatch, self)
        for kind in ("pointerover", "click"):
            when(kind, "#sample-dots")(self.point_at)
        when("keydown", "#sample-dots")(self.press_key)
        self._dom.fill("sample-count", [(str(number), f"{number}") for number in sample.COUNTS])
        by_id("sample-count").value = "100"

    def draw(self) -> None:
        """Draw what depends on the page and on the form."""
        page = self._desk.state
        if sample.has_sample(page.current_board):
            self._follow_note(self._choices().sample)
        self._dom.hide("sample-stop", not self._run.is_running)
        self._dom.enable("sample-give", self._pointed >= 0 and page.phase is not PagePhase.SOLVING)
        apart = ""
        if self._shown is not None:
            apart = self._shown.describe_difference(page.current_board, page.goal.board)
        self._dom.text("sample-apart", apart)
        self._dom.hide("sample-apart", not apart)

    def _follow_note(self, noted: sample.Drawn | None) -> None:
        """Fill the form with the sample that a link or an earlier visit names; it is drawn at a press."""
        if noted is None or not self._dom.has_changed("noted", noted):
            return
        by_id("sample-count").value, by_id("sample-seed").value = str(noted.boards), str(noted.seed)
        if self._shown is None or noted != (self._shown.count, self._shown.seed):
            by_id("sample").hidden = False
            self._dom.text("sample-run", sample.NOTED)

    def show(self) -> None:
        """Draw the sample that the form says, and ask the solver for its distances."""
        page, source = self._desk.state, self._desk.notes.get("source", "")
        if not Shown(self._choices(), page, source).can_show_sample or self._run.is_running:
            return
        assert page.current_board is not None
        assert page.goal.board is not None
        seed = sample.read_seed(by_id("sample-seed").value)
        by_id("sample").hidden = False
        self._dom.text("sample-problem", sample.BAD_SEED if seed is None else "")
        if seed is None:
            by_id("sample-seed").focus()
            return
        ticket = page.certified.ticket if page.certified is not None else ""
        given = self._choices().make_request(str(page.current_board), str(page.goal.board), source, ticket)
        number = int(by_id("sample-count").value)
        self._shown = sample.Sample(page.current_board, page.goal.board, number, seed)
        self._clear()
        self._run.start(given | {"count": number, "seed": seed})
        self._dispatch(choose_sample(sample.Drawn(number, seed)))
        self.draw()
        by_id("sample-stop").focus(preventScroll=True)
        by_id("sample").scrollIntoView()

    def close(self) -> None:
        self._run.stop()
        by_id("sample").hidden = True
        self._dispatch(choose_sample(None))
        by_id("sample-show").focus()

    def stop(self) -> None:
        self._run.stop()

    def give(self) -> None:
        if self._shown is not None and self._pointed >= 0:
            board = Board.parse(self._shown.states[self._pointed].board)
            self._desk.give(board, self._shown.goal)
            self._desk.say(f"The board {board} is on the page.")

    def save(self) -> None:
        save_picture(self._chart, "errors.png")

    def press_key(self, event: Event) -> None:
        """Point at another dot, if the key is one of the picture."""
        if self._shown is None or event.ctrlKey or event.altKey or event.metaKey:
            return
        aim = self._shown.walk(self._pointed, event.key)
        if aim >= 0:
            event.preventDefault()
            self.point(aim)

    def point_at(self, event: Event) -> None:
        """Point at the dot under the pointer."""
        dot = event.target.closest("[data-state]")
        if dot:
            self.point(int(dot.dataset.state))

    def point(self, number: int) -> None:
        """Show the board of a dot."""
        if self._shown is None or not 0 <= number < len(self._dots):
            return
        if self._pointed >= 0:
            self._dots[self._pointed].removeAttribute("data-selected")
        self._pointed = number
        self._dots[number].setAttribute("data-selected", "")
        self._dom.text("sample-said", self._shown.describe_state(number))
        by_id("sample-picture").hidden = False
        draw_grid(by_id("sample-picture"), Board.parse(self._shown.states[number].board), self._shown.goal)
        self.draw()

    def _clear(self) -> None:
        assert self._shown is not None
        self._dots, self._pointed = [], -1
        by_id("sample-dots").replaceChildren()
        by_id("sample-picture").hidden = True
        by_id("sample-errors-part").hidden = True
        self._dom.text("sample-title", f"Sample of the {self._shown.board.shape} space")
        self._dom.text("sample-about", self._shown.describe())
        self._dom.text("sample-run", self._shown.describe_progress())
        for name in ("said", "here", "least", "most"):
            self._dom.text(f"sample-{name}", "")

    def _end(self, answer: Answer) -> None:
        self._take(answer)
        self._tell(answer)
        self.draw()

    def _fail(self, problem: str) -> None:
        self._dom.text("sample-problem", problem)
        self.draw()

    def _take(self, news: dict[str, Any]) -> None:
        """Add the dots of the boards whose distance is new."""
        if self._shown is None or "new" not in news:
            return
        states = (*self._shown.states, *(sample.State(*each) for each in news["new"]))
        had_none = self._shown.here is None
        self._shown = replace(self._shown, states=states, here=news["here"])
        if not news["new"] and had_none == (news["here"] is None):
            return
        for number, place in list(enumerate(self._shown.places))[len(self._dots) :]:
            left, top = place.moves * CELL, -(place.below + 1) * CELL
            dot = make_shape("rect", x=left, y=top, width=DOT, height=DOT, rx=3, data_state=number)
            self._dots.append(dot)
            by_id("sample-dots").append(dot)
        self._scale(self._shown)
        self._dom.text("sample-run", self._shown.describe_progress())

    def _scale(self, shown: sample.Sample) -> None:
        """Give the picture room for all dots, and the line of the board that is on the page."""
        least, most = shown.range
        high = max([LEAST_HIGH, *(place.below + 2 for place in shown.places)]) * CELL
        picture = by_id("sample-dots")
        box = f"{(least - 1) * CELL} {-high} {(most - least + 3) * CELL} {high + 4}"
        picture.setAttribute("viewBox", box)
        self._dom.text("sample-least", count(least, "move"))
        self._dom.text("sample-most", count(most, "move"))
        if shown.here is not None and not picture.querySelector("path"):
            middle = shown.here * CELL + DOT / 2
            picture.append(make_shape("path", d=f"M{middle:g} 0V-10000"))
            self._dom.text("sample-here", shown.describe_here())

    def _tell(self, answer: Answer) -> None:
        """Show what the sample says, and the errors of the estimate."""
        assert self._shown is not None
        said = self._shown.describe_progress(answer["stopped"])
        self._dom.text("sample-run", said)
        self._desk.say(said)
        by_id("sample-errors-part").hidden = answer["errors"] is None
        if answer["errors"] is not None:
            sentence = sample.describe_errors(answer, self._shown.states)
            self._dom.text("sample-sentence", sentence)
            fill_table(by_id("sample-table"), space.make_table(answer))
            in_background(self._chart.show(space.make_chart(answer), sentence))
