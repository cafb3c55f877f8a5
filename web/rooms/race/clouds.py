"""The clouds of a race, without a browser: their times, their dots and their sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from npuzzle.text import count
from web.rooms.race.report import Race, Report
from web.rooms.race.why import is_tie

MOST_DOTS = 10_000  # of a cloud; of more states several share a dot
SLOW, WHOLE, REAL = "slow", "whole", "real"
WINNER_IN, ALL_IN = 4, 10  # seconds
SPEEDS = (
    (SLOW, f"slow: the first in {WINNER_IN} seconds"),
    (WHOLE, f"all in {ALL_IN} seconds"),
    (REAL, "real speed"),
)


def list_times(reports: Sequence[Report]) -> tuple[float, ...]:
    """Return how long each lane takes, where the first with a path takes 1; 0 for one that did nothing.

    Lanes that tie take equally long. Where the clock saw no time pass, the expansions stand for it.
    """
    solved = [report for report in reports if report.solved and report.expanded]
    first = min(solved or [report for report in reports if report.expanded], key=_seconds, default=None)
    if first is None:
        return (0.0,) * len(reports)
    unit, measure = (first.seconds, _seconds) if first.seconds > 0 else (float(first.expanded), _expanded)
    return tuple(
        0.0
        if not report.expanded
        else 1.0
        if report.solved and is_tie(first, report)
        else measure(report) / unit
        for report in reports
    )


def _seconds(report: Report) -> float:
    return report.seconds


def _expanded(report: Report) -> float:
    return float(report.expanded)


def states_per_dot(reports: Sequence[Report]) -> int:
    """Return how many states a dot stands for, the same in all clouds."""
    return max(1, -(-max(report.expanded for report in reports) // MOST_DOTS))


def make_clouds(race: Race, depths: Sequence[str]) -> dict[str, Any]:
    """Make the request for `web/js/clouds.js`. `depths`: those of each lane as the solver sends them."""
    lanes = [
        {"count": report.expanded, "time": time, "depths": text}
        for report, time, text in zip(race.reports, list_times(race.reports), depths, strict=True)
    ]
    return {"lanes": lanes, "each": states_per_dot(race.reports)}


def find_rate(speed: str, reports: Sequence[Report]) -> float:
    """Return how far the clouds go in a second, in times of the first lane."""
    longest = max(list_times(reports), default=1.0)
    if speed == WHOLE:
        return longest / ALL_IN
    if speed == REAL:
        times = [report.seconds for report in reports if report.solved] or [r.seconds for r in reports]
        return 1 / max(min(times), 0.001)
    return 1 / WINNER_IN


def describe_clouds(race: Race, depths: Sequence[str]) -> tuple[str, ...]:
    """Say what a dot and a ring are, and which clouds have no rings."""
    each = states_per_dot(race.reports)
    what = "A dot is a state that was expanded, a ring"
    if each > 1:
        what = f"A dot stands for {count(each, 'state')}, a ring for"
    said = [f"{what} a number of moves from the start.", "Twice the area is twice the work."]
    known = zip(race.reports, depths, strict=True)
    bare = [at for at, (report, text) in enumerate(known, 1) if report.expanded and not text]
    if bare:
        lanes = "lane" if len(bare) == 1 else "lanes"
        said.append(f"No rings for {lanes} {', '.join(map(str, bare))}: the depths were not recorded.")
    return tuple(said)


def describe_cloud(label: str, report: Report) -> str:
    """Describe a cloud for those who do not see it."""
    return f"{label}: {count(report.expanded, 'state')} expanded."
