"""The Explore room on the page: its form, its steps and the details of a node.

`tree_view` draws the tree, `frontier_view` the list of its frontier.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TYPE_CHECKING

from pyscript import document

from npuzzle import Board
from npuzzle.lab import Node, Trace
from npuzzle.text import count
from web.command import Call
from web.page.api import PageApi, RoomView
from web.page.state import Phase as PagePhase
from web.rooms.explore.detail_view import draw_detail
from web.rooms.explore.events import (
    BuildFailed,
    BuildPressed,
    Built,
    Chosen,
    Guessed,
    Noted,
    PlayPressed,
    PredictPressed,
    Selected,
    SteppedTo,
    Ticked,
)
from web.rooms.explore.form_view import FormView
from web.rooms.explore.frontier_view import FrontierView, walk_list
from web.rooms.explore.sample_view import SampleView
from web.rooms.explore.space_view import SpaceView
from web.rooms.explore.state import EXAMPLE, ZOOMS, ExploreState, Phase, update
from web.rooms.explore.tools_view import ToolsView
from web.rooms.explore.tree_view import Drawing
from web.rooms.explore.words import describe_step
from web.solver.client import SolverError, in_background
from web.ui.dom import Dom, by_id, write_sentences
from web.ui.events import when

if TYPE_CHECKING:
    from web.page.state import UiState
    from web.solver.client import Answer
    from web.ui.protocols import Element, Event

TICK = 0.7  # seconds a step of playback

_room: ExploreRoom


class ExploreRoom(RoomView):
    """The room: it holds the state, sends requests to the solver and draws what changes."""

    def __init__(self, desk: PageApi) -> None:
        global _room
        _room = self
        self._dom = Dom()
        self._desk = desk
        self.state = ExploreState()
        self._form, self._drawing, self._frontier = FormView(), Drawing(), FrontierView()
        self._tools = ToolsView(self._drawing, lambda: self.state, self.dispatch)
        self._note: str | None = None
        self._playbacks = 0
        self._space = SpaceView(desk, lambda: self.state)
        self._sample = SampleView(desk, lambda: self.state, self.dispatch)
        self._draw()

    def enter(self) -> None:
        note = self._desk.notes.get("explore")
        if note is not None and note != self._note:
            self._note = note
            self.dispatch(Noted(note))
        self._draw()
        self._drawing.follow(self.state)

    def follow(self, before: UiState, state: UiState, call: Call) -> None:
        self._draw_form()
        self._draw_give()

    def dispatch(self, event: object) -> None:
        before, self.state = self.state, update(self.state, event)
        state = self.state
        if state is before:
            return
        if state.note != before.note:
            self._note = state.note
            self._desk.note("explore", state.note)
        focused = document.activeElement
        self._draw()
        if focused and focused.id == "explore-example" and focused.disabled:
            by_id("explore-stop").focus()
        if state.spoken:
            self._desk.say(state.spoken)
        if state.playing and not before.playing:
            self._playbacks += 1
            in_background(self._play(self._playbacks))

    def build(self) -> None:
        page, source = self._desk.state, self._desk.notes.get("source", "")
        if self.state.why_not_build(page, source):
            return
        ticket = page.certified.ticket if page.certified is not None else ""
        given = self.state.make_request(str(page.current_board), str(page.goal.board), source, ticket)
        self.dispatch(BuildPressed())
        in_background(self._build(self._desk.solver.run("trace", given, lambda progress: None)))

    def build_example(self) -> None:
        board, goal = map(Board.parse, EXAMPLE)
        self._desk.lend(board, goal)
        self.build()

    def give_mine_back(self) -> None:
        """Put the board and the goal on the page that the example has replaced."""
        self._desk.take_back()

    def stop(self) -> None:
        self._desk.solver.stop()

    def give(self) -> None:
        node, trace = self.state.node_in_detail, self.state.trace
        if node is not None and trace is not None:
            self._desk.give(Board.parse(node.board), Board.parse(trace.goal))
            self._desk.say(f"The board {node.board} is on the page.")

    def walk_tree(self, number: int, key: str) -> None:
        """Move the focus from a node of the tree to its neighbour in the direction of an arrow key."""
        self._drawing.walk(self.state, number, key)

    def press(self, number: int | None) -> None:
        """Take a node that the user chose in the tree or in the list, as a guess or to look at."""
        if number is None:
            return
        event = Guessed(number) if self.state.is_asking else Selected(number)
        before = self.state
        self.dispatch(event)
        if self.state is before and self.state.is_asking:
            self.dispatch(Selected(number))  # not on the frontier: to be looked at only

    async def _build(self, coming: Awaitable[Answer]) -> None:
        try:
            answer = await coming
        except SolverError as error:
            self.dispatch(BuildFailed(str(error)))
        else:
            self.dispatch(Built(Trace.from_dict(answer["trace"])))
            by_id("explore-show").scrollIntoView()

    async def _play(self, this: int) -> None:
        while True:
            await asyncio.sleep(TICK)
            if not self.state.playing or this != self._playbacks:
                return
            self.dispatch(Ticked())

    # Drawing

    def _draw(self) -> None:
        state, trace, node = self.state, self.state.trace, self.state.node_in_detail
        self._draw_form()
        self._dom.hide("explore-show", trace is None)
        if trace is None or node is None:
            return
        self._drawing.draw(state)
        self._tools.draw(state, trace)
        self._draw_step(trace)
        self._frontier.draw(state, trace)
        self._draw_detail(trace, node)

    def _draw_form(self) -> None:
        state, page = self.state, self._desk.state
        source = self._desk.notes.get("source", "")
        self._form.draw(state, source, is_certified=page.certified is not None)
        why = state.why_not_build(page, source)
        building = state.phase is Phase.BUILDING
        self._dom.enable("explore-build", not why)
        busy = building or page.why_not_start or page.phase is PagePhase.SOLVING
        problem = state.options_problem or state.tree_problem or state.find_missing_text(source)
        self._dom.enable("explore-example", not (busy or problem))
        is_example = page.goal.board is not None and str(page.goal.board) == EXAMPLE[1]
        self._dom.hide("explore-mine", page.mine is None or not is_example)
        self._dom.enable("explore-mine", not busy)
        self._dom.hide("explore-stop", not building)
        self._dom.text("explore-why", why)
        apart = state.describe_difference(page)
        self._dom.text("explore-apart", apart)
        self._dom.hide("explore-apart", not apart)
        self._tools.draw_stale(bool(apart))
        self._dom.text("explore-problem", state.problem)
        self._space.draw()
        self._sample.draw()

    def _draw_step(self, trace: Trace) -> None:
        state = self.state
        lines = describe_step(trace, state.at)
        if self._dom.has_changed("said", lines):
            write_sentences("explore-said", lines)
        limit = ""
        if not trace.complete:
            limit = (
                f"This search needs more than {count(trace.expanded, 'expansion')}: only these are shown. "
                "To see a whole tree, take a board nearer to its goal."
            )
        self._dom.text("explore-limit", limit)
        rounds = len(trace.bounds)
        title = "Search tree"
        if rounds and state.round:
            bound = trace.bounds[state.round - 1]
            title = f"Search tree, round {state.round} of {rounds}, bound {bound:g}"
        self._dom.text("explore-tree-title", title)
        self._dom.set("explore-slider", "max", str(max(1, state.last)))
        self._dom.value("explore-slider", str(state.at))
        self._dom.attribute(
            "explore-slider", "aria-valuetext", f"Step {state.at} of {state.last}: {lines[0]}"
        )
        free = not state.is_asking
        self._dom.enable("explore-slider", free and state.last > 0)
        for name in ("first", "back"):
            self._dom.enable(f"explore-{name}", free and state.at > 0)
        for name in ("forward", "last"):
            self._dom.enable(f"explore-{name}", free and state.at < state.last)
        self._dom.enable("explore-play", free)
        self._dom.text("explore-play", "Pause the search" if state.playing else "Play the search")
        self._dom.enable("explore-farther", state.zoom > 0)
        self._dom.enable("explore-nearer", state.zoom < len(ZOOMS) - 1)

    def _draw_detail(self, trace: Trace, node: Node) -> None:
        state = self.state
        if not self._dom.has_changed("detail", (trace, node.number, state.at)):
            return
        draw_detail(self._dom, trace, node, state.at)
        self._draw_give()

    def _draw_give(self) -> None:
        if self.state.trace is not None:
            self._dom.enable("explore-give", self._desk.state.phase is not PagePhase.SOLVING)


@when("input", "#explore-algorithm, #explore-heuristic, #explore-formula, #explore-numbers")
def on_field(event: Event) -> None:
    _room.dispatch(Chosen(event.target.id.removeprefix("explore-"), event.target.value))


@when("click", "#explore-build")
def on_build(event: Event) -> None:
    _room.build()


@when("click", "#explore-stop")
def on_stop(event: Event) -> None:
    _room.stop()


@when("click", "#explore-mine")
def on_mine(event: Event) -> None:
    _room.give_mine_back()
    by_id("explore-example").focus()


@when("click", "#explore-example")
def on_example(event: Event) -> None:
    _room.build_example()


@when("click", "#explore-first, #explore-back, #explore-forward, #explore-last")
def on_step(event: Event) -> None:
    state, name = _room.state, event.target.id.removeprefix("explore-")
    aims = {"first": 0, "back": state.at - 1, "forward": state.at + 1, "last": state.last}
    _room.dispatch(SteppedTo(aims[name]))
    if event.target.disabled:
        by_id("explore-slider").focus()


@when("input", "#explore-slider")
def on_slider(event: Event) -> None:
    _room.dispatch(SteppedTo(int(event.target.value)))


@when("click", "#explore-play")
def on_play(event: Event) -> None:
    _room.dispatch(PlayPressed())


@when("click", "#explore-predict")
def on_predict(event: Event) -> None:
    _room.dispatch(PredictPressed())


@when("click", "#explore-give")
def on_give(event: Event) -> None:
    _room.give()


@when("click", "#explore-nodes, #explore-frontier")
def on_node(event: Event) -> None:
    _room.press(number_of(event.target))


@when("keydown", "#explore-tree, #explore-frontier")
def on_node_key(event: Event) -> None:
    number = number_of(event.target)
    if number is None or event.ctrlKey or event.altKey or event.metaKey:
        return
    if event.key in ("Enter", " "):
        event.preventDefault()
        _room.press(number)
    elif event.key.startswith("Arrow"):
        event.preventDefault()
        if event.currentTarget.id == "explore-frontier":
            walk_list(event.target, event.key)
        else:
            _room.walk_tree(number, event.key)


def number_of(element: Element) -> int | None:
    """Return the number of the node that an element is a part of; None if it is of none."""
    node = element.closest("[data-node]")
    return int(node.dataset.node) if node else None
