"""The solver's part of the Explore room: the trace, its length, Stop, and the Lab's heuristic."""

from __future__ import annotations

import json
from typing import Any

import pytest

from npuzzle.heuristics import from_function
from npuzzle.lab import Trace, trace
from tests.unit.web.interpreters import Pair, carry_out
from tests.unit.web.rooms.explore_trees import FOUND, SMALL
from web.rooms.explore.task import TOO_SOON, TraceTask
from web.solver.stream import SolverError
from web.solver.wire import Reply, TaskRunner, start_message, step_message


def ask(given: dict[str, Any]) -> Reply:
    solver = TaskRunner()
    reply = Reply.from_text(solver.handle(start_message("trace", given)))
    while reply.problem is None and reply.answer is None:
        reply = Reply.from_text(solver.handle(step_message(0.05)))
    return reply


def build_example(**changes: Any) -> dict[str, Any]:
    board, goal = SMALL
    return {"board": board, "goal": goal, "algorithm": "astar", "heuristic": "misplaced", **changes}


def test_the_solver_gives_the_trace_as_plain_data() -> None:
    answer = ask(build_example()).answer
    assert answer is not None
    assert Trace.from_dict(answer["trace"]) == FOUND
    assert len(json.dumps(answer)) < 10_000


@pytest.mark.parametrize("most", [5, 10**9])
def test_the_solver_keeps_to_a_readable_number(most: int) -> None:
    reply = ask({**build_example(most=most), "board": "8 6 7/2 5 4/3 0 1", "heuristic": "zero"})
    assert reply.answer is not None
    assert reply.answer["trace"]["expanded"] == min(most, 400)


def test_stop_keeps_the_tree_so_far() -> None:
    task = TraceTask({**build_example(), "board": "8 6 7/2 5 4/3 0 1"})
    task.cancel()
    answer = task.answer()
    assert answer is not None
    assert answer["stopped"]
    assert not Trace.from_dict(answer["trace"]).complete
    task.step(1)
    task.cancel()
    assert task.answer() == answer


def test_the_heuristic_written_in_the_lab_is_used() -> None:
    by = Pair()
    given = build_example(heuristic="own", source="def h(state): return 3 * (state[0] != 0)")
    found = Trace.from_dict(carry_out("trace", given, by)["trace"])
    assert {node.h for node in found.nodes} == {0, 3}
    assert found.heuristic == "yours"
    assert not [message for message in by.sent if "def h" in message]
    same = from_function(lambda state: 3 * (state[0] != 0), name="yours")
    assert found == trace(*SMALL, algorithm="astar", heuristic=same)


@pytest.mark.parametrize("messages", [0, 1])
def test_stop_before_your_heuristic_led_anywhere_leaves_no_tree(messages: int) -> None:
    given = build_example(heuristic="own", source="def h(state): return 0")
    with pytest.raises(SolverError, match=TOO_SOON):
        carry_out("trace", given, Pair(stop_after=messages))


def test_stop_keeps_the_tree_that_your_heuristic_led_to_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.solver.stream.STEP", 0.0001)  # a few expansions
    given = build_example(heuristic="own", source="def h(state): return 0", board="8 6 7/2 5 4/3 0 1")
    answer = carry_out("trace", given, Pair(stop_after=12))
    found = Trace.from_dict(answer["trace"])
    assert answer["stopped"]
    assert found.path is None
    assert 0 < found.expanded < 400


@pytest.mark.parametrize(
    "changes",
    [
        {"algorithm": "anytime"},
        {"algorithm": "beam", "width": 0},
        {"algorithm": "nothing"},
        {"heuristic": "nothing"},
        {"board": "1 1"},
        {"algorithm": "weighted-astar", "weight": -1},
        {"algorithm": "idastar", "heuristic": "pattern-tables"},
    ],
)
def test_what_cannot_be_done_is_reported(changes: dict[str, Any]) -> None:
    reply = ask(build_example(**changes))
    assert reply.problem
