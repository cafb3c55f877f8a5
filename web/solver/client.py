"""The page's side of the solver: one worker, which runs one task at a time. Plain asyncio, without a browser.

The page asks for short steps, so that the worker soon notices Stop. The page replaces a worker that does not
answer Stop, or that has died. A worker holds a lock as long as it lives, and the page notices its death by
waiting for that lock. If the browser has no locks, or a live worker stays silent, the page reports that, and
the user decides. The page itself holds the board, so a lost worker never loses the board.

`web.solver.stream` exchanges the messages of one task. A task that depends on a user's code also has a
sandbox, which Stop ends before the worker.

A task occupies the solver as soon as it is requested. Hints and the pictures of races give way: a task that
the user starts ends them, and begins once they have ended and a worker is ready.
"""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from random import getrandbits
from typing import TYPE_CHECKING, Any

from web.room_table import HINT
from web.solver import wire, words
from web.solver.stream import Answer as Answer
from web.solver.stream import OnProgress, Stream
from web.solver.stream import SolverError as SolverError
from web.solver.waiting import BEAT, Silence, within

if TYPE_CHECKING:
    from web.solver.helpers.page_workers import HelperWorkers
    from web.solver.protocols import Browser, Sandbox, Worker

PATIENCE = 1.0  # seconds that a stopped task may take to end before its sandbox is closed
LONG_PATIENCE = 3.0  # seconds that a worker may then take between two answers before it is replaced
MOST_WAITS = 5  # waits of LONG_PATIENCE for a stopped task that answers but does not end
QUIET = 10.0  # seconds of silence after which the page reports the silence: a step takes 0.05 s
FIRST_LOOK = 3.0  # seconds after which the page checks whether the worker's program can be loaded
SLOW_START = 15.0  # seconds after which the page reports that the start takes long
START_PATIENCE = 180.0  # seconds that a worker may take to start, on the slowest machines
MOST_DEATHS = 2  # deaths of workers, without an answer in between, after which only the user restarts

_background: set[asyncio.Future[Any]] = set()  # holds running tasks, so that none is garbage-collected early


class EndedEarlyError(SolverError):
    """Signal that a task was stopped before it could start, or that a task that gives way was ended."""


def in_background(coroutine: Coroutine[Any, Any, Any]) -> asyncio.Future[Any]:
    """Run a coroutine in the background."""
    task = asyncio.ensure_future(coroutine)
    _background.add(task)
    task.add_done_callback(_background.discard)
    return task


