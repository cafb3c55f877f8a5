"""A search, a generator of its `Stats` that returns a path, and the card that describes a search.

A search knows nothing of clocks, limits, printing or browsers. It counts in one `Stats` object, and yields it
before the first state and before each expansion. It returns the path, or None if there is none within the
depth allowed. The caller decides how long to continue: `Stepper` continues a search for some expansions. To
stop a search, close it. Why generators, and not objects with a method `step`: the algorithms stay as short as
in a textbook, and the page can stop them at every expansion without a thread.

The names in all searches:

    cell    a place on the board, from 0, row by row
    home    the cell of the blank in the goal; a tile's home is its cell in the goal
    state   a board in normal form: `state[cell]` is the home of the tile at `cell`; the goal is 0, 1, 2, ...
    slide   a move of one tile, (from, to): the blank goes from `to` to `from`
    way     a direction of the blank in kernels: 0, 1, 2, 3 is up, left, right, down
    g       moves from the start to a state; with costs, their sum
    h       the estimate of the moves from a state to the goal
    f       g + h: with an admissible heuristic, no path through the state is shorter
    bound   a length that no path is below: the largest f for which all states of less f are expanded
    open    generated and not yet expanded; `frontier` has the open states
    closed  expanded; a state is re-opened when a shorter path to it is found
    parent  by state: the move that led to it, and the state before
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from math import ceil
from typing import Any, Generic, Protocol, TypeVar

from npuzzle.errors import InvalidJobError, quote
from npuzzle.heuristics import base as heuristics
from npuzzle.heuristics.base import Heuristic, HeuristicCard
from npuzzle.numbers import parse_number, require_real, require_whole
from npuzzle.puzzle.problem import Problem
from npuzzle.registry import AUTO, Card, Registry

S = TypeVar("S", bound=Hashable)
S_contra = TypeVar("S_contra", contravariant=True)
R = TypeVar("R")

#: The moves of any space, such as slides of tiles. A long path of slides is a text of tile letters instead.
Path = tuple[Any, ...] | str


class Space(Protocol[S]):
    """Any state space: `Problem`, or any other object with this property and these methods."""

    @property
    def initial(self) -> S: ...

    def is_goal(self, state: S, /) -> bool: ...

    def successors(self, state: S, /) -> Iterable[tuple[Any, S]]: ...


class Estimator(Protocol[S_contra]):
    """The heuristic, as a search needs it. `step` gets the estimate before the move, and the child."""

    def estimate(self, state: S_contra, /) -> float: ...

    def step(self, h: float, state: S_contra, move: Any, /) -> float: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """How far a search has come: its `Stats` at one moment, and the path if it has ended with one.

    `path`: slides, the moves of another space, or a text of tile letters.
    """

    expanded: int = 0
    elsewhere: int = 0
    generated: int = 0
    frontier: int = 0
    peak_frontier: int = 0
    stored: int = 0
    peak_stored: int = 0
    deepest: int = 0
    cost: float | None = None
    bound: float = 0
    path: Path | None = None
    best: str | None = None
    engine: str = "python"
    note: str = ""
    tables: str = ""
    workers: int = 1
    iterations: tuple[tuple[float, int, int], ...] = ()


#: The fields of `Snapshot`, which `Stats` shares.
COPIED = tuple(each.name for each in fields(Snapshot) if each.name != "path")


@dataclass(slots=True, kw_only=True)
class Stats:
    """The counts of a search while it works.

    `expanded`: states taken from the frontier whose successors were generated. `elsewhere`: how many of them
    other workers expanded. `generated`: successors generated. `frontier`: open states now. `peak_frontier`:
    the most at any time (depth-first: the stack). `stored`: states in memory now. `peak_stored`: the most at
    any time, if that is more than both. `deepest`: moves to the deepest generated state, 0 if unknown.
    `cost`: the cost of the path, if moves have costs. `bound`: no path is shorter, provided the heuristic is
    admissible (0 if unknown). `best`: the shortest path found so far, in tile letters, while the search looks
    for a shorter one. `engine`: what runs the search. `note`: sentences about how it ran, for the user.
    `tables`: the groups of the pattern databases used, such as 6-6-3. `workers`: processes, or workers of the
    page, that took part. `iterations`: for each iteration of IDA*, its bound and the states expanded and
    generated before it.

    `report_at`: set by the driver: the number of expanded states at which it wants control back.
    """

    expanded: int = 0
    elsewhere: int = 0
    generated: int = 0
    frontier: int = 0
    peak_frontier: int = 0
    stored: int = 0
    peak_stored: int = 0
    deepest: int = 0
    cost: float | None = None
    bound: float = 0
    best: str | None = None
    engine: str = "python"
    note: str = ""
    tables: str = ""
    workers: int = 1
    iterations: tuple[tuple[float, int, int], ...] = ()
    report_at: int = 0

    def start_iteration(self, bound: float) -> None:
        """Note that the search starts again from its root, within this bound."""
        self.iterations += ((bound, self.expanded, self.generated),)

    def hold(self, frontier: int, stored: int) -> None:
        """Set how many states are open and how many are in memory, and update the peak."""
        self.frontier, self.stored = frontier, stored
        if frontier > self.peak_frontier:
            self.peak_frontier = frontier

    @property
    def left(self) -> int:
        """How many states a search may expand before its next yield."""
        return max(1, self.report_at - self.expanded)

    def pause(self) -> Stats:
        """Give control back to the driver at this yield, even before `report_at`: `yield stats.pause()`."""
        self.report_at = self.expanded
        return self

    def snapshot(self, path: Path | None = None) -> Snapshot:
        """Copy the counts as they are now."""
        counts: dict[str, Any] = {name: getattr(self, name) for name in COPIED}
        return Snapshot(path=path, **counts)


Search = Generator[Stats, None, Path | None]
StatsT = TypeVar("StatsT", bound=Stats)


class Stepper(Generic[StatsT, R]):
    """Continue a search, some expansions at a time.

    `ended`: whether the search has ended. Then `result` is its return value, such as a path.
    """

    def __init__(self, search: Generator[StatsT, None, R]) -> None:
        self._next = search.__next__
        self._stats: StatsT | None = None
        self.result: R | None = None
        self.ended = False

    @property
    def stats(self) -> StatsT:
        """The counts of the search so far, all 0 before the first step."""
        assert self._stats is not None, "the search has shown its stats"
        return self._stats

    def step(self, expansions: int) -> bool:
        """Expand about `expansions` more states. Return whether the search continues.

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
        """Step, and return a copy of the stats, with the path if the search has ended with one."""
        self.step(expansions)
        stats = Stats() if self._stats is None else self._stats
        return stats.snapshot(self.result if isinstance(self.result, (tuple, str)) else None)

    def snapshots(self, expansions: int) -> Iterator[Snapshot]:
        """Advance until the search ends, `expansions` at a time, and yield a snapshot after each."""
        while not self.ended:
            yield self.advance(expansions)


