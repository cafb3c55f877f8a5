"""A path that nobody found here: it came with a link."""

from __future__ import annotations

from dataclasses import replace

from npuzzle import Notation, NPuzzleError, Problem
from web.page.events import PathGiven
from web.page.state import Phase, UiState
from web.page.updates.register import AT_REST, on
from web.page.words import badge, headline
from web.rooms.solve.task import GIVEN, Answer


@on(PathGiven, *AT_REST)
def _path_given(state: UiState, event: PathGiven) -> UiState:
    """It is shown only if it leads to the goal; that it is a shortest one is not claimed."""
    board, goal = state.check.board, state.goal
    if not state.has_board or board is None or goal is None:
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
    return replace(
        state,
        phase=Phase.PLAYING,
        answer=answer,
        choice=0,
        step=max(0, min(event.step, len(event.moves))),
        playing=False,
        problem="",
        spoken=f"{headline(answer)}. {badge(answer)}.",
    )
