"""`solve_many`: solve many jobs in this thread or on any executor. The answers keep the order of the jobs.

The caller brings the executor: threads, processes, or a cluster's, such as dask's `client.get_executor()`.
This module uses only `submit`, which takes the work, and futures, which return the answers. So no cluster
needs special code here. Only a few jobs are sent ahead, so the jobs may be endless. A job that fails affects
only its own answer. If the executor is lost, BrokenPoolError is raised after the answers to earlier jobs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from dataclasses import dataclass
from pickle import PicklingError
from typing import Any, Generic, TypeVar, Unpack

from npuzzle.errors import BrokenPoolError, InvalidJobError, NPuzzleError, describe_exception, quote, require
from npuzzle.numbers import require_whole
from npuzzle.puzzle.board import Board, BoardLike
from npuzzle.puzzle.shape import elements
from npuzzle.solving.job import Job, start
from npuzzle.solving.options import JobOptions, read_options
from npuzzle.solving.result import Result

AHEAD = 100  # jobs sent out ahead of the one awaited, so that a hard board does not leave workers idle
STEP = 0.1  # seconds between checks of the running jobs

NOT_SENT = (
    "A job is pickled for another process. So its heuristic must be a name, or made of functions and "
    "classes at the top level of a module: no lambda, and nothing defined inside a function."
)

T = TypeVar("T")
R = TypeVar("R")

#: A function that works on one item: a generator that yields between steps and returns the outcome.
Work = Callable[[T], Generator[None, None, R]]
Failed = Callable[[T, Exception], R]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to one of many jobs: the result, or the message of the error that the job raised."""

    job: Job
    result: Result | None = None
    error: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON: the data of the result, or the board, the goal and the error."""
        if self.result is not None:
            return self.result.to_dict(self.job.notation)
        return {"board": str(self.job.board), "goal": str(self.job.goal), "error": self.error}


def solve_many(
    jobs: Iterable[Job | BoardLike],
    goal: BoardLike | None = None,
    *,
    executor: Executor | None = None,
    ahead: int = AHEAD,
    **options: Unpack[JobOptions],
) -> Iterator[Answer]:
    """Solve many boards in this thread or on any executor. Yield the answers in the order of the boards.

    If a job fails, because its heuristic raises an error or the executor cannot receive it, then its answer
    has an `error`, and all other jobs are still solved. An error raised by `jobs` itself, such as
    InvalidBoardError, is raised after the answers to all earlier jobs. Stop iterating to cancel the jobs that
    have not begun.

    Parameters
    ----------
    jobs
        Boards, in any form that `Board` accepts, or `Job`s. The iterable may be endless.
    goal
        The goal of all boards: a name, or a board. A `Job` has its own goal.
    executor
        What solves the boards: any executor with `submit`, of threads, processes or a cluster such as
        dask's. None means this thread, one board after the other. Heuristics and algorithms for other
        processes must be picklable: names and functions of a module are, a lambda is not.
    ahead
        How many jobs to send ahead of the one whose answer comes next.
    algorithm
        The algorithm for all boards. This and all options below are those of `solve`.
    heuristic
        The heuristic for all boards.
    weight
        How much weighted A* trusts the heuristic, 1 or more.
    width
        How many states beam search keeps at each depth.
    numbers
        The numbers of the algorithm as a mapping.
    seconds
        The time limit for each board.
    expanded
        The most states to expand for each board.
    stored
        The most states to keep in memory.
    depth
        The most moves of a path.
    limits
        The four limits above as one argument: a `Limits`, or a mapping.
    notation
        Whether the letters in `Answer.to_dict` name directions of the tile or of the blank.
    engine
        The engine that runs the kernels.
    every
        Whether to list all shortest paths.
    within
        Seconds after which the best path found so far is the answer.
    metric
        What counts as one move: "tiles", or "lines" for slides of whole lines.
    processes
        The most processes that search one board. To solve many boards at once, use `executor` instead.
    order
        The order in which moves are tried, such as "UDLR".

    Returns
    -------
    Iterator[Answer]
        One answer per board: the job, with the result or the error.

    Raises
    ------
    InvalidJobError
        If an option is wrong, or options are given together with a `Job`, which has its own options.
    UnknownOptionError
        If an option is misspelled. The message suggests the nearest one.
    BrokenPoolError
        If the executor breaks down, for example because a process was killed.

    Examples
    --------
    >>> boards = ["1 2 3/4 5 6/0 7 8", "8 6 7/2 5 4/3 0 1"]
    >>> [answer.result.length for answer in solve_many(boards, algorithm="astar")]
    [2, 31]
    """
    options = read_options("solve_many", JobOptions, options, "jobs", "goal", "executor", "ahead")  # type: ignore[assignment]
    if isinstance(jobs, (str, Board)):
        raise InvalidJobError("the boards must be an iterable of boards or Jobs; for one board use solve")
    require(jobs, Iterable, "the boards must be an iterable of boards or Jobs")
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise InvalidJobError(f"the executor must have a method submit, or be None; got {quote(executor)}")
    made = (_read_job(job, goal, options) for job in jobs)
    found = run_in_order(_iter_outcome, _describe_failure, made, executor=executor, ahead=ahead)
    return (_make_answer(job, outcome) for job, outcome in found)


def _read_job(job: Job | BoardLike, goal: BoardLike | None, options: JobOptions) -> Job:
    """Return a job unchanged, or make a job from a board."""
    if not isinstance(job, Job):
        if not isinstance(job, (Board, str)) and elements(job) is None:
            raise InvalidJobError(
                f"the jobs must be boards, or Jobs, such as Job.create returns, got {quote(job)}"
            )
        return Job.create(job, goal, **options)
    if options or goal is not None:
        raise InvalidJobError("a Job has its own goal and options: give them to Job.create")
    return job


def run_in_order(
    work: Work[T, R],
    failed: Failed[T, R],
    items: Iterable[T],
    *,
    executor: Executor | None = None,
    ahead: int = AHEAD,
    meanwhile: Callable[[], None] = lambda: None,
) -> Generator[tuple[T, R], None, None]:
    """Work on many items. Yield each with its outcome, in the order of the items.

    If the work on an item raises an error, `failed` makes the outcome. While this thread waits for outcomes,
    it calls `meanwhile` about every STEP seconds.
    """
    ahead = require_whole(ahead, "ahead must be a whole number, 0 or more")
    if executor is None:
        return ((item, _run_work(work, failed, item, meanwhile)) for item in items)
    return _send_out(_Sent(work, failed, executor), iter(items), ahead, meanwhile)


@dataclass(frozen=True, slots=True)
class _Sent(Generic[T, R]):
    """The work for an executor. If the work on an item raises an error, `failed` makes the outcome."""

    work: Work[T, R]
    failed: Failed[T, R]
    executor: Executor

    def submit(self, item: T) -> Future[R]:
        """Send the work on an item to the executor. If that fails, the future holds the error."""
        try:
            return self.executor.submit(_run_work, self.work, self.failed, item)
        except RuntimeError as error:  # the executor is broken, or was shut down
            raise BrokenPoolError(f"the executor takes no more jobs: {error}") from error
        except Exception as error:
            unsent: Future[R] = Future()
            unsent.set_exception(error)
            return unsent


def _send_out(
    sent: _Sent[T, R], items: Iterator[T], ahead: int, meanwhile: Callable[[], None]
) -> Generator[tuple[T, R], None, None]:
    """Do the work of `run_in_order` on an executor."""
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
                except Exception as error:  # raised by the items, or by an executor that accepts no more work
                    more, failure = False, error
            if not under_way:
                break
            item, future = under_way.popleft()
            raised = _wait_for(future, meanwhile)
            yield item, future.result() if raised is None else sent.failed(item, raised)
    finally:
        for _, future in under_way:
            future.cancel()
    if failure is not None:
        raise failure


def _wait_for(future: Future[R], meanwhile: Callable[[], None]) -> Exception | None:
    """Wait until the work has ended. Return the error that sending the work raised, or None.

    Raises BrokenPoolError if the executor lost the work.
    """
    while True:
        try:
            error = future.exception(STEP)
        except TimeoutError:  # of this call; a TimeoutError of the work would be returned
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


def _run_work(
    work: Work[T, R], failed: Failed[T, R], item: T, meanwhile: Callable[[], None] = lambda: None
) -> R:
    """Do all the work on one item, in any thread or process, and return the outcome."""
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


def iter_solve(job: Job) -> Generator[None, None, Result]:
    """Solve a job in steps of about STEP seconds, and return the result."""
    run = start(job)
    while run.result is None:
        yield
        run.step(STEP)
    return run.result


def describe_error(error: Exception) -> str:
    """Return the message of an error, after the error's type unless npuzzle raised it."""
    if isinstance(error, NPuzzleError):
        return str(error) or type(error).__name__
    unsent = isinstance(error, PicklingError) or "pickle" in str(error)
    return f"{describe_exception(error)}. {NOT_SENT}" if unsent else describe_exception(error)


def _iter_outcome(job: Job) -> Generator[None, None, Result | str]:
    return (yield from iter_solve(job))


def _describe_failure(job: Job, error: Exception) -> Result | str:
    return describe_error(error)


def _make_answer(job: Job, outcome: Result | str) -> Answer:
    if isinstance(outcome, str):
        return Answer(job=job, error=outcome)
    return Answer(job=job, result=outcome)
