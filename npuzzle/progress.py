"""`Work`: generators that yield their `Progress` and return their result.

Long work pauses several times a second to yield how far it is. By convention, `iter_build` is the
incremental form of `build`, which is `run_to_end(iter_build(...))`. To cancel, stop iterating. Work that can
end early with the result so far says so: send it True.

Why generators: the caller owns the time. The page runs work in short slices between two messages, the
command line draws a line on the terminal, a test counts the steps. None of them needs a thread, and the work
knows nothing of clocks, terminals or browsers. The result is returned, not yielded in the last Progress: so
it has its own type, and exists once.

Some work yields something else, because its callers use it:

- searches (`npuzzle.search`) yield their `Stats`, the same object each time: one yield per expanded state is
  the hot path, and `Run` reads its counts and its bound there;
- `Heuristic.iter_prepare`, and the code that builds the pattern databases for it, yields the share that is
  done, 0 to 1: users write this method for their own heuristics;
- `iter_verify` yields the `Run` of each of its searches, which the caller may cancel;
- the work of `solve_many` yields None: it only pauses.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

S = TypeVar("S")
R = TypeVar("R")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far long work is: `done` of `total`, in units of that work, such as states or runs."""

    done: int
    total: int


Work: TypeAlias = Generator[Progress, bool | None, T]


def run_to_end(work: Generator[S, Any, T], show: Callable[[S], object] = lambda step: None) -> T:
    """Run a generator to its end and return its result. Call `show` with each step that it yields.

    The value that `show` returns is sent to the work: True asks work that can end early to do so.

    >>> def work():
    ...     yield Progress(1, 2)
    ...     return 7
    >>> run_to_end(work(), print)
    Progress(done=1, total=2)
    7
    """
    answer: object = None
    while True:
        try:
            step = work.send(answer)
        except StopIteration as end:
            result: T = end.value
            return result
        answer = show(step)


def forward(work: Generator[S, Any, T], report: Callable[[S], R]) -> Generator[R, Any, T]:
    """Run a generator as a part of another one. Yield `report(step)` for each of its steps.

    >>> def part():
    ...     yield Progress(1, 2)
    ...     return "done"
    >>> def whole():
    ...     return (yield from forward(part(), lambda now: Progress(10 + now.done, 12)))
    >>> run_to_end(whole(), print)
    Progress(done=11, total=12)
    'done'
    """
    answer: Any = None
    while True:
        try:
            step = work.send(answer)
        except StopIteration as end:
            result: T = end.value
            return result
        answer = yield report(step)
