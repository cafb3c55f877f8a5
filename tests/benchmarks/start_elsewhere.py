"""`python -m tests.benchmarks.start_elsewhere [--rounds N]`: how long a start takes in Firefox and WebKit.

Fresh browsers start with and without the snapshot, in turns. Each makes a first visit (cold) and a third one
(warm, through the service worker): controls usable and solver ready, in milliseconds from navigation.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from threading import Thread
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Playwright, sync_playwright

from npuzzle import site
from npuzzle.site.files import Site, server
from npuzzle.site.server import File
from tests.benchmarks.start import FIGURES, WATCH
from tests.browsers import found
from tests.browsers.hands import Hands, PlaywrightHands
from tests.browsers.webkit_gtk import SeleniumHands, webkit_gtk

BROWSERS = ("firefox", "webkit")
MEASURED = ("controls", "solver")
PATIENCE = 120.0  # seconds
BEGINS_WITH = "web/js/trust.js"  # the page's first script, which gets the observer
IS_READY = "() => Boolean(window.seen && window.seen.solver)"
IS_KEPT = "() => document.getElementById('offline').textContent.startsWith('Ready offline')"


class Watched(Site):
    """The site, with a page that records its own times."""

    def content(self, name: str) -> bytes:
        return super().content(name) + (WATCH.encode() if name == BEGINS_WITH else b"")

    def find(self, name: str) -> File | None:
        file = super().find(name)
        return replace(file, content=lambda: self.content(name)) if file and name == BEGINS_WITH else file


class WithoutSnapshot(Watched):
    """The same site, without the snapshot of Python's memory."""

    def snapshot(self) -> dict[str, Any]:
        return {}


@contextmanager
def open_browser(playwright: Playwright, name: str) -> Iterator[Hands]:
    if name == "webkit":
        with webkit_gtk() as driver:
            yield SeleniumHands(driver)
        return
    program = found.program(name)
    debians = {} if program is None else {"channel": "moz-firefox", "executable_path": program}
    browser = playwright.firefox.launch(**debians, timeout=180_000)  # type: ignore[arg-type]
    yield PlaywrightHands(browser.new_context(), PATIENCE)
    browser.close()


def wait_until(hands: Hands, condition: str) -> None:
    end = monotonic() + PATIENCE
    while not hands.see(condition):
        assert monotonic() < end, condition
        sleep(0.1)


def measure_start(hands: Hands) -> dict[str, float]:
    wait_until(hands, IS_READY)
    seen: dict[str, float] = hands.see("() => window.seen")
    return {figure: seen[figure] for figure in MEASURED}


def visit(hands: Hands, address: str) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield the figures of a cold and of a warm start."""
    hands.go(address)
    yield "cold", measure_start(hands)
    wait_until(hands, IS_KEPT)
    for _ in range(2):
        sleep(0.5)
        hands.reload()
        warm = measure_start(hands)
    yield "warm", warm


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    here = site.here()
    here.set_up()
    places = (here.page, here.package, here.runtime)
    sites = {"without": WithoutSnapshot(*places), "with": Watched(*places)}
    figures: dict[tuple[str, str, str, str], list[float]] = {}
    with ExitStack() as stack, sync_playwright() as playwright:
        addresses = {}
        for version, one in sites.items():
            serving = stack.enter_context(server(0, one))
            Thread(target=serving.serve_forever, daemon=True).start()
            stack.callback(serving.shutdown)
            addresses[version] = f"http://127.0.0.1:{serving.server_port}/"
        for _ in range(rounds):
            for name in BROWSERS:
                for version, address in addresses.items():
                    with open_browser(playwright, name) as hands:
                        for start, seen in visit(hands, address):
                            for figure, value in seen.items():
                                figures.setdefault((name, start, figure, version), []).append(value)
    report(rounds, figures)


def report(rounds: int, figures: dict[tuple[str, str, str, str], list[float]]) -> None:
    print(f"{rounds} fresh browsers each: median (least to most)")
    for name, start, figure, version in figures:
        if version == "with":
            continue
        both = {version: figures[name, start, figure, version] for version in ("without", "with")}
        parts = [
            f"{v} {statistics.median(of):,.0f} ({min(of):,.0f} to {max(of):,.0f})" for v, of in both.items()
        ]
        ratio = statistics.median(both["with"]) / statistics.median(both["without"])
        print(f"{name}, {start}, {FIGURES[figure]:<21} {'   '.join(parts)}   ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
