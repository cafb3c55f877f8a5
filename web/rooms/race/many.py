"""The results of all lanes on many boards: means by depth, totals, and the runs as CSV."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Set
from dataclasses import dataclass
from io import StringIO

from npuzzle.solving.claims import PROVED
from web.rooms.race.lanes import Lane

SOLVED = "solved"

#: The columns of the CSV.
COLUMNS = (
    *("board", "goal", "depth", "algorithm", "heuristic", "option", "outcome", "claim", "moves"),
    *("expanded", "generated", "peak_frontier", "seconds", "b*"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The run of one lane on one board. `depth`: the board's true distance, if it was known beforehand.

    `branching`: the effective branching factor b*, if a path was found.
    """

    lane: int
    board: str
    depth: int | None
    outcome: str
    claim: str | None
    length: int | None
    expanded: int
    generated: int
    peak_frontier: int
    seconds: float
    branching: float | None


@dataclass(frozen=True, slots=True)
class Mean:
    """A lane's means for the boards of one depth, or of all depths. Only the `solved` of the `boards` count.

    `more`: by how many moves the paths are longer than shortest paths, if that is known.
    """

    boards: int
    solved: int
    expanded: float | None
    generated: float | None
    branching: float | None
    more: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """All runs of the lanes, board by board. `done`: how many of the `boards` are finished.

    `problems`: for each lane a sentence that explains why it ended, or "".
    """

    goal: str
    seed: str
    lanes: tuple[Lane, ...]
    runs: tuple[Run, ...]
    problems: tuple[str, ...]
    done: int
    boards: int
    stopped: bool

    def depth_of(self) -> dict[str, int]:
        """Return the depth of each board whose depth was known beforehand or proved by a run."""
        depths = {run.board: run.depth for run in self.runs if run.depth is not None}
        for run in self.runs:
            if run.claim == PROVED and run.length is not None:
                depths.setdefault(run.board, run.length)
        return depths

    def by_depth(self) -> dict[int, tuple[Mean, ...]]:
        """Return each lane's means by depth, in increasing order, without boards of unknown depth."""
        depth_of = self.depth_of()
        return {
            depth: self._means({board for board, its in depth_of.items() if its == depth}, depth_of)
            for depth in sorted(set(depth_of.values()))
        }

    def overall(self) -> tuple[Mean, ...]:
        """Return each lane's means over all boards."""
        return self._means({run.board for run in self.runs}, self.depth_of())

    def points(self, lane: int) -> list[tuple[int, Run]]:
        """List the depth and the run of each board that a lane solved."""
        depth_of = self.depth_of()
        found = [
            (depth_of[run.board], run)
            for run in self.runs
            if run.lane == lane and run.outcome == SOLVED and run.board in depth_of
        ]
        return sorted(found, key=lambda point: point[0])

    def to_csv(self) -> str:
        """Write one line per run, after a line with the names of the columns."""
        depth_of = self.depth_of()
        out = StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        for run in self.runs:
            lane = self.lanes[run.lane]
            option = ", ".join(f"{number.name} {lane.text(number.name).strip()}" for number in lane.numbers)
            writer.writerow(
                [
                    run.board,
                    self.goal,
                    depth_of.get(run.board, ""),
                    lane.algorithm,
                    lane.asked_heuristic if lane.informed else "",
                    option,
                    run.outcome,
                    run.claim or "",
                    "" if run.length is None else run.length,
                    run.expanded,
                    run.generated,
                    run.peak_frontier,
                    f"{run.seconds:.6f}",
                    "" if run.branching is None else f"{run.branching:.4f}",
                ]
            )
        return out.getvalue()

    def _means(self, boards: Set[str], depth_of: Mapping[str, int]) -> tuple[Mean, ...]:
        runs = [run for run in self.runs if run.board in boards and run.outcome == SOLVED]
        means = []
        for at in range(len(self.lanes)):
            solved = [run for run in runs if run.lane == at]
            means.append(
                Mean(
                    boards=len(boards),
                    solved=len(solved),
                    expanded=_mean([run.expanded for run in solved]),
                    generated=_mean([run.generated for run in solved]),
                    branching=_mean([run.branching for run in solved if run.branching is not None]),
                    more=_mean(
                        [
                            run.length - depth_of[run.board]
                            for run in solved
                            if run.length is not None and run.board in depth_of
                        ]
                    ),
                )
            )
        return tuple(means)


def _mean(values: list[int] | list[float]) -> float | None:
    return sum(values) / len(values) if values else None
