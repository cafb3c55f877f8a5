"""Explain a duel of two searches: the estimates, the guess, the result and each dot. No browser in here.

All numbers come from searches that ran: each lane has a `Record` of its expansions, in order, and the
heuristics themselves compute estimates. A* with a consistent heuristic expands boards in the order of
f = g + h, and must expand each board with f below the length of a shortest path. So these boards come first
in the record, and a binary search counts them.
"""

from __future__ import annotations

from array import array
from base64 import b64decode
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from npuzzle import HEURISTICS, Board, NPuzzleError, Problem
from npuzzle.heuristics import Heuristic, as_card
from npuzzle.puzzle.problem import board_of
from npuzzle.text import count
from web.rooms.race.lanes import Lane
from web.rooms.race.report import Guess, Race

MOST_CELLS = 16  # cells: for larger boards, making the tables of estimates would block the page for a second
CLOSE = 1e-6  # tolerance, because sums of fractional estimates are not exact

#: The choices for the factor between the lanes' expansions: each is from its number to the next one's.
TIMES = (("1", "up to 2 times"), ("2", "2 to 5 times"), ("5", "5 to 20 times"), ("20", "over 20 times"))


@dataclass(frozen=True, slots=True)
class Record:
    """A lane's expansions, in order (empty if they were not recorded). `states`: one byte per cell."""

    depths: Sequence[int] = ()
    states: bytes = b""
    cells: int = 1

    @classmethod
    def read(cls, depths: str, states: str, cells: int) -> Record:
        """Read the data from `clouds_task`: depths of two bytes each, and the states, both in base64."""
        numbers = array("H")
        numbers.frombytes(b64decode(depths))
        return cls(numbers, b64decode(states), cells)

    def state(self, number: int) -> bytes:
        return self.states[number * self.cells : (number + 1) * self.cells]

    def find(self, state: bytes) -> int | None:
        """Return the number of the first expansion of a state, or None if it was not expanded."""
        at = self.states.find(state)
        while at > 0 and at % self.cells:
            at = self.states.find(state, at + 1)
        return None if at < 0 else at // self.cells


@dataclass(frozen=True, slots=True)
class Duel:
    """A finished race, and the expansions of its lanes."""

    race: Race
    records: tuple[Record, ...]
    problem: Problem = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "problem", Problem(self.race.board, self.race.goal))

    @classmethod
    def read(cls, race: Race, answer: dict[str, Any]) -> Duel:
        """Make the duel of a race from the answer of `clouds_task`."""
        cells = Board.parse(race.board).shape.cells
        pairs = zip(answer["depths"], answer["states"], strict=True)
        return cls(race, tuple(Record.read(depths, states, cells) for depths, states in pairs))

    def board(self, lane: int, number: int) -> Board:
        """Return the board that a lane's expansion of that number expanded."""
        return board_of(tuple(self.records[lane].state(number)), self.problem.goal)

    def places(self, lane: int, number: int) -> list[int]:
        """Return the number of the same board's expansion in each lane, or -1 if a lane did not expand it."""
        state = self.records[lane].state(number)
        found = [record.find(state) for record in self.records]
        found[lane] = number
        return [-1 if place is None else place for place in found]

    def describe_dot(self, lane: int, number: int) -> tuple[str, ...]:
        """Describe a dot: its g, and whether and when each search expanded its board."""
        places, state = self.places(lane, number), self.records[lane].state(number)
        g = self.records[lane].depths[number]
        lines = []
        for name, other, record, at in zip(
            name_lanes(self.race.lanes), self.race.lanes, self.records, places, strict=True
        ):
            if not record.states:
                lines.append(f"{name}: its boards were not recorded.")
                continue
            moves = g if at < 0 else record.depths[at]
            h = estimate(other, self.problem.goal, state)
            end = "not expanded." if at < 0 else f"expanded as number {at + 1:,}."
            if other.algorithm == "bidirectional" and at >= 0:
                figures = f"g {moves}, from its start or from the goal"
            else:
                figures = f"g {moves}" if h is None else f"g {moves} + h {h:.4g} = {moves + h:.4g}"
            lines.append(f"{name}: {figures}, {end}")
        return tuple(lines)

    def explain(self) -> str:
        """Explain with numbers why one of two A* searches expanded less, or return ""."""
        race = self.race
        if len(race.lanes) != 2 or not all(map(_must_expand, race.lanes)):
            return ""
        length = race.reports[0].length
        if length is None or any(each.length != length or not each.is_optimal for each in race.reports):
            return ""
        counts = [self._count_below(at, length) for at in (0, 1)]
        below = [(n, name) for n, name in zip(counts, name_lanes(race.lanes), strict=True) if n is not None]
        if len(below) < 2:
            return ""
        rule = f"A* must expand every board with g + h below {length}"
        (fewer, other), (more, name) = sorted(below)
        if more == fewer:
            return f"{rule}, and both estimates have {count(more, 'such board')}."
        if not fewer:
            return f"{rule}: {name} has {count(more, 'such board')}, and {other} none."
        times = format_times(more / fewer)
        rest = sum(report.expanded for report in race.reports) - more - fewer
        at_it = f" The other boards that they expanded have exactly {length}." if rest else ""
        return f"{rule}; {name} has {times} times as many such boards: {more:,} against {fewer:,}.{at_it}"

    def _count_below(self, at: int, length: int) -> int | None:
        """Count the boards that a lane expanded with g + h below `length`. Return None if that is unknown."""
        record, lane, goal = self.records[at], self.race.lanes[at], self.problem.goal
        if len(record.depths) != self.race.reports[at].expanded or not record.states:
            return None
        if estimate(lane, goal, record.state(0)) is None:
            return None

        def f(number: int) -> float:
            h = estimate(lane, goal, record.state(number))
            assert h is not None
            return record.depths[number] + h

        return bisect_left(range(len(record.depths)), length - CLOSE, key=f)


