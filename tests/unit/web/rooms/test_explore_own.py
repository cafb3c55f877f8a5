"""A tree of the visitor's own algorithm runs in the sandbox, and the solver replays its requests."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board
from npuzzle.lab import Status, Trace, trace
from tests.unit.web.interpreters import Pair, carry_out
from tests.unit.web.rooms.explore_trees import SMALL
from web.command import perform
from web.page.commands import initial_state
from web.page.commands import update as page_update
from web.page.commands.solving import change_solver
from web.page.heuristic_choice import YOURS
from web.page.own_code import APART, NO_ALGORITHM
from web.rooms.explore import words
from web.rooms.explore.requests import TOO_MANY, UNREADABLE
from web.rooms.explore.state import ExploreState, choose, read_note
from web.rooms.explore.task import TraceTask
from web.rooms.lab.algorithm_examples import ASTAR, BREADTH_FIRST
from web.solver.stream import SolverError
from web.solver.wire import Reply, start_message

DEEPENING = """
from npuzzle import Stats

def search(problem, heuristic):
    stats = Stats()
    yield stats
    def look(state, path, left):
        if problem.is_goal(state):
            return path
        if heuristic.estimate(state) > left:
            return None
        yield stats
        for move, child in problem.successors(state):
            found = yield from look(child, path + [move], left - 1)
            if found is not None:
                return found
    for depth in range(40):
        found = yield from look(problem.initial, [], depth)
        if found is not None:
            return found
