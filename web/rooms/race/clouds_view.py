"""Show the clouds of a race, and explain the dot under the pointer. `web/js/clouds.js` draws the dots."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pyscript.ffi import create_proxy, to_js

from web.rooms.race import clouds
from web.rooms.race.duel import Duel, describe_estimates, name_lanes
from web.rooms.race.words import PLACES, describe_standing
from web.solver.task_run import TaskRun
from web.ui.dom import by_id, make, wants_still, write_sentences
from web.ui.grid import draw_grid
from web.ui.playback import Playback
from web.ui.press import offer
from web.ui.script import load_script

if TYPE_CHECKING:
    from web.page.api import PageApi
    from web.page.state import UiState
    from web.rooms.race.lanes import Lane
    from web.rooms.race.report import Race, Report
    from web.solver.client import Answer
    from web.ui.protocols import Element

MISSING = "The clouds cannot be drawn: their program did not load. Reload the page."
SLIDER = 1000  # steps of the slider


class CloudsView(Playback):
    """The figures of all lanes, each with the lane's name, cloud and numbers.

    `on_change` is called to redraw the room when the clouds have appeared, start to play, or are gone.
    """

    place, labels = "clouds", ("Play", "Pause")
    problem = about = ""
    is_open = is_pointed = False  # whether clouds are drawn, and whether the pointer is at a dot

    def __init__(self, desk: PageApi, on_change: Callable[[], None]) -> None:
        super().__init__("")
        self._on_change = on_change
        self.duel: Duel | None = None  # the last race whose boards are known, as a duel
        self._race: Race | None = None  # the race whose boards are requested or known
        self._played: Duel | None = None  # the last duel that played by itself: each does so once
        self._answer: Answer = {}
        self._times: tuple[float, ...] = ()
        self._run = TaskRun(desk.solver, "clouds", self._take, self._fail, prepare=self._open)
        offer("clouds", {}, desk.dispatch, self)

    @property
    def is_running(self) -> bool:
        return self._run.is_running

    @property
    def slider(self) -> int:
        return round(SLIDER * self.player.step / self.player.last) if self.player.last else 0

    def record(self, race: Race, given: dict[str, Any]) -> None:
        """Ask the solver for the boards of a finished race, then play the clouds."""
        self._race, self.duel, self.problem = race, None, ""
        counts = [report.expanded for report in race.reports]
        if any(counts):
            self._run.start(
                {name: value for name, value in given.items() if name != "source"} | {"counts": counts}
            )

    def drop(self) -> None:
        self._race = self.duel = None
        self._run.drop()

    def stop(self) -> None:
        self._run.stop()

    def slide(self, value: str) -> None:
        self.go_to(int(value) / SLIDER * self.player.last)

    def find_rate(self, speed: str) -> float:
        """Return how much the clouds grow per second."""
        return 1 / clouds.SECONDS

    def _fail(self, problem: str) -> None:
        """Draw the clouds without rings, and show the problem, unless the drawing program is missing."""
        if self._picture is None:
            self.problem = problem
            self._on_change()
        elif self._race is not None:
            nothing = [""] * len(self._race.reports)
            self._take({"depths": nothing, "states": nothing})

    async def _open(self) -> None:
        """Load the program that draws the clouds. Raises OSError if it does not load."""
        if self._picture is None:
            module = await load_script("clouds.js", MISSING)
            self._picture = module.open(
                by_id("clouds-lanes"), create_proxy(self._on_moved), create_proxy(self._on_pointed)
            )

    def _take(self, answer: Answer) -> None:
        """Take the boards of the race. The room draws them if the page still shows the race's board."""
        if self._race is not None:
            self._answer, self.duel = answer, Duel.read(self._race, answer)
            self._on_change()

    # Drawing

    def draw_race(self, page: UiState, lanes: tuple[Lane, ...], race: Race | None) -> None:
        """Draw the figures of the lanes. `race`: the race on the board on show, running or over."""
        if self._dom.has_changed("lanes", len(lanes)):
            self._dom.forget("clouds-")
            by_id("clouds-lanes").replaceChildren(*map(_make_figure, range(len(lanes))))
            by_id("clouds-lanes").dataset.count = len(lanes)
        if self._dom.has_changed("names", (lanes, page.current_board, page.goal.board)):
            said = describe_estimates(lanes, page.current_board, page.goal.board)
            for at, (name, text) in enumerate(zip(name_lanes(lanes), said, strict=True)):
                self._dom.text(f"clouds-name-{at}", text)
                self._dom.attribute(f"clouds-canvas-{at}", "aria-label", f"The cloud of {name}")
        is_whole = self.duel is not None and self.duel.race == race
        if self._dom.has_changed("cloud", (is_whole and self.duel, len(lanes))):
            self._draw_clouds(self.duel if is_whole else None)
        for at in range(len(lanes)):
            self._draw_report(at, race)
        self.draw()

    def _draw_report(self, at: int, race: Race | None) -> None:
        report = None if race is None else race.reports[at]
        if not self.is_open:
            self._dom.text(f"clouds-number-{at}", f"{report.expanded:,}" if report else "0")
        is_there = not self.is_open or not self.player.last or self.player.step >= self._times[at]
        standing = describe_standing(report, race.reports) if race and report and is_there else ""
        self._dom.text(f"clouds-standing-{at}", standing)
        kind = "proved" if standing == PLACES[0] else "waiting"
        self._dom.attribute(f"clouds-standing-{at}", "data-kind", kind)
        self._dom.text(f"clouds-moves-{at}", _describe_moves(report) if report and is_there else "")
        failed = report is not None and report.state == "failed"
        self._dom.set(f"clouds-words-{at}", "className", "problem" if failed else "hint")
        self._dom.text(f"clouds-words-{at}", report.problem or report.note if report else "")

    def _draw_clouds(self, duel: Duel | None) -> None:
        """Draw and play the clouds of a race, or draw empty clouds."""
        if self._picture is None:
            return
        self.is_open, self.is_pointed = duel is not None, False
        lanes = by_id("clouds-lanes")
        canvases = list(lanes.querySelectorAll("canvas"))
        numbers = list(lanes.querySelectorAll(".number"))
        self._dom.forget("clouds-number")
        if duel is None:
            self.about, self._times = "", (0.0,) * len(canvases)
            given: dict[str, Any] = {
                "lanes": [{"count": 0, "time": 0, "depths": ""}] * len(canvases),
                "each": 1,
            }
        else:
            depths = self._answer["depths"]
            self.about = " ".join(clouds.describe_clouds(duel.race, depths))
            self._times = clouds.list_times(duel.race.reports)
            given = clouds.make_clouds(duel.race, depths)
        for canvas, lane in zip(canvases, given["lanes"], strict=True):
            canvas.tabIndex = 0 if lane["depths"] else -1
        self._picture.take(json.dumps(given), to_js(canvases), to_js(numbers))
        if duel is not None and (wants_still() or duel is self._played):
            self._picture.go(1)
        elif duel is not None:
            self._picture.play(self.find_rate(""))
            self._played = duel

    def _on_moved(self, time: float, end: float, is_playing: bool) -> None:
        was_playing = self.player.is_playing
        self.take_place(time, end, is_playing)
        if self.is_open and self.duel is not None:
            for at in range(len(self.duel.race.lanes)):
                self._draw_report(at, self.duel.race)
        self.draw()
        if self.player.is_playing != was_playing:
            self._on_change()

    def _on_pointed(self, lane: int, expansion: int) -> None:
        """Show the board of a dot, and mark that board in each cloud that contains it."""
        duel = self.duel
        if duel is None or not self.is_open or not duel.records[lane].states:
            return
        self._picture.mark(json.dumps(duel.places(lane, expansion)))
        draw_grid(by_id("clouds-picture"), duel.board(lane, expansion), duel.problem.goal)
        write_sentences("clouds-dot", duel.describe_dot(lane, expansion))
        self.is_pointed = True
        self.draw()


