"""One target under atheris, in its own process: `python -m tests.fuzz.underway TARGET [FLAG ...]`.

libFuzzer measures wall time, which other programs lengthen. So this module checks the limits: the CPU time
for one input, and the growth of the process.
"""

from __future__ import annotations

import resource
import signal
import sys
from time import process_time
from types import FrameType

import atheris

MOST_SECONDS = 1.0  # of CPU time for one input, including the work of measuring coverage
MOST_MB = 256  # the growth of the process, over all inputs together
SLOWEST = "slowest input so far: "

with atheris.instrument_imports(include=["npuzzle", "web"]):
    from tests.fuzz import targets


class TooMuchError(Exception):
    """An input that took too long, or too much memory."""


def main() -> None:
    target = targets.TARGETS[sys.argv[1]]
    slowest = 0.0
    base = 0.0

    def measured(data: bytes) -> None:
        nonlocal slowest, base
        base = base or _megabytes()
        signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS * 3)
        began = process_time()
        target(data)
        took = process_time() - began
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if took > slowest:
            slowest = took
            print(f"{SLOWEST}{took:.3f} s, {len(data):,} bytes", file=sys.stderr, flush=True)
        if took > MOST_SECONDS:
            raise TooMuchError(f"took {took:.2f} s, the limit is {MOST_SECONDS:g}")
        if _megabytes() - base > MOST_MB:
            raise TooMuchError(f"the process grew by {_megabytes() - base:,.0f} MB, the limit is {MOST_MB}")

    signal.signal(signal.SIGVTALRM, _never_ends)
    atheris.Setup([sys.argv[0], *sys.argv[2:]], measured)
    atheris.Fuzz()


def _never_ends(number: int, frame: FrameType | None) -> None:
    raise TooMuchError(f"still running after {MOST_SECONDS * 3:g} s")


def _megabytes() -> float:
    """Return the peak memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
