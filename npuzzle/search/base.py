"""What a search is, a generator that yields its `Stats` and returns a path, and the card that describes it.

A search knows nothing of clocks, limits, printing or browsers. It counts in one `Stats` object, and yields
this object before the first state, and before it expands more states than `report_at` allows. It returns the
path, or None if no path is within the depth allowed. The caller decides how long to continue: a `Stepper`
continues a search for some expansions. To stop a search, close the generator. Searches are generators, not
objects with a method `step`, so that the algorithms stay as short as in a textbook, and the page can stop
them at every yield without a thread.

All searches use these names:

    cell    a place on the board; cells are numbered from 0, row by row
    home    the cell of the blank in the goal; a tile's home is the tile's cell in the goal
    state   a board in normal form: `state[cell]` is the home of the tile at `cell`; the goal is 0, 1, 2, ...
    slide   a move of one tile, (from, to): the blank goes from `to` to `from`
    way     a direction of the blank in kernels: 0, 1, 2, 3 mean up, left, right, down
    g       the number of moves from the start to a state, or the sum of their costs
    h       the estimate of the moves from a state to the goal
    f       g + h: with an admissible heuristic, no path through the state is shorter
    bound   a length that no path is below: the largest f such that all states of smaller f are expanded
    open    generated and not yet expanded; `frontier` has the open states
    closed  expanded; a closed state is re-opened when a shorter path to the state is found
    parent  maps a state to the move that led there and the state before that move
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

#: A path as a sequence of moves, such as slides of tiles. Long paths of slides are text, in tile letters.
Path = tuple[Any, ...] | str


class Space(Protocol[S]):
    """Any state space: `Problem`, or any other object with this property and these methods."""

    @property
    def initial(self) -> S: ...

    def is_goal(self, state: S, /) -> bool: ...

    def successors(self, state: S, /) -> Iterable[tuple[Any, S]]: ...


class Estimator(Protocol[S_contra]):
    """The heuristic, as a search calls it. `step` receives the parent's estimate, the child and the move."""

    def estimate(self, state: S_contra, /) -> float: ...

    def step(self, h: float, state: S_contra, move: Any, /) -> float: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A copy of the `Stats` of a search at one moment, with the path if the search has ended with one.

    `path`: slides, moves of another space, or text in tile letters.
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


#: The fields that `Snapshot` and `Stats` share.
COPIED = tuple(each.name for each in fields(Snapshot) if each.name != "path")


@dataclass(slots=True, kw_only=True)
class Stats:
    """The counts of a search while it works.

    `expanded`: states taken from the frontier whose successors were generated. `elsewhere`: how many of these
    states other workers expanded. `generated`: successors generated. `frontier`: open states now.
    `peak_frontier`: the most open states at any time (depth-first: the states on the stack). `stored`: states
    in memory now. `peak_stored`: the most states in memory at any time; 0 means the larger of `stored` and
    `peak_frontier`. `deepest`: moves to the deepest generated state, 0 if unknown. `cost`: the cost of the
    path, if moves have costs. `bound`: no path is shorter, provided the heuristic is admissible (0 if
    unknown). `best`: the shortest path found so far, in tile letters, while the search looks for a shorter
    one. `engine`: what runs the search. `note`: sentences for the user about how the search ran. `tables`:
    the group sizes of the pattern databases used, such as 6-6-3. `workers`: how many processes, or workers of
    the page, took part. `iterations`: for each iteration of IDA*, its bound, and how many states were
    expanded and generated before it began.

    `report_at`: when this many states are expanded, the search must yield. The driver sets it.
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
        """Record that the search starts again from its root, within this bound."""
        self.iterations += ((bound, self.expanded, self.generated),)

    def hold(self, frontier: int, stored: int) -> None:
        """Set how many states are open and how many are in memory, and update `peak_frontier`."""
        self.frontier, self.stored = frontier, stored
        if frontier > self.peak_frontier:
            self.peak_frontier = frontier

    @property
    def left(self) -> int:
        """How many more states a search may expand before it must yield."""
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
    """A search that runs some expansions at a time.

    `ended`: whether the search has ended. `result`: then the search's return value, such as a path.
    """

    def __init__(self, search: Generator[StatsT, None, R]) -> None:
        self._next = search.__next__
        self._stats: StatsT | None = None
        self.result: R | None = None
        self.ended = False

    @property
    def stats(self) -> StatsT:
        """The counts of the search so far. They exist after the first step."""
        assert self._stats is not None, "the search has shown its stats"
        return self._stats

    def step(self, expansions: int) -> bool:
        """Expand about `expansions` more states. Return whether the search continues.

        The first step only runs the search until it first yields its stats.
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
        """Call `step`. Return a copy of the stats, with the path if the search has ended with one."""
        self.step(expansions)
        stats = Stats() if self._stats is None else self._stats
        return stats.snapshot(self.result if isinstance(self.result, (tuple, str)) else None)

    def snapshots(self, expansions: int) -> Iterator[Snapshot]:
        """Advance by `expansions` at a time until the search ends. Yield a snapshot after each step."""
        while not self.ended:
            yield self.advance(expansions)