def letters_of(problem: Problem, path: Path) -> str:
    """Spell a path of this problem in tile letters."""
    return path if isinstance(path, str) else problem.letters(path)


#: For each state the move that led to it, and the state before, or None for the start.
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


LONGEST_NUMBER = 15  # most characters of a number that a person types


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number that an algorithm lets its user choose, such as the width of a beam.

    `name`: the keyword, the option of the command line (`--name`) and the field in JSON and links. `label`:
    its name on the page. `kind`: int or float. `least`, `most`: the smallest and the largest allowed.
    `help`: a few words. `bounds_length`: with an admissible heuristic, a path is at most this many times as
    long as a shortest one.
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
        """Return the value as an int or a float, by `kind`. Raises InvalidJobError if it is out of bounds."""
        read = require_real if self.kind is float else require_whole
        return self.kind(read(value, f"the {self.name} must be {self.range}", self.least, self.most))

    def read(self, text: str) -> float:
        """Return the number that a person typed. Raises InvalidJobError."""
        try:
            if "_" in text or len(text) > LONGEST_NUMBER:
                raise ValueError
            value = parse_number(self.kind, text)
        except ValueError:
            raise InvalidJobError(f"the {self.name} must be {self.range}, got {quote(text)}") from None
        return self.check(value)

    @property
    def range(self) -> str:
        """The values that may be chosen, in words: `a whole number, 1 to 10,000,000`."""
        kind = "a whole number" if self.kind is int else "a number"
        return f"{kind}, {self.least:,} to {self.most:,}"


