"""Many jobs: the same answers in the same order, wherever they run and whatever fails."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from itertools import count, islice
from multiprocessing import get_context
from random import Random
from threading import Event
from typing import Any

import pytest

from npuzzle import (
    HEURISTICS,
    Board,
    Heuristic,
    InvalidJobError,
    Job,
    Limits,
    Shape,
    from_function,
    goal_board,
    maximum,
    random_board,
    solve,
    weighted,
)
from npuzzle.errors import BrokenPoolError
from npuzzle.solving.many import Answer, run_in_order, solve_many

BOARDS = [random_board(goal_board("blank-last", Shape(2, 3)), Random(seed)) for seed in range(6)]
HARD = "15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0"


def breaking(board: Any) -> int:
    raise KeyError("lost")


def off(board: Board) -> int:
    return sum(tile not in (0, at + 1) for at, tile in enumerate(board.tiles))


class Twice(Heuristic):
    """A user's heuristic in a module, where processes can import it."""

    def estimate(self, state: Sequence[int]) -> float:
        return sum(tile not in (cell, self.home) for cell, tile in enumerate(state)) / 2


def fatal(board: Any) -> int:
    os._exit(3)


def various() -> list[Job]:
    """Make jobs that end in every way: solved, already solved, unsolvable, out of nodes, and broken twice."""
    jobs = [Job.create(board) for board in BOARDS]
    jobs[1:1] = [
        Job.create("1 2 3/4 5 0"),
        Job.create("2 8 1/0 4 3/7 6 5"),
        Job.create("8 6 7/2 5 4/3 0 1", heuristic=breaking),
        Job.create(HARD, "blank-first", limits=Limits(expanded=50)),
    ]
    return [*jobs, Job.create("8 6 7/2 5 4/3 0 1", heuristic=breaking)]


def told(answers: Iterable[Answer]) -> list[dict[str, Any]]:
    """Return the answers without their times."""
    return [{**answer.to_dict(), "seconds": 0} for answer in answers]


@from_function
def decorated(position: Board) -> int:
    return position.blank


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


MADE = {
    "from_function": from_function(off, name="off", admissible=True, consistent=True),
    "maximum": maximum("manhattan", off, Twice),
    "weighted": weighted(0.5, "misplaced", 0.5, maximum("mix", "manhattan")),
    "a card of the package": HEURISTICS["linear-conflict"],
    "a class": Twice,
    "a decorated function": decorated,
}


@pytest.mark.parametrize("heuristic", MADE.values(), ids=MADE)
def test_a_heuristic_made_of_functions_of_a_module_goes_to_other_processes(
    processes: Executor, heuristic: Any
) -> None:
    jobs = [Job.create(board, algorithm="astar", heuristic=heuristic) for board in BOARDS]
    assert told(solve_many(jobs, executor=processes)) == told(solve_many(jobs))


def test_what_cannot_be_sent_is_reported_with_the_reason(processes: Executor) -> None:
    def inner(board: Board) -> int:
        return 0

    for heuristic in (lambda board: 0, inner, from_function(inner), maximum("mix", lambda board: 0)):
        job = Job.create(BOARDS[0], algorithm="astar", heuristic=heuristic)
        (answer,) = solve_many([job], executor=processes)
        assert answer.error is not None
        assert "functions and classes at the top level of a module: no lambda" in answer.error


@pytest.mark.parametrize("ahead", [0, 1, 3, 100])
def test_the_answers_are_the_same_from_any_worker(processes: Executor, ahead: int) -> None:
    here = told(solve_many(various()))
    with ThreadPoolExecutor(3) as threads:
        assert told(solve_many(various(), executor=threads, ahead=ahead)) == here
    assert told(solve_many(various(), executor=processes, ahead=ahead)) == here


def test_an_answer_is_what_solve_gives_or_what_was_raised() -> None:
    for job, answer in zip(various(), solve_many(various()), strict=True):
        assert answer.job == job
        if job.heuristic is breaking:
            assert answer.result is None
            assert answer.error is not None
            assert "breaking raised KeyError ('lost') for the board" in answer.error
            assert answer.to_dict()["error"] == answer.error
        else:
            alone = solve(job.board, job.goal, heuristic=job.heuristic, limits=job.limits)
            assert answer.error is None
            assert answer.to_dict() | {"seconds": 0} == alone.to_dict() | {"seconds": 0}


