"""Make the charts and tables of the Race room as plain data."""

from __future__ import annotations

from typing import Any

from web.page.words import ENGINES
from web.rooms.race.many import Comparison, Mean
from web.rooms.race.report import Race
from web.rooms.race.words import describe_standing
from web.ui.table import Table

FIGURES = ("Expanded", "Generated", "Peak frontier")


def race_table(race: Race) -> Table:
    """Make the table of a race, one row per lane in their order. It shows the engines if they differ."""
    heads = ("Lane", "Place", "Moves", "Guarantee", *FIGURES, "Seconds", "Per second", "Engine")
    rows = [
        (
            f"{at}. {lane.label}",
            describe_standing(report, race.reports),
            _format(report.length),
            (report.claim or "-").capitalize(),
            f"{report.expanded:,}",
            f"{report.generated:,}",
            f"{report.peak_frontier:,}",
            f"{report.seconds:.3f}",
            f"{report.per_second:,}",
            ENGINES.get(report.engine, report.engine),
        )
        for at, (lane, report) in enumerate(zip(race.lanes, race.reports, strict=True), 1)
    ]
    if len({row[-1] for row in rows}) == 1:
        return Table(heads[:-1], tuple(row[:-1] for row in rows))
    return Table(heads, tuple(rows))


def depth_table(comparison: Comparison) -> Table:
    """Make the table of means by depth, as in textbooks: expanded, generated and b* for each lane.

    If a lane has not solved all boards of a depth, the cell "Expanded" also says how many it solved.
    """
    groups = ("", 2), *((f"{at}. {lane.label}", 3) for at, lane in enumerate(comparison.lanes, 1))
    heads = ("Depth", "Boards") + ("Expanded", "Generated", "b*") * len(comparison.lanes)
    rows = [_mean_row(str(depth), means) for depth, means in comparison.by_depth().items()]
    rows.append(_mean_row("All", comparison.overall()))
    return Table(heads, tuple(rows), groups)


def _mean_row(head: str, means: tuple[Mean, ...]) -> tuple[str, ...]:
    cells = [head, str(means[0].boards)]
    for mean in means:
        partly = f" ({mean.solved} of {mean.boards})" if mean.solved < mean.boards else ""
        cells += [_format(mean.expanded) + partly, _format(mean.generated), _format(mean.branching, 3)]
    return tuple(cells)


def _format(value: float | None, digits: int = 0) -> str:
    return "-" if value is None else f"{value:,.{digits}f}"


def expanded_chart(comparison: Comparison) -> dict[str, Any]:
    """Make a chart with one point per run: expanded states over depth."""
    sets = [
        {
            "label": f"{at + 1}. {lane.label}",
            "data": [{"x": depth, "y": max(1, run.expanded)} for depth, run in comparison.points(at)],
            "pointRadius": 4,
        }
        for at, lane in enumerate(comparison.lanes)
    ]
    return {
        "type": "scatter",
        "data": {"datasets": sets},
        "options": {"scales": {"x": _depth(), "y": _logarithmic("Expanded (logarithmic)")}},
    }


def branching_chart(comparison: Comparison) -> dict[str, Any]:
    """Make a chart of each lane's effective branching factor by depth."""
    by_depth = comparison.by_depth()
    sets = [
        {
            "label": f"{at + 1}. {lane.label}",
            "data": [
                {"x": depth, "y": round(means[at].branching or 0, 4)}
                for depth, means in by_depth.items()
                if means[at].branching is not None
            ],
            "pointRadius": 3,
        }
        for at, lane in enumerate(comparison.lanes)
    ]
    y = {"title": {"text": "Effective branching factor b*"}, "suggestedMin": 1}
    return {
        "type": "line",
        "data": {"datasets": sets},
        "options": {"scales": {"x": {"type": "linear", **_depth()}, "y": y}},
    }


def _depth() -> dict[str, Any]:
    return {"title": {"text": "Depth (moves of a shortest path)"}, "ticks": {"precision": 0}}


def _logarithmic(title: str) -> dict[str, Any]:
    return {"type": "logarithmic", "min": 1, "title": {"text": title}}
