"""The page's part of the sandbox: start an interpreter for the user's code, in a separate frame."""

from __future__ import annotations

import json
from typing import Any

from pyscript import js_import, window

from web.solver.browser import site_address
from web.solver.stream import SandboxError
from web.solver.wire import Reply
from web.solver.words import last_line

FRAME = "web/sandbox/frame.js"
ENDED = "Your code did not answer, so its interpreter was stopped."


class PageSandbox:
    """Run one task in a separate interpreter, see `web/sandbox/frame.js`."""

    def __init__(self) -> None:
        self._box: Any = None
        self._is_ended = False

    async def start(self, tables: dict[str, str]) -> None:
        """Start the interpreter. `tables`: database files it may need, by shape. Raises SandboxError."""
        try:
            module = (await js_import(site_address() + FRAME))[0]
            self._box = module.open()
            if not self._is_ended:
                await self._box.start(window.JSON.parse(json.dumps(tables)))
        except Exception as error:
            why = f"The interpreter for your code could not be started: {last_line(error)}."
            raise SandboxError(why) from None

    async def ask(self, message: str) -> Reply:
        """Return the reply to a message. Raises SandboxError, also if the answer is not a valid reply."""
        from web.sandbox.checks import UntrustedAnswerError, read_reply  # late: few visits need it

        try:
            return read_reply(await self._box.ask(message))
        except UntrustedAnswerError as error:
            raise SandboxError(str(error)) from None
        except Exception as error:
            why = f"The interpreter of your code failed: {last_line(error)}."
            raise SandboxError(ENDED if self._is_ended else why) from None

    def end(self) -> None:
        """End the interpreter immediately, even in the middle of a step."""
        self._is_ended = True
        if self._box is not None:
            self._box.end()
