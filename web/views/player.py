"""The solution: stepping, playing, its moves as a list."""

import asyncio

from pyscript import when

from npuzzle import Notation, multi_tile_length
from web.events import (
    GroupingChosen,
    JumpedTo,
    NotationChosen,
    PathChosen,
    PlayPressed,
    SpeedChosen,
    Ticked,
)
from web.movelist import FORMATS, listed, taken
from web.solver import in_background
from web.state import SPEEDS, Phase
from web.store import store
from web.views.dom import Writer, by_id, make
from web.views.saving import copy_text
from web.words import copied, describe, lengths

_playbacks = 0  # how many there were: one whose number is not the last is out of date


class PlayerView(Writer):
    def __init__(self):
        super().__init__()
        self._selected = None
        self._entries = []  # of the list: for each step, the id of the element that is chosen there

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
        listing = (state.answer, state.choice, state.notation, state.grouped)
        if self._changed("moves", listing):
            self._build_moves(state)
            self._forget("step")
            by_id("copy-box").hidden = True
            by_id("copied").textContent = ""
        if self._changed("step", (*listing, step)):
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
        self._value("grouping", "runs" if state.grouped else "single")
        for kind in FORMATS:
            self._enable(f"copy-{kind.lower()}", last > 0)

    def _build_moves(self, state):
        options = [make("div", "Start", role="option", id="move-0", data_step=0, aria_selected="false")]
        self._entries = ["move-0"]
        for entry in listed(state):
            name = f"move-{entry.last}"
            options.append(
                make(
                    "div",
                    entry.text,
                    role="option",
                    id=name,
                    data_step=entry.last,
                    aria_selected="false",
                    aria_label=entry.label,
                )
            )
            self._entries += [name] * (entry.last - entry.first + 1)
        by_id("moves").replaceChildren(*options)
        self._text("lengths", lengths(len(state.path), multi_tile_length(state.path)))
        self._selected = None

    def _show_step(self, state):
        if self._selected is not None:
            self._selected.setAttribute("aria-selected", "false")
        self._selected = by_id(self._entries[state.step])
        self._selected.setAttribute("aria-selected", "true")
        moves = by_id("moves")
        moves.setAttribute("aria-activedescendant", self._entries[state.step])
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
    own_keys = event.target.tagName in ("SELECT", "TEXTAREA") or (
        event.target.id == "slider" and event.key != "p"
    )
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


@when("change", "#grouping")
def on_grouping(event):
    store.dispatch(GroupingChosen(event.target.value == "runs"))


@when("click", "#copy-text, #copy-csv, #copy-json")
def on_copy(event):
    in_background(copy(next(kind for kind in FORMATS if event.target.id == f"copy-{kind.lower()}")))


async def copy(kind):
    """To the clipboard; where that is refused, into a box from which it can be copied by hand."""
    text = taken(store.state, kind)
    if not await copy_text(text):
        by_id("copy-box").hidden = False
        field = by_id("copy-field")
        field.value = text
        field.focus()
        field.select()
        by_id("copied").textContent = ""
        return
    by_id("copy-box").hidden = True
    by_id("copied").textContent = copied(kind)
