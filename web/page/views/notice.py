"""What is wrong with the solver, above every room, and a button to start it again."""

from pyscript import when

from web.ui.dom import Writer, by_id

_view = None


class NoticeView(Writer):
    def __init__(self, solver):
        super().__init__()
        global _view
        _view = self
        self._solver = solver

    def draw(self, state):
        self._property("solver-notice", "hidden", not state.solver_problem)
        self._text("solver-problem", state.solver_problem)
        self._property("solver-restart", "hidden", not state.stuck)
        self._text("solver-note", state.solver_note)

    def restart(self):
        self._solver.restart()
        by_id("board").focus()  # the button goes, and the focus with it


@when("click", "#solver-restart")
def on_restart(event):
    _view.restart()
