"""The iterations of IDA* that a result lists, for the plain search and its kernels."""

from __future__ import annotations

import pytest

from npuzzle import HEURISTICS, Heuristic, InvalidJobError, Problem, Result, random_board, solve
from tests.support.known_boards import KORF_1


def count_tree(problem: Problem, heuristic: Heuristic, bound: float) -> int:
    """Count the states of the tree of paths with f within the bound, without moves straight back."""
    level, expanded, g = [(problem.initial, problem.initial)], 0, 0
    while level:
        expanded, g = expanded + len(level), g + 1
        below = [(child, s) for s, back in level for _, child in problem.successors(s) if child != back]
        level = [(child, s) for child, s in below if g + heuristic.estimate(child) <= bound]
    return expanded


@pytest.mark.parametrize("seed", range(3))
def test_each_iteration_of_the_plain_search_expands_its_tree(seed: int) -> None:
    problem = Problem(random_board("3x3", seed=seed, depth=20), "blank-last")
    heuristic = HEURISTICS["manhattan"].make(problem.goal)
    iterations = solve(problem.start, algorithm="idastar", heuristic="manhattan").iterations
    assert [bound for bound, *_ in iterations] == [*range(int(heuristic.estimate(problem.initial)), 21, 2)]
    for bound, expanded, _ in iterations[:-1]:
        assert expanded == count_tree(problem, heuristic, bound)


@pytest.mark.parametrize("options", [{}, {"metric": "lines", "expanded": 50_000}, {"processes": 2}])
def test_iterations_add_up_and_can_be_written_and_read(options: dict[str, int]) -> None:
    result = solve(KORF_1, "blank-first", **options)  # type: ignore[arg-type]
    bounds, expanded, generated = zip(*result.iterations)
    assert list(bounds) == sorted(set(bounds))
    assert (sum(expanded), sum(generated)) == (result.expanded, result.generated)
    assert bounds[-1] == (result.length if result.is_optimal else result.lower_bound)
    data = result.to_dict()
    assert Result.from_dict(data).to_dict()["iterations"] == data["iterations"]
    for wrong in (data["iterations"][1:], [[1, 2]], 5, [[-1, result.expanded, result.generated]]):  # type: ignore[index]
        with pytest.raises(InvalidJobError, match="the iterations of a result are"):
            Result.from_dict({**data, "iterations": wrong})
    assert solve(KORF_1, "blank-first", algorithm="greedy").iterations == ()
