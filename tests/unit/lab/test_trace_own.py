"""A user's own algorithm, traced: each expanded state is a step, each generated state a node."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, Problem, SearchOptions, Stats, best_first, goal_board, solve, trace
from npuzzle.errors import WrongAnswerError
from npuzzle.lab import Status, Trace
from npuzzle.search.base import Search

GOAL = goal_board("blank-last", "2x3")


def by_breadth(problem: Problem) -> Search:
    frontier, parent = deque([problem.initial]), {problem.initial: ()}
    yield Stats()
    while frontier:
        state = frontier.popleft()
        if problem.is_goal(state):
            path: list[Any] = []
            while parent[state]:
                state, slide = parent[state]
                path.append(slide)
            return tuple(path[::-1])
        yield Stats()
        for slide, child in problem.successors(state):
            if child not in parent:
                parent[child] = (state, slide)  # type: ignore[assignment]
                frontier.append(child)
    return None


def astar(problem: Problem, heuristic: Any) -> Search:
    """Search with A*, under the name of the built-in algorithm."""
    return best_first(problem, estimate=heuristic)


def deepen(problem: Problem, heuristic: Any, options: SearchOptions) -> Search:
    """Deepen iteratively, by recursion, and return letters."""
    stats = Stats()

    def look(state: Any, letters: str, left: int) -> Search:
        if problem.is_goal(state):
            return letters
        if not left:
            return None
        stats.expanded += 1
        yield stats
        for slide, child in problem.successors(state):
            found = yield from look(child, letters + problem.letters([slide]), left - 1)
            if found is not None:
                return found
        return None

    for depth in range(40):
        found = yield from look(problem.initial, "", depth)
        if found is not None:
            return found
    return None


@pytest.mark.slow
@given(st.integers(0, 2**30))
def test_it_is_the_search_that_solve_runs(seed: int) -> None:
    board = GOAL.shuffled(seed)
    for own, theirs, h in ((by_breadth, "breadth-first", "auto"), (astar, "astar", "manhattan")):
        seen = trace(board, GOAL, algorithm=own, heuristic=h, most=999)
        known = trace(board, GOAL, algorithm=theirs, heuristic=h, most=999)
        assert [seen.nodes[n].board for n in seen.steps] == [known.nodes[n].board for n in known.steps]
        assert [node.board for node in seen.nodes] == [node.board for node in known.nodes]
        assert (seen.path, seen.complete) == (known.path, known.complete)
        assert seen.algorithm == f"{own.__name__} (yours)"


@pytest.mark.parametrize("own", [by_breadth, astar, deepen])
def test_the_tree_holds_together(own: Callable[..., Search]) -> None:
    seen = trace("1 2 3/0 5 6/4 7 8", algorithm=own, most=5_000)
    assert seen.path == solve("1 2 3/0 5 6/4 7 8").path == "ULL"
    assert [seen.nodes[n].board for n in seen.answer][-1] == "1 2 3/4 5 6/7 8 0"
    for node in seen.nodes[1:]:
        assert node.parent is None or node.parent < node.number
        if node.parent is not None:
            before = Board.parse(seen.nodes[node.parent].board)
            assert str(before.move(node.letter)) == node.board
            assert node.g == seen.nodes[node.parent].g + 1
    assert seen.status(seen.steps[-1], len(seen.steps)) is Status.GOAL
    assert len(seen.steps) == seen.expanded + 1
    assert Trace.from_dict(seen.to_dict()) == seen
    assert len(seen.to_text().splitlines()) == len(seen.steps)


@pytest.mark.parametrize("path", ["", "UUUU", "U"])
def test_a_path_that_misses_the_goal_is_refused(path: str) -> None:
    def lie(problem: Problem) -> Search:
        yield Stats()
        return path

    with pytest.raises(WrongAnswerError, match="lie gave a path that misses the goal"):
        trace("1 2 3/0 5 6/4 7 8", algorithm=lie)


def test_it_is_left_after_so_many_expansions_and_a_solved_board_needs_none() -> None:
    left = trace("8 6 7/2 5 4/3 0 1", algorithm=by_breadth, most=20)
    assert (left.expanded, left.complete, left.path) == (20, False, None)
    solved = trace("1 2 3/4 5 6/7 8 0", algorithm=by_breadth)
    assert (solved.path, solved.expanded, list(solved.steps)) == ("", 0, [0])
