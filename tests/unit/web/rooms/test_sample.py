"""A sample of a larger space in the Explore room, without a browser."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, goal_board, solve
from npuzzle.errors import InvalidJobError
from npuzzle.lab import measure_errors
from npuzzle.lab.certifying import count_errors, round_errors
from npuzzle.lab.space import rank
from npuzzle.puzzle.problem import Problem
from tests.unit.web.interpreters import Pair
from tests.unit.web.interpreters import carry_out as carry_out_by_page
from web.command import perform
from web.rooms.explore import sample
from web.rooms.explore.sample import COUNTS, MOST_SEED, Drawn
from web.rooms.explore.sample_task import SampleTask, draw_sample
from web.rooms.explore.state import ExploreState, choose_sample, read_note
from web.solver.stream import SolverError

GOAL = "0 1 2/3 4 5/6 7 8"
GIVEN = {"board": "8 6 7/2 5 4/3 0 1", "goal": GOAL, "algorithm": "astar", "heuristic": "manhattan"} | {
    "count": 40,
    "seed": 7,
}
WIDE = {**GIVEN, "board": "0 9 8 7 6/5 4 3 2 1", "goal": "1 2 3 4 5/6 7 8 9 0", "count": 3}
COUNTING = "def h(board, goal):\n    return sum(a != b for a, b in zip(board.tiles, goal.tiles) if a)\n"


def carry_out(given: dict[str, Any], seconds: float = 0.01) -> tuple[list[sample.State], dict[str, Any]]:
    """Run the task as the page does: all boards that it told, then its answer."""
    task, told = SampleTask(given), []
    while (answer := task.answer()) is None:
        told += task.progress()["new"]
        task.step(seconds)
    return [sample.State(*each) for each in [*told, *answer["new"]]], answer


@pytest.mark.slow
def test_a_sample_of_the_3x3_is_what_the_exact_table_says() -> None:
    states, answer = carry_out(GIVEN, 0.001)
    found = measure_errors("manhattan", "3x3", GOAL)
    ranks = [rank(Problem(Board.parse(state.board), Board.parse(GOAL)).initial) for state in states]
    distances = [found.table.by_rank[number] for number in ranks]
    assert [state.moves for state in states] == distances
    assert [state.h for state in states] == [found.estimates[number] for number in ranks]
    here = found.table.by_rank[rank(Problem(GIVEN["board"], GOAL).initial)]
    exact = count_errors([found.estimates[number] for number in ranks], distances)
    assert dict(answer["errors"]) == round_errors(exact)
    assert (answer["done"], answer["here"], answer["stopped"], answer["too_high"]) == (40, here, False, 0)


@pytest.mark.slow
def test_every_board_is_drawn_as_often_as_any_other() -> None:
    """Chi-square over the 360 boards of the 2x3, ten expected of each: 359 degrees, 4 deviations are 466."""
    given = {"board": "1 2 3/4 5 0", "goal": "1 2 3/4 5 0", "count": 1}
    drawn = Counter(draw_sample({**given, "seed": seed})[2][0] for seed in range(3600))
    assert len(drawn) == 360
    assert sum((number - 10) ** 2 / 10 for number in drawn.values()) < 466
    again = draw_sample({**given, "count": 50, "seed": 3})[2]
    assert again == draw_sample({**given, "count": 50, "seed": 3})[2]
    assert len(set(again)) == 50


@pytest.mark.slow
def test_the_distances_of_ten_cells_are_those_of_a_search_from_both_ends() -> None:
    states, answer = carry_out(WIDE)
    expected = [solve(each.board, WIDE["goal"], algorithm="bidirectional").length for each in states]
    assert [state.moves for state in states] == expected
    assert answer["here"] == solve(WIDE["board"], WIDE["goal"], algorithm="bidirectional").length


@pytest.mark.slow
def test_a_heuristic_of_the_lab_runs_in_the_sandbox_alone() -> None:
    by = Pair()
    answer = carry_out_by_page("sample", {**GIVEN, "heuristic": "own", "source": COUNTING}, by)
    _, built_in = carry_out({**GIVEN, "heuristic": "misplaced"})
    assert answer["errors"] == built_in["errors"]
    assert not [message for message in by.sent if "def h" in message]
    wrong = {**GIVEN, "heuristic": "own", "source": "def h(board, goal):\n    return -1\n"}
    with pytest.raises(SolverError, match="gave -1 for the board"):
        carry_out_by_page("sample", wrong)
    with pytest.raises(SolverError, match="Stopped before"):
        carry_out_by_page("sample", {**wrong, "source": COUNTING}, Pair(stop_after=1))


def test_a_stopped_sample_keeps_what_it_has() -> None:
    task, told = SampleTask(GIVEN), []
    while len(told) < 3:
        task.step(0.0001)
        told += task.progress()["new"]
    task.cancel()
    answer = task.answer()
    assert answer is not None
    assert answer["stopped"]
    assert answer["new"] == []
    assert sum(number for _, number in answer["errors"]) == answer["done"] == len(told)


def test_without_a_heuristic_there_are_no_errors() -> None:
    given = {name: value for name, value in GIVEN.items() if name != "heuristic"}
    states, answer = carry_out({**given, "count": 2})
    assert answer["errors"] is None
    assert [state.h for state in states] == [None, None]


@pytest.mark.parametrize(
    "change", [{"count": 0}, {"count": 501}, {"board": str(goal_board("blank-last", "5x5"))}]
)
def test_what_is_too_large_is_refused(change: dict[str, Any]) -> None:
    goal = str(goal_board("blank-last", "5x5")) if "board" in change else GOAL
    with pytest.raises(InvalidJobError):
        SampleTask({**GIVEN, **change, "goal": goal})


def make_sample(*moves: int) -> sample.Sample:
    goal = goal_board("blank-last", "4x4")
    states = tuple(sample.State(str(goal), number, number - 2.0) for number in moves)
    return sample.Sample(goal, goal, 20, 5, states, here=0)


def test_dots_stand_above_one_another_and_keys_walk_them() -> None:
    shown = make_sample(50, 52, 50, 53)
    assert shown.places == [(50, 0), (52, 0), (50, 1), (53, 0)]
    assert shown.range == (0, 53)
    assert [shown.walk(-1, key) for key in ("Home", "End", "x")] == [0, 3, -1]
    assert [shown.walk(0, key) for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")] == [2, 0, 0, 1]
    assert [shown.walk(1, key) for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")] == [3, 2, 0, 3]
    assert make_sample().walk(-1, "Home") == -1


def test_the_sentences_say_what_a_sample_is() -> None:
    shown = make_sample(50, 52)
    assert "A sample: 20 of the 10,461,394,944,000 boards that can reach the goal." in shown.describe()
    assert "the seed 5, each as likely as any other" in shown.describe()
    assert shown.describe_progress(stopped=True) == (
        "2 of 20 distances found. You stopped it. Mean distance: 51.00 moves, standard error 1.00."
    )
    assert shown.describe_here() == "You are here: 0 moves from the goal."
    assert shown.describe_state(0).endswith(": 50 moves from the goal. Estimate h: 48.")
    answer = {"errors": [[-2, 2]], "too_high": 0}
    assert sample.describe_errors(answer, shown.states) == (
        "Within half a move of the truth on 0 of 2 boards of the sample. Mean error: -2.00 moves, "
        "standard error 0.00. Never too high in this sample, which proves nothing about the other boards."
    )
    assert [sample.read_seed(text) for text in (" 12 ", "", "-1", "1.5", "9" * 10)] == [
        12,
        None,
        None,
        None,
        None,
    ]
    shapes = {
        cells: sample.has_sample(goal_board("blank-last", cells)) for cells in ("3x3", "2x5", "4x4", "3x6")
    }
    assert shapes == {"3x3": False, "2x5": True, "4x4": True, "3x6": False}


@given(st.sampled_from(COUNTS), st.integers(0, MOST_SEED))
def test_the_note_of_the_room_carries_the_sample(count: int, seed: int) -> None:
    drawn = Drawn(count, seed)
    assert Drawn.parse(drawn.word) == drawn
    for choice in ("astar manhattan", "breadth-first manhattan", "beam misplaced 7"):
        state = perform(perform(ExploreState(), read_note(choice)), choose_sample(drawn))
        assert state.note == f"{choice} sample:{count}:{seed}"
        assert perform(ExploreState(), read_note(state.note)) == state
        assert perform(state, read_note(choice)).sample is None, "a link without a sample shows none"


@pytest.mark.parametrize(
    "word",
    ["sample:", "sample:100", "sample:7:1", "sample:100:-1", "sample:100:x", "100:1", "sample:100:1:2"],
)
def test_what_names_no_sample_is_left_out(word: str) -> None:
    assert Drawn.parse(word) is None
    assert perform(ExploreState(), read_note(f"greedy misplaced {word}")).note == "greedy misplaced"
