"""The values of the Explore room: each name in its HTML exists, and its value is right."""

from __future__ import annotations

import re
from dataclasses import replace
from operator import attrgetter
from typing import Any

import pytest

from npuzzle import site
from tests.support.page_commands import e
from tests.support.page_states import page
from tests.unit.web.rooms.explore_trees import CALLS, LARGE, STATES, show_tree
from web.command import Call, perform
from web.page.commands import update
from web.page.state import UiState
from web.rooms.explore.shown import ASK, ASKED, Shown
from web.rooms.explore.state import (
    EXAMPLE,
    ExploreState,
    choose,
    guess,
    play,
    predict,
    start_build,
)

HTML = (site.ROOT / "web/rooms/explore/panel.html").read_text(encoding="utf-8")
BOUND = re.findall(r"([a-z-]+)=explore\.([a-z_.]+)", HTML)
READY = update(page("1 2 3/4 5 6/0 7 8"), e.change_solver(ready=True))
LARGER = update(page("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"), e.change_solver(ready=True))
FREE = ("can_show_space", "can_show_example")


@pytest.mark.parametrize("name", STATES)
def test_each_value_that_html_names_is_there_in_every_phase(name: str) -> None:
    assert len(BOUND) > 40
    for here in (READY, LARGER, update(READY, e.type_text("??"))):
        for call in CALLS:
            shown = Shown(perform(STATES[name], call), here, "")
            for what, path in BOUND:
                assert isinstance(attrgetter(path)(shown), str) or what != "text", path


def values(state: ExploreState, *names: str, here: UiState = READY, source: str = "") -> tuple[Any, ...]:
    shown = Shown(state, here, source)
    return tuple(attrgetter(name)(shown) for name in names)


@pytest.mark.parametrize(
    ("state", "here", "can"),
    [
        (ExploreState(), READY, (True, True)),
        (ExploreState(), LARGER, (False, True)),
        (perform(ExploreState(), start_build()), READY, (False, False)),
        (ExploreState(), update(READY, e.change_solver(ready=True, busy="race")), (False, False)),
        (ExploreState(), update(READY, e.type_text("2 1 3/4 5 6/7 8 0")), (False, True)),
        (perform(ExploreState(), choose("algorithm", "anytime")), READY, (False, False)),
        (perform(ExploreState(), choose("algorithm", "anytime")), LARGER, (False, False)),
        (perform(ExploreState(), choose("algorithm", "own")), READY, (False, False)),
    ],
)
def test_what_can_be_shown_now(state: ExploreState, here: UiState, can: tuple[bool, ...]) -> None:
    assert values(state, *FREE, here=here) == can


def test_a_space_too_large_for_a_picture_has_the_reason() -> None:
    said = "The picture of the whole space needs a board of up to 9 cells, such as 3x3."
    assert values(ExploreState(), "why_no_space", here=LARGER) == (said,)
    own = perform(ExploreState(), choose("algorithm", "own"))
    assert values(own, "why_no_space")[0].startswith("Your algorithm has a tree only")


@pytest.mark.parametrize(
    ("calls", "names", "expected"),
    [
        ((), ("can_slide", "can_go_back", "can_go_on", "play_label"), (True, False, True, "Play the search")),
        ((play(),), ("can_slide", "play_label"), (True, "Pause the search")),
        ((predict(),), ("can_step", "can_slide", "can_go_on"), (False, False, False)),
        ((predict(),), ("predict_label", "ask", "judgement"), ("End the predictions", ASKED, ())),
        ((predict(), predict()), ("predict_label", "ask"), ("Predict the next board", ASK)),
        ((predict(), guess(2)), ("judgement_kind", "score"), ("wrong", "0 of 1 right, 0 in a row")),
    ],
)
def test_the_steps_and_the_predictions(
    calls: tuple[Call, ...], names: tuple[str, ...], expected: tuple[object, ...]
) -> None:
    state = show_tree()
    for call in calls:
        state = perform(state, call)
    assert values(state, *names) == expected


def test_a_tree_says_of_which_search_it_is_and_what_it_lacks() -> None:
    assert values(show_tree(), "title", "limit") == ("Search tree", "")
    part = show_tree(replace(LARGE, complete=False))
    assert values(part, "limit")[0].startswith("This search needs more than ")
    assert values(show_tree(), "is_stale", "step_text") == (True, "Step 0 of 6: So far: just the start.")


def test_the_own_board_is_offered_after_the_example() -> None:
    assert values(ExploreState(), "has_mine") == (False,)
    board, goal = (page(text).board.check.board for text in EXAMPLE)
    assert board is not None
    assert goal is not None
    assert values(ExploreState(), "has_mine", here=update(READY, e.lend_board(board, goal))) == (True,)
