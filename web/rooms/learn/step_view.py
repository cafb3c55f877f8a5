"""What a step of a lesson shows beside its text: small boards, and the terms that are new."""

from __future__ import annotations

from typing import Any

from npuzzle import Board, goal_board
from web.rooms.learn.parts import SetUp, Step
from web.ui.dom import make
from web.ui.grid import draw_grid


def draw_boards(wanted: SetUp) -> list[Any]:
    """Draw the board of a step and its goal, small."""
    board = Board.parse(wanted.board)
    goal = goal_board(wanted.goal, board.shape)
    figures = []
    for name, drawn in (("Board", board), ("Goal", goal)):
        picture, figure = make("div", role="img", **{"class": "picture"}), make("figure")
        draw_grid(picture, drawn, goal, label=f"{name}: {drawn}")
        figure.append(make("figcaption", name), picture)
        figures.append(figure)
    return figures


def define(step: Step) -> list[Any]:
    """Make the list of the terms that are new in a step."""
    if not step.words:
        return []
    terms = make("dl", **{"class": "terms"})
    for term, meaning in step.words:
        pair = make("div")
        pair.append(make("dt", term), make("dd", meaning))
        terms.append(pair)
    return [terms]
