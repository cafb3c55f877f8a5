"""A board solved by hand: what is asked of the solver, and what the page says at the end."""

from __future__ import annotations

from typing import Any

from npuzzle import Board
from tests.support.page_commands import effects_of
from tests.support.page_states import follow, page
from web.command import Call
from web.page.commands import update
from web.page.commands.modes import toggle_edit, type_cell
from web.page.commands.sliding import press_arrow
from web.page.commands.solving import change_solver
from web.page.commands.undo import judge_by_hand
from web.page.state import UiState
from web.page.words import describe_seal

START = "1 2 3/4 5 6/0 7 8"
WAY = (press_arrow("L"), press_arrow("R"), press_arrow("L"), press_arrow("L"))


def make_moves(state: UiState, *arrows: Call) -> tuple[UiState, list[Any]]:
    """Return the page after those moves, and what the solver was asked for on the way."""
    asked = []
    for arrow in arrows:
        before, state = state, update(state, arrow)
        effects = effects_of(before, state, arrow)
        asked += [given for name, given, _ in effects if name == "judge_by_hand"]
    return state, asked


def solve_by_hand() -> UiState:
    return make_moves(update(page(START), change_solver(ready=True)), *WAY)[0]


def test_the_solver_is_asked_once_for_the_shortest_path_from_where_the_moves_began() -> None:
    begun = update(page(START), change_solver(ready=True))
    on_the_way, asked = make_moves(begun, *WAY[:-1])
    assert asked == []
    _, asked = make_moves(on_the_way, WAY[-1])
    assert [str(job.board) for _, job in asked] == [START]


def test_nothing_is_asked_while_the_solver_is_busy_or_of_large_boards() -> None:
    busy = update(page(START), change_solver(ready=True, busy="A race is under way."))
    assert make_moves(busy, *WAY)[1] == []
    rows = [[str(5 * r + c + 1) for c in range(5)] for r in range(5)]
    rows[4][3:] = ["0", "24"]
    large = update(page("/".join(map(" ".join, rows))), change_solver(ready=True))
    solved, asked = make_moves(large, press_arrow("L"))
    assert solved.is_solved_by_hand
    assert asked == []


def test_the_seal_says_how_many_moves_would_do() -> None:
    state = solve_by_hand()
    assert describe_seal(state) == ("Solved in 4 moves", "")
    origin, goal = state.history.origin, Board.parse("1 2 3/4 5 6/7 8 0")
    judged = update(state, judge_by_hand(origin, goal, 2))
    assert describe_seal(judged) == ("Solved in 4 moves", "2 would do.")
    assert judged.spoken == "Solved in 4 moves. 2 would do."
    assert describe_seal(update(state, judge_by_hand(origin, goal, 4)))[1] == "No solution is shorter."


def test_what_is_known_of_another_start_or_goal_says_nothing() -> None:
    state = solve_by_hand()
    other = (("1", "2", "3"), ("4", "5", "6"), ("7", "0", "8"))
    told = update(state, judge_by_hand(other, Board.parse("1 2 3/4 5 6/7 8 0"), 1))
    assert describe_seal(told)[1] == ""
    later = update(update(state, press_arrow("R")), judge_by_hand(other, Board.parse("1 2 3/4 5 6/7 8 0"), 1))
    assert later.spoken == "", "the board is not solved any more"


def test_the_seal_goes_with_the_next_move() -> None:
    assert describe_seal(update(solve_by_hand(), press_arrow("R"))) == ("", "")


def test_nothing_is_said_of_a_board_that_was_edited_on_the_way() -> None:
    """Else 20 moves after an edit would be compared with the board before it."""
    state = update(page(START), change_solver(ready=True))
    goal = Board.parse("1 2 3/4 5 6/7 8 0")
    judged = update(state, judge_by_hand(state.history.origin, goal, 2))
    typed = follow(judged, toggle_edit(), type_cell(2, 0, "7"), type_cell(2, 1, ""), toggle_edit())
    edited, asked = make_moves(typed, press_arrow("L"))
    assert (edited.is_solved_by_hand, asked) == (True, [])
    assert describe_seal(edited) == ("Solved in 1 move", "")
