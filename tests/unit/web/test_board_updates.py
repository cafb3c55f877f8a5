"""Laws of the page's board: modes, sliding by hand, undo, drawing random boards."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import Board, Problem, Shape, check, goal_board, solve
from npuzzle.lab.space import enumerate_states
from npuzzle.puzzle.goals import GOALS
from tests.support.page_commands import CALLS
from tests.support.page_states import answer_of, consistent, follow, page, play_solution
from tests.support.strategies import boards_and_goals
from web.command import Call
from web.page.commands import initial_state, recording, update
from web.page.commands.board import (
    begin_board,
    choose_example,
    choose_goal,
    choose_picture,
    choose_size,
    draw_at_distance,
    draw_random,
    give_board,
    give_text,
    refuse_file,
    repair_board,
    show_numbers,
    type_goal,
    type_text,
)
from web.page.commands.cells import GOAL_DROPPED
from web.page.commands.modes import PUT_AWAY, choose_mode, clear_cells, swap_cells, toggle_edit, type_cell
from web.page.commands.recording import entry_of
from web.page.commands.sliding import line_to, press_arrow, press_cell
from web.page.commands.solving import finish_search, start_search
from web.page.commands.stepping import jump_to
from web.page.commands.undo import redo, reset, undo
from web.page.examples import EXAMPLES, Example
from web.page.parts.board import OWN
from web.page.state import Mode, Phase, UiState


def after(*events: object, board: str = "1 2 3/4 5 6/7 8 0") -> UiState:
    """Return the page after these events."""
    return follow(page(board), *events)


# Any order of events


TEXTS = ["1 2 3/4 5 6/7 8 0", "2 8 1/0 4 3/7 6 5", "1 2/3 0", "1 2 3", "", "1 1/2 0", "1 2 3/4 5 0", "??"]


def happenings() -> st.SearchStrategy[object]:
    return st.one_of(
        st.sampled_from([event for event in CALLS if event.command not in (finish_search, begin_board)]),
        st.just("finish"),
        st.builds(choose_mode, st.sampled_from(Mode)),
        st.builds(type_text, st.sampled_from(TEXTS)),
        st.builds(give_text, st.sampled_from(TEXTS)),
        st.builds(type_cell, st.integers(0, 1), st.integers(0, 1), st.sampled_from(["", "0", "3", "x"])),
        st.builds(swap_cells, st.integers(-1, 9), st.integers(-1, 9)),
        st.builds(press_cell, st.integers(-1, 9)),
        st.builds(press_arrow, st.sampled_from("UDLR"), st.booleans()),
        st.builds(choose_size, st.integers(1, 4), st.integers(2, 4)),
        st.builds(choose_goal, st.sampled_from([OWN, "spiral", "blank-first"])),
        st.builds(type_goal, st.sampled_from(TEXTS)),
        st.builds(choose_example, st.sampled_from(["single", "loyd", "one-move", "nothing"])),
        st.builds(jump_to, st.integers(0, 9)),
        st.sampled_from([undo(), redo(), reset(), start_search()]),
    )


def happen(state: UiState, event: object) -> UiState:
    if event != "finish":
        return update(state, event)
    if state.phase is not Phase.SOLVING:
        return state
    return update(state, finish_search(answer_of(state, algorithm="greedy")))


@settings(max_examples=100)
@given(st.lists(happenings(), max_size=20))
def test_whatever_happened_can_be_undone_to_the_first_board_and_redone_to_the_last(
    happening: list[object],
) -> None:
    state = first = page()
    for event in happening:
        state = happen(state, event)
        consistent(state)
    if state.phase is Phase.SOLVING:
        state = happen(state, "finish")
    last, trail = state, [entry_of(state)]
    while state.history.past:
        state = update(state, undo())
        consistent(state)
        trail.append(entry_of(state))
    assert entry_of(state) == entry_of(first)
    for expected in reversed(trail[:-1]):
        state = update(state, redo())
        assert entry_of(state) == expected
    if not last.history.future:
        assert not state.history.future
    assert (state.board.check, state.goal.board) == (last.board.check, last.goal.board)


@settings(max_examples=100)
@given(st.lists(happenings(), max_size=12), happenings())
def test_undo_takes_back_one_change_to_the_board_that_was_on_show(
    happening: list[object], last: object
) -> None:
    state = page()
    for event in happening:
        state = happen(state, event)
    following = happen(state, last)
    changed = entry_of(following) != entry_of(state)
    if (
        (isinstance(last, Call) and last.command in (undo, redo))
        or not changed
        or following.phase is Phase.SOLVING
    ):
        return
    if following.history.typing and following.history.typing == state.history.typing:
        assert following.history.past == state.history.past, "typing in one field is one change"
        return
    shown = state.current_board
    undone = update(following, undo())
    if state.phase is Phase.PLAYING and not isinstance(last, (toggle_edit, choose_mode)):
        assert shown in (undone.board.check.board, state.board.check.board)
    else:
        assert entry_of(undone) == entry_of(state)
    assert entry_of(update(undone, redo())) == entry_of(following)


def test_the_past_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MOST_ENTRIES", 20)
    state = page()
    for seed in range(25):
        state = update(state, press_cell(7 if seed % 2 == 0 else 6))
    assert len(state.history.past) == 20


def test_the_past_of_large_boards_is_bounded_by_their_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.page.commands.recording.MOST_CELLS", 1000)
    state = update(page(), choose_size(10, 10))
    for seed in range(30):
        state = update(state, draw_random(seed))
    rows = {id(row): row for then in state.history.past for row in (*then.words, *then.origin)}
    assert 800 <= sum(len(row) for row in rows.values()) <= 1000
    assert entry_of(update(state, undo())) == state.history.past[-1]


def test_sliding_on_a_large_board_can_be_undone_far_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slide creates one or two new rows; the others are shared and count once."""
    monkeypatch.setattr("web.page.commands.recording.MOST_CELLS", 1000)
    state = update(page(), choose_size(10, 10))
    for turn in range(50):
        state = update(state, press_cell(98 if turn % 2 == 0 else 99))
    assert len(state.history.past) == 51


