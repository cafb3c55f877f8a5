"""Larger tables on the page: draw the state of `web.rooms.solve.tables_state`; see panel.html."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING

from npuzzle.pattern_databases.catalogue import LargerTables, find_larger
from web.command import Call, perform
from web.rooms.solve.tables_state import (
    TablesState,
    command,
    fail,
    forget_file,
    take_answer,
    take_board,
    take_look,
    take_progress,
    take_solver,
)
from web.solver.client import SolverClient, SolverError, in_background
from web.ui.bind import Bindings
from web.ui.dom import Dom, by_id
from web.ui.events import when
from web.ui.press import offer
from web.ui.table_cache import has_tables, on_change, remove_tables

if TYPE_CHECKING:
    from web.page.state import UiState
    from web.solver.client import Answer


class TablesView:
    """Build larger tables for the board on show, see whether they are kept, and remove them."""

    def __init__(self, solver: SolverClient) -> None:
        self._solver = solver
        self._dom, self._bindings = Dom(), Bindings(by_id("room-solve"), "solve")
        self.state = TablesState()
        on_change(self.look)
        offer("larger", command.by_name, self.dispatch, self)
        when("toggle", "#how")(lambda event: self.look())  # another page may have built or removed them

    def draw(self, page: UiState) -> None:
        """Take the page's goal, and whether the solver is free."""
        goal = page.goal.board
        self.dispatch(take_solver(page.why_not_start))
        if self._dom.has_changed("goal", goal):
            self.dispatch(take_board(find_larger(goal.shape, goal.blank) if goal is not None else None))
            self.look()
        if self._dom.has_changed("busy", page.solver.busy):
            self.look()  # a search may have found the file damaged, and removed it

    def dispatch(self, call: Call) -> None:
        before, self.state = self.state, perform(self.state, call)
        if self.state is before:
            return
        building = self.state.building
        if building is not None and before.building is None:
            given = {"shape": str(building.shape)}
            coming = self._solver.run("tables", given, lambda now: self.dispatch(take_progress(now)))
            in_background(self._build(building, coming))
        self._bindings.draw(self.state)
        if self.state.is_stopping and not before.is_stopping:
            self._solver.stop()

    def look(self) -> None:
        """Look whether the browser has the file."""
        if self.state.larger is not None:
            in_background(self._look(self.state.larger))

    async def remove(self) -> None:
        """Remove the file; the searches of this session go on with what they have."""
        if self.state.larger is not None:
            await remove_tables(self.state.larger.name)
            self.dispatch(forget_file())

    async def _look(self, larger: LargerTables) -> None:
        self.dispatch(take_look(larger.name, await has_tables(larger.name)))

    async def _build(self, larger: LargerTables, coming: Awaitable[Answer]) -> None:
        try:
            answer = await coming
        except SolverError as error:
            self.dispatch(fail(str(error)))
        else:
            await self._look(larger)
            self.dispatch(take_answer(answer))
