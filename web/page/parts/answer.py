"""A search as the page sees it: its progress and its answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from npuzzle import Board, Heuristic, Metric, Notation, Problem
from npuzzle.solving.claims import PROVED
from web.page.paths import whole_lines

MOST_ESTIMATES = 2_000  # boards with an estimate, along all paths together
LATEST = 6  # lengths of paths found so far that are shown, after the first length

#: The outcome of an answer from a link. All that is known is that the path leads to the goal.
GIVEN = "given"
CHECKED = "checked"  # the outcome of an answer with the user's own moves
IN_HAND = "in hand"  # the outcome of an answer while the search still looks for a shorter path
UNSEARCHED = (GIVEN, CHECKED, IN_HAND)  # outcomes of answers that are not the end of a search


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Hold the progress of a run. The fields without a comment are those of `Snapshot`."""

    expanded: int
    generated: int
    frontier: int
    peak_frontier: int
    lower_bound: int
    seconds: float
    found: int = 0  # shortest paths found so far, if the search is for all of them
    lengths: list[int] = field(default_factory=list)  # of the paths found: the first one, then the latest few
    path: str = ""  # in tile letters, if the last step of the search has found a path
    earlier: float = 0.0  # seconds of the earlier searches that this one resumes
    rises: list[list[float]] = field(default_factory=list)  # in earlier searches: [new bound, seconds]
    saved: dict[str, Any] | None = None  # the proof to save now; {}: remove the saved one

    @property
    def per_second(self) -> int:
        """Return the expanded states per second."""
        return round(self.expanded / self.seconds) if self.seconds else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Hold the answer of a run: the fields of the command line's JSON, with moves in tile letters.

    Fields with a default describe the search. Most keep their default if the outcome is in `UNSEARCHED`.

    For the chart of the path, `estimates[n]` lists h for each board of path n, from the first board to the
    goal, as the heuristic `estimated_by` gives it. Estimates stop at MOST_ESTIMATES boards, so long paths and
    all but the first few paths lack them. A path of line moves lacks them too.
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
        """Return whether the answer's path is proved shortest."""
        return self.claim == PROVED

    @property
    def counts_lines(self) -> bool:
        """Return whether the answer's numbers count the slide of a whole line as one move."""
        return self.metric == Metric.LINES.value

    @property
    def noun(self) -> str:
        """Return the word for one move in the answer's metric."""
        return "line move" if self.counts_lines else "move"


def answer_without_search(
    outcome: str, board: Board, goal: Board, moves: str, *, claim: str | None, bound: int | None, **known: Any
) -> Answer:
    """Make the answer for a path from a link, for moves by hand, or for a path found so far."""
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
    """Return h for each board on the path, including both ends, with None instead of an infinite h."""
    state = list(problem.initial)
    h = heuristic.estimate(tuple(state))
    estimates = [h]
    for move in problem.moves(path):
        state[move.dst], state[move.src] = state[move.src], state[move.dst]
        h = heuristic.step(h, tuple(state), (move.src, move.dst))
        estimates.append(h)
    return [h if isfinite(h) else None for h in estimates]
