"""`python -m tests.random_oracle --minutes 5`: check random searches against an independent oracle.

The command draws boards, goals, algorithms, heuristics (including invented ones), engines, limits, slices and
cancels. It checks each result against `tests.support.independent_oracle`, which knows only the rules. Each
fault is printed with the seed and the round that repeat it. The exit code is 1 if anything was wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from random import Random
from time import perf_counter, process_time

from npuzzle import (
    ALGORITHMS,
    GOALS,
    HEURISTICS,
    Board,
    HeuristicCard,
    InvalidHeuristicError,
    Job,
    Limits,
    Outcome,
    Problem,
    Result,
    Run,
    Shape,
    from_function,
    goal_board,
    start,
)
from npuzzle.compiler import available
from npuzzle.search import WEIGHT
from tests.support.independent_oracle import count_shortest, is_solvable, measure_distances, play
from tests.support.options import select_used
from tests.unit.search.common import run_with

ROUND = 40  # searches for one goal
MOST_EXPANDED = 4_000  # states, if a search has no lower limit: so none takes seconds
LISTED = 1_000  # shortest paths that a result contains
NEAR = 12  # moves from the goal, for shapes with too many states

#: Shapes for which all distances are known, and shapes for which only boards near the goal are tried.
WHOLE = [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(2, 4), Shape(4, 2), Shape(3, 3)]
LARGEST_WHOLE = Shape(5, 2)
SHORT_WALKS = [Shape(3, 4), Shape(4, 4)]
OPPOSITE = str.maketrans("UDLR", "DURL")


@dataclass(frozen=True, slots=True)
class Truth:
    """Distances to a goal. `whole`: they include every arrangement that can reach it."""

    goal: Board
    distances: dict[bytes, int] = field(repr=False)
    whole: bool

    def of(self, board: Board) -> int | None:
        """Return the length of a shortest path; None if there is no path."""
        far = self.distances.get(bytes(board.tiles))
        solvable = is_solvable(bytes(board.tiles), bytes(self.goal.tiles), board.shape.cols)
        assert solvable == (far is not None), f"the oracle contradicts itself about {board} to {self.goal}"
        return far


@lru_cache(maxsize=2)
def find_truth(goal: Board) -> Truth:
    whole = goal.shape.cells <= LARGEST_WHOLE.cells
    shape, deepest = goal.shape, 999 if whole else NEAR
    return Truth(goal, measure_distances(bytes(goal.tiles), shape.rows, shape.cols, deepest), whole)


class Ticking:
    """A clock that advances by `tick` at each reading."""

    def __init__(self, tick: float) -> None:
        self.now, self.tick = 0.0, tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One search. `tick`: of a simulated clock, None for the real one; `cancel_after`: a number of steps."""

    board: Board
    goal: Board
    algorithm: str
    heuristic: str
    own: HeuristicCard | None = field(repr=False)
    engine: str
    weight: float
    width: int
    limits: Limits
    every: bool
    tick: float | None
    slices: tuple[float, ...]
    cancel_after: int | None

    @property
    def lies(self) -> bool:
        return self.heuristic == "a lie"

    @property
    def card(self) -> HeuristicCard:
        return HEURISTICS[self.heuristic] if self.own is None else self.own

    def start(self) -> Run:
        """Start the search by `Job` if possible; only `Run` takes a simulated clock."""
        if self.tick is None:
            return start(
                Job(
                    board=self.board,
                    goal=self.goal,
                    limits=self.limits,
                    engine=self.engine,
                    every=self.every,
                    **select_used(
                        self.algorithm,
                        heuristic=self.heuristic if self.own is None else self.own,
                        weight=self.weight,
                        width=self.width,
                    ),
                )
            )
        return run_with(
            Problem(self.board, self.goal),
            ALGORITHMS[self.algorithm],
            self.card,
            weight=self.weight,
            width=self.width,
            limits=self.limits,
            engine=self.engine,
            every=self.every,
            clock=Ticking(self.tick),
            falls_back=True,
        )


def draw_goal(random: Random, shape: Shape) -> Board:
    """Draw a goal, named or not; on large shapes with the blank in a corner, where tables are small."""
    corners = (0, shape.cells - 1)
    if random.random() < 0.4:
        named = [goal_board(card, shape) for card in GOALS]
        return random.choice([goal for goal in named if shape.cells < 12 or goal.blank in corners])
    tiles = list(range(shape.cells))
    random.shuffle(tiles)
    if shape.cells >= 12:
        tiles.remove(0)
        tiles.insert(random.choice(corners), 0)
    return Board(shape, tuple(tiles))


