"""The depths of expanded states: their number is the search's count, and they match the trace."""

from __future__ import annotations

from array import array
from collections import Counter

import pytest

from npuzzle import Job, Problem, solve
from npuzzle.errors import InvalidJobError
from npuzzle.lab import TRACED, trace
from npuzzle.lab.tracing import iter_record_depths
from npuzzle.progress import run_to_end
from npuzzle.puzzle.problem import State

BOARD = "8 1 3/4 0 2/7 6 5"
FAR = "8 6 7/2 5 4/3 0 1"


def depths_of(board: str, algorithm: str, *, most: int = 400_000, **options: object) -> array[int]:
    counts = []
    job = Job.create(board, "blank-last", algorithm=algorithm, **options)
    found = run_to_end(iter_record_depths(job, most=most), lambda now: counts.append(now.done))
    assert len(found) == counts[-1]
    return found


@pytest.mark.parametrize("algorithm", TRACED)
def test_each_expansion_of_the_run_has_a_depth(algorithm: str) -> None:
    options = {"depth": 14} if algorithm == "depth-first" else {}
    found = depths_of(BOARD, algorithm, **options)
    solved = solve(BOARD, "blank-last", algorithm=algorithm, **options)
    assert len(found) == solved.snapshot.expanded > 5
    assert found[0] == 0
    assert max(found) <= 31


@pytest.mark.parametrize("algorithm", TRACED)
def test_the_depths_and_states_are_those_of_the_trace(algorithm: str) -> None:
    options = {"depth": 14} if algorithm == "depth-first" else {}
    seen = trace(BOARD, "blank-last", algorithm=algorithm, most=300, **options)
    found = depths_of(BOARD, algorithm, most=300, **options)
    expanded = [seen.nodes[number] for number in seen.steps][: seen.expanded]
    assert list(found) == [node.g for node in expanded]
    states = bytearray()
    run_to_end(
        iter_record_depths(
            Job.create(BOARD, "blank-last", algorithm=algorithm, **options), most=300, states=states
        )
    )
    problem = Problem(BOARD, "blank-last")
    assert bytes(states) == b"".join(bytes(Problem(node.board, problem.goal).initial) for node in expanded)


def test_breadth_first_expands_whole_levels_of_the_space() -> None:
    problem, seen = Problem(FAR, "blank-last"), set[State]()
    level, sizes = {problem.initial}, list[int]()
    for _ in range(8):
        sizes.append(len(level))
        seen |= level
        level = {child for state in level for _, child in problem.successors(state)} - seen
    found = Counter(depths_of(FAR, "breadth-first", most=sum(sizes)))
    assert [found[depth] for depth in range(8)] == sizes


def test_both_ends_of_a_bidirectional_search_count_from_their_own() -> None:
    assert list(depths_of(FAR, "bidirectional"))[:2] == [0, 0]


@pytest.mark.parametrize(
    ("algorithm", "heuristic"), [("constructive", "auto"), ("anytime", "auto"), ("idastar", "pattern-tables")]
)
def test_what_cannot_be_recorded_is_refused(algorithm: str, heuristic: str) -> None:
    with pytest.raises(InvalidJobError, match="recorded"):
        iter_record_depths(Job.create(BOARD, "blank-last", algorithm=algorithm, heuristic=heuristic))


def test_a_number_of_expansions_is_whole_and_positive() -> None:
    with pytest.raises(InvalidJobError, match="1 or more"):
        iter_record_depths(Job.create(BOARD, "blank-last", algorithm="astar"), most=0)
