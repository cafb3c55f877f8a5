"""The page's end of the wire: one worker, one task at a time.

The page asks for short steps, so Stop is never far. A worker that does not answer Stop is replaced:
the emergency exit, and the only one.
"""

import asyncio

from pyscript import create_named_worker, document, workers

from web import wire

STEP = 0.05  # seconds of work between two looks at the page
PATIENCE = 1.0  # seconds a stopped worker may take to answer before it is replaced
START_PATIENCE = 60.0  # seconds a worker may take to start

_background = set()  # what is kept here is not collected half-way


class SolverError(Exception):
    """Why a task ended without an answer, in a sentence for people."""


def in_background(coroutine):
    """Run it beside the page."""
    task = asyncio.ensure_future(coroutine)
    _background.add(task)
    task.add_done_callback(_background.discard)
    return task


class Solver:
    """`changed()` is called whenever `ready`, `busy` or `problem` becomes another.

    `busy` names the task under way, empty if there is none; `problem` says why there is no worker.
    """

    def __init__(self, changed):
        self.ready, self.busy, self.problem = False, "", ""
        self._changed = changed
        self._worker = self._gone = None
        self._tasks = self._workers = 0
        self._stopping = False

    async def run(self, what, given, heard):
        """The answer of a task, plain data; `heard(progress)` after each step. Raises SolverError."""
        if self.busy or not self.ready:
            raise SolverError("The solver is busy." if self.busy else "The solver is still loading.")
        self._tasks += 1
        self._stopping = False
        self._set(busy=what)
        gone = self._gone
        work = asyncio.ensure_future(self._carry_out(what, given, heard))
        try:
            await asyncio.wait([work, gone], return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                work.cancel()
                raise SolverError(gone.result())
            return work.result()
        finally:
            self._set(busy="")

    def stop(self):
        """End the task under way, or the one that is about to start; its run gives what is known."""
        if not self.busy:
            in_background(self._stop_soon(self._tasks + 1))
        elif not self._stopping:
            self._stopping = True
            in_background(self._insist(self._tasks))

    async def attach(self, coming=None):
        """Wait for a worker, the page's own first one by default, and use it."""
        self._gone = asyncio.get_running_loop().create_future()
        try:
            self._worker = await asyncio.wait_for(coming or workers["solver"], START_PATIENCE)
        except Exception as error:
            self._set(problem=f"The solver could not be started: {last_line(error)}. Reload to try again.")
        else:
            self._set(ready=True, problem="")
            in_background(self._prepare(self._worker))

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
        return wire.Reply.from_text(await self._worker.handle(message))

    async def _stop_soon(self, task):
        """End the task that was about to start, if it has; never the one after it."""
        await asyncio.sleep(STEP)
        if self.busy and task == self._tasks:
            self.stop()

    async def _insist(self, task):
        await asyncio.sleep(PATIENCE)
        if self.busy and task == self._tasks:
            await self._replace("The solver did not answer and is being started anew.")

    async def _replace(self, why):
        """End the worker, whatever it does, and start another."""
        self._set(ready=False)
        self._gone.set_result(why)
        script = document.querySelector("script[worker]")
        if script:
            script.xworker.terminate()
            script.remove()
        self._workers += 1
        name = f"solver-{self._workers}"
        await self.attach(create_named_worker(src="./web/worker.py", name=name, config="./web/pyscript.json"))

    async def _prepare(self, worker):
        """The tables of the 4x4, while nobody waits; without them the solver builds some, and says so."""
        problem = await worker.prepare(site())
        document.body.dataset.tables = problem or "ready"

    def _set(self, **changes):
        vars(self).update(changes)
        self._changed()


def last_line(error):
    """The line of a traceback that says what happened."""
    return (str(error).strip() or type(error).__name__).splitlines()[-1]


def site():
    """The site's address, which ends in /."""
    return document.baseURI.split("?")[0].split("#")[0].rsplit("/", 1)[0] + "/"
