"""Draw a search tree in SVG. Each step writes only its changes, so that hundreds of nodes stay smooth."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyscript import document, window

from npuzzle import Board, Shape
from npuzzle.lab import Node, Status, Trace
from web.rooms.explore.layout import SMALL, Layout, Size, is_duplicate, lay_out_tree, size_of
from web.rooms.explore.picture import draw_tiles, has_picture, place_tray
from web.rooms.explore.state import ExploreState
from web.rooms.explore.words import describe_node, format_sum, format_tag
from web.ui.dom import by_id
from web.ui.events import when

if TYPE_CHECKING:
    from web.ui.protocols import Element

SVG = "http://www.w3.org/2000/svg"
TAG = 24  # height of the line below a node
LARGEST = 1.4  # most pixels per unit when the whole tree is shown
LEGIBLE = 0.6  # of the usual size: a tree that would become smaller is not shown whole


class Look(NamedTuple):
    """Hold those features of a node's look that a step can change. The defaults describe a new element."""

    status: Status | None = None
    is_current: bool = False
    is_selected: bool = False
    is_tab_stop: bool = False
    is_on_answer: bool = False


class Parts(NamedTuple):
    """Hold the elements of a node: the whole, the frame that takes clicks, and the text below, if any."""

    group: Element
    item: Element
    word: Element | None


def make_shape(tag_name: str, text: str = "", **attributes: object) -> Element:
    """Make an SVG element with these attributes. `_` in a name stands for `-`."""
    element: Element = document.createElementNS(SVG, tag_name)
    if text:
        element.textContent = text
    for name, value in attributes.items():
        element.setAttribute(name.rstrip("_").replace("_", "-"), str(value))
    return element


