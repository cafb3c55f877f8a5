"""The user's own moves: the worker's check of them, and the effect of each event on the page."""

from __future__ import annotations

from unittest.mock import call

import pytest

from npuzzle import Board, random_board, verify
from tests.support.page_commands import effects_of, names_of
from tests.support.page_states import answer_of, check_of, follow, page
from tests.support.translations import FILES, misses
from web.page.commands.board import choose_goal, give_board
from web.page.commands.own_moves import check_moves, show_moves, stop_check, take_check, take_play, type_moves
from web.page.commands.solving import change_solver, choose_option, finish_search, start_search
from web.page.commands.stepping import jump_to
from web.page.link import describe_omission, from_fragment, to_fragment
from web.page.parts.own_moves import LONGEST
from web.page.state import Phase, UiState
from web.page.words import badge, headline, player_badge
from web.page.worksheet import for_page
from web.rooms.solve.verify_task import VerifyTask

TWO = "1 2 3/4 5 6/0 7 8"


def checked(moves: str, board: str = TWO, *, stopped: bool = False) -> UiState:
    """Return the page after these moves were typed and checked."""
    asking = follow(page(board), type_moves(moves), check_moves())
    assert asking.typed.is_checking, asking.why_not_check
    return follow(asking, check_of(asking.check_request(), stopped=stopped))


@pytest.mark.parametrize(
    "moves",
    ["L L", "L2", "7 8", "8", "r r", "R2", "D U L2", "L", "L R R", "D D D", "5", "left 2", "→→", "8U"],
)
def test_the_page_says_what_the_library_says(moves: str) -> None:
    state, known = checked(moves), verify(TWO, moves)
    assert state.checked_moves is not None
    assert "\n".join(state.checked_moves.said) == str(known)
    assert state.spoken == " ".join(state.checked_moves.said)
    assert (state.checked_moves.path, state.checked_moves.is_shortest) == (known.path, known.is_shortest)


def test_moves_that_reach_the_goal_are_shown_and_proved_only_if_they_are_shortest() -> None:
    shortest = follow(checked("8"), show_moves())
    assert (shortest.phase, shortest.player.path, shortest.player.end) == (Phase.PLAYING, "LL", None)
    assert shortest.player.answer is not None
    assert badge(shortest.player.answer) == "Proved shortest"
    assert player_badge(shortest.player.answer) == "Your own moves: proved shortest"
    assert headline(shortest.player.answer) == "Your own path of 2 moves"
    longer = follow(checked("D U L L"), show_moves())
    assert longer.player.answer is not None
    assert (badge(longer.player.answer), player_badge(longer.player.answer)) == ("Your own moves",) * 2
    assert not longer.player.answer.is_optimal


def test_moves_that_miss_the_goal_are_shown_to_their_end_and_stand_in_no_link_and_on_no_sheet() -> None:
    state = follow(checked("D L"), show_moves(), jump_to(2))
    assert str(state.current_board) == str(verify(TWO, "D L").end)
    assert state.spoken == "Tile 5 left, the end of these moves."
    assert "moves=" not in to_fragment(state)
    assert describe_omission(state) == "Your own moves do not lead to the goal: the link has only the board."
    assert from_fragment(to_fragment(state)).problems == ()
    sheet = for_page(state)
    assert sheet is not None
    assert sheet.solution == ()
    assert state.lacks_solution
    solved = follow(state, start_search(), finish_search(answer_of(state)))
    assert (solved.player.end, solved.lacks_solution) == (None, False)


def test_only_the_moves_before_an_illegal_one_are_shown() -> None:
    state = checked("L R R")
    assert state.checked_moves is not None
    assert "Move 3, R, is illegal" in state.checked_moves.said[0]
    assert follow(state, show_moves()).player.path == "LR"
    assert follow(checked("R2 D9"), show_moves()).player.path != ""


def test_moves_that_go_on_past_the_goal_are_shown_to_the_goal() -> None:
    state = follow(checked("LLL"), show_moves())
    assert (state.player.path, state.player.end) == ("LL", None)
    assert state.checked_moves is not None
    assert not state.checked_moves.reaches_goal


def test_what_is_known_goes_with_its_text_and_with_its_board() -> None:
    state = checked("L2")
    assert follow(state, type_moves("L2 ")).checked_moves is None
    elsewhere = follow(state, give_board(Board.parse("1 2 3/4 0 6/7 5 8")))
    assert elsewhere.checked_moves is None
    assert follow(elsewhere, show_moves()).phase is Phase.READY