def draw_board(random: Random, truth: Truth) -> Board:
    """Draw a board: usually one near the goal, sometimes any, sometimes one that cannot reach the goal."""
    shape, tiles = truth.goal.shape, bytes(truth.goal.tiles)
    if truth.whole and random.random() < 0.4:
        tiles = random.choice(_listed(truth.goal))
    else:
        for _ in range(random.randrange(NEAR if shape.cells < 12 else NEAR - 1)):
            blank = Board(shape, tuple(tiles)).tiles.index(0)
            row, col = divmod(blank, shape.cols)
            near = [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
            cells = [r * shape.cols + c for r, c in near if 0 <= r < shape.rows and 0 <= c < shape.cols]
            moved, other = bytearray(tiles), random.choice(cells)
            moved[blank], moved[other] = moved[other], 0
            tiles = bytes(moved)
    board = Board(shape, tuple(tiles))
    return board.swap(1, 2) if random.random() < 0.06 else board


@lru_cache(maxsize=2)
def _listed(goal: Board) -> list[bytes]:
    return list(find_truth(goal).distances)


def make_own_heuristic(kind: str, truth: Truth) -> HeuristicCard:
    """Invent a heuristic: random, admissible but inconsistent, or one with a false claim."""
    distances = truth.distances

    def noise(board: Board) -> float:
        return zlib.crc32(bytes(board.tiles)) % 64 / 4

    def jumping(board: Board) -> float:
        far = distances.get(bytes(board.tiles), NEAR)
        return max(0.0, far - zlib.crc32(bytes(board.tiles)) % 5 / 2)

    def lie(board: Board) -> float:
        return 3 * distances.get(bytes(board.tiles), NEAR)

    return {
        "noise": from_function(noise),
        "jumping": from_function(jumping, admissible=True),
        "a lie": from_function(lie, admissible=True),
    }[kind]


def draw_case(random: Random, truth: Truth) -> Case:
    board, cells = draw_board(random, truth), truth.goal.shape.cells
    far = truth.of(board) or 0
    tick = random.choice([None, None, 0.0001, 0.01, 0.2])
    heuristics = [card.name for card in HEURISTICS]
    heuristic = random.choice([*heuristics, *heuristics, "noise", "jumping", "a lie"])
    names = [card.name for card in ALGORITHMS]
    limits = Limits(
        seconds=random.choice([None, None, None, 0, 0.001 if tick is None else 0.3, 2]),
        expanded=random.choice([MOST_EXPANDED, MOST_EXPANDED, MOST_EXPANDED, 0, 1, 7, 100, 1_000]),
        stored=random.choice([None, None, None, 0, 3, 40, 1_000]),
        depth=random.choice([None, None, None, None, 0, max(0, far - 2), max(0, far - 1), far, far + 1, 40]),
    )
    engines = ["auto", *(name for name in available() if cells < 12 or name != "checked")]
    slices = random.choice([(1.0,), (1.0,), (0.0,), (1e-9, 0.001), (0.0, 0.0, 0.0, 0.02)])
    return Case(
        board=board,
        goal=truth.goal,
        algorithm=random.choice(names if tick is not None else [*names, "auto"]),
        heuristic=heuristic,
        own=None if heuristic in heuristics else make_own_heuristic(heuristic, truth),
        engine=random.choice(engines),
        weight=random.choice([1, 1.25, 2.0, 7.5]),
        width=random.choice([1, 3, 40, 500]),
        limits=limits,
        every=random.random() < 0.4,
        tick=tick,
        slices=slices,
        cancel_after=random.choice([None, None, None, None, random.randrange(6)]),
    )


def find_faults(case: Case, truth: Truth) -> Iterator[str]:
    """Run one search as drawn; yield its faults, along the way and at the end."""
    far, run = truth.of(case.board), case.start()
    bound, counts = run.lower_bound, (0, 0, 0)
    cancelled = False
    for number in count():
        if run.result is not None:
            break
        if number == case.cancel_after:
            run.cancel()
            cancelled = True
            break
        try:
            run.step(case.slices[number % len(case.slices)])
        except InvalidHeuristicError:
            if not case.lies:
                yield "a true heuristic was called inadmissible"
            return
        now = run.snapshot
        if run.lower_bound < bound or (now.expanded, now.generated, now.peak_frontier) < counts:
            yield "the lower bound or a count went down"
        bound, counts = run.lower_bound, (now.expanded, now.generated, now.peak_frontier)
        if far is not None and bound > far and not case.lies:
            yield f"the lower bound was {bound} during the search, but a shortest path has {far} moves"
        if now.best is not None and _play(case, now.best) != case.goal:
            yield f"the best path so far misses the goal: {now.best}"
    result = run.result
    assert result is not None
    if run.step(1) is not result or run.cancel() is not result:
        yield "the result changed after the end"
    yield from find_faults_of_result(case, result, truth, cancelled=cancelled)


def find_faults_of_result(case: Case, result: Result, truth: Truth, *, cancelled: bool) -> Iterator[str]:
    """Yield the faults of a result, given the true distances."""
    far = truth.of(case.board)
    yield from _find_faults_of_path(case, result, far)
    yield from _find_faults_of_outcome(case, result, far, cancelled=cancelled)
    yield from _find_faults_of_assumptions(case, result, far)
    if not case.lies:
        yield from _find_faults_of_bound(case, result, far)
        yield from _find_faults_of_every(case, result, truth, cancelled=cancelled)


def _play(case: Case, path: str) -> Board | None:
    shape = case.board.shape
    end = play(bytes(case.board.tiles), shape.rows, shape.cols, path)
    return None if end is None else Board(shape, tuple(end))


def _find_faults_of_path(case: Case, result: Result, far: int | None) -> Iterator[str]:
    path, data = result.path, result.to_dict()
    lacks = result.outcome in (Outcome.UNSOLVABLE, Outcome.NO_PATH)
    may_be_none = case.limits.depth is not None or ALGORITHMS[result.algorithm].improves
    may_lack = lacks or (may_be_none and result.outcome is not Outcome.SOLVED)
    if lacks if path is not None else not may_lack:
        yield f"{result.outcome.value}, with the path {path}"
    if (data["moves"], data["length"], data["lower_bound"]) != (path, result.length, result.lower_bound):
        yield "to_dict() differs from the result"
    if path is None:
        if (result.length, result.claim, result.every, result.ended) != (None, None, None, None):
            yield "no path, but a length, a claim or other paths"
        return
    if _play(case, path) != case.goal:
        yield f"the path misses the goal: {path}"
    if result.length != len(path):
        yield f"the length is {result.length} for {len(path)} moves"
    if far is None or len(path) < far:
        yield f"a path of {len(path)} moves, shorter than a shortest path"
    if case.limits.depth is not None and len(path) > case.limits.depth:
        yield f"a path of {len(path)} moves, longer than the depth limit"


def _find_faults_of_assumptions(case: Case, result: Result, far: int | None) -> Iterator[str]:
    """Yield the faults of the claim and its assumptions: nothing unproved is called proved."""
    if result.is_optimal and (result.path is None or len(result.path) != far):
        yield f"proved shortest with {result.length} moves, but a shortest path has {far}"
    if result.is_optimal != (result.claim == "proved shortest"):
        yield f"is_optimal is {result.is_optimal}, but the claim is {result.claim}"
    if result.assumes not in ((), (f"{case.card.name} is admissible",) if _is_by_hand(case, result) else ()):
        yield f"the assumptions are {result.assumes}"


def _is_by_hand(case: Case, result: Result) -> bool:
    """Return whether only the author of the heuristic claims that it is admissible."""
    return case.own is not None and case.own.admissible and ALGORITHMS[result.algorithm].informed


def _find_faults_of_bound(case: Case, result: Result, far: int | None) -> Iterator[str]:
    bound = result.lower_bound
    if (bound is None) != (far is None):
        yield f"the lower bound is {bound}"
    if bound is None or far is None:
        return
    if bound > far or (far - bound) % 2:
        yield f"the lower bound is {bound}, but a shortest path has {far} moves"
    if result.path is None:
        return
    more = len(result.path) - bound
    claim = "proved shortest" if more == 0 else f"at most {more:,} longer"
    if result.assumes:
        claim = f"{claim.removeprefix('proved ')} if {case.card.name} is admissible"
    if result.claim != claim:
        yield f"the claim is {result.claim}, but the path is {claim}"
    if more == 0 and len(result.path) != far:
        yield f"proved shortest with {len(result.path)} moves"
    card = ALGORITHMS[result.algorithm]
    if result.outcome is not Outcome.SOLVED:
        if result.promised is not None:
            yield f"promised {result.promised} for a path that is not from {card.name}"
    elif card.optimal and (case.card.admissible or not card.informed):
        weight = case.weight if WEIGHT in card.numbers else 1
        if len(result.path) > weight * far:
            yield f"{len(result.path)} moves, more than {weight:g} times {far}"
        if weight == 1 and more:
            yield "a shortest path that is not proved"
        promised = float(weight) if WEIGHT in card.numbers and not _is_by_hand(case, result) else None
        if result.promised != promised:
            yield f"promised {result.promised}, not {promised}"


def _find_faults_of_outcome(case: Case, result: Result, far: int | None, *, cancelled: bool) -> Iterator[str]:
    now, limits = result.snapshot, case.limits
    card = ALGORITHMS[result.algorithm]
    depth, expanded, stored = limits.depth, limits.expanded, limits.stored
    seconds = limits.seconds
    allowed = {
        Outcome.SOLVED: far is not None,
        Outcome.UNSOLVABLE: far is None,
        Outcome.NO_PATH: far is not None and depth is not None and (depth < far or case.lies),
        Outcome.GAVE_UP: not card.finds_within(depth),
        Outcome.CANCELLED: cancelled,
        Outcome.OUT_OF_TIME: seconds is not None and result.seconds >= seconds,
        Outcome.OUT_OF_NODES: expanded is not None and now.expanded >= expanded,
        Outcome.OUT_OF_MEMORY: stored is not None and now.stored >= stored,
    }
    for outcome in (result.outcome, result.ended):
        if outcome is not None and not allowed[outcome]:
            yield f"the outcome {outcome.value} is false"
    if far is None and result.outcome is not Outcome.UNSOLVABLE:
        yield f"{result.outcome.value}, but there is no path"
    if cancelled and case.cancel_after == 0 and now.expanded:
        yield "states were expanded before the first step"
    if not card.improves and expanded is not None and now.expanded > expanded:
        yield f"{now.expanded} states were expanded, the limit is {expanded}"


def _find_faults_of_every(case: Case, result: Result, truth: Truth, *, cancelled: bool) -> Iterator[str]:
    every, shape, path = result.every, case.board.shape, result.path
    proved = path is not None and result.lower_bound == len(path) and not result.assumes
    limits = case.limits
    free = not cancelled and limits.seconds is None and (limits.expanded or 0) >= MOST_EXPANDED
    if case.every and proved and free and result.snapshot.expanded < MOST_EXPANDED and every is None:
        yield "the other shortest paths are missing"
    if every is None:
        return
    if not case.every or not proved or path is None:
        yield "all shortest paths, without a request or a proof"
        return
    there = count_shortest(bytes(case.board.tiles), shape.rows, shape.cols, truth.distances)
    if every.count > there or (every.complete and every.count != there):
        yield f"{every.count} shortest paths, {'' if every.complete else 'not '}complete, instead of {there}"
    if not every.complete and free and result.snapshot.expanded + every.expanded < MOST_EXPANDED:
        yield "the list of shortest paths is not complete, but no limit was reached"
    if len(every.paths) != min(every.count, LISTED) or len(set(every.paths)) != len(every.paths):
        yield f"{len(set(every.paths))} paths are listed of {every.count}"
    if path not in every.paths:
        yield "the result's own path is not in the list"
    for other in every.paths:
        if len(other) != len(path) or _play(case, other) != case.goal:
            yield f"a listed path is wrong: {other}"
            return


def draw_shape(random: Random) -> Shape:
    """Draw a shape; the largest is rare, because its distances take seconds."""
    return random.choice(WHOLE * 4 + SHORT_WALKS * 6 + [LARGEST_WHOLE])


def check_round(seed: int, number: int, shape: Shape | None = None, searches: int = ROUND) -> list[str]:
    """Run searches for one goal, the same for the same seed, number and shape; return the faults."""
    random = Random(f"{seed} {number} {shape}")
    goal = draw_goal(random, draw_shape(random) if shape is None else shape)
    truth = find_truth(goal)
    faults = []
    for _ in range(searches):
        case = draw_case(random, truth)
        try:
            found = list(find_faults(case, truth))
        except Exception as error:
            found = [f"{type(error).__name__}: {error}"]
        faults += [f"seed {seed}, round {number}: {fault} ({case})" for fault in found]
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.random_oracle", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5, help="limit of CPU time (default 5)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the draws (default 1)")
    parser.add_argument("--round", type=int, help="only this round, to repeat a fault")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="npuzzle-oracle-") as folder:
        os.environ["NPUZZLE_CACHE"] = folder
        rounds = count(1) if asked.round is None else [asked.round]
        searches, wrong, began = 0, 0, perf_counter()
        try:
            for number in rounds:
                if process_time() > asked.minutes * 60:
                    break
                faults = check_round(asked.seed, number)
                searches, wrong = searches + ROUND, wrong + len(faults)
                print("".join(f"WRONG {line}\n" for line in faults), end="", flush=True)
        except KeyboardInterrupt:
            print("stopped by Ctrl-C")
    spent = f"{process_time():.0f} s of CPU time, {perf_counter() - began:.0f} s of wall time"
    print(f"seed {asked.seed}: {searches:,} searches, {wrong} wrong, {spent}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
