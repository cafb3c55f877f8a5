"""Searches by the kernel of IDA*, and boards for them."""

from __future__ import annotations

from npuzzle import Board, Problem, Shape, Snapshot, goal_board
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.search.base import Search, SearchOptions
from npuzzle.search.pattern_ida import pattern_ida_star
from tests.support.oracles import distances
from tests.unit.search.common import last, sample

FIRST = goal_board("blank-first", Shape(4, 4))
EIGHT = goal_board("blank-first", Shape(3, 3))

#: The boards that need the fewest states, by number: how many are expanded and generated.
EASY = {42: (721, 1_478), 9: (877, 1_729), 97: (1_036, 2_098)}


def search(problem: Problem, *, engine: str = "auto", depth: int | None = None) -> Search:
    options = SearchOptions(engine=engine, max_depth=depth)
    return pattern_ida_star(problem, PatternDatabases(problem.goal), options)


def length_of(problem: Problem) -> int:
    """Return the length of the path found, after checking that it leads to the goal."""
    found = last(search(problem))
    assert found.path is not None
    assert problem.replay(problem.letters(found.path)) == problem.goal
    assert found.bound == found.peak_frontier == len(found.path)
    return len(found.path)


def problems(goal: Board, count: int, seed: int, *, least: int = 1) -> list[tuple[Problem, int]]:
    """Draw boards. Return their problems and true distances."""
    boards = sample(goal, count, seed, least=least)
    return [(Problem(board, goal), distances(goal)[board.tiles]) for board in boards]


def same(found: Snapshot) -> tuple[object, ...]:
    """Return the parts of a snapshot that must not depend on engines and slices."""
    return found.path, found.expanded, found.generated, found.bound, found.peak_frontier
