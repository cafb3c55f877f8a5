"""Make a path shorter: replace parts of the path, called windows, by shorter paths between the same states.

The kernel `path_shortening` does the work. This module runs the kernel in rounds over the whole path. From
round to round the beam gets wider and the windows get longer. So any path gets shorter soon, and a short path
is searched thoroughly (plan neighbourhood search: Nakhost and Müller, 2010; for puzzles: Furcy, 2006). On a
path of many thousand moves the first rounds take seconds and the last would take days. The caller may stop at
any time.

At the end of a window, every tile must be where the path puts it, even tiles that were only pushed aside.
Beyond a hundred moves a beam hardly ever reaches exactly this state, so the windows of a long path are short.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from random import Random

from npuzzle.compiler import Kernel
from npuzzle.errors import IllegalMoveError, InvalidMovesError
from npuzzle.kernels import path_shortening
from npuzzle.puzzle.problem import Problem
from npuzzle.registry import AUTO
from npuzzle.search.base import Stats

NARROWEST, WIDEST = 12, 98_304  # the first and the last width of the beam, which doubles in between
LONG = 400  # moves; a longer path has windows of 9 and 18 times the fourth root of the width
LONGEST = 4  # on other paths, the longest window has 4 times as many moves as a level has states
PARTS = (4, 2, 1)  # on other paths, a width has three rounds: the longest window is divided by these
SHORTEST = 16  # moves in the shortest window
MOST_STATES = 16_000_000  # on all levels of a window
SLOTS_EACH = 8  # elements of the kernel's hash table for each state of a level

_WAYS = bytes.maketrans(b"DRLU", bytes(range(4)))  # the blank goes the opposite way: up, left, right, down
_LETTERS = bytes.maketrans(bytes(range(4)), b"DRLU")


@dataclass(slots=True, kw_only=True)
class ShorteningStats(Stats):
    """The counts of a search that shortens a path, with the path. `ways`: the blank's ways along the path.

    `window`: how many moves a window has in this round. `width`: how many states a level of the beam has.
    """

    ways: bytes = field(repr=False)
    window: int = 0
    width: int = 0

    @property
    def length(self) -> int:
        """How many moves the path has."""
        return len(self.ways)

    @property
    def path(self) -> str:
        """The path, in tile letters. Each access translates it: a few milliseconds for a million moves."""
        return self.ways.translate(_LETTERS).decode("ascii")


def shorten_path(problem: Problem, path: str, engine: str = AUTO) -> Generator[ShorteningStats, None, None]:
    """Make `path` shorter and shorter. Yield stats that have the current path.

    The generator ends when the widest beam shortens no window, or when a window was the whole path and its
    beam dropped no state. The path is then not always a shortest one. The same problem and path always lead
    to the same paths in the same order. Raises IllegalMoveError for an illegal move, and InvalidMovesError if
    the path does not lead to the goal.
    """
    ways = _read_ways(path)
    width = NARROWEST
    windows = _Windows(problem, ways, width, engine)
    stats = ShorteningStats(ways=ways, engine=windows.kernel.engine)
    yield stats
    improved = False
    while True:
        for window in _window_lengths(stats.length, width):
            windows.start_round(window)
            stats.window, stats.width = window, width
            stats.hold(width, width)
            over = False
            while not over:
                over = windows.search(stats)
                if windows.length < stats.length:
                    improved = True
                    stats.ways = windows.ways()
                yield stats
        if windows.is_exhausted() or (width == WIDEST and not improved):
            return
        improved = False
        width = min(2 * width, WIDEST)
        windows = _Windows(problem, stats.ways, width, engine)


def _read_ways(path: str) -> bytes:
    """Return the blank's ways along a path in tile letters."""
    for other in sorted(set(path) - set("UDLR")):
        raise IllegalMoveError(f"a move must be U, D, L or R; got {other!r} for move {path.index(other) + 1}")
    return path.encode("ascii").translate(_WAYS)


def _window_lengths(moves: int, width: int) -> list[int]:
    """Return the lengths of the windows, in moves, for a beam of that width and a path of `moves` moves."""
    if moves > LONG:
        return [round(9 * width**0.25), round(18 * width**0.25)]
    longest = min(moves, LONGEST * width, MOST_STATES // width - 1)
    return sorted({max(longest // part, min(moves, SHORTEST)) for part in PARTS})


class _Windows:
    """The kernel for a beam of one width. Raises the same errors as `shorten_path`."""

    def __init__(self, problem: Problem, ways: bytes, width: int, engine: str) -> None:
        shape, cells = problem.shape, problem.shape.cells
        longest = _window_lengths(len(ways), width)[-1]
        slots = 1 << (SLOTS_EACH * width - 1).bit_length()
        self.kernel = Kernel(
            path_shortening,
            {
                "path": len(ways),
                **dict.fromkeys(["board", "home", "row", "col", "spin", "spun"], cells),
                "goes": 4,
                "came": (longest + 1) * width,
                **dict.fromkeys(["far", "rank", "code"], width),
                **dict.fromkeys(["option", "option_far", "option_rank", "option_code"], 3 * width + 1),
                "count_of": path_shortening.KEYS,
                "seen": slots,
                "route": longest + 1,
                "state": path_shortening.FIELDS,
            },
            {"COLS": shape.cols, "CELLS": cells, "WIDTH": width, "SLOTS": slots},
            engine=engine,
        )
        write, random = self.kernel.write, Random(width)
        write("path", ways)
        write("board", problem.initial)
        write("row", [cell // shape.cols for cell in range(cells)])
        write("col", [cell % shape.cols for cell in range(cells)])
        write("goes", [-shape.cols, -1, 1, shape.cols])
        write("spin", [random.randrange(1, 1 << 16, 2) for _ in range(cells)])
        write("spun", [random.randrange(1, 1 << 15, 2) for _ in range(cells)])
        possible = self.kernel.call("begin", len(ways), problem.initial.index(problem.home))
        if possible < len(ways):
            raise IllegalMoveError(f"move {possible + 1} of {len(ways)} is impossible: no tile is there")
        if tuple(self.kernel.read("board")) != problem.solved:
            raise InvalidMovesError(f"the path must lead to the goal, but these {len(ways)} moves do not")
        self.length = len(ways)

    def start_round(self, window: int) -> None:
        """Go back to the start of the path, and begin a round with windows of that many moves."""
        self.kernel.call("start_round", window)

    def search(self, stats: Stats) -> bool:
        """Expand as many states as `stats` allows. Return whether the round is over."""
        over = self.kernel.call("search", stats.left) == path_shortening.OVER
        state = self.kernel.read("state")
        self.length = state[path_shortening.DONE] + state[path_shortening.END] - state[path_shortening.NEXT]
        stats.expanded += state[path_shortening.EXPANDED]
        stats.generated += state[path_shortening.GENERATED]
        return over

    def ways(self) -> bytes:
        """Return the blank's ways along the current path."""
        state = self.kernel.read("state")
        done, ahead = state[path_shortening.DONE], state[path_shortening.NEXT]
        rest = self.kernel.read("path", ahead, state[path_shortening.END] - ahead)
        return bytes(self.kernel.read("path", 0, done)) + bytes(rest)

    def is_exhausted(self) -> bool:
        """Return whether the last window was the whole path and the beam dropped no state in it."""
        state = self.kernel.read("state")
        whole = state[path_shortening.DONE] == 0 and state[path_shortening.LENGTH] >= self.length
        return self.length < 2 or (whole and not state[path_shortening.LET_GO])
