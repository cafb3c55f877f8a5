"""One target under atheris, in a process of its own: `python -m tests.fuzz.underway TARGET [FLAG ...]`.

What libFuzzer measures is the time on the clock, which other programs of the machine lengthen. So the
limits are kept here: the processor's time for one input, and what the process has grown by.
"""

from __future__ import annotations

import resource
import signal
import sys
from time import process_time
from types import FrameType

import atheris

MOST_SECONDS = 1.0  # of the processor, for one input; the coverage that is counted on the way is in it
MOST_MB = 256  # by which the process may grow, over all inputs together
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
            raise TooMuchError(f"{took:.2f} s, more than {MOST_SECONDS:g}")
        if _megabytes() - base > MOST_MB:
            raise TooMuchError(f"grown by {_megabytes() - base:,.0f} MB, more than {MOST_MB}")

    signal.signal(signal.SIGVTALRM, _never_ends)
    atheris.Setup([sys.argv[0], *sys.argv[2:]], measured)
    atheris.Fuzz()


def _never_ends(number: int, frame: FrameType | None) -> None:
    raise TooMuchError(f"not done after {MOST_SECONDS * 3:g} s")


def _megabytes() -> float:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
