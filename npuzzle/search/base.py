"""What a search is: a generator of Snapshots, and the card that describes it.

A search knows nothing of clocks, limits, printing or browsers. It yields its first snapshot at
once; from then on whoever drives it may `send` how many states to expand before the next one
(plain iteration gets one about every REPORT_EVERY). The last snapshot carries the path, or none if
there is none within the depth allowed. To stop it, stop asking and close it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable
from dataclasses import dataclass
from math import ceil
from typing import Any, Protocol, TypeVar

from npuzzle.heuristics.base import Heuristic
from npuzzle.puzzle.problem import Problem
from npuzzle.registry import AUTO, Card, Registry

REPORT_EVERY = 2_000  # expansions between snapshots when nobody asks for another pace

S = TypeVar("S", bound=Hashable)
S_contra = TypeVar("S_contra", contravariant=True)


#: Slides of tiles or any other space's moves; a long path of slides is rather a text of tile letters.
Path = tuple[Any, ...] | str


class Space(Protocol[S]):
    """Any state space: `Problem` is one, and so is whatever has these three."""

    @property
    def initial(self) -> S: ...

    def is_goal(self, state: S, /) -> bool: ...

    def successors(self, state: S, /) -> Iterable[tuple[Any, S]]: ...


class Estimator(Protocol[S_contra]):
    """What a search needs of a heuristic; `step` gets the estimate before the move, and the child."""

    def estimate(self, state: S_contra, /) -> float: ...

    def step(self, h: float, state: S_contra, move: Any, /) -> float: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """How far a search has come.

    `expanded`: states whose successors were made. `generated`: successors made. `frontier`: open
    states now, `peak_frontier`: at most (depth-first: the stack). `stored`: states held in memory.
    `bound`: no path is shorter, provided the heuristic is admissible; 0 if nothing is known.
    `path`: the moves found, in the last snapshot only: slides, or a text of tile letters. `best`: a path in
    tile letters that the search has in hand and goes on to make shorter. `engine`: what runs the search;
    `note`: what its user should know of how it was run; `tables`: the groups of the pattern tables used,
    such as 6-6-3.
    """

    expanded: int = 0
    generated: int = 0
    frontier: int = 0
    peak_frontier: int = 0
    stored: int = 0
    bound: float = 0
    path: Path | None = None
    best: str | None = None
    engine: str = "python"
    note: str = ""
    tables: str = ""


def letters_of(problem: Problem, path: Path) -> str:
    """A path of this problem as tile letters."""
    return path if isinstance(path, str) else problem.letters(path)


Search = Generator[Snapshot, int | None, None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """What an algorithm may be told: `weight` of h, `width` of a beam, the longest path to consider.

    `engine`: what is to run its kernel, if it has one; see `npuzzle.kernel.engines`.
    """

    weight: float = 1.0
    width: int = 1
    max_depth: int | None = None
    engine: str = AUTO


@dataclass(frozen=True, slots=True, kw_only=True)
class AlgorithmCard(Card):
    """An algorithm: `informed` ones use the heuristic; `option` is the one of SearchOptions it heeds.

    A `complete` one finds a path if there is one within the depth allowed; any other may give up. One
    that is not complete `within_depth` may give up too where the depth is limited.
    An `optimal` one finds a shortest path and proves it, if its heuristic is admissible; told a weight,
    it finds one of at most weight times that length. One that `improves` has a path soon, and makes it
    shorter until it is ended.
    """

    search: Callable[[Problem, Heuristic, SearchOptions], Search]
    informed: bool
    option: str | None = None
    complete: bool = True
    within_depth: bool = True
    optimal: bool = False
    improves: bool = False
    default_depth: int | None = None

    def finds_within(self, depth: int | None) -> bool:
        """Whether it finds a path if there is one of at most `depth` moves (None: of any length)."""
        return self.complete and (depth is None or self.within_depth)


#: So much above a whole number is rounding, in sums of estimates.
ROUNDING = 1e-9


def whole(bound: float) -> int:
    """Where every move costs 1, no path has a length between `bound` and this."""
    return ceil(bound - ROUNDING)


ALGORITHMS: Registry[AlgorithmCard] = Registry("algorithm")
