"""The effects of each change of the page, without a browser: the table of `web.page.effects`."""

from __future__ import annotations

from typing import Any
from unittest.mock import call

import pytest

from npuzzle import Board
from tests.support.page_commands import effects_of, names_of
from tests.support.page_states import answer_of, page, play_solution
from web.command import Call
from web.page.commands import update
from web.page.commands.board import give_board
from web.page.commands.hints import choose_hints
from web.page.commands.printing import ask_print, print_anyway, solve_and_print
from web.page.commands.solving import (
    change_solver,
    choose_option,
    fail_search,
    finish_search,
    start_search,
    stop_search,
    take_progress,
)
from web.page.commands.stepping import jump_to, press_play, tick
from web.page.parts.answer import Progress
from web.page.state import UiState


def effects(state: UiState, *calls: Call) -> list[Any]:
    """Return the effects of the last call, after the others."""
    before = after = state
    for what in calls:
        before, after = after, update(after, what)
    return effects_of(before, after, calls[-1])


def kinds(state: UiState, *calls: Call) -> set[str]:
    return {*names_of(effects(state, *calls))}


def test_solve_starts_one_search_for_the_job_of_the_page_and_moves_the_focus_to_stop() -> None:
    found = effects(page(), start_search())
    assert [each for each in found if each[0] == "start_search"] == [call.start_search(page().job(), "")]
    assert call.move_focus(("solve", "solve-otherwise"), "stop") in found
    assert "start_search" not in kinds(page(), start_search(), change_solver(True, "solve"))
    progress = Progress(expanded=1, generated=2, frontier=3, peak_frontier=4, lower_bound=5, seconds=0.1)
    assert kinds(page(), start_search(), take_progress(progress)) == {"save_page"}


def test_solve_that_is_refused_starts_nothing_and_says_why() -> None:
    found = effects(page(), choose_option("seconds", "x"), start_search())
    assert names_of(found) == ["announce", "save_page"]


def test_stop_is_passed_on_once() -> None:
    assert "stop_search" in kinds(page(), start_search(), stop_search())
    assert "stop_search" not in kinds(page(), start_search(), stop_search(), stop_search())


def test_the_end_of_a_search_moves_the_focus_from_stop() -> None:
    found = effects(page(), start_search(), finish_search(answer_of(page())))
    assert call.move_focus(("stop",), "forward") in found
    assert "prepare_path" in names_of(found)
    assert call.move_focus(("stop",), "solve") in effects(page(), start_search(), fail_search("It was lost."))


def test_play_starts_one_playback() -> None:
    assert "start_playback" in kinds(play_solution(), press_play())
    assert "start_playback" not in kinds(play_solution(), press_play(), tick())
    assert "start_playback" not in kinds(play_solution(), press_play(), press_play())


@pytest.mark.parametrize(("step", "origins"), [(0, ("first", "back")), (2, ("forward", "last"))])
def test_at_either_end_of_a_path_the_focus_leaves_the_buttons_that_are_disabled(
    step: int, origins: tuple[str, ...]
) -> None:
    state = play_solution("1 2 3/4 5 6/0 7 8")
    assert len(state.player.path) == 2
    moves = [each for each in effects(state, jump_to(1), jump_to(step)) if each[0] == "move_focus"]
    assert moves == [call.move_focus(origins, "slider")]
    assert "move_focus" not in kinds(state, jump_to(1))


def test_a_step_is_announced_as_one() -> None:
    assert call.announce("Tile 7 left, 1 to go.", True) in effects(play_solution(), jump_to(1))
    assert "announce" not in kinds(play_solution(), press_play(), tick())


def test_hints_are_searched_for_while_they_are_wanted_and_once_more_to_end_the_search() -> None:
    wanted = choose_hints(True)
    assert "update_hint_search" in kinds(page(), wanted)
    assert "update_hint_search" in kinds(page(), wanted, change_solver(True, "trace"))
    assert "update_hint_search" in kinds(page(), wanted, choose_hints(False))
    assert "update_hint_search" not in kinds(
        page(), wanted, choose_hints(False), choose_option("seconds", "3")
    )


def test_every_change_is_saved() -> None:
    for event in (start_search(), choose_option("seconds", "3"), choose_hints(True)):
        assert "save_page" in kinds(page(), event)


# Printing

OTHER = give_board(Board.parse("1 2 3/4 5 6/7 0 8"))


def test_a_solution_on_show_is_printed_at_once() -> None:
    assert names_of(effects(play_solution(), ask_print()))[-1] == "print_sheet"
    unsolvable = page("2 1 3/4 5 6/7 8 0")
    found = names_of(effects(unsolvable, ask_print()))
    assert found[-1] == "print_sheet", "there is no solution to wait for"


def test_without_a_solution_print_offers_to_solve_and_takes_the_offer_back() -> None:
    offered = update(page(), ask_print())
    assert offered.printing.is_offered
    assert "print_sheet" not in kinds(page(), ask_print())
    assert "print_sheet" not in kinds(page(), ask_print(), ask_print())
    assert not update(offered, ask_print()).printing.is_offered
    assert not update(offered, OTHER).printing.is_offered, "the offer was for another board"


def test_printing_anyway_prints_and_ends_the_offer() -> None:
    assert "print_sheet" in kinds(page(), ask_print(), print_anyway())
    assert not update(update(page(), ask_print()), print_anyway()).printing.is_offered


def test_what_waits_for_a_solution_is_printed_when_it_comes_and_only_then() -> None:
    asked = (ask_print(), solve_and_print())
    assert "start_search" in kinds(page(), *asked)
    assert "print_sheet" not in kinds(page(), *asked)
    assert "print_sheet" in kinds(page(), *asked, finish_search(answer_of(page())))
    assert "print_sheet" not in kinds(page(), start_search(), finish_search(answer_of(page())))
    assert "print_sheet" not in kinds(page(), *asked, fail_search("It was lost."))
    failed = update(update(update(page(), asked[0]), asked[1]), fail_search("It was lost."))
    assert (failed.printing.is_offered, failed.printing.is_awaited) == (True, False)
