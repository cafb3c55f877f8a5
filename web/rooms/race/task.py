"""The worker's part of Race: run several lanes in turns on one board, and one after another on many boards.

A lane with the visitor's code runs in the sandbox, where `sandboxed` gives these tasks that code. In the
solver, the same tasks run the other lanes, and judge the sandbox's claims about its lanes, see `claims`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from time import perf_counter
from typing import Any

from npuzzle import Board, Job, Limits, NPuzzleError, Outcome, Result, Run, Shape, goal_board
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
from web.rooms.race.claims import FAILED, RUNNING, Referee, read_rows
from web.rooms.race.lanes import Lane
from web.sandbox.checks import UntrustedAnswerError, read_list, read_progress, read_text
from web.solver.tables import tables_of
from web.solver.wire import Reply
from web.solver.work import WorkTask, ask_sandbox

TURN = 0.01  # seconds of search before it is the next lane's turn

#: The limits of each run on many boards.
MANY_LIMITS = Limits(seconds=5, expanded=1_000_000)
SHORTEST_WALK, WALK_PER_CELL = 4, 3  # moves of the random walks to large boards: least, and most per cell


#: The algorithm and the heuristic of a lane, ready to run.
Parts = tuple[AlgorithmLike, HeuristicLike]
FindParts = Callable[[Lane], Parts]


class OwnText:
    """The code in the Lab. Only the sandbox's subclass has it, because the solver must not run it."""

    def heuristic(self) -> HeuristicCard:
        """Return the heuristic that the code defines. Raises InvalidHeuristicError if it defines none."""
        raise InvalidHeuristicError(NO_SOURCE.removesuffix("."))

    def algorithm(self) -> AlgorithmCard:
        """Return the algorithm that the code defines. Raises InvalidJobError if it defines none."""
        raise InvalidJobError(NO_ALGORITHM.removesuffix("."))


NO_TEXT = OwnText()


class RaceTask:
    """Run lanes on one board. The lane that has searched least goes next, so all lanes get equal time.

    All lanes of the race share the memory that a single run may use. `of`: how many lanes the race has, if
    not all of them run here. An error in a lane ends only that lane. `own`: the code from the Lab, given in
    the sandbox only. `certified`: the ticket of the estimates that the Lab certified, for lanes with them.
    """

    def __init__(self, given: Mapping[str, Any], own: OwnText | None = None) -> None:
        board = Board.parse(given["board"])
        goal = goal_board(given["goal"], board.shape)
        lanes = [Lane(**fields) for fields in given["lanes"]]
        stored = default_stored(board.shape) // given.get("of", len(lanes))
        limits = Limits(seconds=given["seconds"], stored=stored)
        self._own = [at for at, lane in enumerate(lanes) if own is None and lane.is_own]
        self._lanes = [
            _LaneRun(lane, board, goal, limits, find_parts_of(given, own or NO_TEXT))
            for at, lane in enumerate(lanes)
            if at not in self._own
        ]
        self._names_moves = own is not None
        self._claimed: list[dict[str, Any]] = [{} for _ in self._own]  # the sandbox's reports, once judged
        self.asks: dict[str, Any] | None = None
        if self._own:
            self._referee = Referee.of(board, goal)
            asked = {"lanes": [given["lanes"][at] for at in self._own], "of": len(lanes)}
            share = len(self._lanes) / len(lanes)
            limit = given["seconds"]
            self.asks = ask_sandbox("RaceTask", asked, board=board, share=share, seconds=limit)
        self.needs = next((lane.needs for lane in self._lanes if lane.needs), None)

    def judge(self, reply: Reply | None) -> None:
        """Judge the sandbox's report about its lanes. An invalid report ends these lanes."""
        if reply is None:
            self._claimed = [{"state": Outcome.CANCELLED.value} for _ in self._own]
        elif reply.problem is not None:
            self._claimed = [{"state": FAILED, "problem": reply.problem} for _ in self._own]
        else:
            try:
                lanes = read_list((reply.answer or reply.progress or {}).get("lanes"), len(self._own))
                self._claimed = [self._referee.report(lane) for lane in lanes]
            except UntrustedAnswerError as error:
                self.judge(Reply(problem=str(error)))
        if reply is None or reply.problem is not None or reply.answer is not None:
            self.asks = None

    def step(self, seconds: float) -> None:
        until = perf_counter() + seconds
        while open_lanes := [lane for lane in self._lanes if lane.is_open]:
            min(open_lanes, key=lambda lane: lane.seconds).step()
            if perf_counter() >= until:
                break
        self._yield_time()

    def cancel(self) -> None:
        for lane in self._lanes:
            lane.cancel()
        self._yield_time()

    def _yield_time(self) -> None:
        """Give all the time to the sandbox once no lane runs here any more."""
        if self.asks is not None and not any(lane.is_open for lane in self._lanes):
            self.asks["share"] = 0

    def progress(self) -> dict[str, Any]:
        reports = [lane.report(names_moves=self._names_moves) for lane in self._lanes]
        for at, claimed in zip(self._own, self._claimed):
            reports.insert(at, claimed)
        return {"lanes": reports}

    def answer(self) -> dict[str, Any] | None:
        is_open = self.asks is not None or any(lane.is_open for lane in self._lanes)
        return None if is_open else self.progress()


