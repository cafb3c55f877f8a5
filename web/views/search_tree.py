"""A search tree in SVG: only what a step changes is written, so that hundreds of nodes stay smooth."""

from pyscript import document

from npuzzle import Board
from npuzzle.lab import Status
from web.explorer.layout import DETAILED, SMALL, is_duplicate, size_of, tree
from web.explorer.state import ZOOMS
from web.explorer.words import label, tag, total
from web.views.dom import by_id

SVG = "http://www.w3.org/2000/svg"
LINE = 16  # height of a line of text
TAG = 24  # height of the word below a node


def shape(tag_name, text="", **attributes):
    """A new SVG element; attributes by name, `_` for `-`."""
    element = document.createElementNS(SVG, tag_name)
    if text:
        element.textContent = text
    for name, value in attributes.items():
        element.setAttribute(name.rstrip("_").replace("_", "-"), str(value))
    return element


class Drawing:
    """Draws the tree of an Explorer state into #explorer-tree, and keeps the current node in sight."""

    def __init__(self):
        self._key = self._layout = self._size = self._seen = self._models = None
        self._nodes, self._edges, self._drawn = {}, {}, {}

    def draw(self, state):
        trace = state.trace
        key = (trace, state.round, state.duplicates)
        anew = self._key is None or key[0] is not self._key[0] or key[1:] != self._key[1:]
        if anew:
            self._key = key
            self._begin(trace, state)
        shown_answer = frozenset(trace.answer) if state.at == state.last else frozenset()
        tabbed = state.current.number if state.selected is None else state.selected
        for number in self._layout.x:
            node = trace.nodes[number]
            status = trace.status(number, state.at)
            wanted = (status, number == state.current.number, number == state.selected, number == tabbed)
            wanted = (*wanted, number in shown_answer)
            if status is Status.UNMADE and number not in self._nodes:
                continue
            if self._drawn.get(number) != wanted:
                self._drawn[number] = wanted
                self._write(trace, node, state.at, wanted)
        seen = (state.at, state.zoom, state.selected)
        if anew or (self._seen and seen[1] != self._seen[1]):
            self._scale(state)
        if anew or seen != self._seen:
            self.follow(state)
        self._seen = seen

    def follow(self, state):
        """Bring the node looked at into the tree's own box, never by scrolling the page."""
        if state.trace is None or self._layout is None:
            return
        number = state.current.number if state.selected is None else state.selected
        self._show(state, number)

    def walk(self, state, number, key):
        """From a node to the one that lies in the direction of an arrow key."""
        target = self._beside(state, number, key)
        if target is None:
            return
        self._nodes[number].setAttribute("tabindex", "-1")
        self._nodes[target].setAttribute("tabindex", "0")
        self._nodes[target].focus(preventScroll=True)
        self._show(state, target)

    def _beside(self, state, number, key):
        there = [n for n in self._nodes if state.trace.status(n, state.at) is not Status.UNMADE]
        x, y = self._layout.x, self._layout.y
        if key == "ArrowUp":
            return state.trace.nodes[number].parent
        if key == "ArrowDown":
            return min((n for n in there if state.trace.nodes[n].parent == number), default=None)
        row = [n for n in there if y[n] == y[number]]
        if key == "ArrowLeft":
            return max((n for n in row if x[n] < x[number]), key=x.get, default=None)
        return min((n for n in row if x[n] > x[number]), key=x.get, default=None)

    def _show(self, state, number):
        box, zoom = by_id("explorer-box"), ZOOMS[state.zoom]
        x, y = self._layout.x[number] * zoom, self._layout.y[number] * zoom
        half, level = self._size.width * zoom, self._size.level * zoom
        left, top = box.scrollLeft, box.scrollTop
        if not left + half <= x <= left + box.clientWidth - half:
            box.scrollLeft = max(0, x - box.clientWidth / 2)
        if y < top or y + 2 * level > top + box.clientHeight:
            box.scrollTop = max(0, y - min(level, box.clientHeight / 4) - 16)

    def _begin(self, trace, state):
        board_shape = Board.parse(trace.board).shape
        self._size = size_of(board_shape)
        self._layout = tree(trace.nodes, board_shape, turn=state.round, duplicates=state.duplicates)
        self._nodes, self._edges, self._drawn = {}, {}, {}
        self._models = None
        by_id("explorer-edges").replaceChildren()
        by_id("explorer-nodes").replaceChildren()
        svg = by_id("explorer-tree")
        svg.setAttribute("viewBox", f"0 0 {self._layout.width:g} {self._layout.height:g}")
        self._scale(state)

    def _scale(self, state):
        svg, zoom = by_id("explorer-tree"), ZOOMS[state.zoom]
        svg.setAttribute("width", f"{self._layout.width * zoom:g}")
        svg.setAttribute("height", f"{self._layout.height * zoom:g}")

    def _write(self, trace, node, at, wanted):
        status, current, selected, tabbed, answer = wanted
        group = self._nodes.get(node.number)
        if group is None:
            group = self._nodes[node.number] = self._made(trace, node)
        edge = self._edges.get(node.number)
        if status is Status.UNMADE:
            group.setAttribute("display", "none")
            if edge:
                edge.setAttribute("display", "none")
            return
        group.removeAttribute("display")
        group.setAttribute("data-status", status.name)
        group.setAttribute("tabindex", "0" if tabbed else "-1")
        group.setAttribute("aria-selected", str(selected).lower())
        group.setAttribute("aria-label", label(trace, node, at))
        group.toggleAttribute("data-current", current)
        if not is_duplicate(node):
            group.lastElementChild.textContent = tag(trace, node, at)
        if edge:
            edge.removeAttribute("display")
            edge.toggleAttribute("data-answer", answer)

    def _made(self, trace, node):
        """The node's element, with the edge from its parent; both are put into the tree."""
        x, y = self._layout.x, self._layout.y
        small = is_duplicate(node)
        if self._models is None:
            self._models = self._small_model(), self._model(len(rows_of(node.board)))
        group = self._models[0 if small else 1].cloneNode(True)
        group.setAttribute("transform", f"translate({x[node.number]:.1f} {y[node.number]:.1f})")
        group.setAttribute("data-node", str(node.number))
        group.setAttribute("aria-level", str(node.g + 1))
        if not small:
            texts = group.querySelectorAll("text")
            lines = [*rows_of(node.board), total(trace, node)]
            for place, line in enumerate(lines):
                texts.item(place).textContent = line
        by_id("explorer-nodes").append(group)
        if node.parent is not None:
            bottom, top = y[node.parent] + self._size.height + TAG, y[node.number]
            middle = (bottom + top) / 2
            here, there = x[node.parent], x[node.number]
            path = f"M{here:.1f} {bottom:g}C{here:.1f} {middle:g} {there:.1f} {middle:g} {there:.1f} {top:g}"
            edge = self._edges[node.number] = shape("path", d=path)
            by_id("explorer-edges").append(edge)
        return group

    def _model(self, rows):
        size = self._size
        group = shape("g", role="treeitem")
        half = size.width / 2
        group.append(
            rectangle("ring", half + 4, -4, size.height + 8, 10), rectangle("shape", half, 0, size.height, 6)
        )
        for row in range(rows):
            group.append(shape("text", class_="cells", y=20 + LINE * row))
        group.append(
            shape("text", class_="sum", y=size.height - 7), shape("text", class_="tag", y=size.height + 18)
        )
        return group

    def _small_model(self):
        group = shape("g", role="treeitem")
        half = SMALL / 2
        group.append(
            rectangle("ring", half + 2, -2, SMALL + 4, half + 2), rectangle("shape", half, 0, SMALL, half)
        )
        group.append(shape("text", "=", y=half + 5))
        return group


def rectangle(name, half, y, height, radius):
    return shape("rect", class_=name, x=-half, y=y, width=2 * half, height=height, rx=radius)


def rows_of(board):
    """The board's lines as they are written on a node; none of a large one."""
    rows = list(Board.parse(board).rows())
    if max(len(rows), len(rows[0])) > DETAILED:
        return []
    wide = len(str(len(rows) * len(rows[0]) - 1))
    return [" ".join(str(tile or "·").rjust(wide) for tile in row) for row in rows]
