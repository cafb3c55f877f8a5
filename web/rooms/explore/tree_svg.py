"""Write a search tree as an SVG document to save, which does not depend on the page or its styles."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from npuzzle import Board
from npuzzle.lab import Node, Status, Trace
from web.rooms.explore.layout import SMALL, is_duplicate, lay_out_tree, size_of
from web.rooms.explore.picture import draw_tiles, has_picture, place_tray
from web.rooms.explore.words import format_sum, format_tag

STYLE = (
    "text{font:600 13px sans-serif;text-anchor:middle;white-space:pre;fill:#2a231c}"
    ".tag{font-weight:400;font-size:12px}"
    ".shape{fill:#fffdf8;stroke:#8f826e;stroke-width:1.5}path{fill:none;stroke:#8f826e;stroke-width:1.5}"
    ".frontier .shape{stroke:#17606a;stroke-dasharray:6 4}.expanded .shape{fill:#f3e2c3;stroke:#4a2f1b}"
    ".goal .shape{fill:#dbe3b0;stroke:#3b6417;stroke-width:5}"
    ".cut .shape,.replaced .shape,.forgotten .shape{stroke-dasharray:2 3}"
    ".tray-shape{fill:#3d2f27}.tile-shape{fill:#f3e2c3;stroke:none}.home-shape{fill:#dbe3b0;stroke:none}"
    ".answer{stroke:#3b6417;stroke-width:5}"
)
TAG = 24  # height of the line below a board


def draw_tree(trace: Trace, at: int, *, turn: int) -> str:
    """Draw the tree of a round after `at` steps."""
    shape = Board.parse(trace.board).shape
    layout = lay_out_tree(trace.nodes, shape, turn=turn)
    size = size_of(shape)
    nodes = [trace.nodes[n] for n in sorted(layout.x) if trace.status(n, at) is not Status.UNMADE]
    answer = frozenset(trace.answer) if at == len(trace.steps) else frozenset[int]()
    body: list[str] = []
    for node in nodes:
        if node.parent is not None:
            x, y, above = layout.x[node.number], layout.y[node.number], layout.x[node.parent]
            bottom = layout.y[node.parent] + size.height + TAG
            middle = (bottom + y) / 2
            kind = ' class="answer"' if node.number in answer else ""
            body.append(
                f'<path{kind} d="M{above:.1f} {bottom}C{above:.1f} {middle} {x:.1f} {middle} {x:.1f} {y}"/>'
            )
    for node in nodes:
        body.append("".join(_draw_node(trace, node, at, (layout.x[node.number], layout.y[node.number]))))
    title = f"Search tree of {trace.algorithm} for the board {trace.board}, after {at} steps"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.width:g} {layout.height:g}" '
        f'width="{layout.width:g}" height="{layout.height:g}"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style>{''.join(body)}</svg>\n"
    )


def _draw_node(trace: Trace, node: Node, at: int, place: tuple[float, float]) -> Iterator[str]:
    shape, kind = Board.parse(trace.board).shape, trace.status(node.number, at).name.lower()
    size = size_of(shape)
    yield f'<g class="{kind}" transform="translate({place[0]:.1f} {place[1]:.1f})">'
    if is_duplicate(node):
        yield f'<rect class="shape" x="{-SMALL / 2:g}" width="{SMALL}" height="{SMALL}" rx="{SMALL / 2:g}"/>'
        yield f'<text y="{SMALL / 2 + 5:g}">=</text></g>'
        return
    yield f'<rect class="shape" x="{-size.width / 2:g}" width="{size.width}" height="{size.height}" rx="6"/>'
    if has_picture(shape):
        yield from _draw_board(node.board, Board.parse(trace.goal))
    yield f'<text y="{size.height - 7}">{escape(format_sum(trace, node))}</text>'
    yield f'<text class="tag" y="{size.height + 18}">{escape(format_tag(trace, node, at))}</text></g>'


def _draw_board(board: str, goal: Board) -> Iterator[str]:
    (half, top, high), picture = place_tray(goal.shape), draw_tiles(board, goal.tiles)
    yield f'<rect class="tray-shape" x="{-half:g}" y="{top:g}" width="{2 * half:g}" height="{high:g}"/>'
    yield f'<path class="tile-shape" d="{picture.tiles}"/><path class="home-shape" d="{picture.home}"/>'
    yield f'<text x="{picture.x}" y="{picture.y}">{picture.digits}</text>'