def letters_of(problem: Problem, path: Path) -> str:
    """Spell a path of this problem in tile letters."""
    return path if isinstance(path, str) else problem.letters(path)


#: Maps each state to the move that led there and the state before, or the start to None.
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


LONGEST_NUMBER = 15  # characters; a longer number that a user types is rejected


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number that the user of an algorithm can choose, such as the width of a beam.

    `name`: the keyword argument, the option of the command line (`--name`) and the field in JSON and links.
    `label`: the name on the page. `kind`: int or float. `least`, `most`: the smallest and the largest allowed
    value. `help`: an explanation in a few words. `bounds_length`: whether a path is at most this many times
    as long as a shortest one, if the heuristic is admissible.
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
        """Return the value as a `kind`. Raises InvalidJobError if it is of another kind or out of range."""
        read = require_real if self.kind is float else require_whole
        return self.kind(read(value, f"the {self.name} must be {self.range}", self.least, self.most))

    def read(self, text: str) -> float:
        """Read a number that a user typed. Raises InvalidJobError."""
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
    """What a search does with a node that it has just generated."""

    OPEN = "it may be expanded"
    KNOWN = "dropped: an equally short path to its state is known"
    CUT = "dropped: it is beyond the bound"
    REPLACES = "open: it replaces the known node of its state"
    MEETS = "its state is in the other tree of the search: the path is found"


def fate_of(known: float | None) -> Fate:
    """Return the fate of a new node. `known`: the g that its state had before, or None for a new state."""
    return Fate.OPEN if known is None else Fate.REPLACES


class Watch:
    """An observer, whose methods a search calls. The methods do nothing here: override those you need."""

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
        """Note a new node: a root (g = 0), or a child of the last expanded node with g - 1 moves.

        `h`: the node's estimate, or None if the search uses no estimates. `f`: the node's priority, if that
        differs from the usual priority of the algorithm.
        """

    def note_expansion(self, g: int, state: Any) -> None:
        """Note that an open node is expanded: the children of this node come next."""

    def note_drop(self, g: int, state: Any) -> None:
        """Note that a node that was generated is cut off or forgotten."""

    def note_goal(self, g: int, state: Any) -> None:
        """Note that the search ends with a path to this node."""


#: Plain data that workers send each other.
Message = dict[str, Any]


class Helpers(Protocol):
    """The other workers that share a search with this one. Messages are plain data, see `SubtreeWorker`.

    `is_waiting`: whether this step has nothing more to do, because `receive` found no message and cannot
    wait.
    """

    is_waiting: bool

    def is_time(self) -> bool:
        """Return whether the search takes long enough to start workers. It is called again until it does."""

    def open(self, request: Message, table_bytes: int) -> None:
        """Start as many workers as memory allows, with the request of `describe_request`. Do not wait.

        `table_bytes`: how much memory the pattern databases take in each worker's kernel.
        """

    def send(self, helper: int, message: Message) -> None:
        """Send a message to a helper, unless it has ended."""

    def receive(self, seconds: float) -> Sequence[tuple[int, Message]]:
        """Return the messages that have arrived, each with the number of its helper.

        If none have arrived, wait up to `seconds`. Where waiting is impossible, return immediately.

        The first message from a helper says that it is ready, the last that it is lost. Before these, there
        may be a note about all helpers, for the user.
        """

    def close(self) -> None:
        """End the workers. After that, `receive` returns nothing."""


#: The blank's moves from the start to the root of a subtree, see `Subtree`.
Ways = tuple[int, ...]


