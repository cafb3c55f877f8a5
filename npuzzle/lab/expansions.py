"""`record_expansions`: the states that a search expands, in order: little memory for each."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Unpack, cast

from npuzzle.errors import InvalidJobError
from npuzzle.heuristics import Heuristic
from npuzzle.heuristics.own import instantiate, iter_prepare
from npuzzle.heuristics.pattern_database import PatternDatabases
from npuzzle.heuristics.zero import Zero
from npuzzle.lab.distance_table import rank
from npuzzle.lab.search_trace import TRACED
from npuzzle.lab.state_space import Progress, count_states
from npuzzle.lab.trace_recorder import Deepening, Draft
from npuzzle.numbers import require_whole
from npuzzle.puzzle.board import BoardLike
from npuzzle.puzzle.ordered import order_moves
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide
from npuzzle.search.base import SearchOptions, Stepper, is_ours
from npuzzle.solving.job import Job
from npuzzle.solving.options import TraceOptions, read_options

MOST = 400_000  # expansions by default: more than any search of the 3x3 that keeps what it has met
EXPANSIONS_PER_STEP = 200  # between two reports, so that a caller can draw or cancel
DEEPENING = ("idastar", "iterative-deepening")
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
    return _record(job, most)


def _record(job: Job, most: int) -> Iterator[Progress[Expansions]]:
    for now, some, path, is_over in watch(job, most, RecordedSpace, RecordedDeepening):
        yield Progress(now, most, Expansions(some, path, is_over))


def watch(
    job: Job, most: int, space_of: type[RecordedSpace], deepening_of: type[RecordedDeepening]
) -> Iterator[tuple[int, array[int], str | None, bool]]:
    """Run a search, and yield again and again what has been recorded of the states that it expands.

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
    if plan.algorithm.name in DEEPENING:
        deepening = deepening_of(problem, heuristic, plan.options)
        record, search = deepening.record, deepening.search()
    else:
        space = space_of(problem)
        record, search = space.record, plan.algorithm.search(cast(Problem, space), heuristic, plan.options)
    stepper, sent = Stepper(search), 0
    now = stepper.advance(1)
    while not stepper.ended and now.expanded < most:
        yield now.expanded, record[sent : now.expanded], None, False
        sent = now.expanded
        now = stepper.advance(min(EXPANSIONS_PER_STEP, most - now.expanded))
    search.close()
    slides = now.path
    assert not isinstance(slides, str), "searches that can be recorded return slides"
    path = None if slides is None else problem.letters(slides)
    yield now.expanded, record[sent : now.expanded], path, stepper.ended


class RecordedSpace:
    """A puzzle that answers as the real one does; a state whose successors are requested is expanded.

    `record` has the rank of each state that was expanded.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self.record = array("I")

    def __getattr__(self, name: str) -> object:
        """Answer as the puzzle does; only requests for successors are recorded."""
        return getattr(self._problem, name)

    def successors(self, state: Sequence[int]) -> Iterator[tuple[Slide, State]]:
        """Record that a state is expanded, and return its successors."""
        self.record.append(rank(state))
        return self._problem.successors(tuple(state))


class RecordedDeepening(Deepening):
    """A deepening search, recorded by the estimates that it requests; it keeps only the ranks."""

    def __init__(self, problem: Problem, heuristic: Heuristic, options: SearchOptions) -> None:
        super().__init__(problem, heuristic, options)
        self.record = array("I")

    def note(self, parent: Draft | None, slide: Slide | None, state: State) -> Draft:
        """Make a node, and keep it only as long as it is on the path."""
        g, turn = (0, 0) if parent is None else (parent.g + 1, parent.round)
        return Draft(number=0, parent=None, slide=slide, state=state, g=g, made=0, round=turn)

    def take(self, draft: Draft) -> None:
        """Record that a node is expanded, or is the goal, which comes last."""
        self.record.append(rank(draft.state))