class Counted:
    """An endless source that counts its requested jobs."""

    def __init__(self) -> None:
        self.asked = 0

    def __iter__(self) -> Iterator[Job]:
        for self.asked in count(1):
            yield Job.create(BOARDS[self.asked % len(BOARDS)])


@pytest.mark.parametrize("ahead", [0, 1, 5])
def test_endless_jobs_are_asked_for_as_they_are_needed(ahead: int) -> None:
    source = Counted()
    for got, _ in enumerate(islice(solve_many(source), 20), 1):
        assert source.asked == got
    with ThreadPoolExecutor(2) as threads:
        source = Counted()
        with closing(run_in_order(given, unlike, source, executor=threads, ahead=ahead)) as answers:
            for got, _ in enumerate(islice(answers, 20), 1):
                assert source.asked == got + ahead


def given(item: Any) -> Iterator[None]:
    yield
    return item


def unlike(item: Any, error: Exception) -> Any:
    return error


class Lazy(Executor):
    """Accepts jobs and never starts them."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, *_: Any, **__: Any) -> Future[Any]:  # type: ignore[override]
        self.futures.append(Future())
        return self.futures[-1]


def test_an_iterator_that_is_dropped_cancels_what_has_not_begun() -> None:
    executor = Lazy()
    waited: list[None] = []

    def first_done() -> None:
        waited.append(None)
        executor.futures[0].set_result("done")

    found = run_in_order(given, unlike, range(9), executor=executor, ahead=4, meanwhile=first_done)
    with closing(found) as outcomes:
        assert next(outcomes) == (0, "done")
    assert waited == [None]
    assert [future.cancelled() for future in executor.futures] == [False, True, True, True, True]


def test_what_the_jobs_raise_comes_after_the_answers_of_those_before(processes: Executor) -> None:
    def texts() -> Iterator[Job]:
        for text in ("1 2/0 3", "1 2/3 0", "1 2/3 3", "1 2/0 3"):
            yield Job.create(text)

    with ThreadPoolExecutor(2) as threads:
        for executor in (None, threads, processes):
            answers: list[Answer] = []
            with pytest.raises(ValueError, match="tile 3 appears twice"):
                answers.extend(solve_many(texts(), executor=executor))
            assert [answer.result and answer.result.length for answer in answers] == [1, 0]


def test_a_job_that_cannot_be_sent_costs_no_other(processes: Executor) -> None:
    jobs = [Job.create("1 2/0 3", heuristic=h) for h in ("zero", lambda board: 0, "zero")]
    answers = list(solve_many(jobs, executor=processes))
    assert [answer.result is None for answer in answers] == [False, True, False]
    assert "pickle" in str(answers[1].error)
    assert [answer.error for answer in solve_many(jobs)] == [None] * 3


@pytest.mark.slow
def test_a_killed_process_is_reported_and_what_came_before_stands() -> None:
    jobs = [Job.create(BOARDS[0]), Job.create(BOARDS[1]), Job.create("1 2/0 3", heuristic=fatal)]
    jobs += [Job.create(BOARDS[2])] * 5
    answers: list[Answer] = []
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        with pytest.raises(BrokenPoolError, match="a worker ended before its job was done"):
            answers.extend(solve_many(jobs, executor=executor))
        with pytest.raises(BrokenPoolError, match="the executor takes no more jobs"):
            next(solve_many(jobs, executor=executor))
    assert told(answers) == told(solve_many(jobs[:2]))


def test_an_executor_that_was_shut_down_is_reported() -> None:
    executor = ThreadPoolExecutor(1)
    held, going = Event(), Event()

    def waiting(item: int) -> Iterator[None]:
        going.set()
        held.wait()
        yield from ()
        return item

    def shut() -> None:
        if going.is_set():
            executor.shutdown(wait=False, cancel_futures=True)
            held.set()

    got: list[tuple[int, int]] = []
    with pytest.raises(BrokenPoolError, match="the executor has dropped jobs"):
        got.extend(run_in_order(waiting, unlike, range(5), executor=executor, meanwhile=shut))
    assert got == [(0, 0)]
    with pytest.raises(BrokenPoolError, match="takes no more jobs"):
        list(solve_many([Job.create("1 2/0 3")], executor=executor))


@pytest.mark.parametrize("ahead", [-1, 1.5, "2", True, None])
def test_a_wrong_ahead_is_refused_at_once(ahead: Any) -> None:
    with pytest.raises(InvalidJobError, match="ahead must be a whole number, 0 or more, got"):
        solve_many([], ahead=ahead)
