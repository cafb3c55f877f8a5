"""A player, for stepping through and playing: a solution, a search tree, a picture of a search. No browser.

A state has a player, or is one, and its commands `step`, `play` and `tick` are those of the player. A picture
that JavaScript draws moves its player itself, see `web.ui.playback`. Its steps may be fractions of a second.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

EACH = 60  # steps per second up to which each step is drawn: a faster playback skips some


@dataclass(frozen=True, slots=True)
class Playable:
    """A place, `step`, on the way to `last`: whether it moves by itself, and the name of its speed."""

    step: int = 0
    is_playing: bool = False
    speed: str = ""

    @property
    def last(self) -> int:
        raise NotImplementedError

    @property
    def can_go_back(self) -> bool:
        return self.step > 0

    @property
    def can_go_on(self) -> bool:
        return self.step < self.last

    @property
    def most(self) -> int:
        """Return the end of a slider, which needs some length."""
        return max(1, self.last)

    def aim(self, way: str) -> int:
        """Return the step that is one `forward` or `back`, the `first` or the `last`."""
        return {"first": 0, "back": self.step - 1, "forward": self.step + 1, "last": self.last}[way]

    def go_to(self, step: int) -> Self:
        """Pause at a step. Out of range means the nearest end."""
        return replace(self, step=max(0, min(step, self.last)), is_playing=False)

    def play(self) -> Self:
        """Play or pause. At the end, play again from the start."""
        start = self.step if self.is_playing or self.can_go_on else 0
        return replace(self, step=start, is_playing=not self.is_playing and self.last > 0)

    def go_on(self, steps: int = 1) -> Self:
        """Advance a playback by this many steps. It ends with the last one."""
        step = min(self.step + steps, self.last)
        return replace(self, step=step, is_playing=self.is_playing and step < self.last)


@dataclass(frozen=True, slots=True)
class Player(Playable):
    last: int = 0
