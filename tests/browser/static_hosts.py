"""Imitations of the three most common static hosts: paths, content types, compression and headers.

Their treatment of folders is documented by GitHub Pages, Netlify and Cloudflare Pages, and by nginx: a folder
without its final slash is redirected to the address with the slash.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import formatdate
from functools import lru_cache, partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

import brotli

#: For hosts that know these suffixes. A file with another suffix has no content type.
KNOWN = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
UNKNOWN = "application/octet-stream"
#: Files that are compressed when sent.
SMALLER = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm")


@dataclass(frozen=True)
class Rules:
    """The rules by which a host answers. `clean`: each page has one address, so `index.html` redirects."""

    moved: int = 301
    clean: bool = False
    whole_address: bool = False  # the redirect names the host too
    encoding: str = ""
    pack: Callable[[Path], bytes | None] = lambda path: None
    headers: Mapping[str, str] = field(default_factory=dict)


@lru_cache(maxsize=256)
def gzip_at_once(path: Path) -> bytes | None:
    return gzip.compress(path.read_bytes(), 1) if path.suffix in SMALLER else None


@lru_cache(maxsize=256)
def brotli_at_once(path: Path) -> bytes | None:
    return brotli.compress(path.read_bytes(), quality=1) if path.suffix in SMALLER else None


def put_copies_beside(folder: Path) -> None:
    """Compress files as `build --compress gz` does, but faster and less tightly."""
    for path in [path for path in folder.rglob("*") if path.suffix in SMALLER]:
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), 1))


def gzip_beside(path: Path) -> bytes | None:
    beside = path.with_name(f"{path.name}.gz")
    return beside.read_bytes() if beside.is_file() else None


HOSTS = {
    "GitHub Pages": Rules(
        encoding="gzip",
        pack=gzip_at_once,
        headers={"Cache-Control": "max-age=600", "Access-Control-Allow-Origin": "*"},
    ),
    "Cloudflare Pages": Rules(
        moved=308,
        clean=True,
        encoding="br",
        pack=brotli_at_once,
        headers={
            "Cache-Control": "public, max-age=0, must-revalidate",
            "Access-Control-Allow-Origin": "*",
            "Referrer-Policy": "strict-origin-when-cross-origin",
            "X-Content-Type-Options": "nosniff",
        },
    ),
    "nginx": Rules(whole_address=True, encoding="gzip", pack=gzip_beside),
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, *args: object, root: Path, rules: Rules) -> None:
        self._root, self._rules = root, rules
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        address = unquote(urlsplit(self.path).path)
        path = self._root / address.removeprefix("/")
        if self._rules.clean and address.endswith("/index.html"):
            self._send_on(address.removesuffix("index.html"))
        elif path.is_dir() and not address.endswith("/"):
            self._send_on(f"{address}/")
        else:
            self._send_file(path / "index.html" if path.is_dir() else path)

    def do_HEAD(self) -> None:
        self.do_GET()

    def _send_on(self, address: str) -> None:
        whole = f"http://{self.headers['Host']}" if self._rules.whole_address else ""
        self._answer(self._rules.moved, b"", {"Location": f"{whole}{address}"})

    def _send_file(self, path: Path) -> None:
        if not path.is_file():
            self._answer(404, b"<h1>404</h1>", {"Content-Type": "text/html"})
            return
        tag = f'"{path.stat().st_mtime_ns:x}"'
        headers = {
            **self._rules.headers,
            "ETag": tag,
            "Last-Modified": formatdate(path.stat().st_mtime, usegmt=True),
        }
        if self.headers["If-None-Match"] == tag:
            self._answer(304, b"", headers)
            return
        headers["Content-Type"] = KNOWN.get(path.suffix, UNKNOWN)
        body = path.read_bytes()
        if self._rules.encoding in self.headers.get("Accept-Encoding", "") and (
            packed := self._rules.pack(path)
        ):
            body, headers["Content-Encoding"], headers["Vary"] = (
                packed,
                self._rules.encoding,
                "Accept-Encoding",
            )
        self._answer(200, body, headers)

    def _answer(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


class StaticHost:
    """A host of the files below `root`. Runs while its `with` block does, unless it is stopped."""

    def __init__(self, root: Path, rules: Rules) -> None:
        self._serving = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, root=root, rules=rules))
        self._serving.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._serving.server_port}/"

    def __enter__(self) -> StaticHost:
        Thread(target=self._serving.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop the host; nothing answers at its address any more."""
        self._serving.shutdown()
        self._serving.server_close()
