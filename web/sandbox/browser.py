"""The page's hold on a sandbox, and who carries out a task: the solver, and for somebody's text a sandbox."""

import asyncio
import json

from pyscript import document, js_import, window

from web.solver.exchange import SandboxError

FRAME = "/web/sandbox/frame.js"
ENDED = "Your code did not answer, so its interpreter was ended."


class Sandbox:
    """An interpreter of its own, for one task; see `web/sandbox/frame.js`."""

    def __init__(self):
        self._box = None
        self._is_ended = False

    async def start(self, tables):
        """Start it; `tables`: files of pattern tables it may need, by shape. Raises SandboxError."""
        try:
            folder = document.baseURI.split("?")[0].split("#")[0].rsplit("/", 1)[0]
            module = (await js_import(folder + FRAME))[0]
            self._box = module.open()
            if not self._is_ended:
                await self._box.start(window.JSON.parse(json.dumps(tables)))
        except Exception as error:
            why = f"The interpreter for your code could not be started: {_last_line(error)}."
            raise SandboxError(why) from None

    async def ask(self, message):
        """The answer to a message. Raises SandboxError, also for an answer that is not a reply."""
        from web.sandbox.checks import UntrustedAnswerError, read_reply  # only who needs it waits for it

        try:
            return read_reply(await self._box.ask(message))
        except UntrustedAnswerError as error:
            raise SandboxError(str(error)) from None
        except Exception as error:
            why = f"The interpreter of your code failed: {_last_line(error)}."
            raise SandboxError(ENDED if self._is_ended else why) from None

    def end(self):
        """End it at once, whatever it does."""
        self._is_ended = True
        if self._box is not None:
            self._box.end()


class Interpreters:
    """Who carries out one task: `ask(message)` asks the solver, `stopped` is done when Stop is pressed.

    `answers` counts what the sandbox has said.
    """

    def __init__(self, given, ask, stopped):
        self._given, self._ask, self._stopped = given, ask, stopped
        self._sandbox = None
        self._is_asked = False
        self.is_opening = False  # the sandbox starts
        self.answers = 0

    @property
    def stopping(self):
        return self._stopped.done()

    @property
    def waits_for_sandbox(self):
        """Whether somebody's text has yet to answer."""
        return self._is_asked

    async def solver(self, message):
        """The solver's answer to a message."""
        return await self._ask(message)

    async def open_sandbox(self):
        """Start an interpreter for somebody's text; False if Stop was pressed first. Raises SandboxError."""
        from web.sandbox.route import tables_for

        self._sandbox, self.is_opening = Sandbox(), True
        start = asyncio.ensure_future(self._sandbox.start(tables_for(self._given)))
        await asyncio.wait([start, self._stopped], return_when=asyncio.FIRST_COMPLETED)
        self.is_opening = False
        if start.done():
            start.result()
            return True
        start.add_done_callback(_forget)
        return False

    async def sandbox(self, message):
        """The sandbox's answer, which has the form of a reply, no more. Raises SandboxError."""
        self._is_asked = True
        try:
            return await self._sandbox.ask(message)
        finally:
            self._is_asked = False
            self.answers += 1

    def close(self):
        """End the sandbox, if there is one: no text meets what another one left behind."""
        if self._sandbox is not None:
            self._sandbox.end()


def _forget(start):
    """Nobody wants to hear why a sandbox did not start that was ended meanwhile."""
    if not start.cancelled():
        start.exception()


def _last_line(error):
    return (str(error).strip() or type(error).__name__).splitlines()[-1].removesuffix(".")
