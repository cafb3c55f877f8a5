"""The order in which a search tries the moves of a board, as the user chose it."""

from __future__ import annotations

from npuzzle.errors import InvalidJobError, quote
from npuzzle.puzzle.moves import Notation, in_notation
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import AlgorithmCard, is_ours

#: Searches that choose among moves by rules of their own.
WITHOUT_ORDER = ("anytime", "constructive")


def read_order(order: object, notation: Notation, algorithm: AlgorithmCard, problem: Problem) -> str:
    """Return the order in tile letters, empty for the usual one. Raises InvalidJobError."""
    if order is None or order == "":
        return ""
    if not isinstance(order, str) or sorted(order.upper()) != sorted("UDLR"):
        raise InvalidJobError(
            f"the order must have each of the letters U D L R once, such as UDLR, got {quote(order)}"
        )
    if problem.counts_lines:
        raise InvalidJobError("order is for moves of single tiles: leave it out, or count single tiles")
    if is_ours(algorithm) and algorithm.name in WITHOUT_ORDER:
        raise InvalidJobError(
            f"{algorithm.name} cannot use order, because it chooses moves by rules of its own: name another "
            "algorithm, such as breadth-first or astar"
        )
    return in_notation(order.upper(), notation)
