"""The larger tables for the board on show, and what each event does to them; no browser.

They are not built, being built, or kept by the browser, as far as the page knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from npuzzle import Board
from npuzzle.pattern_databases.catalogue import LargerTables, find_larger
from npuzzle.text import count

KEPT_ANYWAY = "Searches use them until this page is closed."


@dataclass(frozen=True, slots=True)
class TablesState:
    """`larger`: those for the board on show, None if there are none; `is_kept`: the browser has their file.

    `building`: those that the solver builds now. `note`: how that ended.
    """

    larger: LargerTables | None = None
    is_kept: bool = False
    building: LargerTables | None = None
    is_stopping: bool = False
    progress: Mapping[str, Any] | None = None
    note: str = ""

    @property
    def summary(self) -> str:
        """Say what they are and what they cost, or that they are there."""
        larger = self.larger
        if larger is None:
            return ""
        if self.is_kept:
            return (
                f"The larger tables for {larger.shape} are kept in this browser: groups of {larger.sizes}, "
                f"{_megabytes(larger)}. Every search with pattern databases uses them."
            )
        time = count(max(round(larger.seconds), 1), "second")
        return (
            f"Larger tables for {larger.shape}: groups of {larger.sizes}, {_megabytes(larger)}, about "
            f"{time} to build. With them, a proof looks at far fewer boards. "
            "This browser keeps them for the next visit."
        )

    @property
    def how_far(self) -> str:
        """Say how far the build is."""
        if self.progress is None:
            return "Starting."
        if self.progress["doing"] != "build":
            return "Storing them in this browser."
        return f"Building: {100 * self.progress['share']:.0f}%."


def suggest_larger(goal: str, tables: str) -> str:
    """Suggest larger tables after a search that proved nothing with `tables`, a text such as 5-5-5-5-4."""
    board = Board.parse(goal)
    larger = find_larger(board.shape, board.blank)
    if larger is None or tables in ("", larger.sizes):
        return ""
    return f"Larger tables, which How offers to build, make a proof on {larger.shape} shorter."


class BoardCame(NamedTuple):
    """The page shows a board that has these tables."""

    larger: LargerTables | None


class Looked(NamedTuple):
    """The page has looked whether the browser has the file of that name."""

    name: str
    is_kept: bool


class BuildPressed(NamedTuple):
    pass


class StopPressed(NamedTuple):
    pass


class Progressed(NamedTuple):
    progress: Mapping[str, Any]


class Answered(NamedTuple):
    """The task has ended, see `web.rooms.solve.tables_task`."""

    answer: Mapping[str, Any]


class Lost(NamedTuple):
    """The task ended without an answer."""

    problem: str


class Removed(NamedTuple):
    """The user had the file removed."""


def update(state: TablesState, event: object) -> TablesState:
    """Return the state after the event; the same object if the event changes nothing."""
    match event:
        case BoardCame(larger) if larger != state.larger:
            note = state.note if state.building is not None else ""
            return replace(state, larger=larger, is_kept=False, note=note)
        case Looked(name, is_kept) if state.larger is not None and state.larger.name == name:
            return replace(state, is_kept=is_kept)
        case BuildPressed() if state.building is None and state.larger is not None and not state.is_kept:
            return replace(state, building=state.larger, is_stopping=False, progress=None, note="")
        case StopPressed() if state.building is not None:
            return replace(state, is_stopping=True)
        case Progressed(progress) if state.building is not None:
            return replace(state, progress=progress)
        case Answered(answer) if state.building is not None:
            return replace(state, building=None, note=_describe_end(answer))
        case Lost(problem) if state.building is not None:
            return replace(state, building=None, note=problem)
        case Removed():
            return replace(state, is_kept=False, note=f"Removed. {KEPT_ANYWAY}")
    return state


def _describe_end(answer: Mapping[str, Any]) -> str:
    if answer["stopped"]:
        return "Stopped: no tables were built."
    built, problem = f"Built in {answer['seconds']:.1f} seconds.", str(answer["problem"])
    return f"{built} They are not kept: {_small(problem)} {KEPT_ANYWAY}" if problem else built


def _small(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _megabytes(larger: LargerTables) -> str:
    """Write their size; the storage of small ones is less, as they are stored compressed."""
    return f"{larger.bytes / 1e6:,.0f} MB"
