"""Anytime search: a path at once, then shorter ones, and a lower bound that rises, until it is stopped.

The constructive solver gives the first path. Then beams follow, each some times as wide as the one before;
after each the path is made shorter stretch by stretch, and IDA* raises the lower bound for a while, longer
where the two are near each other. Where they meet the path is proved shortest.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from npuzzle.errors import KernelMemoryError, sentence
from npuzzle.heuristics.base import Heuristic
from npuzzle.heuristics.linear_conflict import LinearConflict
from npuzzle.heuristics.pattern_database import PatternTables
from npuzzle.heuristics.zero import Zero
from npuzzle.kernel import PLAIN, engine_named
from npuzzle.pattern_databases.catalogue import Found
from npuzzle.pattern_databases.table import MOST_CELLS, PatternSet
from npuzzle.puzzle.goals import goal_board
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.scramble import random_walk
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import AUTO
from npuzzle.search.anytime.beam_then_lines import beam_then_lines, with_tables
from npuzzle.search.anytime.lower_bound import raising
from npuzzle.search.anytime.path_shortening import Shortened, shortening
from npuzzle.search.anytime.wide_beam import Counts, WideBeam
from npuzzle.search.base import (
    REPORT_EVERY,
    AlgorithmCard,
    Search,
    SearchOptions,
    Snapshot,
    letters_of,
    whole,
)
from npuzzle.search.constructive.solver import constructing

MOST_BEAMED = 196  # cells of a tray that beams search as a whole: beyond, construction alone is better
FIRST_WIDTH = 500  # of the first beam, on up to FULL cells; narrower on larger trays, so that it is as quick
FULL = 36
SLOW_WIDTH = {"python": 20, "checked": 5}  # the same where kernels are not compiled
WIDER = 4  # times, from beam to beam
MOST_BYTES = 280_000_000  # of a beam
MOST_SLOW = 20_000  # moves of a path that is shortened where kernels are not compiled
LEAST_SHARE = 100_000  # states that are expanded in turn to shorten and to prove, after the last beam
NEAR = 6  # moves between bound and path: a proof is in sight
#: Times as many states for a proof in sight, by tables: about a third of the time. IDA* expands 5 million
#: a second where a beam expands 0.4 and shortening 0.6 million; plain Python 48,000, 11,000 and 13,000.
IN_SIGHT, IN_SIGHT_SLOW = 10, 4
WARMING, WARMED = 200, 150_000  # moves of the board it is made ready with, states then expanded

Made = TypeVar("Made")
End = TypeVar("End")
Pause = Generator[Snapshot, int | None, End]


def anytime(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Each snapshot has the best path so far; the last one has it as its path.

    It ends by itself when the path is proved shortest, or when nothing is left to try.
    """
    improving = _Improving(problem, options)
    yield improving.snapshot()
    if not problem.is_solvable:
        return
    yield from improving.all()
    last, longest = improving.snapshot(), options.max_depth
    fits = last.best is not None and (longest is None or len(last.best) <= longest)
    yield replace(last, path=last.best if fits else None)


