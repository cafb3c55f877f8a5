"""A lesson or an example lends its board, goal and options; the user's own are restored afterwards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, goal_board
from tests.support.page_commands import BOARDS, CHANGING, effects_of, names_of
from tests.support.page_states import answer_of, follow, page, play_solution
from web.command import Call
from web.page.commands.board import choose_goal, choose_size, draw_random, type_text
from web.page.commands.lending import ask_for_tiles, lend_board, pick_tile, return_lent
from web.page.commands.link_path import read_link
from web.page.commands.modes import choose_mode, clear_cells
from web.page.commands.sliding import press_arrow
from web.page.commands.solving import change_solver, choose_option, fail_search, finish_search, start_search
from web.page.commands.stepping import jump_to
from web.page.commands.undo import undo
from web.page.state import Mode, Phase, UiState

MINE = "1 2 3/4 5 6/0 7 8"
THEIRS = Board.parse("3 1 2/0 4 5/6 7 8")
LENT = lend_board(THEIRS, goal_board("blank-first", "3x3"), (("depth", "7"), ("weight", "2")))


def own(state: UiState) -> tuple[object, ...]:
    return state.board.words, state.goal, state.options


@given(BOARDS, BOARDS, st.sampled_from(["blank-first", "blank-last", "spiral"]), st.integers(1, 3))
def test_what_was_there_comes_back_however_often_something_is_lent(
    mine: Board, theirs: Board, goal: str, times: int
) -> None:
    state = page(str(mine))
    lent = follow(state, *[lend_board(theirs, goal_board(goal, theirs.shape), (("depth", "7"),))] * times)
    assert (lent.board.check.board, lent.goal.board) == (theirs, goal_board(goal, theirs.shape))
    assert lent.options.depth == "7"
    assert own(follow(lent, return_lent())) == own(state)


@pytest.mark.slow
@given(st.lists(st.one_of(*CHANGING.values()), max_size=4))
def test_whatever_happens_meanwhile_the_lending_ends(events: list[object]) -> None:
    state = follow(page(), LENT, *events)
    back = follow(state, return_lent())
    assert back.mine is None
    if state.mine is not None:
        assert own(back) == own(page()) or any(
            event.command in (choose_option, lend_board) for event in events
        )


@pytest.mark.parametrize("begun", [draw_random(1), choose_size(4, 4), clear_cells(), type_text("1 2/3 0")])
def test_another_board_is_begun_with_the_goal_and_options_of_ones_own(begun: Call) -> None:
    state = follow(page(), choose_goal("spiral"), choose_option("depth", "9"), LENT)
    assert (state.goal.name, state.options.depth) == ("blank-first", "7")
    state = follow(state, choose_mode(Mode.EDIT)) if begun.command is clear_cells else state
    begun_anew = follow(state, begun)
    assert (begun_anew.goal.name, begun_anew.options.depth) == ("spiral", "9")
    assert begun_anew.board.words != state.board.words
    assert follow(begun_anew, return_lent()) is begun_anew, "that board is the user's own"
    assert follow(begun_anew, undo()).goal.name == "blank-first"


def test_what_is_chosen_meanwhile_stays() -> None:
    state = follow(page(), LENT, choose_goal("spiral"), choose_option("depth", "8"), draw_random(1))
    assert (state.goal.name, state.options.depth) == ("spiral", "8")
    assert state.options.text("weight") == page().options.text("weight")


def test_a_result_on_show_for_the_board_that_is_lent_stays() -> None:
    solved = play_solution(MINE)
    assert solved.goal.board is not None
    again = follow(solved, lend_board(Board.parse(MINE), solved.goal.board))
    assert again.player == solved.player


def test_the_step_of_a_solution_that_was_on_show_comes_back() -> None:
    shown = follow(play_solution(MINE), jump_to(1))
    back = follow(shown, LENT, return_lent())
    assert (back.current_board, back.player) == (shown.current_board, shown.player)


def test_a_search_is_stopped_first_and_then_all_comes_back() -> None:
    solving = follow(page(MINE), LENT, choose_option("depth", ""), change_solver(ready=True), start_search())
    over = follow(solving, return_lent())
    assert (over.board.words, over.phase) == (solving.board.words, Phase.SOLVING)
    assert "stop_search" in names_of(effects_of(solving, over, return_lent()))
    assert follow(over, LENT) is over, "nothing may be set up during a search"
    for end in (fail_search("It was lost."), finish_search(answer_of(over))):
        ended = follow(over, end)
        assert "return_lent" in names_of(effects_of(over, ended, end))
        back = follow(ended, return_lent())
        assert (own(back), back.mine) == (own(page(MINE)), None)


def test_a_link_ends_the_lending() -> None:
    assert follow(page(), LENT, read_link()).mine is None


def test_undo_to_ones_own_board_ends_the_lending() -> None:
    """Later changes to the board are not lost when the lesson is left."""
    undone = follow(page(MINE), LENT, undo())
    assert (own(undone), undone.mine) == (own(page(MINE)), None)
    moved = follow(undone, press_arrow("L"))
    assert follow(moved, return_lent()) is moved


def test_undo_within_what_is_lent_does_not() -> None:
    """Not even if the user's own board is the same."""
    for mine in (MINE, str(THEIRS)):
        state = follow(page(mine), choose_goal("blank-first"), LENT, press_arrow("L"), undo())
        assert (state.board.check.board, state.options.depth) == (THEIRS, "7")
        assert own(follow(state, return_lent())) == own(follow(page(mine), choose_goal("blank-first")))


def test_a_lesson_in_between_leaves_the_moves_by_hand_as_they_were() -> None:
    """So the count of moves continues, and Undo takes back the last move before the lesson."""
    begun = follow(page("1 2 3/4 5 6/0 7 8"), press_arrow("L"))
    back = follow(begun, LENT, press_arrow("L"), return_lent())
    assert (back.history, back.path_by_hand) == (begun.history, "L")
    solved = follow(back, press_arrow("L"))
    assert (solved.is_solved_by_hand, solved.history.by_hand) == (True, 2)
    assert str(follow(back, undo()).board.check.board) == "1 2 3/4 5 6/0 7 8"


def test_while_tiles_are_asked_for_nothing_slides_and_no_tile_of_another_board_stays_picked() -> None:
    asked = follow(page("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"), ask_for_tiles(is_asked=True), pick_tile(15))
    assert follow(asked, press_arrow("L")).board.words == asked.board.words
    lent = follow(asked, LENT, pick_tile(4))
    assert lent.picked == {4}
    assert follow(lent, ask_for_tiles(is_asked=False), press_arrow("L")).board.words != lent.board.words
