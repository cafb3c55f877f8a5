"""The larger tables for the board on show, and the commands that change their state. No browser in here.

As far as the page knows, the tables are missing, being built (while the task runs), or saved by the browser.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from npuzzle import Board
from npuzzle.pattern_databases.catalogue import LargerTables, find_larger
from npuzzle.text import count
from web.running import Phase, Running, TaskCommands, TaskState

KEPT_ANYWAY = "Searches use them until this page is closed."


@dataclass(frozen=True, slots=True)
class TablesState(TaskState):
    """The state. `larger`: the larger tables for the board on show, or None. `is_kept`: their file is saved.

    `building`: the tables that the solver is building, or built last. `note`: how the build ended;
    screen readers announce the note automatically. panel.html names the properties.
    """

    larger: LargerTables | None = None
    is_kept: bool = False
    building: LargerTables | None = None
    note: str = ""

    @property
    def concerns_board(self) -> bool:
        return self.larger is not None or self.run is not None

    @property
    def is_offered(self) -> bool:
        return self.run is None and not self.is_kept

    @property
    def why_not_build(self) -> str:
        return self.why_not if self.is_offered else ""

    @property
    def can_remove(self) -> bool:
        return self.run is None and self.is_kept

    @property
    def summary(self) -> str:
        """Describe the tables and what building them costs, or say that they are saved."""
        larger = self.larger
        if larger is None:
            return ""
        if self.is_kept:
            return (
                f"The larger tables for {larger.shape} are saved in this browser: groups of {larger.sizes}, "
                f"{_megabytes(larger)}. Every search with pattern databases uses them."
            )
        time = count(max(round(larger.seconds), 1), "second")
        return (
            f"Larger tables for {larger.shape}: groups of {larger.sizes}, {_megabytes(larger)}, about "
            f"{time} to build. With them, a proof looks at far fewer boards. "
            "This browser saves them for the next visit."
        )

    @property
    def how_far(self) -> str:
        """Describe the progress of the build."""
        if self.run is None or not self.run.news:
            return "Starting."
        if self.run.news["doing"] != "build":
            return "Storing them in this browser."
        return f"Building: {self.share:.0%}."


def suggest_larger(goal: str, tables: str) -> str:
    """Suggest larger tables after a search without a proof used `tables`, named as in 5-5-5-5-4."""
    board = Board.parse(goal)
    larger = find_larger(board.shape, board.blank)
    if larger is None or tables in ("", larger.sizes):
        return ""
    return f"With larger tables, which you can build under How, a proof on {larger.shape} takes less time."


command = TaskCommands[TablesState]()
stop, take_progress, take_solver = command.stop, command.take_progress, command.take_solver


@command()
def take_board(state: TablesState, larger: LargerTables | None) -> TablesState:
    """Take the larger tables for the page's new board."""
    if larger == state.larger:
        return state
    note = state.note if state.run is not None else ""
    return replace(state, larger=larger, is_kept=False, note=note)


@command()
def take_look(state: TablesState, name: str, is_kept: bool) -> TablesState:
    """Note whether the browser has saved the file of that name."""
    if state.larger is None or state.larger.name != name:
        return state
    return replace(state, is_kept=is_kept)


@command(Phase.FREE)
def start(state: TablesState) -> TablesState:
    """Start building the tables."""
    if state.larger is None or state.is_kept or state.why_not:
        return state
    return replace(state, run=Running(), building=state.larger, note="")


@command(Phase.RUNNING)
def take_answer(state: TablesState, answer: Mapping[str, Any]) -> TablesState:
    """Take the task's answer, see `web.rooms.solve.tables_task`."""
    return replace(state, run=None, note=_describe_end(answer))


@command(Phase.RUNNING)
def fail(state: TablesState, problem: str) -> TablesState:
    """Report that the task ended without an answer."""
    return replace(state, run=None, note=problem)


@command()
def forget_file(state: TablesState) -> TablesState:
    """Record that the user removed the saved file of the tables."""
    return replace(state, is_kept=False, note=f"Removed. {KEPT_ANYWAY}")


def _describe_end(answer: Mapping[str, Any]) -> str:
    if answer["stopped"]:
        return "Stopped: no tables were built."
    built, problem = f"Built in {answer['seconds']:.1f} seconds.", str(answer["problem"])
    return f"{built} They are not saved: {_small(problem)} {KEPT_ANYWAY}" if problem else built


def _small(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _megabytes(larger: LargerTables) -> str:
    """Write the size of tables. Small tables need less storage, because they are stored compressed."""
    return f"{larger.bytes / 1e6:,.0f} MB"
