"""Helpers for the tests of searches: boards, ways to run a search, problems that record, a clock to set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from npuzzle import ALGORITHMS, HEURISTICS, AlgorithmCard, Board, Limits, Problem, Result, Run, Snapshot
from npuzzle.heuristics import HeuristicCard
from npuzzle.puzzle.problem import State
from npuzzle.puzzle.shape import Slide
from npuzzle.search import WIDTH
from npuzzle.search.anytime.guided import GuidedBeam, search_guided
from npuzzle.search.base import Search, SearchOptions, Stepper
from npuzzle.solving.plan import Plan
from tests.support.oracles import distances

ADMISSIBLE = [card.name for card in HEURISTICS if card.admissible]
#: The algorithms that find a path within a depth if one exists. On these boards, a beam does so, too.
SEARCHING = [card for card in ALGORITHMS if card.finds_within(50) or card.name == "beam"]
#: Blind, weak, fractional, strong: for tests that try all algorithms.
SOME = ["zero", "misplaced", "euclidean", "linear-conflict"]


def sample(goal: Board, count: int, seed: int, *, least: int = 0, most: int = 99) -> list[Board]:
    """Draw boards that can reach the goal, from `least` to `most` moves away."""
    fitting = [tiles for tiles, far in distances(goal).items() if least <= far <= most]
    return [Board(goal.shape, tiles) for tiles in Random(seed).sample(fitting, min(count, len(fitting)))]


def run_beam(
    board: Problem, beam: GuidedBeam, limit: int = 10**6, *, pace: int = 10**9, engine: str = "auto"
) -> Any:
    """Run a beam to its end. Return its stepper, with the path and the counts."""
    stepper = Stepper(search_guided(board, beam, limit=limit, engine=engine))
    while stepper.step(pace):
        pass
    return stepper


def run_with(
    problem: Problem,
    algorithm: AlgorithmCard,
    heuristic: HeuristicCard,
    *,
    weight: float = 1.0,
    width: float = WIDTH.default,
    limits: Limits | None = None,
    engine: str = "auto",
    every: bool = False,
    why: str = "",
    **eyes: Any,
) -> Run:
    """Start a run of exactly these cards, even if a job would reject them."""
    limits = Limits() if limits is None else limits
    numbers = {"weight": weight, "width": width}
    own = {number.name: numbers.get(number.name, number.default) for number in algorithm.numbers}
    options = SearchOptions(numbers=own, max_depth=limits.depth, engine=engine)
    plan = Plan(
        problem=problem,
        algorithm=algorithm,
        heuristic=heuristic,
        options=options,
        limits=limits,
        every=every,
        why=why,
    )
    return Run(plan, **eyes)


def finish(run: Run, seconds: float = 10) -> Result:
    """Step a run to its end, `seconds` at a time, and return its result."""
    while run.result is None:
        run.step(seconds)
    return run.result


def search_to_end(
    problem: Problem,
    algorithm: str,
    heuristic: str = "manhattan",
    *,
    weight: float = 1.5,
    width: int = 1000,
    limits: Limits | None = None,
) -> Result:
    cards = ALGORITHMS[algorithm], HEURISTICS[heuristic]
    return finish(run_with(problem, *cards, weight=weight, width=width, limits=limits))


def search_of(
    card: AlgorithmCard,
    problem: Problem,
    heuristic: str = "manhattan",
    *,
    depth: int | None = None,
    width: int = 30,
) -> Search:
    estimator = HEURISTICS[heuristic].make(problem.goal)
    return card.search(problem, estimator, card.options({"weight": 1.7, "width": width}, max_depth=depth))


def drive(search: Search, paces: Iterable[int | None]) -> list[Snapshot]:
    """Return the snapshots of a search that is driven at these paces, until it or the paces end."""
    stepper = Stepper(search)
    snapshots = [stepper.advance(0)]
    for pace in paces:
        if stepper.ended:
            break
        snapshots.append(stepper.advance(2_000 if pace is None else pace))
    return snapshots


def one_by_one(search: Search) -> Iterator[Snapshot]:
    """Yield a snapshot of the search before every expansion."""
    return Stepper(search).snapshots(1)


def last(search: Search) -> Snapshot:
    return list(Stepper(search).snapshots(2_000))[-1]


class Traced(tuple[int, ...]):
    """A state that remembers the slides that led to it."""

    path: tuple[Slide, ...] = ()


class Watched:
    """A problem that records the expanded states in order, each with its path."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.initial = Traced(problem.initial)
        self.expanded: list[Traced] = []

    def is_goal(self, state: Traced) -> bool:
        return self.problem.is_goal(state)

    def successors(self, state: Traced) -> Iterator[tuple[Slide, Traced]]:
        self.expanded.append(state)
        for slide, child in self.problem.successors(state):
            traced = Traced(child)
            traced.path = (*state.path, slide)
            yield slide, traced


class Counted:
    """A problem that counts the successors it generates."""

    def __init__(self, problem: Problem) -> None:
        self.initial, self.solved, self.given = problem.initial, problem.solved, 0
        self.is_goal, self._successors = problem.is_goal, problem.successors

    def successors(self, state: State) -> Iterator[tuple[Slide, State]]:
        for found in self._successors(state):
            self.given += 1
            yield found


class Clock:
    """A clock that advances by `tick` whenever it is read."""

    def __init__(self, tick: float = 0.0) -> None:
        self.now, self.tick = 100.0, tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now
