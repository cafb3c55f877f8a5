"""What can happen in the Race room; what it does is `web.rooms.race.state`'s."""

from __future__ import annotations

from typing import Any, NamedTuple


class LaneAdded(NamedTuple):
    """One more, like the last but with another heuristic."""


class LaneRemoved(NamedTuple):
    at: int


class LaneChanged(NamedTuple):
    """A field of the lane at that place got a new value."""

    at: int
    name: str
    value: str


class PresetChosen(NamedTuple):
    name: str


class NoteRead(NamedTuple):
    """Lanes came from a link, from the last visit or from another room."""

    note: str


class OwnRaced(NamedTuple):
    """The Lab's heuristic shall race."""


class SourceRead(NamedTuple):
    """The Lab's heuristic is this text now."""

    source: str


class FieldTyped(NamedTuple):
    """`seconds`, `count` or `seed`."""

    name: str
    value: str


class RaceStarted(NamedTuple):
    board: str
    goal: str


class CompareStarted(NamedTuple):
    pass


class StopPressed(NamedTuple):
    pass


class RaceTold(NamedTuple):
    """How far the lanes are: the race task's progress, or its answer."""

    told: dict[str, Any]
    over: bool = False


class CompareTold(NamedTuple):
    """How far the comparison is: progress."""

    told: dict[str, Any]


class Compared(NamedTuple):
    """The end of a comparison."""

    answer: dict[str, Any]
    goal: str


class Failed(NamedTuple):
    """The task was lost."""

    problem: str
