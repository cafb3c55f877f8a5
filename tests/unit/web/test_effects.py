"""What each change of the page sets going: the table of `web.page.effects`, without a browser."""

from __future__ import annotations

import pytest

from npuzzle import Board
from tests.support.page_states import answer_of, page, play_solution
from web.page.effects import (
    Announce,
    Effect,
    MoveFocus,
    PreparePath,
    PrintSheet,
    SavePage,
    StartPlayback,
    StartSearch,
    StopSearch,
    UpdateHintSearch,
    effects_of,
)
from web.page.events import (
    BoardGiven,
    Finished,
    HintsChosen,
    JumpedTo,
    OptionChosen,
    PlayPressed,
    PrintAnywayPressed,
    PrintPressed,
    Progressed,
    SolveAndPrintPressed,
    SolveFailed,
    SolvePressed,
    SolverChanged,
    StopPressed,
    Ticked,
)
from web.page.parts.answer import Progress
from web.page.state import UiState
from web.page.updates import update


def effects(state: UiState, *events: object) -> list[Effect]:
    """The effects of the last event, after the others."""
    before = after = state
    for event in events:
        before, after = after, update(after, event)
    return list(effects_of(before, after, events[-1]))


def kinds(state: UiState, *events: object) -> set[type]:
    """The kinds alone: two effects without fields are equal, as all empty tuples are."""
    return {type(effect) for effect in effects(state, *events)}


def test_solve_starts_one_search_for_the_job_of_the_page_and_moves_the_focus_to_stop() -> None:
    found = effects(page(), SolvePressed())
    assert [effect for effect in found if isinstance(effect, StartSearch)] == [StartSearch(page().job())]
    assert MoveFocus(("solve", "solve-otherwise"), "stop") in found
    assert StartSearch not in kinds(page(), SolvePressed(), SolverChanged(True, "solve"))
    progress = Progress(expanded=1, generated=2, frontier=3, peak_frontier=4, lower_bound=5, seconds=0.1)
    assert kinds(page(), SolvePressed(), Progressed(progress)) == {SavePage}


def test_solve_that_is_refused_starts_nothing_and_says_why() -> None:
    found = effects(page(), OptionChosen("seconds", "x"), SolvePressed())
    assert [type(effect) for effect in found] == [Announce, SavePage]


def test_stop_is_passed_on_once() -> None:
    assert StopSearch in kinds(page(), SolvePressed(), StopPressed())
    assert StopSearch not in kinds(page(), SolvePressed(), StopPressed(), StopPressed())


def test_the_end_of_a_search_moves_the_focus_from_stop() -> None:
    found = effects(page(), SolvePressed(), Finished(answer_of(page())))
    assert MoveFocus(("stop",), "forward") in found
    assert PreparePath in {type(effect) for effect in found}
    assert MoveFocus(("stop",), "solve") in effects(page(), SolvePressed(), SolveFailed("It was lost."))


def test_play_starts_one_playback() -> None:
    assert StartPlayback in kinds(play_solution(), PlayPressed())
    assert StartPlayback not in kinds(play_solution(), PlayPressed(), Ticked())
    assert StartPlayback not in kinds(play_solution(), PlayPressed(), PlayPressed())


@pytest.mark.parametrize(("step", "origins"), [(0, ("first", "back")), (2, ("forward", "last"))])
def test_at_either_end_of_a_path_the_focus_leaves_the_buttons_that_are_disabled(
    step: int, origins: tuple[str, ...]
) -> None:
    state = play_solution("1 2 3/4 5 6/0 7 8")
    assert len(state.player.path) == 2
    moves = [
        effect for effect in effects(state, JumpedTo(1), JumpedTo(step)) if isinstance(effect, MoveFocus)
    ]
    assert moves == [MoveFocus(origins, "slider")]
    assert MoveFocus not in kinds(state, JumpedTo(1))


def test_a_step_is_announced_as_one() -> None:
    assert Announce("Tile 7 left, 1 to go.", True) in effects(play_solution(), JumpedTo(1))
    assert Announce not in kinds(play_solution(), PlayPressed(), Ticked())


def test_hints_are_searched_for_while_they_are_wanted_and_once_more_to_end_the_search() -> None:
    wanted = HintsChosen(True)
    assert UpdateHintSearch in kinds(page(), wanted)
    assert UpdateHintSearch in kinds(page(), wanted, SolverChanged(True, "trace"))
    assert UpdateHintSearch in kinds(page(), wanted, HintsChosen(False))
    assert UpdateHintSearch not in kinds(page(), wanted, HintsChosen(False), OptionChosen("seconds", "3"))


def test_every_change_is_saved() -> None:
    for event in (SolvePressed(), OptionChosen("seconds", "3"), HintsChosen(True)):
        assert SavePage in kinds(page(), event)


# Printing

OTHER = BoardGiven(Board.parse("1 2 3/4 5 6/7 0 8"))


def test_a_solution_on_show_is_printed_at_once() -> None:
    assert type(effects(play_solution(), PrintPressed())[-1]) is PrintSheet
    unsolvable = page("2 1 3/4 5 6/7 8 0")
    assert type(effects(unsolvable, PrintPressed())[-1]) is PrintSheet, "nor is there a solution to wait for"


def test_without_a_solution_print_offers_to_solve_and_takes_the_offer_back() -> None:
    offered = update(page(), PrintPressed())
    assert offered.printing.is_offered
    assert PrintSheet not in kinds(page(), PrintPressed())
    assert PrintSheet not in kinds(page(), PrintPressed(), PrintPressed())
    assert not update(offered, PrintPressed()).printing.is_offered
    assert not update(offered, OTHER).printing.is_offered, "it was for another board"


def test_printing_anyway_prints_and_ends_the_offer() -> None:
    assert PrintSheet in kinds(page(), PrintPressed(), PrintAnywayPressed())
    assert not update(update(page(), PrintPressed()), PrintAnywayPressed()).printing.is_offered


def test_what_waits_for_a_solution_is_printed_when_it_comes_and_only_then() -> None:
    asked = (PrintPressed(), SolveAndPrintPressed())
    assert StartSearch in kinds(page(), *asked)
    assert PrintSheet not in kinds(page(), *asked)
    assert PrintSheet in kinds(page(), *asked, Finished(answer_of(page())))
    assert PrintSheet not in kinds(page(), SolvePressed(), Finished(answer_of(page())))
    assert PrintSheet not in kinds(page(), *asked, SolveFailed("It was lost."))
    failed = update(update(update(page(), asked[0]), asked[1]), SolveFailed("It was lost."))
    assert (failed.printing.is_offered, failed.printing.is_awaited) == (True, False)
