"""Show one node of the search tree in detail: its board, its figures, and the moves that lead to it."""

from __future__ import annotations

from npuzzle import Board
from npuzzle.lab import Node, Trace
from web.rooms.explore.words import describe_node, describe_status, format_value
from web.ui.dom import Dom, by_id
from web.ui.grid import draw_grid


def draw_detail(dom: Dom, trace: Trace, node: Node, at: int) -> None:
    """Draw a node as it is after `at` steps of the search."""
    _draw_board(trace, node, at)
    from_goal = trace.is_from_goal(node.number)
    figures = [("Moves from the goal" if from_goal else "Moves from the start, g", str(node.g))]
    if node.h is not None:
        figures += [("Estimate, h", f"{node.h:g}"), ("Priority", format_value(trace, node))]
    dom.figures("explore-figures", [*figures, ("Status", describe_status(trace, node, at))])
    moves = ", ".join(f"{step.tile} {step.letter}" for step in trace.line(node.number)[1:])
    end = "goal" if from_goal else "start"
    dom.text("explore-path", f"Tiles slid from the {end}: {moves}." if moves else f"This is the {end}.")


def _draw_board(trace: Trace, node: Node, at: int) -> None:
    """Draw the board of a node, and mark the tiles that are not at home."""
    board, goal = Board.parse(node.board), Board.parse(trace.goal)
    draw_grid(by_id("explore-picture"), board, goal)
    picture = by_id("explore-picture")
    picture.toggleAttribute("data-dense", board.shape.cols > 6)
    picture.setAttribute("aria-label", describe_node(trace, node, at))
