"""Show a path that came with a link, and what in the link could not be used."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from typing import NamedTuple

from npuzzle import Metric, NPuzzleError, Problem
from npuzzle.solving.claims import claim_of
from web.page.commands.command import AT_REST, command
from web.page.parts.answer import GIVEN, answer_without_search
from web.page.paths import whole_lines
from web.page.state import Phase, UiState
from web.page.words import badge, describe_claim, headline


@command(*AT_REST)
def give_path(
    state: UiState, moves: str, step: int = 0, bound: int | None = None, metric: str | None = None
) -> UiState:
    """Show a path from a link, in tile letters, if it leads to the goal; what the link claims is only told.

    `bound`: the length below which there is no path, as the link says. `metric`: in which both lengths count;
    None: in that of the options.
    """
    return _show_path(state, Linked(moves, step, bound, metric), is_sure=False)


@command(*AT_REST)
def restore_path(
    state: UiState, moves: str, step: int = 0, bound: int | None = None, metric: str | None = None
) -> UiState:
    """Show a path that the page saved itself: what it claims counts."""
    return _show_path(state, Linked(moves, step, bound, metric), is_sure=True)


class Linked(NamedTuple):
    moves: str
    step: int
    bound: int | None
    metric: str | None


def _show_path(state: UiState, path: Linked, *, is_sure: bool) -> UiState:
    board, goal = state.board.check.board, state.goal.board
    if not state.board.is_valid or board is None or goal is None:
        return state
    try:
        if Problem(board, goal).replay(path.moves) != goal:
            return state
    except NPuzzleError:
        return state
    metric, bound = path.metric or state.options.metric, path.bound
    length = whole_lines(path.moves) if metric == Metric.LINES.value else len(path.moves)
    claim = None if bound is None or bound > length else claim_of(length, bound)
    is_sure = is_sure and claim is not None
    answer = answer_without_search(
        GIVEN,
        board,
        goal,
        path.moves,
        claim=claim if is_sure else None,
        bound=bound if is_sure else None,
        note="" if claim is None or is_sure else describe_claim(claim),
        metric=metric,
    )
    player, step = replace(state.player.at_start(answer), end=None), max(0, min(path.step, len(path.moves)))
    return replace(
        state,
        phase=Phase.PLAYING,
        player=replace(player, step=player.ends[bisect_left(player.ends, step)]),
        search=replace(state.search, problem=""),
        spoken=f"{headline(answer)}. {badge(answer)}.",
    )


@command()
def read_link(state: UiState, problem: str = "") -> UiState:
    """Say what could not be used. What a link brings is the user's own."""
    problems = replace(state.problems, link=problem)
    return replace(state, problems=problems, mine=None, spoken=problem)
