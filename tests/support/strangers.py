"""Malicious Python texts, and links that contain them."""

from __future__ import annotations

from npuzzle import Board
from web.page.commands import initial_state
from web.page.link import to_fragment

SMALL = "1 2 3/4 0 5"
ZERO = "\ndef heuristic(board, goal):\n    return 0\n"

ATTEMPT = """
def attempt(work):
    try:
        work()
    except BaseException:
        pass
"""

#: Each attack runs when its text is loaded, before the first call of the heuristic.
ATTACKS = {
    "the copy for offline use": """
import js
from pyodide.ffi import create_proxy
kept = []
def proxy(function):
    kept.append(create_proxy(function))
    return kept[-1]
def put(cache):
    def each(requests):
        for request in requests:
            options = js.Object.new()
            options.headers = js.Headers.new()
            options.headers.set("Content-Type", "text/html")
            body = '<h1>OWNED</h1><script>document.title = "owned"; fetch("http://127.0.0.1:9/")</script>'
            cache.put(request, js.Response.new(body, options))
    cache.keys().then(proxy(each))
attempt(lambda: js.caches.keys().then(
    proxy(lambda names: [js.caches.open(name).then(proxy(put)) for name in names])
))
""",
    "what else a browser keeps": """
import js
attempt(lambda: js.indexedDB.open("strangers"))
attempt(lambda: js.navigator.storage.getDirectory())
attempt(lambda: js.navigator.locks.request("npuzzle", lambda lock: None))
attempt(lambda: js.BroadcastChannel.new("npuzzle").postMessage("owned"))
""",
    "other workers and scripts": """
import js
harm = 'postMessage("owned"); fetch("http://127.0.0.1:9/")'
address = js.URL.createObjectURL(js.Blob.new([harm]))
attempt(lambda: js.trustedTypes.createPolicy("default", js.Object.new()))
attempt(lambda: js.Worker.new(address))
attempt(lambda: js.importScripts(address))
attempt(lambda: js.eval(harm))
attempt(lambda: js.Function.new(harm)())
attempt(lambda: js.setTimeout(harm, 0))
attempt(lambda: js.postMessage("owned"))
""",
    "the network": """
import js
for address in ("http://127.0.0.1:9/", "./index.html", "/"):
    attempt(lambda: js.fetch(address))
    attempt(lambda: js.WebSocket.new(address))
    attempt(lambda: js.EventSource.new(address))
    request = None
    attempt(lambda: js.XMLHttpRequest.new().open("GET", address, False))
import pyodide_js
attempt(lambda: pyodide_js.loadPackage("http://127.0.0.1:9/x.whl"))
def by_library():
    from urllib.request import urlopen
    urlopen("http://127.0.0.1:9/")
attempt(by_library)
""",
    "what answers": """
import web.sandbox.answers
web.sandbox.answers._runner.handle = lambda text: "[" * 100_000 + "]" * 100_000
""",
    "what judges": """
import sys
import npuzzle.solving.run as run
from npuzzle.heuristics.conflicts import LinearConflict
run.Known.lower_bound = lambda self, now: 35
LinearConflict.estimate = LinearConflict.step = lambda self, *given: 0
run.claim_of = lambda length, bound: "proved shortest"
import web.solver.wire, web.rooms.lab.task
web.solver.wire.Reply.to_text = lambda self: '{"progress": null, "problem": null, "answer": {}}'
""",
    "builtins and modules": """
import builtins, json, sys
builtins.max = builtins.min = builtins.sum = builtins.len = lambda *given, **more: 0
builtins.isinstance = lambda *given: True
json.dumps = json.loads = lambda *given, **more: "null"
sys.modules.clear()
""",
    "two hundred timers": """
import js
from pyodide.ffi import create_proxy
for _ in range(200):
    js.setInterval(create_proxy(lambda: 1 / 0), 1)
""",
    "an end of its own": """
import js, os
attempt(lambda: js.close())
attempt(lambda: js.self.close())
attempt(lambda: js.Object.getPrototypeOf(js.self).close())
attempt(lambda: js.Object.getPrototypeOf(js.Object.getPrototypeOf(js.self)).close())
""",
    "much to say": "print('x' * 1_000_000)\n",
}


def link(base_url: str, text: str, board: str = SMALL) -> str:
    """Return a link to the page with that text in the Lab, as an attacker could send it."""
    state = initial_state(Board.parse(board))
    return f"{base_url}#{to_fragment(state, room='lab', notes={'source': text})}"
