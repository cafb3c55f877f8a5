"""A small fake of the browser for `web.solver.browser`, and a clock that never waits."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any, TypeVar

from web.sandbox.answers import TASKS
from web.solver import wire

T = TypeVar("T")


class FakeClock(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps to its next timer."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.errors: list[dict[str, Any]] = []
        self.set_exception_handler(lambda loop, context: self.errors.append(context))

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            self.now = max(self.now, self._scheduled[0].when())  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run `main` on a fake clock, cancel the tasks that it leaves behind, and fail on unnoticed errors."""
    loop = FakeClock()
    try:
        result = loop.run_until_complete(asyncio.wait_for(main, 100_000))
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.wait(left))
    finally:
        loop.close()
    assert loop.errors == [], loop.errors
    return result


class Worker:
    """A worker with the real end of the wire, which can fail in every way that workers do.

    `delay`: seconds until a reply. A silent worker replies once its silence ends, a broken one raises.
    A dead one never replies, unless it is also a ghost. `starts_after`: None if it never starts.
    """

    def __init__(self, browser: Browser, *, starts_after: float | None = 0.5, fails: str = "") -> None:
        self.browser, self.starts_after, self.fails = browser, starts_after, fails
        self.solver, self.delay, self.on_progress = wire.TaskRunner(), 0.05, list[str]()
        self.is_silent = self.is_dead = self.is_broken = self.is_ghost = False
        self._died: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def come(self) -> Worker:
        if self.starts_after is None:
            await _for_ever()
        await asyncio.sleep(self.starts_after or 0)
        if self.fails:
            raise RuntimeError(self.fails)
        await self._lives()
        return self

    async def handle(self, text: str) -> str:
        self.on_progress.append(text)
        await asyncio.sleep(self.delay)
        await self._lives()
        if self.is_broken:
            raise RuntimeError("Traceback ...\nValueError: it is broken")
        return self.solver.handle(text)

    async def live(self, lock: str) -> bool:
        await self._lives()
        self.browser.locks[lock] = self._died
        return self.browser.has_locks

    async def is_there(self) -> bool:
        await self._lives()
        return True

    async def prepare(self, site: str) -> str:
        await self._lives()
        return self.browser.tables

    def die(self) -> None:
        self.is_dead = True
        if not self._died.done():
            self._died.set_result(None)

    terminate = die

    async def _lives(self) -> None:
        """Wait while the worker is silent; forever if it is dead."""
        while self.is_silent and not self.is_dead:
            await asyncio.sleep(0.1)
        if self.is_dead and not self.is_ghost:
            await _for_ever()


async def _for_ever() -> None:
    await asyncio.get_running_loop().create_future()


class Box:
    """A sandbox with the real end of the wire, as `web/sandbox/frame.js` opens one.

    `starts_after`, `delay`: seconds until its start and until an answer; None means forever.
    """

    def __init__(self, *, starts_after: float | None = 0.0, delay: float | None = 0.0) -> None:
        self.starts_after, self.delay = starts_after, delay
        self.is_ended = False
        self._solver = wire.TaskRunner(TASKS)
        self._end = asyncio.get_running_loop().create_future()

    async def start(self, tables: dict[str, str]) -> None:
        await self._last(self.starts_after)

    async def ask(self, message: str) -> str:
        await self._last(self.delay)
        return self._solver.handle(message)

    def end(self) -> None:
        self.is_ended = True
        if not self._end.done():
            self._end.set_result(None)

    async def _last(self, seconds: float | None) -> None:
        await asyncio.wait([self._end], timeout=seconds)
        if self.is_ended:
            raise OSError("it was ended")


class Browser:
    """The part of a browser that `pyscript` gives to the page: document, window, and named workers.

    `next_worker` makes the next worker. `tables`: each worker's report on its tables, "" if all is well.
    """

    def __init__(self) -> None:
        self.workers: list[Worker] = []
        self.locks: dict[str, asyncio.Future[None]] = {}
        self.has_locks = self.has_program = True
        self.console: list[str] = []
        self.tables = ""
        self.next_worker: Callable[[], Worker] = lambda: Worker(self)
        self.boxes: list[Box] = []
        self.next_box: Callable[[], Box] = Box
        self._scripts: list[SimpleNamespace] = []

    @property
    def living(self) -> list[Worker]:
        return [worker for worker in self.workers if not worker.is_dead]

    def start_worker(self, **given: str) -> Awaitable[Worker]:
        script = SimpleNamespace(xworker=None, name=given.get("name", ""))
        script.remove = lambda: self._scripts.remove(script)
        self._scripts.append(script)
        worker = self.next_worker()
        self.workers.append(worker)
        script.xworker = worker
        return worker.come()

    def _find(self, which: str) -> SimpleNamespace | None:
        """Return the first script of that name; the page requests no other element."""
        name = which.partition("name=")[2].rstrip("]")
        return next((script for script in self._scripts if name in (script.name, "solver")), None)

    async def _request(self, lock: str, then: object) -> None:
        await self.locks[lock]

    async def _fetch(self, address: str) -> SimpleNamespace:
        return SimpleNamespace(ok=self.has_program)

    async def _import(self, address: str) -> list[SimpleNamespace]:
        """Return the only JavaScript module that the page imports: the one that opens sandboxes."""
        return [SimpleNamespace(open=self._open_box)]

    def _open_box(self) -> Box:
        self.boxes.append(self.next_box())
        return self.boxes[-1]

    def modules(self) -> dict[str, ModuleType]:
        pyscript, ffi = ModuleType("pyscript"), ModuleType("pyscript.ffi")
        body = SimpleNamespace(dataset=SimpleNamespace())
        locks = SimpleNamespace(request=self._request)
        vars(pyscript).update(
            create_named_worker=self.start_worker,
            js_import=self._import,
            when=lambda *which: lambda function: function,
            document=SimpleNamespace(
                querySelector=self._find,
                querySelectorAll=lambda which: self._scripts,
                baseURI="http://here/",
                body=body,
            ),
            window=SimpleNamespace(
                navigator=SimpleNamespace(locks=locks),
                fetch=self._fetch,
                console=SimpleNamespace(error=self.console.append),
                JSON=SimpleNamespace(parse=json.loads),
            ),
            workers=_First(self),
            ffi=ffi,
        )
        vars(ffi).update(create_proxy=lambda function: function)
        return {"pyscript": pyscript, "pyscript.ffi": ffi}


class _First:
    """The page's first worker, `workers["solver"]`."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    def __getitem__(self, name: str) -> Awaitable[Worker]:
        return self._browser.start_worker()


@contextmanager
def page_modules(browser: Browser, *names: str) -> Iterator[list[Any]]:
    """Yield these modules of the page, imported afresh in that browser; other modules stay as they are."""
    fakes = browser.modules()
    every = [*names, *fakes]
    kept = {name: sys.modules.pop(name) for name in every if name in sys.modules}
    sys.modules.update(fakes)
    try:
        yield [import_module(name) for name in names]
    finally:
        for name in every:
            sys.modules.pop(name, None)
        sys.modules.update(kept)
