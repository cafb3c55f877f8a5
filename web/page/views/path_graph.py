"""The graph of all shortest paths on the page; a press on a board shows it on the path that leads there."""

from __future__ import annotations

from typing import Any

from pyscript import document

from web.page.commands.stepping import choose_path, jump_to
from web.page.path_graph import PathGraph, Place, describe_graph, list_partings, make_graph
from web.page.state import UiState
from web.page.store import store
from web.ui.dom import Dom, by_id, make
from web.ui.events import when

SVG = "http://www.w3.org/2000/svg"
LISTED = 12  # partings that have a button


class PathGraphView:
    def __init__(self) -> None:
        self._dom = Dom()
        self._graph: PathGraph | None = None
        when("click", "#path-graph")(self._go)

    def draw(self, state: UiState) -> None:
        player = state.player
        if self._dom.has_changed("paths", player.paths):
            cursor = state.cursor
            self._graph = None if cursor is None else make_graph(cursor.start, player.paths)
            by_id("path-graph").hidden = self._graph is None
            if self._graph is not None:
                self._build(self._graph, len(player.paths))

    def _go(self, event: Any) -> None:
        """Show the board of a place, on the first path that leads there."""
        pressed = event.target.closest("[data-place]")
        if pressed and self._graph is not None:
            place = self._graph.places[int(pressed.getAttribute("data-place"))]
            store.dispatch(choose_path(place.path))
            store.dispatch(jump_to(place.step))

    def _build(self, graph: PathGraph, paths: int) -> None:
        said = describe_graph(graph, paths)
        self._dom.text("path-graph-said", said)
        svg = by_id("path-graph-picture")
        svg.setAttribute("aria-label", said)
        for name, value in (("width", graph.width), ("height", graph.height)):
            svg.setAttribute(name, str(value))
        svg.setAttribute("viewBox", f"0 0 {graph.width} {graph.height}")
        lines = [_make_line(graph, before, after) for before, after in graph.edges]
        dots = [_make_dot(graph, at, place) for at, place in enumerate(graph.places)]
        svg.replaceChildren(*lines, *dots)
        buttons = []
        numbers = {place: at for at, place in enumerate(graph.places)}
        for place in list_partings(graph)[:LISTED]:
            text = f"After move {place.step}: {place.ways} ways"
            buttons.append(make("button", text, type="button", data_place=numbers[place]))
        by_id("path-graph-partings").replaceChildren(*buttons)


def _make_line(graph: PathGraph, before: int, after: int) -> Any:
    (x, y), (to_x, to_y) = graph.find(graph.places[before]), graph.find(graph.places[after])
    line = document.createElementNS(SVG, "path")
    line.setAttribute("d", f"M{x} {y:g}L{to_x} {to_y:g}")
    return line


def _make_dot(graph: PathGraph, at: int, place: Place) -> Any:
    x, y = graph.find(place)
    dot = document.createElementNS(SVG, "circle")
    for name, value in (("cx", x), ("cy", y), ("r", 9 if place.kind else 5), ("data-place", at)):
        dot.setAttribute(name, str(value))
    dot.setAttribute("data-kind", place.kind)
    return dot
