"""Step through the solution, play it, and list its moves."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any

from npuzzle.puzzle.path_cursor import PathCursor
from web.page.commands.stepping import (
    choose_grouping,
    jump_to,
    press_play,
    step,
    tick,
    type_step,
)
from web.page.move_list import list_moves, parts, stretch, stretch_text, why_no_format
from web.page.parts.player import SPEEDS
from web.page.paths import whole_lines
from web.page.state import UiState
from web.page.store import store
from web.page.words import describe_copy, describe_lengths, describe_next, describe_seal, describe_step
from web.ui.awake import keep_awake
from web.ui.dom import Dom, by_id, has_touch, make
from web.ui.download import NOT_COPIED, copy_text, save_text
from web.ui.events import when
from web.ui.playback import Ticker
from web.ui.press import press

SLICE, REST = 0.02, 0.005  # seconds of each slice of work on a path, and of each pause between

LONGEST_BOX = 1_000_000  # characters that a text field can show
ENDINGS = {"text": "txt", "CSV": "csv", "JSON": "json"}
SAVED = f"{NOT_COPIED} The text is long: it is saved as a file."


class PlayerView:
    def __init__(self) -> None:
        self.dom = Dom()
        self._selected: Any = None
        self._numbers = range(0)  # the numbers of the listed moves
        self._entries: dict[int, str] = {}  # for each listed step, the id of the list entry

    def draw(self, state: UiState) -> None:
        playing = state.shows_path
        self._draw_seal(state)
        keep_awake(playing and (has_touch() or bool(state.hands)))
        if not playing:
            return
        player, path = state.player, state.player.path
        last, step = len(path), player.step
        if self.dom.has_changed("paths", player.paths):
            shown = [(str(n), f"{n + 1} of {len(player.paths)}") for n in range(len(player.paths))]
            self.dom.fill("path", shown)
            by_id("path-field").hidden = len(shown) < 2
        listing = (player.answer, player.choice, player.notation, player.is_grouped)
        if self.dom.has_changed("moves", listing):
            self._build_moves(state, stretch(state))
            self.dom.text(
                "lengths", describe_lengths(last, whole_lines(path), counts_lines=player.counts_lines)
            )
            by_id("copy-box").hidden = True
            by_id("copied").textContent = ""
        elif not player.is_skipping_frames:  # the list would change too fast to read
            numbers = stretch(state, self._numbers)
            if numbers != self._numbers:
                self._build_moves(state, numbers)
        part = stretch_text(state, self._numbers)
        self.dom.text("moves-part", part)
        self.dom.hide("moves-part", not part)
        if self.dom.has_changed("step", (*listing, self._numbers, step)):
            self._show_step(state)

    def _draw_seal(self, state: UiState) -> None:
        """Show a seal on the board, and a wave through the tiles, at the end of the solution."""
        length, proof = describe_seal(state)
        if self.dom.has_changed("seal", (length, proof)):
            by_id("seal").hidden = not length
            by_id("seal-length").textContent, by_id("seal-proof").textContent = length, proof
            by_id("tray").toggleAttribute("data-arrived", bool(length))

    def _build_moves(self, state: UiState, numbers: range) -> None:
        self._numbers, self._entries, self._selected = numbers, {}, None
        options = []
        if not numbers or numbers[0] == 1:
            options.append(
                make("div", "Start", role="option", id="move-0", data_step=0, aria_selected="false")
            )
            self._entries[0] = "move-0"
        for entry in list_moves(state, numbers):
            name = f"move-{entry.last}"
            option = make(
                "div",
                entry.text,
                role="option",
                id=name,
                data_step=entry.last,
                aria_selected="false",
                aria_label=entry.label,
            )
            options.append(option)
            self._entries.update(dict.fromkeys(range(entry.first, entry.last + 1), name))
        if len(numbers) < len(state.player.path) and not state.player.lists_runs:
            for option in options:
                option.setAttribute("aria-posinset", str(int(option.dataset.step) + 1))
                option.setAttribute("aria-setsize", str(len(state.player.path) + 1))
        by_id("moves").replaceChildren(*options)

    def _show_step(self, state: UiState) -> None:
        if self._selected is not None:
            self._selected.setAttribute("aria-selected", "false")
        name, moves = self._entries.get(state.player.step), by_id("moves")
        if name is None:
            self._selected = None
            moves.removeAttribute("aria-activedescendant")
        else:
            self._selected = by_id(name)
            self._selected.setAttribute("aria-selected", "true")
            moves.setAttribute("aria-activedescendant", name)
            # Scroll the list only: scrollIntoView would move the page too.
            top, height = self._selected.offsetTop, self._selected.offsetHeight
            if top < moves.scrollTop or top + height > moves.scrollTop + moves.clientHeight:
                moves.scrollTop = top - moves.clientHeight // 2
        text = describe_step(state)
        by_id("step-text").textContent = text
        move, after = describe_next(state)
        by_id("next-move").textContent = move
        by_id("next-after").textContent = after
        by_id("slider").setAttribute("aria-valuetext", text)


ticker = Ticker(
    lambda: SPEEDS[store.state.player.speed] if store.state.player.is_playing else 0,
    lambda moves: store.dispatch(tick(moves)),
)


async def prepare(cursor: PathCursor) -> None:
    """Prepare a path for jumps, in slices of time: five million moves take a second."""
    while cursor is store.state.cursor:
        until = perf_counter() + SLICE
        while perf_counter() < until:
            if not cursor.prepare():
                return
        await asyncio.sleep(REST)


@press
def go_to_typed() -> None:
    store.dispatch(type_step(by_id("go-to").value))


@when("click", "#moves")
def on_move(event: Any) -> None:
    option = event.target.closest("[data-step]")
    if option:
        store.dispatch(jump_to(int(option.dataset.step)))


PLAYER_KEYS = {"ArrowLeft": "back", "ArrowRight": "forward", "Home": "first", "End": "last", "p": "play"}
LIST_KEYS = {**PLAYER_KEYS, "ArrowUp": "back", "ArrowDown": "forward"}


@when("keydown", "#player, #path-more")
def on_player_key(event: Any) -> None:
    own_keys = event.target.tagName in ("SELECT", "TEXTAREA") or (
        event.target.id == "slider" and event.key.lower() != "p"
    )
    own_keys = own_keys or event.target.id == "go-to"
    listed = LIST_KEYS if event.target.id == "moves" else PLAYER_KEYS
    key = "p" if event.key == "P" else event.key  # typed with Shift or Caps Lock
    if key in listed and not own_keys and not (event.ctrlKey or event.altKey or event.metaKey):
        event.preventDefault()
        store.dispatch(press_play() if key == "p" else step(listed[key]))


@press
def group_moves(listing: str) -> None:
    store.dispatch(choose_grouping(listing == "runs"))


@press
async def copy(kind: str) -> None:
    """Copy the moves. If the browser forbids that, show them in a box, or save a long text as a file."""
    by_id("copy-box").hidden = True
    by_id("copied").textContent = why_no_format(store.state, kind)
    if by_id("copied").textContent:
        return
    pieces = []
    for piece in parts(store.state, kind):
        pieces.append(piece)
        await asyncio.sleep(REST)
    text = "".join(pieces)
    if await copy_text(text):
        by_id("copied").textContent = describe_copy(kind)
    elif len(text) > LONGEST_BOX:
        save_text(text, f"moves.{ENDINGS[kind]}", "text/plain")
        by_id("copied").textContent = SAVED
    else:
        by_id("copy-box").hidden = False
        field = by_id("copy-field")
        field.value = text
        field.focus()
        field.select()
