"""What can count line moves: refuse what would count single tiles instead."""

from __future__ import annotations

from npuzzle.errors import InvalidJobError
from npuzzle.heuristics import HeuristicLike, as_card
from npuzzle.registry import is_auto
from npuzzle.search import ALGORITHMS, AlgorithmCard

NO_LINES = (
    "all shortest paths, and the best path within seconds, are looked for in moves of single tiles; with "
    "line moves leave that out"
)


def require_lines(algorithm: AlgorithmCard, heuristic: HeuristicLike) -> None:
    """Raise InvalidJobError unless this algorithm and this heuristic count line moves."""
    if not algorithm.counts_lines:
        able = ", ".join(card.name for card in ALGORITHMS if card.counts_lines)
        raise InvalidJobError(f"{algorithm.name} counts single tiles; line moves are counted by {able}")
    if not is_auto(heuristic) and not as_card(heuristic).counts_lines:
        raise InvalidJobError(
            f"{as_card(heuristic).name} counts single tiles, and one line move can do the work of several; "
            "with line moves leave the heuristic out"
        )