@dataclass(slots=True)
class Refuted:
    """The paths that searches have ruled out: all of fewer than `bound` moves, some of exactly `bound`.

    `done`: the subtrees that were searched for a path of `bound` moves and have none. They are saved, too,
    because the last bound takes most of the time. `done` maps the moves that lead to a subtree to the number
    of states expanded there. `sizes`: the same for the bound before; it shows which subtrees to divide.
    """

    bound: int = 0
    done: dict[Ways, int] = field(default_factory=dict)
    sizes: dict[Ways, int] = field(default_factory=dict)

    def raise_to(self, bound: int) -> None:
        """Record that no path is shorter than `bound`."""
        if bound > self.bound:
            self.bound, self.sizes, self.done = bound, self.done, {}


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """The options of one search: the algorithm's numbers by name, and the most moves of a path.

    `engine`: what runs the search's kernel, if it has one (see `npuzzle.compiler.engines`). `helpers`: other
    workers for a search that can be split. `most_expanded`: the most states that all workers together may
    expand. `refuted`: the paths that earlier searches of the board have ruled out. `known_path`: the best
    path that these searches found, in tile letters. A search that can resume starts from both, and adds to
    `refuted` the paths that it rules out. `order`: the tile letters in the order in which moves are tried.
    `watch`: an observer, ignored by kernels.
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
    """Why an algorithm may fail on a board that is hard for it."""

    MEMORY = "memory"  # it stores every board it generates, so it may run out of time or memory
    TIME = "time"  # it stores few boards, and may search for years
    NONE = "none"  # it finds a path quickly on every board


@dataclass(frozen=True, slots=True, kw_only=True)
class AlgorithmCard(Card):
    """An algorithm, and its guarantees.

    `informed`: whether it uses the heuristic. `numbers`: the numbers that the user may choose. `complete`:
    whether it finds a path if there is one within the depth allowed; other algorithms may give up.
    `within_depth`: if False, it may give up when the depth is limited, even if it is `complete`. `optimal`:
    whether it finds a shortest path and proves it, if the heuristic is admissible. With a number that
    `bounds_length`, the path is at most that many times as long as a shortest one. `improves`: whether it
    finds a path soon, and makes it shorter until it is stopped. `default_depth`: the depth limit unless the
    user gives one. `counts_lines`: whether it can count the slide of a whole line as one move. `splits`:
    whether several workers can share its search, with pattern databases. `risk`: why it may miss a path on a
    hard board.
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
        """Return whether it always finds a path of at most `depth` moves if one exists (None: any length)."""
        return self.complete and (depth is None or self.within_depth)

    def options(
        self, numbers: Mapping[str, float] | None = None, *, max_depth: int | None = None, engine: str = AUTO
    ) -> SearchOptions:
        """Make the options for a search. Each number has the value given in `numbers`, or its default."""
        given = numbers or {}
        own = {number.name: number.check(given.get(number.name, number.default)) for number in self.numbers}
        return SearchOptions(numbers=own, max_depth=max_depth, engine=engine)

    def factor(self, options: SearchOptions) -> float | None:
        """Return how many times as long as a shortest path a path may be, or None if that is not bounded."""
        bounds = [options.numbers[number.name] for number in self.numbers if number.bounds_length]
        return max(1.0, *bounds) if bounds else None


#: The largest rounding error in sums of estimates.
ROUNDING = 1e-9


def whole(bound: float) -> int:
    """Round a lower bound up to a whole number of moves. An excess of up to ROUNDING does not count."""
    return ceil(bound - ROUNDING)


ALGORITHMS: Registry[AlgorithmCard] = Registry("algorithm")
BUILT_IN: list[AlgorithmCard] = []  #: The cards of this package. Users may add others to ALGORITHMS.


def is_ours(algorithm: AlgorithmCard) -> bool:
    """Return whether this card came with the package. Then its bounds are proved; a user's may be wrong."""
    return any(algorithm is known for known in BUILT_IN)


def list_assumptions(algorithm: AlgorithmCard, heuristic: HeuristicCard) -> tuple[str, ...]:
    """List the assumptions under which the bound of a search is right. Empty if the bound is proved."""
    assumes = heuristics.list_assumptions(heuristic) if algorithm.informed else ()
    return assumes if is_ours(algorithm) else (*assumes, f"the bound of {algorithm.name} is right")


def known_numbers() -> dict[str, Number]:
    """Collect the numbers of all algorithms by name. A name means the same number everywhere."""
    return {number.name: number for card in ALGORITHMS for number in card.numbers}
