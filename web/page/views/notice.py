"""The notices: what in a link could not be used, what the solver does and what is wrong with it."""

from __future__ import annotations

from typing import Any

from pyscript import document, when

from web.page.state import UiState
from web.solver.client import SolverClient
from web.solver.state import BUSY
from web.ui.dom import Dom, by_id

_view: NoticeView


class NoticeView:
    def __init__(self, solver: SolverClient) -> None:
        self.dom = Dom()
        global _view
        _view = self
        self._solver = solver

    def draw(self, state: UiState) -> None:
        if self.dom.has_changed("busy", state.solver.busy):
            document.body.dataset.busy = BUSY.get(
                state.solver.busy, ""
            )  # no new version takes over meanwhile
        self.dom.text("link-problem", state.problems.link)
        self.dom.hide("solver-notice", not state.solver.problem)
        self.dom.text("solver-problem", state.solver.problem)
        self.dom.hide("solver-restart", not state.solver.is_stuck)
        self.dom.text("solver-note", state.solver.note)

    def restart(self) -> None:
        self._solver.restart()
        by_id("board").focus()  # the button goes, and the focus with it


@when("click", "#solver-restart")
def on_restart(event: Any) -> None:
    _view.restart()
