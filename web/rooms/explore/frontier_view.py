"""Show the frontier of the tree as a list of boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from npuzzle.lab import Node, Trace
from npuzzle.text import count
from web.rooms.explore.layout import tab_stop
from web.rooms.explore.state import ExploreState
from web.rooms.explore.words import format_value
from web.ui.dom import Dom, by_id, make

if TYPE_CHECKING:
    from web.ui.protocols import Element

LISTED = 40  # most boards in the list


class FrontierView:
    """Draw the list of open boards below the tree."""

    def __init__(self) -> None:
        self._dom = Dom()

    def draw(self, state: ExploreState, trace: Trace) -> None:
        if self._dom.has_changed("frontier", (trace, state.at, state.is_asking, state.selected)):
            self._draw_list(state, trace)

    def _draw_list(self, state: ExploreState, trace: Trace) -> None:
        """List the frontier in the order of expansion. During a quiz, list it in the order of generation."""
        frontier = trace.frontier(state.at)
        listed: Sequence[Node] = frontier[:LISTED]
        if state.is_asking:
            listed = sorted(listed, key=lambda node: node.number)
        title = f"Frontier: {count(len(frontier), 'open board')}"
        if not trace.has_frontier:
            what = "Path to this board" if trace.is_own else "Path being followed"
            title = f"{what}: {count(len(frontier), 'board')}"
        by_id("explore-frontier-title").textContent = title
        stop = tab_stop(listed, state.selected)
        options = [
            _make_option(trace, node, node.number == state.selected, place == stop)
            for place, node in enumerate(listed)
        ]
        box = by_id("explore-frontier")
        had_focus = box.matches(":focus-within")
        box.replaceChildren(*options)
        box.hidden = not options
        if had_focus and options:
            options[stop].focus(preventScroll=True)
        by_id("explore-more").textContent = (
            _describe_order(state, trace, len(frontier)) if options else "The frontier is empty."
        )


def _make_option(trace: Trace, node: Node, is_selected: bool, is_tab_stop: bool) -> Element:
    option = make(
        "div",
        role="option",
        tabindex=0 if is_tab_stop else -1,
        data_node=node.number,
        aria_selected=str(is_selected).lower(),
    )
    option.append(make("span", node.board), make("span", format_value(trace, node)))
    return option


def _describe_order(state: ExploreState, trace: Trace, boards: int) -> str:
    """Name the order in which the boards are listed, and how many more there are."""
    if state.at == state.last and trace.path is not None:
        if trace.has_frontier:
            return "The search is over: these boards were never expanded."
        return "The search is over: this path leads to the goal."
    order = "The first on the list is expanded next." if trace.has_frontier else "The deepest board is first."
    if state.is_asking:
        order = "Listed from oldest to newest."
    if boards > LISTED:
        return f"{order} {count(boards - LISTED, 'more board')} wait behind these."
    return order


def walk_list(option: Element, key: str) -> None:
    """Move the focus from an entry of the list to the next one, in the direction of an arrow key."""
    beside = option.previousElementSibling if key in ("ArrowUp", "ArrowLeft") else option.nextElementSibling
    if beside:
        option.tabIndex, beside.tabIndex = -1, 0
        beside.focus()
