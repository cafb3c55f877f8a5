"""Searches by the kernel of IDA*, the kernels that they make, and boards for them."""

from __future__ import annotations

from npuzzle import Board, Problem, Shape, Snapshot, goal_board
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.search.base import Search, SearchOptions
from npuzzle.search.pattern_ida import pattern_ida_star
from tests.support.oracles import distances
from tests.unit.search.common import last, sample

FIRST = goal_board("blank-first", Shape(4, 4))


EIGHT = goal_board("blank-first", Shape(3, 3))


#: By number, the boards for which the fewest states are expanded: how many, and how many are generated.
EASY = {42: (721, 1_478), 9: (877, 1_729), 97: (1_036, 2_098)}


HARDEST = 88


def search(problem: Problem, *, engine: str = "auto", depth: int | None = None) -> Search:
    options = SearchOptions(engine=engine, max_depth=depth)
    return pattern_ida_star(problem, PatternDatabases(problem.goal), options)


def length_of(problem: Problem) -> int:
    """Of the path found, which must lead to the goal."""
    found = last(search(problem))
    assert found.path is not None
    assert problem.replay(problem.letters(found.path)) == problem.goal
    assert found.bound == found.peak_frontier == len(found.path)
    return len(found.path)


def problems(goal: Board, count: int, seed: int, *, least: int = 1) -> list[tuple[Problem, int]]:
    """Boards and their true distances."""
    boards = sample(goal, count, seed, least=least)
    return [(Problem(board, goal), distances(goal)[board.tiles]) for board in boards]


def same(found: Snapshot) -> tuple[object, ...]:
    """What must not depend on who ran it, and how it was cut into slices."""
    return found.path, found.expanded, found.generated, found.bound, found.peak_frontier
