"""Traces of RBFS and beam search show exactly the states that they forget and cut off."""

from __future__ import annotations

from itertools import islice
from typing import Any, cast

import pytest

from npuzzle import ALGORITHMS, HEURISTICS, Problem
from npuzzle.lab import Status
from npuzzle.puzzle.problem import board_of
from npuzzle.search.base import SearchOptions
from tests.unit.lab.traces import CASES, WORST, Cases, cases, find_comebacks, traced
from tests.unit.search.common import Watched, one_by_one, search_to_end


@pytest.mark.slow
@cases
@pytest.mark.parametrize("heuristic", ["zero", "misplaced", "manhattan", WORST])
def test_rbfs_holds_one_path_with_its_children_and_expands_as_it_does_unwatched(
    heuristic: Any, cases: Cases
) -> None:
    card = HEURISTICS[heuristic] if isinstance(heuristic, str) else heuristic
    for goal, board in cases:
        found = traced(board, goal, "rbfs", heuristic=heuristic, most=300)
        watched = Watched(Problem(board, goal))
        search = ALGORITHMS["rbfs"].search(cast(Problem, watched), card.make(goal), SearchOptions())
        for _ in islice(one_by_one(search), found.expanded + 1):
            pass
        expanded = [found.nodes[number].board for number in found.steps[: found.expanded]]
        assert expanded == [str(board_of(state, goal)) for state in watched.expanded[: found.expanded]]
        for at in range(1, len(found.steps)):
            path = {node.number for node in found.line(found.frontier(at)[0].number)}
            for node in found.nodes:
                if found.status(node.number, at) in (Status.FRONTIER, Status.EXPANDED):
                    assert node.parent is None or node.parent in path


@cases
@pytest.mark.parametrize("heuristic", ["zero", "misplaced", "manhattan", WORST])
def test_rbfs_remembers_the_least_f_of_each_branch_that_it_forgets(heuristic: Any, cases: Cases) -> None:
    came = 0
    for goal, board in cases:
        found = traced(board, goal, "rbfs", heuristic=heuristic, most=300)
        for node in find_comebacks(found):
            (before,) = [other for other in found.nodes if other.twin == node.number]
            assert (before.board, before.dropped) == (node.board, node.made)
            gone = [n for n in found.nodes if n.dropped == node.made and n.taken is None]
            assert node.f == min(n.f for n in gone if before in found.line(n.number)) > before.f
            came += 1
    assert came


@pytest.mark.parametrize("width", [1, 2, 5])
def test_a_beam_keeps_the_best_of_each_level_and_cuts_off_the_others(width: int) -> None:
    for goal, board in CASES:
        found = traced(board, goal, "beam", heuristic="manhattan", width=width)
        real = search_to_end(Problem(board, goal), "beam", "manhattan", width=width)
        assert (found.path, found.expanded) == (real.path, real.snapshot.expanded)
        assert (found.generated, found.width, found.complete) == (real.snapshot.generated, width, True)
        assert len(found.nodes) == found.generated + 1
        last = len(found.steps)
        for g in range(1, max(node.g for node in found.nodes)):
            level = [node for node in found.nodes if node.g == g]
            cut = [node for node in level if found.status(node.number, last) is Status.CUT]
            kept = [node for node in level if node.dropped is None]
            assert len(kept) <= width
            if cut:
                assert len(kept) == width
                assert all((one.f, one.number) < (other.f, other.number) for one in kept for other in cut)
                first = min(node.taken for node in kept if node.taken is not None)
                assert {node.dropped for node in cut} == {first - 1}
