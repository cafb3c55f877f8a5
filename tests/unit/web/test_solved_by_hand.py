"""A board solved by hand: what is asked of the solver, and what the page says at the end."""

from __future__ import annotations

from npuzzle import Board
from tests.support.page_states import page
from web.page.effects import JudgeByHand, effects_of
from web.page.events import ArrowPressed, HandJudged, SolverChanged
from web.page.state import UiState
from web.page.updates import update
from web.page.words import describe_seal

START = "1 2 3/4 5 6/0 7 8"
WAY = (ArrowPressed("L"), ArrowPressed("R"), ArrowPressed("L"), ArrowPressed("L"))


def make_moves(state: UiState, *arrows: ArrowPressed) -> tuple[UiState, list[JudgeByHand]]:
    """Return the page after those moves, and what the solver was asked for on the way."""
    asked = []
    for arrow in arrows:
        before, state = state, update(state, arrow)
        asked += [effect for effect in effects_of(before, state, arrow) if isinstance(effect, JudgeByHand)]
    return state, asked


def solve_by_hand() -> UiState:
    return make_moves(update(page(START), SolverChanged(ready=True)), *WAY)[0]


def test_the_solver_is_asked_once_for_the_shortest_path_from_where_the_moves_began() -> None:
    begun = update(page(START), SolverChanged(ready=True))
    on_the_way, asked = make_moves(begun, *WAY[:-1])
    assert asked == []
    _, asked = make_moves(on_the_way, WAY[-1])
    assert [str(effect.job.board) for effect in asked] == [START]


def test_nothing_is_asked_while_the_solver_is_busy_or_of_large_boards() -> None:
    busy = update(page(START), SolverChanged(ready=True, busy="A race is under way."))
    assert make_moves(busy, *WAY)[1] == []
    rows = [[str(5 * r + c + 1) for c in range(5)] for r in range(5)]
    rows[4][3:] = ["0", "24"]
    large = update(page("/".join(map(" ".join, rows))), SolverChanged(ready=True))
    solved, asked = make_moves(large, ArrowPressed("L"))
    assert solved.is_solved_by_hand
    assert asked == []


def test_the_seal_says_how_many_moves_would_do() -> None:
    state = solve_by_hand()
    assert describe_seal(state) == ("Solved in 4 moves", "")
    origin, goal = state.history.origin, Board.parse("1 2 3/4 5 6/7 8 0")
    judged = update(state, HandJudged(origin, goal, 2))
    assert describe_seal(judged) == ("Solved in 4 moves", "2 would do.")
    assert judged.spoken == "Solved in 4 moves. 2 would do."
    assert describe_seal(update(state, HandJudged(origin, goal, 4)))[1] == "No solution is shorter."


def test_what_is_known_of_another_start_or_goal_says_nothing() -> None:
    state = solve_by_hand()
    other = (("1", "2", "3"), ("4", "5", "6"), ("7", "0", "8"))
    told = update(state, HandJudged(other, Board.parse("1 2 3/4 5 6/7 8 0"), 1))
    assert describe_seal(told)[1] == ""
    later = update(update(state, ArrowPressed("R")), HandJudged(other, Board.parse("1 2 3/4 5 6/7 8 0"), 1))
    assert later.spoken == "", "the board is not solved any more"


def test_the_seal_goes_with_the_next_move() -> None:
    assert describe_seal(update(solve_by_hand(), ArrowPressed("R"))) == ("", "")
