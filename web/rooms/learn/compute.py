"""Compute the figures of lessons by searches, each of which runs once.

The page's own interpreter runs these searches, so a long one would block the page. Therefore `KNOWN` has the
figures of long searches, and a test compares them with real runs.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from npuzzle import Board, HeuristicCard, solve
from npuzzle.heuristics import as_card
from web.rooms.learn.boards import COURSE, FIFTEEN, SHORT

GOAL = "blank-first"  # the goal of most lessons


class Figures(NamedTuple):
    """Hold the figures that lessons quote from a search: the length of the path, and the counts."""

    length: int
    expanded: int
    generated: int
    peak_frontier: int
    stored: int


#: The figures of searches of 0.1 s or more, by board, algorithm, heuristic and depth limit.
KNOWN: dict[tuple[str, str, str | HeuristicCard, int], Figures] = {
    (COURSE[0], "breadth-first", "", 0): Figures(17, 18_386, 49_177, 8_468, 26_854),
    (COURSE[0], "iterative-deepening", "", 0): Figures(17, 98_679, 169_820, 18, 17),
    (COURSE[2], "astar", "misplaced", 0): Figures(28, 51_230, 138_789, 19_634, 70_864),
    (FIFTEEN, "astar", "manhattan", 0): Figures(36, 3_950, 12_027, 3_696, 7_646),
    (SHORT, "depth-first", "", 20): Figures(16, 19_672, 54_965, 20, 16),
}
#: The largest distance of a 3x3 board from the goal, and the number of boards at that distance.
FARTHEST, MOST_DISTANT = 31, 2


@cache
def run(
    board: str, algorithm: str, heuristic: str | HeuristicCard = "", depth: int = 0, weight: float = 0
) -> Figures:
    """Return the figures of a search for the goal blank-first, from `KNOWN` or by searching."""
    known = None if weight else KNOWN.get((board, algorithm, heuristic, depth))
    return known or search(board, algorithm, heuristic, depth, weight)


def search(
    board: str, algorithm: str, heuristic: str | HeuristicCard = "", depth: int = 0, weight: float = 0
) -> Figures:
    """Search for the goal blank-first, and return the figures."""
    options: dict[str, object] = {"heuristic": heuristic} if heuristic else {}
    if depth:
        options["depth"] = depth
    if weight:
        options["weight"] = weight
    found = solve(board, GOAL, algorithm=algorithm, **options)  # type: ignore[arg-type]
    counts = found.snapshot
    return Figures(found.length or 0, counts.expanded, counts.generated, counts.peak_frontier, counts.stored)


def count_expanded(board: str, algorithm: str, heuristic: str | HeuristicCard = "", weight: float = 0) -> int:
    return run(board, algorithm, heuristic, weight=weight).expanded


def length_of(board: str, algorithm: str, heuristic: str = "", depth: int = 0, weight: float = 0) -> int:
    return run(board, algorithm, heuristic, depth, weight).length


def estimate(name: str, board: str) -> int:
    """Return the estimate of a heuristic for the goal blank-first."""
    return round(as_card(name)(board, GOAL))


def true_distance(board: Board, goal: Board) -> int:
    """Return the length of a shortest path."""
    return solve(board, goal, algorithm="astar", heuristic="linear-conflict").length or 0


def count_differing(board: Board, goal: Board) -> int:
    """Count the cells that differ from the goal, including the blank's cell."""
    return sum(map(int.__ne__, board.tiles, goal.tiles))


def find_misplaced(board: Board, goal: Board) -> list[int]:
    """Return the tiles that are not at home, in order."""
    return sorted(tile for tile, home in zip(board.tiles, goal.tiles) if tile not in (0, home))
