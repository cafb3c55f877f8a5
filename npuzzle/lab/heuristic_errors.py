"""`measure_errors`: how far the estimates of a heuristic are from the true distances, on every state."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from math import nan

from npuzzle.heuristics import HeuristicLike, as_card
from npuzzle.heuristics.own import iter_prepare
from npuzzle.lab.certification import STATES_PER_STEP, check_estimates
from npuzzle.lab.distance_table import UNREACHABLE, DistanceTable, iter_build_distance_table
from npuzzle.lab.state_space import count_states
from npuzzle.progress import Progress, Work, forward, run_to_end
from npuzzle.puzzle.board import Board, BoardLike, goal_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.shape import ShapeLike
from npuzzle.search.base import ROUNDING


@dataclass(frozen=True, slots=True)
class HeuristicErrors:
    """The estimates h of a heuristic on every state, beside the true distances in moves.

    `counts`: by error, h minus the distance, the number of states; the lowest error first. `estimates`: h by
    the rank of the state, not a number where the goal cannot be reached. `table`: the distances by rank.
    """

    goal: Board
    counts: dict[float, int]
    estimates: array[float]
    table: DistanceTable

    @property
    def states(self) -> int:
        """The number of states that can reach the goal."""
        return sum(self.counts.values())

    @property
    def too_high(self) -> int:
        """The number of states whose estimate is above the distance; 0 if the heuristic is admissible."""
        return sum(number for error, number in self.counts.items() if error > ROUNDING)

    @property
    def by_move(self) -> dict[int, int]:
        """The number of states by error to the nearest whole move, the lowest first, with no gaps."""
        return round_errors(self.counts)


def measure_errors(
    heuristic: HeuristicLike, shape: ShapeLike = "3x3", goal: BoardLike = DEFAULT_GOAL
) -> HeuristicErrors:
    """Compare a heuristic with the true distance of every state, for shapes of up to 9 cells.

    Parameters
    ----------
    heuristic
        A name, a card, a class, or a function of the board.
    shape
        The size of the puzzle, such as "3x3", (2, 4) or 3.
    goal
        The name of a goal, or a board.

    Returns
    -------
    HeuristicErrors
        The number of states by error, and the estimate of each state.

    Raises
    ------
    InvalidHeuristicError
        If an estimate is not a number, 0 or more; it names the board.
    InvalidJobError
        If the shape has more than 9 cells.

    Examples
    --------
    >>> measure_errors("misplaced", "2x2", "blank-last").counts
    {-3: 1, -2: 2, -1: 2, 0: 7}
    """
    return run_to_end(iter_measure_errors(heuristic, shape, goal))


def iter_measure_errors(
    heuristic: HeuristicLike,
    shape: ShapeLike = "3x3",
    goal: BoardLike = DEFAULT_GOAL,
    *,
    table: DistanceTable | None = None,
) -> Work[HeuristicErrors]:
    """Measure step by step. `table`: the distances, if they are known already."""
    card, goal = as_card(heuristic), goal_board(goal, shape)
    total = count_states(goal.shape)
    if table is None:
        table = yield from forward(
            iter_build_distance_table(goal.shape, goal.blank), lambda known: Progress(0, total)
        )
    measuring = card.make(goal)
    yield from forward(iter_prepare(measuring, card.name), lambda share: Progress(0, total))
    estimates, counts = array("d", [nan]) * len(table.by_rank), Counter[float]()
    ranks = (number for number, moves in enumerate(table.by_rank) if moves != UNREACHABLE)
    in_order = permutations(range(goal.shape.cells))  # in lexicographic order, which is that of ranks
    states = (state for state, moves in zip(in_order, table.by_rank) if moves != UNREACHABLE)
    for start in range(0, total, STATES_PER_STEP):
        yield Progress(start, total)
        some = list(islice(states, STATES_PER_STEP))
        these, found_h = list(islice(ranks, len(some))), check_estimates(measuring, card.name, some)
        for number, h in zip(these, found_h):
            estimates[number] = h
        counts.update(count_errors(found_h, [table.by_rank[number] for number in these]))
    return HeuristicErrors(goal, dict(sorted(counts.items())), estimates, table)


def count_errors(estimates: Sequence[float], distances: Sequence[int]) -> Counter[float]:
    """Count the states by the error of their estimate, h minus the distance."""
    return Counter(_settle(h - moves) for h, moves in zip(estimates, distances, strict=True))


def round_errors(counts: Mapping[float, int]) -> dict[int, int]:
    """Return the number of states by error to the nearest whole move, the lowest first, with no gaps."""
    near: Counter[int] = Counter()
    for error, number in counts.items():
        near[round(error)] += number
    return {error: near[error] for error in range(min(near), max(near) + 1)}


def _settle(error: float) -> float:
    """Return the error, without what rounding left of a whole number."""
    whole = round(error)
    return whole if -ROUNDING <= error - whole <= ROUNDING else error
