"""Draw a search tree in SVG. Only what a step changes is written, so hundreds of nodes stay smooth."""

from pyscript import document

from npuzzle import Board
from npuzzle.lab import Status
from web.rooms.explore.layout import DETAILED, SMALL, is_duplicate, size_of, tree
from web.rooms.explore.state import ZOOMS
from web.rooms.explore.words import label, tag, total
from web.ui.dom import by_id

SVG = "http://www.w3.org/2000/svg"
LINE = 16  # height of a line of text
TAG = 24  # height of the word below a node

#: An element just made: status, current, selected, reached by Tab, on the path of the answer.
FRESH = (None, False, False, False, False)


def shape(tag_name, text="", **attributes):
    """Make an SVG element; attributes by name, `_` for `-`."""
    element = document.createElementNS(SVG, tag_name)
    if text:
        element.textContent = text
    for name, value in attributes.items():
        element.setAttribute(name.rstrip("_").replace("_", "-"), str(value))
    return element


class Drawing:
    """Draw the tree of an ExploreState into #explore-tree, and keep the current node in sight."""

    def __init__(self):
        self._key = self._layout = self._size = self._seen = self._models = None
        self._nodes, self._edges, self._drawn = {}, {}, {}
        self._new_nodes, self._new_edges = [], []
        self._edge = shape("path")

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
                self._write(trace, node, state.at, wanted)
        if self._new_nodes:
            by_id("explore-nodes").append(*self._new_nodes)
            by_id("explore-edges").append(*self._new_edges)
            self._new_nodes, self._new_edges = [], []
        seen = (state.at, state.zoom, state.selected)
        if anew or (self._seen and seen[1] != self._seen[1]):
            self._scale(state)
        if anew or seen != self._seen:
            self.follow(state)
        self._seen = seen

    def follow(self, state):
        """Scroll the tree's own box to the selected or current node; never scroll the page."""
        if state.trace is None or self._layout is None:
            return
        number = state.current.number if state.selected is None else state.selected
        self._show(state, number)

    def walk(self, state, number, key):
        """Move the focus from a node to its neighbour in the direction of an arrow key."""
        target = self._beside(state, number, key)
        if target is None:
            return
        here, there = self._nodes[number][1], self._nodes[target][1]
        here.setAttribute("tabindex", "-1")
        there.setAttribute("tabindex", "0")
        there.focus(preventScroll=True)
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
        box, zoom = by_id("explore-box"), ZOOMS[state.zoom]
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
        by_id("explore-edges").replaceChildren()
        by_id("explore-nodes").replaceChildren()
        svg = by_id("explore-tree")
        svg.setAttribute("viewBox", f"0 0 {self._layout.width:g} {self._layout.height:g}")
        self._scale(state)

    def _scale(self, state):
        svg, zoom = by_id("explore-tree"), ZOOMS[state.zoom]
        svg.setAttribute("width", f"{self._layout.width * zoom:g}")
        svg.setAttribute("height", f"{self._layout.height * zoom:g}")

    def _write(self, trace, node, at, wanted):
        """Write the attributes that differ from `wanted`. A new element is in sight and has none of them."""
        number = node.number
        if number not in self._nodes:
            self._nodes[number] = self._make_node(trace, node)
        group, item, word = self._nodes[number]
        edge = self._edges.get(number)
        before = self._drawn.get(number, FRESH)
        self._drawn[number] = wanted
        status, current, selected, tabbed, answer = wanted
        if status is Status.UNMADE:
            for element in (group, edge) if edge else (group,):
                element.setAttribute("display", "none")
            return
        if before[0] is Status.UNMADE:
            for element in (group, edge) if edge else (group,):
                element.removeAttribute("display")
        if before[0] is not status:
            group.setAttribute("data-status", status.name)
            item.setAttribute("aria-label", label(trace, node, at))
            if word:
                word.textContent = tag(trace, node, at)
        if before[1] != current:
            group.toggleAttribute("data-current", current)
        if before[2] != selected:
            item.setAttribute("aria-selected", str(selected).lower())
        if before[3] != tabbed:
            item.setAttribute("tabindex", "0" if tabbed else "-1")
        if before[4] != answer and edge:
            edge.toggleAttribute("data-answer", answer)

    def _make_node(self, trace, node):
        """Make a node and the edge from its parent; return its group, what is read aloud, and its word."""
        x, y = self._layout.x[node.number], self._layout.y[node.number]
        small = is_duplicate(node)
        if self._models is None:
            self._models = self._small_model(), self._model(len(rows_of(node.board)))
        group = self._models[0 if small else 1].cloneNode(True)
        group.setAttribute("transform", f"translate({x:.1f} {y:.1f})")
        item, word = group.lastElementChild, None
        item.setAttribute("data-node", str(node.number))
        item.setAttribute("aria-level", str(node.g + 1))
        if not small:
            word = group.firstElementChild.lastElementChild
            text = word
            for line in [total(trace, node), *rows_of(node.board)[::-1]]:
                text = text.previousElementSibling
                text.textContent = line
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
        return group, item, word

    def _model(self, rows):
        size, half = self._size, self._size.width / 2
        seen = shape("g", aria_hidden="true")
        seen.append(rectangle("shape", half, 0, size.height, 6))
        for row in range(rows):
            seen.append(shape("text", class_="cells", y=20 + LINE * row))
        seen.append(shape("text", class_="sum", y=size.height - 7))
        seen.append(shape("text", class_="tag", y=size.height + 18))
        return node_of(seen, rectangle("item", half + 4, -4, size.height + 8, 10))

    def _small_model(self):
        half = SMALL / 2
        seen = shape("g", aria_hidden="true")
        seen.append(rectangle("shape", half, 0, SMALL, half), shape("text", "=", y=half + 5))
        return node_of(seen, rectangle("item", half + 2, -2, SMALL + 4, half + 2))


def node_of(seen, item):
    """Group what is seen of a node with the clear frame above it: that is read aloud and clicked."""
    for name, value in (("role", "treeitem"), ("tabindex", "-1"), ("aria-selected", "false")):
        item.setAttribute(name, value)
    group = shape("g")
    group.append(seen, item)
    return group


def rectangle(name, half, y, height, radius):
    return shape("rect", class_=name, x=-half, y=y, width=2 * half, height=height, rx=radius)


def rows_of(board):
    """Format the rows of a board for its node; none for a large board."""
    rows = list(Board.parse(board).rows)
    if max(len(rows), len(rows[0])) > DETAILED:
        return []
    wide = len(str(len(rows) * len(rows[0]) - 1))
    return [" ".join(str(tile or "·").rjust(wide) for tile in row) for row in rows]
