"""A board solved by hand: the request to the solver, and the page's sentence at the end."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from npuzzle import Board, IllegalMoveError, goal_board, random_walk, solve
from npuzzle.progress import run_to_end
from npuzzle.solving.review import iter_review
from tests.support.page_commands import REVIEW, effects_of
from tests.support.page_states import follow, page
from web.command import Call
from web.page.commands import update
from web.page.commands.modes import toggle_edit, type_cell
from web.page.commands.sliding import press_arrow
from web.page.commands.solving import change_solver
from web.page.commands.undo import choose_reviewed, take_review
from web.page.review import describe_chosen, describe_review, find_board, write_review
from web.page.state import UiState
from web.page.words import describe_seal
from web.rooms.solve.review_task import ReviewTask

START = "1 2 3/4 5 6/0 7 8"
WAY = (press_arrow("L"), press_arrow("R"), press_arrow("L"), press_arrow("L"))


def make_moves(state: UiState, *arrows: Call) -> tuple[UiState, list[Any]]:
    """Return the page after those moves, and its requests to the solver on the way."""
    asked = []
    for arrow in arrows:
        before, state = state, update(state, arrow)
        effects = effects_of(before, state, arrow)
        asked += [given for name, given, _ in effects if name == "review_by_hand"]
    return state, asked


def solve_by_hand() -> UiState:
    return make_moves(update(page(START), change_solver(ready=True)), *WAY)[0]


def test_the_solver_is_asked_once_to_review_the_moves() -> None:
    begun = update(page(START), change_solver(ready=True))
    on_the_way, asked = make_moves(begun, *WAY[:-1])
    assert asked == []
    _, asked = make_moves(on_the_way, WAY[-1])
    assert asked == [(REVIEW.origin, REVIEW.goal, "LRLL")]


def test_nothing_is_asked_while_the_solver_is_busy_or_of_large_boards() -> None:
    busy = update(page(START), change_solver(ready=True, busy="A race is in progress."))
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
    reviewed = update(state, take_review(REVIEW))
    assert describe_seal(reviewed) == ("Solved in 4 moves", "2 would be enough.")
    assert reviewed.spoken == "Solved in 4 moves. 2 would be enough."
    short = follow(page(START), press_arrow("L"), press_arrow("L"), take_review(REVIEW))
    assert describe_seal(short)[1] == "No solution is shorter."
    assert not short.is_reviewed, "other moves were reviewed"


OTHER = replace(
    REVIEW, origin=(("1", "2", "3"), ("4", "5", "6"), ("7", "0", "8")), path="L", distances=(1, 0)
)


def test_what_is_known_of_another_start_or_goal_says_nothing() -> None:
    state = solve_by_hand()
    assert describe_seal(update(state, take_review(OTHER)))[1] == ""
    later = update(update(state, press_arrow("R")), take_review(OTHER))
    assert later.spoken == "", "the board is no longer solved"


def test_the_seal_goes_with_the_next_move() -> None:
    assert describe_seal(update(solve_by_hand(), press_arrow("R"))) == ("", "")


def test_nothing_is_said_of_a_board_that_was_edited_on_the_way() -> None:
    """Otherwise 20 moves after an edit would be compared with the board before the edit."""
    state = update(page(START), change_solver(ready=True))
    typed = follow(
        update(state, take_review(REVIEW)),
        toggle_edit(),
        type_cell(2, 0, "7"),
        type_cell(2, 1, ""),
        toggle_edit(),
    )
    edited, asked = make_moves(typed, press_arrow("L"))
    assert (edited.is_solved_by_hand, asked) == (True, [])
    assert describe_seal(edited) == ("Solved in 1 move", "")


# The review


def test_each_move_of_a_review_is_looked_at_with_the_one_that_was_nearer() -> None:
    state = update(solve_by_hand(), take_review(REVIEW))
    assert (state.is_reviewed, REVIEW.kinds) == (True, ["nearer", "away", "back", "nearer"])
    assert describe_review(state.review) == "Move 2 led away from the goal and cost 2 moves."
    said = [describe_chosen(update(state, choose_reviewed(number)).review) for number in range(5)]
    assert said == [
        "",
        "Move 1, tile 7 left, led nearer to the goal: 1 move to go.",
        "Move 2, tile 7 right, led away. Tile 8 left leads nearer: 0 moves to go, not 2.",
        "Move 3, tile 7 left, led nearer to the goal: 1 move to go.",
        "Move 4, tile 8 left, led nearer to the goal: 0 moves to go.",
    ]
    assert update(state, choose_reviewed(5)) is state
    beyond = replace(REVIEW, path="LLRL", distances=(2, 1, 0, 1, 0), better=("", "", "", ""), chosen=3)
    assert describe_chosen(beyond) == (
        "Move 3, tile 8 right, led away from the goal, which had been reached already."
    )
    assert find_board(replace(REVIEW, chosen=2)) == Board.parse("1 2 3/4 5 6/7 0 8")
    assert write_review(REVIEW, "https://host.example/") == (
        "n-puzzle 3x3: 4 moves (shortest 2, proved)\n"
        "\N{LARGE GREEN SQUARE}\N{LARGE RED SQUARE}\N{LARGE BROWN SQUARE}\N{LARGE GREEN SQUARE}\n"
        "https://host.example/#board=1_2_3/4_5_6/0_7_8"
    )
    first, _, link = write_review(REVIEW, "https://host.example/", "28 November 2026").splitlines()
    assert first == "n-puzzle 28 November 2026: 4 moves (shortest 2, proved)"
    assert link == "https://host.example/#board=1_2_3/4_5_6/0_7_8&room=today"


@pytest.mark.parametrize(
    ("distances", "said"),
    [
        ((2, 1, 0), "Every move led nearer to the goal."),
        ((2, 3, 2, 3, 2, 1, 0), "Moves 1 and 3 led away from the goal and cost 4 moves."),
        ((2, 3, 2, 3, 2, 3, 2, 1, 0), "Moves 1, 3 and 5 led away from the goal and cost 6 moves."),
        (
            (1, 2, 1, 2, 1, 2, 1, 2, 1, 0),
            "4 moves led away from the goal and cost 8 moves. The first is move 1.",
        ),
        (
            (3, None, 3, 2, 1, 2, 1, 0),
            "Move 5 led away from the goal and cost 2 moves. "
            "The first 2 moves would take too long to review.",
        ),
    ],
)
def test_a_review_says_what_the_moves_away_cost(distances: tuple[int | None, ...], said: str) -> None:
    assert describe_review(replace(REVIEW, distances=distances)) == said


@pytest.mark.parametrize("size", ["2x2", "2x3", "3x3", "2x5", "4x4"])
@pytest.mark.parametrize("seed", range(4))
def test_a_review_knows_the_distance_of_every_board_and_a_nearer_move(size: str, seed: int) -> None:
    """The distances equal those of a search of each board; a better move leads to a nearer board."""
    random, goal = Random(seed), goal_board("blank-last", size)
    start = board = random_walk(goal, 12, random)
    path = ""
    for _ in range(8):
        move = random.choice(board.legal_moves)
        path, board = path + move.letter, board.play(move.letter)
    path += solve(board).path or ""
    review = run_to_end(iter_review(start, goal, path))
    board = start
    for number, letter in enumerate(path):
        assert review.distances[number] == solve(board).length
        after, better = review.distances[number + 1], review.better[number]
        here = review.distances[number]
        assert here is not None
        assert (better != "") == (after == here + 1 > 1)
        assert not better or solve(board.play(better)).length == here - 1
        board = board.play(letter)
    assert review.distances[-1] == 0


def test_only_moves_that_reach_the_goal_are_reviewed() -> None:
    board, goal = Board.parse(START), goal_board("blank-last", "3x3")
    with pytest.raises(ValueError, match=r"the moves lead to .*, expected the goal"):
        run_to_end(iter_review(board, goal, "L"))
    with pytest.raises(IllegalMoveError):
        run_to_end(iter_review(board, goal, "R"))


def test_what_takes_too_long_stays_unknown_and_the_length_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("npuzzle.solving.review.MOST_EXPANDED", 1)
    board = Board.parse("6 1 2/4 0 8/3 7 5")
    path = solve(board).path
    assert path is not None
    task = ReviewTask({"board": str(board), "goal": "1 2 3/4 5 6/7 8 0", "path": path})
    while (answer := task.answer()) is None:
        task.step(0.1)
    assert answer["distances"][0] == len(path) == 20
    assert None in answer["distances"]
    assert answer["distances"][-2:] == (1, 0)
