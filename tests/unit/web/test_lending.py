"""A lesson or an example lends its board, goal and options; the user's own come back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, goal_board
from tests.support.page_events import BOARDS, CHANGING
from tests.support.page_states import answer_of, follow, page, play_solution
from web.page.effects import ReturnLent, StopSearch, effects_of
from web.page.events import (
    ArrowPressed,
    CellsEmptied,
    Finished,
    GoalChosen,
    JumpedTo,
    LinkRead,
    ModeChosen,
    OptionChosen,
    RandomPressed,
    SizeChosen,
    SolveFailed,
    SolvePressed,
    SolverChanged,
    TextTyped,
    UndoPressed,
)
from web.page.lending import BoardLent, LentReturned
from web.page.state import Mode, Phase, UiState

MINE = "1 2 3/4 5 6/0 7 8"
THEIRS = Board.parse("3 1 2/0 4 5/6 7 8")
LENT = BoardLent(THEIRS, goal_board("blank-first", "3x3"), (("depth", "7"), ("weight", "2")))


def own(state: UiState) -> tuple[object, ...]:
    return state.board.words, state.goal, state.options


@given(BOARDS, BOARDS, st.sampled_from(["blank-first", "blank-last", "spiral"]), st.integers(1, 3))
def test_what_was_there_comes_back_however_often_something_is_lent(
    mine: Board, theirs: Board, goal: str, times: int
) -> None:
    state = page(str(mine))
    lent = follow(state, *[BoardLent(theirs, goal_board(goal, theirs.shape), (("depth", "7"),))] * times)
    assert (lent.board.check.board, lent.goal.board) == (theirs, goal_board(goal, theirs.shape))
    assert lent.options.depth == "7"
    assert own(follow(lent, LentReturned())) == own(state)


@pytest.mark.slow
@given(st.lists(st.one_of(*CHANGING.values()), max_size=4))
def test_whatever_happens_meanwhile_the_lending_ends(events: list[object]) -> None:
    state = follow(page(), LENT, *events)
    back = follow(state, LentReturned())
    assert back.mine is None
    if state.mine is not None:
        assert own(back) == own(page()) or any(
            isinstance(event, (OptionChosen, BoardLent)) for event in events
        )


@pytest.mark.parametrize("begun", [RandomPressed(1), SizeChosen(4, 4), CellsEmptied(), TextTyped("1 2/3 0")])
def test_another_board_is_begun_with_the_goal_and_options_of_ones_own(begun: object) -> None:
    state = follow(page(), GoalChosen("spiral"), OptionChosen("depth", "9"), LENT)
    assert (state.goal.name, state.options.depth) == ("blank-first", "7")
    state = follow(state, ModeChosen(Mode.EDIT)) if isinstance(begun, CellsEmptied) else state
    begun_anew = follow(state, begun)
    assert (begun_anew.goal.name, begun_anew.options.depth) == ("spiral", "9")
    assert begun_anew.board.words != state.board.words
    assert follow(begun_anew, LentReturned()) is begun_anew, "that board is one's own"
    assert follow(begun_anew, UndoPressed()).goal.name == "blank-first"


def test_what_is_chosen_meanwhile_stays() -> None:
    state = follow(page(), LENT, GoalChosen("spiral"), OptionChosen("depth", "8"), RandomPressed(1))
    assert (state.goal.name, state.options.depth) == ("spiral", "8")
    assert state.options.text("weight") == page().options.text("weight")


def test_a_result_on_show_for_the_board_that_is_lent_stays() -> None:
    solved = play_solution(MINE)
    assert solved.goal.board is not None
    again = follow(solved, BoardLent(Board.parse(MINE), solved.goal.board))
    assert again.player == solved.player


def test_the_step_of_a_solution_that_was_on_show_comes_back() -> None:
    shown = follow(play_solution(MINE), JumpedTo(1))
    back = follow(shown, LENT, LentReturned())
    assert (back.current_board, back.player) == (shown.current_board, shown.player)


def test_a_search_is_stopped_first_and_then_all_comes_back() -> None:
    solving = follow(page(MINE), LENT, OptionChosen("depth", ""), SolverChanged(ready=True), SolvePressed())
    over = follow(solving, LentReturned())
    assert (over.board.words, over.phase) == (solving.board.words, Phase.SOLVING)
    assert StopSearch in map(type, effects_of(solving, over, LentReturned()))
    assert follow(over, LENT) is over, "nothing is set up during a search"
    for end in (SolveFailed("It was lost."), Finished(answer_of(over))):
        ended = follow(over, end)
        assert ReturnLent in map(type, effects_of(over, ended, end))
        back = follow(ended, LentReturned())
        assert (own(back), back.mine) == (own(page(MINE)), None)


def test_a_link_ends_the_lending() -> None:
    assert follow(page(), LENT, LinkRead()).mine is None


def test_undo_to_ones_own_board_ends_the_lending() -> None:
    """What is then made of it does not go when the lesson is left."""
    undone = follow(page(MINE), LENT, UndoPressed())
    assert (own(undone), undone.mine) == (own(page(MINE)), None)
    moved = follow(undone, ArrowPressed("L"))
    assert follow(moved, LentReturned()) is moved


def test_undo_within_what_is_lent_does_not() -> None:
    """Not even if the user's own board is the same."""
    for mine in (MINE, str(THEIRS)):
        state = follow(page(mine), GoalChosen("blank-first"), LENT, ArrowPressed("L"), UndoPressed())
        assert (state.board.check.board, state.options.depth) == (THEIRS, "7")
        assert own(follow(state, LentReturned())) == own(follow(page(mine), GoalChosen("blank-first")))
