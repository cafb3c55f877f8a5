"""`distance`: the fewest moves to a goal. `best_moves`: every move that begins a shortest path.

Both functions prove their answer or raise `NotProvedError`. They accept no heuristic, algorithm or saved
proof, so no answer depends on a caller's claim.
"""

from __future__ import annotations

from collections.abc import Generator

from npuzzle.errors import InvalidJobError, NotProvedError
from npuzzle.progress import run_to_end
from npuzzle.puzzle.board import BoardLike, read_problem
from npuzzle.puzzle.moves import Move
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.solvability import explain
from npuzzle.solving.limits import Limits, Outcome
from npuzzle.solving.run import Run
from npuzzle.solving.verify import deadline_after, search


def distance(board: BoardLike, goal: BoardLike | None = None, *, seconds: float | None = None) -> int:
    """Return the proved length of a shortest path.

    Parameters
    ----------
    board
        Anything that `Board` takes.
    goal
        The name of a goal, or a board. Default: the goal in the board's text, else "blank-last".
    seconds
        The time limit. Default: no limit up to 16 cells, 10 seconds above.

    Returns
    -------
    int
        The fewest moves of single tiles, 0 if the board is the goal.

    Raises
    ------
    NotProvedError
        If the time ends before the proof. The distance is from the error's `at_least` to its `at_most`.
    InvalidJobError
        If no moves lead to the goal. The message says why.
    NPuzzleError
        If the board or the goal is not valid, as for `solve`.

    Examples
    --------
    >>> distance("8 6 7/2 5 4/3 0 1"), distance("1 2 3/4 5 6/7 8 0")
    (31, 0)
    """
    return _find_distance(Problem(*read_problem(board, goal)), seconds)


def best_moves(
    board: BoardLike, goal: BoardLike | None = None, *, seconds: float | None = None
) -> tuple[Move, ...]:
    """Return every move that is proved to begin a shortest path. Empty if the board is the goal.

    Parameters
    ----------
    board
        Anything that `Board` takes.
    goal
        The name of a goal, or a board. Default: the goal in the board's text, else "blank-last".
    seconds
        The time limit of each search: one search for the board, and one for each legal move.

    Returns
    -------
    tuple[Move, ...]
        The moves, in the order of `Board.legal_moves`.

    Raises
    ------
    NotProvedError
        If a search reaches its time limit before all moves are judged.
    NPuzzleError
        As for `distance`.

    Examples
    --------
    >>> [(move.tile, move.letter) for move in best_moves("1 2 3/4 5 6/0 7 8")]
    [(7, 'L')]
    """
    problem = Problem(*read_problem(board, goal))
    shortest = _find_distance(problem, seconds)
    found = run_to_end(iter_best_moves(problem, shortest, seconds))
    if found is None:
        raise NotProvedError(shortest, shortest)
    return tuple(found)


def iter_best_moves(
    problem: Problem, shortest: int, seconds: float | None
) -> Generator[Run, None, dict[Move, str] | None]:
    """Map every move that begins a path of `shortest` moves to the rest of such a path, in tile letters.

    Yields the `Run` of each search. Returns None if a search does not end within its `seconds`.
    """
    found: dict[Move, str] = {}
    for move, child in problem.start.successors() if shortest else ():
        run = yield from search(problem, child, deadline_after(seconds), depth=shortest - 1)
        assert run.result is not None
        if run.result.length == shortest - 1:
            found[move] = run.result.path or ""
        elif run.result.outcome is not Outcome.NO_PATH:
            return None
    return found


def _find_distance(problem: Problem, seconds: float | None) -> int:
    deadline = deadline_after(Limits(seconds=seconds).seconds)
    result = run_to_end(search(problem, problem.start, deadline)).result
    assert result is not None
    if result.lower_bound is None:
        raise InvalidJobError(f"no moves lead to the goal {problem.goal}: {explain(problem).sentence}")
    if result.length is None or not result.is_optimal:
        raise NotProvedError(result.lower_bound, result.length)
    return result.length
