"""The page in some states, as its tests begin with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from npuzzle import Board, NPuzzleError, solve
from web.page.events import MovesChecked, SolverChanged
from web.page.state import UiState
from web.page.updates import initial_state, update
from web.rooms.solve.task import Answer, Progress
from web.rooms.solve.verify_task import CheckedMoves, VerifyTask

PROGRESS = Progress(expanded=1, generated=2, frontier=3, peak_frontier=4, lower_bound=5, seconds=0.1)


def page(board: str = "1 2 3/4 5 6/0 7 8") -> UiState:
    """The page at rest, its solver ready."""
    return update(initial_state(Board.parse(board)), SolverChanged(ready=True))


def answer_of(state: UiState, **options: object) -> Answer:
    assert state.board.check.board is not None
    assert state.goal.board is not None
    return Answer(**solve(state.board.check.board, state.goal.board, **options).to_dict())  # type: ignore[arg-type]


def check_of(asked: Mapping[str, Any], *, stopped: bool = False) -> MovesChecked:
    """What the solver answers if it is asked for a check of moves."""
    try:
        task = VerifyTask(asked)
    except NPuzzleError as error:
        return MovesChecked(problem=str(error))
    if stopped:
        task.cancel()
    while (answer := task.answer()) is None:
        task.step(0.1)
    return MovesChecked(CheckedMoves(**answer))