class SolverClient:
    """Carry out tasks in a worker.

    `changed()` is called whenever `ready`, `busy`, `problem`, `stuck` or `note` changes.

    `problem`: describes the worker's error. `stuck`: whether only a restart of the solver may help.
    `note`: the tables that the solver lacks.
    """

    def __init__(
        self, browser: Browser, new_sandbox: Callable[[], Sandbox], changed: Callable[[], None]
    ) -> None:
        self.problem, self.stuck, self.note = "", False, ""
        self._browser, self._new_sandbox, self._changed = browser, new_sandbox, changed
        self._worker: Worker | None = None
        self._stream: Stream | None = None
        self._helpers: HelperWorkers | None = None
        self._workers = self._answers = self._deaths = 0
        self._expect_worker()

    @property
    def ready(self) -> bool:
        """Return whether a worker is ready."""
        return self._ready.done() and not self._ready.result()

    @property
    def busy(self) -> str:
        """Return the name of the task requested last, or "" if that task has ended."""
        return "" if self._stream is None else self._stream.what

    @property
    def is_free(self) -> bool:
        """Return whether a worker is ready and has no task."""
        return self.ready and self._stream is None

    def run(self, what: str, given: Mapping[str, Any], on_progress: OnProgress) -> Awaitable[Answer]:
        """Occupy the solver immediately, and run a task. `on_progress(progress)` is called after each step.

        Await the return value to get the task's answer, plain data. Awaiting it may raise SolverError.
        """
        hear = lambda progress: self._call(lambda: on_progress(progress))  # noqa: E731
        before, stream = self._stream, Stream(what, given, hear)
        if before is not None and (what == HINT or not before.gives_way):
            return asyncio.ensure_future(_refuse())
        self._stream = stream
        if before is not None:
            self._end(before)
        running = in_background(self._run(stream, before))
        self._call(self._changed)
        return running

    def stop(self) -> None:
        """End the task that the user started, if any. Its answer has the results so far."""
        if self._stream is not None and self._stream.what != HINT:
            self._end(self._stream)

    def drop_hint(self) -> None:
        """End the search for a hint, if there is one."""
        if self._stream is not None and self._stream.what == HINT:
            self._end(self._stream)

    def restart(self) -> None:
        """Start a new worker at the user's request, but only once, even if the button is pressed again."""
        if self.stuck:
            self._deaths = 0
            self._replace(self._gone, words.RESTARTED)

    async def attach(self, coming: Awaitable[Worker] | None = None) -> None:
        """Wait for a worker, by default the first one of the page, and use it."""
        gone, ready = self._gone, self._ready
        start = asyncio.ensure_future(self._wait_for_start(coming or self._browser.first_worker(), gone))
        ends: list[asyncio.Future[Any]] = [start, gone]
        first = asyncio.ensure_future(asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED))
        missing = not await within(first, FIRST_LOOK) and not await self._browser.has_program()
        if not missing and not await within(first, SLOW_START - FIRST_LOOK):
            self._set(problem=words.SLOW, stuck=True)
            await within(first, START_PATIENCE - SLOW_START)
        if gone.done():  # this worker has been given up since
            start.cancel()
            return
        why = f"it did not answer within {START_PATIENCE:g} seconds"
        if start.done() and start.exception() is None:
            self._worker = start.result()
            ready.set_result("")
            self._set(problem="", stuck=False)
            in_background(self._prepare(self._worker))
            return
        if missing:
            why = words.NO_PROGRAM
        elif start.done():
            why = f"{words.NO_PROGRAM} ({words.last_line(start.exception())})"
        start.cancel()  # an answer now would be too late
        self._browser.end_worker()
        problem = f"The solver could not be started: {why.removesuffix('.')}. {words.WITHOUT}"
        ready.set_result(problem)
        self._set(problem=problem, stuck=True)

    async def _run(self, stream: Stream, before: Stream | None) -> Answer:
        try:
            if await self._wait_for_turn(stream, before):
                answer = await self._carry_out(stream)
                if not (stream.gives_way and stream.stopped.done()):
                    self._deaths = 0
                    return answer
            raise EndedEarlyError(words.STOPPED)
        finally:
            stream.over.set_result(None)
            if self._stream is stream:
                self._stream = None
                self._call(self._changed)

    async def _wait_for_turn(self, stream: Stream, before: Stream | None) -> bool:
        """Wait until the task before has ended and a worker is ready. Return False if stopped first."""
        while True:
            hurdle: asyncio.Future[Any]
            if before is not None and not before.over.done():
                hurdle = before.over
            elif not self.ready:
                hurdle = self._ready
            else:
                return not (stream.gives_way and stream.stopped.done())
            await asyncio.wait([hurdle, stream.stopped], return_when=asyncio.FIRST_COMPLETED)
            if stream.stopped.done():
                return False
            if self._ready.done() and self._ready.result():
                raise SolverError(self._ready.result())

    async def _carry_out(self, stream: Stream) -> Answer:
        """Let the worker carry out a task, unless the worker is lost. Report a long silence."""
        gone, silence, said = self._gone, Silence(QUIET), ""
        work = asyncio.ensure_future(stream.run(lambda message: self._ask(message, gone), self._new_sandbox))
        ends: list[asyncio.Future[Any]] = [work, gone]
        while not (work.done() or gone.done()):
            silent = not stream.is_opening and silence.lasts(self._answers + stream.answers)
            saying = "" if not silent else words.SILENT_CODE if stream.waits_for_sandbox else words.SILENT
            if saying != said:
                said = saying
                self._set(problem=said, stuck=said == words.SILENT)
            await asyncio.wait(ends, timeout=BEAT, return_when=asyncio.FIRST_COMPLETED)
        if said and not gone.done():
            self._set(problem="", stuck=False)
        stream.close()
        if work.done():
            return work.result()
        work.cancel()
        raise SolverError(gone.result())

    async def _ask(self, message: str, gone: asyncio.Future[str]) -> wire.Reply:
        """Return the worker's reply. If the worker fails, or has lost its task, replace the worker."""
        try:
            assert self._worker is not None, "a task waits for a worker"
            reply = wire.Reply.from_text(await self._worker.handle(message))
            if reply == wire.Reply():
                raise SolverError("it has lost its task")
        except Exception as error:
            why = f"The solver failed ({words.last_line(error)}) and is restarting."
            self._replace(gone, why)
            raise SolverError(why) from None
        self._answers += 1
        self._follow(reply.helpers)
        return reply

    def _follow(self, wanted: dict[str, Any] | None) -> None:
        """Run the helpers that the solver wants for its task."""
        if wanted is not None and self._helpers is None:
            from web.solver.helpers.page_workers import HelperWorkers  # late: few searches need them

            self._helpers = HelperWorkers(self._browser)
        if self._helpers is not None:
            self._helpers.follow(wanted)

    def _end(self, stream: Stream) -> None:
        if not stream.stopped.done():
            stream.stopped.set_result(None)
            in_background(self._enforce_end(stream, self._gone))

    async def _enforce_end(self, stream: Stream, gone: asyncio.Future[str]) -> None:
        """Enforce the end of a stopped task: close its sandbox in time, and then replace the worker."""
        if await within(stream.over, PATIENCE):
            return
        if stream.waits_for_sandbox:
            stream.close()
        answers = -1
        for _ in range(MOST_WAITS):  # a search without a path may still look for one
            if answers == self._answers:
                break
            answers = self._answers
            if await within(stream.over, LONG_PATIENCE):
                return
        self._replace(gone, words.NO_ANSWER)

    async def _wait_for_start(self, coming: Awaitable[Worker], gone: asyncio.Future[str]) -> Worker:
        """Wait until a worker answers, and then, if the browser has locks, watch for the worker's death."""
        worker = await coming
        lock = f"npuzzle-solver-{getrandbits(64):x}"
        if await worker.live(lock):
            in_background(self._wait_for_death(lock, gone))
        return worker

    async def _wait_for_death(self, lock: str, gone: asyncio.Future[str]) -> None:
        """Wait until the worker's lock is free, because the worker has ended, and then replace the worker."""
        await self._browser.wait_for_lock(lock)
        if gone.done():
            return  # the page replaced the worker
        self._deaths += 1
        if self._deaths <= MOST_DEATHS:
            self._replace(gone, words.DIED)
        else:
            self._give_up(words.DIED_AGAIN)
            self._ready.set_result(words.DIED_AGAIN)
            self._set(problem=words.DIED_AGAIN, stuck=True)

    def _replace(self, gone: asyncio.Future[str], why: str) -> None:
        """End the worker that `gone` belongs to, and start another. A second call for it does nothing."""
        if gone.done():
            return
        self._give_up(why)
        self._workers += 1
        in_background(self.attach(self._browser.start_worker(f"solver-{self._workers}")))
        self._set(problem=why, stuck=False)

    def _give_up(self, why: str) -> None:
        """End the worker, and tell the reason to all tasks that wait for its answer."""
        self._gone.set_result(why)
        if self._helpers is not None:
            self._helpers.end()
        self._browser.end_worker()
        self._expect_worker()

    def _expect_worker(self) -> None:
        """Make the next worker's futures: `_ready` gets "" or an error, `_gone` why it was given up."""
        loop = asyncio.get_running_loop()
        self._gone: asyncio.Future[str] = loop.create_future()
        self._ready: asyncio.Future[str] = loop.create_future()

    async def _prepare(self, worker: Worker) -> None:
        """Let the worker load the package's pattern databases. A problem becomes the note."""
        try:
            problem = await worker.prepare(self._browser.site)
        except Exception as error:
            problem = words.last_line(error)
        if worker is self._worker:
            self._browser.show_tables(problem or "ready")
            self._set(note=problem)

    def _set(self, **changes: bool | str) -> None:
        vars(self).update(changes)
        self._call(self._changed)

    def _call(self, listener: Callable[[], None]) -> None:
        """Call a listener. Log an error to the console, so that the solver continues."""
        try:
            listener()
        except Exception:
            self._browser.report_error(traceback.format_exc())


async def _refuse() -> Answer:
    raise SolverError(words.BUSY)
