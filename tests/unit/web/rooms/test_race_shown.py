"""What the Race room shows: each name that its HTML reads is there, and says what is so."""

from __future__ import annotations

import re
from operator import attrgetter

import pytest

from npuzzle import site
from tests.unit.web.rooms.race_states import ANSWER, BOARD, GOAL, REPORT, in_phase, page
from web.command import Call
from web.page.commands import update as page_update
from web.page.commands.board import type_text
from web.rooms.race.shown import Shown
from web.rooms.race.state import (
    Phase,
    RaceState,
    end_comparison,
    start_comparison,
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
    state = update(RaceState(), type_field("seed", "x"))
    shown = Shown(state, page(), "")
    assert (shown.can_start, shown.help, shown.can_start_many) == (True, "", False)
    assert shown.why_not_many == "The seed is a whole number, 0 to 1,000,000,000."
    assert not shown.can_add, "four lanes are the most"


@pytest.mark.parametrize(
    ("phase", "call", "result"),
    [(Phase.CHOOSING, None, False), (Phase.RACING, None, False), (Phase.RACING, OVER, True)],
)
def test_a_race_has_its_result_when_it_is_over(phase: Phase, call: Call | None, result: bool) -> None:
    state = in_phase(phase) if call is None else update(in_phase(phase), call)
    assert (Shown(state, page(), "").result is not None) is result


def test_a_run_on_many_boards_says_how_far_it_is() -> None:
    state = update(update(RaceState(), type_field("count", "10")), start_comparison())
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
