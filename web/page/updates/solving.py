"""Choose how to solve, solve, and end a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from web.page.events import (
    Finished,
    HeuristicCertified,
    OptionChosen,
    Progressed,
    SolveFailed,
    SolveOtherwisePressed,
    SolvePressed,
    SolverChanged,
    StopPressed,
)
from web.page.parts.answer import Answer
from web.page.parts.proof_left import Rise, note_rise
from web.page.parts.search import SearchState
from web.page.state import Phase, UiState
from web.page.updates.cells import drop_answer
from web.page.updates.improving import describe_better, keep_path, show_progress, show_shorter
from web.page.updates.register import AT_REST, on
from web.page.words import badge, describe_path_so_far, headline
from web.solver.state import SolverState

LOOKING_ON = "A shorter one is being looked for; the button Use this one ends the search."


@on(OptionChosen, *AT_REST)
def _choose_option(state: UiState, event: OptionChosen) -> UiState:
    state = replace(state, options=state.options.with_text(event.name, event.value))
    return replace(state, spoken=state.options_problem)


@on(HeuristicCertified, *Phase)
def _certify_heuristic(state: UiState, event: HeuristicCertified) -> UiState:
    return replace(state, certified=event.found)


@on(SolverChanged, *Phase)
def _change_solver(state: UiState, event: SolverChanged) -> UiState:
    """Say once what is wrong with the solver."""
    solver = SolverState(*event)
    return replace(
        state, solver=solver, spoken="" if solver.problem == state.solver.problem else solver.problem
    )


@on(SolveFailed, Phase.SOLVING)
def _fail(state: UiState, event: SolveFailed) -> UiState:
    search = replace(state.search, is_stopping=False, problem=event.problem)
    phase = Phase.PLAYING if state.player.path else Phase.READY  # what it had found stays
    return replace(state, phase=phase, search=search, spoken=event.problem)


@on(SolvePressed, *AT_REST)
def press_solve(state: UiState, event: SolvePressed) -> UiState:
    if state.why_not_solve:
        return replace(state, spoken=state.why_not_solve)
    return replace(drop_answer(state), phase=Phase.SOLVING, search=SearchState(), spoken="Solving.")


@on(SolveOtherwisePressed, *AT_REST)
def _solve_otherwise(state: UiState, event: SolveOtherwisePressed) -> UiState:
    """Leave the choice to Automatic, and solve."""
    return press_solve(replace(state, options=state.options.with_automatic()), SolvePressed())


@on(StopPressed, Phase.SOLVING)
def _press_stop(state: UiState, event: StopPressed) -> UiState:
    return replace(state, search=replace(state.search, is_stopping=True))


@on(Progressed, Phase.SOLVING)
def _progress(state: UiState, event: Progressed) -> UiState:
    before = state.search.progress
    first = bool(event.progress.lengths) and (before is None or not before.lengths)
    spoken = f"{describe_path_so_far(event.progress)} {LOOKING_ON}" if first else ""
    now = event.progress
    rises = state.search.rises or tuple([Rise(int(bound), seconds) for bound, seconds in now.rises])
    rises = note_rise(rises, now.lower_bound, now.earlier + now.seconds)
    search = replace(state.search, progress=event.progress, rises=rises)
    return show_progress(replace(state, search=search, spoken=spoken or state.spoken), event.progress)


def end_of(answer: Mapping[str, Any]) -> Finished | SolveFailed:
    """Return the event that ends a search with this answer; an unreadable answer ends it too."""
    try:
        return Finished(Answer(**answer))
    except TypeError as error:
        return SolveFailed(f"The solver's answer cannot be read: {error}. Reload the page.")


@on(Finished, Phase.SOLVING)
def _finish(state: UiState, event: Finished) -> UiState:
    """Show the answer; a path that is stepped through already stays, and the answer's is offered."""
    answer = event.answer
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
