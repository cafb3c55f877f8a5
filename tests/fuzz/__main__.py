"""`python -m tests.fuzz [TARGET ...] [--minutes 10]`: try to break the code that reads untrusted input.

For each target, atheris (libFuzzer) makes inputs from the small corpus in this folder and from words of the
format. A run ends when its time is up, or at the first input that breaks a promise of `targets.py`, takes
more than a second of CPU time, or makes the process grow by more than 256 MB. That input is saved in
`tests/fuzz/found`. The exit code is 0 if there was no such input.

Needs `pip install --group fuzz`, Linux, and CPython 3.11 to 3.13.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from tests.fuzz.targets import TARGETS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LONGEST = 4_000  # bytes of an input; see `targets.grown`
STUCK = 600  # seconds of wall time, for an input that never returns to Python
TOO_MUCH = 800  # MB of the process, for an input that takes all of its memory in one step


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"default: all; {', '.join(TARGETS)}")
    parser.add_argument(
        "--minutes", type=float, default=10, metavar="M", help="minutes per target (default: 10)"
    )
    parser.add_argument(
        "--at-once", type=int, default=1, metavar="N", help="targets in parallel (default: 1)"
    )
    options = parser.parse_args()
    if strange := set(options.targets) - set(TARGETS):
        parser.error(f"unknown targets: {', '.join(strange)}; the targets are {', '.join(TARGETS)}")
    if find_spec("atheris") is None:
        parser.error("atheris is not installed: pip install --group fuzz")
    found = HERE / "found"
    found.mkdir(exist_ok=True)
    print(
        f"{'target':8} {'inputs':>9} {'edges':>6} {'kept':>6} {'slowest':>9} {'memory':>7} {'processor':>10}"
    )
    with ThreadPoolExecutor(options.at_once) as several:
        runs = [several.submit(_run, name, options.minutes, found) for name in options.targets or TARGETS]
        broken = [not run.result() for run in runs]
    return int(any(broken))


def _run(name: str, minutes: float, found: Path) -> bool:
    """Run a target, print its row of the report, and return whether all held; if not, print its log's end."""
    words, seeds = HERE / f"words/{name}.dict", HERE / f"corpus/{name}"
    with tempfile.TemporaryDirectory(prefix="npuzzle-fuzz-") as kept, tempfile.TemporaryFile("w+") as log:
        command = [sys.executable, "-m", "tests.fuzz.underway", name, f"-max_total_time={minutes * 60:.0f}"]
        command += [f"-max_len={LONGEST}", f"-timeout={STUCK}", f"-rss_limit_mb={TOO_MUCH}", f"-dict={words}"]
        command += [f"-artifact_prefix={found / name}-", "-print_final_stats=1", kept, str(seeds)]
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        log.seek(0)
        said = log.read()

    def last(pattern: str) -> str:
        return (re.findall(pattern, said) or ["-"])[-1]

    inputs, kept_units = last(r"number_of_executed_units: (\d+)"), last(r"corp: (\d+)")
    slowest, memory = last(r"slowest input so far: ([\d.]+)"), last(r"peak_rss_mb: +(\d+)")
    edges = last(r"cov: (\d+)")
    row = f"{name:8} {inputs:>9} {edges:>6} {kept_units:>6} {slowest:>7} s {memory:>4} MB"
    print(f"{row} {used.ru_utime + used.ru_stime:>8.0f} s", flush=True)
    if code:
        print("\n".join(line[:300] for line in said.splitlines()[-30:]), flush=True)
    return code == 0


if __name__ == "__main__":
    sys.exit(main())
