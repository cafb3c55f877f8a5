"""`record_expansions`: the states that a search expands, in order, in little memory.

`iter_record_depths` lists only how many moves each is from its start.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Unpack

from npuzzle.errors import InvalidJobError
from npuzzle.heuristics import Heuristic
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.heuristics.own import instantiate, iter_prepare
from npuzzle.heuristics.simple import Zero
from npuzzle.lab.distance_table import rank
from npuzzle.lab.search_trace import TRACED
from npuzzle.lab.state_space import Progress, count_states
from npuzzle.numbers import require_whole
from npuzzle.puzzle.board import BoardLike
from npuzzle.puzzle.ordered import order_moves
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import Stepper, Watch, is_ours
from npuzzle.solving.job import Job
from npuzzle.solving.options import TraceOptions, read_options

MOST = 400_000  # expansions by default: more than any search of the 3x3 that keeps what it has met
EXPANSIONS_PER_STEP = 200  # between two reports, so that a caller can draw or cancel
KERNEL = "IDA* with pattern databases runs as a kernel, which cannot be recorded"


@dataclass(frozen=True, slots=True)
class Expansions:
    """The states that a search expanded, in order, as ranks: see `npuzzle.lab.distance_table.rank`.

    A state that is expanded again is listed again. `path`: the moves found, in tile letters, or None.
    `complete`: whether the search ended by itself and not by the limit on expansions.
    """

    ranks: array[int] = field(default_factory=lambda: array("I"))
    path: str | None = None
    complete: bool = False


def record_expansions(
    board: BoardLike, goal: BoardLike | None = None, *, most: int = MOST, **options: Unpack[TraceOptions]
) -> Expansions:
    """Search, and list the states that are expanded, for shapes of up to 9 cells.

    Parameters
    ----------
    board
        Anything that `Board` takes.
    goal
        The name of a goal, or a board; by default that in the text of the board, else "blank-last".
    most
        The most states to expand; then the search is stopped.
    algorithm
        One of `npuzzle.lab.TRACED`, as a name or a card.
    heuristic
        A name, a card, a class, or a function of the board.
    weight
        For weighted A*.
    width
        For beam search.
    numbers
        The numbers of the algorithm as a mapping.
    depth
        The most moves of a path, for depth-first searches.
    limits
        The limit on the depth as `Limits` or a mapping.
    engine
        The engine that builds the tables of a heuristic, if it has any.

    Returns
    -------
    Expansions
        The ranks of the states in the order in which they were expanded, and the path.

    Raises
    ------
    InvalidJobError
        If the algorithm cannot be recorded, the shape has more than 9 cells, or an option is out of range.
    InvalidBoardError
        If the board or the goal is not a valid board.
    UnknownNameError
        If no goal, algorithm or heuristic has that name.
    UnknownOptionError
        If an option is misspelled; it suggests the nearest one.

    Examples
    --------
    >>> found = record_expansions("1 2 3/4 5 0/7 8 6", "blank-last", algorithm="astar", heuristic="manhattan")
    >>> list(found.ranks), found.path, found.complete
    ([21], 'U', True)
    """
    ranks, found = array("I"), Expansions()
    given = read_options("record_expansions", TraceOptions, options, "board", "goal", "most")
    for progress in iter_record_expansions(Job.create(board, goal, **given), most=most):
        assert progress.found is not None, "each progress has a part"
        found = progress.found
        ranks += found.ranks
    return Expansions(ranks, found.path, found.complete)


def iter_record_expansions(job: Job, *, most: int = MOST) -> Iterator[Progress[Expansions]]:
    """Search step by step; each Progress carries the states expanded since the one before.

    The last one has the path, if one was found. To cancel, stop iterating.
    """
    algorithm = job.resolve().algorithm
    if not is_ours(algorithm) or algorithm.name not in TRACED:
        known = ", ".join(TRACED)
        raise InvalidJobError(
            f"expected an algorithm whose expansions can be listed, {known}, got {algorithm.name}"
        )
    most = require_whole(most, "expected a whole number of expansions, 1 or more", 1)
    count_states(job.board.shape)
    steps = _record(job, most, lambda g, state: rank(state))
    return (Progress(now, most, Expansions(ranks, path, is_over)) for now, ranks, path, is_over in steps)


def why_no_depths(job: Job) -> str:
    """Say why the depths of a search cannot be recorded; empty if they can."""
    plan = job.resolve()
    if not is_ours(plan.algorithm) or plan.algorithm.name not in TRACED:
        known = ", ".join(TRACED)
        return f"expected an algorithm whose depths can be recorded, {known}, got {plan.algorithm.name}"
    if plan.algorithm.name != "idastar":
        return ""
    return KERNEL if isinstance(instantiate(plan.heuristic, job.goal), PatternDatabases) else ""


def iter_record_depths(job: Job, *, most: int = MOST) -> Iterator[Progress[array[int]]]:
    """Search step by step; each Progress has the depths of the states expanded since the one before.

    A state that is expanded again is listed again. The backward part of a bidirectional search counts from
    the goal. Raises InvalidJobError if the search cannot be recorded. To cancel, stop iterating.
    """
    if why := why_no_depths(job):
        raise InvalidJobError(why)
    most = require_whole(most, "expected a whole number of expansions, 1 or more", 1)
    return (Progress(now, most, depths) for now, depths, _, _ in _record(job, most, lambda g, state: g))


def _record(
    job: Job, most: int, read: Callable[[int, Any], int]
) -> Iterator[tuple[int, array[int], str | None, bool]]:
    """Run a search, and yield again and again what `read(g, state)` returns of the states that it expands.

    Yield how many were expanded, what was recorded since the time before, the path if one was found, and
    whether the search has ended by itself.
    """
    plan = job.resolve()
    problem = order_moves(Problem(job.board, job.goal), plan.options.order)
    heuristic: Heuristic = Zero(job.goal)
    if plan.algorithm.informed:
        heuristic = instantiate(plan.heuristic, job.goal)
        if plan.algorithm.name == "idastar" and isinstance(heuristic, PatternDatabases):
            raise InvalidJobError(KERNEL)
        for _ in iter_prepare(heuristic, plan.heuristic.name, job.engine):
            yield 0, array("I"), None, False
    watch = _Expanded(read)
    search = plan.algorithm.search(problem, heuristic, replace(plan.options, watch=watch))
    stepper = Stepper(search)
    now = stepper.advance(1)
    while not stepper.ended and now.expanded < most:
        yield now.expanded, watch.pop(), None, False
        now = stepper.advance(min(EXPANSIONS_PER_STEP, most - now.expanded))
    search.close()
    slides = now.path
    assert not isinstance(slides, str), "searches that can be recorded return slides"
    path = None if slides is None else problem.letters(slides)
    yield now.expanded, watch.pop(), path, stepper.ended


class _Expanded(Watch):
    """A watcher that keeps a number for each expansion, until it is popped."""

    def __init__(self, read: Callable[[int, Any], int]) -> None:
        self._read, self._record = read, array("I")

    def note_expansion(self, g: int, state: Any) -> None:
        self._record.append(self._read(g, state))

    def pop(self) -> array[int]:
        """Return what was recorded since the last time."""
        record, self._record = self._record, array("I")
        return record
