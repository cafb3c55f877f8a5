"""Draw the chart of g, h and f along the path, and fill the table of the same figures."""

from __future__ import annotations

from typing import Any

from web.page.path_chart import (
    MARKER,
    describe_chart,
    estimates,
    explain_estimates,
    make_chart,
    marker,
    table_rows,
)
from web.page.state import UiState
from web.page.store import store
from web.solver.client import in_background
from web.ui.chart import Chart
from web.ui.dom import Dom, by_id, make
from web.ui.events import when

_chart = Chart("path-chart")
_view: PathChartView


class PathChartView:
    def __init__(self) -> None:
        global _view
        _view = self
        self.dom = Dom()

    def draw(self, state: UiState) -> None:
        there = bool(estimates(state))
        self.dom.hide("path-picture", not there)
        self.dom.hide("path-table", not there)
        self.dom.text("path-remark", explain_estimates(state))
        if not there or not by_id("search-numbers").open:
            return
        if self.dom.has_changed("chart", (state.player.answer, state.player.choice)):
            in_background(_show(state))
            self._build_table(state)
        elif self.dom.has_changed("marker", (state.player.answer, state.player.choice, state.player.step)):
            _chart.change(MARKER, marker(state))

    def _build_table(self, state: UiState) -> None:
        """Fill the table, either now or, if it is folded, when the user opens it."""
        body = by_id("path-rows")
        body.replaceChildren()
        if by_id("path-table").open:
            fill(body, state)


def fill(body: Any, state: UiState) -> None:
    for row in table_rows(state):
        line = make("tr")
        line.append(make("th", row[0], scope="row"), *[make("td", field) for field in row[1:]])
        body.append(line)


async def _show(state: UiState) -> None:
    await _chart.show(make_chart(state), describe_chart(state))
    if store.state.player.path == state.player.path:
        _chart.change(MARKER, marker(store.state))  # the step may have changed while the library loaded


@when("toggle", "#search-numbers")
def on_numbers(event: Any) -> None:
    _view.draw(store.state)


@when("toggle", "#path-table")
def on_table(event: Any) -> None:
    body = by_id("path-rows")
    if event.target.open and not body.firstChild:
        fill(body, store.state)
