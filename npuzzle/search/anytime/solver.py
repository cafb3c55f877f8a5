"""Anytime search: find a path soon, then find shorter paths and raise the lower bound, until it is stopped.

The constructive solver finds the first path. Wider and wider beams follow; some of them search backward, from
the goal to the board. Beams use pattern databases if the board has any; otherwise a guide makes them
solve the outer lines of the board before the inner lines. After each beam, the path is shortened part by
part, and IDA* raises the lower bound for a while, for longer if the bound is near the length of the path.
When bound and length are equal, the path is proved shortest. When line moves count, only guided beams look
for paths, and only line tables raise the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from math import inf
from random import Random
from typing import Any, NamedTuple, TypeVar

from npuzzle.compiler import PLAIN, engine_named
from npuzzle.errors import KernelMemoryError, sentence
from npuzzle.heuristics import line_tables
from npuzzle.heuristics.base import Heuristic
from npuzzle.heuristics.conflicts import LinearConflict
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.heuristics.simple import Zero
from npuzzle.heuristics.walking import LineWalkingDistance
from npuzzle.lazy import loadable
from npuzzle.pattern_databases import MAX_PATTERN_CELLS
from npuzzle.pattern_databases.catalogue import SHIPPED, FoundTables
from npuzzle.pattern_databases.table import PatternSet
from npuzzle.progress import forward
from npuzzle.puzzle.board import Board, goal_board
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import AUTO
from npuzzle.search.anytime.beams import WideBeam, beam_backward, beam_with_tables
from npuzzle.search.anytime.guided import LEAST_CELLS, GuidedBeam, list_beams, make_beam, search_guided
from npuzzle.search.anytime.path_shortening import ShorteningStats, shorten_path
from npuzzle.search.anytime.raise_bound import raise_lower_bound
from npuzzle.search.anytime.shared_beams import SharedBeams
from npuzzle.search.base import (
    Path,
    Search,
    SearchOptions,
    Snapshot,
    Stats,
    Stepper,
    letters_of,
    whole,
)
from npuzzle.search.constructive.solver import iter_construct

FIRST_STATES = 1_000_000  # for the first guided beam: 0.3 s on 10x10; fewer if a state takes longer
#: FIRST_STATES for engines that do not compile.
SLOW_STATES = {"python": 20_000, "checked": 2_000}
FIRST_WIDTH = 500  # states per level of the first beam with pattern databases
SLOW_WIDTH = {"python": 20, "checked": 5}  # FIRST_WIDTH for engines that do not compile
WIDER = 4  # on such engines, each beam is this many times as wide as the one before


class Beam(NamedTuple):
    """A beam to run: how many states it keeps per level, and whether it goes from the goal to the board."""

    width: int
    is_backward: bool = False


#: The beams on boards with pattern databases, if kernels are compiled. On 5x5 the third beam ends within a
#: second and the fourth within ten. A path that is hard to find forward may be easy to find backward.
TABLED_BEAMS = (
    Beam(FIRST_WIDTH),
    Beam(6_000),
    Beam(32_000),
    Beam(256_000),
    Beam(256_000, is_backward=True),
    Beam(500_000),
)
SHORTEN_LESS = 4  # with pattern databases, shortening expands only a quarter as many states as a beam
SHORTEN_MORE = 2  # on other boards it expands twice as many, each in a third of the time
MOST_BYTES = 280_000_000  # memory of a beam if kernels are not compiled
MOST_SLOW = 20_000  # moves; without compiled kernels, a longer path is not shortened
LEAST_SHARE = 100_000  # after the last beam, states to expand per turn of shortening and of the proof
FAR_SHARE = 8  # above MAX_PATTERN_CELLS, a proof that is not in sight gets an eighth of the states
NEAR = 6  # a proof is in sight if the path has at most this many moves more than the bound
#: With pattern databases, a proof in sight expands this many times as many states as the last beam. That
#: takes about a third of the time. Compiled, IDA* expands 5 million states per second, a beam 0.4 million and
#: shortening 0.6 million. In plain Python they expand 48,000, 11,000 and 13,000.
IN_SIGHT, IN_SIGHT_SLOW = 10, 4
WARMUP_MOVES, WARMUP_STATES = 200, 150_000  # for `make_ready`: random moves of the board, states to expand
WARMUP_SLICE = 2_000  # states that `make_ready` expands at a time

Part = TypeVar("Part", bound=Stats)


@loadable
def anytime(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Find a path and make it shorter. The stats' `best` is the current path. Return the last path.

    The search ends when the path is proved shortest, or when nothing is left to try.
    """
    improver = _Improver(problem, options)
    stats, longest = improver.stats, options.max_depth
    yield stats
    if not problem.is_solvable:
        return None
    yield from improver.improve()
    fits = stats.best is not None and (longest is None or problem.count_moves(stats.best) <= longest)
    return stats.best if fits else None


