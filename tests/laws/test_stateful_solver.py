"""No press is lost, in any order of presses, replies, dead workers and late answers.

The solver client, the hints, the page's store and the worker's end of the connection are the real ones.
Workers and sandboxes are simulated: they may be late, silent, or not start. Workers may also be broken, die,
or answer after they died. The clock never waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any
from unittest.mock import Mock, patch

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from npuzzle import Board, solve
from npuzzle.errors import InvalidJobError
from npuzzle.lab.space import build_distance_table
from tests.support.page_commands import e
from tests.unit.web.fake_browser import Box, Browser, FakeClock, Worker, page_modules
from web.command import Call
from web.page.commands import initial_state
from web.page.effects import effects_of
from web.page.hint_search import HintSearch
from web.page.parts.answer import Answer
from web.page.state import Phase, UiState
from web.page.store import Store
from web.sandbox.answers import TASKS
from web.solver import client, protocols, wire, words
from web.solver.work import ask_sandbox

BOARDS = [Board.parse(text) for text in ("1 2 3/4 0 5", "1 0 2/4 5 3", "1 2 3 4 5/6 7 8 0 9")]
GOALS = ["blank-last", "blank-first"]
HEARD = client.PATIENCE + client.LONG_PATIENCE + 0.01  # seconds within which Stop must take effect
ROOMS = ["trace", "survey"]  # a room of the page, and an invented one that runs a user's text


class Slow:
    """A task with a given number of steps, whose answer contains its number."""

    needs = None
    steps = 1

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._given, self._left, self._answer = given, Slow.steps, dict[str, Any]()

    def step(self, seconds: float) -> None:
        self._left -= 1
        if self._left <= 0 and not self._answer:
            self._answer = self.found()

    def cancel(self) -> None:
        self._answer = self._answer or {"number": self._given["number"], "stopped": True}

    def progress(self) -> dict[str, Any]:
        return {"left": self._left}

    def answer(self) -> dict[str, Any] | None:
        return self._answer or None

    def found(self) -> dict[str, Any]:
        return {"number": self._given["number"], "stopped": False}


class SlowApart(Slow):
    """A task that first asks the sandbox, which takes the same number of steps."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(given)
        self.asks: dict[str, Any] | None = ask_sandbox("Slow", {})

    def judge(self, reply: wire.Reply | None) -> None:
        if reply is None:
            self.cancel()
        elif reply.problem is not None:
            raise InvalidJobError(reply.problem)
        elif reply.answer is not None:
            assert reply.answer["number"] == self._given["number"], "the sandbox answers for its own task"
            self.asks = None


class SlowHint(Slow):
    def cancel(self) -> None:
        empty = {"exact": None} if "home" in self._given else {"moves": None, "to_go": None, "proved": False}
        self._answer = self._answer or empty

    def found(self) -> dict[str, Any]:
        given = self._given
        if "home" in given:
            board = Board.parse("/".join(["0 1 2", "3 4 5"]))
            assert (given["rows"], given["cols"]) == (board.shape.rows, board.shape.cols)
            return {"exact": build_distance_table(board.shape, given["home"]).to_text()}
        found = solve(given["board"], given["goal"], algorithm="greedy", heuristic="manhattan")
        return {"moves": found.path, "to_go": found.length, "proved": False}


class Press:
    """One press of an enabled button. `is_fair`: the worker was and stayed sound."""

    def __init__(self, what: str, is_fair: bool, loop: FakeClock, error: type[Exception]) -> None:
        self.what, self.is_fair = what, is_fair
        self.stopped: float | None = None
        self.ended: float | None = None
        self.error = ""
        self._loop, self._error = loop, error

    async def take(self, coming: Any, heard: Callable[[Any], None]) -> None:
        try:
            heard(await coming)
        except self._error as error:
            self.error = str(error)
        self.ended = self._loop.now


