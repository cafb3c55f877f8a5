"""Choose how to solve, start a search, and end it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from web.command import Call
from web.page.commands.cells import drop_answer
from web.page.commands.command import AT_REST, command
from web.page.commands.improving import describe_better, keep_path, show_progress, show_shorter
from web.page.heuristic_choice import CertifiedHeuristic
from web.page.parts.answer import Answer, Progress
from web.page.parts.proof_left import Rise, note_rise
from web.page.parts.search import SearchState
from web.page.state import Phase, UiState
from web.page.words import badge, describe_path_so_far, headline
from web.solver.state import SolverState

LOOKING_ON = "The search for a shorter path continues; the button “Use this one” ends the search."


@command(*AT_REST)
def choose_option(state: UiState, name: str, value: str) -> UiState:
    """Give a field of `Options` a new value."""
    state = replace(state, options=state.options.choose(name, value))
    return replace(state, spoken=state.options_problem)


@command()
def certify_heuristic(state: UiState, found: CertifiedHeuristic | None = None) -> UiState:
    """Note the heuristic that the Lab certified to be admissible. None: no heuristic is certified now."""
    return replace(state, certified=found)


@command()
def change_solver(
    state: UiState, ready: bool, busy: str = "", problem: str = "", stuck: bool = False, note: str = ""
) -> UiState:
    """Note the solver's state. Announce a problem only when it is new."""
    solver = SolverState(ready, busy, problem, stuck, note)
    if solver == state.solver:
        return state
    return replace(
        state, solver=solver, spoken="" if solver.problem == state.solver.problem else solver.problem
    )


@command(Phase.SOLVING)
def fail_search(state: UiState, problem: str) -> UiState:
    """Report that a search ended without an answer."""
    search = replace(state.search, is_stopping=False, problem=problem)
    phase = Phase.PLAYING if state.player.path else Phase.READY  # the path found so far stays
    return replace(state, phase=phase, search=search, spoken=problem)


@command(*AT_REST)
def start_search(state: UiState) -> UiState:
    """Start a search."""
    if state.why_not_solve:
        return replace(state, spoken=state.why_not_solve)
    return replace(drop_answer(state), phase=Phase.SOLVING, search=SearchState(), spoken="Solving.")


@command(*AT_REST)
def solve_otherwise(state: UiState) -> UiState:
    """Choose Automatic for algorithm and heuristic, and solve."""
    return start_search.change(replace(state, options=state.options.with_automatic()))


@command(Phase.SOLVING)
def stop_search(state: UiState) -> UiState:
    """End the search early, and show its results so far."""
    return replace(state, search=replace(state.search, is_stopping=True))


@command(Phase.SOLVING)
def take_progress(state: UiState, progress: Progress) -> UiState:
    before = state.search.progress
    first = bool(progress.lengths) and (before is None or not before.lengths)
    spoken = f"{describe_path_so_far(state, progress)} {LOOKING_ON}" if first else ""
    rises = state.search.rises or tuple([Rise(int(bound), seconds) for bound, seconds in progress.rises])
    rises = note_rise(rises, progress.lower_bound, progress.earlier + progress.seconds)
    search = replace(state.search, progress=progress, rises=rises)
    return show_progress(replace(state, search=search, spoken=spoken or state.spoken), progress)


def end_of(answer: Mapping[str, Any]) -> Call:
    """Return the call that ends a search with this answer, or with an error if it is unreadable."""
    try:
        return finish_search(Answer(**answer))
    except TypeError as error:
        return fail_search(f"The solver's answer cannot be read: {error}. Reload the page.")


@command(Phase.SOLVING)
def finish_search(state: UiState, answer: Answer) -> UiState:
    """Show the answer, or only offer its path if the user is in the middle of another one."""
    state = replace(
        state,
        phase=Phase.PLAYING if answer.moves is not None else Phase.READY,
        search=replace(state.search, is_stopping=False),
        spoken=f"{headline(answer)}. {badge(answer)}.",
    )
    if answer.moves is None:
        return replace(state, player=state.player.at_start(answer))
    after = show_shorter(state, answer)
    if after.player.better is None:
        return after
    kept = keep_path(answer, state.player.path)
    after = replace(after, player=replace(after.player, answer=kept))
    return replace(after, spoken=f"{state.spoken} {describe_better(after)}")