class _Improver:
    """The current path and lower bound, with one method for each way to improve them."""

    def __init__(self, problem: Problem, options: SearchOptions) -> None:
        self._problem, self._options = problem, options
        self._length = 0  # of the shortest path so far, in moves of the problem
        self._tables: PatternSet | None = None
        self._shortening: Stepper[ShorteningStats, None] | None = None
        self._unshortened = ""  # the shortest path as it was found, to be shortened
        self._can_shorten = not problem.counts_lines
        self._can_prove = not problem.counts_lines or line_tables.fits(problem.shape)
        self._proving: Stepper[Stats, object] | None = None
        self._proof_note = ""  # the part of the note that the proof wrote
        self._shared: SharedBeams | None = None  # guided beams, which helpers run, too
        # For line moves, neither an estimate in single moves nor the paths ruled out earlier give a bound.
        make = LineWalkingDistance if problem.counts_lines else LinearConflict
        floor: float = make(problem.goal).estimate(problem.initial)
        if options.refuted is not None and not problem.counts_lines:
            floor = max(floor, options.refuted.bound)
        self.stats = Stats(engine=engine_named(options.engine), bound=floor)

    def improve(self) -> Generator[Stats, None, None]:
        """Improve the path and the bound with every method, the most effective first."""
        yield from self._construct()
        yield self.stats.pause()
        share = 0
        if self._is_tabled:
            if self._problem.shape not in SHIPPED:  # building other databases takes longer than a beam
                yield from self._run_guided(make_beam(self._problem, FIRST_WIDTH, 0))
            yield from self._find_tables_for_beams()
        for beam in self._list_beams():
            before = self.stats.expanded
            yield from self._run_beam(beam) if isinstance(beam, Beam) else self._run_guided(beam)
            share = self.stats.expanded - before
            yield from self._shorten(self._shortening_share(share))
            yield from self._prove(self._proof_share(share))
        share = max(share, LEAST_SHARE)
        while not self._is_proved and (self._can_shorten or self._can_prove):
            yield from self._shorten(share)
            yield from self._prove(self._proof_share(share))

    @property
    def _shortest(self) -> str:
        """The shortest path so far. It exists after `_construct` has ended."""
        assert self.stats.best is not None
        return self.stats.best

    @property
    def _is_proved(self) -> bool:
        return self._length <= whole(self.stats.bound)

    @property
    def _is_tabled(self) -> bool:
        """Whether pattern databases can be used: on small boards, if single moves count."""
        return self._problem.shape.cells <= MAX_PATTERN_CELLS and not self._problem.counts_lines

    @property
    def _has_fast_beams(self) -> bool:
        """Whether beams run compiled and with pattern databases."""
        return self._is_tabled and self.stats.engine not in PLAIN

    def _shortening_share(self, share: int) -> int:
        """Return how many states to expand to shorten the path after a beam has expanded `share` states."""
        if self._has_fast_beams:
            return share // SHORTEN_LESS
        return share * SHORTEN_MORE

    def _proof_share(self, share: int) -> int:
        """Return how many states the proof expands after a beam or shortening has expanded `share` states."""
        if self._problem.counts_lines:  # line tables prove most boards that fit them in seconds
            return share * IN_SIGHT
        in_sight = self._length - whole(self.stats.bound) <= NEAR
        if not self._is_tabled:
            return share if in_sight else share // FAR_SHARE
        return share if not in_sight else share * (IN_SIGHT_SLOW if self.stats.engine in PLAIN else IN_SIGHT)

    def _construct(self) -> Generator[Stats, None, None]:
        """Find the first path, or use the path that is known already."""
        if self._options.known_path:
            self._unshortened = self._keep(self._options.known_path)
            return

        def count(moves: int) -> Stats:
            self.stats.generated = moves
            return self.stats.pause()

        self._unshortened = self._keep((yield from forward(iter_construct(self._problem), count)))

    def _find_tables_for_beams(self) -> Generator[Stats, None, None]:
        """Find and report pattern databases for the beams. If memory runs out, continue without them."""
        if self._is_proved:
            return
        try:
            found = yield from self._find_tables(self._problem.goal)
        except KernelMemoryError as error:
            self.stats.note = sentence(error)
            return
        self._tables = found.tables
        self.stats.note, self.stats.tables = found.note, found.tables.sizes

    def _find_tables(self, goal: Board) -> Generator[Stats, None, FoundTables]:
        """Find or build pattern databases for beams that end at `goal`. Raises KernelMemoryError."""
        finding = PatternDatabases(goal).iter_find(self._options.engine)
        return (yield from forward(finding, lambda done: self.stats.pause()))

    def _list_beams(self) -> Iterator[Beam | GuidedBeam]:
        """Yield the beams to run: with pattern databases if they can be used, otherwise guided."""
        for beam in self._list_tabled_beams():
            if self._tables is None:
                break
            yield beam
        if self._tables is None:
            states = SLOW_STATES.get(self.stats.engine, FIRST_STATES)
            beams = list_beams(self._problem, states, self._length)
            if self._options.helpers is not None and not self._is_tabled:
                self._shared = SharedBeams(self._problem, beams, self.stats.engine, self._options.helpers)
            yield from self._shared or beams

    def _list_tabled_beams(self) -> Iterator[Beam]:
        """Yield TABLED_BEAMS, or, without compiled kernels, wider and wider beams up to MOST_BYTES."""
        if self._has_fast_beams:
            yield from TABLED_BEAMS
            return
        width = SLOW_WIDTH.get(self.stats.engine, FIRST_WIDTH)
        last = 0
        while width > last:
            yield Beam(width)
            last = width
            # 250: the bytes of a state apart from its tiles and the numbers of its ancestors
            most = MOST_BYTES // (250 + 2 * self._problem.shape.cells + 4 * self._length)
            width = min(width * WIDER, most)

    def _run_beam(self, beam: Beam) -> Generator[Stats, None, None]:
        """Search the whole board with a beam that has pattern databases."""
        limit = self._length - 2
        tables, engine = self._tables, self._options.engine
        if self._is_proved or limit < 1 or tables is None:
            return
        try:
            if beam.is_backward:
                tables = (yield from self._find_tables(self._problem.start)).tables
            kernel = WideBeam(tables, width=beam.width, levels=limit, engine=engine)
        except KernelMemoryError as error:
            if beam.width <= FIRST_WIDTH:
                self._tables = None
                self.stats.note, self.stats.tables = f"{sentence(error)} The beams do without tables.", ""
            return
        search = beam_backward if beam.is_backward else beam_with_tables
        part = Stepper(search(self._problem, kernel, limit=limit))
        part.step(0)
        yield from self._advance(part)
        self._learn_path(part.result)

    def _run_guided(self, beam: GuidedBeam) -> Generator[Stats, None, None]:
        """Search the whole board with a guided beam for a path shorter than those of earlier beams."""
        limit, engine = self._limit_of_beams(), self._options.engine
        if self._is_proved or limit < 1 or self._problem.shape.cells < LEAST_CELLS:
            return
        part = Stepper(search_guided(self._problem, beam, limit=limit, engine=engine))
        part.step(0)
        try:
            yield from self._advance(part, learn=lambda now: self._learn_path(now.best))
        except KernelMemoryError:
            return
        self._learn_path(part.result)

    def _limit_of_beams(self) -> int:
        """Return how many moves a guided beam's path may have to be shorter than all earlier beams' paths."""
        fewer = 1 if self._problem.counts_lines else 2  # all paths of single moves have the same parity
        return self._problem.count_moves(self._unshortened) - fewer

    def _learn_path(self, path: Path | None) -> None:
        """Keep a beam's path, and shorten it next, if it is shorter than the paths of all earlier beams."""
        letters, count = letters_of(self._problem, path or ""), self._problem.count_moves
        if path is not None and count(letters) < count(self._unshortened):
            self._unshortened, self._shortening = letters, None
            self._keep_shorter(letters)

    def _shorten(self, most: int) -> Generator[Stats, None, None]:
        """Shorten the path part by part. Expand up to `most` states."""
        if self._problem.counts_lines or (self.stats.engine in PLAIN and self._length > MOST_SLOW):
            self._can_shorten = False
            return
        if self._shortening is None:
            self._shortening = Stepper(shorten_path(self._problem, self._unshortened, self._options.engine))
            self._shortening.step(0)
            self._can_shorten = True

        def keep(now: ShorteningStats) -> None:
            if now.length < self._length:
                self._keep(now.path)

        shortening = self._shortening
        yield from self._advance(shortening, most, keep)
        self._can_shorten = not shortening.ended or self._shortening is not shortening  # a newer path

    def _prove(self, most: int) -> Generator[Stats, None, None]:
        """Raise the lower bound. Expand up to `most` states."""
        if not self._can_prove:
            return
        if self._proving is None:
            options = self._options
            search = raise_lower_bound(self._problem, options.engine, options.helpers, options.refuted)
            self._proving = Stepper(search)
            self._proving.step(0)
        yield from self._advance(self._proving, most, lambda now: self._learn_bound())
        self._learn_bound()

    def _learn_bound(self) -> None:
        """Copy the bound of the proof, and the path if the proof has found one, into the stats."""
        assert self._proving is not None
        now, path, stats = self._proving.stats, self._proving.result, self.stats
        stats.bound, stats.workers = max(stats.bound, now.bound), max(stats.workers, now.workers)
        self._can_prove = not self._proving.ended
        if isinstance(path, tuple):
            self._keep_shorter(path)
            stats.bound = len(path)
        if now.note != self._proof_note and self._options.helpers is not None:
            others = stats.note.replace(self._proof_note, "").strip()
            stats.note, self._proof_note = f"{others} {now.note}".strip(), now.note

    def _serve_helpers(self) -> None:
        """Give the helpers more work: on the proof, or on guided beams."""
        if self._shared is not None:
            for report in self._shared.serve(self._limit_of_beams()):
                self.stats.expanded += report.expanded
                self.stats.elsewhere += report.expanded
                self.stats.generated += report.generated
                self._learn_path(report.path)
            self.stats.workers, self.stats.note = self._shared.workers, self._shared.note or self.stats.note
        elif self._options.helpers is not None and self._proving is not None and not self._proving.ended:
            before = replace(self._proving.stats)
            self._proving.step(0)
            self._count(self._proving.stats, before)
            self._learn_bound()

    def _advance(
        self, part: Stepper[Part, Any], most: float = inf, learn: Callable[[Part], None] = lambda now: None
    ) -> Generator[Stats, None, None]:
        """Continue `part` by up to `most` expansions. Count them, and call `learn` after each step."""
        stats = self.stats
        end = part.stats.expanded + most
        while not part.ended and not self._is_proved and part.stats.expanded < end:
            before = replace(part.stats)
            part.step(int(min(stats.left, end - before.expanded)))
            self._count(part.stats, before)
            stats.hold(part.stats.frontier, part.stats.frontier)
            learn(part.stats)
            if part is not self._proving:
                self._serve_helpers()
            yield stats if part.stats.expanded > before.expanded else stats.pause()

    def _count(self, now: Stats, before: Stats) -> None:
        """Count the work of a part since its stats were `before`."""
        self.stats.expanded += now.expanded - before.expanded
        self.stats.elsewhere += now.elsewhere - before.elsewhere
        self.stats.generated += now.generated - before.generated

    def _keep_shorter(self, path: Path) -> None:
        letters = letters_of(self._problem, path)
        if self._problem.count_moves(letters) < self._length:
            self._keep(letters)

    def _keep(self, path: str) -> str:
        self.stats.best, self._length = path, self._problem.count_moves(path)
        return path


def make_ready(engine: str = AUTO) -> Generator[Snapshot, None, None]:
    """Prepare for the first board: load the kernels, and find the pattern databases for 5x5."""
    from npuzzle.puzzle.scramble import random_walk

    goal = goal_board("blank-last", Shape(5, 5))
    board = random_walk(goal, WARMUP_MOVES, Random(0))
    search = anytime(Problem(board, goal), Zero(goal), SearchOptions(engine=engine))
    for now in Stepper(search).snapshots(WARMUP_SLICE):
        yield now
        if now.expanded > WARMUP_STATES:
            return
