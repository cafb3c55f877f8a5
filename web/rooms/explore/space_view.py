"""The whole space on the page. `web/js/space.js` draws it; here are its controls, its words and its chart."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pyscript import window
from pyscript.ffi import create_proxy

from web.rooms.explore import space
from web.rooms.explore.shown import Shown
from web.solver.client import in_background
from web.solver.task_run import TaskRun
from web.ui.chart import Chart
from web.ui.dom import by_id
from web.ui.download import fill_table, save_picture
from web.ui.grid import draw_grid
from web.ui.playback import Playback
from web.ui.press import offer
from web.ui.script import load_script

if TYPE_CHECKING:
    from web.page.api import PageApi
    from web.rooms.explore.state import ExploreState
    from web.solver.client import Answer

MISSING = "The picture cannot be drawn: its program did not load. Reload the page."


class SpaceView(Playback):
    """The picture, what it is of, and the search that fills it. `choices()`: the room as it is."""

    def __init__(self, desk: PageApi, choices: Callable[[], ExploreState]) -> None:
        super().__init__("space", ("Play the filling", "Pause the filling"), str(space.SPEEDS[0][0]))
        self._desk, self._choices = desk, choices
        self._chart = Chart("space-errors", "space-save")
        self._shown: space.Picture | None = None
        self._pointed = 0
        self._answer: Answer | None = None
        self._run = TaskRun(
            desk.solver, "space", self._finish, self._fail, on_progress=self._take, prepare=self._open
        )
        offer("space", {}, desk.dispatch, self)
        self._dom.fill("space-speed", [(str(speed), label) for speed, label in space.SPEEDS])

    def draw(self) -> None:
        """Draw what depends on the page."""
        page = self._desk.state
        self._dom.hide("space-stop", not self._run.is_running)
        apart = ""
        if self._shown is not None:
            apart = self._shown.describe_difference(page.current_board, page.goal.board)
        self._dom.text("space-apart", apart)
        self._dom.hide("space-apart", not apart)

    def show(self) -> None:
        """Ask the solver for the distances and for a search, and fill the picture with it as it runs."""
        page, choices, source = self._desk.state, self._choices(), self._desk.notes.get("source", "")
        if not Shown(choices, page, source).can_show_space or self._run.is_running:
            return
        assert page.current_board is not None
        assert page.goal.board is not None
        ticket = page.certified.ticket if page.certified is not None else ""
        given = choices.make_request(str(page.current_board), str(page.goal.board), source, ticket)
        self._shown = space.Picture(page.current_board, page.goal.board, choices.card.label)
        self._answer = None
        self._dom.text("space-problem", "")
        self._dom.text("space-run", "")
        self._dom.text("space-title", f"Whole {page.current_board.shape} space")
        by_id("space-errors-part").hidden = True
        by_id("space").hidden = False
        self._run.start(given)
        self.draw()
        by_id("space-stop").focus(preventScroll=True)
        by_id("space").scrollIntoView()

    def close(self) -> None:
        self._run.stop()
        if self._picture is not None:
            self._picture.pause()
        by_id("space").hidden = True
        by_id("space-show").focus()

    def stop(self) -> None:
        self._run.stop()

    def slide(self, at: str) -> None:
        self.go_to(int(at))

    def find_rate(self, speed: str) -> float:
        """Return the boards a second."""
        return int(speed) or max(1, self._end / space.WHOLE_IN)

    def give(self) -> None:
        if self._shown is not None:
            board = self._shown.board_at(self._pointed)
            self._desk.give(board, self._shown.goal)
            self._desk.say(f"The board {board} is on the page.")

    def save(self) -> None:
        save_picture(self._chart, "errors.png")

    def _finish(self, answer: Answer) -> None:
        self._take(answer)
        self._tell(answer)
        self.draw()

    def _fail(self, problem: str) -> None:
        self._dom.text("space-problem", problem)
        self.draw()

    async def _open(self) -> None:
        """Load the program that draws the picture. Raises OSError."""
        if self._picture is not None:
            return
        module = await load_script("space.js", MISSING)
        self._picture = module.open(
            by_id("space-canvas"), create_proxy(self._on_moved), create_proxy(self._on_pointed)
        )

    def _take(self, news: dict[str, Any]) -> None:
        """Take from a progress what is new: the distances, and the states expanded."""
        if self._shown is None:
            return
        if "distances" in news:
            self._shown = replace(self._shown, distances=b64decode(news["distances"]))
            self._picture.following = not window.matchMedia("(prefers-reduced-motion: reduce)").matches
            self._picture.take(news["distances"], self._shown.here)
            self._dom.text("space-about", space.describe_space(self._shown.goal))
        if news.get("part"):
            self._picture.add(news["part"])

    def _tell(self, answer: Answer) -> None:
        """Show how the search ended, and the errors of its estimate."""
        if self._shown is None or not self._shown.distances:
            return
        self._answer = answer
        said = space.describe_run(self._shown.label, answer)
        self._dom.text("space-run", said)
        self._desk.say(said)
        self._picture.go(self._picture.total)
        by_id("space-errors-part").hidden = answer["errors"] is None
        if answer["errors"] is not None:
            self._shown = replace(self._shown, estimates=space.read_estimates(answer["estimates"]))
            sentence = space.describe_errors(answer)
            self._dom.text("space-sentence", sentence)
            fill_table(by_id("space-table"), space.make_table(answer))
            in_background(self._chart.show(space.make_chart(answer), sentence))
        self._on_pointed(self._pointed)

    def _on_moved(self, at: int, total: int, is_playing: bool) -> None:
        self.draw_controls(at, total, is_playing)
        so_far = f"{at:,} of {total:,} boards expanded"
        self._dom.set("space-slider", "max", str(max(1, total)))
        self._dom.value("space-slider", str(at))
        self._dom.attribute("space-slider", "aria-valuetext", so_far)
        if self._answer is None or at < total:
            self._dom.text("space-run", so_far)
        elif self._shown is not None:
            self._dom.text("space-run", space.describe_run(self._shown.label, self._answer))

    def _on_pointed(self, number: int) -> None:
        """Show the board of the state that is pointed at."""
        shown, self._pointed = self._shown, int(number)
        if shown is None or not shown.distances:
            return
        self._dom.text("space-said", shown.describe_state(self._pointed))
        draw_grid(by_id("space-picture"), shown.board_at(self._pointed), shown.goal)
