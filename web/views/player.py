"""The solution: stepping, playing, its moves as a list."""

import asyncio

from pyscript import when

from npuzzle import Notation, format_moves
from npuzzle.notation import in_notation
from web.events import JumpedTo, NotationChosen, PathChosen, PlayPressed, SpeedChosen, Ticked
from web.solver import in_background
from web.state import SPEEDS, Phase
from web.store import store
from web.views.dom import Writer, by_id, make
from web.words import describe

_playbacks = 0  # how many there were: one whose number is not the last is out of date


class PlayerView(Writer):
    def __init__(self):
        super().__init__()
        self._selected = None

    def draw(self, state):
        playing = state.phase is Phase.PLAYING
        self._property("player", "hidden", not playing)
        if not playing:
            return
        last, step = len(state.path), state.step
        if self._changed("paths", state.paths):
            shown = [(str(n), f"{n + 1} of {len(state.paths)}") for n in range(len(state.paths))]
            self._fill("path", shown)
            by_id("path-field").hidden = len(shown) < 2
        self._value("path", str(state.choice))
        if self._changed("moves", (state.answer, state.choice, state.notation)):
            self._build_moves(state)
            self._forget("step")
        if self._changed("step", (state.answer, state.choice, state.notation, step)):
            self._show_step(state)
        self._property("slider", "max", str(max(1, last)))
        self._value("slider", str(step))
        self._enable("slider", last > 0)
        self._enable("first", step > 0)
        self._enable("back", step > 0)
        self._enable("forward", step < last)
        self._enable("last", step < last)
        self._enable("play", last > 0)
        self._text("play", "Pause" if state.playing else "Play")
        self._value("speed", state.speed)
        self._value("notation", state.notation.value)

    def _build_moves(self, state):
        letters = in_notation(state.path, state.notation)
        options = [make("div", "Start", role="option", id="move-0", data_step=0, aria_selected="false")]
        for at, (move, letter) in enumerate(zip(state.moves, letters, strict=True), 1):
            options.append(
                make(
                    "div",
                    f"{move.tile} {letter}",
                    role="option",
                    id=f"move-{at}",
                    data_step=at,
                    aria_selected="false",
                    aria_label=f"{move.tile} {letter}, move {at}: {describe(move).lower()}",
                )
            )
        by_id("moves").replaceChildren(*options)
        self._attribute("moves", "title", format_moves(state.path, state.notation))
        self._selected = None

    def _show_step(self, state):
        if self._selected is not None:
            self._selected.setAttribute("aria-selected", "false")
        self._selected = by_id(f"move-{state.step}")
        self._selected.setAttribute("aria-selected", "true")
        moves = by_id("moves")
        moves.setAttribute("aria-activedescendant", f"move-{state.step}")
        # Scroll the list only; scrollIntoView would move the page too.
        top, height = self._selected.offsetTop, self._selected.offsetHeight
        if top < moves.scrollTop or top + height > moves.scrollTop + moves.clientHeight:
            moves.scrollTop = top - moves.clientHeight // 2
        last = len(state.path)
        said = "Start" if not state.step else describe(state.moves[state.step - 1])
        text = f"Move {state.step} of {last}: {said}"
        by_id("step-text").textContent = text
        by_id("slider").setAttribute("aria-valuetext", text)


def follow(before, state, event):
    """Start a playback where one is asked for."""
    global _playbacks
    if state.playing and not before.playing:
        _playbacks += 1
        in_background(_play(_playbacks))


async def _play(this):
    while True:
        await asyncio.sleep(SPEEDS[store.state.speed])
        if not store.state.playing or this != _playbacks:
            return
        store.dispatch(Ticked())


@when("change", "#path")
def on_path(event):
    store.dispatch(PathChosen(int(event.target.value)))


@when("click", "#first, #back, #play, #forward, #last")
def on_step(event):
    step_by(event.target.id)


def step_by(how):
    if how == "play":
        store.dispatch(PlayPressed())
        return
    target = {
        "first": 0,
        "back": store.state.step - 1,
        "forward": store.state.step + 1,
        "last": len(store.state.path),
    }
    store.dispatch(JumpedTo(target[how]))


@when("input", "#slider")
def on_slider(event):
    store.dispatch(JumpedTo(int(event.target.value)))


@when("click", "#moves")
def on_move(event):
    option = event.target.closest("[data-step]")
    if option:
        store.dispatch(JumpedTo(int(option.dataset.step)))


PLAYER_KEYS = {"ArrowLeft": "back", "ArrowRight": "forward", "Home": "first", "End": "last", "p": "play"}
LIST_KEYS = {**PLAYER_KEYS, "ArrowUp": "back", "ArrowDown": "forward"}


@when("keydown", "#player")
def on_player_key(event):
    own_keys = event.target.tagName == "SELECT" or (event.target.id == "slider" and event.key != "p")
    listed = LIST_KEYS if event.target.id == "moves" else PLAYER_KEYS
    if event.key in listed and not own_keys and not (event.ctrlKey or event.altKey or event.metaKey):
        event.preventDefault()
        step_by(listed[event.key])


@when("change", "#speed")
def on_speed(event):
    store.dispatch(SpeedChosen(event.target.value))


@when("change", "#notation")
def on_notation(event):
    store.dispatch(NotationChosen(Notation(event.target.value)))
