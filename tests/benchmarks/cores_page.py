"""How much faster two workers of the page search one board: `python -m tests.benchmarks.cores_page`.

Run it alone, on a machine with two cores; it uses this machine's Chromium and the boards of
`tests.benchmarks.cores`. Searches with one worker and with all workers take turns. All workers search twice,
because they remain for the next search. The times are those that the page shows.
"""

from __future__ import annotations

import argparse
import os
import re
from statistics import median

from playwright.sync_api import Page, expect

from tests.benchmarks.cores import boards
from tests.benchmarks.kernels import opened_page
from tests.browser.faults import ONE_CORE
from tests.browser.page_driver import PageDriver

LONG = 300_000  # ms
ALONE, FIRST, NEXT = "one worker", "several, first search", "several, next search"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="rounds per board (default: 3)")
    parser.add_argument(
        "--boards", type=int, nargs="+", metavar="N", help="numbers in this list (default: all)"
    )
    options = parser.parse_args()
    with opened_page() as (page, where):
        load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
        print(f"{where}; {os.cpu_count()} cores, load before {load}; the median of {options.rounds}")
        page.add_init_script(CHANGE_CORES)
        for number, (name, board, depth) in enumerate(boards(), 1):
            if options.boards and number not in options.boards:
                continue
            taken: dict[str, list[float]] = {ALONE: [], FIRST: [], NEXT: []}
            for _ in range(options.rounds):
                for way, seconds in taken.items():
                    page.evaluate("way => localStorage.setItem('cores', way)", "1" if way == ALONE else "")
                    if way != NEXT:
                        page.reload()
                    seconds.append(measure(PageDriver(page).wait_ready(), str(board), depth))
            print(f"{number}: {name}")
            one = median(taken[ALONE])
            for way, seconds in taken.items():
                times = f"{median(seconds) / one:.2f} times as long"
                print(f"  {way}: {median(seconds):.2f} s ({min(seconds):.2f} to {max(seconds):.2f}), {times}")


def measure(driver: PageDriver, board: str, depth: int | None) -> float:
    """Search a board; return the page's figure for the seconds."""
    driver.type_board(board)
    driver.choose("Goal", "Blank first")
    driver.choose("Algorithm", "IDA*")
    driver.choose("Heuristic", "Additive pattern databases")
    driver.field("Depth (moves)").fill("" if depth is None else str(depth))
    begin_anew(driver.page)
    driver.button("Solve").click()
    driver.page.locator("#searching:not([hidden])").wait_for()
    expect(driver.page.locator("#searching")).to_be_hidden(timeout=LONG)
    figures = describe(driver.page)
    print(f"  {figures}", flush=True)
    return float(re.findall(r"Seconds ([\d.]+)", figures)[0])


def begin_anew(page: Page) -> None:
    """Drop the saved proof of this board."""
    page.wait_for_timeout(500)  # ms, until the page offers it
    if (drop := page.get_by_role("button", name="Start over")).is_visible():
        drop.click()
        expect(drop).to_be_hidden()


def describe(page: Page) -> str:
    """Return the page's texts about the result in one line."""
    if not page.locator("#search-figures").is_visible():
        page.locator("#search-numbers > summary").click()
    texts = [page.locator(where).inner_text() for where in ("#result-title", "#search-figures", "#note")]
    return re.sub(r"\s+", " ", "; ".join(texts))


#: Makes workers see one core while the page's storage has `cores`.
CHANGE_CORES = f"""
  const Plain = Blob;
  window.Blob = class extends Plain {{
    constructor(parts, options) {{
      const alone = options?.type === 'text/javascript' && localStorage.getItem('cores');
      super(alone ? [{ONE_CORE!r}, ...parts] : parts, options);
    }}
  }};
"""

if __name__ == "__main__":
    main()