def test_a_large_past_shares_its_rows() -> None:
    state = update(update(page(), choose_size(60, 60)), draw_random(1))
    blank = state.board.check.board.blank  # type: ignore[union-attr]
    moved = update(state, press_cell(blank - 1 if blank % 60 else blank + 1))
    shared = sum(a is b for a, b in zip(state.board.words, moved.board.words))
    assert shared == 59


# Sliding


@given(boards_and_goals(7), st.integers(0, 2**32))
def test_a_slide_is_the_single_moves_and_the_verdict_is_as_counted_anew(
    pair: tuple[Board, Board], seed: int
) -> None:
    board, goal = pair
    state = update(initial_state(board), give_board(board, goal))
    random = Random(seed)
    for _ in range(4):
        shown = state.current_board
        assert shown is not None
        cell = random.randrange(board.shape.cells)
        expected, moves = shown, line_to(shown, cell)
        for src in moves:
            expected = expected.slide(src)
        before, state = state, update(state, press_cell(cell))
        assert state.current_board == expected
        assert state.history.by_hand == before.history.by_hand + len(moves)
        assert state.board.check == check(expected, goal)
        assert state.board.words == initial_state(expected).board.words


@given(boards_and_goals(7))
def test_a_tile_slides_just_when_it_is_in_line_with_the_blank(pair: tuple[Board, Board]) -> None:
    board, _ = pair
    row, col = board.shape.place(board.blank)
    for cell in range(board.shape.cells):
        there = board.shape.place(cell)
        sources = line_to(board, cell)
        assert bool(sources) == ((there[0] == row) != (there[1] == col))
        assert len(sources) == (board.shape.distance(cell, board.blank) if sources else 0)


def test_a_line_slides_and_its_moves_are_counted() -> None:
    state = after(press_cell(6))
    assert str(state.board.check.board) == "1 2 3/4 5 6/0 7 8"
    assert (state.history.by_hand, state.spoken) == (2, "2 tiles right.")
    state = update(state, press_arrow("D", line=True))
    assert str(state.board.check.board) == "0 2 3/1 5 6/4 7 8"
    assert state.history.by_hand == 4
    assert update(state, undo()).history.by_hand == 2
    assert update(state, reset()).history.by_hand == 0


# Reset


def test_reset_goes_back_to_the_board_before_moves_edits_and_repairs() -> None:
    given = after(give_text("1 2 3/4 5 6/0 7 8"))
    state = update(update(given, press_cell(7)), choose_mode(Mode.EDIT))
    state = update(state, swap_cells(0, 1))
    assert state.can_reset
    state = update(state, reset())
    assert (state.board.words, state.can_reset, state.mode) == (given.board.words, False, Mode.EDIT)
    assert update(state, reset()).spoken == "The board is as it was at first."
    assert update(state, undo()).board.words[0][:2] == ("2", "1")


def test_reset_leaves_a_solution_for_its_first_board() -> None:
    state = update(play_solution(), jump_to(2))
    assert state.can_reset
    state = update(state, reset())
    assert (state.phase, str(state.board.check.board)) == (Phase.READY, "1 2 3/4 5 6/0 7 8")