def test_an_answer_about_another_board_is_not_shown() -> None:
    asking = follow(page(TWO), type_moves("L2"), check_moves())
    answer = check_of(asking.check_request())
    late = follow(asking, give_board(Board.parse("1 2 3/4 0 6/7 5 8")), answer)
    assert late.checked_moves is None
    assert (
        late.typed.problem == late.spoken == "The board or the goal has changed since: check the moves again."
    )


@pytest.mark.slow
@pytest.mark.parametrize(("moves", "says"), [("D U", "Both line moves are legal"), ("D R9", "is illegal")])
def test_whether_they_are_legal_is_said_before_a_shortest_path_is_found(moves: str, says: str) -> None:
    hard = follow(page("15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0"), choose_goal("blank-first"))
    asking = follow(hard, choose_option("metric", "lines"), type_moves(moves), check_moves())
    task = VerifyTask(asking.check_request())
    task.step(0.01)
    assert task.answer() is None, "it must still look for a shortest path"
    told = follow(asking, take_play(task.progress()["said"]))
    assert says in told.typed.said
    assert told.spoken == told.typed.said
    assert "board" in told.typed.said, "it must say where they end"
    assert follow(told, check_of(asking.check_request(), stopped=True)).checked_moves is not None


@pytest.mark.parametrize(
    "moves", ["<img src=x onerror=alert(1)>", "99", "U-2", "L0", "\u202eL", "9" * 5000, "up → left"]
)
def test_what_is_not_moves_is_said_in_a_sentence(moves: str) -> None:
    asking = follow(page(TWO), type_moves(moves), check_moves())
    answer = check_of(asking.check_request())
    assert answer["found"] is None
    assert follow(asking, answer).typed.problem == answer["problem"] != ""
    assert misses(FILES[0], [answer["problem"]]) == []


def test_why_moves_cannot_be_checked() -> None:
    typed = follow(page(TWO), type_moves("L2"))
    assert page(TWO).why_not_check == "Type the moves first."
    assert follow(page(TWO), type_moves("L" * (LONGEST + 1))).why_not_check == (
        "The moves have 100,001 characters; at most 100,000 are read."
    )
    assert follow(typed, start_search()).why_not_check == "A search is in progress."
    busy = follow(typed, change_solver(ready=True, busy="race"))
    assert busy.why_not_check == "A race is in progress."
    assert "time limit" in follow(typed, choose_option("seconds", "x")).why_not_check
    assert follow(busy, check_moves()).spoken == "A race is in progress."


def test_a_check_starts_once_keeps_its_text_and_can_be_stopped() -> None:
    before = follow(page(TWO), type_moves("L2"), choose_option("seconds", "7"))
    asking = follow(before, check_moves())
    found = effects_of(before, asking, check_moves())
    given = {"board": TWO, "goal": "1 2 3/4 5 6/7 8 0", "moves": "L2", "seconds": 7.0}
    assert call.start_check(given) in found
    assert call.move_focus(("moves-check",), "moves-stop") in found
    assert follow(asking, type_moves("U")).typed.text == "L2"
    stopping = follow(asking, stop_check())
    assert "stop_search" in names_of(effects_of(asking, stopping, stop_check()))
    ended = follow(stopping, check_of(asking.check_request(), stopped=True))
    assert (ended.typed.is_checking, ended.typed.is_stopping) == (False, False)
    assert call.move_focus(("moves-stop",), "moves-check") in effects_of(stopping, ended, take_check())


def test_a_check_that_is_stopped_says_what_is_known() -> None:
    state = checked("D R", str(random_board("4x4", seed=1)), stopped=True)
    assert state.checked_moves is not None
    assert "A shortest path from the start has" in state.checked_moves.said[1]
    assert not state.checked_moves.is_shortest


def test_an_answer_that_nobody_asked_for_changes_nothing() -> None:
    state = page(TWO)
    assert follow(state, take_check(problem="It was lost.")) is state
    assert follow(state, stop_check()).typed == state.typed


@pytest.mark.parametrize(
    "moves",
    [
        *("L2", "R R", "D U L2", "D U D U L2", "L", "L R R", "D L", "5", "8 6", "D9", "l"),
        *("left2", "right right", "→→", "7R 8R", "8U"),
    ],
)
@pytest.mark.parametrize("stopped", [False, True])
def test_every_verdict_has_its_chinese(moves: str, stopped: bool) -> None:
    for board in (TWO, "1 2 3/4 5 6/0 8 7", str(random_board("4x4", seed=1))):
        state = checked(moves, board, stopped=stopped)
        found = state.checked_moves
        assert found is not None
        assert misses(FILES[0], [*found.said]) == []
        shown = follow(state, show_moves())
        if shown.player.answer is not None:
            words = [
                headline(shown.player.answer),
                badge(shown.player.answer),
                player_badge(shown.player.answer),
            ]
            assert misses(FILES[0], words) == []
