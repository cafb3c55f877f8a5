"""Choosing how to solve, solving, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from web.page.events import (
    Finished,
    OptionChosen,
    Progressed,
    SolveFailed,
    SolvePressed,
    SolverChanged,
    StopPressed,
)
from web.page.state import Phase, UiState
from web.page.updates.cells import without_answer
from web.page.updates.register import AT_REST, on
from web.page.words import badge, headline, in_hand
from web.rooms.solve.task import Answer


@on(OptionChosen, *AT_REST)
def _option_chosen(state: UiState, event: OptionChosen) -> UiState:
    state = replace(state, options=replace(state.options, **{event.name: event.value}))
    return replace(state, spoken=state.options_problem)


@on(SolverChanged, *Phase)
def _solver_changed(state: UiState, event: SolverChanged) -> UiState:
    """What is wrong with the solver is told once, whatever else becomes of it meanwhile."""
    told = event.problem != state.solver_problem
    return replace(
        state,
        solver_ready=event.ready,
        busy=event.busy,
        solver_problem=event.problem,
        stuck=event.stuck,
        solver_note=event.note,
        spoken=event.problem if told else "",
    )


@on(SolveFailed, Phase.SOLVING)
def _solve_failed(state: UiState, event: SolveFailed) -> UiState:
    return replace(state, phase=Phase.READY, stopping=False, problem=event.problem, spoken=event.problem)


@on(SolvePressed, *AT_REST)
def _solve_pressed(state: UiState, event: SolvePressed) -> UiState:
    if state.why_not_solve:
        return replace(state, spoken=state.why_not_solve)
    return replace(
        without_answer(state), phase=Phase.SOLVING, progress=None, stopping=False, spoken="Solving."
    )


@on(StopPressed, Phase.SOLVING)
def _stop_pressed(state: UiState, event: StopPressed) -> UiState:
    return replace(state, stopping=True)


@on(Progressed, Phase.SOLVING)
def _progressed(state: UiState, event: Progressed) -> UiState:
    first = bool(event.progress.lengths) and (state.progress is None or not state.progress.lengths)
    spoken = f"{in_hand(event.progress)} It is being made shorter; Stop shows it." if first else ""
    return replace(state, progress=event.progress, spoken=spoken or state.spoken)


def end_of(answer: Mapping[str, Any]) -> Finished | SolveFailed:
    """The event that ends a search with this answer of the solver; one that cannot be read ends it too."""
    try:
        return Finished(Answer(**answer))
    except TypeError as error:
        return SolveFailed(f"The solver's answer cannot be read: {error}. Reload the page.")


@on(Finished, Phase.SOLVING)
def _finished(state: UiState, event: Finished) -> UiState:
    answer = event.answer
    solved = answer.moves is not None
    return replace(
        state,
        phase=Phase.PLAYING if solved else Phase.READY,
        answer=answer,
        stopping=False,
        choice=0,
        step=0,
        spoken=headline(answer) + ". " + badge(answer) + ".",
    )
