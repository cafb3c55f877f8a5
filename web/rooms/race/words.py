"""Describe how a race and a comparison ended."""

from __future__ import annotations

from collections.abc import Sequence

from npuzzle.text import count
from web.rooms.race.many import Comparison
from web.rooms.race.report import Report

#: The words for a lane's standing, by the state in its report.
STATES = {
    "running": "Searching",
    "solved": "Path found",
    "failed": "Failed",
    "cancelled": "Stopped",
    "unsolvable": "Not solvable",
    "gave up": "Gave up",
    "out of time": "Out of time",
    "out of nodes": "Out of states",
    "out of memory": "Out of memory",
}
TIED = "Tied"
PLACES = ("First", "Second", "Third", "Fourth")


def describe_standing(report: Report, reports: Sequence[Report]) -> str:
    """Describe a lane's standing among `reports` in a word or two: `First`, `Tied`, `Out of time`.

    Expanded states decide, because their number, unlike the time, is the same in every race of these lanes.
    The standing is known once no lane is searching. If several lanes are in front, they are tied.
    """
    if not report.solved or any(each.state == "running" for each in reports):
        return STATES.get(report.state, report.state.capitalize())
    solved = [each.expanded for each in reports if each.solved]
    ahead = sum(expanded < report.expanded for expanded in solved)
    return TIED if not ahead and solved.count(report.expanded) > 1 else PLACES[ahead]


def summarize(comparison: Comparison) -> tuple[str, ...]:
    """Sum up a comparison in a few sentences."""
    lanes = [f"Lane {at}, {lane.label}," for at, lane in enumerate(comparison.lanes, 1)]
    failed = [f"{lane} ended early: {why}" for lane, why in zip(lanes, comparison.problems) if why]
    if not comparison.runs:
        said = (
            "No lane could run." if all(comparison.problems) else "Stopped before the first board was done."
        )
        return said, *failed
    told = [_describe_stopped(comparison) if comparison.stopped else _describe_whole(comparison)]
    means = comparison.overall()
    solved_all = [
        (mean.expanded, at)
        for at, mean in enumerate(means)
        if mean.expanded is not None and mean.solved == mean.boards
    ]
    if len(solved_all) > 1:
        expanded, at = min(solved_all)
        told.append(
            f"Of the lanes that solved every board, {comparison.lanes[at].label} "
            f"expanded the fewest states: {expanded:,.0f} on average."
        )
    told += failed
    for lane, mean, why in zip(lanes, means, comparison.problems):
        if mean.solved < mean.boards and not why:
            told.append(f"{lane} solved {mean.solved} of {mean.boards} boards within its limits.")
        if mean.more:
            told.append(f"{lane} found paths {mean.more:.1f} moves longer than the shortest on average.")
    return tuple(told)


def _describe_whole(comparison: Comparison) -> str:
    return f"All lanes ran on {count(comparison.done, 'board')}, dealt with seed {comparison.seed}."


def _describe_stopped(comparison: Comparison) -> str:
    return f"Stopped after {comparison.done} of {comparison.boards} boards."
