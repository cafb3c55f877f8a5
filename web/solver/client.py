"""The page's end of the wire: one worker, one task at a time. Plain asyncio, without a browser.

The page asks for short steps, so Stop is heard soon. A worker that does not answer Stop is replaced, and so
is one that has died. It holds a lock as long as it lives, and the page waits for that lock. Where the browser
has no locks, and for a worker that lives but says nothing, the page says so and leaves the choice to the
user. Whatever happens to the worker, the board is the page's, and stays.

The messages of a task are its `web.solver.stream`. A task that depends on a user's text has a sandbox next to
the worker: Stop ends that first.

A task has the solver from the moment it is asked for. Hints and the pictures of races give way: a task that
the user pressed a button for ends one, and starts when it has ended and a worker is there.
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

PATIENCE = 1.0  # seconds a stopped task may take to end before its sandbox is closed
LONG_PATIENCE = 3.0  # seconds a worker may then take between two answers before it is replaced
MOST_WAITS = 5  # times LONG_PATIENCE for a task that answers but does not end
QUIET = 10.0  # seconds without an answer after which the page says so: a step takes a twentieth of one
FIRST_LOOK = 3.0  # seconds after which the page checks whether there is a program to start
SLOW_START = 15.0  # seconds after which the page says that the start takes long
START_PATIENCE = 180.0  # seconds a worker may take to start, on the slowest of machines
MOST_DEATHS = 2  # deaths in a row, without an answer, after which the user must restart it

_background: set[asyncio.Future[Any]] = set()  # keeps its tasks from being garbage-collected before they end


class EndedEarlyError(SolverError):
    """Signal that a task was stopped before it could start, or was a hint that was dropped."""


def in_background(coroutine: Coroutine[Any, Any, Any]) -> asyncio.Future[Any]:
    """Run a coroutine in the background."""
    task = asyncio.ensure_future(coroutine)
    _background.add(task)
    task.add_done_callback(_background.discard)
    return task


class SolverClient:
    """Carry out tasks in a worker.

    `changed()` is called whenever `ready`, `busy`, `problem`, `stuck` or `note` changes.

    `problem` describes the worker's error. `stuck`: restarting the solver may help; nothing else does.
    `note`: the tables it lacks.
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
        """Return whether there is a worker."""
        return self._ready.done() and not self._ready.result()

    @property
    def busy(self) -> str:
        """Return the task asked for last, or "" if it has ended."""
        return "" if self._stream is None else self._stream.what

    @property
    def is_free(self) -> bool:
        """Return whether there is a worker, and nothing for it to do."""
        return self.ready and self._stream is None

    def run(self, what: str, given: Mapping[str, Any], on_progress: OnProgress) -> Awaitable[Answer]:
        """Take the solver for a task, immediately. `on_progress(progress)` is called after each step.

        Await the return value: it is the task's answer, plain data. It raises SolverError.
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
        """End the task that the user asked for, if there is one. Its run returns its results so far."""
        if self._stream is not None and self._stream.what != HINT:
            self._end(self._stream)

    def drop_hint(self) -> None:
        """End the search for a hint, if there is one."""
        if self._stream is not None and self._stream.what == HINT:
            self._end(self._stream)

    def restart(self) -> None:
        """Start the worker again because the user asked for it, once, however often that is pressed."""
        if self.stuck:
            self._deaths = 0
            self._replace(self._gone, words.RESTARTED)

    async def attach(self, coming: Awaitable[Worker] | None = None) -> None:
        """Wait for a worker, the page's own first one by default, and use it."""
        gone, ready = self._gone, self._ready
        start = asyncio.ensure_future(self._wait_for_start(coming or self._browser.first_worker(), gone))
        ends: list[asyncio.Future[Any]] = [start, gone]
        first = asyncio.ensure_future(asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED))
        missing = not await within(first, FIRST_LOOK) and not await self._browser.has_program()
        if not missing and not await within(first, SLOW_START - FIRST_LOOK):
            self._set(problem=words.SLOW, stuck=True)
            await within(first, START_PATIENCE - SLOW_START)
        if gone.done():  # another task has since been requested
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
        start.cancel()  # anything that it still did would be too late
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
        """Wait until the earlier hint has ended and a worker is there. Return False if stopped first."""
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
        """Let the worker carry out a task, as long as it is there. Report a long silence."""
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
        """Return the worker's reply. If it cannot be read, replace the worker."""
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
        """Run the workers that the solver wants for its task."""
        if wanted is not None and self._helpers is None:
            from web.solver.helpers.page_workers import HelperWorkers  # few searches need them

            self._helpers = HelperWorkers(self._browser)
        if self._helpers is not None:
            self._helpers.follow(wanted)

    def _end(self, stream: Stream) -> None:
        if not stream.stopped.done():
            stream.stopped.set_result(None)
            in_background(self._enforce_end(stream, self._gone))

    async def _enforce_end(self, stream: Stream, gone: asyncio.Future[str]) -> None:
        """End a stopped task that does not end in time: close its sandbox, then replace the worker."""
        if await within(stream.over, PATIENCE):
            return
        if stream.waits_for_sandbox:
            stream.close()
        answers = -1
        for _ in range(MOST_WAITS):  # it may still find a path for a search that had none
            if answers == self._answers:
                break
            answers = self._answers
            if await within(stream.over, LONG_PATIENCE):
                return
        self._replace(gone, words.NO_ANSWER)

    async def _wait_for_start(self, coming: Awaitable[Worker], gone: asyncio.Future[str]) -> Worker:
        """Wait until the worker answers, then watch for its death, if the browser has locks."""
        worker = await coming
        lock = f"npuzzle-solver-{getrandbits(64):x}"
        if await worker.live(lock):
            in_background(self._wait_for_death(lock, gone))
        return worker

    async def _wait_for_death(self, lock: str, gone: asyncio.Future[str]) -> None:
        """Wait until the worker's lock is free: the worker has ended."""
        await self._browser.wait_for_lock(lock)
        if gone.done():
            return  # it was replaced
        self._deaths += 1
        if self._deaths <= MOST_DEATHS:
            self._replace(gone, words.DIED)
        else:
            self._give_up(words.DIED_AGAIN)
            self._ready.set_result(words.DIED_AGAIN)
            self._set(problem=words.DIED_AGAIN, stuck=True)

    def _replace(self, gone: asyncio.Future[str], why: str) -> None:
        """End that worker and start another, once, however often this is called for it."""
        if gone.done():
            return
        self._give_up(why)
        self._workers += 1
        in_background(self.attach(self._browser.start_worker(f"solver-{self._workers}")))
        self._set(problem=why, stuck=False)

    def _give_up(self, why: str) -> None:
        """End the worker, and give the reason to everything that waits for its answer."""
        self._gone.set_result(why)
        if self._helpers is not None:
            self._helpers.end()
        self._browser.end_worker()
        self._expect_worker()

    def _expect_worker(self) -> None:
        """`_gone` is done when that worker is given up, `_ready` when it is there, or with its error."""
        loop = asyncio.get_running_loop()
        self._gone: asyncio.Future[str] = loop.create_future()
        self._ready: asyncio.Future[str] = loop.create_future()

    async def _prepare(self, worker: Worker) -> None:
        """Load the pattern databases of the 4x4 in the background. A problem becomes the note."""
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
        """Call a view. Log its error to the console, so that the solver continues."""
        try:
            listener()
        except Exception:
            self._browser.report_error(traceback.format_exc())


async def _refuse() -> Answer:
    raise SolverError(words.BUSY)