# The arguments of a search


class Fate(Enum):
    """The fate of a node when it is generated."""

    OPEN = "it may be expanded"
    KNOWN = "dropped: an equally short path to its state is known"
    CUT = "dropped: it is beyond the bound"
    REPLACES = "open: it replaces the known node of its state"
    MEETS = "its state is in the other tree of the search: the path is found"


def fate_of(known: float | None) -> Fate:
    """Return the fate of a new node. `known`: the g of its state so far, or None for a new state."""
    return Fate.OPEN if known is None else Fate.REPLACES


class Watch:
    """An observer of a search. Its methods do nothing: override those that you need."""

    def note_round(self, bound: float) -> None:
        """Note that the search starts again from its root, within this bound on f."""

    def note_node(
        self,
        g: int,
        move: Any,
        state: Any,
        h: float | None = None,
        fate: Fate = Fate.OPEN,
        *,
        f: float | None = None,
    ) -> None:
        """Note a root (g = 0), or a child of the node with g - 1 moves that was expanded last.

        `h`: its estimate, or None if the search requests none. `f`: its priority, if it is not the usual one
        of the algorithm.
        """

    def note_expansion(self, g: int, state: Any) -> None:
        """Note that an open node is expanded: its children come next."""

    def note_drop(self, g: int, state: Any) -> None:
        """Note that a node is cut off or forgotten, after it was generated."""

    def note_goal(self, g: int, state: Any) -> None:
        """Note that the search ends with a path to this node."""


#: Plain data that workers send each other.
Message = dict[str, Any]


class Helpers(Protocol):
    """Other workers, which search subtrees for this one. Messages are plain data, see `SubtreeWorker`.

    `is_waiting`: `receive` could not wait and nothing had come: this step has nothing more to do.
    """

    is_waiting: bool

    def is_time(self) -> bool:
        """Return whether the search is long enough to be worth workers. Called after each bound."""

    def open(self, request: Message, table_bytes: int) -> None:
        """Start the workers, as many as have memory, with the request of `describe_request`, without waiting.

        `table_bytes`: the memory of the pattern databases in a kernel.
        """

    def send(self, helper: int, message: Message) -> None:
        """Send a message to a helper, unless it has ended."""

    def receive(self, seconds: float) -> Sequence[tuple[int, Message]]:
        """Return the messages that have come, each with its helper.

        If there are none, wait up to `seconds`. Where waiting is impossible, return immediately.

        The first message of a helper says that it is ready, the last that it is lost. A note about all of
        them, for the user, may come before.
        """

    def close(self) -> None:
        """End the workers. Once closed, they send nothing."""


#: The moves of the blank that lead from the start to the root of a subtree, see `Subtree`.
Ways = tuple[int, ...]


@dataclass(slots=True)
class Refuted:
    """The paths that searches have ruled out: all below `bound`, and some of exactly `bound` moves.

    `done`: for each subtree without a path of `bound` moves, the moves that lead to it, and how many states
    were expanded in it. The last bound takes most of the time, so its parts count, too. `sizes`: the same for
    the bound before, which shows where to divide this one.
    """

    bound: int = 0
    done: dict[Ways, int] = field(default_factory=dict)
    sizes: dict[Ways, int] = field(default_factory=dict)

    def raise_to(self, bound: int) -> None:
        """Note that no path is shorter than `bound`."""
        if bound > self.bound:
            self.bound, self.sizes, self.done = bound, self.done, {}


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """The options of one search: the algorithm's numbers by name, and the most moves of a path.

    `engine`: the engine for its kernel, if it has one (see `npuzzle.compiler.engines`). `helpers`: other
    workers for a search that can be split. `most_expanded` limits all of them together. `refuted`,
    `known_path`: the paths that earlier searches of the board have ruled out, and their best path in tile
    letters. A search that can resume from there does, and adds to `refuted` the paths it rules out itself.
    `order`: the tile letters in the order in which moves are tried. `watch`: an observer, ignored by kernels.
    """

    numbers: Mapping[str, float] = field(default_factory=dict)
    max_depth: int | None = None
    engine: str = AUTO
    helpers: Helpers | None = None
    most_expanded: int | None = None
    refuted: Refuted | None = None
    known_path: str = ""
    order: str = ""
    watch: Watch | None = None


