"""Measurements of this version's page and of another checkout's, in turns: medians, ranges and ratios."""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

from npuzzle import site
from tests.benchmarks.start import serving


def measure_versions(
    description: str | None, measure_browser: Callable[[Playwright, str], Mapping[str, float]]
) -> None:
    """Read `--before CHECKOUT` and `--rounds N`, measure a browser with each version in turns, and print."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--before", type=Path, help="a checkout of another version")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    versions = {"before": asked.before, "now": site.ROOT} if asked.before else {"now": site.ROOT}
    figures: dict[str, dict[str, list[float]]] = {}
    with ExitStack() as stack, sync_playwright() as playwright:
        addresses = {name: stack.enter_context(serving(root)) for name, root in versions.items()}
        for _ in range(asked.rounds):
            for name, address in addresses.items():
                for figure, value in measure_browser(playwright, address).items():
                    figures.setdefault(figure, {}).setdefault(name, []).append(value)
    print(f"{asked.rounds} fresh browsers each: median (least to most)")
    for figure, of in figures.items():
        print(f"{figure:<40} {describe(of)}")


def describe(of: Mapping[str, list[float]]) -> str:
    """Describe the median and the range of each version, and the ratio of the medians."""
    middle = {name: statistics.median(values) for name, values in of.items()}
    parts = [f"{name} {middle[name]:.1f} ({min(v):.1f} to {max(v):.1f})" for name, v in of.items()]
    if middle.get("before"):
        parts.append(f"ratio {middle['now'] / middle['before']:.2f}")
    return "   ".join(parts)
