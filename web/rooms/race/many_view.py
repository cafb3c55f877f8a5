"""Show the comparison of all lanes on many boards: its progress and its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.rooms.race.charts import branching_chart, depth_table, expanded_chart
from web.rooms.race.state import COUNTS
from web.rooms.race.words import summarize
from web.solver.client import in_background
from web.ui.chart import Chart
from web.ui.dom import Dom, by_id, make
from web.ui.download import fill_table, save_text
from web.ui.press import offer

if TYPE_CHECKING:
    from web.page.api import PageApi
    from web.rooms.race.many import Comparison


class ManyView:
    """The part of the Race room below the race itself."""

    def __init__(self, desk: PageApi) -> None:
        self._dom = Dom()
        offer("compare", {}, desk.dispatch, self)
        self._comparison: Comparison | None = None
        self.charts = {name: Chart(f"compare-{name}") for name in ("expanded", "branching")}
        self._dom.fill("compare-count", [(count, count) for count in COUNTS])

    def draw(self, comparison: Comparison | None) -> None:
        self._comparison = comparison
        if not self._dom.has_changed("comparison", comparison) or comparison is None:
            return
        by_id("compare-summary").replaceChildren(*[make("p", said) for said in summarize(comparison)])
        by_id("compare-figures").hidden = not comparison.runs
        if not comparison.runs:
            return
        fill_table(by_id("compare-table"), depth_table(comparison))
        shown = "one per run, with its expanded states on a logarithmic scale above the depth of its board."
        in_background(self.charts["expanded"].show(expanded_chart(comparison), f"Points: {shown}"))
        lines = "Lines: the effective branching factor of each lane by depth, as in the table."
        in_background(self.charts["branching"].show(branching_chart(comparison), lines))

    def download(self) -> None:
        if self._comparison is not None:
            save_text(self._comparison.to_csv(), "comparison.csv", "text/csv")
