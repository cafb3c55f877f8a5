"""What Undo, Redo and Reset bring back, what they say, and what a change forgets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from npuzzle import Board, Notation
from tests.support.page_states import answer_of, follow, page, play_solution
from web.page.events import (
    ArrowPressed,
    BoardGiven,
    CellPressed,
    CellTyped,
    EditPressed,
    ExampleChosen,
    FileRefused,
    Finished,
    GoalChosen,
    GoalTyped,
    GroupingChosen,
    JumpedTo,
    ModeChosen,
    NotationChosen,
    PlayPressed,
    RandomPressed,
    RedoPressed,
    ResetPressed,
    SizeChosen,
    SolvePressed,
    SpeedChosen,
    TextGiven,
    TextTyped,
    UndoPressed,
)
from web.page.examples import EXAMPLES
from web.page.parts.board import OWN
from web.page.state import Mode, Phase
from web.page.updates import recording, update
from web.page.updates.recording import entry_of

START = "1 2 3/4 5 6/0 7 8"


def test_undo_and_redo_say_what_the_board_is_now() -> None:
    given = update(page(START), TextGiven("1 2 3/4 5 6/8 7 0"))
    assert given.board.verdict.headline == "Not solvable for this goal"
    undone = update(given, UndoPressed())
    assert undone.spoken == "Undone. Solvable."
    assert update(undone, RedoPressed()).spoken == "Redone. Not solvable for this goal."
    moved = update(given, CellPressed(7))
    assert update(moved, ResetPressed()).spoken == "Reset. Not solvable for this goal."


def test_undo_brings_the_solution_back_as_it_was_but_not_playing_and_with_the_settings_of_now() -> None:
    playing = follow(play_solution(START), JumpedTo(1), PlayPressed())
    assert playing.player.is_playing
    left = follow(playing, ArrowPressed("D"), SpeedChosen("slow"), GroupingChosen(True))
    left = update(left, NotationChosen(Notation.BLANK))
    back = update(left, UndoPressed())
    assert back.spoken == "Undone. The solution is back."
    assert back.phase is Phase.PLAYING
    assert back.player == replace(
        playing.player, is_playing=False, speed="slow", is_grouped=True, notation=Notation.BLANK
    )
    again = update(back, RedoPressed())
    assert again.spoken == f"Redone. {again.board.verdict.headline}."
    assert (again.board.words, again.phase) == (left.board.words, Phase.READY)
    assert update(again, UndoPressed()).player == back.player


def test_the_moves_by_hand_and_the_place_where_they_began_come_back() -> None:
    given = update(page("1 2 3/4 5 6/7 8 0"), ExampleChosen("single"))
    moved = follow(given, ArrowPressed("D"), ArrowPressed("D"))
    drawn = update(moved, RandomPressed(3))
    assert (drawn.history.by_hand, drawn.history.origin) == (0, drawn.board.words)
    back = update(drawn, UndoPressed())
    assert back.history.by_hand == moved.history.by_hand > 0
    assert (back.history.origin, back.history.about) == (given.board.words, EXAMPLES["single"].note)
    reset = update(back, ResetPressed())
    assert (reset.board.words, reset.history.by_hand) == (given.board.words, 0)
    assert reset.history.about == EXAMPLES["single"].note, "it is that board again"
    assert entry_of(update(reset, UndoPressed())) == entry_of(moved)


@pytest.mark.parametrize(
    "event", [TextGiven(START), BoardGiven(Board.parse(START)), SizeChosen(3, 4)], ids=str
)
def test_what_was_said_of_a_board_does_not_stay_with_another(event: object) -> None:
    state = update(page("1 2 3/4 5 6/7 8 0"), ExampleChosen("single"))
    assert state.history.about
    after = update(state, event)
    assert (after.history.about, after.history.origin) == ("", after.board.words)
    assert update(after, UndoPressed()).history.about == state.history.about


def test_reset_counts_moves_anew_though_they_led_there_and_back() -> None:
    moved = follow(page(START), CellPressed(7), CellPressed(6))
    assert (moved.board.words, moved.history.by_hand) == (moved.history.origin, 2)
    solving = update(moved, SolvePressed())
    stepped = follow(solving, Finished(answer_of(solving)), JumpedTo(1))
    reset = update(stepped, ResetPressed())
    assert (reset.phase, reset.board.words, reset.history.by_hand) == (Phase.READY, moved.board.words, 0)
    back = update(reset, UndoPressed())
    assert (back.phase, back.player.step, back.history.by_hand) == (Phase.PLAYING, 1, 2)


def test_another_goal_is_undone_like_another_board() -> None:
    state = update(page(START), ExampleChosen("single"))
    for event in (GoalChosen("spiral"), GoalTyped("1 2 3/4 5 6/0 7 8")):
        changed = update(state, event)
        assert changed.history.about == "", "it was said of the other goal"
        assert changed.history.origin == state.history.origin
        back = update(changed, UndoPressed())
        assert (back.goal.name, back.goal.board) == (state.goal.name, state.goal.board)
        forth = update(back, RedoPressed())
        assert (forth.goal.name, forth.goal.board) == (changed.goal.name, changed.goal.board)
    typed = follow(state, GoalTyped("1 2 3/4 5 6/0 7 8"), GoalChosen("spiral"), UndoPressed())
    assert (typed.goal.name, typed.goal.text) == (OWN, "1 2 3/4 5 6/0 7 8")


def test_in_edit_undo_stays_there_and_a_faulty_board_is_edited() -> None:
    edited = follow(page(START), EditPressed(), CellTyped(0, 0, "x"))
    assert not edited.board.check.valid
    assert update(edited, UndoPressed()).phase is Phase.EDITING
    drawn = update(edited, RandomPressed(1))
    played = update(drawn, ModeChosen(Mode.PLAY))
    assert played.phase is Phase.READY
    back = update(played, UndoPressed())
    assert (back.phase, back.board.words) == (Phase.EDITING, edited.board.words)


def test_each_field_that_is_typed_into_is_a_change_of_its_own() -> None:
    state = follow(page(START), EditPressed(), CellTyped(0, 0, "8"), CellTyped(0, 0, "81"))
    assert len(state.history.past) == 1
    other = update(state, CellTyped(1, 0, "1"))
    assert len(other.history.past) == 2
    again = update(other, CellTyped(0, 0, "1"))
    assert len(again.history.past) == 3, "another time is another change"
    goal = follow(again, GoalTyped("1"), GoalTyped("1 2"))
    assert (len(goal.history.past), goal.goal.name) == (4, OWN)
    pasted = follow(page(START), TextTyped("8 1 2/3 4 5/6 7 0"), TextTyped("8 1 2/3 4 5/7 6 0"))
    assert len(pasted.history.past) == 1
    both = update(pasted, GoalTyped("1 2"))
    assert len(both.history.past) == 2, "a goal is another field"
    after = follow(state, UndoPressed(), CellTyped(0, 0, "7"))
    assert len(after.history.past) == 1, "after Undo, typing begins anew"
    assert update(after, UndoPressed()).board.words == page(START).board.words


def test_a_change_leaves_nothing_to_redo() -> None:
    state = follow(page(START), CellPressed(7), UndoPressed())
    assert len(state.history.future) == 1
    assert update(state, CellPressed(3)).history.future == ()
    typed = follow(page(START), EditPressed(), CellTyped(0, 0, "8"), CellTyped(0, 0, "7"))
    assert typed.history.future == ()


def test_the_trouble_with_a_file_is_over_with_the_next_board() -> None:
    refused = update(update(page(START), CellPressed(7)), FileRefused("It is a picture."))
    assert refused.problems.file == "It is a picture."
    assert update(refused, JumpedTo(0)).problems.file == "It is a picture."
    for event in (CellPressed(8), UndoPressed(), RandomPressed(1)):
        assert update(refused, event).problems.file == "", event
    undone = update(update(refused, UndoPressed()), FileRefused("It is a song."))
    assert update(undone, RedoPressed()).problems.file == ""


def test_solving_puts_the_text_away() -> None:
    pasting = update(page(START), ModeChosen(Mode.PASTE))
    assert pasting.board.is_pasting is True
    assert update(pasting, SolvePressed()).board.is_pasting is False


def test_the_latest_changes_can_be_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MOST_ENTRIES", 3)
    states = [page(START)]
    for cell in (7, 8, 5, 4):
        states.append(update(states[-1], CellPressed(cell)))
    state = states[-1]
    assert len(state.history.past) == 3
    for earlier in states[-2:0:-1]:
        state = update(state, UndoPressed())
        assert state.board.words == earlier.board.words
    assert update(state, UndoPressed()).spoken == "There is nothing to undo."


def test_a_thousand_changes_can_be_undone_of_up_to_a_million_cells() -> None:
    entry = entry_of(page(START))
    assert recording._latest((entry,) * 1_005) == (entry,) * 1_000
    first = entry._replace(text="x" * (1_000_000 - 9))
    assert recording._latest((first, entry)) == (first, entry)
    longer = entry._replace(text="x" * (1_000_000 - 8))
    assert recording._latest((longer, entry)) == (entry,)


def test_a_solution_comes_back_only_from_a_change_by_hand() -> None:
    """A board from elsewhere takes its place: the board before that comes back."""
    state = update(play_solution(START), JumpedTo(1))
    for event in (RandomPressed(1), TextGiven("1 2 3/4 5 6/7 0 8")):
        back = follow(state, event, UndoPressed())
        assert (back.phase, back.board.words) == (Phase.READY, page(START).board.words)


def test_one_change_can_be_undone_however_large_the_board_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MOST_CELLS", 20)
    state = update(page(START), SizeChosen(9, 9))
    for seed in range(3):
        before, state = state, update(state, RandomPressed(seed))
        assert entry_of(update(state, UndoPressed())) == entry_of(before)
        assert len(state.history.past) == 1


def test_the_cells_of_the_past_are_counted_once_and_with_their_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slide makes one row of three cells anew, or two; a text counts by its letters."""
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
    assert recording._latest((board, board, board)) == (board,) * 3, "the same row"
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
