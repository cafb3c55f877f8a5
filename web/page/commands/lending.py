"""Lend a board with its goal, and give the user's own back."""

from __future__ import annotations

from dataclasses import replace

from npuzzle import Board
from web.command import Kind
from web.page.commands.board import give_board
from web.page.commands.command import AT_REST, command
from web.page.commands.own_things import return_options
from web.page.commands.recording import entry_with_solution
from web.page.commands.undo import restore
from web.page.parts.history import Mine
from web.page.state import Phase, UiState


@command(*AT_REST)
def lend_board(
    state: UiState, board: Board, goal: Board, options: tuple[tuple[str, str], ...] = ()
) -> UiState:
    """Put the board, the goal and the options on the page. If it has a result for them, that stays."""
    entry = entry_with_solution(state) if state.mine is None else state.mine.entry
    history = state.history if state.mine is None else state.mine.history
    known = {name: own for name, _, own in state.mine.options} if state.mine is not None else {}
    wanted = {**{name: state.options.text(name) for name in known}, **dict(options)}
    lent_options = tuple(
        (name, lent, known.get(name, state.options.text(name))) for name, lent in wanted.items()
    )
    if (state.board.check.board, state.goal.board, state.player.step) != (board, goal, 0):
        state = give_board.change(state, board, goal)
    for name, value in options:
        state = replace(state, options=state.options.choose(name, value))
    mine = Mine(entry, state.board.words, state.goal.name, history, lent_options)
    return replace(state, mine=mine, picked=None if state.picked is None else frozenset())


@command()
def ask_for_tiles(state: UiState, is_asked: bool) -> UiState:
    """Let presses of the board pick tiles, or slide them again."""
    return replace(state, picked=frozenset() if is_asked else None)


@command()
def pick_tile(state: UiState, tile: int) -> UiState:
    """Pick a tile, or drop it again, while a lesson asks for tiles."""
    board = state.current_board
    if state.picked is None or board is None or not 0 < tile < board.shape.cells:
        return state
    picked = state.picked ^ {tile}
    return replace(state, picked=picked, spoken=f"Tile {tile} {'chosen' if tile in picked else 'dropped'}.")


@command(kind=Kind.HISTORY)
def return_lent(state: UiState) -> UiState:
    """Restore the user's own board, with its history. If a search is running, stop it first."""
    if state.mine is None:
        return state
    if state.phase is Phase.SOLVING:
        mine, search = state.mine._replace(is_due=True), replace(state.search, is_stopping=True)
        return replace(state, mine=mine, search=search)
    after = own_page(state)
    return replace(after, spoken=f"Your own board and goal are back. {after.spoken}".rstrip())


def own_page(state: UiState) -> UiState:
    """Return the page for the browser to save: without the lent parts, and without the changes to them."""
    if state.mine is None:
        return state
    after = restore(return_options(state), state.mine.entry)
    return replace(after, mine=None, history=state.mine.history)
