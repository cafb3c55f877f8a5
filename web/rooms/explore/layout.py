"""Compute where the nodes of a search tree are drawn: a tidy tree, children below their parents. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from npuzzle import Shape
from npuzzle.lab import Node
from web.rooms.explore.picture import TOP, has_picture, pitch_of

GAP = 10  # between neighbours on a level
MARGIN = 16
SMALL = 32  # width of the small mark for a board that the tree already has


@dataclass(frozen=True, slots=True)
class Size:
    """Hold the size of a node with a board, and the distance between levels of the tree."""

    width: int
    height: int
    level: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Hold the middle (`x`) and the top (`y`) of each node, by the node's number."""

    x: dict[int, float]
    y: dict[int, float]
    width: float
    height: float


def size_of(shape: Shape) -> Size:
    """Return the size of a node with a board of that shape, and with the sum g + h = f below the board."""
    if not has_picture(shape):
        return Size(88, 44, 100)
    pitch = pitch_of(shape)
    height = TOP + shape.rows * pitch + 25
    return Size(max(88, shape.cols * pitch + 16), height, height + 56)


def is_duplicate(node: Node) -> bool:
    """Return whether the search already had the node's board when it generated the node."""
    return node.twin is not None and node.dropped == node.made


def lay_out_tree(nodes: Sequence[Node], shape: Shape, *, turn: int = 0, duplicates: bool = True) -> Layout:
    """Lay out the complete tree of one round (`turn`), so that no node moves while the tree grows."""
    shown = [node for node in nodes if node.round == turn and (duplicates or not is_duplicate(node))]
    size = size_of(shape)
    return lay_out(
        {node.number: node.parent for node in shown},
        {node.number: SMALL if is_duplicate(node) else size.width for node in shown},
        size,
    )


def lay_out(parents: dict[int, int | None], widths: dict[int, int], size: Size) -> Layout:
    """Place subtrees next to each other, as close as possible, and each parent above its children's middle.

    This is the method of Reingold and Tilford (1981), in O(nodes x depth). Each parent's number must be less
    than its children's numbers. Children, and several roots, are placed in the order of their numbers.
    """
    children: dict[int, list[int]] = {number: [] for number in parents}
    for number, parent in sorted(parents.items()):
        if parent is not None:
            children[parent].append(number)
    offset: dict[int, float] = {}
    outline: dict[int, list[tuple[float, float]]] = {}  # by level: leftmost and rightmost x, minus the root's
    for number in sorted(parents, reverse=True):
        below: list[tuple[float, float]] = []
        for child in children[number]:
            own = outline.pop(child)
            shift = max([right + GAP - left for (_, right), (left, _) in zip(below, own)], default=0.0)
            offset[child] = shift
            moved = [(left + shift, right + shift) for left, right in own]
            both = [(a[0], b[1]) for a, b in zip(below, moved)]
            below = both + below[len(both) :] + moved[len(both) :]
        middle = (offset[children[number][0]] + offset[children[number][-1]]) / 2 if below else 0.0
        for child in children[number]:
            offset[child] -= middle
        half = widths[number] / 2
        outline[number] = [(-half, half), *((left - middle, right - middle) for left, right in below)]
    return _place_nodes(parents, offset, outline, size)


def _place_nodes(
    parents: dict[int, int | None],
    offset: dict[int, float],
    outline: dict[int, list[tuple[float, float]]],
    size: Size,
) -> Layout:
    x: dict[int, float] = {}
    width, deepest = float(MARGIN), 0
    for root, levels in sorted(outline.items()):
        x[root] = width - min(left for left, _ in levels)
        width = x[root] + max(right for _, right in levels) + 4 * GAP
        deepest = max(deepest, len(levels))
    y: dict[int, float] = {}
    for number, parent in sorted(parents.items()):
        if parent is not None:
            x[number] = x[parent] + offset[number]
        y[number] = MARGIN if parent is None else y[parent] + size.level
    height = (deepest - 1) * size.level + size.height + 2 * MARGIN + 20  # 20: the label below a node
    return Layout(x, y, width - 4 * GAP + MARGIN, height)


def tab_stop(listed: Sequence[Node], selected: int | None) -> int:
    """Find the place in the list where the Tab key stops: the selected node, or the first node."""
    return next((place for place, node in enumerate(listed) if node.number == selected), 0)
