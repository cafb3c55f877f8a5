"""The user's own moves: the typed text, and its verdict."""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle import Board, Metric

LONGEST = 100_000  # characters that are checked


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedMoves:
    """The verdict on the moves. `path`: the moves that could be made, in tile letters. They lead to `end`.

    `said`: the sentences of `npuzzle.verify` about them, one or two each.
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
    """Hold the text as typed and the last check. `board`, `goal`: as the check started.

    `said`: whether the moves are legal and where they end, while a shortest path is looked for. `problem`:
    why the last check said nothing (empty if it did).
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
        """Why this text cannot be checked, in a sentence, or "" if it can."""
        if not self.text.strip():
            return "Type the moves first."
        if len(self.text) > LONGEST:
            return f"The moves have {len(self.text):,} characters; at most {LONGEST:,} are read."
        return ""
