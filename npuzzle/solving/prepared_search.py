"""`iter_search`: prepare the heuristic of a search, then search."""

from __future__ import annotations

from npuzzle.heuristics import HeuristicCard
from npuzzle.heuristics.own import instantiate
from npuzzle.heuristics.simple import Zero
from npuzzle.progress import forward
from npuzzle.puzzle.ordered import order_moves
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import AlgorithmCard, Path, Search, SearchOptions, Stats


def iter_search(
    problem: Problem, algorithm: AlgorithmCard, card: HeuristicCard, options: SearchOptions
) -> Search:
    """Prepare the heuristic, then search; the stats also have the notes of the preparation."""
    problem = order_moves(problem, options.order)
    if not algorithm.informed:
        return (yield from algorithm.search(problem, Zero(problem.goal), options))
    heuristic = instantiate(card, problem.goal)
    prepared = yield from forward(heuristic.iter_prepare(options.engine), lambda done: Stats())
    search = algorithm.search(problem, heuristic, options)
    try:
        stats = next(search)
    except StopIteration as end:  # it ended before its first yield
        path: Path | None = end.value
        return path
    if not stats.tables:
        stats.note = " ".join(filter(None, [prepared.note, stats.note]))
        stats.tables = prepared.tables
    yield stats
    return (yield from search)
