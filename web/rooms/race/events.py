"""The events of the Race room. `web.rooms.race.state` says what each does."""

from __future__ import annotations

from typing import Any, NamedTuple


class LaneAdded(NamedTuple):
    """Add a lane like the last one, with another heuristic."""


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
    """Race the heuristic of the Lab."""


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
    """The race task reports its progress, or its answer."""

    told: dict[str, Any]
    over: bool = False


class CompareTold(NamedTuple):
    """The comparison reports its progress."""

    told: dict[str, Any]


class Compared(NamedTuple):
    """The comparison has ended."""

    answer: dict[str, Any]
    goal: str


class Failed(NamedTuple):
    """The task ended without an answer."""

    problem: str
