"""The chart of g, h and f along the path on show, its table, and its picture to keep."""

from __future__ import annotations

from typing import Any

from pyscript import when

from web.page.path_chart import MARKER, estimates, marker, remark, rows, sentence, spec
from web.page.state import UiState
from web.page.store import store
from web.solver.client import in_background
from web.ui.chart import Chart
from web.ui.dom import Dom, by_id, make
from web.ui.download import save_picture

_chart = Chart("path-chart", "path-save")


class PathView:
    def __init__(self) -> None:
        self.dom = Dom()

    def draw(self, state: UiState) -> None:
        there = bool(estimates(state))
        self.dom.hide("path-section", not state.player.path)
        self.dom.hide("path-picture", not there)
        self.dom.hide("path-table", not there)
        self.dom.text("path-remark", remark(state))
        if not there:
            return
        if self.dom.has_changed("chart", (state.player.answer, state.player.choice)):
            in_background(_show(state))
            self._build_table(state)
        elif self.dom.has_changed("marker", (state.player.answer, state.player.choice, state.player.step)):
            _chart.change(MARKER, marker(state))

    def _build_table(self, state: UiState) -> None:
        """Its rows, when it is open; else they are made when it is opened."""
        body = by_id("path-rows")
        body.replaceChildren()
        if by_id("path-table").open:
            fill(body, state)


def fill(body: Any, state: UiState) -> None:
    for row in rows(state):
        line = make("tr")
        line.append(make("th", row[0], scope="row"), *[make("td", field) for field in row[1:]])
        body.append(line)


async def _show(state: UiState) -> None:
    await _chart.show(spec(state), sentence(state))
    if store.state.player.path == state.player.path:
        _chart.change(MARKER, marker(store.state))  # a step taken while the library loaded


@when("toggle", "#path-table")
def on_table(event: Any) -> None:
    body = by_id("path-rows")
    if event.target.open and not body.firstChild:
        fill(body, store.state)


@when("click", "#path-save")
def on_save(event: Any) -> None:
    save_picture(_chart, "path.png")