class _Improving:
    """What is known so far, and one method for each way to know more."""

    def __init__(self, problem: Problem, options: SearchOptions) -> None:
        self._problem, self._options = problem, options
        self._path: str | None = None
        self._tables: PatternSet | None = None
        self._shorter_than: str | None = None  # the path that `_shortening` works on
        self._shortening: Generator[Shortened, int | None, None]
        self._shortened: Shortened
        self._can_shorten = True
        self._proving: Generator[Snapshot, int | None, object] | None = None
        self._proved = Snapshot()
        self._can_prove = True
        self._asked = REPORT_EVERY  # states that may be expanded until the next pause
        floor = LinearConflict(problem.goal).estimate(problem.initial)
        self._now = Snapshot(engine=engine_named(options.engine), bound=floor)

    def snapshot(self) -> Snapshot:
        return replace(self._now, best=self._path)

    def all(self) -> Pause[None]:
        """Everything there is to try, what gains most a second first."""
        yield from self._construct()
        yield from self._pause()
        share = 0
        for number, width in enumerate(self._widths()):
            yield from self._beam(width)
            if number == 0 and self._problem.shape.cells <= MOST_CELLS:
                yield from self._find_tables()
                yield from self._beam(width)
            share = width * len(self._path or "")  # as many states as the beam has expanded
            yield from self._shorten(share)
            yield from self._prove(self._proof_share(share))
        share = max(share, LEAST_SHARE)
        while not self._is_proved and (self._can_shorten or self._can_prove):
            yield from self._shorten(share)
            yield from self._prove(self._proof_share(share))

    def _proof_share(self, share: int) -> int:
        """States to expand for the proof, where `share` are expanded to shorten the path."""
        assert self._path is not None
        in_sight = len(self._path) - whole(self._now.bound) <= NEAR
        if not in_sight or self._problem.shape.cells > MOST_CELLS:
            return share
        return share * (IN_SIGHT_SLOW if self._now.engine in PLAIN else IN_SIGHT)

    @property
    def _is_proved(self) -> bool:
        return self._path is not None and len(self._path) <= whole(self._now.bound)

    def _construct(self) -> Pause[None]:
        """The first path."""
        path = yield from self._through(constructing(self._problem), self._constructed)
        self._found(path)

    def _constructed(self, moves: int) -> None:
        self._now = replace(self._now, generated=moves)

    def _find_tables(self) -> Pause[None]:
        if self._is_proved:
            return
        finding = PatternTables(self._problem.goal).finding(self._options.engine)
        try:
            found: Found = yield from self._through(finding, lambda done: None)
        except KernelMemoryError as error:
            self._now = replace(self._now, note=sentence(error))
            return
        self._tables = found.tables
        self._now = replace(self._now, note=found.note, tables=found.tables.sizes)

    def _widths(self) -> Iterator[int]:
        """Of the beams, from narrow to as wide as memory allows; none for a tray too large."""
        cells = self._problem.shape.cells
        if cells > MOST_BEAMED:
            return
        width = SLOW_WIDTH.get(self._now.engine, FIRST_WIDTH * FULL // max(FULL, cells))
        last = 0
        while width > last:
            yield width
            assert self._path is not None
            last = width
            # 250: what a state takes beside its tiles and its parents' numbers
            width = min(width * WIDER, MOST_BYTES // (250 + 4 * cells + 4 * len(self._path)))

    def _beam(self, width: int) -> Pause[None]:
        """A beam over the whole tray, by tables if there are any."""
        assert self._path is not None
        limit = len(self._path) - 2
        if self._is_proved or limit < 1:
            return
        cells, engine = self._problem.shape.cells, self._options.engine
        try:
            beam = WideBeam(cells, width=width, levels=limit, tables=self._tables, engine=engine)
        except KernelMemoryError as error:
            if self._tables is None:
                return
            self._tables = None
            self._now = replace(self._now, note=f"{sentence(error)} The beams do without tables.", tables="")
            beam = WideBeam(cells, width=width, levels=limit, engine=engine)
        search = beam_then_lines if self._tables is None else with_tables
        path = yield from self._through(search(self._problem, beam, limit=limit), self._beamed)
        if path is not None:
            self._found(path)

    def _beamed(self, counts: Counts) -> None:
        self._count(counts.expanded, counts.generated, counts.size)

    def _shorten(self, most: int) -> Pause[None]:
        """Make the path shorter, stretch by stretch, with so many expansions."""
        assert self._path is not None
        if self._now.engine in PLAIN and len(self._path) > MOST_SLOW:
            self._can_shorten = False
            return
        if self._shorter_than != self._path:
            self._shortening = shortening(self._problem, self._path, self._options.engine)
            self._shortened = next(self._shortening)
            self._shorter_than, self._can_shorten = self._path, True
        end = self._shortened.expanded + most
        while self._can_shorten and not self._is_proved and self._shortened.expanded < end:
            before = self._shortened
            try:
                self._shortened = now = self._shortening.send(min(self._asked, end - before.expanded))
            except StopIteration:
                self._can_shorten = False
                return
            self._count(now.expanded - before.expanded, now.generated - before.generated, now.width)
            if now.length < len(self._path):
                self._path = self._shorter_than = now.path
            yield from self._pause()

    def _prove(self, most: int) -> Pause[None]:
        """Let the lower bound rise, with so many expansions."""
        if self._proving is None:
            self._proving = raising(self._problem, self._options.engine)
            self._proved = next(self._proving)
        end = self._proved.expanded + most
        while self._can_prove and not self._is_proved and self._proved.expanded < end:
            before = self._proved
            try:
                self._proved = now = self._proving.send(min(self._asked, end - before.expanded))
            except StopIteration:
                self._can_prove = False
                return
            self._count(now.expanded - before.expanded, now.generated - before.generated, now.frontier)
            self._now = replace(self._now, bound=max(self._now.bound, now.bound))
            if now.path is not None:
                self._found(letters_of(self._problem, now.path))
                self._now = replace(self._now, bound=len(now.path))
            yield from self._pause()

    def _found(self, path: str) -> None:
        if self._path is None or len(path) < len(self._path):
            self._path = path

    def _count(self, expanded: int, generated: int, frontier: int) -> None:
        now = self._now
        self._now = replace(
            now,
            expanded=now.expanded + expanded,
            generated=now.generated + generated,
            frontier=frontier,
            stored=frontier,
            peak_frontier=max(now.peak_frontier, frontier),
        )

    def _through(self, work: Generator[Made, Any, End], noted: Callable[[Made], None]) -> Pause[End]:
        """Carry out a piece of work, with a pause wherever it has one; its end."""
        asked: int | None = None  # a generator begins with that
        while True:
            try:
                made = work.send(asked)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            noted(made)
            yield from self._pause()
            asked = self._asked

    def _pause(self) -> Pause[None]:
        self._asked = (yield self.snapshot()) or REPORT_EVERY


ANYTIME = AlgorithmCard(
    name="anytime",
    label="Anytime",
    summary="a path at once, then shorter and shorter ones until the time is up, with a bound that rises",
    source="beams after Lowerre, 1976; IDA* after Korf, 1985",
    search=anytime,
    informed=False,
    within_depth=False,
    improves=True,
)


def make_ready(engine: str = AUTO) -> Generator[Snapshot, None, None]:
    """Do what takes long once only before a board comes: read kernels, find the tables of the 5x5."""
    goal = goal_board("blank-last", Shape(5, 5))
    board = random_walk(goal, WARMING, Random(0))
    search = anytime(Problem(board, goal), Zero(goal), SearchOptions(engine=engine))
    for now in search:
        yield now
        if now.expanded > WARMED:
            return
