"""The states that Undo, Redo and Reset restore, their messages, and what a change discards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from npuzzle import Board, Notation
from tests.support.page_states import answer_of, follow, page, play_solution
from web.page.commands import recording, update
from web.page.commands.board import (
    choose_example,
    choose_goal,
    choose_size,
    draw_random,
    give_board,
    give_text,
    refuse_file,
    type_goal,
    type_text,
)
from web.page.commands.modes import choose_mode, toggle_edit, type_cell
from web.page.commands.recording import entry_of
from web.page.commands.sliding import press_arrow, press_cell
from web.page.commands.solving import finish_search, start_search
from web.page.commands.stepping import choose_grouping, choose_notation, choose_speed, jump_to, press_play
from web.page.commands.undo import redo, reset, undo
from web.page.examples import EXAMPLES
from web.page.parts.board import OWN
from web.page.state import Mode, Phase

START = "1 2 3/4 5 6/0 7 8"


def test_undo_and_redo_say_what_the_board_is_now() -> None:
    given = update(page(START), give_text("1 2 3/4 5 6/8 7 0"))
    assert given.board.verdict.headline == "Not solvable for this goal"
    undone = update(given, undo())
    assert undone.spoken == "Undone. Solvable."
    assert update(undone, redo()).spoken == "Redone. Not solvable for this goal."
    moved = update(given, press_cell(7))
    assert update(moved, reset()).spoken == "Reset. Not solvable for this goal."


def test_undo_brings_the_solution_back_as_it_was_but_not_playing_and_with_the_settings_of_now() -> None:
    playing = follow(play_solution(START), jump_to(1), press_play())
    assert playing.player.is_playing
    left = follow(playing, press_arrow("D"), choose_speed("slow"), choose_grouping(True))
    left = update(left, choose_notation(Notation.BLANK))
    back = update(left, undo())
    assert back.spoken == "Undone. The solution is back."
    assert back.phase is Phase.PLAYING
    assert back.player == replace(
        playing.player, is_playing=False, speed="slow", is_grouped=True, notation=Notation.BLANK
    )
    again = update(back, redo())
    assert again.spoken == f"Redone. {again.board.verdict.headline}."
    assert (again.board.words, again.phase) == (left.board.words, Phase.READY)
    assert update(again, undo()).player == back.player


def test_the_moves_by_hand_and_the_place_where_they_began_come_back() -> None:
    given = update(page("1 2 3/4 5 6/7 8 0"), choose_example("single"))
    moved = follow(given, press_arrow("D"), press_arrow("D"))
    drawn = update(moved, draw_random(3))
    assert (drawn.history.by_hand, drawn.history.origin) == (0, drawn.board.words)
    back = update(drawn, undo())
    assert back.history.by_hand == moved.history.by_hand > 0
    assert (back.history.origin, back.history.about) == (given.board.words, EXAMPLES["single"].note)
    put_back = update(back, reset())
    assert (put_back.board.words, put_back.history.by_hand) == (given.board.words, 0)
    assert put_back.history.about == EXAMPLES["single"].note, "the example's note must return"
    assert entry_of(update(put_back, undo())) == entry_of(moved)


@pytest.mark.parametrize(
    "event", [give_text(START), give_board(Board.parse(START)), choose_size(3, 4)], ids=str
)
def test_what_was_said_of_a_board_does_not_stay_with_another(event: object) -> None:
    state = update(page("1 2 3/4 5 6/7 8 0"), choose_example("single"))
    assert state.history.about
    after = update(state, event)
    assert (after.history.about, after.history.origin) == ("", after.board.words)
    assert update(after, undo()).history.about == state.history.about


def test_reset_counts_moves_anew_though_they_led_there_and_back() -> None:
    moved = follow(page(START), press_cell(7), press_cell(6))
    assert (moved.board.words, moved.history.by_hand) == (moved.history.origin, 2)
    solving = update(moved, start_search())
    stepped = follow(solving, finish_search(answer_of(solving)), jump_to(1))
    put_back = update(stepped, reset())
    assert (put_back.phase, put_back.board.words, put_back.history.by_hand) == (
        Phase.READY,
        moved.board.words,
        0,
    )
    back = update(put_back, undo())
    assert (back.phase, back.player.step, back.history.by_hand) == (Phase.PLAYING, 1, 2)


def test_another_goal_is_undone_like_another_board() -> None:
    state = update(page(START), choose_example("single"))
    for event in (choose_goal("spiral"), type_goal("1 2 3/4 5 6/0 7 8")):
        changed = update(state, event)
        assert changed.history.about == "", "the note holds only for the other goal"
        assert changed.history.origin == state.history.origin
        back = update(changed, undo())
        assert (back.goal.name, back.goal.board) == (state.goal.name, state.goal.board)
        forth = update(back, redo())
        assert (forth.goal.name, forth.goal.board) == (changed.goal.name, changed.goal.board)
    typed = follow(state, type_goal("1 2 3/4 5 6/0 7 8"), choose_goal("spiral"), undo())
    assert (typed.goal.name, typed.goal.text) == (OWN, "1 2 3/4 5 6/0 7 8")


def test_in_edit_undo_stays_there_and_a_faulty_board_is_edited() -> None:
    edited = follow(page(START), toggle_edit(), type_cell(0, 0, "x"))
    assert not edited.board.check.valid
    assert update(edited, undo()).phase is Phase.EDITING
    drawn = update(edited, draw_random(1))
    played = update(drawn, choose_mode(Mode.PLAY))
    assert played.phase is Phase.READY
    back = update(played, undo())
    assert (back.phase, back.board.words) == (Phase.EDITING, edited.board.words)


def test_each_field_that_is_typed_into_is_a_change_of_its_own() -> None:
    state = follow(page(START), toggle_edit(), type_cell(0, 0, "8"), type_cell(0, 0, "81"))
    assert len(state.history.past) == 1
    other = update(state, type_cell(1, 0, "1"))
    assert len(other.history.past) == 2
    again = update(other, type_cell(0, 0, "1"))
    assert len(again.history.past) == 3, "a later edit is another change"
    goal = follow(again, type_goal("1"), type_goal("1 2"))
    assert (len(goal.history.past), goal.goal.name) == (4, OWN)
    pasted = follow(page(START), type_text("8 1 2/3 4 5/6 7 0"), type_text("8 1 2/3 4 5/7 6 0"))
    assert len(pasted.history.past) == 1
    both = update(pasted, type_goal("1 2"))
    assert len(both.history.past) == 2, "a goal is another field"
    after = follow(state, undo(), type_cell(0, 0, "7"))
    assert len(after.history.past) == 1, "after Undo, typing starts a new change"
    assert update(after, undo()).board.words == page(START).board.words


def test_a_change_leaves_nothing_to_redo() -> None:
    state = follow(page(START), press_cell(7), undo())
    assert len(state.history.future) == 1
    assert update(state, press_cell(3)).history.future == ()
    typed = follow(page(START), toggle_edit(), type_cell(0, 0, "8"), type_cell(0, 0, "7"))
    assert typed.history.future == ()


def test_the_trouble_with_a_file_is_over_with_the_next_board() -> None:
    refused = update(update(page(START), press_cell(7)), refuse_file("It is a picture."))
    assert refused.problems.file == "It is a picture."
    assert update(refused, jump_to(0)).problems.file == "It is a picture."
    for event in (press_cell(8), undo(), draw_random(1)):
        assert update(refused, event).problems.file == "", event
    undone = update(update(refused, undo()), refuse_file("It is a song."))
    assert update(undone, redo()).problems.file == ""


def test_solving_puts_the_text_away() -> None:
    pasting = update(page(START), choose_mode(Mode.PASTE))
    assert pasting.board.is_pasting is True
    assert update(pasting, start_search()).board.is_pasting is False


def test_the_latest_changes_can_be_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MOST_ENTRIES", 3)
    states = [page(START)]
    for cell in (7, 8, 5, 4):
        states.append(update(states[-1], press_cell(cell)))
    state = states[-1]
    assert len(state.history.past) == 3
    for earlier in states[-2:0:-1]:
        state = update(state, undo())
        assert state.board.words == earlier.board.words
    assert update(state, undo()).spoken == "There is nothing to undo."


def test_a_thousand_changes_can_be_undone_of_up_to_a_million_cells() -> None:
    entry = entry_of(page(START))
    assert recording._latest((entry,) * 1_005) == (entry,) * 1_000
    first = entry._replace(text="x" * (1_000_000 - 9))
    assert recording._latest((first, entry)) == (first, entry)
    longer = entry._replace(text="x" * (1_000_000 - 8))
    assert recording._latest((longer, entry)) == (entry,)


def test_a_solution_comes_back_only_from_a_change_by_hand() -> None:
    """A board from elsewhere discards the solution: Undo restores only the board before it."""
    state = update(play_solution(START), jump_to(1))
    for event in (draw_random(1), give_text("1 2 3/4 5 6/7 0 8")):
        back = follow(state, event, undo())
        assert (back.phase, back.board.words) == (Phase.READY, page(START).board.words)


def test_one_change_can_be_undone_however_large_the_board_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MOST_CELLS", 20)
    state = update(page(START), choose_size(9, 9))
    for seed in range(3):
        before, state = state, update(state, draw_random(seed))
        assert entry_of(update(state, undo())) == entry_of(before)
        assert len(state.history.past) == 1


def test_the_cells_of_the_past_are_counted_once_and_with_their_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slide creates one or two new rows; a shared row counts once, and a text counts by its letters."""
    row = tuple(str(tile) for tile in range(9))
    board = entry_of(page(START))._replace(words=(row,), origin=(row,))
    others = [board._replace(words=(tuple(row),)) for _ in range(3)]
    others = [
        entry._replace(words=((*entry.words[0][:8], str(place)),)) for place, entry in enumerate(others)
    ]
    monkeypatch.setattr(recording, "MOST_CELLS", 27)
    assert recording._latest((*others, board)) == (*others[1:], board), "27 cells"
    monkeypatch.setattr(recording, "MOST_CELLS", 26)
    assert recording._latest((*others, board)) == (others[2], board)
    monkeypatch.setattr(recording, "MOST_CELLS", 9)
    assert recording._latest((board, board, board)) == (board,) * 3, "the row is shared"
    monkeypatch.setattr(recording, "MOST_CELLS", 12)
    typed = board._replace(text="abc")
    assert recording._latest((typed, board, board)) == (typed, board, board)
    assert recording._latest((typed, typed, board)) == (typed, board)
    solution = play_solution(START).player
    assert len(solution.path) == 2
    solved = board._replace(solution=solution)
    monkeypatch.setattr(recording, "MOST_CELLS", 11)
    assert recording._latest((solved, board)) == (solved, board)
    assert recording._latest((solved, solved, board)) == (solved, board)
