"""What lessons compute: searches, once each, and whether something was done on the page."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from npuzzle import Board, HeuristicCard, Problem, Result, goal_board, solve
from npuzzle.heuristics import as_card

if TYPE_CHECKING:
    from web.page.state import UiState

GOAL = "blank-first"  # of most lessons


@cache
def run(
    board: str, algorithm: str, heuristic: str | HeuristicCard = "", depth: int = 0, weight: float = 0
) -> Result:
    """Solve a board, for the goal blank-first."""
    options: dict[str, object] = {"heuristic": heuristic} if heuristic else {}
    if depth:
        options["depth"] = depth
    if weight:
        options["weight"] = weight
    return solve(board, GOAL, algorithm=algorithm, **options)  # type: ignore[arg-type]


def count_expanded(board: str, algorithm: str, heuristic: str | HeuristicCard = "", weight: float = 0) -> int:
    return run(board, algorithm, heuristic, weight=weight).snapshot.expanded


def length_of(board: str, algorithm: str, heuristic: str = "", depth: int = 0, weight: float = 0) -> int:
    return run(board, algorithm, heuristic, depth, weight).length or 0


def estimate(name: str, board: str) -> int:
    """Return the estimate of a heuristic for the goal blank-first."""
    return round(as_card(name)(board, GOAL))


def is_on_page(page: UiState, board: str) -> bool:
    """Return whether this board is on the page, before any step of a solution, with the goal blank-first."""
    wanted = Board.parse(board)
    return page.board.check.board == wanted and page.goal.board == goal_board(GOAL, wanted.shape)


def find_missing_run(page: UiState, board: str, algorithm: str = "", heuristic: str = "") -> str:
    """Say what is missing until this board is solved in this way; empty if it is.

    `heuristic`: what its name must begin with.
    """
    if not is_on_page(page, board):
        return "The board of this step is not on the page: set it up first."
    answer = page.player.answer
    if answer is None or not answer.algorithm or answer.length is None:
        return "The board is not solved yet: press Solve, and wait for the result."
    if algorithm and answer.algorithm != algorithm:
        return "It was solved with another algorithm: choose the one of this step under How."
    if heuristic and not (answer.heuristic or "").startswith(heuristic):
        return "It was solved with another heuristic: choose the one of this step under How."
    return ""


def true_distance(board: Board, goal: Board) -> int:
    """Return the length of a shortest path."""
    return solve(board, goal, algorithm="astar", heuristic="linear-conflict").length or 0


def count_differing(board: Board, goal: Board) -> int:
    """Count the cells that differ from the goal, the cell of the blank too."""
    return sum(map(int.__ne__, board.tiles, goal.tiles))


def count_misplaced(board: Board, goal: Board) -> int:
    state = Problem(board, goal).initial
    return sum(tile not in (cell, goal.blank) for cell, tile in enumerate(state))
