"""What helps to see a search tree: the whole at once, an overview, and its file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from web.rooms.explore.tree_svg import draw_tree
from web.rooms.explore.tree_view import Drawing
from web.ui.dom import Dom, by_id
from web.ui.download import save_text
from web.ui.events import when

if TYPE_CHECKING:
    from web.rooms.explore.state import ExploreState


class ToolsView:
    """Draw the tools of the tree in `drawing`; `state()`: the room as it is."""

    def __init__(self, drawing: Drawing, state: Callable[[], ExploreState]) -> None:
        self._drawing, self._state = drawing, state
        self._dom = Dom()
        when("scroll", "#explore-box")(lambda event: self.draw_overview())
        when("click", "#explore-overview")(self.go)

    def draw_overview(self) -> None:
        """Draw where the window lies on the tree; hidden where the whole tree is in view."""
        box, (width, height) = by_id("explore-box"), self._drawing.extent
        svg = by_id("explore-tree")
        wide, high = svg.clientWidth or 1, svg.clientHeight or 1
        is_whole = wide <= box.clientWidth + 1 and high <= box.clientHeight + 1
        by_id("explore-overview").toggleAttribute("hidden", is_whole)
        if is_whole:
            return
        self._dom.attribute("explore-overview", "viewBox", f"0 0 {width:g} {height:g}")
        window = {
            "x": box.scrollLeft / wide * width,
            "y": box.scrollTop / high * height,
            "width": min(1, box.clientWidth / wide) * width,
            "height": min(1, box.clientHeight / high) * height,
        }
        for name, value in window.items():
            self._dom.attribute("explore-window", name, f"{value:.0f}")

    def save(self) -> None:
        """Save the tree as it is now, as an SVG file."""
        state = self._state()
        if state.trace is not None:
            text = draw_tree(state.trace, state.at, turn=state.round, duplicates=state.duplicates)
            save_text(text, "tree.svg", "image/svg+xml")

    def go(self, event: Any) -> None:
        """Scroll to the place of the overview that was pressed."""
        box: Any = event.currentTarget.getBoundingClientRect()
        width, height = self._drawing.extent
        scale = min(box.width / width, box.height / height)  # as the browser fits the tree into it
        across = (event.clientX - box.left - (box.width - scale * width) / 2) / (scale * width)
        down = (event.clientY - box.top - (box.height - scale * height) / 2) / (scale * height)
        self._drawing.show_at(across, down)
