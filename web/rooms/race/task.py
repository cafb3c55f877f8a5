"""The worker's side: several runs side by side on one board, and one after another on many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from time import perf_counter
from typing import Any

from npuzzle import Board, Job, Limits, NPuzzleError, Result, Run, Shape, goal_board
from npuzzle.errors import InvalidHeuristicError, InvalidJobError, sentence
from npuzzle.heuristics import HeuristicCard, HeuristicLike
from npuzzle.lab import Contender, Row, boards_at_depths, iter_compare
from npuzzle.lab.space import MAX_ENUMERATED_CELLS, iter_enumerate_states
from npuzzle.own import AlgorithmLike
from npuzzle.progress import Progress, Work, forward
from npuzzle.puzzle.scramble import random_walk
from npuzzle.registry import AUTO
from npuzzle.search.base import AlgorithmCard
from npuzzle.solving.run import default_stored
from web.page.own_code import NO_ALGORITHM, NO_SOURCE
from web.rooms.race.lanes import Lane
from web.solver.tables import tables_of
from web.solver.work import WorkTask

TURN = 0.01  # seconds of search before the next lane has its turn
RUNNING, FAILED = "running", "failed"  # beside the outcomes of a run

#: What one run on one of many boards may use.
MANY_LIMITS = Limits(seconds=5, expanded=1_000_000)
SHORTEST_WALK, WALK_PER_CELL = 4, 3  # moves of the random walks that make large boards


#: What a lane takes to be run: its algorithm, and its heuristic.
Parts = tuple[AlgorithmLike, HeuristicLike]
FindParts = Callable[[Lane], Parts]


class OwnText:
    """What is written in the Lab. The solver runs no such text, so here there is none; the sandbox has it."""

    def heuristic(self) -> HeuristicCard:
        """Return the heuristic that the text defines. Raises InvalidHeuristicError."""
        raise InvalidHeuristicError(NO_SOURCE.removesuffix("."))

    def algorithm(self) -> AlgorithmCard:
        """Return the algorithm that the text defines. Raises InvalidJobError."""
        raise InvalidJobError(NO_ALGORITHM.removesuffix("."))


NO_TEXT = OwnText()


class RaceTask:
    """Lanes on one board. Whichever lane has searched least goes next, so their times stay equal.

    The memory one run may fill is shared out among all lanes of the race: these, unless `of` says more.
    What a lane raises ends that lane only. `own`: what is written in the Lab, in the sandbox. `certified`
    names the estimates that the Lab certified, for the lanes that use them.
    """

    def __init__(self, given: Mapping[str, Any], own: OwnText = NO_TEXT) -> None:
        board = Board.parse(given["board"])
        goal = goal_board(given["goal"], board.shape)
        stored = default_stored(board.shape) // given.get("of", len(given["lanes"]))
        limits = Limits(seconds=given["seconds"], stored=stored)
        self._lanes = [
            _LaneRun(lane, board, goal, limits, find_parts_of(given, own))
            for lane in (Lane(**fields) for fields in given["lanes"])
        ]
        self.needs = next((lane.needs for lane in self._lanes if lane.needs), None)

    def step(self, seconds: float) -> None:
        until = perf_counter() + seconds
        while open_lanes := [lane for lane in self._lanes if lane.is_open]:
            min(open_lanes, key=lambda lane: lane.seconds).step()
            if perf_counter() >= until:
                break

    def cancel(self) -> None:
        for lane in self._lanes:
            lane.cancel()

    def progress(self) -> dict[str, Any]:
        return {"lanes": [lane.report() for lane in self._lanes]}

    def answer(self) -> dict[str, Any] | None:
        return None if any(lane.is_open for lane in self._lanes) else self.progress()


class _LaneRun:
    """One lane under way."""

    def __init__(self, lane: Lane, board: Board, goal: Board, limits: Limits, find: FindParts) -> None:
        self._run: Run | None = None
        self._problem = ""
        self.needs: Shape | None = None
        try:
            algorithm, heuristic = find(lane)
            given = lane.to_job() | {"algorithm": algorithm, "heuristic": heuristic}
            job = Job(board=board, goal=goal, limits=limits, **given)
            self.needs = tables_of(job)
            self._run = Run(job.resolve())
        except NPuzzleError as error:
            self._problem = sentence(error)

    @property
    def is_open(self) -> bool:
        return self._run is not None and self._run.result is None and not self._problem

    @property
    def seconds(self) -> float:
        return 0.0 if self._run is None else self._run.seconds

    def step(self) -> None:
        assert self._run is not None
        try:
            self._run.step(TURN)
        except NPuzzleError as error:
            self._problem = sentence(error)

    def cancel(self) -> None:
        if self.is_open:
            assert self._run is not None
            self._run.cancel()

    def report(self) -> dict[str, Any]:
        """Return plain data: the fields of `report.Report`, and the `moves` found."""
        run = self._run
        if run is None:
            return {"state": FAILED, "problem": self._problem, "moves": None}
        now, result = run.snapshot, run.result
        ended = RUNNING if result is None else result.outcome.value
        return {
            "state": FAILED if self._problem else ended,
            "problem": self._problem,
            "expanded": now.expanded,
            "generated": now.generated,
            "frontier": now.frontier,
            "peak_frontier": now.peak_frontier,
            "bound": run.lower_bound,
            "seconds": run.seconds,
            "length": None if result is None else result.length,
            "claim": None if result is None else result.claim,
            "engine": now.engine,
            "note": now.note,
            "moves": None if result is None else result.path,
        }


def find_parts_of(given: Mapping[str, Any], own: OwnText) -> FindParts:
    """Return a function that finds the algorithm and the heuristic of a lane.

    It raises NPuzzleError if one of them is the visitor's and there is none.
    """

    def find_heuristic(lane: Lane) -> HeuristicLike:
        if lane.has_own_heuristic:
            return own.heuristic()
        if lane.uses_certified:
            from web.rooms.lab.task import find_certified

            return find_certified(str(given.get("certified", "")))
        return lane.asked_heuristic

    def find(lane: Lane) -> Parts:
        algorithm = own.algorithm() if lane.has_own_algorithm else lane.card
        return algorithm, find_heuristic(lane) if algorithm.informed else AUTO

    return find


class CompareTask(WorkTask):
    """Run the lanes on many boards, board by board. A lane that fails is dropped from there on.

    Stopped, it keeps the boards that all of them have done. `drawn`: every board, with its depth where that
    is known. `own`: what is written in the Lab, in the sandbox.
    """

    def __init__(self, given: Mapping[str, Any], own: OwnText = NO_TEXT) -> None:
        board = Board.parse(given["board"])
        self._goal = goal_board(given["goal"], board.shape)
        self._count, self._seed = given["count"], given["seed"]
        self._lanes = [Lane(**lane) for lane in given["lanes"]]
        self.needs = _tables_of_any(self._lanes, board, self._goal)
        self._find = find_parts_of(given, own)
        self._drawn: list[list[Any]] = []
        self._rows: list[dict[str, Any]] = []
        self._problems = [""] * len(self._lanes)
        super().__init__(self._iter_work(), self._count)

    def stop(self) -> dict[str, Any]:
        return self._tell(stopped=True)

    def progress(self) -> dict[str, Any]:
        return {"done": self._now.done, "boards": self._now.total}

    def _tell(self, *, stopped: bool) -> dict[str, Any]:
        return {
            **self.progress(),
            "drawn": self._drawn,
            "rows": self._rows,
            "problems": self._problems,
            "stopped": stopped,
        }

    def _iter_work(self) -> Work[dict[str, Any]]:
        dealing = iter_boards(self._goal, self._count, self._seed)
        boards = yield from forward(dealing, lambda known: Progress(0, self._count))
        self._drawn = [[str(board), depth] for board, depth in boards]
        self._now = Progress(0, len(boards))
        for number, (board, depth) in enumerate(boards, 1):
            rows: list[dict[str, Any]] = []
            for at in range(len(self._lanes)):
                row = yield from forward(self._run_lane(at, board), lambda now: self._now)
                if row is not None:
                    rows.append(_row(at, row, depth))
            self._rows += rows
            self._now = Progress(number, len(boards))
            yield self._now
            if self._lanes and all(self._problems):
                break
        return self._tell(stopped=False)

    def _run_lane(self, at: int, board: Board) -> Work[Row | None]:
        """Run one lane on one board; return None if the lane has a problem, now or from an earlier board."""
        if self._problems[at]:
            return None
        try:
            lane = self._lanes[at]
            algorithm, heuristic = self._find(lane)
            given = lane.to_job() | {"algorithm": algorithm, "heuristic": heuristic}
            way = Contender(limits=MANY_LIMITS, **given)
            (row,) = (yield from iter_compare([board], [way], self._goal)).rows
            if not row.error:
                return row
            self._problems[at] = sentence(NPuzzleError(row.error))
        except NPuzzleError as error:
            self._problems[at] = sentence(error)
        return None


def _tables_of_any(lanes: Sequence[Lane], board: Board, goal: Board) -> Shape | None:
    """Return the tray whose pattern databases the lanes need; the same for all that need any."""
    for lane in lanes:
        try:
            heuristic = {"heuristic": "zero"} if lane.has_own_heuristic or lane.uses_certified else {}
            needed = tables_of(Job(board=board, goal=goal, **lane.to_job() | heuristic))
        except NPuzzleError:
            continue  # the lane says so itself
        if needed is not None:
            return needed
    return None


def iter_boards(goal: Board, count: int, seed: int) -> Work[list[tuple[Board, int | None]]]:
    """Deal `count` boards from near to far, each with its depth where that is known.

    Up to 9 cells they are spread evenly over all depths but 0, and are fewer where there are no more.
    Larger ones are random walks of growing length, whose depth is not known beforehand. The same seed
    gives the same boards.
    """
    random = Random(seed)
    if goal.shape.cells > MAX_ENUMERATED_CELLS:
        reach = WALK_PER_CELL * goal.shape.cells - SHORTEST_WALK
        walks: list[Board] = []
        for at in range(count):
            moves = SHORTEST_WALK + reach * at // max(1, count - 1)
            while (board := random_walk(goal, moves, random)) in (goal, *walks):
                moves += 1
            walks.append(board)
        return [(board, None) for board in walks]
    known = yield from iter_enumerate_states(goal.shape, goal.blank)
    levels = Counter(known.distance)
    del levels[0]
    most = max(levels.values())
    enough = (n for n in range(1, most) if sum(min(n, size) for size in levels.values()) >= count)
    each = next(enough, most)
    boards = list(boards_at_depths(goal, each, random))[1:]
    depths = [depth for depth, size in sorted(levels.items()) for _ in range(min(each, size))]
    drawn = list(zip(boards, depths, strict=True))
    kept = min(count, len(drawn))
    return [drawn[(2 * at + 1) * len(drawn) // (2 * kept)] for at in range(kept)]


def _row(at: int, row: Row, depth: int | None) -> dict[str, Any]:
    """Return plain data: the fields of `web.rooms.race.many.Run`, and the `moves` found."""
    result: Result = row.result
    return {
        "lane": at,
        "board": str(result.problem.start),
        "depth": depth,
        "outcome": result.outcome.value,
        "claim": result.claim,
        "length": result.length,
        "expanded": result.snapshot.expanded,
        "generated": result.snapshot.generated,
        "peak_frontier": result.snapshot.peak_frontier,
        "seconds": round(result.seconds, 6),
        "branching": row.branching,
        "moves": result.path,
    }
