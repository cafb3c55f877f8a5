"""Boards to trace, and a helper that examines traces."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from npuzzle import Board, Limits, goal_board
from npuzzle.heuristics import from_function
from npuzzle.lab import Node, Trace, trace
from npuzzle.puzzle.shape import Shape
from tests.support.options import select_used
from tests.support.oracles import layers
from tests.support.quick import mostly_slow

GOALS = [goal_board(name, Shape(*size)) for name, size in (("spiral", (3, 3)), ("blank-first", (2, 3)))]


def near(goal: Board) -> list[Board]:
    """Return seven boards, from 1 to 8 moves from the goal."""
    fitting = sorted(tiles for layer in islice(layers(goal), 1, 9) for tiles in layer)
    return [Board(goal.shape, tiles) for tiles in Random(3).sample(fitting, 7)]


CASES = [(goal, board) for goal in GOALS for board in near(goal)]
Cases = list[tuple[Board, Board]]
#: Four boards, with both goals, for the quick tests; all of them for the others.
cases = pytest.mark.parametrize("cases", mostly_slow([CASES[::4], CASES]), ids=len)
WIDTH = 60  # of a beam wide enough for all of them
WORST = from_function(lambda state: (state[0] * 7 + state[1] * 3) % 5, name="worst")  # no claim holds


def traced(board: Board, goal: Board, algorithm: str, *, most: int = 100_000, **options: Any) -> Trace:
    limits = Limits(depth=9) if algorithm == "depth-first" else Limits()
    return trace(board, goal, limits=limits, most=most, **select_used(algorithm, **options))


def find_comebacks(found: Trace) -> list[Node]:
    """Find the nodes whose parent has an older node of the same board."""
    oldest = {(node.parent, node.letter): node.number for node in reversed(found.nodes)}
    return [node for node in found.nodes if node.letter and oldest[node.parent, node.letter] != node.number]
