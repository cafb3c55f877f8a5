"""The view of the Explore room: the form, the steps and the details of a node.

`tree_view` draws the tree, and `frontier_view` lists the frontier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from npuzzle import Board
from npuzzle.lab import Trace
from web.command import Call
from web.page.api import PageApi, RoomView
from web.page.heuristic_choice import YOURS, YOURS_LABEL
from web.page.own_code import OWN, defines_search
from web.page.views.search_form import SearchForm, list_algorithms, list_heuristics
from web.rooms.explore.choices import DEPTH, OFFERED
from web.rooms.explore.detail_view import draw_detail
from web.rooms.explore.frontier_view import FrontierView, walk_list
from web.rooms.explore.pair_view import TICK, PairView
from web.rooms.explore.shown import Shown
from web.rooms.explore.space_view import SpaceView
from web.rooms.explore.state import (
    EXAMPLE,
    ExploreState,
    command,
    fail_build,
    guess,
    play,
    read_note,
    select,
    start_build,
    take_tree,
    tick,
)
from web.rooms.explore.tree_svg import draw_tree
from web.rooms.explore.tree_view import Drawing
from web.solver.task_run import TaskRun
from web.ui.dom import by_id, write_sentences
from web.ui.download import save_text
from web.ui.events import when
from web.ui.part import Part
from web.ui.playback import Ticker

if TYPE_CHECKING:
    from web.page.state import UiState
    from web.solver.client import Answer
    from web.ui.protocols import Element, Event

IN_LAB = "Your own, from the Lab"


class ExploreRoom(Part[ExploreState], RoomView):
    """The view, which holds the room's state, sends requests to the solver and draws changes."""

    place, commands = "explore", command

    def __init__(self, desk: PageApi) -> None:
        super().__init__(ExploreState(), desk.say)
        self._desk = desk
        self._form = SearchForm("explore-", "explore.choose", "explore-why", "", DEPTH)
        by_id("explore-numbers").replaceChildren(*self._form.make_numbers())
        self._drawing, self._frontier = Drawing("explore"), FrontierView()
        self._note: str | None = None
        self._plays = False  # whether the next tree plays as soon as it is built
        self._ticker = Ticker(
            lambda: self.state.player.is_playing / TICK, lambda steps: self.dispatch(tick())
        )
        PairView()
        self._space = SpaceView(desk, lambda: self.state)
        self._build = TaskRun(desk.solver, "trace", self._take_tree, self._fail)
        when("click", "#explore-nodes, #explore-frontier")(self.press_node)
        when("keydown", "#explore-tree, #explore-frontier")(self.press_key)
        self.draw()

    def enter(self) -> None:
        note = self._desk.notes.get("explore")
        if note is not None and note != self._note:
            self._note = note
            self.dispatch(read_note(note))
        self.draw()
        self._drawing.follow(self.state)

    def follow(self, before: UiState, state: UiState, call: Call) -> None:
        self._draw_form()

    def follow_change(self, before: ExploreState, after: ExploreState) -> None:
        if after.note != before.note:
            self._note = after.note
            self._desk.note("explore", after.note)
        if after.player.is_playing and not before.player.is_playing:
            self._ticker.start()

    def build(self) -> None:
        page, source = self._desk.state, self._desk.notes.get("source", "")
        if self.state.why_not_build(page, source):
            return
        self.dispatch(start_build())
        self._build.start(self.state.request(page, source))

    def show_off(self) -> None:
        if not self.state.is_own:
            self._plays = True
            self.build()

    def build_example(self) -> None:
        board, goal = map(Board.parse, EXAMPLE)
        self._desk.lend(board, goal)
        self.build()

    def stop(self) -> None:
        self._build.stop()

    def save(self) -> None:
        """Save the tree as it is now, as an SVG file."""
        state = self.state
        if state.trace is not None:
            save_text(draw_tree(state.trace, state.at, turn=state.round), "tree.svg", "image/svg+xml")

    def give(self) -> None:
        node, trace = self.state.node_in_detail, self.state.trace
        if node is not None and trace is not None:
            self._desk.give(Board.parse(node.board), Board.parse(trace.goal))
            self._desk.say(f"The board {node.board} is on the page.")

    def press_node(self, event: Event) -> None:
        self.choose_node(number_of(event.target))

    def press_key(self, event: Event) -> None:
        """Choose a node, or move the focus to its neighbour in the direction of an arrow key."""
        number = number_of(event.target)
        if number is None or event.ctrlKey or event.altKey or event.metaKey:
            return
        if event.key in ("Enter", " "):
            event.preventDefault()
            self.choose_node(number)
        elif event.key.startswith("Arrow"):
            event.preventDefault()
            if event.currentTarget.id == "explore-frontier":
                walk_list(event.target, event.key)
            else:
                self._drawing.walk(self.state, number, event.key)

    def choose_node(self, number: int | None) -> None:
        """Take a node of the tree or of the list: as a guess during a quiz, otherwise to show its details."""
        before = self.state
        if number is not None:
            self.dispatch(guess(number))
            if self.state is before:
                self.dispatch(select(number))

    def _take_tree(self, answer: Answer) -> None:
        self.dispatch(take_tree(Trace.from_dict(answer["trace"])))
        if self._plays:
            self.dispatch(play())
        by_id("explore-show").scrollIntoView()

    def _fail(self, problem: str) -> None:
        self.dispatch(fail_build(problem))

    # Drawing

    def draw(self) -> None:
        self._draw_form()
        state, trace, node = self.state, self.state.trace, self.state.node_in_detail
        if trace is None or node is None:
            return
        self._drawing.draw(state)
        self._frontier.draw(state, trace)
        if self._dom.has_changed("detail", (trace, node.number, state.at)):
            draw_detail(self._dom, trace, node, state.at)

    def _draw_form(self) -> None:
        state, page, source = self.state, self._desk.state, self._desk.notes.get("source", "")
        has_own = defines_search(source) or state.has_own_algorithm
        is_certified = page.certified is not None or state.heuristic == YOURS
        heuristics = list_heuristics((OWN, IN_LAB), *([(YOURS, YOURS_LABEL)] if is_certified else []))
        self._form.draw(state, list_algorithms(OFFERED, with_own=has_own), heuristics)
        shown = Shown(state, page, source)
        self._bindings.draw(shown)
        for name, lines in (("said", shown.step_lines), ("judged", shown.judgement)):
            if self._dom.has_changed(name, lines):
                write_sentences(f"explore-{name}", lines)
        self._space.draw()


def number_of(element: Element) -> int | None:
    """Return the number of the node that contains an element, or None if none does."""
    node = element.closest("[data-node]")
    return int(node.dataset.node) if node else None
