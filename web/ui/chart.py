"""Charts, drawn by Chart.js, which is vendored and loaded with the first chart.

Users who cannot see a chart have the sentence and the table next to it. If the library does not load, a
sentence replaces the chart. The browser itself can save a chart as a picture.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from pyscript import document, ffi, window

from web.ui.axis import choose_marks
from web.ui.dom import by_id, wants_still

SCRIPT = "./web/vendor/chart/chart.js"
PALETTE = ("--series-1", "--series-2", "--series-3", "--series-4")  # dashes and marks differ, too
DASHES: tuple[list[int], ...] = ([], [6, 4], [2, 3], [8, 3, 2, 3])
MARKS = ("circle", "rect", "triangle", "rectRot")

MISSING = "The chart is missing, as its library did not load; the table has the figures."

_loading: asyncio.Future[None] | None = None
_charts: list[Chart] = []  # all charts shown so far, to draw again in other colours or another language


def _load() -> asyncio.Future[None]:
    """Load the library's script once, or again after a failure."""
    global _loading
    if _loading is None or (_loading.done() and _loading.exception()):
        _loading = asyncio.get_running_loop().create_future()
        script = document.createElement("script")
        script.src = SCRIPT
        script.onload = _on_load
        script.onerror = lambda event: _loading.set_exception(OSError("the charts' library did not load"))
        document.head.append(script)
    return _loading


def _on_load(event: Any) -> None:
    window.Chart.defaults.font.family = window.getComputedStyle(document.body).fontFamily
    scheme = window.matchMedia("(prefers-color-scheme: dark)")
    again = ffi.create_proxy(_redraw)
    scheme.addEventListener("change", again)
    language = _to_js({"attributes": True, "attributeFilter": ["lang"]})
    window.MutationObserver.new(again).observe(document.documentElement, language)
    if _loading is not None:
        _loading.set_result(None)


def _redraw(*change: Any) -> None:
    """Draw all charts again, because the page's colours or language have changed."""
    for chart in _charts:
        chart.draw()


class Chart:
    """A chart in the canvas of that id, which each call of `show` draws."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._chart: Any = None
        self._last: dict[str, Any] = {}

    async def show(self, spec: dict[str, Any], sentence: str) -> None:
        """Show a chart. `spec`: the configuration for Chart.js. `sentence`: describes the chart.

        The index of a data set chooses its colour, dash and mark, unless the data set sets them itself.
        """
        try:
            await asyncio.shield(_load())
        except OSError:
            self._draw_frame(MISSING)
            return
        self._draw_frame("")
        if self not in _charts:
            _charts.append(self)
        self._last = spec
        canvas = by_id(self._name)
        canvas.setAttribute("role", "img")
        canvas.setAttribute("aria-label", sentence)
        self.draw()

    def _draw_frame(self, problem: str) -> None:
        """Show the chart, or say why it is missing."""
        canvas = by_id(self._name)
        said = canvas.parentElement.querySelector("p")
        said.textContent = problem
        said.hidden, canvas.hidden = not problem, bool(problem)

    def draw(self) -> None:
        """Draw the last chart again, in the page's current colours."""
        if self._chart is not None:
            self._chart.destroy()
        drawn = _to_js(_dress(self._last))
        for name, scale in self._last.get("options", {}).get("scales", {}).items():
            if scale.get("type") == "logarithmic":
                getattr(drawn.options.scales, name).afterBuildTicks = _place_marks
        self._chart = window.Chart.new(by_id(self._name), drawn)

    def change(self, at: int, data: list[dict[str, float]]) -> None:
        """Change the data set of that index without animation, and without drawing the rest again."""
        if self._chart is None:
            return
        self._last["data"]["datasets"][at]["data"] = data
        self._chart.data.datasets[at].data = _to_js(data)
        self._chart.update("none")


def _to_js(data: object) -> Any:
    """Convert plain data to JavaScript."""
    return window.JSON.parse(json.dumps(data))


def _colour(name: str) -> str:
    colour: str = window.getComputedStyle(document.documentElement).getPropertyValue(name)
    return colour.strip()


@ffi.create_proxy
def _place_marks(axis: Any, *given: Any) -> None:
    """Place the marks of a logarithmic axis."""
    axis.ticks = _to_js([{"value": value} for value in choose_marks(axis.min, axis.max)])


def _dress(spec: dict[str, Any]) -> dict[str, Any]:
    """Add the page's colours and settings to the configuration."""
    ink, line = _colour("--soft"), _colour("--line")
    still = wants_still()
    options = dict(spec.get("options", {}))
    scales = {axis: dict(scale) for axis, scale in options.get("scales", {}).items()}
    for scale in scales.values():
        scale["grid"] = {"color": line, **scale.get("grid", {})}
        scale["ticks"] = {"color": ink, **scale.get("ticks", {})}
        if "title" in scale:
            scale["title"] = {"display": True, "color": ink, **scale["title"]}
    plugins = {
        "legend": {"labels": {"color": ink, "usePointStyle": True, "boxHeight": 8}},
        **options.get("plugins", {}),
    }
    options.update(
        scales=scales,
        plugins=plugins,
        maintainAspectRatio=False,
        animation=False if still else {"duration": 200},
    )
    sets = []
    for at, data in enumerate(spec["data"]["datasets"]):
        colour = _colour(PALETTE[at % len(PALETTE)])
        dress = {
            "borderColor": colour,
            "backgroundColor": colour,
            "borderDash": DASHES[at % len(DASHES)],
            "pointStyle": MARKS[at % len(MARKS)],
            "borderWidth": 2,
        }
        sets.append({**dress, **data})
    return {**spec, "data": {**spec["data"], "datasets": sets}, "options": options}
