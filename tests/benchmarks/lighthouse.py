"""Lighthouse on the built site: `python -m tests.benchmarks.lighthouse`. Fetches Lighthouse by npm once.

It prints the four scores and the figures of performance, for desktops, or with `--mobile` for phones. To
measure other pages, give their paths, such as `docs/python/`. Run it alone: it measures the main thread's
time.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from npuzzle.site.build import build

PACKAGE = "lighthouse@12.2.3"
FIGURES = ("first-contentful-paint", "largest-contentful-paint", "speed-index", "total-blocking-time")


class Quiet(SimpleHTTPRequestHandler):
    """A plain static host."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Log nothing."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", default=[""], help="paths on the site (default: the page)")
    parser.add_argument("--mobile", action="store_true", help="simulate a phone on a slow network")
    asked = parser.parse_args()
    device = [] if asked.mobile else ["--preset=desktop"]
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder) / "site")
        serving = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=f"{folder}/site"))
        Thread(target=serving.serve_forever, daemon=True).start()
        for path in asked.paths:
            print(f"/{path}")
            address = f"http://127.0.0.1:{serving.server_port}/{path}"
            report(measure(address, Path(folder) / "report.json", device))
        serving.shutdown()


def measure(address: str, to: Path, device: list[str]) -> dict[str, Any]:
    """Return Lighthouse's report on that address."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    subprocess.run(
        [
            *("npx", "--yes", PACKAGE, address, *device),
            "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
            *("--output=json", f"--output-path={to}", "--quiet"),
        ],
        env={**os.environ, **({"CHROME_PATH": chromium} if chromium else {})},
        check=True,
    )
    found: dict[str, Any] = json.loads(to.read_text(encoding="utf-8"))
    return found


def report(found: dict[str, Any]) -> None:
    for category in found["categories"].values():
        print(f"{category['title']:16} {100 * category['score']:3.0f}")
    for name in (*FIGURES, "cumulative-layout-shift"):
        audit = found["audits"][name]
        print(f"{audit['title']:26} {audit['displayValue']}")
    failed = [a for a in found["audits"].values() if a["score"] == 0 and a["scoreDisplayMode"] == "binary"]
    for audit in failed:
        print(f"not passed: {audit['title']}")


if __name__ == "__main__":
    main()
