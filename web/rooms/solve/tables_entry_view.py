"""The way to larger tables: their part of the page is loaded with the first board that may have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.page.state import UiState

if TYPE_CHECKING:
    from web.rooms.solve.tables_view import TablesView
    from web.solver.client import SolverClient

LEAST, MOST = 17, 25  # cells of boards that may have larger tables


class TablesEntry:
    def __init__(self, solver: SolverClient) -> None:
        self._solver = solver
        self._view: TablesView | None = None

    def draw(self, state: UiState) -> None:
        goal = state.goal.board
        if self._view is None and goal is not None and LEAST <= goal.shape.cells <= MOST:
            from web.rooms.solve.tables_view import TablesView

            self._view = TablesView(self._solver)
        if self._view is not None:
            self._view.draw(state)
