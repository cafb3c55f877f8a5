"""The page in some states, as its tests begin with."""

from __future__ import annotations

from npuzzle import Board, solve
from web.page.events import SolverChanged
from web.page.state import UiState
from web.page.updates import initial_state, update
from web.rooms.solve.task import Answer, Progress

PROGRESS = Progress(expanded=1, generated=2, frontier=3, peak_frontier=4, lower_bound=5, seconds=0.1)


def page(board: str = "1 2 3/4 5 6/0 7 8") -> UiState:
    """The page at rest, its solver ready."""
    return update(initial_state(Board.parse(board)), SolverChanged(ready=True))


def answer_of(state: UiState, **options: object) -> Answer:
    assert state.board.check.board is not None
    assert state.goal.board is not None
    return Answer(**solve(state.board.check.board, state.goal.board, **options).to_dict())  # type: ignore[arg-type]
