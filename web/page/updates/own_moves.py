"""Check the user's own moves, and show them in the player."""

from __future__ import annotations

from dataclasses import replace

from npuzzle import Board, Metric, Notation
from npuzzle.solving.claims import PROVED
from web.page.events import (
    CheckMovesPressed,
    MovesChecked,
    MovesPlayed,
    MovesTyped,
    ShowMovesPressed,
    StopCheckPressed,
)
from web.page.parts.answer import CHECKED, Answer
from web.page.parts.own_moves import MovesState
from web.page.paths import whole_lines
from web.page.state import Phase, UiState
from web.page.updates.register import AT_REST, on
from web.page.words import badge, headline


@on(MovesTyped, *Phase)
def _type_moves(state: UiState, event: MovesTyped) -> UiState:
    """Take the text; what is known of another text goes. The text under check stays till its end."""
    if state.typed.is_checking or event.text == state.typed.text:
        return state
    return replace(state, typed=MovesState(event.text))


@on(CheckMovesPressed, *AT_REST)
def _press_check(state: UiState, event: CheckMovesPressed) -> UiState:
    if state.why_not_check:
        return replace(state, spoken=state.why_not_check)
    board, goal = state.board.check.board, state.goal.board
    moves = MovesState(state.typed.text, is_checking=True, board=board, goal=goal)
    return replace(state, typed=moves, spoken="Checking your moves.")


@on(StopCheckPressed, *Phase)
def _press_stop(state: UiState, event: StopCheckPressed) -> UiState:
    return replace(state, typed=replace(state.typed, is_stopping=state.typed.is_checking))


@on(MovesPlayed, *Phase)
def _take_play(state: UiState, event: MovesPlayed) -> UiState:
    if not state.typed.is_checking or event.said == state.typed.said:
        return state
    return replace(state, typed=replace(state.typed, said=event.said), spoken=event.said)


@on(MovesChecked, *Phase)
def _take_check(state: UiState, event: MovesChecked) -> UiState:
    """Take what is known; it is not shown if the board has changed meanwhile."""
    if not state.typed.is_checking:
        return state
    moves = replace(
        state.typed, is_checking=False, is_stopping=False, found=event.found, problem=event.problem
    )
    after = replace(state, typed=moves)
    found = after.checked_moves
    if event.found is not None and found is None:
        problem = "The board or the goal has changed since: check the moves again."
        after = replace(after, typed=replace(moves, found=None, problem=problem))
    return replace(after, spoken=after.typed.problem if found is None else " ".join(found.said))


@on(ShowMovesPressed, *AT_REST)
def _show_moves(state: UiState, event: ShowMovesPressed) -> UiState:
    """Put the moves that can be made into the player. Only the check's own proof calls them shortest."""
    found, goal = state.checked_moves, state.goal.board
    if found is None or not found.path or goal is None:
        return state
    answer = Answer(
        board=str(state.board.check.board),
        goal=str(goal),
        outcome=CHECKED,
        claim=PROVED if found.is_shortest else None,
        lower_bound=found.lower_bound,
        length=whole_lines(found.path) if found.metric == Metric.LINES.value else len(found.path),
        moves=found.path,
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
        note=" ".join(found.said),
        every=None,
        metric=found.metric,
    )
    last = Board.parse(found.end)
    end = None if last == goal else last  # moves that cannot be made may follow the goal
    player = replace(state.player.at_start(answer), end=end)
    return replace(
        state,
        phase=Phase.PLAYING,
        player=player,
        search=replace(state.search, problem=""),
        spoken=f"{headline(answer)}. {badge(answer)}.",
    )
