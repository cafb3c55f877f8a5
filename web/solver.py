"""The page's end of the wire: one worker, one task at a time.

The page asks for short steps, so Stop is never far. A worker that does not answer Stop is replaced, and
so is one that has died: it holds a lock as long as it lives, and the page waits for that lock. Where the
browser has no locks, and for a worker that lives but says nothing, the page says so and leaves the
choice to whoever waits. Whatever happens to the worker, the board is the page's, and stays.
"""

import asyncio
from random import getrandbits

from pyscript import create_named_worker, document, window, workers
from pyscript.ffi import create_proxy

from web import wire
from web.waiting import BEAT, Silence, within

STEP = 0.05  # seconds of work between two looks at the page
PATIENCE = 1.0  # seconds a stopped worker may take to answer before it is replaced
QUIET = 10.0  # seconds without an answer after which that is told; a step takes a twentieth of one
FIRST_LOOK = 3.0  # seconds after which it is asked whether there is anything to start
SLOW_START = 15.0  # seconds after which a start is worth a word
START_PATIENCE = 180.0  # seconds a worker may take to start, on the slowest of machines
MOST_DEATHS = 2  # in a row, without an answer between them, that are mended without being asked

SILENT = (
    "The solver has not answered for 10 seconds. It may be at one long step: wait, or start it again, "
    "which ends what it is doing. The board stays."
)
SLOW = "The solver has not started after 15 seconds. A slow network may need longer: wait, or start it again."
DIED = "The solver ended unexpectedly and is being started anew."
DIED_AGAIN = "The solver ended unexpectedly, three times in a row. The board is kept."
NO_ANSWER = "The solver did not answer and is being started anew."
PROGRAM = "./web/worker.py"
NO_PROGRAM = "web/worker.py did not load or did not run"
RESTARTED = "The solver is being started again, as you asked."
WITHOUT = "The board can be checked, edited and played without it."

_background = set()  # what is kept here is not collected half-way
_nothing = create_proxy(lambda lock: None)


class SolverError(Exception):
    """Why a task ended without an answer, in a sentence for people."""


def in_background(coroutine):
    """Run it beside the page."""
    task = asyncio.ensure_future(coroutine)
    _background.add(task)
    task.add_done_callback(_background.discard)
    return task


