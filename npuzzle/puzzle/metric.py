"""`Metric`: what counts as one move, the slide of a tile or of a line; and the problem that counts so."""

from __future__ import annotations

from enum import Enum

from npuzzle.errors import InvalidJobError, quote
from npuzzle.puzzle.board import BoardLike
from npuzzle.puzzle.problem import Problem
from npuzzle.text import count

MAX_LINE_CELLS = 16  # of the largest board on which line moves are counted


class Metric(Enum):
    """What counts as one move: a tile that slides by one cell, or the tiles of a line that slide together."""

    TILES = "tiles"
    LINES = "lines"


def read_metric(metric: Metric | str) -> Metric:
    """Return the metric, which may be given by its name. Raises InvalidJobError."""
    try:
        return Metric(metric)
    except ValueError:
        raise InvalidJobError(f"the metric is tiles or lines, got {quote(metric)}") from None


def pose_problem(start: BoardLike, goal: BoardLike, metric: Metric) -> Problem:
    """Make the problem whose moves are counted in this metric. Raises GoalMismatchError.

    Raises InvalidJobError for line moves on a board of more than MAX_LINE_CELLS cells.
    """
    if metric is Metric.TILES:
        return Problem(start, goal)
    from npuzzle.puzzle.line_moves import LineProblem

    problem = LineProblem(start, goal)
    shape = problem.shape
    if shape.cells > MAX_LINE_CELLS:
        raise InvalidJobError(
            f"line moves are counted on boards of up to {MAX_LINE_CELLS} cells; {shape} has {shape.cells}"
        )
    return problem


def metric_of(problem: Problem) -> Metric:
    """Return the metric in which a problem counts moves."""
    return Metric.LINES if problem.counts_lines else Metric.TILES


def say_moves(number: int, metric: Metric = Metric.TILES) -> str:
    """Write a number of moves: `1 move`, `2,000 moves`, `25 line moves`."""
    return count(number, "line move" if metric is Metric.LINES else "move")
