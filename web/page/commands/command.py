"""How a command changes the page, and the rules that follow every command."""

from __future__ import annotations

from dataclasses import replace

from web.command import Call, Commands
from web.page.commands.own_things import return_goal
from web.page.commands.recording import record
from web.page.state import Helped, Phase, Printing, UiState

command = Commands[UiState]()

AT_REST = (Phase.EDITING, Phase.READY, Phase.PLAYING)


def update(state: UiState, call: Call) -> UiState:
    """Return the state after a call, or the same object if it changes nothing."""
    if not call.command.may(state):
        return state
    quiet = replace(state, spoken="") if state.spoken else state
    begun = return_goal(quiet, call)
    after: UiState = call.command.change(begun, *call.args)
    if after is begun:
        return state
    after = _withdraw_link_problem(quiet, _withdraw_print_offer(quiet, after))
    return _note_help(record(quiet, after, call))


def _note_help(state: UiState) -> UiState:
    """Note that a solution or a hint is shown for the board on which the moves by hand began."""
    origin, (solution, hint) = state.history.origin, state.helped
    if state.phase is Phase.SOLVING:
        solution = origin
    elif state.phase is Phase.READY and state.hint is not None:
        hint = origin
    helped = Helped(solution, hint)
    return state if helped == state.helped else replace(state, helped=helped)


def _withdraw_print_offer(before: UiState, after: UiState) -> UiState:
    """Withdraw the offer to solve before printing if the board changed or is solved, or a search ended."""
    printing = after.printing
    if not printing.is_offered:
        return after
    if after.board.check is not before.board.check or after.phase is Phase.PLAYING:
        return replace(after, printing=Printing())
    if before.phase is Phase.SOLVING and after.phase is not Phase.SOLVING:
        return replace(after, printing=replace(printing, is_awaited=False))
    return after


def _withdraw_link_problem(before: UiState, after: UiState) -> UiState:
    """Remove the message about a link once the page shows something else, or solves that board."""
    problem = before.problems.link
    if not problem or after.problems.link != problem or _select_from_link(before) == _select_from_link(after):
        return after
    return replace(after, problems=replace(after.problems, link=""))


def _select_from_link(state: UiState) -> tuple[object, ...]:
    """Return the parts of the state that a link sets, and whether Solve is searching."""
    return state.board.words, state.goal, state.options, state.phase is Phase.SOLVING