class Risk(Enum):
    """The risk that an algorithm breaks its promise on a board that is hard for it."""

    MEMORY = "memory"  # it stores every board it generates, so it may run out of time or memory
    TIME = "time"  # it stores few boards, and may search for years
    NONE = "none"  # it finds a path quickly on every board


@dataclass(frozen=True, slots=True, kw_only=True)
class AlgorithmCard(Card):
    """An algorithm, and its guarantees.

    `informed`: it uses the heuristic. `numbers`: those that its user may choose. `complete`: it finds a path
    if there is one within the depth allowed. Any other algorithm may give up. `within_depth`: if False, it
    may also give up when the depth is limited. `optimal`: it finds a shortest path and proves it, if its
    heuristic is admissible. With a number that `bounds_length`, it finds a path of at most that many times
    the shortest length. `improves`: it finds a path soon, and makes it shorter until it is stopped.
    `default_depth`: the depth limit unless the user gives one. `counts_lines`: it also searches where a slide
    of a whole line is one move. `splits`: with pattern databases, several workers can share its search.
    `risk`: why it may miss a path on a hard board.
    """

    search: Callable[[Problem, Heuristic, SearchOptions], Search]
    informed: bool
    numbers: tuple[Number, ...] = ()
    complete: bool = True
    within_depth: bool = True
    optimal: bool = False
    improves: bool = False
    default_depth: int | None = None
    counts_lines: bool = False
    splits: bool = False
    risk: Risk = Risk.MEMORY

    def finds_within(self, depth: int | None) -> bool:
        """Return whether it finds a path if there is one of at most `depth` moves (None: of any length)."""
        return self.complete and (depth is None or self.within_depth)

    def options(
        self, numbers: Mapping[str, float] | None = None, *, max_depth: int | None = None, engine: str = AUTO
    ) -> SearchOptions:
        """Make the options for a search: each of its numbers as given, or by default."""
        given = numbers or {}
        own = {number.name: number.check(given.get(number.name, number.default)) for number in self.numbers}
        return SearchOptions(numbers=own, max_depth=max_depth, engine=engine)

    def factor(self, options: SearchOptions) -> float | None:
        """Return how many times the shortest length a path may have, or None if no number bounds it."""
        bounds = [options.numbers[number.name] for number in self.numbers if number.bounds_length]
        return max(1.0, *bounds) if bounds else None


#: The largest rounding error in sums of estimates.
ROUNDING = 1e-9


def whole(bound: float) -> int:
    """Round a lower bound up to a whole number of moves. A rounding error above a whole number is ignored."""
    return ceil(bound - ROUNDING)


ALGORITHMS: Registry[AlgorithmCard] = Registry("algorithm")
BUILT_IN: list[AlgorithmCard] = []  #: The cards of this package. Users may add others to ALGORITHMS.


def is_ours(algorithm: AlgorithmCard) -> bool:
    """Return whether this very card came with the package: its bounds are proved, a user's may be wrong."""
    return any(algorithm is known for known in BUILT_IN)


def list_assumptions(algorithm: AlgorithmCard, heuristic: HeuristicCard) -> tuple[str, ...]:
    """List the assumptions under which the bound of a search is right, none if that is proved."""
    assumes = heuristics.list_assumptions(heuristic) if algorithm.informed else ()
    return assumes if is_ours(algorithm) else (*assumes, f"the bound of {algorithm.name} is right")


def known_numbers() -> dict[str, Number]:
    """Collect the numbers of all algorithms by name. One name means the same number everywhere."""
    return {number.name: number for card in ALGORITHMS for number in card.numbers}
