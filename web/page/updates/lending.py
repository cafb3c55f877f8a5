"""Lend a board with its goal, and give the user's own back."""

from __future__ import annotations

from dataclasses import replace

from web.page.events import BoardGiven
from web.page.lending import BoardLent, LentOption, LentReturned, Mine
from web.page.state import Phase, UiState
from web.page.updates.board import give_board
from web.page.updates.own_things import return_options
from web.page.updates.recording import entry_with_solution
from web.page.updates.register import AT_REST, on
from web.page.updates.undo import restore


@on(BoardLent, *AT_REST)
def _lend(state: UiState, event: BoardLent) -> UiState:
    """Put the board, the goal and the options on the page; a result that it has for them stays."""
    entry = entry_with_solution(state) if state.mine is None else state.mine.entry
    known = {option.name: option.own for option in state.mine.options} if state.mine is not None else {}
    wanted = {**{name: state.options.text(name) for name in known}, **dict(event.options)}
    options = tuple(
        LentOption(name, lent, known.get(name, state.options.text(name))) for name, lent in wanted.items()
    )
    if (state.board.check.board, state.goal.board, state.player.step) != (event.board, event.goal, 0):
        state = give_board(state, BoardGiven(event.board, event.goal))
    for name, value in event.options:
        state = replace(state, options=state.options.with_text(name, value))
    return replace(state, mine=Mine(entry, state.board.words, state.goal.name, options))


@on(LentReturned, *Phase)
def _return(state: UiState, event: LentReturned) -> UiState:
    """Give the user's own board back; if a search is under way, stop it first."""
    if state.mine is None:
        return state
    if state.phase is Phase.SOLVING:
        mine, search = state.mine._replace(is_due=True), replace(state.search, is_stopping=True)
        return replace(state, mine=mine, search=search)
    after = restore(return_options(state), state.mine.entry)
    return replace(after, mine=None, spoken=f"Your own board and goal are back. {after.spoken}".rstrip())