"""
ODD = "def heuristic(state):\n    return state[0] * 7 % 3\n"


def request(source: str, **changes: Any) -> dict[str, Any]:
    board, goal = SMALL
    asked = {"board": board, "goal": goal, "algorithm": "own", "heuristic": "manhattan", "source": source}
    return asked | changes


def build(source: str, by: Pair | None = None, **changes: Any) -> Trace:
    return Trace.from_dict(carry_out("trace", request(source, **changes), by)["trace"])


def function_of(source: str) -> Any:
    space: dict[str, Any] = {}
    exec(source, space)
    return space["search"]


@pytest.mark.parametrize("source", [BREADTH_FIRST, ASTAR, DEEPENING], ids=["breadth", "astar", "deepening"])
@pytest.mark.parametrize("heuristic", ["manhattan", "misplaced"])
def test_the_tree_is_the_one_that_python_draws_and_no_text_comes_to_the_solver(
    source: str, heuristic: str
) -> None:
    by = Pair()
    found = build(source, by, heuristic=heuristic)
    chosen = {} if source == BREADTH_FIRST else {"heuristic": heuristic}
    known = trace(*SMALL, algorithm=function_of(source), **chosen)
    assert found == known
    assert found.is_own
    assert found.path is not None
    assert not [message for message in by.sent if "def search" in message]


@pytest.mark.slow
@given(st.integers(0, 2**30))
def test_algorithm_and_heuristic_may_both_be_ones_own(seed: int) -> None:
    board = Board.parse("1 2 3/4 5 0").shuffled(seed)
    found = build(ASTAR + ODD, board=str(board), goal="1 2 3/4 5 0", heuristic="own")
    space: dict[str, Any] = {}
    exec(ODD, space)
    known = trace(board, "1 2 3/4 5 0", algorithm=function_of(ASTAR), heuristic=space["heuristic"])
    assert [node.h for node in found.nodes] == [node.h for node in known.nodes]
    assert (found.steps, found.path, found.complete) == (known.steps, known.path, known.complete)


@pytest.mark.slow
def test_a_long_search_is_cut_and_a_stopped_one_keeps_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    found = build(BREADTH_FIRST, board="8 6 7/2 5 4/3 0 1", goal="1 2 3/4 5 6/7 8 0")
    assert (found.expanded, found.complete, found.path) == (400, False, None)
    monkeypatch.setattr("web.solver.stream.STEP", 0.0001)  # a few expansions
    given = request(BREADTH_FIRST, board="8 6 7/2 5 4/3 0 1", goal="1 2 3/4 5 6/7 8 0")
    answer = carry_out("trace", given, Pair(stop_after=12))
    stopped = Trace.from_dict(answer["trace"])
    assert answer["stopped"]
    assert 0 < stopped.expanded < 400
    assert stopped.steps == found.steps[: stopped.expanded]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def search(problem):\n    yield\n", "generator of Stats"),
        ("def search(problem):\n    1 / 0\n    yield\n", "ZeroDivisionError"),
        ("h = 1", "write a function search"),
        (BREADTH_FIRST.replace("return path_to(state, parent)", "return 'UUU'"), "misses the goal: UUU"),
        (BREADTH_FIRST.replace("return path_to(state, parent)", "return []"), "misses the goal"),
        (
            "from npuzzle import Stats\ndef search(problem):\n    yield Stats()\n"
            "    while True:\n        problem.successors(problem.initial)\n",
            TOO_MANY[1:40],
        ),
    ],
)
def test_what_is_wrong_with_the_algorithm_is_said(source: str, said: str) -> None:
    with pytest.raises(SolverError, match=said):
        build(source)


LIES: list[dict[str, Any]] = [
    {"requests": "[", "path": None, "is_over": True},
    {"requests": "{}", "path": None, "is_over": True},
    {"requests": "[[]]", "path": None, "is_over": True},
    {"requests": '["0 1 2"]', "path": None, "is_over": True},
    {"requests": '["0 1 2 3 4 5 6 7 x"]', "path": None, "is_over": True},
    {"requests": "[3]", "path": None, "is_over": True},
    {"requests": "[null]", "path": None, "is_over": True},
    {"requests": '[["0 0 0 0 0 0 0 0 0", 1]]', "path": None, "is_over": False},
    {"requests": "[]", "path": 3, "is_over": True},
    {"requests": "[]", "path": None, "is_over": 1},
    {"requests": "[]", "path": "UDUD", "is_over": True},
    {"requests": "[]", "path": "x", "is_over": True},
    {"requests": 7},
]


@pytest.mark.parametrize("claimed", LIES, ids=json.dumps)
def test_what_the_sandbox_makes_up_is_refused(claimed: dict[str, Any]) -> None:
    def lie(message: str) -> str:
        answer = {"answer": claimed | {"stopped": False}, "progress": None, "problem": None}
        return json.dumps(answer | {"helpers": None, "asks": None})

    with pytest.raises(SolverError):
        build(BREADTH_FIRST, Pair(lie))


def test_requests_that_make_no_sense_name_the_steps() -> None:
    task = TraceTask(request(""))
    task.judge(Reply(answer={"requests": "[3]", "path": None, "is_over": True}))
    with pytest.raises(ValueError, match=UNREADABLE):
        task.step(1)


def test_the_form_offers_it_and_says_what_is_missing() -> None:
    page = page_update(initial_state(Board.parse("1 2 3/4 5 6/7 0 8")), change_solver(ready=True))
    own = perform(ExploreState(), choose("algorithm", "own"))
    assert own.has_own_algorithm
    assert own.why_not_build(page, "") == NO_ALGORITHM
    assert own.why_not_build(page, BREADTH_FIRST) == ""
    assert perform(own, choose("heuristic", YOURS)).why_not_build(page, BREADTH_FIRST) == APART
    given = own.make_request(*SMALL, BREADTH_FIRST)
    assert (given["algorithm"], given["source"]) == ("own", BREADTH_FIRST)
    assert own.note == "own manhattan"
    assert perform(ExploreState(), read_note("own misplaced")).has_own_algorithm
    assert start_message("trace", given)


def test_its_steps_are_described_in_whole_sentences() -> None:
    found = build(ASTAR)
    for at in range(len(found.steps) + 1):
        said = words.describe_step(found, at)
        assert all(not line[0].islower() and line.endswith(".") for line in said)
    assert found.status(found.steps[-1], len(found.steps)) is Status.GOAL
    lost = build(
        "from npuzzle import Stats\ndef search(problem):\n    yield Stats()\n    return None\n",
        board="1 2 3/8 0 4/7 5 6",
    )
    assert lost.path is None
    nothing = build(
        "from npuzzle import Stats\ndef search(problem):\n    yield Stats()\n"
        "    list(problem.successors(problem.initial))\n    yield Stats()\n    return None\n",
    )
    assert words.describe_step(nothing, 1)[-1] == "Your algorithm ended without a path."
