"""The clouds of a race, without a browser: their times, their dots and their sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from npuzzle.text import count
from web.rooms.race.report import Race, Report

MOST_DOTS = 10_000  # of a cloud; of more states several share a dot
SLOW, WHOLE, REAL = "slow", "whole", "real"
WINNER_IN, ALL_IN = 4, 10  # seconds
SPEEDS = (
    (SLOW, f"slow: the first in {WINNER_IN} seconds"),
    (WHOLE, f"all in {ALL_IN} seconds"),
    (REAL, "real speed"),
)


def list_times(reports: Sequence[Report]) -> tuple[float, ...]:
    """Return when each cloud is whole, where that of the winner is at 1; 0 for one that did nothing.

    All grow by as many states at a time, so the clouds are whole in the order of the places.
    """
    first = _find_first(reports)
    return tuple(report.expanded / first.expanded if first is not None else 0.0 for report in reports)


def _find_first(reports: Sequence[Report]) -> Report | None:
    """Find the report with the fewest states, of those with a path if there are any."""
    at_work = [report for report in reports if report.expanded]
    solved = [report for report in at_work if report.solved]
    return min(solved or at_work, key=lambda report: report.expanded, default=None)


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
    """Return how far the clouds grow in a second, where the winner's is whole at 1."""
    longest = max(list_times(reports), default=1.0)
    if speed == WHOLE:
        return longest / ALL_IN
    if speed == REAL:
        first = _find_first(reports)
        return 1 / max(first.seconds if first is not None else 0.0, 0.001)
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