def test_a_slide_out_of_a_solution_is_undone_to_the_step_on_show() -> None:
    state = update(update(play_solution(), jump_to(1)), press_arrow("D"))
    state = update(state, undo())
    assert str(state.current_board) == "1 2 3/4 5 6/7 0 8"
    assert str(state.board.check.board) == "1 2 3/4 5 6/0 7 8"


def test_nothing_to_undo_or_redo_is_said() -> None:
    assert after(undo()).spoken == "There is nothing to undo."
    assert after(redo()).spoken == "There is nothing to redo."


# Modes


def test_each_mode_is_reached_from_each_other() -> None:
    for start in Mode:
        for end in Mode:
            assert after(choose_mode(start), choose_mode(end)).mode is end


def test_a_faulty_board_cannot_be_played_with() -> None:
    state = after(choose_mode(Mode.PASTE), type_text("1 2 3/4 5 5/7 8 0"))
    assert state.mode is Mode.PASTE
    state = update(state, choose_mode(Mode.PLAY))
    assert state.mode is Mode.EDIT
    assert state.spoken.startswith("Not a board yet: ")


def test_a_text_that_is_not_a_board_is_put_away_with_a_message() -> None:
    state = after(choose_mode(Mode.PASTE), type_text("hello"))
    typed = state.board
    assert typed.text_problem
    state = update(state, choose_mode(Mode.PLAY))
    assert (state.mode, state.board.text, state.board.text_problem) == (Mode.PLAY, "1 2 3/4 5 6/7 8 0", "")
    assert state.spoken == PUT_AWAY
    assert state.problems.file == PUT_AWAY
    back = update(state, choose_mode(Mode.PASTE))
    assert (back.mode, back.board.text, back.board.text_problem) == (Mode.PASTE, "hello", typed.text_problem)
    moved = update(update(state, press_cell(7)), choose_mode(Mode.PASTE))
    assert (moved.board.text, moved.board.text_problem) == ("1 2 3/4 5 6/7 0 8", "")


def test_an_empty_text_is_put_away_without_a_word() -> None:
    state = after(choose_mode(Mode.PASTE), type_text(" "), choose_mode(Mode.PLAY))
    assert (state.spoken, state.problems.file) == ("Playing with the board.", "")
    assert update(state, choose_mode(Mode.PASTE)).board.text == "1 2 3/4 5 6/7 8 0"


@pytest.mark.parametrize("text", ["0 1 2 3 4", "1 2/3 4 5", "", "hello"])
def test_repairs_belong_to_the_board_that_the_text_is_now(text: str) -> None:
    unsolvable = after(choose_mode(Mode.PASTE), type_text("812043765"))
    assert unsolvable.board.repairs
    state = update(unsolvable, type_text(text))
    assert (state.board.is_valid, state.board.repairs) == (False, ())
    assert update(state, repair_board(0)) is state
    assert update(state, type_text("812043765")).board.repairs == unsolvable.board.repairs


@pytest.mark.parametrize(
    "event", [draw_random(1), choose_mode(Mode.PLAY), choose_example("loyd"), choose_size(2, 4)]
)
def test_a_text_that_is_not_a_board_comes_back_with_undo_in_paste(event: object) -> None:
    typed = after(choose_mode(Mode.PASTE), type_text("812043765"), type_text("0 1 2 3 4"))
    state = update(typed, event)
    assert (state.board.text_problem, state.mode) == ("", Mode.PLAY)
    back = update(state, undo())
    assert (back.board.text, back.board.text_problem, back.mode) == (
        typed.board.text,
        typed.board.text_problem,
        Mode.PASTE,
    )
    assert back.board.words == typed.board.words
    redone = update(back, redo())
    assert (redone.board.words, redone.board.text_problem) == (state.board.words, "")


def test_reset_puts_a_text_that_is_not_a_board_away() -> None:
    state = after(choose_mode(Mode.PASTE), type_text("812043765"), choose_mode(Mode.PLAY), press_cell(0))
    state = update(update(state, choose_mode(Mode.PASTE)), type_text("??"))
    put_back = update(state, reset())
    assert (str(put_back.board.check.board), put_back.board.text_problem) == ("8 1 2/0 4 3/7 6 5", "")
    assert update(put_back, undo()).board.text == "??"


def test_a_text_that_is_not_a_board_is_seen_wherever_it_came_from() -> None:
    """From a link, or over a solution."""
    solved = update(after(choose_mode(Mode.PASTE), type_text("1 2 3/4 5 6/0 7 8")), start_search())
    shown = update(update(solved, finish_search(answer_of(solved))), jump_to(1))
    for before in (after(), shown):
        state = update(before, type_text("hello"))
        assert (state.mode, state.board.text, state.board.check.board) == (
            Mode.PASTE,
            "hello",
            before.current_board,
        )


