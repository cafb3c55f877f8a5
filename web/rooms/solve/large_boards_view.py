"""The parts for large boards only, larger tables and saved proofs, loaded with the first large board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from npuzzle.solving.claims import PROVED
from web.page.state import UiState

if TYPE_CHECKING:
    from web.rooms.solve.proofs_view import ProofsView
    from web.rooms.solve.tables_view import TablesView
    from web.solver.client import SolverClient

LEAST, MOST = 17, 25  # cells of large boards


class LargeBoards:
    def __init__(self, solver: SolverClient) -> None:
        self._solver = solver
        self._tables: TablesView | None = None
        self._proofs: ProofsView | None = None

    def draw(self, state: UiState) -> None:
        goal = state.goal.board
        if self._tables is None and goal is not None and LEAST <= goal.shape.cells <= MOST:
            from web.rooms.solve.proofs_view import ProofsView
            from web.rooms.solve.tables_view import TablesView

            self._tables, self._proofs = TablesView(self._solver), ProofsView()
        if self._tables is not None and self._proofs is not None:
            self._tables.draw_page(state)
            self._proofs.draw(state)

    def start(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return a search's request to the solver, with the saved proof of the board added."""
        return given if self._proofs is None else self._proofs.start(given)

    def save(self, progress: dict[str, Any]) -> None:
        """Save or remove the board's proof, as a search reports."""
        if self._proofs is not None and progress.get("saved") is not None:
            self._proofs.save(progress["saved"])

    def end(self, answer: dict[str, Any]) -> None:
        """Remove the board's saved proof once a path is proved shortest."""
        if self._proofs is not None and answer["claim"] == PROVED:
            self._proofs.remove()