def name_lanes(lanes: Sequence[Lane]) -> tuple[str, ...]:
    """Name the lanes of a race, by the heuristics alone if nothing else differs."""
    kinds = {(lane.algorithm, *map(lane.text, (number.name for number in lane.numbers))) for lane in lanes}
    named = len(kinds) == 1 and all(lane.informed and lane.heuristic in HEURISTICS for lane in lanes)
    return tuple(HEURISTICS[lane.heuristic].label if named else lane.label for lane in lanes)


def describe_estimates(lanes: Sequence[Lane], board: Board | None, goal: Board | None) -> tuple[str, ...]:
    """Describe each lane by its name and its estimate for the board."""
    names = name_lanes(lanes)
    if board is None or goal is None:
        return names
    state = Problem(board, goal).initial
    said = [estimate(lane, goal, state) for lane in lanes]
    return tuple(name if h is None else f"{name} says {h:.4g}" for name, h in zip(names, said, strict=True))


def estimate(lane: Lane, goal: Board, state: Sequence[int]) -> float | None:
    """Return the estimate of a lane's heuristic, or None if the page cannot compute it."""
    if not lane.informed or lane.is_own or lane.uses_certified or goal.shape.cells > MOST_CELLS:
        return None
    heuristic = _make(lane.asked_heuristic, goal)
    return None if heuristic is None else heuristic.estimate(tuple(state))


@lru_cache(maxsize=8)
def _make(name: str, goal: Board) -> Heuristic | None:
    """Make a heuristic. Return None if that fails, or if it needs tables that only the solver has."""
    try:
        card = as_card(name)
        card.require_shape(goal.shape)
    except NPuzzleError:
        return None
    heuristic = card.make(goal)
    return heuristic if type(heuristic).iter_prepare is Heuristic.iter_prepare else None


def _must_expand(lane: Lane) -> bool:
    """Return whether a lane is A* with a heuristic that is known to be consistent."""
    return (
        lane.algorithm == "astar" and lane.heuristic in HEURISTICS and HEURISTICS[lane.heuristic].consistent
    )


def format_times(times: float) -> str:
    """Format a factor: `1.7`, `18`."""
    return f"{times:,.0f}" if times >= 9.95 else f"{times:.1f}"


def judge_guess(guess: Guess, race: Race) -> str:
    """Report whether a guess was right. Return "" without a guess, or if a search found no path."""
    if not guess.lane or len(race.reports) != 2 or not all(report.solved for report in race.reports):
        return ""
    expanded = [report.expanded for report in race.reports]
    if expanded[0] == expanded[1]:
        return "You guessed, but neither is ahead: both expanded the same number of boards."
    guessed = int(guess.lane)
    fewer, more = sorted(expanded)
    is_right = expanded[guessed] == fewer
    if not is_right:
        return f"Your guess was {name_lanes(race.lanes)[guessed]}, but the other search expanded fewer."
    if not fewer or not guess.times:
        return "Your guess was right."
    least = float(guess.times)
    factors = [float(value) for value, _ in TIMES]
    most = min((factor for factor in factors if factor > least), default=more + 1)
    times = format_times(more / fewer)
    if least <= more / fewer < most:
        return f"Your guess was right: the other search expanded {times} times as many boards in all."
    return f"Right, but the other search expanded {times} times as many boards in all."
