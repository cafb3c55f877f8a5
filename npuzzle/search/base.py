"""What a search is: a generator of its `Stats` that returns a path; and the card that describes it.

A search knows nothing of clocks, limits, printing or browsers. It counts in one `Stats` object, yields
it before it looks at the first state and again before each expansion, and returns the path, or None
if there is none within the depth allowed. Whoever drives it decides how long to go on: `Stepper` takes it
some expansions further, and to stop it, stop asking and close it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Generic, Protocol, TypeVar

from npuzzle.errors import InvalidJobError, shown
from npuzzle.heuristics.base import Heuristic
from npuzzle.puzzle.problem import Problem
from npuzzle.registry import AUTO, Card, Registry

S = TypeVar("S", bound=Hashable)
S_contra = TypeVar("S_contra", contravariant=True)
R = TypeVar("R")

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
    """How far a search has come: its `Stats` at one moment, and the path if it has ended with one.

    `path`: slides, the moves of another space, or a text of tile letters.
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


@dataclass(slots=True, kw_only=True)
class Stats:
    """What a search counts while it works.

    `expanded`: states whose successors were generated. `generated`: successors generated. `frontier`: open
    states now, `peak_frontier`: the most there were (depth-first: the stack). `stored`: states in memory.
    `bound`: no path is shorter, provided the heuristic is admissible; 0 if nothing is known.
    `best`: a path in tile letters that the search has in hand while it looks for a shorter one. `engine`:
    what runs the search; `note`: what its user should know of how it was run; `tables`: the groups of the
    pattern databases used, such as 6-6-3.

    `report_at`: set by the driver, which wants control back when so many states are expanded.
    """

    expanded: int = 0
    generated: int = 0
    frontier: int = 0
    peak_frontier: int = 0
    stored: int = 0
    bound: float = 0
    best: str | None = None
    engine: str = "python"
    note: str = ""
    tables: str = ""
    report_at: int = 0

    def hold(self, frontier: int, stored: int) -> None:
        """Set how many states are open and how many are in memory; keep the peak."""
        self.frontier, self.stored = frontier, stored
        if frontier > self.peak_frontier:
            self.peak_frontier = frontier

    @property
    def left(self) -> int:
        """States that a search which expands many at once may expand before its next yield."""
        return max(1, self.report_at - self.expanded)

    def pause(self) -> Stats:
        """Give control back to the driver at this yield, whatever was expanded: `yield stats.pause()`."""
        self.report_at = self.expanded
        return self

    def snapshot(self, path: Path | None = None) -> Snapshot:
        """Copy the counts as they are now."""
        return Snapshot(
            expanded=self.expanded,
            generated=self.generated,
            frontier=self.frontier,
            peak_frontier=self.peak_frontier,
            stored=self.stored,
            bound=self.bound,
            path=path,
            best=self.best,
            engine=self.engine,
            note=self.note,
            tables=self.tables,
        )


Search = Generator[Stats, None, Path | None]
StatsT = TypeVar("StatsT", bound=Stats)


class Stepper(Generic[StatsT, R]):
    """Take a search further, some expansions at a time.

    `ended`: whether the search has come to its end; then `result` is what it returned, such as a path.
    """

    def __init__(self, search: Generator[StatsT, None, R]) -> None:
        self._next = search.__next__
        self._stats: StatsT | None = None
        self.result: R | None = None
        self.ended = False

    @property
    def stats(self) -> StatsT:
        """What the search has counted so far; there is nothing before the first step."""
        assert self._stats is not None, "the search has shown its stats"
        return self._stats

    def step(self, expansions: int) -> bool:
        """Expand about so many states more, and return whether the search goes on.

        The first step ends as soon as the search shows its stats.
        """
        proceed, stats = self._next, self._stats
        try:
            if stats is None:
                self._stats = proceed()
                return True
            stats.report_at = stats.expanded + expansions
            while True:
                self._stats = stats = proceed()
                if stats.expanded >= stats.report_at:
                    return True
        except StopIteration as end:
            if not self.ended:
                self.result, self.ended = end.value, True
            return False

    def advance(self, expansions: int) -> Snapshot:
        """Step, and return a copy of the stats, with the path that the search has ended with, if it has."""
        self.step(expansions)
        stats = Stats() if self._stats is None else self._stats
        return stats.snapshot(self.result if isinstance(self.result, (tuple, str)) else None)

    def snapshots(self, expansions: int) -> Iterator[Snapshot]:
        """Advance to the end, so many expansions at a time."""
        while not self.ended:
            yield self.advance(expansions)


