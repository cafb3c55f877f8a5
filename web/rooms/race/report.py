"""A race, and how far each of its lanes has come."""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle.solving.claims import PROVED
from web.rooms.race.lanes import Lane


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The progress of one lane. `state`: running, failed (`problem` says why), or how its run ended.

    `bound`: no path is shorter.
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
        """Return whether its path is proved shortest."""
        return self.claim == PROVED

    @property
    def per_second(self) -> int:
        """Return the expanded states per second."""
        return round(self.expanded / self.seconds) if self.seconds else 0


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess before a duel: the `lane` that expands fewer boards, 0 or 1, and by how many `times` the other
    lane expands more. Both as chosen in a menu (empty if not chosen).
    """

    lane: str = ""
    times: str = ""


NO_GUESS = Guess()


@dataclass(frozen=True, slots=True)
class Race:
    """A race, running or over: its board, its lanes, the progress of each, and the guess before it."""

    board: str
    goal: str
    lanes: tuple[Lane, ...]
    reports: tuple[Report, ...]
    over: bool = False
    guess: Guess = NO_GUESS

    @property
    def shortest(self) -> int | None:
        """Return the moves of a shortest path, if a lane has proved them."""
        return next((report.length for report in self.reports if report.is_optimal), None)
