"""Larger tables on the page: draw the state of `web.rooms.solve.tables_state`, and listen."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any

from npuzzle.pattern_databases.catalogue import LargerTables, find_larger
from web.rooms.solve.tables_state import (
    Answered,
    BoardCame,
    BuildPressed,
    Looked,
    Lost,
    Progressed,
    Removed,
    StopPressed,
    TablesState,
    update,
)
from web.solver.client import SolverClient, SolverError, in_background
from web.ui.dom import Dom
from web.ui.events import when
from web.ui.table_cache import has_tables, on_change, remove_tables

if TYPE_CHECKING:
    from web.page.state import UiState
    from web.solver.client import Answer

_view: TablesView


class TablesView:
    """Build larger tables for the board on show, see whether they are kept, and remove them."""

    def __init__(self, solver: SolverClient) -> None:
        global _view
        _view = self
        self._solver = solver
        self._dom = Dom()
        self._why_not = ""
        self.state = TablesState()
        on_change(self.look)

    def draw(self, page: UiState) -> None:
        """Take the page's goal, and whether the solver is free."""
        goal = page.goal.board
        self._why_not = page.why_not_start
        if self._dom.has_changed("goal", goal):
            self.dispatch(BoardCame(find_larger(goal.shape, goal.blank) if goal is not None else None))
            self.look()
        if self._dom.has_changed("busy", page.solver.busy):
            self.look()  # a search may have found the file damaged, and removed it
        self._draw()

    def dispatch(self, event: object) -> None:
        before, self.state = self.state, update(self.state, event)
        if self.state is before:
            return
        building = self.state.building
        if building is not None and before.building is None:
            given = {"shape": str(building.shape)}
            in_background(self._build(building, self._solver.run("tables", given, self._show_progress)))
        self._draw()
        if self.state.is_stopping and not before.is_stopping:
            self._solver.stop()

    def look(self) -> None:
        """Look whether the browser has the file."""
        if self.state.larger is not None:
            in_background(self._look(self.state.larger))

    def build(self) -> None:
        if not self._why_not:
            self.dispatch(BuildPressed())

    async def remove(self) -> None:
        """Remove the file; the searches of this session go on with what they have."""
        if self.state.larger is not None:
            await remove_tables(self.state.larger.name)
            self.dispatch(Removed())

    async def _look(self, larger: LargerTables) -> None:
        self.dispatch(Looked(larger.name, await has_tables(larger.name)))

    def _show_progress(self, now: dict[str, Any]) -> None:
        self.dispatch(Progressed(now))

    async def _build(self, larger: LargerTables, coming: Awaitable[Answer]) -> None:
        try:
            answer = await coming
        except SolverError as error:
            self.dispatch(Lost(str(error)))
        else:
            await self._look(larger)
            self.dispatch(Answered(answer))

    def _draw(self) -> None:
        state, dom = self.state, self._dom
        is_building = state.building is not None
        dom.hide("larger", state.larger is None and not is_building)
        dom.text("larger-said", state.summary)
        dom.hide("larger-build", is_building or state.is_kept)
        dom.enable("larger-build", not self._why_not)
        dom.text("larger-why-not", "" if is_building or state.is_kept else self._why_not)
        dom.hide("larger-remove", is_building or not state.is_kept)
        dom.hide("larger-stop", not is_building)
        dom.hide("larger-progress", not is_building)
        if is_building:
            dom.set("larger-bar", "value", (state.progress or {}).get("share", 0))
            dom.text("larger-how-far", state.how_far)
        dom.text("larger-note", state.note)


@when("click", "#larger-build")
def on_build(event: object) -> None:
    _view.build()


@when("click", "#larger-stop")
def on_stop(event: object) -> None:
    _view.dispatch(StopPressed())


@when("click", "#larger-remove")
def on_remove(event: object) -> None:
    in_background(_view.remove())


@when("toggle", "#how")
def on_unfold(event: object) -> None:
    """Look again: another page may have built or removed them."""
    _view.look()
