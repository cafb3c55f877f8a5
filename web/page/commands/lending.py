"""Lend the page a board with its goal for a while, and then restore the user's own board."""

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
    """Put a board, a goal and options on the page. A result for the same board and goal stays."""
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
    """Let a press on a tile pick it, or, if not `is_asked`, slide it as usual."""
    return replace(state, picked=frozenset() if is_asked else None)


@command()
def pick_tile(state: UiState, tile: int) -> UiState:
    """Pick a tile while a lesson asks for tiles. A second press on the tile drops it."""
    board = state.current_board
    if state.picked is None or board is None or not 0 < tile < board.shape.cells:
        return state
    picked = state.picked ^ {tile}
    return replace(state, picked=picked, spoken=f"Tile {tile} {'chosen' if tile in picked else 'dropped'}.")


@command(kind=Kind.HISTORY)
def return_lent(state: UiState) -> UiState:
    """Restore the user's own board with its history: now, or after stopping the search that is running."""
    if state.mine is None:
        return state
    if state.phase is Phase.SOLVING:
        mine, search = state.mine._replace(is_due=True), replace(state.search, is_stopping=True)
        return replace(state, mine=mine, search=search)
    after = own_page(state)
    return replace(after, spoken=f"Your own board and goal are back. {after.spoken}".rstrip())


def own_page(state: UiState) -> UiState:
    """Return the page that the browser saves: the user's own, without anything that was lent."""
    if state.mine is None:
        return state
    after = restore(return_options(state), state.mine.entry)
    return replace(after, mine=None, history=state.mine.history)