@pytest.mark.slow
def test_long_texts_of_the_past_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.page.commands.recording.MOST_CELLS", 10_000)
    state = after()
    for seed in range(20):
        state = update(update(state, type_text("x" * 3_000)), draw_random(seed))
    assert sum(len(then.text or "") for then in state.history.past) <= 10_000


def test_solving_shows_the_board_that_was_pasted() -> None:
    state = after(choose_mode(Mode.PASTE), type_text("1 2 3/4 5 6/7 0 8"), start_search())
    assert (state.phase, state.mode) == (Phase.SOLVING, Mode.PLAY)
    state = update(state, finish_search(answer_of(state)))
    assert update(state, press_cell(8)).mode is Mode.PLAY


def test_a_text_given_at_once_is_shown_and_one_that_fits_no_tray_is_refused() -> None:
    state = after(choose_mode(Mode.PASTE), give_text("2 1/3 0"))
    assert (state.mode, str(state.board.check.board)) == (Mode.PLAY, "2 1/3 0")
    refused = update(state, give_text("no board"))
    assert refused.board.words == state.board.words
    assert refused.problems.file.startswith("Not a board: ")
    assert update(refused, draw_random(1)).problems.file == ""
    assert update(state, refuse_file("cat.png is no picture.")).spoken == "cat.png is no picture."


@given(st.integers(0, 8), st.integers(0, 8))
def test_two_swaps_of_two_cells_change_nothing(a: int, b: int) -> None:
    state = after(choose_mode(Mode.EDIT))
    twice = update(update(state, swap_cells(a, b)), swap_cells(b, a))
    assert (twice.board.words, twice.board.check) == (state.board.words, state.board.check)


def test_typing_in_one_field_is_one_change() -> None:
    state = after(choose_mode(Mode.EDIT), type_cell(0, 0, ""), type_cell(0, 0, "1"), type_cell(0, 0, "12"))
    assert len(state.history.past) == 1
    state = update(state, type_cell(0, 1, "5"))
    assert len(state.history.past) == 2
    assert update(update(state, undo()), undo()).board.words == after().board.words


# Sizes and goals


def test_an_own_goal_that_fits_the_new_size_stays_and_another_is_put_away_with_a_message() -> None:
    own = after(type_goal("1 0/2 3"))
    assert own.goal.problem
    state = update(own, choose_size(2, 2))
    assert (state.goal.name, str(state.goal.board), str(state.board.check.board)) == (
        OWN,
        "1 0/2 3",
        "1 0/2 3",
    )
    state = update(state, choose_size(3, 4))
    assert state.goal.name == "blank-last"
    assert state.spoken.endswith(GOAL_DROPPED)
    assert update(state, undo()).goal.name == OWN
    assert update(own, give_text("1 2/3 0")).goal.name == OWN
    assert update(update(own, choose_size(2, 2)), give_text("1 2 3/4 5 0")).spoken.endswith(GOAL_DROPPED)


def test_another_size_while_typing_keeps_the_cells_that_fit() -> None:
    typed = after(choose_mode(Mode.EDIT), type_cell(0, 0, "8"), type_cell(0, 1, "x"))
    wider = update(typed, choose_size(3, 4))
    assert (wider.mode, wider.board.words[0]) == (Mode.EDIT, ("8", "x", "3", ""))
    assert wider.board.words[2] == ("7", "8", "0", "")
    back = update(wider, choose_size(3, 3))
    assert (back.mode, back.board.words) == (Mode.EDIT, typed.board.words)
    assert update(wider, choose_size(2, 2)).board.words == (("8", "x"), ("4", "5"))
    assert update(update(wider, undo()), choose_size(127, 127)).mode is Mode.EDIT
    played = update(after(press_cell(7)), choose_size(3, 4))
    assert (played.mode, played.board.check.board) == (Mode.PLAY, played.goal.board), (
        "a new size starts out solved"
    )


@pytest.mark.parametrize(("rows", "cols"), [(1, 5), (128, 3), (-1, 3), (0, 0)])
def test_an_invalid_size_is_named(rows: int, cols: int) -> None:
    state = after(choose_size(rows, cols))
    assert (state.board.rows, state.board.cols) == (3, 3)
    assert state.problems.size == state.spoken != ""
    assert update(state, choose_size(2, 3)).problems.size == ""


