"""Show a path that came with a link, and what in the link could not be used."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

from npuzzle import Metric, Notation, NPuzzleError, Problem
from npuzzle.solving.claims import claim_of
from web.page.events import LinkRead, PathGiven
from web.page.parts.answer import GIVEN, Answer
from web.page.paths import whole_lines
from web.page.state import Phase, UiState
from web.page.updates.register import AT_REST, on
from web.page.words import badge, describe_claim, headline


@on(PathGiven, *AT_REST)
def _give_path(state: UiState, event: PathGiven) -> UiState:
    """Show it only if it leads to the goal. What a link claims of it counts only if the page saved it."""
    board, goal = state.board.check.board, state.goal.board
    if not state.board.is_valid or board is None or goal is None:
        return state
    try:
        if Problem(board, goal).replay(event.moves) != goal:
            return state
    except NPuzzleError:
        return state
    metric, bound = event.metric or state.options.metric, event.bound
    length = whole_lines(event.moves) if metric == Metric.LINES.value else len(event.moves)
    claim = None if bound is None or bound > length else claim_of(length, bound)
    is_sure = claim is not None and event.is_saved
    answer = Answer(
        board=str(board),
        goal=str(goal),
        outcome=GIVEN,
        claim=claim if is_sure else None,
        lower_bound=bound if is_sure else None,
        length=length,
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
        note="" if claim is None or is_sure else describe_claim(claim),
        every=None,
        metric=metric,
    )
    player, step = replace(state.player.at_start(answer), end=None), max(0, min(event.step, len(event.moves)))
    return replace(
        state,
        phase=Phase.PLAYING,
        player=replace(player, step=player.ends[bisect_left(player.ends, step)]),
        search=replace(state.search, problem=""),
        spoken=f"{headline(answer)}. {badge(answer)}.",
    )


@on(LinkRead, *Phase)
def _read_link(state: UiState, event: LinkRead) -> UiState:
    """Say what could not be used. What a link brings is the user's own."""
    problems = replace(state.problems, link=event.problem)
    return replace(state, problems=problems, mine=None, spoken=event.problem)
