"""Compute the clouds of a race: how they grow, what a dot stands for, and their sentences. No browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from npuzzle.text import count
from web.rooms.race.report import Race, Report

MOST_DOTS = 10_000  # dots per cloud: if a lane expanded more states, several states share a dot
SECONDS = 6  # for the whole playback


def list_times(reports: Sequence[Report]) -> tuple[float, ...]:
    """Return the time at which each cloud is complete: 1 for the largest. All grow at the same rate."""
    most = max(1, *(report.expanded for report in reports))
    return tuple(report.expanded / most for report in reports)


def states_per_dot(reports: Sequence[Report]) -> int:
    """Return how many states one dot represents, which is the same number in all clouds."""
    return max(1, -(-max(report.expanded for report in reports) // MOST_DOTS))


def make_clouds(race: Race, depths: Sequence[str]) -> dict[str, Any]:
    """Make the request for `web/js/clouds.js`. `depths`: each lane's depths, as the solver sent them."""
    lanes = [
        {"count": report.expanded, "time": time, "depths": text}
        for report, time, text in zip(race.reports, list_times(race.reports), depths, strict=True)
    ]
    return {"lanes": lanes, "each": states_per_dot(race.reports)}


def describe_clouds(race: Race, depths: Sequence[str]) -> tuple[str, ...]:
    """Explain dots and rings, and say which clouds lack rings."""
    each = states_per_dot(race.reports)
    dot = "Each dot is an expanded board, and each ring is"
    if each > 1:
        dot = f"Each dot stands for {count(each, 'board')}, and each ring for"
    sentences = [f"{dot} a number of moves from the start."]
    known = zip(race.reports, depths, strict=True)
    bare = [at for at, (report, text) in enumerate(known, 1) if report.expanded and not text]
    if bare:
        lanes = "lane" if len(bare) == 1 else "lanes"
        sentences.append(
            f"No rings for {lanes} {', '.join(map(str, bare))}: the boards were not recorded, so no dot "
            "can be pointed at."
        )
    return tuple(sentences)
