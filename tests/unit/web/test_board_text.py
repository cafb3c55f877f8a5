"""A typed or pasted text: one board, several boards, or a scramble."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, Notation, format_moves, goal_board, random_board, solve
from tests.support.page_states import follow, page
from tests.support.pasted_texts import READ, REFUSED
from tests.support.translations import FILES, misses
from web.page.board_text import read_board_text
from web.page.commands import update
from web.page.commands.board import draw_random, give_text, type_text
from web.page.commands.modes import choose_mode
from web.page.commands.undo import undo
from web.page.state import Mode, Phase, UiState

GOAL = goal_board("blank-last", "3x3")
ONE, TWO = "8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 0 8"


def taken(text: str) -> list[UiState]:
    """Return the page after the text was pasted onto it, and after it was typed."""
    return [follow(page(), event(text)) for event in (give_text, type_text)]


@pytest.mark.slow
@given(st.integers(0, 200), st.sampled_from(Notation))
def test_a_scramble_is_played_from_the_goal_in_the_notation_of_the_page(
    seed: int, notation: Notation
) -> None:
    board = random_board(GOAL, Random(seed))
    back = solve(board, GOAL, algorithm="greedy", heuristic="manhattan").path or ""
    scramble = back[::-1].translate(str.maketrans("UDLR", "DURL"))
    read = read_board_text(format_moves(scramble, notation), GOAL, notation)
    assert Board(read.words) == board
    assert read.about == f"A scramble of {len(scramble)} moves, played from the goal of 3x3."


def test_letters_that_cannot_be_played_are_read_the_other_way_which_is_said() -> None:
    for state in taken("U L D R"):
        assert state.board.text_problem == ""
        assert state.board.text_about == (
            "A scramble of 4 moves, played from the goal of 3x3. Its letters give the direction of the blank."
        )
        assert state.spoken.startswith("A scramble of 4 moves")
        assert follow(state, undo()).board.words == page().board.words
        assert follow(state, type_text(ONE)).board.text_about == ""


def test_a_scramble_that_fits_another_size_is_played_there() -> None:
    for state in taken("D R3 D L D L U3 R D R U L D2 R U2 L2 D"):
        assert state.board.text_about == "A scramble of 24 moves, played from the goal of 4x4."
        assert (state.board.rows, state.board.cols) == (4, 4)
        assert state.goal.board == goal_board("blank-last", "4x4")


def test_a_scramble_that_is_typed_key_by_key_stays_on_its_size() -> None:
    state = update(page(), choose_mode(Mode.PASTE))
    for end in range(1, 5):
        state = update(state, type_text("RRRR"[:end]))
        assert state.goal.board is not None
        assert str(state.goal.board.shape) == "3x3"
    assert "is illegal" in state.board.text_problem


def test_a_scramble_of_several_lines_says_that_it_was_read_as_one() -> None:
    for state in taken("R D2\nL\n"):
        assert state.board.text_about == (
            "A scramble of 4 moves, played from the goal of 3x3. "
            "Its 2 lines were read as one; Practice takes a list, one scramble per line."
        )


def test_moves_that_cannot_be_made_are_no_scramble_and_the_board_stays() -> None:
    for state in taken("R2 D L U3"):
        said = "Not a scramble from the goal. Move 6, U, is illegal: the blank is in the last row"
        assert (state.board.text_problem or state.problems.file).startswith(said)
        assert state.board.words == page().board.words


@pytest.mark.parametrize("number", [1, 2])
def test_of_several_boards_the_first_is_shown_and_their_number_said(number: int) -> None:
    lines = [ONE, *[TWO] * number, "1 2/3 0"]
    for text in (
        "\n".join(lines),
        "\n\n".join(lines),
        "\n\n".join(line.replace("/", "\n") for line in lines),
    ):
        for state in taken(text):
            assert str(state.board.check.board) == ONE
            assert state.board.text_about == f"The text has {len(lines)} boards: this is the first."
            assert follow(state, draw_random(1)).board.text_about == ""


@pytest.mark.parametrize("goal", ["0 1 2/3 4 5/6 7 8", "1 2 3/4 5 6/7 0 8"])
def test_of_two_boards_the_second_is_the_goal(goal: str) -> None:
    for state in taken(f"{ONE}\n{goal}"):
        assert str(state.board.check.board) == ONE
        assert str(state.goal.board) == goal
        assert state.goal.name == ("blank-first" if goal.startswith("0") else "own")
        assert state.board.text_about == "The text gives the goal, too."
        assert follow(state, type_text("1 2 3\n4 5\n6 7 8")).board.text_about == ""
        assert str(follow(state, undo()).goal.board) == str(page().goal.board)


@pytest.mark.parametrize(("text", "board"), READ.values(), ids=READ)
def test_every_form_is_read_and_said(text: str, board: str | None) -> None:
    for state in taken(text):
        assert board in (None, str(state.board.check.board))
        assert state.board.text_about == f"{how(text)}{gives_goal(text)}".strip()
        assert state.phase is Phase.READY


def how(text: str) -> str:
    said = Board.reading(text).how
    return f"Read as follows: {said}." if said else ""


def gives_goal(text: str) -> str:
    return " The text gives the goal, too." if Board.reading(text).goal else ""


@pytest.mark.parametrize("text", ["", "8 6 7/2 5 4/3 0 0", "1 2/3 x\n1 2/3 3", "u 3 3 3", "D" * 20_000])
def test_any_other_text_has_its_faults(text: str) -> None:
    assert read_board_text(text, GOAL, Notation.TILE).problem.endswith(".")
    assert read_board_text("R", None, Notation.TILE).problem


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_is_said_in_every_language(file: object) -> None:
    texts = (
        "U",
        "R2 D L U3",
        f"{ONE}\n{TWO}",
        f"{ONE}\n{TWO}\n1 2/3 0",
        *(text for text, _ in READ.values()),
    )
    texts = (*texts, *(text for text, _ in REFUSED.values()))
    said = [read_board_text(text, GOAL, Notation.TILE) for text in texts]
    said.append(read_board_text("R", GOAL, Notation.BLANK))
    assert misses(file, [text for each in said for text in (each.about, each.problem)]) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["ab c\n" * 200, "ab c\n1 2\n" * 90, "x y\n\n1 2/3 0\n" * 70])
def test_nonsense_of_many_lines_is_a_fault_of_the_text(text: str) -> None:
    assert read_board_text(text, GOAL, Notation.TILE).problem


@pytest.mark.slow_cases(r"3x3\n", r"1 2 3\n")
@pytest.mark.parametrize("part", ["goal ", "/", "%", "// 2 ", "-- 3 ", "goal/<", "3x3\n", "1 2 3\n"])
def test_nonsense_of_a_hundred_thousand_characters_is_a_fault_of_the_text(part: str) -> None:
    """Each of the first six texts once blocked the page for ten seconds to minutes."""
    assert read_board_text((part * 100_000)[:100_000], GOAL, Notation.TILE).problem
