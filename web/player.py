"""A player steps through a solution, a search tree or a picture of a search, or plays it. No browser here.

A state holds a player, or is a player. The state's commands `step`, `play` and `tick` then move that player.
A picture that JavaScript draws moves its own player, perhaps by fractions of a step: see `web.ui.playback`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

EACH = 60  # steps per second up to which each step is drawn; faster playback skips steps


@dataclass(frozen=True, slots=True)
class Playable:
    """A place, `step`, on the way to `last`. `is_playing`: whether it moves by itself, at `speed`."""

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
        """Return the upper end for a slider, at least 1, as a slider needs some length."""
        return max(1, self.last)

    def aim(self, way: str) -> int:
        """Return the step one `forward` or one `back`, the `first` step, or the `last` one."""
        return {"first": 0, "back": self.step - 1, "forward": self.step + 1, "last": self.last}[way]

    def go_to(self, step: int) -> Self:
        """Pause at a step. A number out of range means the nearest end."""
        return replace(self, step=max(0, min(step, self.last)), is_playing=False)

    def play(self) -> Self:
        """Play or pause. At the end, play again from the start."""
        start = self.step if self.is_playing or self.can_go_on else 0
        return replace(self, step=start, is_playing=not self.is_playing and self.last > 0)

    def go_on(self, steps: int = 1) -> Self:
        """Advance a playback by this many steps, and end it at the last step."""
        step = min(self.step + steps, self.last)
        return replace(self, step=step, is_playing=self.is_playing and step < self.last)


@dataclass(frozen=True, slots=True)
class Player(Playable):
    last: int = 0
