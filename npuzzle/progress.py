"""`Work`: generators that yield their `Progress` and return their result.

Long work pauses several times a second and yields its progress. By convention, a generator is named after the
plain function: `build` is `run_to_end(iter_build(...))`. To cancel, stop iterating. Some work can end early
and return the result so far, if it is sent True; its docstring then says so.

Why generators: the caller owns the time. The page runs work in short slices between two messages, the
command line draws a line on the terminal, a test counts the steps. None of them needs a thread, and the work
knows nothing of clocks, terminals or browsers. The generator returns the result instead of yielding it in the
last Progress, so that the result has its own type.

Some work yields something else, because its callers use it:

- searches (`npuzzle.search`) yield their `Stats`, from which `Run` reads the counts and the bound. A search
  yields the same object each time, because it yields once per expanded state;
- `Heuristic.iter_prepare`, which users write for their own heuristics, yields the share that is done, from 0
  to 1, and so does the code that builds pattern databases;
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
    """The progress of long work: `done` of `total`, in units of that work, such as states or runs."""

    done: int
    total: int


Work: TypeAlias = Generator[Progress, bool | None, T]


def run_to_end(work: Generator[S, Any, T], show: Callable[[S], object] = lambda step: None) -> T:
    """Run a generator to its end and return its result. Call `show` with each step that it yields.

    The value that `show` returns is sent to the generator. True asks it to end early, if it can.

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
    """Run a generator as a part of another one: yield `report(step)` for each step of the part.

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
