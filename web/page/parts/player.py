"""The solution on show: which path, at which step, how fast it is played, how its moves are written."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from npuzzle import Board, Notation
from web.page.parts.answer import Answer
from web.page.paths import line_ends
from web.player import EACH, Playable

#: Speeds of playback and their moves a second.
SPEEDS = {
    "slow": 1,
    "normal": 2,
    "fast": 5,
    "faster": 16,
    "100": 100,
    "1000": 1_000,
    "10000": 10_000,
    "100000": 100_000,
}


@dataclass(frozen=True, slots=True)
class PlayerState(Playable):
    """Hold the answer of the last search and the place in its path.

    `end`: where the path leads if that is not the goal, as the user's own moves may, or None if it is.
    `better`: a shorter path that was found while this one was stepped through, or None if there is none.
    `choice`: which of all shortest paths is on show, if they were found.
    `step`: how many tiles have slid so far, one after the other. A line move ends at some of them.
    """

    answer: Answer | None = None
    end: Board | None = None
    better: Answer | None = None
    choice: int = 0
    step_problem: str = ""  # with the number of a move that was typed
    speed: str = "normal"
    loops: bool = False  # whether a playback begins again at its end
    is_grouped: bool = False  # moves in the same direction are listed as one
    notation: Notation = Notation.TILE

    @property
    def paths(self) -> tuple[str, ...]:
        """List all paths that can be shown."""
        if self.answer is None or self.answer.moves is None:
            return ()
        return tuple(self.answer.every["paths"]) if self.answer.every else (self.answer.moves,)

    @property
    def path(self) -> str:
        """Return the path shown, in tile letters, or "" if there is none."""
        paths = self.paths
        return paths[self.choice] if paths else ""

    @property
    def last(self) -> int:
        return len(self.path)

    @property
    def counts_lines(self) -> bool:
        """Return whether a slide of a whole line counts as one move of the path."""
        return self.answer is not None and self.answer.counts_lines

    @property
    def lists_runs(self) -> bool:
        """Return whether moves in the same direction are listed as one."""
        return self.is_grouped or self.counts_lines

    @property
    def ends(self) -> Sequence[int]:
        """Return the steps after 0, 1, 2, ... moves."""
        return line_ends(self.path) if self.counts_lines else range(len(self.path) + 1)

    @property
    def length(self) -> int:
        """Return how many moves the path has."""
        return len(self.ends) - 1

    @property
    def number(self) -> int:
        """Return how many moves were made up to the step."""
        return bisect_left(self.ends, self.step)

    @property
    def is_skipping_frames(self) -> bool:
        """Return whether a playback goes several moves at a time."""
        return self.is_playing and SPEEDS[self.speed] > EACH

    def without_answer(self) -> PlayerState:
        """Drop the path, but not the settings of the player."""
        return replace(self.at_start(None), end=None)

    def at_start(self, answer: Answer | None) -> PlayerState:
        """Show the first board of an answer's path, which leads to the same place as the path before."""
        return replace(self, answer=answer, better=None, choice=0, step=0, step_problem="", is_playing=False)