@pytest.mark.slow
def test_the_largest_board_is_judged_drawn_and_slid() -> None:
    state = after(choose_size(127, 127), draw_random(3))
    assert (state.board.is_large, state.board.verdict.kind) == (True, "solvable")
    board = state.board.check.board
    assert board is not None
    row, col = board.shape.place(board.blank)
    edge = row * 127 + (0 if col else 126)
    state = update(state, press_cell(edge))
    assert state.history.by_hand == board.shape.distance(edge, board.blank)
    assert state.board.check == check(state.board.check.board or "", "blank-last")


# Drawing


@pytest.mark.slow
@given(st.integers(1, 31), st.integers(0, 2**64))
def test_a_board_at_a_distance_is_that_far(moves: int, seed: int) -> None:
    state = after(draw_at_distance(str(moves), seed))
    assert state.board.check.board is not None
    known = enumerate_states(Shape(3, 3), 8)
    assert state.goal.board is not None
    place = known.states.index(Problem(state.board.check.board, state.goal.board).initial)
    assert known.distance[place] == moves
    assert f"exactly {moves} move" in state.history.about


def test_beyond_the_farthest_there_is_none() -> None:
    state = after(draw_at_distance("32", 1))
    assert state.problems.distance == "No 3x3 board is more than 31 moves from this goal."
    assert state.board.words == after().board.words
    assert update(state, draw_at_distance("31", 1)).problems.distance == ""


@pytest.mark.parametrize("text", ["", "0", "-3", "ten", "1e3", "100001", "9" * 5000, "२"])
def test_an_invalid_number_of_moves_is_named(text: str) -> None:
    assert after(draw_at_distance(text, 1)).problems.distance.startswith(
        "The moves must be from 1 to 100,000"
    )


def test_on_larger_boards_it_is_a_walk_and_says_so() -> None:
    state = after(choose_size(4, 4), draw_at_distance("12", 5))
    assert state.history.about == (
        "A random walk of 12 moves from the goal; its shortest solution may be shorter."
    )
    assert state.board.check.board is not None
    length = solve(state.board.check.board).length
    assert length is not None
    assert length <= 12
    assert length % 2 == 0


def test_what_is_said_of_a_board_goes_with_it() -> None:
    state = after(choose_example("single"))
    assert state.history.about == EXAMPLES["single"].note
    assert update(state, draw_random(4)).history.about.startswith("Dealt from all boards")
    assert update(state, choose_size(2, 2)).history.about == ""
    changed = update(state, choose_goal("spiral"))
    assert changed.history.about == ""  # an example's note holds only for its own goal
    assert update(changed, undo()).history.about == state.history.about


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=lambda example: example.name)
@pytest.mark.parametrize("name", [card.name for card in GOALS])
def test_an_example_brings_its_goal_along_whatever_the_goal_was(example: Example, name: str) -> None:
    state = update(initial_state(Board.parse(example.board)), choose_goal(name))
    state = update(state, choose_example(example.name))
    board = Board.parse(example.board)
    assert (state.board.check.board, state.goal.board) == (board, goal_board(example.goal, board.shape))
    assert goal_board(state.goal.name, board.shape) == state.goal.board
    assert (state.goal.problem, state.history.about) == ("", example.note)
    assert state.board.check.solvable == (example.moves is not None)
    moved = update(state, press_cell(state.board.check.board.movable[0]))  # type: ignore[union-attr]
    assert (moved.history.about, moved.history.origin) == (state.history.about, state.board.words)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_can_be_put_on_the_page(name: str) -> None:
    state = after(choose_example(name))
    example = EXAMPLES[name]
    assert (str(state.board.check.board), state.goal.name) == (example.board, example.goal)
    assert state.board.check.solvable == (example.moves is not None)
    assert example.note in state.spoken
    assert goal_board(example.goal, Shape(state.board.rows, state.board.cols)) == state.goal.board


# The picture


def test_a_picture_is_shown_with_numbers_or_without_until_it_is_taken_away() -> None:
    state = after(choose_picture("blob:cat", 1.5), show_numbers(False))
    assert (state.picture.address, state.picture.aspect, state.picture.has_numbers) == (
        "blob:cat",
        1.5,
        False,
    )
    assert update(state, choose_picture("")).picture.address == ""
    assert not state.history.past, "a picture must not change the board"


def test_while_cells_are_empty_only_their_number_is_spoken() -> None:
    """A list of all empty cells after each digit would be too long to listen to."""
    empty = choose_mode(Mode.EDIT), clear_cells()
    state = after(*empty, type_cell(0, 0, "8"))
    assert state.spoken == "7 numbers to fill in."
    assert update(state, choose_mode(Mode.PLAY)).spoken == "7 numbers to fill in."
