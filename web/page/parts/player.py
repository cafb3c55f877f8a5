"""The solution on show: its path, the present step, the speed of playback, and the notation of moves."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from npuzzle import Board, Notation
from web.page.parts.answer import Answer
from web.page.paths import line_ends
from web.player import EACH, Playable

#: Speeds of playback, in moves per second.
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
    """Hold the answer on show and the place in its path.

    `end`: the path's last board if that is not the goal, as with the user's own moves; otherwise None.
    `better`: an answer with a shorter path, found while the user was stepping through this path, or None.
    `choice`: the index of the path on show, if all shortest paths were found.
    `step`: how many tiles have slid so far. A line move slides several tiles, so it takes several steps.
    """

    answer: Answer | None = None
    end: Board | None = None
    better: Answer | None = None
    choice: int = 0
    step_problem: str = ""  # the error in a typed move number
    speed: str = "normal"
    loops: bool = False  # whether a playback starts again at its end
    is_grouped: bool = False  # whether moves in the same direction are listed as one
    notation: Notation = Notation.TILE

    @property
    def paths(self) -> tuple[str, ...]:
        """List all paths that can be shown."""
        if self.answer is None or self.answer.moves is None:
            return ()
        return tuple(self.answer.every["paths"]) if self.answer.every else (self.answer.moves,)

    @property
    def path(self) -> str:
        """Return the path on show, in tile letters, or "" if there is none."""
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
        """Return the steps to which 0, 1, 2, ... moves of the path lead."""
        return line_ends(self.path) if self.counts_lines else range(len(self.path) + 1)

    @property
    def length(self) -> int:
        """Return the number of moves in the path."""
        return len(self.ends) - 1

    @property
    def number(self) -> int:
        """Return the number of moves up to the present step."""
        return bisect_left(self.ends, self.step)

    @property
    def is_skipping_frames(self) -> bool:
        """Return whether a playback makes several moves per drawn frame."""
        return self.is_playing and SPEEDS[self.speed] > EACH

    def without_answer(self) -> PlayerState:
        """Return the player without its answer, but with its settings."""
        return replace(self.at_start(None), end=None)

    def at_start(self, answer: Answer | None) -> PlayerState:
        """Return the player at the start of an answer's path. `end` stays as it was."""
        return replace(self, answer=answer, better=None, choice=0, step=0, step_problem="", is_playing=False)
