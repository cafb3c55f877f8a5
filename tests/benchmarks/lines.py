"""Proofs in line moves: `python -m tests.benchmarks.lines [--page N]`.

It proves shortest paths in line moves for Korf's hundred 15-puzzles, whose goal has the blank first, and
prints the line moves, expanded states and seconds. Then it solves the first N on the page, in this machine's
Chromium.
"""

from __future__ import annotations

import argparse
import re
from statistics import mean, median

from playwright.sync_api import expect

from npuzzle import Limits, solve
from tests.benchmarks.kernels import opened_page
from tests.browser.page_driver import PageDriver
from tests.support.known_boards import korf

SECONDS = 60  # per board


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", type=int, default=20, help="boards to solve on the page (default: 20)")
    options = parser.parse_args()
    results = [
        solve(board.start, board.goal, metric="lines", limits=Limits(seconds=SECONDS)) for board, _ in korf()
    ]
    proved = [result for result in results if result.is_optimal]
    print(f"proved within {SECONDS} s: {len(proved)} of {len(results)}")
    _print("line moves", [result.length or 0 for result in proved])
    _print("expanded, thousands", [result.snapshot.expanded / 1000 for result in proved])
    _print("seconds", [result.seconds for result in proved])
    if options.page:
        _print("seconds on the page", _solve_in_page(options.page))


def _print(name: str, values: list[float]) -> None:
    print(
        f"{name:22}: mean {mean(values):,.2f}, median {median(values):,.2f}, most {max(values):,.2f}",
        flush=True,
    )


def _solve_in_page(boards: int) -> list[float]:
    seconds = []
    with opened_page() as (page, where):
        print(where)
        driver = PageDriver(page)
        driver.type_board(str(korf()[0][0].start))
        driver.choose("Goal", "Blank first")
        driver.open_how()
        page.get_by_label("Count whole lines").check()
        for board, _ in korf()[:boards]:
            driver.type_board(str(board.start))
            driver.button("Solve").click()
            expect(page.locator("#stop")).to_be_disabled(timeout=1000 * SECONDS)
            expect(page.locator("#badge")).to_have_attribute("data-kind", "proved")
            figures = page.get_by_test_id("search-figures").text_content() or ""
            seconds.append(float(re.findall(r"Seconds([0-9.]+)", figures.replace(",", ""))[0]))
    return seconds


if __name__ == "__main__":
    main()
