"""A search as the page sees it: its progress and its answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from npuzzle import Board, Heuristic, Metric, Notation, Problem
from npuzzle.solving.claims import PROVED
from web.page.paths import whole_lines

MOST_ESTIMATES = 2_000  # of boards along the paths, however many paths there are
LATEST = 6  # lengths of the path in hand that are shown, after the first

#: The outcome of an answer that came with a link: its path leads to the goal, no more is known.
GIVEN = "given"
CHECKED = "checked"  # the outcome of an answer that holds the user's own moves
IN_HAND = "in hand"  # the outcome of an answer while a shorter path is looked for
UNSEARCHED = (GIVEN, CHECKED, IN_HAND)  # outcomes of answers that no search ended with


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Hold the progress of a run. The fields are those of `Snapshot`."""

    expanded: int
    generated: int
    frontier: int
    peak_frontier: int
    lower_bound: int
    seconds: float
    found: int = 0  # shortest paths, when all are looked for
    lengths: list[int] = field(default_factory=list)  # the first and the latest lengths of the path in hand
    path: str = ""  # the path in hand, in tile letters, if the last step has found it
    earlier: float = 0.0  # seconds of the earlier searches that this one resumes
    rises: list[list[float]] = field(default_factory=list)  # of the bound in earlier searches, with seconds
    saved: dict[str, Any] | None = None  # the proof to save now; {}: remove the saved one

    @property
    def per_second(self) -> int:
        """Return the expanded states per second."""
        return round(self.expanded / self.seconds) if self.seconds else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Hold the answer of a run: the fields of the command line's JSON, moves in tile letters.

    Fields with a default are about the search. A path that no search ended with (`UNSEARCHED`) has none.

    Also, for the chart of the path: `estimates[n]` are the estimates h along path n, from the first board to
    the goal, by the heuristic `estimated_by`. Long paths have none, nor have paths beyond the first few: at
    most MOST_ESTIMATES boards are estimated. Nor has a path of line moves.
    """

    board: str
    goal: str
    outcome: str
    claim: str | None
    lower_bound: int | None
    length: int | None
    moves: str | None
    notation: str = Notation.TILE.value
    expanded: int = 0
    generated: int = 0
    peak_frontier: int = 0
    seconds: float = 0.0
    algorithm: str = ""
    heuristic: str | None = None
    option: dict[str, float] | None = None
    promised: float | None = None
    engine: str = ""
    tables: str | None = None
    note: str = ""
    every: dict[str, Any] | None = None
    ended: str | None = None
    lengths: list[list[float]] | None = None
    assumes: list[str] | None = None
    why: str = ""
    workers: int = 1
    metric: str = Metric.TILES.value
    frontier: int = 0
    stored: int = 0
    deepest: int | None = None
    memory: int = 0
    iterations: list[list[float]] | None = None
    estimated_by: str = ""
    estimates: list[list[float | None]] | None = None

    @property
    def is_optimal(self) -> bool:
        """Return whether its path is proved shortest."""
        return self.claim == PROVED

    @property
    def counts_lines(self) -> bool:
        """Return whether its numbers count slides of whole lines as one move."""
        return self.metric == Metric.LINES.value

    @property
    def noun(self) -> str:
        """Return the metric of its numbers."""
        return "line move" if self.counts_lines else "move"


def answer_without_search(
    outcome: str, board: Board, goal: Board, moves: str, *, claim: str | None, bound: int | None, **known: Any
) -> Answer:
    """Make the answer that shows a path which no search ended with: from a link, by hand, or so far."""
    counts_lines = known.get("metric") == Metric.LINES.value
    return Answer(
        board=str(board),
        goal=str(goal),
        outcome=outcome,
        claim=claim,
        lower_bound=bound,
        length=whole_lines(moves) if counts_lines else len(moves),
        moves=moves,
        **known,
    )


def estimates_along(problem: Problem, path: str, heuristic: Heuristic) -> list[float | None]:
    """Return h of each board on the path, the first and the last included, or None if not finite."""
    state = list(problem.initial)
    h = heuristic.estimate(tuple(state))
    estimates = [h]
    for move in problem.moves(path):
        state[move.dst], state[move.src] = state[move.src], state[move.dst]
        h = heuristic.step(h, tuple(state), (move.src, move.dst))
        estimates.append(h)
    return [h if isfinite(h) else None for h in estimates]
