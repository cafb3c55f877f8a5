"""Lower bounds: what no path of a board is shorter than, better and better while somebody waits."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from npuzzle.cards import AUTO
from npuzzle.errors import InvalidJobError
from npuzzle.heuristics import linear_conflict, pattern_tables
from npuzzle.heuristics.linear_conflict import LinearConflict
from npuzzle.heuristics.pattern_tables import PatternTables
from npuzzle.kernel import engine_named
from npuzzle.problem import Problem
from npuzzle.search.base import SearchOptions, Snapshot, whole
from npuzzle.search.conflict_ida import conflict_bounds
from npuzzle.search.depth_first import IDA_STAR
from npuzzle.search.pattern_ida import pattern_ida_star

#: States that are expanded unless told otherwise: about a second.
MOST = {"python": 200_000, "checked": 20_000}
MOST_COMPILED = 20_000_000
#: States between two bounds: not above 50 ms.
PACE = {"python": 5_000, "checked": 500}
PACE_COMPILED = 250_000


@dataclass(frozen=True, slots=True)
class Bound:
    """No path has fewer than `moves`; `by`: the name of the card of what showed it."""

    moves: int
    by: str


def bounding(
    problem: Problem, engine: str = AUTO, *, most: int | None = None
) -> Generator[Bound, None, None]:
    """Bounds that rise, the same again while a better one is looked for; the first at once.

    Linear conflict, then IDA* with up to `most` expansions: when it has tried all paths of a length there
    is none so short. So every board it can solve by then gets its true length. The search asks pattern
    tables where there are any, linear conflict on larger trays. All paths of a board are even, or all are
    odd, and so is each bound: a multiple of two above the Manhattan distance.

    Raises InvalidJobError for a board that cannot be solved: it has no path to bound.
    """
    if not problem.is_solvable:
        raise InvalidJobError("a board that cannot be solved has no path, so no bound on its moves")
    return _bounding(problem, engine, most)


def lower_bound(problem: Problem, engine: str = AUTO, *, most: int | None = None) -> Bound:
    """The last and best of `bounding`: takes about a second, unless told otherwise."""
    *_, best = bounding(problem, engine, most=most)
    return best


def _bounding(problem: Problem, engine: str, most: int | None) -> Generator[Bound, None, None]:
    running = engine_named(engine)
    most = MOST.get(running, MOST_COMPILED) if most is None else most
    pace = PACE.get(running, PACE_COMPILED)
    at_once = LinearConflict(problem.goal).estimate(problem.initial)
    best = Bound(whole(at_once), linear_conflict.CARD.name)
    yield best
    search = raising(problem, engine)
    now = next(search)
    while now.expanded < most and now.path is None:
        try:
            now = search.send(min(pace, most - now.expanded))
        except StopIteration:
            return
        if whole(now.bound) > best.moves:
            best = Bound(whole(now.bound), IDA_STAR.name)
        yield best


def raising(problem: Problem, engine: str = AUTO) -> Generator[Snapshot, int | None, object]:
    """The search whose bound rises quickest; it ends when that is the length of a shortest path."""
    if pattern_tables.CARD.fits(problem.shape):
        return pattern_ida_star(problem, PatternTables(problem.goal), SearchOptions(engine=engine))
    return conflict_bounds(problem, engine)
