"""Charts, drawn by Chart.js (vendored, loaded when the first one is needed).

A chart is a picture to those who see it; to others it is its sentence and its table, which stand beside it.
"""

import asyncio
import json

from pyscript import document, window

from web.views.dom import by_id

SCRIPT = "./web/vendor/chart/chart.js"
PALETTE = ("--series-1", "--series-2", "--series-3", "--series-4")  # told apart by dash and mark as well
DASHES = ([], [6, 4], [2, 3], [8, 3, 2, 3])
MARKS = ("circle", "rect", "triangle", "rectRot")

_loading = None


def _load():
    """The library's script, once."""
    global _loading
    if _loading is None:
        _loading = asyncio.get_running_loop().create_future()
        script = document.createElement("script")
        script.src = SCRIPT
        script.onload = lambda event: _loading.set_result(None)
        script.onerror = lambda event: _loading.set_exception(OSError("the charts' library did not load"))
        document.head.append(script)
    return _loading


class Chart:
    """The chart in the canvas of that id, drawn anew at each `show`."""

    def __init__(self, name):
        self._name, self._chart, self._last = name, None, None

    async def show(self, spec, sentence):
        """`spec` is Chart.js's own configuration; `sentence` says what the chart shows.

        A data set's colour, dash and mark are those of its place unless it brings its own.
        """
        await asyncio.shield(_load())
        self._last = (spec, sentence)
        canvas = by_id(self._name)
        canvas.setAttribute("role", "img")
        canvas.setAttribute("aria-label", sentence)
        if self._chart is not None:
            self._chart.destroy()
        self._chart = window.Chart.new(canvas, window.JSON.parse(json.dumps(_dressed(spec))))

    def png(self):
        """The picture as a data address; on paper, not see-through."""
        shown = self._chart.canvas
        copy = document.createElement("canvas")
        copy.width, copy.height = shown.width, shown.height
        pen = copy.getContext("2d")
        pen.fillStyle = _colour("--card")
        pen.fillRect(0, 0, copy.width, copy.height)
        pen.drawImage(shown, 0, 0)
        return copy.toDataURL("image/png")


def _colour(name):
    return window.getComputedStyle(document.documentElement).getPropertyValue(name).strip()


def _dressed(spec):
    """The configuration in the page's colours and manners."""
    ink, line = _colour("--soft"), _colour("--line")
    still = window.matchMedia("(prefers-reduced-motion: reduce)").matches
    options = dict(spec.get("options", {}))
    scales = {axis: dict(scale) for axis, scale in options.get("scales", {}).items()}
    for scale in scales.values():
        scale["grid"] = {"color": line, **scale.get("grid", {})}
        scale["ticks"] = {"color": ink, **scale.get("ticks", {})}
        if "title" in scale:
            scale["title"] = {"display": True, "color": ink, **scale["title"]}
    plugins = {"legend": {"labels": {"color": ink, "usePointStyle": True}}, **options.get("plugins", {})}
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
