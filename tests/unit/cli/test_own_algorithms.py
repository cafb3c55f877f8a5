"""Your own algorithms on the command line, named as FILE.py:NAME."""

from __future__ import annotations

import pytest

from tests.support.command_line import Call, Save

HARD = "8 6 7/2 5 4/3 0 1"
MIDDLING = "5 2 3/7 1 8/0 6 4"

FILE = '''
from collections import deque
from npuzzle import Stats, best_first

def blind(problem):
    """Breadth first, by hand."""
    stats, frontier, parent = Stats(), deque([problem.initial]), {problem.initial: None}
    yield stats
    while frontier:
        state = frontier.popleft()
        if problem.is_goal(state):
            path = []
            while parent[state]:
                state, slide = parent[state]
                path.append(slide)
            return path[::-1]
        stats.expanded += 1
        yield stats
        for slide, child in problem.successors(state):
            stats.generated += 1
            if child not in parent:
                parent[child] = (state, slide)
                frontier.append(child)

def informed(problem, heuristic):
    return best_first(problem, estimate=heuristic)

def broken(problem):
    yield Stats()
    return "UUUU"

number = 3
'''


@pytest.fixture
def file(save: Save) -> str:
    return str(save(FILE, "mine.py"))


def test_solve_takes_an_algorithm_of_a_file(call: Call, file: str) -> None:
    data = call("solve", MIDDLING, "--json", "--algorithm", f"{file}:blind").json
    assert (data["length"], data["algorithm"], data["heuristic"]) == (16, "blind", None)
    assert data["claim"] == "at most 4 longer"
    told = call("solve", MIDDLING, "--algorithm", f"{file}:informed", "--heuristic", "manhattan")[1]
    assert told.startswith(
        "Solved in 16 moves: shortest if the bound of informed is right, which is not proved. Goal: "
    )


@pytest.mark.slow
def test_compare_sets_it_beside_others(call: Call, file: str) -> None:
    named = f"astar,{file}:informed,{file}:blind"
    asked = ["compare", HARD, "--algorithms", named, "--heuristics", "manhattan", "--json"]
    runs = call(*asked).json["runs"]
    assert [(run["algorithm"], run["length"]) for run in runs] == [
        ("astar", 31),
        ("informed", 31),
        ("blind", 31),
    ]
    assert runs[0]["expanded"] == runs[1]["expanded"] < runs[2]["expanded"]


def test_trace_shows_its_steps(call: Call, file: str) -> None:
    data = call("trace", "1 2 3/4 5 6/0 7 8", "--algorithm", f"{file}:blind", "--json").json
    assert (data["path"], data["algorithm"]) == ("LL", "blind (yours)")
    assert len(data["steps"]) == data["expanded"] + 1


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ("{file}:nothing", "has no nothing; it has deque, Stats, best_first, blind, informed, broken"),
        ("{file}:number", "the algorithm must be a name, such as 'astar', a card or a function, got 3"),
        ("{file}:broken", "broken gave a path that misses the goal: UUUU"),
        ("{file}", "which algorithm of "),
        ("nowhere.py:search", "cannot load nowhere.py: FileNotFoundError"),
        ("astr", "unknown algorithm 'astr'; did you mean astar"),
    ],
)
def test_what_is_wrong_is_one_clear_line(call: Call, file: str, named: str, words: str) -> None:
    code, out, err = call("solve", HARD, "--algorithm", named.format(file=file))
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_batch_says_that_it_takes_none(call: Call, file: str, save: Save) -> None:
    code, _, err = call("batch", save(HARD), "--algorithm", f"{file}:blind")
    assert (code, "batch takes built-in algorithms only, got" in err) == (2, True)
