"""Show a path that came with a link."""

from __future__ import annotations

from dataclasses import replace

from npuzzle import Notation, NPuzzleError, Problem
from web.page.events import PathGiven
from web.page.state import Phase, UiState
from web.page.updates.register import AT_REST, on
from web.page.words import badge, headline
from web.rooms.solve.task import GIVEN, Answer


@on(PathGiven, *AT_REST)
def _give_path(state: UiState, event: PathGiven) -> UiState:
    """Show it only if it leads to the goal; nothing claims that it is a shortest one."""
    board, goal = state.board.check.board, state.goal.board
    if not state.board.is_valid or board is None or goal is None:
        return state
    try:
        if Problem(board, goal).replay(event.moves) != goal:
            return state
    except NPuzzleError:
        return state
    answer = Answer(
        board=str(board),
        goal=str(goal),
        outcome=GIVEN,
        claim=None,
        lower_bound=None,
        length=len(event.moves),
        moves=event.moves,
        notation=Notation.TILE.value,
        expanded=0,
        generated=0,
        peak_frontier=0,
        seconds=0.0,
        algorithm="",
        heuristic=None,
        option=None,
        promised=None,
        engine="",
        tables=None,
        note="",
        every=None,
    )
    step = max(0, min(event.step, len(event.moves)))
    return replace(
        state,
        phase=Phase.PLAYING,
        player=replace(state.player.at_start(answer), end=None, step=step),
        search=replace(state.search, problem=""),
        spoken=f"{headline(answer)}. {badge(answer)}.",
    )
