"""The chart of g, h and f along the path on show, its table, and its picture to keep."""

from pyscript import when

from web.page.path_chart import MARKER, estimates, marker, remark, rows, sentence, spec
from web.page.store import store
from web.solver.client import in_background
from web.ui.chart import Chart
from web.ui.dom import Writer, by_id, make
from web.ui.download import save_picture

_chart = Chart("path-chart", "path-save")


class PathView(Writer):
    def draw(self, state):
        there = bool(estimates(state))
        self._property("path-section", "hidden", not state.path)
        self._property("path-picture", "hidden", not there)
        self._property("path-table", "hidden", not there)
        self._text("path-remark", remark(state))
        if not there:
            return
        if self._changed("chart", (state.answer, state.choice)):
            in_background(_show(state))
            self._build_table(state)
        elif self._changed("marker", (state.answer, state.choice, state.step)):
            _chart.change(MARKER, marker(state))

    def _build_table(self, state):
        """Its rows, when it is open; else they are made when it is opened."""
        body = by_id("path-rows")
        body.replaceChildren()
        if by_id("path-table").open:
            fill(body, state)


def fill(body, state):
    for row in rows(state):
        line = make("tr")
        line.append(make("th", row[0], scope="row"), *[make("td", field) for field in row[1:]])
        body.append(line)


async def _show(state):
    await _chart.show(spec(state), sentence(state))
    if store.state.path == state.path:
        _chart.change(MARKER, marker(store.state))  # a step taken while the library loaded


@when("toggle", "#path-table")
def on_table(event):
    body = by_id("path-rows")
    if event.target.open and not body.firstChild:
        fill(body, store.state)


@when("click", "#path-save")
def on_save(event):
    save_picture(_chart, "path.png")
