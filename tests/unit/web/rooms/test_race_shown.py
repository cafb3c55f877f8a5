"""The values of the Race room: each name in its HTML exists, and its value is right."""

from __future__ import annotations

import re
from operator import attrgetter

import pytest

from npuzzle import site
from tests.unit.web.rooms.race_states import ANSWER, BOARD, GOAL, REPORT, four_lanes, in_phase, page
from web.command import Call
from web.page.commands import update as page_update
from web.page.commands.board import type_text
from web.rooms.race.report import NO_GUESS
from web.rooms.race.shown import Shown
from web.rooms.race.state import (
    Phase,
    RaceState,
    aim,
    end_comparison,
    make_guess,
    note_deal,
    start_comparison,
    start_race,
    take_comparison,
    take_race,
    type_field,
    update,
)

HTML = (site.ROOT / "web/rooms/race/panel.html").read_text(encoding="utf-8")
BOUND = re.findall(r"([a-z-]+)=race\.([a-z_.]+)", HTML)
OVER = take_race({"lanes": [REPORT] * 3}, over=True)


@pytest.mark.parametrize("phase", Phase)
def test_each_value_that_html_names_is_there_in_every_phase(phase: Phase) -> None:
    assert len(BOUND) > 20
    for here in (page(), page_update(page(), type_text("??"))):
        shown = Shown(in_phase(phase), here, "")
        for what, path in BOUND:
            assert isinstance(attrgetter(path)(shown), str) or what != "text", path


@pytest.mark.parametrize("phase", Phase)
def test_one_thing_at_a_time_can_be_done(phase: Phase) -> None:
    shown = Shown(in_phase(phase), page(), "")
    assert shown.can_start is shown.can_start_many is shown.can_add is shown.is_choosing
    assert [shown.is_choosing, shown.is_racing, shown.is_comparing].count(True) == 1


def test_a_fault_says_which_start_it_forbids() -> None:
    state = update(four_lanes(), type_field("seed", "x"))
    shown = Shown(state, page(), "")
    assert (shown.can_start, shown.help, shown.can_start_many) == (True, "", False)
    assert shown.why_not_many == "The seed must be a whole number from 0 to 1,000,000,000."
    assert not shown.can_add, "four lanes are the limit"


@pytest.mark.parametrize(
    ("phase", "call", "result"),
    [(Phase.CHOOSING, None, False), (Phase.RACING, None, False), (Phase.RACING, OVER, True)],
)
def test_a_race_has_its_result_when_it_is_over(phase: Phase, call: Call | None, result: bool) -> None:
    state = in_phase(phase) if call is None else update(in_phase(phase), call)
    shown = Shown(state, page(), "")
    assert (shown.result is not None) is result
    assert Shown(state, page("1 2 3/4 5 6/0 7 8"), "").on_show is None, "the result is of another board"
    assert shown.is_replayed is (phase is Phase.RACING and result)


def test_a_race_that_was_stopped_is_run_again() -> None:
    stopped = [REPORT, REPORT, REPORT | {"state": "cancelled"}]
    shown = Shown(update(in_phase(Phase.RACING), take_race({"lanes": stopped}, over=True)), page(), "")
    assert (shown.result is not None, shown.is_replayed, shown.can_play) == (True, False, True)


def test_a_race_can_be_run_again_with_more_seconds() -> None:
    over = update(in_phase(Phase.RACING), OVER)
    assert Shown(over, page(), "").is_replayed
    assert not Shown(update(over, type_field("seconds", "60")), page(), "").is_replayed


def test_a_guess_is_asked_for_before_the_first_race_of_two_and_judged_after_it() -> None:
    state = update(update(RaceState(), make_guess("lane", "1")), make_guess("times", "5"))
    assert Shown(state, page(), "").asks
    assert not Shown(in_phase(Phase.CHOOSING), page(), "").asks, "only a race of two asks for a guess"
    solved = {"state": "solved", "length": 31, "claim": "proved shortest"}
    told = {"lanes": [REPORT | solved | {"expanded": n} for n in (180, 10)]}
    over = update(update(state, start_race(BOARD, GOAL)), take_race(told, over=True))
    shown = Shown(over, page(), "")
    assert (shown.asks, shown.verdict) == (
        False,
        "Your guess was right: the other search expanded 18 times as many boards in all.",
    )
    other = Shown(over, page("1 2 3/4 5 6/0 7 8"), "")
    assert (other.asks, other.verdict, over.guess) == (True, "", NO_GUESS)


def test_the_handle_says_how_far_the_board_is_only_where_that_is_known() -> None:
    state, near = RaceState(), page("1 2 3/4 5 6/0 7 8")
    assert Shown(state, page(), "").moves_text == "unknown until a race proves it"
    aimed = update(state, aim(2))
    assert Shown(aimed, page(), "").moves_text == "4 moves from the goal"
    dealt = update(aimed, note_deal(BOARD, GOAL))
    assert Shown(dealt, page(), "").moves_text == "4 moves from the goal"
    assert Shown(dealt, near, "").moves_text == "unknown until a race proves it"
    proved = REPORT | {"state": "solved", "length": 31, "claim": "proved shortest"}
    over = update(update(state, start_race(BOARD, GOAL)), take_race({"lanes": [proved] * 2}, over=True))
    assert (over.moves, Shown(over, page(), "").moves_text) == (31, "31 moves from the goal")
    assert Shown(state, page(), "").handle_help == ""
    large = Shown(state, page("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"), "")
    assert "may end at its time limit" in large.help
    assert "may end at its time limit" not in Shown(state, page(), "").help


def test_a_run_on_many_boards_says_how_far_it_is() -> None:
    state = update(update(four_lanes(), type_field("count", "10")), start_comparison())
    shown = Shown(state, page(), "")
    assert (shown.start_many_label, shown.done_text, shown.all_boards) == (
        "Run on 10 boards",
        "0 of 10 boards",
        10,
    )
    shown = Shown(update(state, take_comparison({"done": 3, "boards": 9})), page(), "")
    assert (shown.done, shown.done_text, shown.all_boards) == (3, "3 of 9 boards", 9)
    over = update(state, end_comparison(ANSWER | {"problems": [""] * 4}, GOAL))
    assert Shown(over, page(BOARD), "").comparison is not None
