"""The browser's part of the solver: workers, their locks, sandboxes."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any

from pyscript import create_named_worker, document, window, workers
from pyscript.ffi import create_proxy

if TYPE_CHECKING:
    from web.solver.protocols import Worker

PROGRAM = "./web/solver/worker.py"
FIRST = "solver"  # the name of the first worker

_nothing = create_proxy(lambda lock: None)


def site_address() -> str:
    """Return the site's address, which ends in /."""
    address: str = document.baseURI
    return address.split("?")[0].split("#")[0].rsplit("/", 1)[0] + "/"


def _end(script: Any) -> None:
    """End the worker of a script."""
    worker = getattr(script, "xworker", None)  # None if its settings did not load
    if worker:
        worker.terminate()
    script.remove()


class PageBrowser:
    """The page's browser, with the functions that `web.solver.protocols.Browser` describes."""

    def __init__(self) -> None:
        self.site = site_address()

    async def first_worker(self) -> Worker:
        """Return the worker that `web/js/start_python.mjs` has started."""
        worker: Worker = await workers[FIRST]
        return worker

    def start_worker(self, name: str) -> Awaitable[Worker]:
        worker: Awaitable[Worker] = create_named_worker(src=PROGRAM, name=name, config="./web/pyscript.json")
        return worker

    def end_worker(self) -> None:
        for script in list(document.querySelectorAll("script[worker]")):
            _end(script)

    def end_helper(self, name: str) -> None:
        script = document.querySelector(f"script[name={name}]")
        if script:
            _end(script)

    async def has_program(self) -> bool:
        try:
            return bool((await window.fetch(PROGRAM)).ok)
        except Exception:
            return False

    async def wait_for_lock(self, lock: str) -> None:
        await window.navigator.locks.request(lock, _nothing)

    def show_tables(self, said: str) -> None:
        document.body.dataset.tables = said

    def report_error(self, text: str) -> None:
        window.console.error(text)
