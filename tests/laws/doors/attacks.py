"""What every attack on a door shares: boards, false things to pass, and the truth that claims are held to.

The truth is a flood fill of `tests.support.oracles`, which shares no code with the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from npuzzle import Board, Heuristic, Metric, NPuzzleError, Outcome, Problem, Result, goal_board, solve
from npuzzle.search.base import Stats
from tests.support import oracles

ROOT = Path(__file__).parents[3]
GOAL = goal_board("blank-last", "2x3")
TRUE = oracles.distances(GOAL)
LINES = oracles.line_distances(GOAL)
#: Some at each distance, the farthest first: there a lie has most room.
BOARDS = [Board(GOAL.shape, tiles) for tiles, far in reversed(TRUE.items()) if far % 3 == 0][::13]
FARTHEST = BOARDS[:1]
SEARCHES = ("astar", "idastar", "rbfs", "weighted-astar", "greedy")
#: Values that are hardly ever true of anything.
NOT_TRUE: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 99, 10**400, 1.5),
    *("", "proved shortest", "if x", [], ["x"], {}, {"x": 1}),
)


def hold(result: Result | None, *, lines: bool = False, deepest: int | None = None) -> None:
    """Compare all that a result claims without a condition with the truth."""
    if result is None:
        return
    truth = (LINES if lines else TRUE)[result.problem.start.tiles]
    said = f"{result.claim}: {result.problem.start}, {truth} moves away, by {result.algorithm}"
    if result.is_optimal or result.claim == "proved shortest" or "proved" in result.headline:
        assert result.length == truth, said
    if result.lower_bound is not None and not result.assumes:
        assert result.lower_bound <= truth, said
    if result.promised is not None and result.length is not None and not result.assumes:
        assert result.length <= result.promised * truth, said
    assert result.outcome is not Outcome.UNSOLVABLE, said
    if result.outcome is Outcome.NO_PATH:
        assert "if" in result.headline.split() or (deepest is not None and truth > deepest), said


def attempt(do: Callable[..., Any], *given: Any, **options: Any) -> Any:
    """Do it; an error of the package is an answer, too: None. No other error may come."""
    try:
        return do(*given, **options)
    except NPuzzleError:
        return None


def attack(boards: Iterable[Board] = BOARDS, **options: Any) -> None:
    """Solve boards with these options."""
    lines = options.get("metric") in ("lines", Metric.LINES)
    for board in boards:
        hold(attempt(solve, board, GOAL, **options), lines=lines, deepest=options.get("depth"))


def is_misjudged(board: Board) -> bool:
    """Return whether liar lies about this board: about half of all but the goal."""
    return bool(TRUE[board.tiles]) and sum(i * tile for i, tile in enumerate(board.tiles)) % 2 == 0


LIES = {"told": True}


def honest(board: Board) -> int:
    return 0


def liar(board: Board) -> int:
    """Return an estimate above the truth, as long as LIES says so."""
    return 40 if LIES["told"] and is_misjudged(board) else 0


class Liar(Heuristic):
    """The same as a class."""

    def estimate(self, state: Any) -> int:
        return liar(Board(self.shape, tuple([self.goal.tiles[home] for home in state])))


def detour(problem: Problem) -> str:
    """Return a path that is two moves longer than a shortest one, or more."""
    path = str(solve(problem.start, problem.goal, algorithm="astar").path)
    move = problem.start.legal_moves[0]
    back = {"U": "D", "D": "U", "L": "R", "R": "L"}[move.letter]
    return f"{move.letter}{back}{path}"


def claims_bound(problem: Problem, *_: Any) -> Any:
    """Search for a path, and claim its length as a bound."""
    path = detour(problem)
    yield Stats(bound=len(path))
    return path


def gives_up(problem: Problem, *_: Any) -> Any:
    """Search for a path, and find none."""
    yield Stats()
