"""Run the worker: fetch the pattern databases, and pass every message to `wire.TaskRunner`."""

import asyncio
import sys
from os import urandom
from typing import Any

if "npuzzle.zip" not in sys.path:
    sys.path.insert(0, "npuzzle.zip")  # imported straight from the zip: unpacking takes longer

import js
import pyodide_js
from pyodide.ffi import create_proxy
from pyodide.http import pyfetch

from npuzzle import Shape
from npuzzle.compiler import why_not_compiled
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.catalogue import find_larger
from npuzzle.search.anytime import solver
from npuzzle.search.pattern_search import FIFTEEN, make_ready
from web.solver.kept_tables import Shelf
from web.solver.table_store import TableStore
from web.solver.tables import PATIENCE, SLICE, Arrivals
from web.solver.waiting import within
from web.solver.wire import TaskRunner, read_message
from web.solver.words import last_line

WARM_AFTER = 1.0  # seconds until the anytime search is made ready: the first press should not wait
LATE = f"the package's tables have not arrived within {PATIENCE:g} seconds"

# A broken interpreter never answers again. So this worker closes itself, and the page notices its end.
pyodide_js._api.on_fatal = js.close.bind(js.globalThis)

_runner = TaskRunner()
_arrivals = Arrivals()
_shelf: Shelf | None = None  # the larger tables that the browser saved, once the page has named the site
_has_shelf = asyncio.Event()
_serving: list[asyncio.Future[None]] = []  # the work of a helper


async def handle(text: str) -> str:
    """Answer a JSON message in JSON. A finished task is dropped after the reply is sent."""
    message = read_message(text)
    if message["do"] == "step":
        if await _arrivals.are_awaited():
            return _runner.report()
        if (helpers := _runner.helpers) is not None and helpers.is_waiting:
            await helpers.wait(SLICE)
        if _shelf is not None:
            await _shelf.write_waiting(SLICE)
    reply = _runner.answer(message)
    if message["do"] == "start":
        if (shape := _runner.needs) is not None and find_larger(shape, 0) is not None:
            _arrivals.expect_kept(shape, asyncio.ensure_future(_load_kept(shape)))
        _arrivals.start_task(shape)
    if _runner.is_done:
        asyncio.get_running_loop().call_later(0.1, _runner.forget)
    return reply


async def live(lock: str) -> bool:
    """Hold a lock as long as this worker lives, so that the page notices its end.

    Return False if the browser has no locks, for example on pages from another computer without https.
    """
    locks = getattr(js.navigator, "locks", None)
    if not locks:
        return False
    held = asyncio.get_running_loop().create_future()

    def hold(lock: object) -> Any:
        held.set_result(None)
        return js.Promise.new(create_proxy(lambda resolve, reject: None))

    locks.request(lock, create_proxy(hold))
    await held
    return True


async def prepare(site: str) -> str:
    """Fetch the package's pattern databases, and make those of the 4x4 ready. Return the error, or "".

    A task that needs databases waits until they have arrived. Without them, the solver builds smaller ones.
    """
    global _shelf
    _allow_helpers()  # a search may start while tables of other sizes are still fetched
    _shelf = Shelf(TableStore(site))
    _has_shelf.set()
    before, fetches = None, {}
    for shape, file in catalogue.SHIPPED.items():
        before = asyncio.ensure_future(_get(shape, f"{site}npuzzle/pattern_databases/{file}", before))
        fetches[shape] = before
        _arrivals.expect(shape, before)
    for shape, coming in fetches.items():
        if not await within(coming, PATIENCE):
            catalogue.refuse_shipped(shape, LATE)  # until the file arrives after all
    asyncio.get_running_loop().call_later(WARM_AFTER, lambda: asyncio.ensure_future(_warm()))
    refused = [f"{shape}: {why}." for shape in catalogue.SHIPPED if (why := catalogue.why_refused(shape))]
    return " ".join([*refused, why_not_compiled()]).strip()


def _allow_helpers() -> None:
    """Allow long searches to be split over several workers, if the browser can do that."""
    from web.solver.helpers.search import allow_helpers
    from web.solver.helpers.worker_channel import WorkerChannel, find_device

    allow_helpers(find_device(), WorkerChannel)


async def help_search(site: str, channel: str, number: int) -> None:
    """From now on, only search for the first worker."""
    from web.solver.helpers.helper import Helper
    from web.solver.helpers.worker_channel import WorkerChannel, pause

    async def fetch_tables(shape: Shape) -> None:
        if shape in catalogue.SHIPPED:
            await _get(shape, f"{site}npuzzle/pattern_databases/{catalogue.SHIPPED[shape]}", None)
        await Shelf(TableStore(site)).load(shape)

    lock = f"{channel}-{urandom(8).hex()}"
    await live(lock)
    link = WorkerChannel(channel, lambda text: helper.hear(text))
    helper = Helper(number, link.post, pause, fetch_tables)
    _serving.append(asyncio.ensure_future(helper.serve(lock)))


async def is_there() -> bool:
    """Answer, between two slices of work, that this worker is alive."""
    return True


async def _get(shape: Shape, address: str, before: asyncio.Future[None] | None) -> None:
    """Fetch one file, after the fetch `before`, so that downloads run one after another."""
    if before is not None:
        await within(before, PATIENCE)
    try:
        response = await pyfetch(address)
        if not response.ok:
            raise OSError(f"the host answered {response.status}")
        catalogue.provide_shipped(shape, await response.bytes())
    except Exception as error:
        catalogue.refuse_shipped(shape, f"the package's tables could not be fetched: {last_line(error)}")
        return
    if shape == FIFTEEN:
        for _ in make_ready():
            await asyncio.sleep(0)


async def _load_kept(shape: Shape) -> None:
    """Provide searches with a tray's larger tables, if the browser has saved them."""
    await _has_shelf.wait()
    assert _shelf is not None, "the shelf exists now"
    await _shelf.load(shape)


async def _warm() -> None:
    """Make the anytime search ready, in between the page's messages."""
    for _ in solver.make_ready():
        await asyncio.sleep(0.01)


__export__ = ["handle", "help_search", "is_there", "live", "prepare"]
