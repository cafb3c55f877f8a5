"""The whole space of the Explore room, without a browser: the solver's part and its sentences."""

from __future__ import annotations

import json
from array import array
from base64 import b64decode
from typing import Any

import pytest

from npuzzle import Board
from npuzzle.errors import InvalidHeuristicError, InvalidJobError
from npuzzle.lab import evaluate, measure_errors, record_expansions
from npuzzle.lab.space import build_distance_table, rank, unrank
from npuzzle.progress import run_to_end
from npuzzle.puzzle.problem import Problem
from tests.unit.web.interpreters import Pair
from tests.unit.web.interpreters import carry_out as carry_out_by_page
from web.rooms.explore import space
from web.rooms.explore.space_task import SpaceTask
from web.solver.stream import SolverError
from web.solver.wire import Reply

BOARD, GOAL = "5 4 3/2 1 0", "0 1 2/3 4 5"
GIVEN = {"board": BOARD, "goal": GOAL, "algorithm": "astar", "heuristic": "manhattan"}


def carry_out(
    given: dict[str, Any], seconds: float = 0.001, values: str = ""
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Run the task as the page does; return all progress and the answer. `values`: the sandbox's claims."""
    task, progresses = SpaceTask(given), []
    if values:
        task.judge(Reply(answer={"outcome": "certified", "values": values}))
    while (answer := task.answer()) is None:
        progresses.append(task.progress())
        task.step(seconds)
    return progresses, answer


def ranks_of(news: list[dict[str, Any]]) -> list[int]:
    numbers = array("I")
    for part in news:
        numbers.frombytes(b64decode(part["part"]))
    return list(numbers)


@pytest.mark.parametrize("seconds", [0.0001, 10])
@pytest.mark.parametrize("algorithm", ["astar", "idastar", "breadth-first", "greedy", "rbfs", "beam"])
def test_the_parts_are_all_expansions_in_order_once(algorithm: str, seconds: float) -> None:
    given = {**GIVEN, "algorithm": algorithm}
    found = record_expansions(
        BOARD, GOAL, algorithm=algorithm, heuristic="auto" if algorithm == "breadth-first" else "manhattan"
    )
    if algorithm == "breadth-first":
        del given["heuristic"]
    progresses, answer = carry_out(given, seconds)
    assert ranks_of([*progresses, answer]) == list(found.ranks)
    assert (answer["expanded"], answer["length"]) == (len(found.ranks), len(found.path or ""))
    texts = [news["distances"] for news in (*progresses, answer) if "distances" in news]
    assert [b64decode(text) for text in texts] == [build_distance_table(Board.parse(GOAL).shape, 0).by_rank]
    assert (answer["errors"] is None) == (algorithm == "breadth-first")


def test_the_errors_and_the_estimates_are_those_of_the_library() -> None:
    _, answer = carry_out(GIVEN)
    found = measure_errors("manhattan", "2x3", GOAL)
    assert dict(answer["errors"]) == found.by_move
    assert answer["too_high"] == 0
    here = rank(Problem(BOARD, GOAL).initial)
    assert space.read_estimates(answer["estimates"])[here] == found.estimates[here]


def test_estimates_of_ones_own_are_taken_and_checked() -> None:
    values = run_to_end(evaluate("manhattan", "2x3", GOAL))
    own = {**GIVEN, "heuristic": "own"}
    _, answer = carry_out(own, values=json.dumps(values))
    _, built_in = carry_out(GIVEN)
    assert (answer["errors"], answer["expanded"]) == (built_in["errors"], built_in["expanded"])
    with pytest.raises(InvalidHeuristicError, match="expected 360 estimates, one for each board, got 2"):
        carry_out(own, values="[0, 1]")
    with pytest.raises(InvalidHeuristicError):
        carry_out(own, values=json.dumps(["a"] * 360))


@pytest.mark.slow
def test_a_stopped_task_keeps_what_it_has_and_ends() -> None:
    task = SpaceTask({**GIVEN, "board": "8 6 7/2 5 4/3 0 1", "goal": "0 1 2/3 4 5/6 7 8"})
    sent = []
    while task.progress()["expanded"] == 0:
        task.step(0.01)
        sent.append(task.progress())
    task.cancel()
    answer = task.answer()
    assert answer is not None
    assert answer["stopped"]
    assert len(ranks_of([*sent, answer])) == answer["expanded"]
    assert space.describe_run("A*", answer).endswith("boards expanded. You stopped it.")


def test_a_larger_board_is_refused() -> None:
    larger = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"
    with pytest.raises(InvalidJobError, match="up to 9 cells"):
        SpaceTask({**GIVEN, "board": larger, "goal": larger})
    assert "up to 9 cells" in space.why_no_picture(Board.parse(larger))
    assert space.why_no_picture(Board.parse(BOARD)) == ""


def test_every_rank_is_the_board_it_says() -> None:
    shown = space.Picture(Board.parse(BOARD), Board.parse("1 2 3/4 5 0"), "A*")
    assert shown.board_at(shown.here) == shown.board
    assert [rank(unrank(number, 5)) for number in range(120)] == list(range(120))


def test_a_state_is_described_with_its_distance_and_estimate() -> None:
    progresses, answer = carry_out(GIVEN)
    distances = next(news["distances"] for news in (*progresses, answer) if "distances" in news)
    board = Board.parse(BOARD)
    shown = space.Picture(
        board, Board.parse(GOAL), "A*", b64decode(distances), space.read_estimates(answer["estimates"])
    )
    assert shown.describe_state(0) == f"{GOAL}: 0 moves from the goal. Estimate h: 0."
    moves = answer["length"]
    assert shown.describe_state(shown.here).startswith(f"{BOARD}: {moves} moves from the goal. Estimate h: ")
    assert shown.describe_state(shown.here).endswith(" You are here.")
    assert "21" not in space.describe_space(Board.parse(GOAL))  # a lesson asks for this number
    assert shown.describe_difference(board, Board.parse(GOAL)) == ""
    assert "This picture is for the board" in shown.describe_difference(Board.parse(GOAL), Board.parse(GOAL))


def test_the_sentence_counts_every_board() -> None:
    answer = {"errors": [[-1, 3], [0, 5], [1, 4]], "too_high": 4}
    assert space.describe_errors(answer) == (
        "Within half a move of the truth on 5 of 12 boards. Too high on 4."
    )


COUNTING = "def h(board, goal):\n    return sum(a != b for a, b in zip(board.tiles, goal.tiles) if a)\n"


def test_a_text_of_the_lab_runs_in_the_sandbox_alone() -> None:
    by = Pair()
    given = {**GIVEN, "heuristic": "own", "source": COUNTING}
    answer = carry_out_by_page("space", given, by)
    found = measure_errors("misplaced", "2x3", GOAL)
    assert dict(answer["errors"]) == found.by_move
    assert by.opened == 1
    assert not [message for message in by.sent if "def h" in message]


def test_a_text_with_a_fault_ends_with_its_reason() -> None:
    given = {**GIVEN, "heuristic": "own", "source": "def h(board, goal):\n    return -1\n"}
    with pytest.raises(SolverError, match="gave -1 for the board"):
        carry_out_by_page("space", given)
    with pytest.raises(SolverError, match="Stopped before"):
        carry_out_by_page("space", given, Pair(stop_after=1))
