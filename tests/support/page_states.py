"""States of the page to start tests with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from npuzzle import Board, NPuzzleError, solve
from web.page.commands import initial_state, update
from web.page.commands.modes import toggle_edit
from web.page.commands.own_moves import take_check
from web.page.commands.solving import change_solver, finish_search, start_search
from web.page.parts.answer import Answer, Progress
from web.page.parts.own_moves import CheckedMoves
from web.page.state import Phase, UiState
from web.rooms.solve.verify_task import VerifyTask

PROGRESS = Progress(expanded=1, generated=2, frontier=3, peak_frontier=4, lower_bound=5, seconds=0.1)


def page(board: str = "1 2 3/4 5 6/0 7 8") -> UiState:
    """Return the idle page with a ready solver."""
    return update(initial_state(Board.parse(board)), change_solver(ready=True))


def follow(state: UiState, *events: object) -> UiState:
    """Return the page after these events."""
    for event in events:
        state = update(state, event)
    return state


def answer_of(state: UiState, **options: object) -> Answer:
    assert state.board.check.board is not None
    assert state.goal.board is not None
    return Answer(**solve(state.board.check.board, state.goal.board, **options).to_dict())  # type: ignore[arg-type]


def check_of(asked: Mapping[str, Any], *, stopped: bool = False) -> take_check:
    """Return the solver's answer to a check of moves."""
    try:
        task = VerifyTask(asked)
    except NPuzzleError as error:
        return take_check(problem=str(error))
    if stopped:
        task.cancel()
    while (answer := task.answer()) is None:
        task.step(0.1)
    return take_check(CheckedMoves(**answer))


def play_solution(board: str = "1 2 3/4 5 6/0 7 8") -> UiState:
    """Return the page while it shows a solution."""
    state = update(page(board), start_search())
    return update(state, finish_search(answer_of(state)))


def in_phase(phase: Phase) -> UiState:
    return {
        Phase.READY: page(),
        Phase.EDITING: update(page(), toggle_edit()),
        Phase.SOLVING: update(page(), start_search()),
        Phase.PLAYING: play_solution(),
    }[phase]


def consistent(state: UiState) -> None:
    """Assert everything that must hold in any state."""
    if state.phase is not Phase.EDITING:
        assert state.board.check.valid
        assert state.current_board is not None
    if state.phase is Phase.PLAYING:
        assert state.player.answer is not None
        assert 0 <= state.player.step <= len(state.player.path)
        assert len(state.moves(1, len(state.player.path))) == len(state.player.path)
        assert state.current_board is not None
        last = replace(state, player=replace(state.player, step=len(state.player.path))).current_board
        assert last == state.goal.board
    else:
        assert state.player.step == 0
        assert not state.player.is_playing
    assert not (state.phase is Phase.SOLVING and not state.board.check.solvable)
    assert state.board.rows in range(2, 11)
    assert {len(row) for row in state.board.words} == {state.board.cols}
    assert state.board.verdict.headline
    assert state.search.is_stopping is False or state.phase is Phase.SOLVING
