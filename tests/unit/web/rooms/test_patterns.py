"""Pattern databases built by hand: choosing groups, the groups that are rejected, the solver's figures."""

from __future__ import annotations

from typing import Any

import pytest

from npuzzle import Board, goal_board, solve
from npuzzle.heuristics import as_card
from npuzzle.lab import certify
from tests.support.translations import FILES, misses
from web.command import Call, perform
from web.page.commands import initial_state
from web.page.commands import update as page_update
from web.page.commands.board import choose_size
from web.page.commands.solving import choose_option
from web.page.heuristic_choice import COMBINE
from web.rooms.lab.patterns_state import (
    PatternsState,
    Phase,
    choose_goal,
    choose_letter,
    empty_groups,
    fail,
    groups_in,
    press_tile,
    put_tile,
    start,
    stop,
    take_answer,
    take_goal,
    take_progress,
    type_groups,
)
from web.rooms.lab.patterns_task import PatternsTask

HALVES = "1 2 3 4 | 5 6 7 8"


def after(*calls: Call, state: PatternsState | None = None) -> PatternsState:
    state = state or PatternsState()
    for call in calls:
        state = perform(state, call)
    return state


def run_task(goal: str, heuristic: str) -> dict[str, Any]:
    task = PatternsTask({"goal": goal, "heuristic": heuristic})
    said = []
    while (answer := task.answer()) is None:
        task.step(0.05)
        said.append(task.progress())
    assert all(0 <= now["done"] <= now["total"] for now in said)
    return answer


def test_tiles_are_pressed_into_groups_and_out_again() -> None:
    state = after(press_tile(1), press_tile(2), choose_letter("B"), press_tile(3), press_tile(2))
    assert (state.groups, state.text, state.typed) == (((1,), (2, 3)), "1 | 2 3", "1 | 2 3")
    assert after(press_tile(3), state=state).text == "1 | 2"
    assert state.heuristic == "patterns(1|2,3)"
    assert after(put_tile(8, "C"), state=state).text == "1 | 2 3 | 8"
    assert after(empty_groups(), state=state).problem == "Press the tiles of a first group."
    for nothing in (press_tile(0), press_tile(9), put_tile(1, "Z"), choose_letter("?")):
        assert after(nothing, state=state) is state


def test_groups_are_typed_too() -> None:
    state = after(type_groups(HALVES))
    assert state.heuristic == "patterns(1,2,3,4|5,6,7,8)"
    assert state.left_out == ""
    assert after(type_groups("1 2 | 3")).left_out.startswith("In no group: 4 5 6 7 8.")
    wrong = after(type_groups("1 2 | 2"), state=state)
    assert wrong.problem.startswith("Tile 2 is in the groups twice: its moves would be counted twice")
    assert (wrong.typed, wrong.text) == ("1 2 | 2", HALVES)  # as typed; the tiles wait for a readable text
    assert "not 12" in after(type_groups("1 12")).problem
    assert after(type_groups(" "), state=state).groups == ()
    assert after(start(), state=wrong) is wrong
    for problem in (wrong.problem, after(type_groups("1 12")).problem, after(type_groups("x")).problem):
        assert misses(FILES[0], [problem]) == []


def test_the_memory_is_known_before_and_too_much_is_refused() -> None:
    goal = goal_board("blank-last", "4x4")
    state = after(take_goal(goal), type_groups("1 2 3 4 5 6 | 7 8"))
    assert state.cost.startswith("5,766,000 placements to look at; the databases take 16.8 MB")
    assert "84.1 MB of memory" in state.cost
    large = after(take_goal(goal), type_groups("1 2 3 4 5 6 7"))
    assert "268,435,456 entries; the largest group that can be built has 6 tiles" in large.problem
    assert (large.cost, large.problem_typed) == ("", large.problem)
    assert after(start(), state=large).phase is Phase.FREE
    assert misses(FILES[0], [state.cost, large.problem, state.left_out]) == []


def test_another_size_keeps_the_tiles_that_it_has() -> None:
    state = after(take_goal(goal_board("blank-last", "4x4")), type_groups("1 2 9 | 3 15"))
    assert after(take_goal(goal_board("blank-last", "3x3")), state=state).text == "1 2 | 3"
    page = initial_state(Board.parse("1 2 3/4 5 6/7 8 0"))
    assert choose_goal(page) == goal_board("blank-last", "3x3")
    assert choose_goal(page_update(page, choose_size(5, 5))) == goal_board("blank-last", "4x4")


def test_it_is_built_stopped_and_lost() -> None:
    building = after(type_groups(HALVES), start(), take_progress({"doing": "race", "done": 1, "total": 2}))
    assert building.progress_sentence == "Solving boards: 50%"
    assert building.request() == {"goal": "1 2 3/4 5 6/7 8 0", "heuristic": "patterns(1,2,3,4|5,6,7,8)"}
    for ignored in (press_tile(1), type_groups("1"), empty_groups(), start()):
        assert after(ignored, state=building) is building
    assert after(stop(), state=building).progress_sentence == "Stopping."
    stopped = after(stop(), take_answer({"stopped": True}), state=building)
    assert (stopped.phase, stopped.note) == (Phase.FREE, "Stopped: nothing was measured.")
    assert after(fail("The solver died."), state=building).note == "The solver died."
    built = after(take_answer({"stopped": False}), state=building)
    assert built.is_current
    assert not after(press_tile(1), state=built).is_current
    sentences = [building.progress_sentence, stopped.note, "Building: 3%", "Measuring the mean: 99%"]
    assert misses(FILES[0], sentences) == []


def test_the_solver_measures_what_the_library_measures() -> None:
    answer = run_task("1 2 3/4 5 0", "patterns(1,2|3,4,5)")
    assert (answer["exact"], answer["counted"], answer["bytes"]) == (True, 360, 6**2 + 6**3)
    for name, mean in answer["means"].items():
        assert mean == pytest.approx(certify(as_card(name), "2x3", against=[]).mean)
    for row in answer["boards"]:
        for name, expanded in row["expanded"].items():
            found = solve(row["board"], algorithm="astar", heuristic=as_card(name))
            assert found.snapshot.expanded == expanded


@pytest.mark.slow
def test_on_larger_boards_it_is_a_sample_that_is_the_same_each_time() -> None:
    goal = "1 2 3 4/5 6 7 8/9 10 11 0"
    answer = run_task(goal, "patterns(1,2|3,4)")
    assert (answer["exact"], answer["counted"]) == (False, 1_000)
    again = run_task(goal, "patterns(1,2|3,4)")
    assert again["means"] == answer["means"]
    assert again["boards"] == answer["boards"]


def test_it_can_be_stopped() -> None:
    task = PatternsTask({"goal": "1 2 3/4 5 6/7 8 0", "heuristic": "patterns(1,2,3,4|5,6,7,8)"})
    task.step(0.0)
    task.cancel()
    assert task.answer() == {"stopped": True}


def test_a_link_holds_the_choice() -> None:
    page = initial_state(Board.parse("8 6 7/2 5 4/3 0 1"))
    for name, value in (("formula", after(type_groups(HALVES)).heuristic), ("heuristic", COMBINE)):
        page = page_update(page, choose_option(name, value))
    assert page.options_problem == ""
    assert page.options.asked_heuristic == "patterns(1,2,3,4|5,6,7,8)"
    assert groups_in(page.options.formula) == HALVES
    assert groups_in("max(zero, patterns(1))") == ""
