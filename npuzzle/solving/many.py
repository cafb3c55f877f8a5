"""`solve_many`: many jobs, here or on any executor. The answers come in the order of the jobs.

The executor is yours: threads, processes, or a cluster's, such as dask's `client.get_executor()`. Nothing
here knows which it is: `submit` takes the work, a future returns the answer. So a cluster needs no code here.
Only a few jobs are sent ahead, so the jobs may be endless. An error affects only the answer to its own job. A
lost executor ends the iteration, after the answers before it.
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

#: The work on one item, in steps, with its outcome as the return value.
Work = Callable[[T], Generator[None, None, R]]
Failed = Callable[[T, Exception], R]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to one of many jobs: its result, or the message of the error that was raised instead."""

    job: Job
    result: Result | None = None
    error: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON: the result's data, or board, goal and error."""
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
    """Solve many boards, here or on any executor. Yield the answers in the order of the boards.

    If a job fails, because its heuristic raises or it cannot be sent, its answer has an `error`, and the
    others are still solved. An error raised by `jobs` itself, such as InvalidBoardError, comes after the
    answers to all jobs before it. Stop iterating to cancel the jobs that have not begun.

    Parameters
    ----------
    jobs
        Boards, in any form that `Board` takes, or `Job`s. They may be endless.
    goal
        The goal of the boards: a name, or a board. A `Job` has its own.
    executor
        Where boards are solved: any executor with `submit`, of threads, processes or a cluster such as
        dask's. None means here, one after the other. For another process, heuristics and algorithms must
        pickle: names and functions of a module do, a lambda does not.
    ahead
        How many jobs an executor gets ahead of the one awaited.
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
        The engine that runs the kernels.
    every
        Whether to list all shortest paths.
    within
        Seconds after which the best path found so far is the answer.
    metric
        What counts as one move: "tiles", or "lines" for slides of whole lines.
    processes
        The most processes that search one board. For many boards, `executor` is better.
    order
        The order in which moves are tried, such as "UDLR".

    Returns
    -------
    Iterator[Answer]
        For each board its job, and the result or the error.

    Raises
    ------
    InvalidJobError
        If an option is wrong, or options are given together with a `Job`, which has its own.
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

    `failed` makes the outcome of an item whose work raised an error. `meanwhile` is called in this thread
    about every STEP seconds while it waits.
    """
    ahead = require_whole(ahead, "ahead must be a whole number, 0 or more")
    if executor is None:
        return ((item, _run_work(work, failed, item, meanwhile)) for item in items)
    return _send_out(_Sent(work, failed, executor), iter(items), ahead, meanwhile)


@dataclass(frozen=True, slots=True)
class _Sent(Generic[T, R]):
    """Work for an executor; `failed` makes the outcome of an item whose work raised an error."""

    work: Work[T, R]
    failed: Failed[T, R]
    executor: Executor

    def submit(self, item: T) -> Future[R]:
        """Give the work on an item to the executor. If it cannot be sent, the future has the error."""
        try:
            return self.executor.submit(_run_work, self.work, self.failed, item)
        except RuntimeError as error:  # it is broken, or was shut down
            raise BrokenPoolError(f"the executor takes no more jobs: {error}") from error
        except Exception as error:
            unsent: Future[R] = Future()
            unsent.set_exception(error)
            return unsent


def _send_out(
    sent: _Sent[T, R], items: Iterator[T], ahead: int, meanwhile: Callable[[], None]
) -> Generator[tuple[T, R], None, None]:
    """Run `run_in_order` with an executor."""
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
                except Exception as error:  # raised by the items, or by an executor that takes no more
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
    """Wait until the work has ended. Return the error that was raised when it was sent, or None.

    Raises BrokenPoolError if the executor lost the work.
    """
    while True:
        try:
            error = future.exception(STEP)
        except TimeoutError:  # this call took too long; a TimeoutError of the work would be returned
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
    """Finish the work on one item, in any thread or process, and return the outcome."""
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
    """Return the message of an error. The message of an error that is not ours begins with its type."""
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
