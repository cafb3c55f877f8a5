"""Hints: the state's requests, its display, and that no hint is of another board."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from npuzzle import Board, Problem, goal_board, random_board, solve
from npuzzle.lab.space import MAX_ENUMERATED_CELLS, build_distance_table
from npuzzle.puzzle.shape import Shape
from tests.support.long_paths import long_path
from tests.support.page_states import follow
from web.hints.model import EXACT_CELLS, PLANNED, Hint, Plan
from web.hints.task import HintTask
from web.page.commands import initial_state, update
from web.page.commands.board import choose_goal, give_board, type_goal, type_text
from web.page.commands.hints import ask_hint, choose_hints, take_hint
from web.page.commands.sliding import press_arrow, press_cell
from web.page.commands.solving import change_solver
from web.page.state import UiState
from web.page.words import describe_change, describe_hint

NEAR_15 = "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15"


def page(board: str, *events: object) -> UiState:
    return follow(initial_state(Board.parse(board)), change_solver(ready=True), *events)


def with_table(state: UiState) -> UiState:
    """Return the state after it received the table that it requests."""
    wanted = state.hint_request
    assert wanted is not None
    return update(
        state,
        take_hint(distances=build_distance_table(Shape(wanted["rows"], wanted["cols"]), wanted["home"])),
    )


def with_plan(state: UiState) -> UiState:
    wanted = state.hint_request
    assert wanted is not None
    board, goal = Board.parse(wanted["board"]), Board.parse(wanted["goal"])
    result = solve(board, goal)
    assert result.path is not None
    return update(state, take_hint(plan=Plan.of(board, goal, result.path, proved=True)))


def test_small_means_what_the_package_can_know_of() -> None:
    assert EXACT_CELLS == MAX_ENUMERATED_CELLS


@pytest.mark.slow
def test_a_small_board_has_its_hint_after_every_move() -> None:
    state = page("8 6 7/2 5 4/3 0 1", choose_hints(True))
    assert describe_hint(state) == "Looking for a hint ..."
    state = with_table(state)
    assert state.hint_request is None
    assert state.spoken == "31 to go: slide tile 5 down, tile 3 right or tile 1 left."
    random = Random(3)
    for _ in range(40):
        board, before = state.board.check.board, state
        assert board is not None
        state = update(state, press_cell(random.choice(board.movable)))
        assert state.hint is not None
        assert state.board.check.board is not None
        assert state.hint.to_go == solve(state.board.check.board).length
        if state.hint.to_go:
            assert describe_change(before, state).endswith(f", {state.hint.to_go} to go.")
    while state.hint is not None and state.hint.moves:
        state = update(state, press_cell(state.hint.moves[0].src))
    assert describe_hint(state) == "This is the goal."
    assert update(state, choose_hints(False)).hint is None


def test_a_move_is_said_with_how_far_the_goal_is_then() -> None:
    state = with_table(page("1 2/0 3", choose_hints(True)))
    assert state.spoken == describe_hint(state) == "1 to go: slide tile 3 left."
    assert describe_change(state, state) == state.spoken, "without a move, nothing is added"
    moved = update(state, press_cell(0))
    assert moved.spoken == "Tile 1 down."
    assert describe_change(state, moved) == "Tile 1 down, 2 to go."
    assert describe_change(state, replace(moved, spoken="Tile 1 down")) == "Tile 1 down, 2 to go."
    assert describe_change(state, replace(moved, spoken="")) == ""
    solved = update(state, press_cell(3))
    assert describe_change(state, solved) == solved.spoken
    assert "to go" not in solved.spoken


@pytest.mark.slow
def test_another_goal_or_size_asks_for_another_table() -> None:
    state = with_table(page("8 6 7/2 5 4/3 0 1", choose_hints(True)))
    other = update(state, choose_goal("blank-first"))
    assert other.hint is None
    assert other.hint_request == {"rows": 3, "cols": 3, "home": 0}
    other = update(other, type_text("3 1/2 0"))
    if other.board.check.solvable:
        assert other.hint_request == {"rows": 2, "cols": 2, "home": 0}
    assert update(other, type_text(NEAR_15)).hint_request is None


def test_an_unsolvable_board_is_reported() -> None:
    state = page("1 2 3/4 5 6/8 7 0", choose_hints(True))
    assert state.hint_request is None
    assert describe_hint(state) == "No hint: this board cannot reach the goal, whatever you slide."
    state = page("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", ask_hint())
    assert state.hint_request is None
    assert state.spoken == "No hint: this board cannot reach the goal, whatever you slide."


def test_a_larger_board_has_a_hint_when_asked_until_it_changes() -> None:
    state = page(NEAR_15)
    assert (state.hint, describe_hint(state), state.hint_request) == (None, "", None)
    state = update(state, ask_hint())
    assert describe_hint(state) == "Looking for a hint ..."
    state = with_plan(state)
    assert state.spoken == "2 to go: slide tile 14 left."
    moved = update(state, press_arrow("L"))
    assert (moved.hint, describe_hint(moved)) == (None, "")
    again = update(moved, ask_hint())  # the rest of the plan is known
    assert (again.hint_request, again.spoken) == (None, "1 to go: slide tile 15 left.")
    astray = update(update(again, press_arrow("D")), ask_hint())
    assert astray.hint_request == {"board": str(astray.board.check.board), "goal": str(astray.goal.board)}


def test_a_search_for_a_hint_is_dropped_when_the_board_changes_or_on_demand() -> None:
    looking = page(NEAR_15, ask_hint())
    assert update(looking, press_arrow("L")).hint_request is None
    assert update(looking, choose_goal("blank-first")).hint_request is None or looking.goal.board is None
    stopped = update(looking, ask_hint())
    assert (stopped.hint_request, describe_hint(stopped)) == (None, "")


def test_a_late_plan_is_not_shown_for_another_board() -> None:
    looking = page(NEAR_15, ask_hint())
    plan = with_plan(looking).hints.plan
    elsewhere = update(update(looking, press_arrow("R")), take_hint(plan=plan))
    assert (elsewhere.hint, describe_hint(elsewhere)) == (None, "")
    goal = goal_board("blank-first", Shape(4, 4))
    assert update(with_plan(looking), give_board(Board.parse(NEAR_15), goal)).hint is None


def test_no_button_is_disabled_by_a_hint() -> None:
    looking = page(NEAR_15, ask_hint(), change_solver(ready=True, busy="hint"))
    assert (looking.why_not_solve, looking.why_not_start) == ("", "")


def test_why_there_is_none() -> None:
    waiting = page(NEAR_15, change_solver(ready=True, busy="race"), ask_hint())
    assert waiting.spoken == "A race is in progress."
    assert waiting.hint_request is not None, "the hint must be requested after the race"
    assert describe_hint(update(waiting, change_solver(ready=True))) == "Looking for a hint ..."
    away = page(NEAR_15, change_solver(ready=False), ask_hint())
    assert (describe_hint(away), away.hint_request) == ("The solver is still loading.", waiting.hint_request)
    gone = page(NEAR_15, ask_hint(), take_hint())
    assert gone.spoken.startswith("No hint was found in 3 seconds.")
    assert describe_hint(update(gone, type_text("1 2 3/4 5 6/0 7 8"))) == ""
    assert describe_hint(update(gone, press_arrow("L"))) == "", "no hint was requested for this board"
    no_goal = update(page("8 6 7/2 5 4/3 0 1", choose_hints(True)), type_goal("1"))
    assert (no_goal.goal.board, describe_hint(no_goal)) == (None, "")
    failed = page("8 6 7/2 5 4/3 0 1", choose_hints(True), take_hint(problem="The solver is gone."))
    assert (failed.hints.are_on, describe_hint(failed)) == (False, "The solver is gone.")
    waiting = update(initial_state(Board.parse("8 6 7/2 5 4/3 0 1")), choose_hints(True))
    assert describe_hint(waiting) == "The solver is still loading."


def test_a_plan_knows_each_board_on_its_way() -> None:
    goal = goal_board("blank-last", Shape(3, 3))
    board = random_board(goal, Random(5))
    result = solve(board, goal, algorithm="greedy")
    assert result.path is not None
    plan = Plan.of(board, goal, result.path, proved=False)
    for at in range(0, len(result.path), 7):
        on_the_way = Problem(board, goal).replay(result.path[:at])
        hint = plan.hint(on_the_way)
        assert hint is not None
        assert hint.to_go <= len(result.path) - at
        further = plan.hint(on_the_way.slide(hint.moves[0].src))
        assert further is not None
        assert further.to_go == hint.to_go - 1
    assert plan.hint(goal) == Hint(0, False, ())
    assert plan.hint(Board.parse("1 2/3 0")) is None


def test_a_plan_of_a_very_long_way_knows_its_beginning_and_its_length() -> None:
    board, goal, path = long_path(Shape(4, 4), 2_500, seed=1)
    plan = Plan.of(board, goal, path, proved=False)
    assert plan == Plan.of(board, goal, path[:PLANNED], to_go=2_500, proved=False)
    near = plan.hint(Problem(board, goal).replay(path[: PLANNED - 1]))
    assert near is not None
    assert near.to_go == 2_501 - PLANNED
    assert plan.hint(Problem(board, goal).replay(path[: PLANNED + 1])) is None
    assert plan.hint(goal) == Hint(0, False, ())


def test_the_search_for_a_hint_of_another_goal_ends() -> None:
    state = with_plan(page(NEAR_15, ask_hint()))
    assert state.hint is not None
    other = update(state, choose_goal("blank-first"))
    assert other.hint_request is None
    assert describe_hint(other) == ""


# The worker's side


def run_task(task: HintTask) -> dict[str, object]:
    for _ in range(2_000):
        task.step(0.05)
        answer = task.answer()
        if answer is not None:
            return answer
        assert set(task.progress()) == {"done", "total"}
    raise AssertionError("the task never ends")


def test_the_task_makes_the_table_and_remembers_it() -> None:
    given = {"rows": 2, "cols": 3, "home": 5}
    assert run_task(HintTask(given)) == {"exact": build_distance_table(Shape(2, 3), 5).to_text()}
    again = HintTask(given)
    again.step(0.001)
    assert again.answer() is not None


def test_the_task_finds_a_way() -> None:
    answer = run_task(HintTask({"board": NEAR_15, "goal": str(goal_board("blank-last", Shape(4, 4)))}))
    assert answer == {"moves": "LL", "to_go": 2, "proved": True}


def test_where_no_proof_comes_in_time_any_way_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.hints.task.SECONDS", 0.1)
    goal = goal_board("blank-last", Shape(5, 5))
    board = random_board(goal, Random(5))
    answer = run_task(HintTask({"board": str(board), "goal": str(goal)}))
    assert answer["proved"] is False
    assert Problem(board, goal).replay(str(answer["moves"])) == goal


@pytest.mark.parametrize(
    ("given", "empty"),
    [
        ({"rows": 3, "cols": 3, "home": 4}, {"exact": None}),
        ({"board": "1 2/0 3", "goal": "1 2/3 0"}, {"moves": None, "to_go": None, "proved": False}),
    ],
)
def test_a_task_that_is_ended_early_has_nothing(given: dict[str, object], empty: dict[str, object]) -> None:
    task = HintTask(given)
    task.cancel()
    task.step(0.01)
    assert task.answer() == empty
