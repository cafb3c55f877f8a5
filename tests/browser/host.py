"""A static host that knows nothing about this project, with typical faults of hosts and networks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from npuzzle import site

LOGIN = b"<!doctype html><title>Wi-Fi</title><h1>Please log in</h1>"


class Handler(SimpleHTTPRequestHandler):
    extensions_map = site.TYPES

    def __init__(self, *args: object, host: Host, **kwargs: object) -> None:
        self.host = host
        super().__init__(*args, directory=str(host.root), **kwargs)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        name = self.path.split("?")[0].removeprefix(f"/{self.host.folder}") or "index.html"
        self.host.asked.append(name)
        if self.host.portal:
            self.give(LOGIN, "text/html")
        elif name in self.host.broken:
            self.give(b"half", "text/plain", promised=8)
        elif name in self.host.changes:
            self.give(self.host.changes[name], site.TYPES[Path(name).suffix])
        else:
            super().do_GET()

    def give(self, content: bytes, kind: str, promised: int = 0) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(promised or len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


class Host:
    """A host that serves a build below `folder`; `asked` lists the requested files.

    `broken`: files that break off halfway. `changes`: contents that replace files. `portal`: answer every
    request with a login page, as some networks do.
    """

    def __init__(self, root: Path, folder: str = "") -> None:
        self.root, self.folder = root, folder
        self.asked: list[str] = []
        self.broken: set[str] = set()
        self.changes: dict[str, bytes] = {}
        self.portal = False
        self._serving: ThreadingHTTPServer | None = None
        self._port = 0

    def __enter__(self) -> Host:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._serving:
            self.stop()

    def start(self) -> None:
        """Start or restart the host; the address stays the same."""
        self._serving = ThreadingHTTPServer(("127.0.0.1", self._port), partial(Handler, host=self))
        self._port = self._serving.server_port
        Thread(target=self._serving.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self) -> None:
        """Stop the host; nothing answers at its address any more."""
        assert self._serving is not None
        self._serving.shutdown()
        self._serving.server_close()
        self._serving = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}/{self.folder}"

    def read(self, name: str) -> bytes:
        return self.changes.get(name) or (self.root / self.folder / name).read_bytes()

    def release(self, edits: Mapping[str, tuple[str, str]]) -> None:
        """Publish a new version; in each of these files, replace the first text by the second."""
        for name, (old, new) in edits.items():
            text = self.read(name).decode()
            assert text.count(old) == 1, f"{old!r} in {name}"
            self.changes[name] = text.replace(old, new).encode()
        listed = self.read_list()
        self.changes[site.PRECACHE] = site.precache(
            {name: self.read(name) for name in listed["files"]}, listed["later"]
        )

    def without_python(self) -> Host:
        """Replace Python by a stub, so that the page starts immediately, and return the host."""
        self.changes["web/js/start_python.mjs"] = b"export {};"
        self.changes["web/vendor/pyscript/core.js"] = b"dispatchEvent(new Event('py:done'));"
        self.release({})
        return self

    def read_list(self) -> dict[str, Any]:
        """Return the host's current list of files."""
        text = self.read(site.PRECACHE).decode().removeprefix("self.PRECACHE = ").removesuffix(";\n")
        listed: dict[str, Any] = json.loads(text)
        return listed

    def list_kept(self, *, later: bool = False) -> dict[str, str]:
        """Return the files that the service worker must save, with hashes; `later`: also those saved last."""
        listed = self.read_list()
        return {
            name: digest for name, digest in listed["files"].items() if later or name not in listed["later"]
        }