class AnyOrder(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.loop = FakeClock()
        self.stack.callback(self.loop.close)
        own = {"trace": "Slow", "survey": "SlowApart", "hint": "SlowHint"}
        places = {what: f"{__name__}:{task}" for what, task in own.items()}
        self.stack.enter_context(patch.dict(wire.TASKS, places))
        self.stack.enter_context(patch.dict(TASKS, {"Slow": f"{__name__}:Slow"}))
        self.browser = Browser()
        modules = page_modules(self.browser, "web.solver.browser", "web.sandbox.browser")
        shell, sandbox = self.stack.enter_context(modules)
        self.store = Store(initial_state(BOARDS[0]))
        self.presses: list[Press] = []
        self.next_is_well = self.next_box_is_well = True
        self.in_loop(lambda: self.open(shell.PageBrowser(), sandbox.PageSandbox))

    def open(self, browser: protocols.Browser, new_sandbox: Callable[[], protocols.Sandbox]) -> None:
        self.solver = solver = client.SolverClient(
            browser,
            new_sandbox,
            lambda: self.store.dispatch(
                e.change_solver(solver.ready, solver.busy, solver.problem, solver.stuck, solver.note)
            ),
        )
        self.hints = HintSearch(solver, self.store)
        self.store.listen(self.follow)
        self.store.dispatch(e.give_board(BOARDS[0]))

    def follow(self, before: UiState, state: UiState, what: Call) -> None:
        """Carry out the effects as the page does."""
        outside = Mock()
        outside.start_search = lambda job, ticket: self.start(
            "solve", job.to_dict(), lambda answer: e.finish_search(Answer(**answer))
        )
        outside.stop_search = self.stop_latest
        outside.update_hint_search = self.hints.update
        for effect in effects_of(before, state, what, outside):
            effect()

    def start(self, what: str, given: Mapping[str, Any], end: Callable[[Any], object] | None = None) -> None:
        press = Press(what, self.is_well, self.loop, client.SolverError)
        self.presses.append(press)

        def heard(answer: Mapping[str, Any]) -> None:
            assert end is not None or answer["number"] == given["number"], "the answer belongs to the task"
            if end is not None:
                self.store.dispatch(end(answer))

        async def take(coming: Any) -> None:
            await press.take(coming, heard)
            if press.error and what == "solve":
                self.store.dispatch(e.fail_search(press.error))

        client.in_background(take(self.solver.run(what, given, lambda progress: None)))

    def stop_latest(self) -> None:
        self.solver.stop()
        if self.open_presses and self.open_presses[-1].stopped is None:
            self.open_presses[-1].stopped = self.loop.now

    @property
    def is_well(self) -> bool:
        worker = self.worker
        sick = worker.is_dead or worker.is_silent or worker.is_broken or worker.delay > 0.3
        return not sick and self.next_is_well and self.next_box_is_well

    def trouble(self) -> None:
        for press in self.open_presses:
            press.is_fair = False

    @property
    def open_presses(self) -> list[Press]:
        return [press for press in self.presses if press.ended is None]

    def in_loop(self, action: Callable[[], object], seconds: float = 0.0) -> None:
        async def act() -> None:
            action()
            await asyncio.sleep(seconds)

        self.loop.run_until_complete(act())

    def wait(self, seconds: float) -> None:
        self.in_loop(lambda: None, seconds)

    @initialize(locks=st.booleans(), ready=st.sampled_from([True, True, False]))
    def load(self, locks: bool, ready: bool) -> None:
        self.browser.has_locks = locks
        self.in_loop(lambda: client.in_background(self.solver.attach()), 2.0 if ready else 0.0)

    @rule(seconds=st.sampled_from([0.0, 0.01, 0.06, 0.3, 1.0, 3.0, 12.0, 40.0, 200.0]))
    def time_passes(self, seconds: float) -> None:
        self.wait(seconds)

    # Actions of users

    @rule(
        what=st.sampled_from(["solve", *ROOMS]),
        steps=st.sampled_from([1, 3, 10_000, 10_000]),
        seconds=st.sampled_from([0.0, 0.06, 0.3]),
    )
    def press(self, what: str, steps: int, seconds: float) -> None:
        Slow.steps = steps
        self.in_loop(lambda: self.press_now(what), seconds)

    def press_now(self, what: str) -> None:
        """Press a button. If it is disabled, the page gives the true reason."""
        state, number = self.store.state, len(self.presses)
        why_not = state.why_not_solve if what == "solve" else state.why_not_start
        if what == "solve":
            self.store.dispatch(e.start_search())
        elif not why_not:
            self.start(what, {"number": number})
        assert len(self.presses) == number + (not why_not), "a press starts its task immediately"
        if why_not and state.phase is not Phase.SOLVING:
            assert not self.solver.ready or self.open_presses, f"no press has caused it: {why_not}"

    @rule(seconds=st.sampled_from([0.0, 0.5, 1.1]))
    def press_stop(self, seconds: float) -> None:
        solving = self.store.state.phase is Phase.SOLVING
        self.in_loop(lambda: self.store.dispatch(e.stop_search()) if solving else self.stop_latest(), seconds)

    @rule(
        what=st.sampled_from(
            [e.ask_hint(), e.choose_hints(True), e.choose_hints(True), e.choose_hints(False)]
        )
    )
    def ask_for_hints(self, what: object) -> None:
        self.in_loop(lambda: self.store.dispatch(what))

    @rule(
        board=st.sampled_from(BOARDS),
        goal=st.sampled_from(GOALS),
        what=st.sampled_from([None, None, "solve", "trace"]),
    )
    def give_a_board(self, board: Board, goal: str, what: str | None) -> None:
        """Give a board, perhaps with a press at the same moment."""

        def give() -> None:
            self.store.dispatch(e.give_board(board))
            self.store.dispatch(e.choose_goal(goal))
            if what is not None:
                self.press_now(what)

        self.in_loop(give)

    @precondition(lambda self: self.solver.stuck)
    @rule(presses=st.integers(1, 3))
    def start_again(self, presses: int) -> None:
        self.trouble()
        self.in_loop(lambda: [self.solver.restart() for _ in range(presses)])

    # Events of workers

    @property
    def worker(self) -> Worker:
        return self.browser.workers[-1]

    @precondition(lambda self: self.browser.workers)
    @rule(how=st.sampled_from(["dead", "ghost", "silent", "silent", "broken", "slow", "slower", "well"]))
    def go_wrong(self, how: str) -> None:
        worker = self.worker
        self.trouble()
        worker.is_silent, worker.is_broken = how == "silent", how == "broken"
        worker.delay = {"slow": 2.0, "slower": 30.0}.get(how, 0.05)
        if how in ("dead", "ghost"):
            worker.is_ghost = how == "ghost"
            self.in_loop(worker.die)

    @rule(
        after=st.sampled_from([0.0, 0.5, 0.5, 5.0, 20.0, None]),
        fails=st.sampled_from(["", "", "", "it has a typo"]),
        program=st.booleans(),
    )
    def next_ones_start(self, after: float | None, fails: str, program: bool) -> None:
        self.browser.next_worker = lambda: Worker(self.browser, starts_after=after, fails=fails)
        self.browser.has_program = program
        self.trouble()
        self.next_is_well = after is not None and not fails

    @rule(start=st.sampled_from([0.0, 1.0, None]), delay=st.sampled_from([0.0, 0.0, 0.2, 5.0, None]))
    def next_sandboxes_are(self, start: float | None, delay: float | None) -> None:
        self.browser.next_box = lambda: Box(starts_after=start, delay=delay)
        self.next_box_is_well = start is not None and delay is not None and delay < 1

    # Invariants

    @invariant()
    def no_sandbox_outlives_its_task(self) -> None:
        assert sum(not box.is_ended for box in self.browser.boxes) <= len(self.open_presses)

    @invariant()
    def one_worker_lives_at_most(self) -> None:
        assert len(self.browser.living) <= 1

    @invariant()
    def nobody_is_told_busy(self) -> None:
        assert len(self.open_presses) <= 1
        assert all(press.error != words.BUSY for press in self.presses)
        if not self.open_presses:
            assert self.solver.busy in ("", "hint")
        if self.solver.ready and not self.open_presses:
            assert self.store.state.why_not_start == ""

    @invariant()
    def stop_is_heard(self) -> None:
        for press in self.presses:
            if press.stopped is not None:
                end = self.loop.now if press.ended is None else press.ended
                assert end <= press.stopped + HEARD, f"{press.what} continued after Stop"

    @invariant()
    def no_press_is_lost(self) -> None:
        """Each press ends with an answer, unless it was stopped first or its worker failed."""
        for press in self.presses:
            if press.error and press.is_fair:
                assert press.error == words.STOPPED
                assert press.stopped is not None

    @invariant()
    def no_error_goes_unseen(self) -> None:
        assert self.loop.errors == []
        assert self.browser.console == []

    def teardown(self) -> None:
        """Once all workers are sound, the page becomes idle and can solve."""
        try:
            if self.browser.workers:
                self.heal()
                self.expect_rest()
        finally:
            for task in asyncio.all_tasks(self.loop):
                task.cancel()
            self.wait(0)
            Slow.steps = 1
            self.stack.close()

    def heal(self) -> None:
        """Stop every task, and make all later workers sound."""
        Slow.steps = 1
        self.in_loop(self.stop_latest)
        self.browser.next_worker = lambda: Worker(self.browser)
        self.browser.next_box = Box
        self.browser.has_program = True
        for worker in self.browser.workers:
            worker.is_silent = worker.is_broken = worker.is_ghost = False
            worker.delay = 0.05
        for _ in range(20):
            self.wait(5)
            self.in_loop(self.solver.restart)

    def expect_rest(self) -> None:
        self.wait(40)
        assert not self.open_presses
        for _ in range(3):  # a worker's death may be noticed only when it is asked
            self.in_loop(lambda: self.store.dispatch(e.give_board(BOARDS[0])))
            self.in_loop(lambda: self.store.dispatch(e.start_search()), 15)
            self.in_loop(self.solver.restart, 15)
        assert self.store.state.phase is Phase.PLAYING
        assert (self.solver.ready, self.solver.busy, self.solver.problem, self.solver.stuck) == (
            True,
            "",
            "",
            False,
        )
        assert len(self.browser.living) == 1
        self.in_loop(lambda: self.store.dispatch(e.give_board(BOARDS[1]), e.choose_hints(True)), 5)
        assert self.store.state.hint is not None
        self.one_worker_lives_at_most()
        self.nobody_is_told_busy()
        self.stop_is_heard()
        self.no_error_goes_unseen()


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