def _describe_moves(report: Report) -> str:
    if report.length is None:
        return f"at least {report.bound:,} moves" if report.bound else ""
    return f"{report.length:,} move{'' if report.length == 1 else 's'}"


def _make_figure(at: int) -> Element:
    """Make the empty figure of a lane, which `draw_race` fills."""
    figure = make("figure", data_lane=at + 1, aria_labelledby=f"clouds-name-{at}")
    cloud, mark = make("div"), make("span", aria_hidden="true")
    cloud.className, mark.className, mark.hidden = "cloud", "dot", True
    canvas = make(
        "canvas", role="application", id=f"clouds-canvas-{at}", aria_describedby="clouds-keys clouds-dot"
    )
    cloud.append(canvas, mark)
    number = make("strong", "0", id=f"clouds-number-{at}", translate="no")
    number.className = "number"
    boards, caption = make("p"), make("figcaption")
    boards.append(number, " ", make("span", "boards"))
    standing = make("span", id=f"clouds-standing-{at}")
    standing.className = "badge"
    line = make("p")
    line.append(make("span", id=f"clouds-moves-{at}"), " ", standing)
    caption.append(boards, line, make("p", id=f"clouds-words-{at}"))
    figure.append(make("h3", id=f"clouds-name-{at}"), cloud, caption)
    return figure
