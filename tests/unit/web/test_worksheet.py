"""The worksheet: the blanks to fill in, and that the solution fills them in correctly."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import HEURISTICS, Board, Problem, Shape, goal_board, random_walk, solve
from tests.support.page_states import in_phase, page, play_solution
from web.page.commands import update
from web.page.commands.board import type_goal
from web.page.commands.modes import toggle_edit, type_cell
from web.page.commands.solving import choose_option
from web.page.commands.stepping import jump_to
from web.page.state import Phase
from web.page.worksheet import (
    ABREAST,
    BY_HAND,
    PAGES,
    SHEET,
    TABLE,
    Line,
    Worksheet,
    for_page,
    worksheet,
)

BOARD, GOAL = Board.parse("2 3 7/1 8 0/6 5 4"), goal_board("blank-first", Shape(3, 3))
PATH = solve(BOARD, GOAL).path or ""


def lines(tables: tuple[tuple[Line, ...], ...]) -> list[Line]:
    return [line for table in tables for line in table]


@pytest.mark.parametrize("name", BY_HAND)
def test_the_solution_has_g_h_and_f_of_every_move(name: str) -> None:
    sheet = worksheet(BOARD, GOAL, PATH, name)
    problem, heuristic = Problem(BOARD, GOAL), HEURISTICS[name].make(GOAL)
    moves = [None, *problem.moves(PATH)]
    for g, (line, move) in enumerate(zip(lines(sheet.solution), moves, strict=True)):
        h = heuristic.estimate(Problem(problem.replay(PATH[:g]), GOAL).initial)
        assert (line[0], *line[3:]) == (str(g), str(g), f"{h:g}", f"{g + h:g}")
        assert line[1] == ("-" if move is None else str(move.tile))
    assert lines(sheet.solution)[0][2] == "start"
    assert lines(sheet.solution)[-1][4] == "0"
    assert sheet.answer == ("Moves in this path: 17.",)
    assert BY_HAND[name] in sheet.task


def test_a_heuristic_that_nobody_works_out_by_hand_gives_way_to_manhattan() -> None:
    assert set(BY_HAND) <= {card.name for card in HEURISTICS}
    for name in ("auto", "pattern-tables", "own", "???"):
        assert worksheet(BOARD, GOAL, PATH, name) == worksheet(BOARD, GOAL, PATH, "manhattan")


def test_the_empty_tables_are_the_same_for_every_board_and_say_nothing() -> None:
    sheet = worksheet(BOARD, GOAL, PATH)
    assert lines(sheet.tables) == [(str(move), "", "", "", "", "") for move in range(TABLE * ABREAST)]
    unsolved = worksheet(BOARD, GOAL)
    assert unsolved.solution == ()
    assert unsolved.answer == ("This board has not been solved yet.",)
    assert unsolved.tables == worksheet(GOAL, GOAL, "").tables == sheet.tables


def test_a_solved_board_has_the_start_alone() -> None:
    sheet = worksheet(GOAL, GOAL, "")
    assert len(lines(sheet.solution)) == 1
    assert sheet.answer == ("Moves in this path: 0.",)


def test_an_unsolvable_board_is_a_question_with_its_reason_as_answer() -> None:
    sheet = worksheet(Board.parse("2 8 1/0 4 3/7 6 5"), goal_board("blank-last", Shape(3, 3)))
    assert sheet.task[0].startswith("Can this board be brought to the goal?")
    assert "11 inversions (odd)" in sheet.answer[0]
    assert sheet.tables == sheet.solution == ()


@given(st.integers(0, 400), st.integers(0, 5))
@settings(max_examples=60)
def test_tables_stand_abreast_and_none_is_too_long(moves: int, seed: int) -> None:
    goal = goal_board("blank-last", Shape(4, 4))
    board = random_walk(goal, moves, Random(seed))
    sheet = worksheet(board, goal, to_and_fro(board, goal, moves))
    assert len(sheet.tables) <= ABREAST
    assert len(sheet.solution) <= ABREAST * PAGES
    for table, most in ((sheet.tables, TABLE), (sheet.solution, SHEET)):
        assert all(0 < len(lines) <= most for lines in table)
        assert max(map(len, table)) - min(map(len, table)) < len(table)
        listed = lines(table)
        assert [line[0] for line in listed] == [str(at) for at in range(len(listed))]
    assert ("listed" in sheet.answer[0]) == (moves + 1 > SHEET * ABREAST * PAGES)


def test_of_a_very_long_path_no_more_is_worked_out_than_is_listed() -> None:
    goal = goal_board("blank-last", Shape(4, 4))
    board = random_walk(goal, 3, Random(1))
    sheet = worksheet(board, goal, to_and_fro(board, goal, 5_000_000))
    assert len(lines(sheet.solution)) == SHEET * ABREAST * PAGES
    assert sheet.answer == ("Moves in this path: 5,000,000. The first 269 are listed.",)


def to_and_fro(board: Board, goal: Board, moves: int) -> str:
    """Return any legal path of that many moves, wherever it leads."""
    way = next(way for way in ("DU", "UD") if _legal(board, goal, way))
    return (way * moves)[:moves]


def _legal(board: Board, goal: Board, path: str) -> bool:
    try:
        return bool(Problem(board, goal).replay(path))
    except ValueError:
        return False


# The contents of the page


def test_the_sheet_shows_the_board_before_any_move_with_its_path() -> None:
    state = play_solution()
    stepped = update(state, jump_to(1))
    sheet = for_page(stepped)
    assert isinstance(sheet, Worksheet)
    assert sheet == for_page(state)
    assert sheet.board == state.board.check.board
    assert len(lines(sheet.solution)) == len(state.player.path) + 1


def test_the_chosen_heuristic_is_asked_for() -> None:
    sheet = for_page(update(page(), choose_option("heuristic", "misplaced")))
    assert sheet is not None
    assert BY_HAND["misplaced"] in sheet.task


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_has_a_sheet_while_the_board_is_one(phase: Phase) -> None:
    state = in_phase(phase)
    assert for_page(state) is not None
    assert state.lacks_solution == (phase is not Phase.PLAYING)


def test_without_a_board_or_a_goal_there_is_no_sheet() -> None:
    faulty = update(update(page(), toggle_edit()), type_cell(0, 0, "2"))
    assert for_page(faulty) is None
    assert not faulty.lacks_solution
    assert for_page(update(page(), type_goal("1 2"))) is None


def test_an_unsolvable_board_needs_no_solution() -> None:
    state = page("2 8 1/0 4 3/7 6 5")
    assert not state.lacks_solution
    assert for_page(state) is not None
