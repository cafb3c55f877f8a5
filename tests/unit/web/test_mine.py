"""The user's own puzzle: entered in two steps, followed, and left."""

from __future__ import annotations

import pytest

from tests.support.page_commands import effects_of
from tests.support.page_states import answer_of, follow, page
from web.command import Call
from web.page.commands import update
from web.page.commands.board import choose_goal, choose_size, draw_random, give_board, repair_board
from web.page.commands.modes import begin_mine, choose_mode, hold_board, place_number
from web.page.commands.solving import finish_search, start_search
from web.page.commands.stepping import jump_to, step
from web.page.commands.undo import redo, undo
from web.page.link import from_fragment, to_fragment, write_frame
from web.page.shown import Shown
from web.page.state import Mode, Phase, UiState
from web.page.words import describe_taken_apart

NEAR = "123456078"  # two moves from the goal; 0 is the blank
SWAPPED = "213456780"


def enter(tiles: str, state: UiState | None = None) -> UiState:
    state = update(state or page(), begin_mine())
    for at, tile in enumerate(tiles):
        state = update(state, place_number(*divmod(at, 3), tile))
    return state


def solve(state: UiState) -> UiState:
    solving = update(state, start_search())
    return update(solving, finish_search(answer_of(solving)))


def test_nothing_is_wrong_before_the_last_number() -> None:
    for placed in range(8):
        state = enter(SWAPPED[:placed])
        assert state.board.verdict.kind == "waiting"
        assert not state.board.bad_cells
        assert not state.board.verdict.detail
    assert enter(SWAPPED[:8]).board.verdict.kind == "unsolvable"


def test_a_number_that_moves_to_another_cell_says_so() -> None:
    state = update(enter("12"), place_number(1, 0, "1"))
    assert state.board.words[0][0] == ""
    assert state.board.words[1][0] == "1"
    said = "1 was used before: it moved here, and its old cell is empty."
    assert (state.board.text_about, state.spoken) == (said, said)
    assert update(state, place_number(0, 0, "3")).board.text_about == ""
    assert update(enter("12"), place_number(0, 0, "2")).board.text_about == "", "the numbers must swap"


def test_a_person_is_asked_first_whether_two_numbers_are_swapped() -> None:
    state = enter(SWAPPED)
    assert describe_taken_apart(state).startswith("Are two numbers swapped?")
    assert describe_taken_apart(state) in state.spoken
    assert describe_taken_apart(update(state, hold_board())) == "", "another board is not in the user's hands"
    assert describe_taken_apart(update(state, repair_board(0))) == ""


def test_the_steps_follow_what_is_done() -> None:
    entered = enter(NEAR)
    assert (entered.hands, entered.mode) == ("enter", Mode.EDIT)
    solved = solve(entered)
    assert (solved.hands, solved.is_followed_to_end) == ("follow", False)
    done = follow(solved, step("forward"), step("forward"))
    assert done.is_followed_to_end
    lost = update(follow(solved, step("forward")), choose_mode(Mode.EDIT))
    assert (lost.hands, lost.board.words) == ("enter", (("1", "2", "3"), ("4", "5", "6"), ("7", "0", "8")))
    another = update(done, begin_mine())
    assert (another.hands, another.board.to_fill) == ("enter", 8)
    assert Shown(solved).can_be_lost
    assert not Shown(lost).can_be_lost


def test_all_controls_are_there_again_and_nothing_is_lost_by_it() -> None:
    solved = follow(solve(enter(NEAR)), step("forward"))
    left = update(solved, hold_board())
    assert (left.hands, left.phase, left.player) == ("", Phase.PLAYING, solved.player)
    assert left.history.past == solved.history.past, "the board must not change"
    assert update(left, hold_board()) is left


@pytest.mark.parametrize(
    "what", [draw_random(1), choose_mode(Mode.PLAY), give_board(page().board.check.board)]
)
def test_other_boards_are_in_nobodys_hands(what: Call) -> None:
    assert update(enter(NEAR), what).hands == ""


def test_sizes_goals_and_undo_leave_the_puzzle_in_the_hands() -> None:
    entered = enter(NEAR)
    larger = update(entered, choose_size(4, 4))
    assert (larger.hands, larger.board.cols) == ("enter", 4)
    assert update(entered, choose_goal("blank-first")).hands == "enter"
    before = follow(entered, draw_random(1), undo())
    assert before.history.is_in_hands
    assert not update(before, redo()).history.is_in_hands
    assert not follow(page(), choose_size(4, 4)).history.is_in_hands


def test_a_reload_takes_the_user_back_to_the_same_move_but_a_frame_shows_a_player() -> None:
    state = follow(solve(enter(NEAR)), jump_to(1))
    back = follow(page(), *from_fragment(to_fragment(state)).calls)
    assert (back.hands, back.player.step) == ("follow", 1)
    half = enter(NEAR[:4])
    back = follow(page(), *from_fragment(to_fragment(half)).calls)
    assert (back.hands, back.board.to_fill, back.board.words) == ("enter", 4, half.board.words)
    link = write_frame(state, "").split('"')[1].replace("&amp;", "&")
    assert follow(page(), *from_fragment(link).calls).hands == ""


def test_the_focus_goes_where_something_can_be_pressed() -> None:
    """The slider is hidden while a solution is followed."""
    start = solve(enter(NEAR))
    end = update(start, step("last"))
    calls = effects_of(start, end, step("last"))
    assert ("move_focus", (("forward", "last"), "another"), {}) in calls
    assert ("move_focus", (("first", "back"), "forward"), {}) in effects_of(end, start, step("first"))
    assert ("bring_into_view", ("hands",), {}) in effects_of(page(), start, start_search())