class _LaneRun:
    """A lane that runs, or has run, in this task."""

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

    def report(self, *, names_moves: bool) -> dict[str, Any]:
        """Return the fields of `report.Report` as plain data, and, if `names_moves`, the `moves` found."""
        run = self._run
        moves = {"moves": None if run is None or run.result is None else run.result.path}
        proof = moves if names_moves else {}
        if run is None:
            return {"state": FAILED, "problem": self._problem, **proof}
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
            **proof,
        }


def find_parts_of(given: Mapping[str, Any], own: OwnText) -> FindParts:
    """Return a function that returns the algorithm and the heuristic of a lane.

    That function raises NPuzzleError if the lane needs the visitor's own code and there is none.
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
    """Run the lanes on many boards, board by board. A lane that fails on a board runs on no further board.

    If the task is stopped, it reports those boards that all lanes have finished. `own`: the code from the
    Lab, given in the sandbox only.
    """

    def __init__(self, given: Mapping[str, Any], own: OwnText | None = None) -> None:
        board = Board.parse(given["board"])
        self._goal = goal_board(given["goal"], board.shape)
        self._count, self._seed = given["count"], given["seed"]
        self._lanes = [Lane(**lane) for lane in given["lanes"]]
        self._own = [at for at, lane in enumerate(self._lanes) if own is None and lane.is_own]
        self._others = [at for at in range(len(self._lanes)) if at not in self._own]
        self.needs = _tables_of_any([self._lanes[at] for at in self._others], board, self._goal)
        self._find = find_parts_of(given, own or NO_TEXT)
        self._names_moves = own is not None
        self._drawn: list[tuple[str, int | None]] = []  # every board, and its depth if known
        self._rows: list[dict[str, Any]] = []
        self._problems = [""] * len(self._lanes)
        self._is_stopped = False
        self._claimed_done: int | None = None  # boards finished by the sandbox, None if they do not count
        if self._own:
            self._claimed_done = 0
            asked = {"lanes": [given["lanes"][at] for at in self._own]}
            share = max(1, len(self._others)) / len(self._lanes)  # at least one lane's time, to deal boards
            limit = MANY_LIMITS.seconds
            self.asks = ask_sandbox("CompareTask", asked, board=board, share=share, seconds=limit)
        super().__init__(self._iter_work(), self._count)

    def cancel(self) -> None:
        self._is_stopped = True
        if self.asks is None:
            super().cancel()
        else:  # wait for the results of the sandbox, which stops too
            self.asks["share"] = 0

    def stop(self) -> dict[str, Any]:
        return self._tell(stopped=True)

    def judge(self, reply: Reply | None) -> None:
        """Judge the sandbox's progress, and at the end its rows. An invalid reply ends its lanes."""
        if reply is None or reply.problem is not None:
            self._drop_claim("" if reply is None else str(reply.problem))
        else:
            try:
                (self._claimed_done,) = read_progress(reply.answer or reply.progress, "done")
            except UntrustedAnswerError as error:
                self._drop_claim(str(error))
            if reply.answer is not None and self.asks is not None:
                self.asks, self.claim = None, reply.answer
        if self._is_stopped and self.asks is None:
            super().cancel()

    def _drop_claim(self, problem: str) -> None:
        """End the sandbox's lanes: none of their runs count."""
        self.asks = self._claimed_done = None
        for at in self._own:
            self._problems[at] = problem

    def progress(self) -> dict[str, Any]:
        counts = [self._now.done] if self._claimed_done is None else [self._now.done, self._claimed_done]
        return {"done": min(counts), "boards": self._now.total}

    def _tell(self, *, stopped: bool) -> dict[str, Any]:
        rows = [*self._rows, *self._judge_rows()]
        now, order = self.progress(), {board: at for at, (board, _) in enumerate(self._drawn)}
        kept = [row for row in rows if order[row["board"]] < now["done"]]
        kept.sort(key=lambda row: (order[row["board"]], row["lane"]))
        return {**now, "rows": kept, "problems": self._problems, "stopped": stopped}

    def _judge_rows(self) -> list[dict[str, Any]]:
        """Judge the rows that the sandbox claims, and read why each of the sandbox's lanes ended."""
        if self._claimed_done is None:
            return []
        try:
            rows = read_rows(self.claim.get("rows"), self._drawn, self._goal, len(self._own))
            problems = read_list(self.claim.get("problems"), len(self._own))
            ends = [read_text(problem) for problem in problems]
        except UntrustedAnswerError as error:
            self._drop_claim(str(error))
            return []
        for at, problem in zip(self._own, ends):
            self._problems[at] = problem
        return [{**row, "lane": self._own[row["lane"]]} for row in rows]

    def _iter_work(self) -> Work[dict[str, Any]]:
        dealing = iter_boards(self._goal, self._count, self._seed)
        boards = yield from forward(dealing, lambda known: Progress(0, self._count))
        self._drawn = [(str(board), depth) for board, depth in boards]
        self._now = Progress(0, len(boards))
        for number, (board, depth) in enumerate(boards, 1):
            rows: list[dict[str, Any]] = []
            for at in self._others:
                row = yield from forward(self._run_lane(at, board), lambda now: self._now)
                if row is not None:
                    rows.append(_row(at, row, depth, names_moves=self._names_moves))
            self._rows += rows
            self._now = Progress(number, len(boards))
            yield self._now
            if self._others and all(self._problems[at] for at in self._others):
                break
        while self.asks is not None:
            self.asks["share"] = 0
            yield self._now
        return self._tell(stopped=self.claim.get("stopped") is True)

    def _run_lane(self, at: int, board: Board) -> Work[Row | None]:
        """Run one lane on one board. Return None if the lane failed on this board or on an earlier one."""
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
    """Return the tray whose pattern databases the lanes need, or None. All lanes need the same ones."""
    for lane in lanes:
        try:
            heuristic = {"heuristic": "zero"} if lane.has_own_heuristic or lane.uses_certified else {}
            needed = tables_of(Job(board=board, goal=goal, **lane.to_job() | heuristic))
        except NPuzzleError:
            continue  # running the lane reports this error
        if needed is not None:
            return needed
    return None


def iter_boards(goal: Board, count: int, seed: int) -> Work[list[tuple[Board, int | None]]]:
    """Deal `count` boards from near to far, each with its depth, or None if that is unknown.

    Boards of up to 9 cells are spread evenly over all depths except 0, as far as a depth has enough boards.
    Larger boards come from random walks of growing length, so their depth is unknown. The same seed gives the
    same boards.
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


def _row(at: int, row: Row, depth: int | None, *, names_moves: bool) -> dict[str, Any]:
    """Return the fields of `many.Run` as plain data, and, if `names_moves`, the `moves` found."""
    result: Result = row.result
    proof = {"moves": result.path} if names_moves else {}
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
        **proof,
    }
