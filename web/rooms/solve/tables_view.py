"""The view of larger tables: draw the state of `web.rooms.solve.tables_state` (see panel.html)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from npuzzle.pattern_databases.catalogue import LargerTables, find_larger
from web.rooms.solve.tables_state import (
    TablesState,
    command,
    forget_file,
    take_board,
    take_look,
    take_solver,
)
from web.solver.client import SolverClient, in_background
from web.ui.events import when
from web.ui.part import TaskPart
from web.ui.table_cache import has_tables, on_change, remove_tables

if TYPE_CHECKING:
    from web.page.state import UiState
    from web.solver.client import Answer


def say_nothing(text: str) -> None:
    """Announce nothing, because screen readers announce the note automatically."""


class TablesView(TaskPart[TablesState]):
    """Build larger tables for the board on show, check whether they are saved, and remove them."""

    place, commands, task = "larger", command, "tables"

    def __init__(self, solver: SolverClient) -> None:
        super().__init__(TablesState(), say_nothing, solver)
        on_change(self.look)
        when("toggle", "#how")(lambda event: self.look())  # another tab may have built or removed the tables

    def draw_page(self, page: UiState) -> None:
        """Update the tables from the page's goal, and whether the solver is free."""
        goal = page.goal.board
        self.dispatch(take_solver(page.why_not_start))
        if self._dom.has_changed("goal", goal):
            self.dispatch(take_board(find_larger(goal.shape, goal.blank) if goal is not None else None))
            self.look()
        if self._dom.has_changed("busy", page.solver.busy):
            self.look()  # a search may have removed a damaged file

    def make_request(self) -> dict[str, Any]:
        assert self.state.building is not None
        return {"shape": str(self.state.building.shape)}

    def end(self, answer: Answer) -> None:
        in_background(self._end(answer))

    async def _end(self, answer: Answer) -> None:
        """Take the answer after looking for the file, so that the tables are not offered again meanwhile."""
        if self.state.building is not None:
            await self._look(self.state.building)
        super().end(answer)

    def look(self) -> None:
        """Check whether the browser has saved the file."""
        if self.state.larger is not None:
            in_background(self._look(self.state.larger))

    async def remove(self) -> None:
        """Remove the file. Searches continue to use the tables in memory until the page is closed."""
        if self.state.larger is not None:
            await remove_tables(self.state.larger.name)
            self.dispatch(forget_file())

    async def _look(self, larger: LargerTables) -> None:
        self.dispatch(take_look(larger.name, await has_tables(larger.name)))
