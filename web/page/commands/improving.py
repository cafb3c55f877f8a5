"""Show the path found so far, and follow the search to shorter ones without losing the user's place."""

from __future__ import annotations

from dataclasses import replace

from npuzzle import Board
from npuzzle.solving.claims import claim_of
from npuzzle.text import count
from web.page.parts.answer import IN_HAND, Answer, Progress, answer_without_search
from web.page.paths import whole_lines
from web.page.state import Phase, UiState
from web.page.words import badge, headline


def show_path(state: UiState, answer: Answer, end: Board | None = None) -> UiState:
    """Show a path that is not the result of a search. `end`: its last board, if that is not the goal."""
    return replace(
        state,
        phase=Phase.PLAYING,
        player=replace(state.player.at_start(answer), end=end),
        search=replace(state.search, problem=""),
        spoken=f"{headline(answer)}. {badge(answer)}.",
    )


def show_progress(state: UiState, now: Progress) -> UiState:
    """Show the first path found, then each shorter one, and how many moves a shortest path may save."""
    if now.path:
        state = show_shorter(state, _answer_in_hand(state, now))
    player = state.player
    answer, better = (_with_bound(each, now.lower_bound) for each in (player.answer, player.better))
    if answer is player.answer and better is player.better:
        return state
    return replace(state, player=replace(player, answer=answer, better=better))


def show_shorter(state: UiState, answer: Answer) -> UiState:
    """Show an answer's path, or only offer it if the user is in the middle of another path.

    The new path replaces the old one while the player is at the start. It also does so later if both paths
    begin with the same moves, up to and including the next move: then the user's place does not change.
    """
    player = state.player
    ahead = player.path[: player.step + 1] if player.step else ""
    if answer.moves is None or answer.moves.startswith(ahead):
        return replace(state, player=replace(player, answer=answer, better=None))
    return replace(state, player=replace(player, better=answer))


def keep_path(answer: Answer, path: str) -> Answer:
    """Put an earlier, longer path of the same search into an answer."""
    length = whole_lines(path) if answer.counts_lines else len(path)
    return replace(
        answer,
        moves=path,
        length=length,
        claim=claim_of(length, answer.lower_bound or 0, answer.assumes or ()),
        every=None,
        estimates=None,
    )


def describe_better(state: UiState) -> str:
    """Report that a path shorter than the one on show was found, or "" if none was."""
    now, better = state.player.answer, state.player.better
    if now is None or better is None or now.length is None or better.length is None:
        return ""
    fewer = now.length - better.length
    return f"A shorter path was found: {count(better.length, better.noun)}, {fewer:,} fewer."


def _with_bound(answer: Answer | None, bound: int) -> Answer | None:
    """Return an answer with the search's newest lower bound, for a search that still runs."""
    if answer is None or answer.length is None or answer.lower_bound == bound:
        return answer
    return replace(answer, lower_bound=bound, claim=claim_of(answer.length, bound))


def _answer_in_hand(state: UiState, now: Progress) -> Answer:
    board, goal = state.board.check.board, state.goal.board
    assert board is not None
    assert goal is not None
    return answer_without_search(
        IN_HAND,
        board,
        goal,
        now.path,
        claim=None,
        bound=None,
        metric=state.options.metric,
        expanded=now.expanded,
        generated=now.generated,
        peak_frontier=now.peak_frontier,
        seconds=now.seconds,
    )
