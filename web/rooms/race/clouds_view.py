"""The clouds of a race on the page: `web/js/clouds.js` draws them; here are their controls and words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pyscript import window
from pyscript.ffi import create_proxy, to_js

from web.rooms.race import clouds
from web.rooms.race.words import PLACES, describe_standing
from web.solver.task_run import TaskRun
from web.ui.dom import by_id, make
from web.ui.playback import Playback
from web.ui.press import offer
from web.ui.script import load_script

if TYPE_CHECKING:
    from web.page.api import PageApi
    from web.rooms.race.report import Race
    from web.ui.protocols import Element

MISSING = "The clouds cannot be drawn: their program did not load. Reload the page."
SLIDER = 1000  # steps of the slider


class CloudsView(Playback):
    """The clouds, the race they are of, and the search that lists its depths."""

    place, labels = "clouds", ("Play the race", "Pause the race")
    problem = said = ""
    is_open = False

    def __init__(self, desk: PageApi) -> None:
        super().__init__(clouds.SLOW)
        self._race: Race | None = None
        self._times: tuple[float, ...] = ()
        self._run = TaskRun(
            desk.solver, "clouds", lambda answer: self._show(answer["depths"]), self._fail, prepare=self._open
        )
        offer("clouds", {}, desk.dispatch, self)
        self._dom.fill("clouds-speed", list(clouds.SPEEDS))

    @property
    def is_running(self) -> bool:
        return self._run.is_running

    @property
    def slider(self) -> int:
        return round(SLIDER * self.player.step / self.player.last) if self.player.last else 0

    def show(self, race: Race, given: dict[str, Any]) -> None:
        """Ask the solver for the depths of a race that is over, and play it as clouds."""
        self.hide()
        if not any(report.expanded for report in race.reports):
            return
        self._race, self.problem = race, ""
        counts = [report.expanded for report in race.reports]
        self._run.start(
            {name: value for name, value in given.items() if name != "source"} | {"counts": counts}
        )
        self.draw()

    def hide(self) -> None:
        self._race, self.is_open = None, False
        self._run.drop()
        if self._picture is not None:
            self._picture.pause()
        self.draw()

    def stop(self) -> None:
        self._run.stop()

    def slide(self, value: str) -> None:
        self.go_to(int(value) / SLIDER * self.player.last)

    def find_rate(self, speed: str) -> float:
        """Return the times of the first lane a second."""
        return clouds.find_rate(speed, self._race.reports if self._race else ())

    def _fail(self, problem: str) -> None:
        """Draw the clouds without rings, which they say, unless the program that draws them is missing."""
        if self._picture is None:
            self.problem = problem
            self.draw()
        elif self._race is not None:
            self._show([""] * len(self._race.reports))

    async def _open(self) -> None:
        """Load the program that draws the clouds. Raises OSError."""
        if self._picture is None:
            self._picture = (await load_script("clouds.js", MISSING)).open(create_proxy(self._on_moved))

    def _show(self, depths: list[str]) -> None:
        race = self._race
        if race is None:
            return
        self._times = clouds.list_times(race.reports)
        canvases, numbers, figures = [], [], []
        for at, lane in enumerate(race.lanes):
            label = f"{at + 1}. {lane.label}"
            canvas = make("canvas", role="img", aria_label=clouds.describe_cloud(label, race.reports[at]))
            number = make("span", "0", translate="no")
            canvases.append(canvas)
            numbers.append(number)
            figures.append(_make_figure(at, label, canvas, number))
        by_id("clouds-lanes").replaceChildren(*figures)
        self._dom.forget("clouds-standing")
        self.said, self.is_open = " ".join(clouds.describe_clouds(race, depths)), True
        self.draw()
        self._picture.take(json.dumps(clouds.make_clouds(race, depths)), to_js(canvases), to_js(numbers))
        if window.matchMedia("(prefers-reduced-motion: reduce)").matches:
            self._picture.go(max(self._times))
        else:
            self._picture.play(self.find_rate(self.player.speed))

    def _on_moved(self, time: float, end: float, is_playing: bool) -> None:
        self.take_place(time, end, is_playing)
        self.draw()
        race = self._race
        if race is None:
            return
        for at, report in enumerate(race.reports):
            standing = describe_standing(report, race.reports) if time >= self._times[at] else ""
            self._dom.text(f"clouds-standing-{at}", standing)
            self._dom.attribute(
                f"clouds-standing-{at}", "data-kind", "proved" if standing == PLACES[0] else "waiting"
            )


def _make_figure(at: int, label: str, canvas: Element, number: Element) -> Element:
    """Make the figure of a lane: its cloud, its name, its number and, once it is there, its place."""
    figure, caption, told = make("figure", data_lane=at + 1), make("figcaption"), make("span")
    standing = make("span", id=f"clouds-standing-{at}")
    standing.className = "badge"
    told.append(number, " ", make("span", "expanded"))
    caption.append(make("strong", label), told, standing)
    figure.append(canvas, caption)
    return figure
