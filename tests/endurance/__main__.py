"""`python -m tests.endurance`: long runs of the page. The exit code is 1 if the page fails.

`solves` presses Solve a thousand times in one page, checks every answer, and watches the page's memory.
`walk` presses random controls for half an hour: no error may appear, and a new task can always be started.
Both need Linux and Chromium.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from time import monotonic

from playwright.sync_api import sync_playwright

from npuzzle import site
from tests.conftest import chromium_arguments, served
from tests.endurance import solves, walk


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.endurance", description="Long runs of the page.")
    ways = parser.add_subparsers(dest="way", required=True)
    many = ways.add_parser("solves", help="solve many boards: right answers, no growth")
    many.add_argument("--count", type=int, default=1000, help="number of solves (1000)")
    many.add_argument("--every", type=int, default=100, help="solves between two readings (100)")
    many.add_argument("--seed", type=int, default=solves.SEED, help=f"seed of the boards ({solves.SEED})")
    many.set_defaults(run=run_solves)
    long = ways.add_parser("walk", help="a random walk over the page: no error, no dead end")
    long.add_argument("--minutes", type=float, default=30, help="duration in minutes (30)")
    long.add_argument("--seed", type=int, default=walk.SEED, help=f"seed of the actions ({walk.SEED})")
    long.add_argument(
        "--log", type=Path, help="file to write each action to (default: in the temporary folder)"
    )
    long.add_argument("--replay", type=Path, metavar="LOG", help="repeat the actions of a log")
    long.set_defaults(run=run_walk)
    given = parser.parse_args()
    site.set_up()
    code: int = given.run(given)
    return code


def run_solves(given: argparse.Namespace) -> int:
    began = monotonic()
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium_arguments())
        with solves.gauged_driver(browser, address) as (lab, watch):
            run = solves.Solves(lab)
            try:
                for number, reading in run.readings_of(given.count, every=given.every, seed=given.seed):
                    print(f"{number:,} solves, {monotonic() - began:.0f} s: {reading}", flush=True)
            except KeyboardInterrupt:
                print("Ended early.")
            faults = run.faults(watch.unexpected())
        browser.close()
    print(solves.table(run.readings))
    for fault in faults:
        print(f"WRONG: {fault}")
    print(f"{run.done:,} solves in {monotonic() - began:.0f} s; faults: {len(faults)}")
    return 1 if faults else 0


def run_walk(given: argparse.Namespace) -> int:
    folder = Path(tempfile.mkdtemp(prefix="npuzzle-walk-"))
    log = given.log or folder / "walk.jsonl"
    actions = walk.logged(given.replay) if given.replay else None
    began = monotonic()
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium_arguments())
        with walk.walking(browser, address, log) as walked:
            what = f"replay of {given.replay}" if given.replay else f"seed {given.seed}"
            print(f"{what}; each action is written to {log}", flush=True)
            steps = walked.replay(actions) if actions else walked.run(60 * given.minutes, given.seed)
            wrong = ""
            try:
                for _ in steps:
                    pass
            except walk.StuckError as error:
                wrong = f"WRONG: {error}\n{walk.told(walked, folder / 'page.png')}\n"
        browser.close()
    took = monotonic() - began
    print(
        f"{wrong}{len(walked.done):,} actions in {took:.0f} s ({walked.missed:,} found their control gone), ",
        end="",
    )
    print(f"left {walked.left} times; {what}: {'failed' if wrong else 'no fault'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
