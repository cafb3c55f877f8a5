"""The clouds of a race on the page: `web/js/clouds.js` draws them; here are their controls and words."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pyscript import window
from pyscript.ffi import create_proxy, to_js

from web.rooms.race import clouds
from web.rooms.race.words import PLACES, describe_standing
from web.solver.client import SolverError, in_background
from web.ui.dom import Dom, by_id, make
from web.ui.events import when
from web.ui.script import load_script

if TYPE_CHECKING:
    from web.page.api import PageApi
    from web.rooms.race.report import Race
    from web.ui.protocols import Element, Event

MISSING = "The clouds cannot be drawn: their program did not load. Reload the page."
SLIDER = 1000  # steps of the slider
STEPS = ("clouds-first", "clouds-back", "clouds-forward", "clouds-last")

_view: CloudsView


class CloudsView:
    """The clouds, the race they are of, and the search that lists its depths."""

    def __init__(self, desk: PageApi) -> None:
        global _view
        _view = self
        self._desk, self._dom = desk, Dom()
        self._race: Race | None = None
        self._picture: Any = None
        self._times: tuple[float, ...] = ()
        self._time = self._end = 0.0
        self._is_playing = False
        self._dom.fill("clouds-speed", list(clouds.SPEEDS))

    def show(self, race: Race, given: dict[str, Any]) -> None:
        """Ask the solver for the depths of a race that is over, and play it as clouds."""
        self.hide()
        if not any(report.expanded for report in race.reports):
            return
        self._race = race
        self._dom.text("clouds-problem", "")
        counts = [report.expanded for report in race.reports]
        asked = {name: value for name, value in given.items() if name != "source"} | {"counts": counts}
        in_background(self._run(race, asked))

    def hide(self) -> None:
        self._race = None
        if self._picture is not None:
            self._picture.pause()
        by_id("clouds").hidden = True

    def stop(self) -> None:
        self._desk.solver.stop()

    def play(self) -> None:
        """Play, or pause; at the end, play again from the start."""
        if self._picture is None or self._race is None:
            return
        if self._is_playing:
            self._picture.pause()
            self._picture.draw()
            return
        if self._time >= self._end:
            self._picture.go(0)
        self._picture.play(self._read_rate())

    def change_speed(self) -> None:
        if self._is_playing:
            self._picture.play(self._read_rate())

    def go(self, share: float) -> None:
        if self._picture is not None:
            self._picture.pause()
            self._picture.go(share * self._end)

    def step(self, name: str) -> None:
        if name in ("first", "last"):
            self.go(float(name == "last"))
        elif self._picture is not None:
            self._picture.step(1 if name == "forward" else -1)

    async def _run(self, race: Race, asked: dict[str, Any]) -> None:
        depths = [""] * len(race.reports)
        by_id("clouds-stop").hidden = False
        with suppress(SolverError):  # they have no rings then, and say so
            depths = (await self._desk.solver.run("clouds", asked, lambda progress: None))["depths"]
        by_id("clouds-stop").hidden = True
        try:
            await self._open()
        except OSError as error:
            self._dom.text("clouds-problem", str(error))
            return
        if self._race is race:  # no other race has begun meanwhile
            self._draw(race, depths)

    async def _open(self) -> None:
        """Load the program that draws the clouds. Raises OSError."""
        if self._picture is None:
            self._picture = (await load_script("clouds.js", MISSING)).open(create_proxy(self._on_moved))

    def _draw(self, race: Race, depths: list[str]) -> None:
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
        self._dom.text("clouds-said", " ".join(clouds.describe_clouds(race, depths)))
        by_id("clouds").hidden = False
        self._picture.take(json.dumps(clouds.make_clouds(race, depths)), to_js(canvases), to_js(numbers))
        if window.matchMedia("(prefers-reduced-motion: reduce)").matches:
            self._picture.go(max(self._times))
        else:
            self._picture.play(self._read_rate())

    def _read_rate(self) -> float:
        """Return the speed that was chosen, in times of the first lane a second."""
        return clouds.find_rate(by_id("clouds-speed").value, self._race.reports if self._race else ())

    def _on_moved(self, time: float, end: float, is_playing: bool) -> None:
        """Draw the controls after the clouds were drawn, at most once a frame."""
        self._time, self._end, self._is_playing = time, end, bool(is_playing)
        race = self._race
        if race is None:
            return
        self._dom.value("clouds-slider", str(round(SLIDER * time / end) if end else 0))
        for name in STEPS:
            self._dom.enable(name, time > 0 if name in STEPS[:2] else time < end)
        self._dom.text("clouds-play", "Pause the race" if self._is_playing else "Play the race")
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


@when("click", "#clouds-play")
def on_play(event: Event) -> None:
    _view.play()


@when("click", "#clouds-first, #clouds-back, #clouds-forward, #clouds-last")
def on_step(event: Event) -> None:
    _view.step(event.target.id.removeprefix("clouds-"))


@when("click", "#clouds-stop")
def on_stop(event: Event) -> None:
    _view.stop()


@when("input", "#clouds-slider")
def on_slider(event: Event) -> None:
    _view.go(int(event.target.value) / SLIDER)


@when("change", "#clouds-speed")
def on_speed(event: Event) -> None:
    _view.change_speed()
