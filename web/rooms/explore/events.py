"""The events of the Explore room. `web.rooms.explore.state` says what each does."""

from __future__ import annotations

from typing import NamedTuple

from npuzzle.lab import Trace
from web.rooms.explore.sample import Drawn


class Chosen(NamedTuple):
    """A field of the form got a new value."""

    name: str
    value: str


class Noted(NamedTuple):
    """The room's note from a link or an earlier visit: `algorithm heuristic [number] [sample]`."""

    text: str


class SampleChosen(NamedTuple):
    """A sample of the space is on show, or is closed."""

    sample: Drawn | None


class BuildPressed(NamedTuple):
    """The user asks for a tree."""


class Built(NamedTuple):
    trace: Trace


class BuildFailed(NamedTuple):
    problem: str


class SteppedTo(NamedTuple):
    """Show the tree after so many steps; out of range means the nearest end."""

    at: int


class PlayPressed(NamedTuple):
    """Play, or pause; at the end, play again from the start."""


class Ticked(NamedTuple):
    """Time for the next step."""


class Selected(NamedTuple):
    """Show the details of this node; None for the current one."""

    number: int | None


class Zoomed(NamedTuple):
    """Nearer (1) or farther (-1)."""

    way: int


class FitPressed(NamedTuple):
    """Show the whole tree, or go back to the zoom before."""


class DuplicatesShown(NamedTuple):
    shown: bool


class PredictPressed(NamedTuple):
    """Start a quiz from the first step, or end it."""


class Guessed(NamedTuple):
    """This node of the frontier comes next."""

    number: int
