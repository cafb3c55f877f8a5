"""Practice: which solves count, averages as speed solvers compute them, and the note's contents."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, goal_board, solve
from npuzzle.puzzle.moves import undo
from tests.support.page_commands import CHANGING, e
from tests.support.page_states import answer_of, follow, page
from web.command import Call, perform
from web.page.commands import update
from web.page.state import UiState
from web.rooms.practice import state as practice
from web.rooms.practice.shown import Shown, session_rows, write_time
from web.rooms.practice.state import (
    Mode,
    Phase,
    PracticeState,
    Solve,
    find_average,
    read_note,
    write_note,
)
from web.rooms.practice.task import AnalyseTask

NEAR = Board.parse("1 2 3/4 5 6/0 7 8")
GOAL = goal_board("blank-last", "3x3")


def deal(mode: Mode = Mode.CLOCK, board: Board = NEAR) -> tuple[PracticeState, UiState]:
    state = perform(PracticeState(size="3x3", mode=mode), practice.deal(board))
    return state, update(page(), e.give_board(board, GOAL))


def play(
    state: PracticeState, shown: UiState, *calls: Call, seconds: float = 2.0
) -> tuple[PracticeState, UiState]:
    for call in calls:
        shown = update(shown, call)
        state = perform(state, practice.follow_page(shown, seconds))
    return state, shown


def slides(path: str) -> list[Call]:
    return [e.press_arrow(letter) for letter in path]


def run(text: str, size: str = "3x3") -> list[dict[str, object]]:
    task = AnalyseTask({"text": text, "size": size})
    while task.answer() is None:
        task.step(0.1)
    return (task.answer() or {})["rows"]


# A solve


@pytest.mark.parametrize("mode", Mode)
def test_moves_by_hand_from_the_scramble_to_the_goal_are_a_solve(mode: Mode) -> None:
    state, shown = deal(mode)
    assert state.phase is (Phase.DEALT if mode is Mode.CLOCK else Phase.RUNNING)
    state, shown = play(state, shown, *slides("LR"))
    assert (state.phase, state.solves) == (Phase.RUNNING, ())
    state, shown = play(state, shown, *slides("LL"), seconds=3.21)
    assert (state.phase, state.solves) == (Phase.DONE, (Solve(mode, NEAR, "LRLL", 3.21),))
    seen = Shown(state, shown)
    assert (seen.time, seen.message) == ("0:03.21", "4 moves, 1.2 a second.")
    again, _ = play(state, shown, *slides("RL"))
    assert again is state, "a solve must count only once"


def test_a_board_that_was_solved_while_no_clock_ran_is_no_solve() -> None:
    """It was solved in another room; this room learns of it when it is opened again."""
    state, shown = deal()
    for call in slides("LL"):
        shown = update(shown, call)
    state = perform(state, practice.follow_page(shown, 0.0))
    assert (state.phase, state.solves) == (Phase.IDLE, ())


def test_its_proof_is_shown_when_it_has_come() -> None:
    state, shown = play(*deal(), *slides("LRLL"))
    assert Shown(state, shown).proof == "Looking for the shortest solution."
    asked = state.unproved
    assert asked is not None
    (row,) = run(f"{asked.board}\t{asked.path}")
    state = perform(state, practice.take_proof(asked, row))
    assert Shown(state, shown).proof == "Shortest: 2 (+2). In whole lines: 1."
    assert state.unproved is None
    assert Shown(state, shown).table.rows == (("1", "0:02.00", "4", "2.0", "2 (+2)", "1", str(NEAR)),)
    assert session_rows(state)[0]["shortest"] == 2
    nothing = perform(play(*deal(), *slides("LL"))[0], practice.take_proof(asked, row))
    assert nothing.unproved is not None, "an answer must count only for its own solve"


@pytest.mark.parametrize(
    "calls",
    [
        [e.change_solver(ready=True), e.start_search(), e.fail_search("It was lost."), *slides("LL")],
        [e.press_arrow("L"), e.change_solver(ready=True), e.start_search(), e.fail_search("It was lost."),
         e.press_arrow("L")],
    ],
)  # fmt: skip
def test_help_does_not_count(calls: list[Call]) -> None:
    state, shown = play(*deal(), *calls)
    (one,) = state.solves
    assert one.is_helped
    assert "is not counted" in Shown(state, shown).message
    assert [each[1] for each in Shown(state, shown).table.rows] == ["(0:02.00)"]


@pytest.mark.parametrize(
    "call",
    [e.give_board(Board.parse("1 2 3/4 0 6/7 5 8")), e.choose_goal("blank-first"), e.choose_size(4, 4)],
)
def test_another_board_or_goal_ends_it_without_a_solve(call: Call) -> None:
    state, _shown = play(*deal(), *slides("L"), call)
    assert (state.phase, state.solves) == (Phase.IDLE, ())


@pytest.mark.parametrize("call", [practice.choose_size("4x4"), practice.choose_mode(Mode.FEWEST)])
def test_so_does_another_size_or_mode(call: Call) -> None:
    state, _ = play(*deal(), *slides("L"))
    assert perform(state, call).phase is Phase.IDLE
    assert perform(state, practice.choose_size("9x9")) is state


def test_an_edit_on_the_way_is_no_solve() -> None:
    state, shown = play(*deal(), *slides("L"))
    before = shown.board.words
    edit = [e.toggle_edit(), e.type_cell(0, 0, "2"), e.type_cell(0, 1, "1"), e.type_cell(0, 0, "1")]
    state, shown = play(state, shown, *edit, e.type_cell(0, 1, "2"), e.toggle_edit())
    assert shown.board.words == before
    state, _ = play(state, shown, *slides("L"))
    assert state.solves == ()


def test_the_draft_is_what_is_on_the_board() -> None:
    state, shown = play(*deal(Mode.FEWEST), *slides("LL"[:1]))
    assert (Shown(state, shown).is_drafting, Shown(state, shown).moves) == (True, "L")
    typed = perform(state, practice.type_draft("l"))
    assert Shown(typed, shown).moves == "l"
    undone, shown = play(typed, shown, e.undo())
    assert (Shown(undone, shown).moves, undone.phase) == ("", Phase.RUNNING)


def test_cleared_and_brought_back_until_the_next_solve() -> None:
    state, shown = play(*deal(), *slides("LL"))
    cleared = perform(state, practice.clear())
    assert (cleared.solves, perform(cleared, practice.clear()).solves) == ((), state.solves)
    assert Shown(cleared, shown).clear_label == "Bring the session back"
    again = perform(cleared, practice.deal(NEAR))
    again, _ = play(again, update(page(), e.give_board(NEAR, GOAL)), *slides("LL"))
    assert (len(again.solves), again.cleared) == (1, ())


def test_clear_removes_what_is_listed_and_nothing_else() -> None:
    state, _ = play(*deal(), *slides("LL"))
    other = perform(state, practice.choose_mode(Mode.FEWEST))
    assert perform(other, practice.clear()).solves == state.solves
    back = perform(perform(other, practice.clear()), practice.choose_mode(Mode.CLOCK))
    assert perform(back, practice.clear()).solves == ()


def test_a_solution_on_show_ends_the_clock() -> None:
    state, shown = play(*deal(), *slides("L"))
    shown = follow(shown, e.change_solver(ready=True), e.start_search())
    shown = update(shown, e.finish_search(answer_of(shown)))
    state = perform(state, practice.follow_page(shown, 1.0))
    assert (state.phase, state.solves) == (Phase.IDLE, ())
    assert "does not count" in state.problem


# Averages

FIGURES = st.lists(st.floats(0.1, 1000), max_size=120)


@given(FIGURES, st.sampled_from([(5, 1), (12, 1), (50, 3), (100, 5)]))
def test_an_average_leaves_the_best_and_the_worst_out(figures: list[float], counted: tuple[int, int]) -> None:
    number, out = counted
    found = find_average(figures, number)
    if len(figures) < number:
        assert found is None
        return
    left = figures[-number:]
    for _ in range(out):
        left.remove(min(left))
        left.remove(max(left))
    assert found == pytest.approx(mean(left))


def test_helped_solves_and_those_of_other_sizes_are_in_no_average() -> None:
    times = [41.2, 38.95, 55.02, 36.71, 43.1]
    solves = tuple(Solve(Mode.CLOCK, NEAR, "LL", seconds) for seconds in times)
    state = PracticeState(size="3x3", solves=solves)
    assert state.averages[0] == pytest.approx((41.2 + 38.95 + 43.1) / 3)
    assert Shown(state, page()).averages == [("Average of 5", "0:41.08"), ("Average of 12", "\u2013")]
    more = (*solves, replace(solves[0], is_helped=True, seconds=1.0), replace(solves[0], mode=Mode.FEWEST))
    assert replace(state, solves=more).averages == state.averages
    assert replace(state, size="4x4").averages == [None] * 4


@given(st.floats(0, 100_000))
def test_a_time_is_written_in_minutes_seconds_and_hundredths(seconds: float) -> None:
    minutes, rest = write_time(seconds).split(":")
    assert abs(60 * int(minutes) + float(rest) - seconds) <= 0.01 + 1e-5
    assert len(rest) == 5


# The note


@given(st.lists(st.tuples(st.sampled_from(Mode), st.integers(0, 99), st.floats(0, 9999), st.booleans())))
def test_what_is_kept_is_read_back_without_what_was_proved(kept: list[tuple[Mode, int, float, bool]]) -> None:
    solves = []
    for mode, seed, seconds, is_helped in kept:
        path, board = "", GOAL
        for _ in range(5):
            letter = Random(seed).choice([move.letter for move in board.legal_moves])
            path, board = path + letter, board.play(letter)
        solves.append(Solve(mode, board, undo(path), round(seconds, 3), is_helped, {"shortest": 1}))
    state = PracticeState(size="3x3", solves=tuple(solves))
    assert read_note(write_note(state)) == replace(
        state, solves=tuple(replace(one, row=None) for one in solves)
    )


GOOD = ["clock", str(NEAR), "LL", 2.5, False]
OTHERS: list[list[object]] = [
    ["other", *GOOD[1:]],
    ["clock", "nonsense", "LL", 2.5, False],
    ["clock", str(NEAR), "L", 2.5, False],
    ["clock", str(NEAR), "L2", 2.5, False],
    ["clock", str(NEAR), "LR" * 5_000 + "LL", 2.5, False],
    ["clock", "1 2/0 3", "L", 2.5, False],
    ["clock", str(NEAR), "LL", -1.0, False],
    ["clock", str(NEAR), "LL", float("nan"), False],
    ["clock", str(NEAR), "LL", 2, False],
    [*GOOD, {"shortest": 1}],
]


@pytest.mark.parametrize("other", [*OTHERS, *({}, None, "x", [])], ids=range(14))
def test_what_is_not_a_solve_is_left_out_of_the_note(other: object) -> None:
    state = read_note(json.dumps({"size": "3x3", "mode": "fewest", "solves": [GOOD, other]}))
    assert (state.size, state.mode, len(state.solves)) == ("3x3", Mode.FEWEST, 1)


@pytest.mark.parametrize(
    "text", ["", "[", "[]", "[" * 9_000, '{"solves": 1, "size": [], "mode": {}}', "1" * 50]
)
def test_a_note_of_another_form_is_no_session(text: str) -> None:
    assert read_note(text) == PracticeState()


# The list


def test_lines_of_moves_are_simplified_and_inverted() -> None:
    state = perform(PracticeState(), practice.type_list("R L U2 D\n1 2 3/4 5 6/0 7 8\nR D"))
    assert perform(state, practice.rewrite("simplify")).text == "U\n1 2 3/4 5 6/0 7 8\nR D"
    assert perform(state, practice.rewrite("invert")).text == "U D2 R L\n1 2 3/4 5 6/0 7 8\nU L"


def test_a_list_is_analysed_by_the_worker() -> None:
    rows = run(f"{NEAR} D U L2\nhello")
    state = perform(PracticeState(), practice.take_rows(tuple(rows)))
    first, second = Shown(state, page()).list_table.rows
    assert first == ("1", "4", "2", "+2", "1", "L", "1", "")
    assert second[-1].startswith("not a board")
    stopped = AnalyseTask({"text": str(NEAR), "size": "3x3"})
    stopped.cancel()
    assert stopped.answer() == {"rows": []}


@pytest.mark.slow
def test_a_dealt_board_of_each_size_can_be_proved_or_bounded() -> None:
    board = goal_board("blank-last", "4x4").shuffled(10)
    path = solve(board).path
    (row,) = run(f"{board}\t{path}", "4x4")
    assert (row["shortest"], row["excess"]) == (len(path or ""), 0)


# Anything, in any order


@given(st.lists(st.one_of(*CHANGING.values(), st.sampled_from(slides("UDLR"))), max_size=12))
def test_every_solve_leads_from_its_scramble_to_the_goal(calls: list[Call]) -> None:
    state, shown = play(*deal(), *calls)
    for one in state.solves:
        assert one.board.play(one.path) == GOAL
    assert len(Shown(state, shown).table.rows) == len(state.solves)