class Solver:
    """`changed()` is called whenever `ready`, `busy`, `problem`, `stuck` or `note` becomes another.

    `busy` names the task under way, empty if there is none; `problem` says what is wrong with the worker;
    `stuck`: only starting it again helps, or nobody knows. `note`: what it has to do without.
    """

    def __init__(self, changed):
        self.ready, self.busy, self.problem, self.stuck, self.note = False, "", "", False, ""
        self._changed = changed
        self._worker = self._gone = self._work = None
        self._tasks = self._workers = self._answers = self._deaths = 0
        self._stopping = False

    async def run(self, what, given, heard):
        """The answer of a task, plain data; `heard(progress)` after each step. Raises SolverError."""
        if self.busy or not self.ready:
            raise SolverError("The solver is busy." if self.busy else "The solver is still loading.")
        self._tasks += 1
        self._stopping = False
        self._set(busy=what)
        gone = self._gone
        work = self._work = asyncio.ensure_future(self._carry_out(what, given, heard))
        in_background(self._listen(work, gone))
        try:
            await asyncio.wait([work, gone], return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                work.cancel()
                raise SolverError(gone.result())
            answer = work.result()
            self._deaths = 0
            return answer
        finally:
            self._set(busy="")

    def stop(self):
        """End the task under way, or the one that is about to start; its run gives what is known."""
        if not self.busy:
            in_background(self._stop_soon(self._tasks + 1))
        elif not self._stopping:
            self._stopping = True
            in_background(self._insist(self._work))

    def restart(self):
        """Start the worker again because somebody asked for it; once, however often that is pressed."""
        if self.stuck:
            self._deaths = 0
            self._set(stuck=False)
            in_background(self._replace(RESTARTED))

    async def attach(self, coming=None):
        """Wait for a worker, the page's own first one by default, and use it."""
        gone = self._gone = asyncio.get_running_loop().create_future()
        start = asyncio.ensure_future(self._started(coming or workers["solver"], gone))
        first = asyncio.ensure_future(asyncio.wait([start, gone], return_when=asyncio.FIRST_COMPLETED))
        missing = not await within(first, FIRST_LOOK) and not await is_there(PROGRAM)
        if not missing and not await within(first, SLOW_START - FIRST_LOOK):
            self._set(problem=SLOW, stuck=True)
            await within(first, START_PATIENCE - SLOW_START)
        if gone.done():  # another one was asked for meanwhile
            start.cancel()
            return
        why = f"it did not answer within {START_PATIENCE:g} seconds"
        if start.done() and start.exception() is None:
            self._worker = start.result()
            self._set(ready=True, problem="", stuck=False)
            in_background(self._prepare(self._worker))
            return
        if missing:
            start.cancel()
            why = NO_PROGRAM
        elif start.done():
            why = f"{NO_PROGRAM} ({last_line(start.exception())})"
        self._end_worker()
        self._set(problem=f"The solver could not be started: {why.removesuffix('.')}. {WITHOUT}", stuck=True)

    async def _carry_out(self, what, given, heard):
        try:
            reply = await self._ask(wire.start_message(what, given))
            while reply.problem is None and reply.answer is None:
                heard(reply.progress)
                reply = await self._ask(wire.stop_message() if self._stopping else wire.step_message(STEP))
        except Exception as error:
            why = f"The solver failed ({last_line(error)}) and is being started anew."
            in_background(self._replace(why))
            raise SolverError(why) from None
        if reply.problem is not None:
            raise SolverError(reply.problem)
        return reply.answer

    async def _ask(self, message):
        reply = wire.Reply.from_text(await self._worker.handle(message))
        self._answers += 1
        return reply

    async def _listen(self, work, gone):
        """Say so while the worker does not answer for long."""
        silence = Silence(QUIET)
        while not (work.done() or gone.done()):
            silent = silence.lasts(self._answers)
            if silent != self.stuck:
                self._set(problem=SILENT if silent else "", stuck=silent)
            await asyncio.sleep(BEAT)
        if self.stuck and not gone.done():
            self._set(problem="", stuck=False)

    async def _stop_soon(self, task):
        """End the task that was about to start, if it has; never the one after it."""
        await asyncio.sleep(STEP)
        if self.busy and task == self._tasks:
            self.stop()

    async def _insist(self, work):
        if not await within(work, PATIENCE):
            await self._replace(NO_ANSWER)

    async def _started(self, coming, gone):
        """The worker once it answers; from then on its end is heard of, if the browser has locks."""
        worker = await coming
        lock = f"npuzzle-solver-{getrandbits(64):x}"
        if await worker.live(lock):
            in_background(self._mourn(lock, gone))
        return worker

    async def _mourn(self, lock, gone):
        """The lock is free when the worker that held it has ended."""
        await window.navigator.locks.request(lock, _nothing)
        if gone.done():
            return  # it was replaced
        self._deaths += 1
        if self._deaths <= MOST_DEATHS:
            await self._replace(DIED)
        else:
            gone.set_result(DIED_AGAIN)
            self._gone = asyncio.get_running_loop().create_future()  # of the worker that may be asked for
            self._end_worker()
            self._set(ready=False, problem=DIED_AGAIN, stuck=True)

    async def _replace(self, why):
        """End the worker, whatever it does, and start another; once, however many find that it must go."""
        if self._gone.done():
            return
        self._gone.set_result(why)
        self._set(ready=False, problem=why, stuck=False)
        self._end_worker()
        self._workers += 1
        name = f"solver-{self._workers}"
        await self.attach(create_named_worker(src=PROGRAM, name=name, config="./web/pyscript.json"))

    def _end_worker(self):
        for script in list(document.querySelectorAll("script[worker]")):
            worker = getattr(script, "xworker", None)  # none where its settings did not load
            if worker:
                worker.terminate()
            script.remove()

    async def _prepare(self, worker):
        """The tables of the 4x4, while nobody waits; what is wrong is told, and the solver does without."""
        try:
            problem = await worker.prepare(site())
        except Exception as error:
            problem = last_line(error)
        document.body.dataset.tables = problem or "ready"
        self._set(note=problem)

    def _set(self, **changes):
        vars(self).update(changes)
        self._changed()


async def is_there(address):
    """Whether the host, or the copy for offline use, has that file: its absence is told to nobody else."""
    try:
        return (await window.fetch(address)).ok
    except Exception:
        return False


def last_line(error):
    """The line of a traceback that says what happened."""
    return (str(error).strip() or type(error).__name__).splitlines()[-1]


def site():
    """The site's address, which ends in /."""
    return document.baseURI.split("?")[0].split("#")[0].rsplit("/", 1)[0] + "/"
