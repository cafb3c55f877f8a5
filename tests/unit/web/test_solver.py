"""The page's real end of the solver, in a small fake browser, on a clock that never waits."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from npuzzle import Job
from tests.unit.web.fake_browser import Browser, Worker, page_modules, run
from web.solver import client, words
from web.solver.wire import Reply, TaskRunner

EASY = Job.create("1 2 3/4 5 6/7 0 8").to_dict()
HARD = Job.create("15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0", "blank-first", algorithm="astar").to_dict()
HINT = {"rows": 3, "cols": 3, "home": 8}
LONG_HINT = {"board": HARD["board"], "goal": HARD["goal"]}


@pytest.fixture
def fake() -> Browser:
    return Browser()


@pytest.fixture
def shell(fake: Browser) -> Iterator[Any]:
    """Yield `web.solver.client`, with `browser`: the `web.solver.browser` of the fake."""
    with page_modules(fake, "web.solver.browser", "web.sandbox.browser") as (module, sandbox):
        yield SimpleNamespace(**vars(client), browser=module.PageBrowser(), new_sandbox=sandbox.PageSandbox)


async def start_client(shell: Any, changed: Callable[[], None] = lambda: None) -> Any:
    solver = shell.SolverClient(shell.browser, shell.new_sandbox, changed)
    await solver.attach()
    assert solver.ready
    return solver


def ignore(progress: object) -> None:
    """Ignore progress, as a view may."""


def test_an_error_in_a_view_is_its_own(shell: Any, fake: Browser) -> None:
    """The error is logged to the console; the task continues to its answer, and the worker survives."""

    def fail(progress: object) -> None:
        raise KeyError("a typo in a view")

    async def main() -> None:
        solver = await start_client(shell)
        slow = Job.create("3 1 8/4 5 2/7 6 0", algorithm="breadth-first").to_dict()
        answer = await solver.run("solve", slow, fail)
        assert answer["length"] == 20
        assert len(fake.workers) == 1
        assert solver.problem == ""

    run(main())
    assert "KeyError: 'a typo in a view'" in fake.console[0]
    assert "in fail" in fake.console[0]


def test_an_error_while_the_page_is_drawn_is_its_own(shell: Any, fake: Browser) -> None:
    def fail() -> None:
        raise ValueError("cannot draw")

    async def main() -> None:
        solver = await start_client(shell, fail)
        for _ in range(2):
            assert (await solver.run("solve", EASY, ignore))["length"] == 1

    run(main())
    assert all("ValueError: cannot draw" in said for said in fake.console)


# Who has the solver


def test_who_asks_has_the_solver_at_once(shell: Any) -> None:
    async def main() -> None:
        solver = await start_client(shell)
        first = solver.run("solve", EASY, ignore)
        assert solver.busy == "solve"
        second = solver.run("trace", EASY, ignore)
        assert (await first)["length"] == 1
        with pytest.raises(shell.SolverError, match="busy"):
            await second
        assert (solver.busy, solver.is_free) == ("", True)

    run(main())


@pytest.mark.slow
@pytest.mark.slow_cases("running")
@pytest.mark.parametrize("seconds", [0, 0.3], ids=["queued", "running"])
def test_a_hint_gives_way(shell: Any, fake: Browser, seconds: float) -> None:
    async def main() -> None:
        solver = await start_client(shell)
        hint = solver.run("hint", LONG_HINT, ignore)
        await asyncio.sleep(seconds)
        assert not hint.done()
        pressed = solver.run("solve", EASY, ignore)
        assert solver.busy == "solve"
        assert (await pressed)["length"] == 1
        with pytest.raises(shell.EndedEarlyError):
            await hint
        assert len(fake.workers) == 1
        assert (await solver.run("hint", HINT, ignore))["exact"]

    run(main())


def test_the_picture_of_a_race_gives_way_and_ends_a_hint(shell: Any) -> None:
    async def main() -> None:
        solver = await start_client(shell)
        hint = solver.run("hint", LONG_HINT, ignore)
        lanes = [{"algorithm": "breadth-first"}]
        picture = solver.run("clouds", {**EASY, "lanes": lanes, "counts": [1]}, ignore)
        with pytest.raises(shell.EndedEarlyError):
            await hint
        assert (await picture)["depths"] == ["AAA="]
        picture = solver.run("clouds", {**EASY, "lanes": lanes, "counts": [150_000]}, ignore)
        assert (await solver.run("solve", EASY, ignore))["length"] == 1
        with pytest.raises(shell.EndedEarlyError):
            await picture

    run(main())


def test_a_hint_does_not_push_in(shell: Any) -> None:
    async def main() -> None:
        solver = await start_client(shell)
        pressed = solver.run("solve", EASY, ignore)
        with pytest.raises(shell.SolverError):
            await solver.run("hint", HINT, ignore)
        assert (await pressed)["length"] == 1

    run(main())


def test_who_waits_for_a_hint_that_does_not_end_waits_for_the_next_worker(shell: Any, fake: Browser) -> None:
    async def main() -> None:
        solver = await start_client(shell)
        hint = solver.run("hint", HINT, ignore)
        await asyncio.sleep(0.02)
        fake.workers[0].is_silent = True
        pressed = solver.run("solve", EASY, ignore)
        assert (await pressed)["length"] == 1
        with pytest.raises(shell.SolverError, match="did not answer"):
            await hint
        assert fake.living == fake.workers[1:]

    run(main())


# The life of a worker


def test_a_worker_comes_and_prepares(shell: Any, fake: Browser) -> None:
    fake.tables = "4x4: the host answered 404."

    async def main() -> None:
        solver = shell.SolverClient(shell.browser, shell.new_sandbox, lambda: None)
        assert not solver.ready
        await solver.attach()
        await asyncio.sleep(1)
        assert (solver.ready, solver.problem, solver.note) == (True, "", fake.tables)
        assert (await solver.run("solve", EASY, ignore))["length"] == 1

    run(main())


@pytest.mark.slow
def test_progress_is_heard_and_stop_keeps_what_is_known(shell: Any) -> None:
    async def main() -> None:
        solver, on_progress = await start_client(shell), list[Any]()
        running = solver.run("solve", HARD, on_progress.append)
        await asyncio.sleep(0.4)
        began = now()
        solver.stop()
        solver.stop()
        answer = await running
        assert now() - began <= 0.2
        assert answer["outcome"] == "cancelled"
        assert answer["expanded"] >= on_progress[-1]["expanded"] > 0
        solver.stop()  # with no task, it does not stop the next one
        assert (await solver.run("solve", EASY, ignore))["length"] == 1

    run(main())


def test_a_worker_that_does_not_answer_stop_is_replaced_after_some_seconds(shell: Any, fake: Browser) -> None:
    async def main() -> None:
        solver = await start_client(shell)
        running = solver.run("solve", EASY, ignore)
        await asyncio.sleep(0.01)
        fake.workers[0].is_silent = True
        began = now()
        solver.stop()
        with pytest.raises(shell.SolverError, match=re.escape(words.NO_ANSWER)):
            await running
        longest = client.PATIENCE + client.LONG_PATIENCE
        assert longest - 0.1 < now() - began <= longest + 0.01
        assert (solver.ready, solver.problem) == (False, words.NO_ANSWER)
        await asyncio.sleep(1)
        assert (solver.ready, solver.problem) == (True, "")
        assert fake.living == fake.workers[1:]
        assert (await solver.run("solve", EASY, ignore))["length"] == 1

    run(main())


@pytest.mark.slow
@pytest.mark.parametrize(("delay", "is_kept"), [(2.5, True), (4.5, False)])
def test_a_worker_that_still_answers_may_take_longer_to_end(
    shell: Any, fake: Browser, delay: float, is_kept: bool
) -> None:
    """The worker finds a path after Stop; on a slow device that takes several replies."""

    async def main() -> None:
        solver = await start_client(shell)
        running = solver.run("solve", HARD, ignore)
        await asyncio.sleep(0.4)
        fake.workers[0].solver = Hesitant(fake.workers[0].solver)
        fake.workers[0].delay = delay
        began = now()
        solver.stop()
        if is_kept:
            assert (await running)["moves"] is not None
            assert now() - began > client.PATIENCE
        else:
            with pytest.raises(shell.SolverError, match=re.escape(words.NO_ANSWER)):
                await running

    run(main())


class Hesitant(TaskRunner):
    """A runner that continues for three replies after Stop."""

    def __init__(self, runner: TaskRunner) -> None:
        self.runner, self.left = runner, 3

    def handle(self, text: str) -> str:
        self.left -= "stop" in text
        return self.runner.report() if "stop" in text and self.left > 0 else self.runner.handle(text)


def test_a_press_while_the_worker_is_started_anew_waits_for_it(shell: Any, fake: Browser) -> None:
    async def main() -> None:
        solver = await start_client(shell)
        fake.next_worker = lambda: Worker(fake, starts_after=30)
        fake.workers[0].die()
        await asyncio.sleep(0.1)
        assert not solver.ready
        running = solver.run("solve", EASY, ignore)
        assert (await running)["length"] == 1
        fake.workers[1].die()
        await asyncio.sleep(0.1)
        stopped = solver.run("solve", EASY, ignore)
        await asyncio.sleep(1)
        began = now()
        solver.stop()
        with pytest.raises(shell.EndedEarlyError, match=re.escape(words.STOPPED)):
            await stopped
        assert now() - began < 0.1
        await asyncio.sleep(40)
        assert (await solver.run("solve", EASY, ignore))["length"] == 1

    run(main())


def test_silence_is_reported_and_the_user_chooses(shell: Any, fake: Browser) -> None:
    async def main() -> None:
        solver = await start_client(shell)
        running = solver.run("solve", EASY, ignore)
        await asyncio.sleep(0.01)
        worker = fake.workers[0]
        worker.is_silent = True
        await asyncio.sleep(9.5)
        assert (solver.stuck, solver.problem) == (False, "")
        await asyncio.sleep(1)
        assert (solver.stuck, solver.problem) == (True, words.SILENT)
        worker.is_silent = False  # it was only slow
        assert (await running)["length"] == 1
        await asyncio.sleep(0.5)
        assert (solver.stuck, solver.problem) == (False, "")

        running = solver.run("solve", EASY, ignore)
        worker.is_silent = True
        await asyncio.sleep(12)
        for _ in range(3):
            solver.restart()
        with pytest.raises(shell.SolverError, match=re.escape(words.RESTARTED)):
            await running
        await asyncio.sleep(1)
        assert fake.living == fake.workers[1:] != []
        assert (await solver.run("solve", EASY, ignore))["length"] == 1
        solver.restart()  # nothing is wrong, so nothing restarts
        assert len(fake.workers) == 2

    run(main())


@pytest.mark.slow
def test_a_death_is_heard_of_by_the_lock_and_the_third_in_a_row_is_not_mended(
    shell: Any, fake: Browser
) -> None:
    async def main() -> None:
        solver = await start_client(shell)
        running = solver.run("solve", HARD, ignore)
        await asyncio.sleep(0.2)
        fake.workers[-1].is_ghost = True  # its reply arrives after its death
        fake.workers[-1].die()
        with pytest.raises(shell.SolverError, match=re.escape(words.DIED)):
            await running
        await asyncio.sleep(1)
        assert (await solver.run("solve", EASY, ignore))["length"] == 1  # the count of deaths starts over
        for deaths in (1, 2, 3):
            fake.workers[-1].die()
            await asyncio.sleep(2)
            assert solver.ready == (deaths < 3)
        assert (solver.stuck, solver.problem) == (True, words.DIED_AGAIN)
        with pytest.raises(shell.SolverError, match=re.escape(words.DIED_AGAIN)):
            await solver.run("solve", EASY, ignore)
        solver.restart()
        await asyncio.sleep(2)
        assert (await solver.run("solve", EASY, ignore))["length"] == 1
        assert fake.living == fake.workers[-1:]

    run(main())


def test_without_locks_a_death_is_silence(shell: Any, fake: Browser) -> None:
    fake.has_locks = False

    async def main() -> None:
        solver = await start_client(shell)
        fake.workers[0].die()
        await asyncio.sleep(60)
        assert solver.ready
        running = solver.run("solve", EASY, ignore)
        await asyncio.sleep(11)
        assert solver.stuck
        solver.restart()
        with pytest.raises(shell.SolverError):
            await running
        await asyncio.sleep(1)
        assert (await solver.run("solve", EASY, ignore))["length"] == 1

    run(main())


@pytest.mark.parametrize("broken", ["raises", "empty", "nonsense"])
def test_an_invalid_reply_is_the_workers_fault(shell: Any, fake: Browser, broken: str) -> None:
    async def main() -> None:
        solver = await start_client(shell)
        worker = fake.workers[0]
        if broken == "raises":
            worker.is_broken = True
        else:
            reply = {"empty": Reply().to_text(), "nonsense": "{"}[broken]
            worker.solver.handle = lambda text: reply  # type: ignore[method-assign]
        with pytest.raises(shell.SolverError, match=r"The solver failed .* and is restarting"):
            await solver.run("solve", EASY, ignore)
        assert not solver.ready
        await asyncio.sleep(1)
        assert (await solver.run("solve", EASY, ignore))["length"] == 1
        assert fake.console == []

    run(main())


def test_a_problem_in_words_costs_no_worker(shell: Any, fake: Browser) -> None:
    async def main() -> None:
        solver = await start_client(shell)
        with pytest.raises(shell.SolverError, match="The weight must be a number"):
            await solver.run("solve", {**EASY, "weight": 0}, ignore)
        assert (await solver.run("solve", EASY, ignore))["length"] == 1
        assert len(fake.workers) == 1

    run(main())


def test_a_slow_start_is_reported_and_continues(shell: Any, fake: Browser) -> None:
    fake.next_worker = lambda: Worker(fake, starts_after=60)

    async def main() -> None:
        solver = shell.SolverClient(shell.browser, shell.new_sandbox, lambda: None)
        attaching = shell.in_background(solver.attach())
        await asyncio.sleep(14.9)
        assert (solver.stuck, solver.problem) == (False, "")
        await asyncio.sleep(0.3)
        assert (solver.stuck, solver.problem) == (True, words.SLOW)
        await attaching
        assert (solver.ready, solver.stuck, solver.problem) == (True, False, "")
        assert 60 <= now() < 61

    run(main())


@pytest.mark.parametrize(
    ("after", "fails", "program", "why", "seconds"),
    [
        (None, "", False, "web/solver/worker.py did not load or did not run", 3),
        (None, "", True, "it did not answer within 180 seconds", 180),
        (
            1.0,
            "Traceback\nNameError: no such name.",
            True,
            "did not run (NameError: no such name)",
            1.25,
        ),
    ],
    ids=["missing", "never", "faulty"],
)
def test_a_worker_that_does_not_start_is_reported_and_can_be_asked_for_again(
    shell: Any, fake: Browser, after: float | None, fails: str, program: bool, why: str, seconds: float
) -> None:
    fake.next_worker = lambda: Worker(fake, starts_after=after, fails=fails)
    fake.has_program = program

    async def main() -> None:
        solver = shell.SolverClient(shell.browser, shell.new_sandbox, lambda: None)
        await solver.attach()
        assert now() == pytest.approx(seconds, abs=0.3)
        assert (solver.ready, solver.stuck) == (False, True)
        assert solver.problem.startswith("The solver could not be started: ")
        assert why in solver.problem
        assert fake.living == []
        with pytest.raises(shell.SolverError, match="could not be started"):
            await solver.run("solve", EASY, ignore)
        fake.next_worker = lambda: Worker(fake)
        solver.restart()
        await asyncio.sleep(2)
        assert (await solver.run("solve", EASY, ignore))["length"] == 1

    run(main())


def now() -> float:
    """Return the seconds on the fake clock."""
    return asyncio.get_running_loop().time()
