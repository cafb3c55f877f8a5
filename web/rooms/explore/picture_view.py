"""What the pictures of a space have in common: the whole space and a sample of a larger one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from web.rooms.explore import space
from web.solver.client import in_background
from web.ui.chart import Chart
from web.ui.dom import by_id
from web.ui.download import fill_table, save_picture
from web.ui.press import offer

if TYPE_CHECKING:
    from npuzzle import Board
    from web.page.api import PageApi
    from web.rooms.explore.sample import Sample
    from web.rooms.explore.state import ExploreState
    from web.solver.client import Answer
    from web.solver.task_run import TaskRun


class SearchPicture:
    """A picture, what it is `of`, and the search for it. `choices()`: the room as it is.

    HTML binds what it shows by its `place`; its elements have ids that begin so.
    """

    place: ClassVar[str]
    title: str
    of: space.Picture | Sample | None = None
    about = problem = run_text = said = sentence = ""  # texts of its elements
    is_open = has_errors = False
    _run: TaskRun
    _bindings: Any

    def __init__(self, desk: PageApi, choices: Callable[[], ExploreState]) -> None:
        self._desk, self._choices = desk, choices
        self._chart = Chart(f"{self.place}-errors", f"{self.place}-save")
        offer(self.place, {}, desk.dispatch, self)

    @property
    def is_running(self) -> bool:
        return self._run.is_running

    @property
    def apart(self) -> str:
        """Say that the page shows another board by now; empty if it does not."""
        page = self._desk.state
        return self.of.describe_difference(page.current_board, page.goal.board) if self.of else ""

    def draw(self) -> None:
        self._bindings.draw(self)

    def start(self, given: dict[str, Any]) -> None:
        """Ask the solver, and show the part with its Stop."""
        self._run.start(given)
        self.draw()
        by_id(f"{self.place}-stop").focus(preventScroll=True)
        by_id(self.place).scrollIntoView()

    def stop(self) -> None:
        self._run.stop()

    def close(self) -> None:
        self._run.stop()
        self.is_open = False
        self.draw()
        by_id(f"{self.place}-show").focus()

    def give_board(self, board: Board) -> None:
        assert self.of is not None
        self._desk.give(board, self.of.goal)
        self._desk.say(f"The board {board} is on the page.")

    def save(self) -> None:
        save_picture(self._chart, "errors.png")

    def fail(self, problem: str) -> None:
        self.problem = problem
        self.draw()

    def tell(self, text: str, answer: Answer, describe_errors: Callable[[], str]) -> None:
        """Say how the search ended, and show the errors of its estimate."""
        self.run_text = text
        self._desk.say(text)
        self.has_errors = answer["errors"] is not None
        if self.has_errors:
            self.sentence = describe_errors()
            fill_table(by_id(f"{self.place}-table"), space.make_table(answer))
            in_background(self._chart.show(space.make_chart(answer), self.sentence))
