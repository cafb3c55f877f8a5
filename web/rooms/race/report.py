"""A race, and the progress of each lane."""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle.solving.claims import PROVED
from web.rooms.race.lanes import Lane


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The progress of one lane. `state`: running, failed (`problem` says why), or the run's outcome.

    `bound`: the proved lower bound on the length of a path.
    """

    state: str = "running"
    problem: str = ""
    expanded: int = 0
    generated: int = 0
    frontier: int = 0
    peak_frontier: int = 0
    bound: int = 0
    seconds: float = 0.0
    length: int | None = None
    claim: str | None = None
    engine: str = "python"
    note: str = ""

    @property
    def solved(self) -> bool:
        return self.length is not None

    @property
    def is_optimal(self) -> bool:
        """Return whether the lane's path is proved shortest."""
        return self.claim == PROVED

    @property
    def per_second(self) -> int:
        """Return the lane's expanded states per second."""
        return round(self.expanded / self.seconds) if self.seconds else 0


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess before a duel. `lane`: the one that expands fewer boards, 0 or 1. `times`: how many times as
    many the other lane expands. Both are values of menus, empty without a choice.
    """

    lane: str = ""
    times: str = ""


NO_GUESS = Guess()


@dataclass(frozen=True, slots=True)
class Race:
    """A race, running or over: its board, its lanes, the lanes' progress, and the guess before the race."""

    board: str
    goal: str
    lanes: tuple[Lane, ...]
    reports: tuple[Report, ...]
    over: bool = False
    guess: Guess = NO_GUESS

    @property
    def shortest(self) -> int | None:
        """Return the length of a shortest path if a lane has proved it, otherwise None."""
        return next((report.length for report in self.reports if report.is_optimal), None)
