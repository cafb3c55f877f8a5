"""Show the whole space, with controls and sentences. `web/js/space.js` draws the picture."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pyscript.ffi import create_proxy

from web.rooms.explore import space
from web.rooms.explore.shown import Shown
from web.solver.task_run import TaskRun
from web.ui.dom import by_id, wants_still
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
    """The picture of all boards, which a search fills as it runs. `choices()`: returns the room's state."""

    place, labels = "space", ("Play the picture", "Pause the picture")
    of: space.Picture | None = None
    title = "Whole space"
    about = problem = run_text = said = sentence = ""  # texts on show
    is_open = has_errors = False

    def __init__(self, desk: PageApi, choices: Callable[[], ExploreState]) -> None:
        super().__init__(str(space.SPEEDS[0][0]))
        self._desk, self._choices = desk, choices
        offer("space", {}, desk.dispatch, self)
        self._pointed = 0
        self._answer: Answer | None = None
        self._run = TaskRun(
            desk.solver, "space", self._finish, self._fail, on_progress=self._take, prepare=self._open
        )
        self._dom.fill("space-speed", [(str(speed), label) for speed, label in space.SPEEDS])

    @property
    def is_running(self) -> bool:
        return self._run.is_running

    @property
    def apart(self) -> str:
        """Report that the page now shows another board than the picture, or return ""."""
        page = self._desk.state
        return self.of.describe_difference(page.current_board, page.goal.board) if self.of else ""

    @property
    def so_far(self) -> str:
        return f"{self.player.step:,} of {self.player.last:,} boards expanded"

    def show(self) -> None:
        """Ask the solver for the distances and for a search, and fill the picture as the search runs."""
        page, choices, source = self._desk.state, self._choices(), self._desk.notes.get("source", "")
        if not Shown(choices, page, source).can_show_space or self.is_running:
            return
        assert page.current_board is not None
        assert page.goal.board is not None
        self.of = space.Picture(page.current_board, page.goal.board, choices.card.label)
        self._answer = None
        self.title = f"Whole {page.current_board.shape} space"
        self.problem = self.run_text = ""
        self.is_open, self.has_errors = True, False
        self._run.start(choices.request(page, source))
        self.draw()
        by_id("space-stop").focus(preventScroll=True)
        by_id("space").scrollIntoView()

    def stop(self) -> None:
        self._run.stop()

    def close(self) -> None:
        if self._picture is not None:
            self._picture.pause()
        self._run.stop()
        self.is_open = False
        self.draw()
        by_id("space-show").focus()

    def _fail(self, problem: str) -> None:
        self.problem = problem
        self.draw()

    def slide(self, at: str) -> None:
        self.go_to(int(at))

    def find_rate(self, speed: str) -> float:
        """Return the number of boards per second."""
        return int(speed) or max(1, self.player.last / space.WHOLE_IN)

    def give(self) -> None:
        if self.of is not None:
            board = self.of.board_at(self._pointed)
            self._desk.give(board, self.of.goal)
            self._desk.say(f"The board {board} is on the page.")

    async def _open(self) -> None:
        """Load the program that draws the picture. Raises OSError if it does not load."""
        if self._picture is not None:
            return
        module = await load_script("space.js", MISSING)
        self._picture = module.open(
            by_id("space-canvas"), create_proxy(self._on_moved), create_proxy(self._on_pointed)
        )

    def _take(self, news: dict[str, Any]) -> None:
        """Take the new data of a progress report: distances, and expanded states."""
        if self.of is None:
            return
        if "distances" in news:
            self.of = replace(self.of, distances=b64decode(news["distances"]))
            self.about = space.describe_space(self.of.goal)
            self._picture.following = not wants_still()
            self._picture.take(news["distances"], self.of.here)
        if news.get("part"):
            self._picture.add(news["part"])

    def _finish(self, answer: Answer) -> None:
        """Show the rest of the picture, how the search ended, and the errors of its heuristic."""
        self._take(answer)
        if self.of is not None and self.of.distances:
            self._answer = answer
            self.run_text = space.describe_run(self.of.label, answer)
            self._desk.say(self.run_text)
            self.has_errors = answer["errors"] is not None
            if self.has_errors:
                self.of = replace(self.of, estimates=space.read_estimates(answer["estimates"]))
                self.sentence = space.describe_errors(answer)
            self._picture.go(self._picture.total)
            self._on_pointed(self._pointed)
        self.draw()

    def _on_moved(self, at: int, total: int, is_playing: bool) -> None:
        self.take_place(at, total, is_playing)
        if self._answer is None or self.player.can_go_on:
            self.run_text = self.so_far
        elif self.of is not None:
            self.run_text = space.describe_run(self.of.label, self._answer)
        self.draw()

    def _on_pointed(self, number: int) -> None:
        """Show the board of the state under the pointer."""
        self._pointed = int(number)
        if self.of is None or not self.of.distances:
            return
        self.said = self.of.describe_state(self._pointed)
        self.draw()
        draw_grid(by_id("space-picture"), self.of.board_at(self._pointed), self.of.goal)
