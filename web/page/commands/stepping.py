"""Step through a solution and play it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace

from npuzzle import Notation
from web.command import Kind
from web.page.commands.command import command
from web.page.parts.player import SPEEDS
from web.page.state import Phase, UiState
from web.page.words import describe_last_move, describe_step

SECONDS_BETWEEN_WORDS = 2  # between announcements, in a playback faster than one move per second
ON_A_PATH = (Phase.PLAYING, Phase.SOLVING)  # while solving, the path found so far can be stepped through


@command(*ON_A_PATH, kind=Kind.STEP)
def jump_to(state: UiState, step: int) -> UiState:
    """Show the board after `step` slides. A number out of range means the nearest end."""
    return go_to(pause(state), step) if state.shows_path else state


@command(*ON_A_PATH, kind=Kind.STEP)
def step(state: UiState, how: str) -> UiState:
    """Show the `first`, `back`, `forward` or `last` board."""
    return jump_to.change(state, state.player.aim(how))


@command(*ON_A_PATH, kind=Kind.STEP)
def type_step(state: UiState, text: str) -> UiState:
    """Go to the move whose number was typed. Commas or spaces may separate its thousands."""
    if not state.shows_path:
        return state
    digits, last = "".join(text.replace(",", " ").split()), state.player.length
    if digits.isascii() and digits.isdigit() and len(digits) <= 9 and int(digits) <= last:
        return go_to(pause(state), state.player.ends[int(digits)])
    problem = f"The move number must be from 0 to {last:,}, got {text[:15]!r}."
    return replace(state, player=replace(state.player, step_problem=problem), spoken=problem)


@command(*ON_A_PATH)
def take_better_path(state: UiState) -> UiState:
    """Show, from its start, the shorter path that was found while the user stepped through another one."""
    if state.player.better is None:
        return state
    return go_to(replace(state, player=state.player.at_start(state.player.better)), 0)


@command(Phase.PLAYING)
def choose_path(state: UiState, choice: int) -> UiState:
    """Show another one of the shortest paths."""
    player, paths = state.player, state.player.paths
    if not 0 <= choice < len(paths):
        return state
    spoken = f"Path {choice + 1} of {len(paths)}."
    return replace(state, player=replace(player, choice=choice, step=0, is_playing=False), spoken=spoken)


@command(*ON_A_PATH)
def press_play(state: UiState, loops: bool = False) -> UiState:
    """Play or pause. At the end, play from the first board again. `loops`: repeat until paused."""
    player = state.player
    if not state.shows_path:
        return state
    if player.is_playing or not player.path:
        return replace(pause(state), spoken=f"Paused. {describe_step(state)}.")
    return replace(state, player=replace(player.play(), loops=loops), spoken="Playing.")


@command(*ON_A_PATH, kind=Kind.STEP)
def tick(state: UiState, moves: int = 1) -> UiState:
    """Make the next moves of a playback."""
    if not state.player.is_playing:
        return state
    before, last = state.player.number, state.player.length
    if before == last and state.player.loops:
        return go_to(state, 0)
    made = min(before + moves, last)
    state, each = go_to(state, state.player.ends[made]), _moves_between_words(state.player.speed)
    if made == last and not state.player.loops:
        return pause(state)
    return state if before // each != made // each else replace(state, spoken="")


@command()
def choose_speed(state: UiState, name: str) -> UiState:
    if name not in SPEEDS:
        return state
    return replace(state, player=replace(state.player, speed=name))


@command()
def choose_notation(state: UiState, notation: Notation) -> UiState:
    return replace(state, player=replace(state.player, notation=notation))


@command()
def choose_grouping(state: UiState, grouped: bool) -> UiState:
    """List runs of moves in one direction as one entry, or each move separately."""
    return replace(state, player=replace(state.player, is_grouped=grouped))


def _moves_between_words(speed: str) -> int:
    """Return how many moves a playback makes per announcement, so that each sentence can be heard out."""
    return 1 if SPEEDS[speed] <= 1 else round(SPEEDS[speed] * SECONDS_BETWEEN_WORDS)


def pause(state: UiState) -> UiState:
    """Stop the playback."""
    return replace(state, player=replace(state.player, is_playing=False))


def go_to(state: UiState, step: int) -> UiState:
    """Show the board at a step, or at the end of the line move that contains the step, and announce it."""
    ends, last = state.player.ends, state.player.length
    on = step >= state.player.step
    made = bisect_left(ends, step) if on else bisect_right(ends, step) - 1
    made = max(0, min(made, last))
    state = replace(state, player=replace(state.player, step=ends[made], step_problem=""))
    if made == 0:
        return replace(state, spoken=f"Start, {last:,} to go.")
    end = "solved." if state.player.end is None else "the end of these moves."
    return replace(
        state, spoken=f"{describe_last_move(state)}, " + (end if made == last else f"{last - made:,} to go.")
    )
