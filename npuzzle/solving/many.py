"""`solve_many`: many jobs, here or on any executor; the answers come in the order of the jobs.

The executor is yours: threads, processes, or dask's `client.get_executor()`. Nothing here knows which
it is; work goes out by `submit` and comes back as futures.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from dataclasses import dataclass
from pickle import PicklingError
from typing import Any, Generic, TypeVar, Unpack

from npuzzle.errors import BrokenPoolError, InvalidJobError, NPuzzleError, require, shown
from npuzzle.heuristics.guard import describe_exception
from npuzzle.puzzle.board import Board, BoardLike
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.shape import elements
from npuzzle.solving.job import Job, start
from npuzzle.solving.options import JobOptions, explain_options
from npuzzle.solving.result import Result

AHEAD = 100  # jobs under way beyond the one waited for: one hard board does not leave the others idle
STEP = 0.1  # seconds between two looks at what is under way

NOT_SENT = (
    "A job goes to another process with all that is in it: its heuristic is a name, or made of functions "
    "and classes that stand at the top of a module; not a lambda, nor what is defined inside a function."
)

T = TypeVar("T")
R = TypeVar("R")

#: Work on one item, in steps; what it returns is its outcome.
Work = Callable[[T], Generator[None, None, R]]
Failed = Callable[[T, Exception], R]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of one of many jobs: its result, or what was raised instead, in words."""

    job: Job
    result: Result | None = None
    error: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain data: that of the result, or board, goal and error."""
        if self.result is not None:
            return self.result.to_dict(self.job.notation)
        return {"board": str(self.job.board), "goal": str(self.job.goal), "error": self.error}


@explain_options
def solve_many(
    jobs: Iterable[Job | BoardLike],
    goal: BoardLike = DEFAULT_GOAL,
    *,
    executor: Executor | None = None,
    ahead: int = AHEAD,
    **options: Unpack[JobOptions],
) -> Iterator[Answer]:
    """Solve many boards, here or on any executor; yield the answers in the order of the boards.

    A board that breaks (its heuristic raises, it cannot be sent) is an answer with `error`, and the rest goes
    on. What `jobs` itself raises, such as InvalidBoardError, comes after the answers of all before it. Stop
    iterating to cancel what has not begun.

    Parameters
    ----------
    jobs
        Boards, in any form that `Board` takes, or `Job`s. They may be endless.
    goal
        The goal of the boards: a name, or a board. A `Job` has its own.
    executor
        Where they are solved: threads, processes, dask; None: here, one after the other. What goes to another
        process must pickle: names do, functions of a module, and combinations of these, but no lambda.
    ahead
        How many jobs an executor gets beyond the one that is waited for.
    algorithm
        For the boards, as in `solve`, like all options below.
    heuristic
        For the boards.
    weight
        For weighted A*.
    width
        For beam search.
    numbers
        The numbers of the algorithm as a mapping.
    seconds
        The most time for each board.
    expanded
        The most states to expand for each board.
    stored
        The most states to keep in memory.
    depth
        The most moves of a path.
    limits
        The same four limits as `Limits` or a mapping.
    notation
        Whose direction the letters of `Answer.to_dict` name.
    engine
        What runs the kernels.
    every
        Whether to list all shortest paths.
    within
        Seconds after which the best path found so far is the answer.

    Returns
    -------
    Iterator[Answer]
        For each board its job, and the result or the error.

    Raises
    ------
    InvalidJobError
        If an option is wrong, or options are given beside a `Job`, which has its own.
    UnknownOptionError
        If an option is misspelled; it suggests the nearest one.
    BrokenPoolError
        If the executor breaks down, for example because a process was killed.

    Examples
    --------
    >>> boards = ["1 2 3/4 5 6/0 7 8", "8 6 7/2 5 4/3 0 1"]
    >>> [answer.result.length for answer in solve_many(boards, algorithm="astar")]
    [2, 31]
    """
    if isinstance(jobs, (str, Board)):
        raise InvalidJobError("the boards are an iterable of boards or Jobs; for one board there is solve")
    require(jobs, Iterable, "the boards are an iterable of boards or Jobs")
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise InvalidJobError(f"the executor has a method submit, or is None; got {shown(executor)}")
    made = (_read_job(job, goal, options) for job in jobs)
    found = in_order(_solving, _in_words, made, executor=executor, ahead=ahead)
    return (_answer(job, outcome) for job, outcome in found)


def _read_job(job: Job | BoardLike, goal: BoardLike, options: JobOptions) -> Job:
    """Return a job as it is, or make one of a board."""
    if not isinstance(job, Job):
        if not isinstance(job, (Board, str)) and elements(job) is None:
            raise InvalidJobError(f"the jobs are boards, or Jobs such as Job.create gives, got {shown(job)}")
        return Job.create(job, goal, **options)
    if options or goal is not DEFAULT_GOAL:
        raise InvalidJobError("a Job has its own goal and options: give them to Job.create")
    return job


def in_order(
    work: Work[T, R],
    failed: Failed[T, R],
    items: Iterable[T],
    *,
    executor: Executor | None = None,
    ahead: int = AHEAD,
    meanwhile: Callable[[], None] = lambda: None,
) -> Generator[tuple[T, R], None, None]:
    """Each item with the outcome of its work, as `solve_many` does with jobs.

    `failed` makes the outcome of an item whose work raised. `meanwhile` is called in this thread about
    every STEP seconds of waiting.
    """
    if type(ahead) is not int or ahead < 0:
        raise InvalidJobError(f"ahead is a whole number, 0 or more, got {shown(ahead)}")
    if executor is None:
        return ((item, _outcome(work, failed, item, meanwhile)) for item in items)
    return _send_out(_Sent(work, failed, executor), iter(items), ahead, meanwhile)


@dataclass(frozen=True, slots=True)
class _Sent(Generic[T, R]):
    """Work that goes to an executor, and what is made of an item whose work raised."""

    work: Work[T, R]
    failed: Failed[T, R]
    executor: Executor

    def submit(self, item: T) -> Future[R]:
        """Hand the work on an item to the executor; an item that cannot be sent has its failure at once."""
        try:
            return self.executor.submit(_outcome, self.work, self.failed, item)
        except RuntimeError as error:  # it is broken, or was shut down
            raise BrokenPoolError(f"the executor takes no more jobs: {error}") from error
        except Exception as error:
            unsent: Future[R] = Future()
            unsent.set_exception(error)
            return unsent


def _send_out(
    sent: _Sent[T, R], items: Iterator[T], ahead: int, meanwhile: Callable[[], None]
) -> Generator[tuple[T, R], None, None]:
    """Do `in_order` by an executor."""
    under_way: deque[tuple[T, Future[R]]] = deque()
    more = True
    failure: Exception | None = None
    try:
        while True:
            while more and len(under_way) <= ahead:
                try:
                    item = next(items)
                    under_way.append((item, sent.submit(item)))
                except StopIteration:
                    more = False
                except Exception as error:  # of the items, or of an executor that takes none
                    more, failure = False, error
            if not under_way:
                break
            item, future = under_way.popleft()
            raised = _wait(future, meanwhile)
            yield item, future.result() if raised is None else sent.failed(item, raised)
    finally:
        for _, future in under_way:
            future.cancel()
    if failure is not None:
        raise failure


def _wait(future: Future[R], meanwhile: Callable[[], None]) -> Exception | None:
    """What the work raised on its way, when it has ended; BrokenPoolError if the executor has lost it."""
    while True:
        try:
            error = future.exception(STEP)
        except TimeoutError:  # raised here it is ours: the work's own would be returned
            meanwhile()
            continue
        except CancelledError:
            raise BrokenPoolError("the executor has dropped jobs: it was shut down or lost") from None
        if isinstance(error, BrokenExecutor):
            raise BrokenPoolError(
                f"a worker ended before its job was done (killed, or out of memory?): {error}"
            ) from error
        if error is not None and not isinstance(error, Exception):
            raise error
        return error


def _outcome(
    work: Work[T, R], failed: Failed[T, R], item: T, meanwhile: Callable[[], None] = lambda: None
) -> R:
    """The work on one item, to its end, wherever this runs."""
    steps = work(item)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            outcome: R = end.value
            return outcome
        except Exception as error:
            return failed(item, error)
        meanwhile()


def solving(job: Job) -> Generator[None, None, Result]:
    """The job's result, in steps of about STEP seconds."""
    run = start(job)
    while run.result is None:
        yield
        run.step(STEP)
    return run.result


def in_words(error: Exception) -> str:
    """An exception as text: ours are written for users, others begin with what they are."""
    if isinstance(error, NPuzzleError):
        return str(error)
    unsent = isinstance(error, PicklingError) or "pickle" in str(error)
    return f"{describe_exception(error)}. {NOT_SENT}" if unsent else describe_exception(error)


def _solving(job: Job) -> Generator[None, None, Result | str]:
    return (yield from solving(job))


def _in_words(job: Job, error: Exception) -> Result | str:
    return in_words(error)


def _answer(job: Job, outcome: Result | str) -> Answer:
    if isinstance(outcome, str):
        return Answer(job=job, error=outcome)
    return Answer(job=job, result=outcome)
