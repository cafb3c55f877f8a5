"""The memory of a page in bytes, and its numbers of objects, after garbage collection.

A few lines, added to the page's and the worker's modules on the way to the browser, report on their Python.
Everything else comes from the browser and from Linux.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from statistics import mean
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page, Route

ASKED = ("web/app.py", "web/solver/worker.py")
#: Pyodide's memory never shrinks, so its length is its peak.
TELLS = """

def _held():
    import gc, json
    import pyodide_js
    gc.collect()
    inside = pyodide_js._module
    return json.dumps({"Python memory": inside.HEAP8.length, "Python objects": len(gc.get_objects()),
        "JavaScript held by Python": inside._hiwire_num_refs(),
        "Python held by JavaScript": inside.pyproxy_alloc_map.size})


import js
import pyodide_js
pyodide_js._module.enable_pyproxy_allocation_tracing()
js.globalThis.held = _held
"""

#: The memory of the tab: on Linux that of its process, elsewhere the sum of its heaps.
MEMORY = "memory"
#: Counts that must not keep growing.
COUNTS = ("Python objects", "Python held by JavaScript", "JavaScript held by Python", "nodes", "listeners")


def let_it_be_asked(context: BrowserContext, root: Path) -> None:
    """Add those lines to the modules. The context must block service workers, which would bypass this."""
    for name in ASKED:
        context.route(f"**/{name}", _giving((root / name).read_text(encoding="utf-8") + TELLS))


def _giving(source: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=source, content_type="text/x-python")


class Gauges:
    """The gauges of one page and its worker, which must have started."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)
        self._session.send("Performance.enable")
        self._worker = WorkerSession(page, self._session)
        browser = page.context.browser
        assert browser is not None
        self._browser = browser.new_browser_cdp_session()

    def read(self) -> dict[str, int]:
        """Return every figure by its name; names of the worker's figures begin with `worker`."""
        held = json.loads(self._page.evaluate("held()"))
        in_worker = json.loads(self._page.workers[-1].evaluate("held()"))
        for _ in range(2):  # objects freed first may have held others
            self._session.send("HeapProfiler.collectGarbage")
            self._worker.ask("HeapProfiler.collectGarbage")
        told = self._session.send("Performance.getMetrics")["metrics"]
        metrics = {metric["name"]: int(metric["value"]) for metric in told}
        heaps = {
            "JavaScript memory": metrics["JSHeapUsedSize"],
            "worker: JavaScript memory": int(self._worker.ask("Runtime.getHeapUsage")["usedSize"]),
            **held,
            **{f"worker: {name}": figure for name, figure in in_worker.items()},
        }
        heap_bytes = sum(figure for name, figure in heaps.items() if name.endswith(" memory"))
        return {
            MEMORY: self._renderer() if sys.platform == "linux" else heap_bytes,
            **heaps,
            "nodes": metrics["Nodes"],
            "listeners": metrics["JSEventListeners"],
        }

    def _renderer(self) -> int:
        """Return the private memory of the renderers.

        It excludes the pages of Chromium's program: their share per process changes whenever another Chromium
        starts or ends on the machine.
        """
        processes = self._browser.send("SystemInfo.getProcessInfo")["processInfo"]
        return sum(own_memory(process["id"]) for process in processes if process["type"] == "renderer")


def own_memory(process: int) -> int:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("Anonymous:"))


class WorkerSession:
    """A session of Chromium's DevTools protocol with the page's worker, through the page."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self._page, self._session = page, session
        self._asked, self._replies = 0, dict[int, Any]()
        self._target = ""
        session.on("Target.attachedToTarget", self._attached)
        session.on("Target.receivedMessageFromTarget", self._received)
        given = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False}
        session.send("Target.setAutoAttach", given)

    def ask(self, method: str) -> dict[str, Any]:
        self._asked += 1
        message = json.dumps({"id": self._asked, "method": method})
        self._session.send("Target.sendMessageToTarget", {"sessionId": self._target, "message": message})
        for _ in range(3000):
            if self._asked in self._replies:
                return dict(self._replies.pop(self._asked)["result"])
            self._page.wait_for_timeout(10)
        raise TimeoutError(f"the worker did not answer {method} in 30 seconds")

    def _attached(self, event: dict[str, Any]) -> None:
        if event["targetInfo"]["type"] == "worker":
            self._target = event["sessionId"]

    def _received(self, event: dict[str, Any]) -> None:
        reply = json.loads(event["message"])
        if "id" in reply:
            self._replies[reply["id"]] = reply


def climbs(figures: Sequence[int]) -> bool:
    """Return whether the figures keep growing.

    They do if the later of two figures is larger in 85 % of all pairs, and the mean of the second half is 2 %
    above that of the first. For ten random figures, this happens at most once in a thousand times.

    >>> climbs([100, 140, 120, 139, 118, 140])
    False
    >>> climbs([100, 110, 120, 130, 140, 150])
    True
    """
    pairs = list(combinations(figures, 2))
    rising = sum(earlier < later for earlier, later in pairs)
    middle = len(figures) // 2
    return rising >= 0.85 * len(pairs) and mean(figures[-middle:]) > 1.02 * mean(figures[:middle])