def letters_of(problem: Problem, path: Path) -> str:
    """Spell a path of this problem in tile letters."""
    return path if isinstance(path, str) else problem.letters(path)


#: How each state was reached: the move that led there, and from where; None for the start.
Parents = dict[S, tuple[Any, S] | None]


def path_to(state: S, parent: Parents[S]) -> tuple[Any, ...]:
    """Collect the moves that led to `state`."""
    moves = []
    step = parent[state]
    while step is not None:
        move, state = step
        moves.append(move)
        step = parent[state]
    return tuple(moves[::-1])


LONGEST_NUMBER = 15  # characters of a number that a person types


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number that an algorithm lets its user choose, such as the width of a beam.

    `name`: the keyword, the option of the command line (`--name`) and the field in JSON and links. `label`:
    what the page calls it. `kind`: int or float; `least` and `most` are allowed too. `help`: a few words.
    `bounds_length`: with an admissible heuristic a path is at most so many times as long as a shortest one.
    """

    name: str
    label: str
    kind: type[int] | type[float]
    least: float
    most: float
    default: float
    help: str
    bounds_length: bool = False

    def check(self, value: Any) -> float:
        """Return the value, a float if that is the kind. Raises InvalidJobError if it is out of bounds."""
        types = (int, float) if self.kind is float else (int,)
        if type(value) not in types or not self.least <= value <= self.most:
            raise InvalidJobError(f"the {self.name} is {self.range}, got {shown(value)}")
        return self.kind(value)

    def read(self, text: str) -> float:
        """Return the number that a person typed. Raises InvalidJobError."""
        try:
            if "_" in text or len(text) > LONGEST_NUMBER:
                raise ValueError
            value = self.kind(text)
        except ValueError:
            raise InvalidJobError(f"the {self.name} is {self.range}, got {shown(text)}") from None
        return self.check(value)

    @property
    def range(self) -> str:
        """What may be chosen, in words: `a whole number, 1..10,000,000`."""
        kind = "a whole number" if self.kind is int else "a number"
        return f"{kind}, {self.least:,}..{self.most:,}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """What an algorithm is told: its own numbers by name, and the longest path to consider.

    `engine`: what is to run its kernel, if it has one; see `npuzzle.kernel.engines`.
    """

    numbers: Mapping[str, float] = field(default_factory=dict)
    max_depth: int | None = None
    engine: str = AUTO


@dataclass(frozen=True, slots=True, kw_only=True)
class AlgorithmCard(Card):
    """An algorithm: `informed` ones use the heuristic; `numbers` are those its user may choose.

    A `complete` one finds a path if there is one within the depth allowed; any other may give up. One
    that is not complete `within_depth` may give up too where the depth is limited.
    An `optimal` one finds a shortest path and proves it, if its heuristic is admissible; with a number that
    `bounds_length`, it finds one of at most so many times that length. One that `improves` has a path soon,
    and makes it shorter until it is ended.
    """

    search: Callable[[Problem, Heuristic, SearchOptions], Search]
    informed: bool
    numbers: tuple[Number, ...] = ()
    complete: bool = True
    within_depth: bool = True
    optimal: bool = False
    improves: bool = False
    default_depth: int | None = None

    def finds_within(self, depth: int | None) -> bool:
        """Whether it finds a path if there is one of at most `depth` moves (None: of any length)."""
        return self.complete and (depth is None or self.within_depth)

    def options(
        self, numbers: Mapping[str, float] | None = None, *, max_depth: int | None = None, engine: str = AUTO
    ) -> SearchOptions:
        """Make the options for a search: each of its numbers as given, or by default."""
        given = numbers or {}
        own = {number.name: number.check(given.get(number.name, number.default)) for number in self.numbers}
        return SearchOptions(numbers=own, max_depth=max_depth, engine=engine)

    def factor(self, options: SearchOptions) -> float | None:
        """How many times as long as a shortest path one may be; None if no number of its bounds that."""
        bounds = [options.numbers[number.name] for number in self.numbers if number.bounds_length]
        return max(1.0, *bounds) if bounds else None


#: So much above a whole number is rounding, in sums of estimates.
ROUNDING = 1e-9


def whole(bound: float) -> int:
    """Where every move costs 1, no path has a length between `bound` and this."""
    return ceil(bound - ROUNDING)


ALGORITHMS: Registry[AlgorithmCard] = Registry("algorithm")


def known_numbers() -> dict[str, Number]:
    """Collect the numbers of all algorithms by name; one name means the same number everywhere."""
    return {number.name: number for card in ALGORITHMS for number in card.numbers}
