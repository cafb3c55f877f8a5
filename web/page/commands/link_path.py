"""Show a path that came with a link, and report the parts of the link that could not be used."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

from npuzzle import NPuzzleError, Problem
from npuzzle.solving.claims import claim_of
from web.page.commands.command import AT_REST, command
from web.page.commands.improving import show_path
from web.page.parts.answer import GIVEN, answer_without_search
from web.page.state import UiState
from web.page.words import describe_claim


@command(*AT_REST)
def give_path(
    state: UiState, moves: str, step: int = 0, bound: int | None = None, metric: str | None = None
) -> UiState:
    """Show a path from a link, in tile letters, if it leads to the goal. The link's claim is only quoted.

    `bound`: the lower bound that the link claims. `metric`: how `bound` and the path's length are counted, by
    default as the options say.
    """
    return _give(state, moves, step, bound, metric, is_sure=False)


@command(*AT_REST)
def restore_path(
    state: UiState, moves: str, step: int = 0, bound: int | None = None, metric: str | None = None
) -> UiState:
    """Show a path that the page saved itself, and trust the saved claim."""
    return _give(state, moves, step, bound, metric, is_sure=True)


def _give(
    state: UiState, moves: str, step: int, bound: int | None, metric: str | None, *, is_sure: bool
) -> UiState:
    board, goal = state.board.check.board, state.goal.board
    if not state.board.is_valid or board is None or goal is None:
        return state
    try:
        if Problem(board, goal).replay(moves) != goal:
            return state
    except NPuzzleError:
        return state
    metric = metric or state.options.metric
    answer = answer_without_search(GIVEN, board, goal, moves, claim=None, bound=None, metric=metric)
    claim = None if bound is None or bound > (answer.length or 0) else claim_of(answer.length or 0, bound)
    if claim is not None and is_sure:
        answer = replace(answer, claim=claim, lower_bound=bound)
    elif claim is not None:
        answer = replace(answer, note=describe_claim(claim))
    shown = show_path(state, answer)
    at = bisect_left(shown.player.ends, max(0, min(step, len(moves))))
    return replace(shown, player=replace(shown.player, step=shown.player.ends[at]))


@command()
def read_link(state: UiState, problem: str = "", is_first: bool = False) -> UiState:
    """Report the unusable parts of a link, and treat its board as the user's own. `is_first`: the page starts
    with this link, so there is nothing to undo."""
    problems = replace(state.problems, link=problem)
    history = replace(state.history, past=(), typing="") if is_first else state.history
    return replace(state, problems=problems, mine=None, history=history, spoken=problem)
