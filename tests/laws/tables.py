"""Comparisons of the package's tables of distances with the oracle's, on every state."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations

from npuzzle import Board, Problem
from npuzzle.compiler import PLAIN
from npuzzle.compiler.kernel import available
from npuzzle.lab.space import (
    UNREACHABLE,
    DistanceTable,
    StateSpace,
    build_distance_table,
    iter_enumerate_by_kernel,
    iter_enumerate_in_python,
)
from npuzzle.progress import run_to_end
from tests.support import oracles


@cache
def truth_by_rank(goal: Board) -> bytes:
    """Return the distance of each arrangement; UNREACHABLE for those that cannot reach the goal.

    The order is that of `permutations`: normal forms in lexicographic order.
    """
    known, tiles = oracles.distances(goal), goal.tiles
    order = permutations(range(len(tiles)))
    return bytes([known.get(tuple([tiles[label] for label in labels]), UNREACHABLE) for labels in order])


def different_ranks(goal: Board, engine: str) -> int:
    """Count the arrangements whose distance in the table for hints is wrong."""
    table = build_distance_table(goal.shape, goal.blank, engine).by_rank
    truth = truth_by_rank(goal)
    assert len(table) == len(truth)
    return sum(ours != theirs for ours, theirs in zip(table, truth)) if table != truth else 0


def wrong_states(goal: Board, engine: str) -> int:
    """Count the wrong states in the Lab's list: missing, additional, or at a wrong distance."""
    shape, home = goal.shape, goal.blank
    iterate = (
        iter_enumerate_in_python(shape, home)
        if engine == "python"
        else iter_enumerate_by_kernel(shape, home, engine)
    )
    known: StateSpace = run_to_end(iterate)
    found = {
        tuple([goal.tiles[label] for label in state]): far for state, far in zip(known.states, known.distance)
    }
    truth = oracles.distances(goal)
    differing = sum(found.get(tiles) != far for tiles, far in truth.items()) if found != truth else 0
    return differing + len(known.states) - len(found) + sum(tiles not in truth for tiles in found)


def engines(goal: Board) -> Iterator[str]:
    """Yield the engines that list all states of the shape within seconds."""
    for engine in available():
        if engine not in PLAIN or engine == "python" or goal.shape.cells <= 6:
            yield engine


def neighbours_of(board: Board) -> Iterator[Board]:
    """Yield the boards one move away."""
    rows, cols = board.shape.rows, board.shape.cols
    for tiles in oracles.after_moves(board.tiles, rows, cols):
        yield Board(board.shape, tiles)


def best_moves(board: Board, goal: Board) -> set[int]:
    """Return the cells of the moves that lead nearer to the goal, by the true distances."""
    known = oracles.distances(goal)
    return {nearer.blank for nearer in neighbours_of(board) if known[nearer.tiles] == known[board.tiles] - 1}


def hinted_moves(board: Board, goal: Board) -> set[int]:
    """Return the same cells by the table for hints."""
    return {move.src for move in hint_table(goal).best(Problem(board, goal))}


@cache
def hint_table(goal: Board) -> DistanceTable:
    """Return the table for that goal, made by the quickest engine."""
    return build_distance_table(goal.shape, goal.blank)