class Drawing:
    """Draw the tree of an ExploreState into the element `place`-tree, and keep the current node in view."""

    _layout: Layout  # this attribute and the next three are set once there is a tree
    _size: Size
    _goal: tuple[int, ...]
    _models: tuple[Element, Element]  # a small node and a node with a board, which are copied for new nodes

    def __init__(self, place: str, follows: bool = False) -> None:
        self._follows = follows  # whether to follow the current node in a lecture hall
        self._box, self._svg, self._edge_group, self._node_group = (
            by_id(f"{place}-{part}") for part in ("box", "tree", "edges", "nodes")
        )
        self._state: ExploreState | None = None
        self._trace: Trace | None = None
        self._extent: tuple[int, bool] | None = None  # the drawn round, and whether duplicates are drawn
        self._seen: tuple[int, bool, int | None] | None = None  # the step, `fits` and the selected node
        self._nodes: dict[int, Parts] = {}
        self._edges: dict[int, Element] = {}
        self._looks: dict[int, Look] = {}
        self._new_nodes: list[Element] = []
        self._new_edges: list[Element] = []
        self._edge = make_shape("path")
        when("restyle", window)(lambda event: self.restyle())

    def draw(self, state: ExploreState) -> None:
        trace, current = state.trace, state.current
        self._state = state
        if trace is None or current is None:
            return
        extent = (state.round, state.duplicates)
        anew = trace is not self._trace or extent != self._extent
        if anew:
            self._trace, self._extent = trace, extent
            self._begin(trace, state)
        on_answer = frozenset(trace.answer) if state.at == state.last else frozenset[int]()
        tab_stop = current.number if state.selected is None else state.selected
        for number in self._layout.x:
            status = trace.status(number, state.at)
            if status is Status.UNMADE and number not in self._nodes:
                continue
            look = Look(
                status,
                number == current.number,
                number == state.selected,
                number == tab_stop,
                number in on_answer,
            )
            if self._looks.get(number) != look:
                self._write(trace, trace.nodes[number], state.at, look)
        if self._new_nodes:
            self._node_group.append(*self._new_nodes)
            self._edge_group.append(*self._new_edges)
            self._new_nodes, self._new_edges = [], []
        seen = (state.at, state.fits, state.selected)
        if anew or (self._seen and seen[1] != self._seen[1]):
            self._scale(state)
        if anew:
            self._box.scrollLeft = self._layout.x[min(self._layout.x)] * self._read_zoom(state) - (
                self._box.clientWidth / 2
            )
        if anew or seen != self._seen:
            self.follow(state)
        self._seen = seen

    def follow(self, state: ExploreState) -> None:
        """Scroll the tree's box, but never the page, to the selected or current node."""
        if state.current is not None and self._trace is not None:
            self._show(state, state.current.number if state.selected is None else state.selected)

    def walk(self, state: ExploreState, number: int, key: str) -> None:
        """Move the focus from a node to its neighbour in the direction of an arrow key."""
        target = None if state.trace is None else self._find_neighbour(state.trace, state.at, number, key)
        if target is None:
            return
        here, there = self._nodes[number].item, self._nodes[target].item
        here.setAttribute("tabindex", "-1")
        there.setAttribute("tabindex", "0")
        there.focus(preventScroll=True)
        self._show(state, target)

    def _find_neighbour(self, trace: Trace, at: int, number: int, key: str) -> int | None:
        visible = [n for n in self._nodes if trace.status(n, at) is not Status.UNMADE]
        x, y = self._layout.x, self._layout.y
        if key == "ArrowUp":
            return trace.nodes[number].parent
        if key == "ArrowDown":
            return min((n for n in visible if trace.nodes[n].parent == number), default=None)
        row = [n for n in visible if y[n] == y[number]]
        if key == "ArrowLeft":
            return max((n for n in row if x[n] < x[number]), key=x.__getitem__, default=None)
        return min((n for n in row if x[n] > x[number]), key=x.__getitem__, default=None)

    def _show(self, state: ExploreState, number: int) -> None:
        box, zoom = self._box, self._read_zoom(state)
        x, y = self._layout.x[number] * zoom, self._layout.y[number] * zoom
        half, level = self._size.width * zoom, self._size.level * zoom
        left, top = box.scrollLeft, box.scrollTop
        if not left + 2 * half <= x <= left + box.clientWidth - 2 * half:  # its children must be in view, too
            box.scrollLeft = max(0, x - box.clientWidth / 2)
        if y < top or y + 2 * level > top + box.clientHeight:
            box.scrollTop = max(0, y - min(level, box.clientHeight / 4) - 16)

    def restyle(self) -> None:
        """Draw the tree again, at a size that fits the page's present type size."""
        if self._state is not None and self._trace is not None:
            self._scale(self._state)
            self.follow(self._state)

    def _read_zoom(self, state: ExploreState) -> float:
        """Return the pixels per unit. The smallest text is 12 units high, and 24 pixels in a lecture hall."""
        box, is_in_hall = self._box, document.body.hasAttribute("data-present")
        usual = 2 if is_in_hall else 1
        whole = min(box.clientWidth / self._layout.width, box.clientHeight / self._layout.height)
        if state.fits:
            return LARGEST if is_in_hall and self._follows else min(LARGEST, whole)
        return min(usual, whole) if whole >= LEGIBLE * usual else usual

    def _begin(self, trace: Trace, state: ExploreState) -> None:
        board_shape = Board.parse(trace.board).shape
        self._size = size_of(board_shape)
        self._layout = lay_out_tree(trace.nodes, board_shape, turn=state.round, duplicates=state.duplicates)
        self._models = self._small_model(), self._model(board_shape)
        self._goal = Board.parse(trace.goal).tiles if has_picture(board_shape) else ()
        self._nodes, self._edges, self._looks = {}, {}, {}
        self._edge_group.replaceChildren()
        self._node_group.replaceChildren()
        svg = self._svg
        svg.setAttribute("viewBox", f"0 0 {self._layout.width:g} {self._layout.height:g}")
        self._scale(state)

    def _scale(self, state: ExploreState) -> None:
        svg, zoom = self._svg, self._read_zoom(state)
        svg.setAttribute("width", f"{self._layout.width * zoom:g}")
        svg.setAttribute("height", f"{self._layout.height * zoom:g}")

    def _write(self, trace: Trace, node: Node, at: int, look: Look) -> None:
        """Write the attributes in which the node's look differs from `look`. Make a missing node first."""
        number = node.number
        if number not in self._nodes:
            self._nodes[number] = self._make_node(trace, node)
        group, item, word = self._nodes[number]
        edge = self._edges.get(number)
        before = self._looks.get(number, Look())
        self._looks[number] = look
        status = look.status
        if status is Status.UNMADE:
            for element in (group, edge) if edge else (group,):
                element.setAttribute("display", "none")
            return
        if before.status is Status.UNMADE:
            for element in (group, edge) if edge else (group,):
                element.removeAttribute("display")
        if status is not None and before.status is not status:
            group.setAttribute("data-status", status.name)
            item.setAttribute("aria-label", describe_node(trace, node, at))
            if word:
                word.textContent = format_tag(trace, node, at)
        if before.is_current != look.is_current:
            group.toggleAttribute("data-current", look.is_current)
        if before.is_selected != look.is_selected:
            item.setAttribute("aria-selected", str(look.is_selected).lower())
        if before.is_tab_stop != look.is_tab_stop:
            item.setAttribute("tabindex", "0" if look.is_tab_stop else "-1")
        if before.is_on_answer != look.is_on_answer and edge:
            edge.toggleAttribute("data-answer", look.is_on_answer)

    def _make_node(self, trace: Trace, node: Node) -> Parts:
        """Make a node and the edge from its parent."""
        x, y = self._layout.x[node.number], self._layout.y[node.number]
        small = is_duplicate(node)
        group = self._models[0 if small else 1].cloneNode(True)
        group.setAttribute("transform", f"translate({x:.1f} {y:.1f})")
        item, word = group.lastElementChild, None
        item.setAttribute("data-node", str(node.number))
        item.setAttribute("aria-level", str(node.g + 1))
        if not small:
            seen = group.firstElementChild
            word = seen.lastElementChild
            word.previousElementSibling.textContent = format_sum(trace, node)
            if self._goal:
                self._draw_board(seen, node.board)
        self._new_nodes.append(group)
        if node.parent is not None:
            above = self._layout.x[node.parent]
            bottom = self._layout.y[node.parent] + self._size.height + TAG
            middle = (bottom + y) / 2
            edge = self._edge.cloneNode(False)
            edge.setAttribute(
                "d", f"M{above:.1f} {bottom:g}C{above:.1f} {middle:g} {x:.1f} {middle:g} {x:.1f} {y:g}"
            )
            self._edges[node.number] = edge
            self._new_edges.append(edge)
        return Parts(group, item, word)

    def _draw_board(self, seen: Element, board: str) -> None:
        """Draw a board's tiles into a node's picture: three elements, after the frame and the tray."""
        picture = draw_tiles(board, self._goal)
        tiles = seen.firstElementChild.nextElementSibling.nextElementSibling
        home = tiles.nextElementSibling
        numbers = home.nextElementSibling
        tiles.setAttribute("d", picture.tiles)
        home.setAttribute("d", picture.home)
        numbers.setAttribute("x", picture.x)
        numbers.setAttribute("y", picture.y)
        numbers.textContent = picture.digits

    def _model(self, shape: Shape) -> Element:
        """Make an empty node: a board, a sum and a text without contents."""
        size, half = self._size, self._size.width / 2
        seen = make_shape("g", aria_hidden="true")
        seen.append(make_rectangle("shape", half, 0, size.height, 6))
        if has_picture(shape):
            wide, top, high = place_tray(shape)
            seen.append(make_rectangle("tray-shape", wide, top, high, 3))
            seen.append(make_shape("path", class_="tile-shape"), make_shape("path", class_="home-shape"))
            seen.append(make_shape("text", class_="cells"))
        seen.append(make_shape("text", class_="sum", y=size.height - 7))
        seen.append(make_shape("text", class_="tag", y=size.height + 18))
        return group_node(seen, make_rectangle("item", half + 4, -4, size.height + 8, 10))

    def _small_model(self) -> Element:
        half = SMALL / 2
        seen = make_shape("g", aria_hidden="true")
        seen.append(make_rectangle("shape", half, 0, SMALL, half), make_shape("text", "=", y=half + 5))
        return group_node(seen, make_rectangle("item", half + 2, -2, SMALL + 4, half + 2))


def group_node(seen: Element, item: Element) -> Element:
    """Group a node's picture with the transparent frame above it, which takes clicks and is read aloud."""
    for name, value in (("role", "treeitem"), ("tabindex", "-1"), ("aria-selected", "false")):
        item.setAttribute(name, value)
    group = make_shape("g")
    group.append(seen, item)
    return group


def make_rectangle(name: str, half: float, y: float, height: float, radius: float) -> Element:
    return make_shape("rect", class_=name, x=-half, y=y, width=2 * half, height=height, rx=radius)
