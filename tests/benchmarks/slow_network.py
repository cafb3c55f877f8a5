"""`python -m tests.benchmarks.slow_network`: what a first visitor sees, and when, on a fast 3G network.

All connections together carry 1.6 million bits per second, and each answer starts after 150 ms ("3G Fast" of
WebPageTest). The host itself imposes this, so it also applies to workers and the service worker. Three hosts
are measured, without compressed copies, with gzip copies and with Brotli copies, in about three minutes.
"""

from __future__ import annotations

import tempfile
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from time import monotonic, sleep

from playwright.sync_api import Page, sync_playwright

from npuzzle.site.build import build
from npuzzle.site.page_files import TYPES
from tests.benchmarks.page import WATCH, seen
from tests.conftest import chromium_arguments

BYTES_A_SECOND = 1_600_000 / 8
DELAY = 0.15  # seconds before each answer
PIECE = 8192
MOST = 300_000  # ms that a start may take

HOSTS = {"as they are": (), "gzip": ("gz",), "Brotli": ("br",)}
ENCODINGS = {"gz": "gzip", "br": "br"}


class Wire:
    """The network that all connections share, with a limited number of bytes per second."""

    def __init__(self) -> None:
        self.lock, self.free, self.bytes = Lock(), 0.0, 0

    def carry(self, count: int) -> None:
        with self.lock:
            self.bytes += count
            self.free = max(self.free, monotonic()) + count / BYTES_A_SECOND
            wait = self.free - monotonic()
        sleep(max(0.0, wait))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, *args: object, folder: Path, wire: Wire) -> None:
        self.folder, self.wire = folder, wire
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        name = self.path.split("?")[0].lstrip("/") or "index.html"
        path = self.folder / name
        sleep(DELAY)
        if not path.is_file():
            self.send_error(404)
            return
        accepted = self.headers.get("Accept-Encoding", "")
        tag = f'"{path.stat().st_mtime_ns:x}"'
        if self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.end_headers()
            return
        self.send_response(200)
        for kind, encoding in ENCODINGS.items():
            copy = path.with_name(f"{path.name}.{kind}")
            if copy.is_file() and encoding in accepted:
                path = copy
                self.send_header("Content-Encoding", encoding)
        content = path.read_bytes()
        self.send_header("Content-Type", TYPES.get(Path(name).suffix, "text/plain"))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=600")  # as GitHub Pages does
        self.send_header("ETag", tag)
        self.end_headers()
        for at in range(0, len(content), PIECE):
            self.wire.carry(len(content[at : at + PIECE]))
            self.wfile.write(content[at : at + PIECE])

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Log nothing."""


def first_visit(page: Page, address: str) -> dict[str, float]:
    """Return the seconds from the navigation to each thing that the visitor sees."""
    page.goto(address, wait_until="commit", timeout=MOST)
    page.wait_for_selector("#solve:enabled", timeout=MOST)
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    moments = {"first paint": painted}
    for name in ("playable", "controls", "solver"):
        moments[name] = seen(page, name)
    page.get_by_text("Ready offline").wait_for(timeout=MOST)
    moments["ready offline"] = page.evaluate("performance.now()")
    return {name: at / 1000 for name, at in moments.items()}


def main() -> None:
    with sync_playwright() as playwright:
        for host, kinds in HOSTS.items():
            with tempfile.TemporaryDirectory() as folder:
                built = build(Path(folder) / "site", compress=kinds)
                wire = Wire()
                handler = partial(Handler, folder=built.folder, wire=wire)
                serving = ThreadingHTTPServer(("127.0.0.1", 0), handler)
                Thread(target=serving.serve_forever, daemon=True).start()
                profile = str(Path(folder) / "profile")  # a private window stores no large file
                browser = playwright.chromium.launch_persistent_context(profile, **chromium_arguments())
                page = browser.new_page()
                page.add_init_script(WATCH)
                moments = first_visit(page, f"http://127.0.0.1:{serving.server_port}/")
                browser.close()
                serving.shutdown()
            told = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in moments.items())
            print(f"{host}: {wire.bytes / 1e6:.2f} MB in all; {told}", flush=True)


if __name__ == "__main__":
    main()
