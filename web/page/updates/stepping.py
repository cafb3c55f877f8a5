"""Step through a solution and play it."""

from __future__ import annotations

from dataclasses import replace

from web.page.events import (
    BetterPathPressed,
    GroupingChosen,
    JumpedTo,
    NotationChosen,
    PathChosen,
    PlayPressed,
    SpeedChosen,
    StepTyped,
    Ticked,
)
from web.page.parts.player import SPEEDS
from web.page.state import Phase, UiState
from web.page.updates.register import on
from web.page.words import describe_move, describe_step

SECONDS_BETWEEN_WORDS = 2  # in a playback of more than a move a second
ON_A_PATH = (Phase.PLAYING, Phase.SOLVING)  # while solving, the path found so far can be stepped through


@on(JumpedTo, *ON_A_PATH)
def _jump(state: UiState, event: JumpedTo) -> UiState:
    return _go_to(_pause(state), event.step) if state.shows_path else state


@on(StepTyped, *ON_A_PATH)
def _type_step(state: UiState, event: StepTyped) -> UiState:
    """Read a step whose thousands may be separated by commas or spaces."""
    if not state.shows_path:
        return state
    text, last = "".join(event.text.replace(",", " ").split()), len(state.player.path)
    if text.isascii() and text.isdigit() and len(text) <= 9 and int(text) <= last:
        return _go_to(_pause(state), int(text))
    problem = f"The number of a move is 0 to {last:,}, got {event.text[:15]!r}."
    return replace(state, player=replace(state.player, step_problem=problem), spoken=problem)


@on(BetterPathPressed, *ON_A_PATH)
def _take_better_path(state: UiState, event: BetterPathPressed) -> UiState:
    if state.player.better is None:
        return state
    return _go_to(replace(state, player=state.player.at_start(state.player.better)), 0)


@on(PathChosen, Phase.PLAYING)
def _choose_path(state: UiState, event: PathChosen) -> UiState:
    player, paths = state.player, state.player.paths
    if not 0 <= event.choice < len(paths):
        return state
    spoken = f"Path {event.choice + 1} of {len(paths)}."
    return replace(
        state, player=replace(player, choice=event.choice, step=0, is_playing=False), spoken=spoken
    )


@on(PlayPressed, *ON_A_PATH)
def _press_play(state: UiState, event: PlayPressed) -> UiState:
    """Play or pause; at the end, start again from the first board."""
    player = state.player
    if not state.shows_path:
        return state
    if player.is_playing or not player.path:
        return replace(_pause(state), spoken=f"Paused. {describe_step(state)}.")
    step = 0 if player.step == len(player.path) else player.step
    return replace(state, player=replace(player, is_playing=True, step=step), spoken="Playing.")


@on(Ticked, *ON_A_PATH)
def _tick(state: UiState, event: Ticked) -> UiState:
    if not state.player.is_playing:
        return state
    before = state.player.step
    state = _go_to(state, before + event.moves)
    step, each = state.player.step, _moves_between_words(state.player.speed)
    if step == len(state.player.path):
        return _pause(state)
    return state if before // each != step // each else replace(state, spoken="")


@on(SpeedChosen, *Phase)
def _choose_speed(state: UiState, event: SpeedChosen) -> UiState:
    if event.name not in SPEEDS:
        return state
    return replace(state, player=replace(state.player, speed=event.name))


@on(NotationChosen, *Phase)
def _choose_notation(state: UiState, event: NotationChosen) -> UiState:
    return replace(state, player=replace(state.player, notation=event.notation))


@on(GroupingChosen, *Phase)
def _choose_grouping(state: UiState, event: GroupingChosen) -> UiState:
    return replace(state, player=replace(state.player, is_grouped=event.grouped))


def _moves_between_words(speed: str) -> int:
    """Return how many moves a playback makes until it says one again: what is said must be heard out."""
    return 1 if SPEEDS[speed] <= 1 else round(SPEEDS[speed] * SECONDS_BETWEEN_WORDS)


def _pause(state: UiState) -> UiState:
    return replace(state, player=replace(state.player, is_playing=False))


def _go_to(state: UiState, step: int) -> UiState:
    """Show the board after that many moves, and say which move was the last."""
    last = len(state.player.path)
    step = max(0, min(step, last))
    if step == 0:
        spoken = f"Start, {last:,} to go."
    else:
        end = "solved." if state.player.end is None else "the end of these moves."
        spoken = f"{describe_move(state.move(step))}, " + (end if step == last else f"{last - step:,} to go.")
    return replace(state, player=replace(state.player, step=step, step_problem=""), spoken=spoken)
