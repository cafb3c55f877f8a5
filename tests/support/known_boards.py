"""Boards with known shortest lengths."""

from __future__ import annotations

from npuzzle import Problem, load_set

HARDEST_8 = "8 6 7/2 5 4/3 0 1"  # 31 moves to the goal blank last
KORF_1 = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"  # 57 moves to the goal blank first
HARDEST_15 = "15 10 8 12/11 14 9 13/7 2 5 1/3 6 4 0"  # 80 moves to the goal blank first


def korf(name: str = "korf100") -> list[tuple[Problem, int]]:
    """Return the boards of a set with their shortest lengths."""
    return [(Problem(known.board, known.choose_goal()), known.length or 0) for known in load_set(name)]
