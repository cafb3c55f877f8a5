"""Boards whose shortest paths are known."""

from __future__ import annotations

from pathlib import Path

from npuzzle import Board, Problem, Shape, goal_board

HARDEST_8 = "8 6 7/2 5 4/3 0 1"  # 31 moves to the goal blank last
KORF_1 = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"  # 57 moves to the goal blank first
HARDEST_15 = "15 10 8 12/11 14 9 13/7 2 5 1/3 6 4 0"  # 80 moves to the goal blank first

DATA = Path(__file__).parents[1] / "data"


def korf(file: str = "korf100.txt", shape: Shape = Shape(4, 4)) -> list[tuple[Problem, int]]:  # noqa: B008
    """Korf's boards of this file, each with the length of its shortest path."""
    goal = goal_board("blank-first", shape)
    rows = [line.split("|") for line in (DATA / file).read_text().splitlines()]
    return [
        (Problem(Board(shape, tuple(map(int, tiles.split()))), goal), int(length))
        for name, tiles, length in rows
        if name.isdigit()
    ]
