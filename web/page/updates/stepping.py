"""Stepping through a solution and playing it."""

from __future__ import annotations

from dataclasses import replace

from web.page.events import (
    GroupingChosen,
    JumpedTo,
    NotationChosen,
    PathChosen,
    PlayPressed,
    SpeedChosen,
    StepTyped,
    Ticked,
)
from web.page.state import SPEEDS, Phase, UiState
from web.page.updates.register import on
from web.page.words import describe


@on(JumpedTo, Phase.PLAYING)
def _jumped_to(state: UiState, event: JumpedTo) -> UiState:
    return _at_step(replace(state, playing=False), event.step)


@on(StepTyped, Phase.PLAYING)
def _step_typed(state: UiState, event: StepTyped) -> UiState:
    """Thousands may be parted by commas or spaces."""
    text, last = "".join(event.text.replace(",", " ").split()), len(state.path)
    if text.isascii() and text.isdigit() and len(text) <= 9 and int(text) <= last:
        return _at_step(replace(state, playing=False), int(text))
    problem = f"The number of a move is 0 to {last:,}, got {event.text[:15]!r}."
    return replace(state, step_problem=problem, spoken=problem)


@on(PathChosen, Phase.PLAYING)
def _path_chosen(state: UiState, event: PathChosen) -> UiState:
    if not 0 <= event.choice < len(state.paths):
        return state
    spoken = f"Path {event.choice + 1} of {len(state.paths)}."
    return replace(state, choice=event.choice, step=0, playing=False, spoken=spoken)


@on(PlayPressed, Phase.PLAYING)
def _play_pressed(state: UiState, event: PlayPressed) -> UiState:
    """At the end it starts again from the first board."""
    if state.playing or not state.path:
        return replace(state, playing=False, spoken="Paused.")
    step = 0 if state.step == len(state.path) else state.step
    return replace(state, playing=True, step=step, spoken="Playing.")


@on(Ticked, Phase.PLAYING)
def _ticked(state: UiState, event: Ticked) -> UiState:
    if not state.playing:
        return state
    state = _at_step(state, state.step + event.moves)
    at_end = state.step == len(state.path)
    return replace(state, playing=not at_end, spoken=state.spoken if at_end else "")


@on(SpeedChosen, *Phase)
def _speed_chosen(state: UiState, event: SpeedChosen) -> UiState:
    return replace(state, speed=event.name) if event.name in SPEEDS else state


@on(NotationChosen, *Phase)
def _notation_chosen(state: UiState, event: NotationChosen) -> UiState:
    return replace(state, notation=event.notation)


@on(GroupingChosen, *Phase)
def _grouping_chosen(state: UiState, event: GroupingChosen) -> UiState:
    return replace(state, grouped=event.grouped)


def _at_step(state: UiState, step: int) -> UiState:
    last = len(state.path)
    step = max(0, min(step, last))
    if step == 0:
        spoken = f"Start, {last:,} to go."
    else:
        spoken = f"{describe(state.move(step))}, " + (
            "solved." if step == last else f"{last - step:,} to go."
        )
    return replace(state, step=step, step_problem="", spoken=spoken)
