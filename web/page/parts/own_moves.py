"""The user's own moves: the typed text, and the verdict on it."""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle import Board, Metric

LONGEST = 100_000  # characters that are checked


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedMoves:
    """The verdict on the moves. `path`: the legal moves up to the first illegal one, in tile letters.

    `end`: the board after `path`. `said`: the sentences of `npuzzle.verify` about the moves.
    """

    path: str
    end: str
    said: list[str]
    legal: bool
    reaches_goal: bool
    is_shortest: bool
    lower_bound: int | None
    metric: str = Metric.TILES.value


@dataclass(frozen=True, slots=True)
class MovesState:
    """Hold the typed text and the last check. `board`, `goal`: those on the page when the check started.

    `said`: whether the moves are legal and where they end, known while the check still looks for a shortest
    path. `problem`: why the last check has no verdict (otherwise empty).
    """

    text: str = ""
    is_checking: bool = False
    is_stopping: bool = False
    board: Board | None = None
    goal: Board | None = None
    said: str = ""
    found: CheckedMoves | None = None
    problem: str = ""

    @property
    def text_problem(self) -> str:
        """The sentence that explains why this text cannot be checked, or "" if it can."""
        if not self.text.strip():
            return "Type the moves first."
        if len(self.text) > LONGEST:
            return f"The moves have {len(self.text):,} characters; at most {LONGEST:,} are read."
        return ""
