"""A sample of a larger space on the page: a dot for each board, by distance; its words and its chart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pyscript import document

from npuzzle import Board
from npuzzle.text import count
from web.command import Call
from web.page.state import Phase as PagePhase
from web.rooms.explore import sample
from web.rooms.explore.picture_view import SearchPicture
from web.rooms.explore.shown import Shown
from web.rooms.explore.state import choose_sample
from web.rooms.explore.tree_view import make_shape
from web.solver.task_run import TaskRun
from web.ui.bind import Bindings
from web.ui.dom import Dom, by_id
from web.ui.events import when
from web.ui.grid import draw_grid

if TYPE_CHECKING:
    from web.page.api import PageApi
    from web.rooms.explore.state import ExploreState
    from web.solver.client import Answer
    from web.ui.protocols import Element, Event

CELL = 14  # from dot to dot, in units of the picture
DOT = 12
LEAST_HIGH = 8  # dots that the picture has room for, one above the other


class SampleView(SearchPicture):
    """The picture of random boards, a dot for each, which comes as their distances are found."""

    place = "sample"
    of: sample.Sample | None
    title = "Sample of the space"
    least = most = here = ""  # texts of its axis, and of the line of the board on the page

    def __init__(
        self, desk: PageApi, choices: Callable[[], ExploreState], dispatch: Callable[[Call], None]
    ) -> None:
        super().__init__(desk, choices)
        self._dom, self._bindings, self._dispatch = Dom(), Bindings(document, self.place), dispatch
        self._dots: list[Element] = []
        self._pointed = -1
        self._run = TaskRun(desk.solver, "sample", self._end, self.fail, on_progress=self._take)
        for kind in ("pointerover", "click"):
            when(kind, "#sample-dots")(self.point_at)
        when("keydown", "#sample-dots")(self.press_key)
        self._dom.fill("sample-count", [(str(number), f"{number}") for number in sample.COUNTS])
        by_id("sample-count").value = "100"

    @property
    def is_pointed(self) -> bool:
        return self._pointed >= 0

    @property
    def can_give(self) -> bool:
        return self.is_pointed and self._desk.state.phase is not PagePhase.SOLVING

    def draw(self) -> None:
        if sample.has_sample(self._desk.state.current_board):
            self._follow_note(self._choices().sample)
        super().draw()

    def _follow_note(self, noted: sample.Drawn | None) -> None:
        """Fill the form with the sample that a link or an earlier visit names; it is drawn at a press."""
        if noted is None or not self._dom.has_changed("noted", noted):
            return
        by_id("sample-count").value, by_id("sample-seed").value = str(noted.boards), str(noted.seed)
        if self.of is None or noted != (self.of.count, self.of.seed):
            self.is_open, self.run_text = True, sample.NOTED

    def show(self) -> None:
        """Draw the sample that the form says, and ask the solver for its distances."""
        page, choices, source = self._desk.state, self._choices(), self._desk.notes.get("source", "")
        if not Shown(choices, page, source).can_show_sample or self.is_running:
            return
        assert page.current_board is not None
        assert page.goal.board is not None
        seed = sample.read_seed(by_id("sample-seed").value)
        self.is_open, self.problem = True, sample.BAD_SEED if seed is None else ""
        if seed is None:
            self.draw()
            by_id("sample-seed").focus()
            return
        number = int(by_id("sample-count").value)
        self.of = sample.Sample(page.current_board, page.goal.board, number, seed)
        self.title, self.about = f"Sample of the {self.of.board.shape} space", self.of.describe()
        self.run_text, self.has_errors = self.of.describe_progress(), False
        self.said = self.here = self.least = self.most = ""
        self._dots, self._pointed = [], -1
        by_id("sample-dots").replaceChildren()
        self._dispatch(choose_sample(sample.Drawn(number, seed)))
        self.start(choices.request(page, source) | {"count": number, "seed": seed})

    def close(self) -> None:
        super().close()
        self._dispatch(choose_sample(None))

    def give(self) -> None:
        if self.of is not None and self.is_pointed:
            self.give_board(Board.parse(self.of.states[self._pointed].board))

    def press_key(self, event: Event) -> None:
        """Point at another dot, if the key is one of the picture."""
        if self.of is None or event.ctrlKey or event.altKey or event.metaKey:
            return
        aim = self.of.walk(self._pointed, event.key)
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
        if self.of is None or not 0 <= number < len(self._dots):
            return
        if self.is_pointed:
            self._dots[self._pointed].removeAttribute("data-selected")
        self._pointed = number
        self._dots[number].setAttribute("data-selected", "")
        self.said = self.of.describe_state(number)
        draw_grid(by_id("sample-picture"), Board.parse(self.of.states[number].board), self.of.goal)
        self.draw()

    def _end(self, answer: Answer) -> None:
        """Show the rest of the dots, what the sample says, and the errors of the estimate."""
        self._take(answer)
        assert self.of is not None
        states = self.of.states
        progress = self.of.describe_progress(answer["stopped"])
        self.tell(progress, answer, lambda: sample.describe_errors(answer, states))
        self.draw()

    def _take(self, news: dict[str, Any]) -> None:
        """Add the dots of the boards whose distance is new."""
        if self.of is None or "new" not in news:
            return
        states = (*self.of.states, *(sample.State(*each) for each in news["new"]))
        had_none = self.of.here is None
        self.of = replace(self.of, states=states, here=news["here"])
        if not news["new"] and had_none == (news["here"] is None):
            return
        for number, place in list(enumerate(self.of.places))[len(self._dots) :]:
            left, top = place.moves * CELL, -(place.below + 1) * CELL
            dot = make_shape("rect", x=left, y=top, width=DOT, height=DOT, rx=3, data_state=number)
            self._dots.append(dot)
            by_id("sample-dots").append(dot)
        self._scale(self.of)
        self.run_text = self.of.describe_progress()
        self.draw()

    def _scale(self, shown: sample.Sample) -> None:
        """Give the picture room for all dots, and the line of the board that is on the page."""
        least, most = shown.range
        high = max([LEAST_HIGH, *(place.below + 2 for place in shown.places)]) * CELL
        picture = by_id("sample-dots")
        box = f"{(least - 1) * CELL} {-high} {(most - least + 3) * CELL} {high + 4}"
        picture.setAttribute("viewBox", box)
        self.least, self.most = count(least, "move"), count(most, "move")
        if shown.here is not None and not picture.querySelector("path"):
            middle = shown.here * CELL + DOT / 2
            picture.append(make_shape("path", d=f"M{middle:g} 0V-10000"))
            self.here = shown.describe_here()
