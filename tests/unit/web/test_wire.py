"""The messages between page and solver, without a browser."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from npuzzle import Job, Limits, solve
from web.page.parts.answer import Answer, Progress
from web.rooms.solve.task import SolveTask
from web.solver.wire import NO_MEMORY, Reply, TaskRunner, start_message, step_message, stop_message

HARD = "15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0"


def ask_task(solver: TaskRunner, message: str) -> Reply:
    return Reply.from_text(solver.handle(message))


def ask_to_solve(solver: TaskRunner, job: Job) -> Reply:
    return ask_task(solver, start_message("solve", job.to_dict()))


def finish_task(solver: TaskRunner) -> Answer:
    """Step until the run has ended, and return its answer."""
    for _ in range(10_000):
        reply = ask_task(solver, step_message(0.05))
        assert reply.problem is None
        if reply.answer is not None:
            return Answer(**reply.answer)
    raise AssertionError("the run never ends")


@pytest.mark.slow
def test_a_job_is_carried_out_as_the_package_does_it() -> None:
    solver = TaskRunner()
    job = Job.create("8 6 7/2 5 4/3 0 1", algorithm="astar")
    first = ask_to_solve(solver, job)
    assert first.progress is not None
    assert Progress(**first.progress) == Progress(
        expanded=0, generated=0, frontier=0, peak_frontier=0, lower_bound=23, seconds=0.0
    )
    assert first.answer is None
    answer = finish_task(solver)
    direct = solve("8 6 7/2 5 4/3 0 1", algorithm="astar").to_dict()
    told = asdict(answer)
    assert told.pop("estimated_by") == "linear-conflict"
    assert told.pop("estimates")[0][-1] == 0
    assert {**told, "seconds": 0} == {**direct, "seconds": 0}


def test_stop_keeps_what_is_known() -> None:
    solver = TaskRunner()
    ask_to_solve(solver, Job.create(HARD, "blank-first"))
    under_way = ask_task(solver, step_message(0.1))
    while under_way.progress is not None and not under_way.progress["expanded"]:  # tables are loaded first
        under_way = ask_task(solver, step_message(0.1))
    assert under_way.answer is None
    assert under_way.progress is not None
    stopped = ask_task(solver, stop_message()).answer
    assert stopped is not None
    assert (stopped["outcome"], stopped["claim"][:8]) == ("cancelled", "at most ")
    assert stopped["expanded"] >= under_way.progress["expanded"] > 0
    assert ask_task(solver, stop_message()).answer == stopped


def test_an_unsolvable_board_is_an_answer() -> None:
    solver = TaskRunner()
    reply = ask_to_solve(solver, Job.create("2 8 1/0 4 3/7 6 5"))
    assert reply.answer is not None
    assert reply.answer["outcome"] == "unsolvable"


def test_a_bad_job_is_a_problem_in_words_and_the_solver_lives_on() -> None:
    solver = TaskRunner()
    message = json.loads(start_message("solve", Job.create("1 2/0 3").to_dict()))
    message["given"]["weight"] = 0
    reply = ask_task(solver, json.dumps(message))
    assert reply.problem is not None
    assert reply.problem.startswith("The weight must be a number")
    assert ask_task(solver, step_message(0.1)) == Reply()
    ask_to_solve(solver, Job.create("1 2/0 3"))
    assert finish_task(solver).length == 1


def test_a_new_start_drops_the_run_before_it() -> None:
    solver = TaskRunner()
    ask_to_solve(solver, Job.create(HARD, "blank-first"))
    ask_to_solve(solver, Job.create("1 2/0 3"))
    assert finish_task(solver).length == 1


def test_limits_go_over_the_wire() -> None:
    solver = TaskRunner()
    ask_to_solve(solver, Job.create(HARD, "blank-first", limits=Limits(expanded=777)))
    answer = finish_task(solver)
    assert (answer.outcome, answer.expanded) == ("out of nodes", 777)


def test_nothing_to_do_is_answered_with_nothing() -> None:
    assert ask_task(TaskRunner(), step_message(1)) == Reply()
    assert ask_task(TaskRunner(), stop_message()) == Reply()


def test_speed_is_expanded_over_seconds() -> None:
    progress = Progress(expanded=500, generated=0, frontier=0, peak_frontier=0, lower_bound=0, seconds=0.25)
    assert progress.per_second == 2000


def test_memory_that_runs_out_is_a_reply_and_the_next_task_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(*given: object) -> None:
        raise MemoryError

    solver = TaskRunner()
    job = Job.create("8 6 7/2 5 4/3 0 1", algorithm="astar")
    for method in ("__init__", "step", "progress", "answer"):
        with monkeypatch.context() as patched:
            if method != "__init__":
                ask_to_solve(solver, job)
            patched.setattr(SolveTask, method, too_much)
            message = start_message("solve", job.to_dict()) if method == "__init__" else step_message(0.01)
            assert ask_task(solver, message) == Reply(problem=NO_MEMORY)
        assert ask_task(solver, step_message(0.01)) == Reply()  # its memory is free again
    ask_to_solve(solver, job)
    assert finish_task(solver).length == 31
