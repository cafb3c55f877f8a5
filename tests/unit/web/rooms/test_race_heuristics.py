"""Combined and certified heuristics in a race: its note, its requests, its tasks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.own_heuristics import START, certified_page
from tests.support.page_states import page
from web.page.heuristic_choice import COMBINE, NOT_CERTIFIED, YOURS
from web.page.search_choice import SearchChoice
from web.rooms.race import state as race
from web.rooms.race.lanes import format_lanes, parse_lanes
from web.rooms.race.state import change_lane, start_race, take_race, update
from web.rooms.race.task import CompareTask, RaceTask
from web.rooms.race.why import explain_result


@pytest.mark.parametrize("hostile", ["max(manhattan;astar zero", "<b>*manhattan", "max(", "x" * 9999, ";;;"])
def test_what_is_not_a_combination_is_not_noted(hostile: str) -> None:
    lanes = parse_lanes(format_lanes((SearchChoice(heuristic=COMBINE, formula=hostile), SearchChoice())))
    assert len(lanes) == 2
    assert lanes[0].heuristic in (COMBINE, "manhattan")
    assert len(lanes[0].formula) <= 200


def run_race(given: dict[str, Any]) -> list[dict[str, Any]]:
    task = RaceTask(given)
    while (answer := task.answer()) is None:
        task.step(0.1)
    reports: list[dict[str, Any]] = answer["lanes"]
    return reports


def test_the_larger_of_two_is_the_better_of_two_in_a_race() -> None:
    lanes = parse_lanes("astar max(misplaced,manhattan);astar misplaced")
    state = race.RaceState(lanes=lanes)
    here = page("7 2 4/5 0 6/8 3 1")
    assert state.why_not_race(here) == ""
    combined, single = run_race(state.make_race_request(here))
    assert (combined["claim"], single["claim"]) == ("proved shortest",) * 2
    assert combined["expanded"] < single["expanded"]


def test_a_fault_is_said_on_the_lane() -> None:
    state = update(race.RaceState(), change_lane(0, "heuristic", COMBINE))
    state = update(state, change_lane(0, "formula", "max(manhattan"))
    here = page("8 6 7/2 5 4/3 0 1")
    assert "look at character 4, '('" in state.lane_problems(here)[0]
    assert state.why_not_race(here) == f"Lane 1 cannot start. {state.lane_problems(here)[0]}"
    empty = update(state, change_lane(0, "formula", " "))
    assert empty.lane_problems(here)[0].startswith("Type a combination")


def certified_lanes() -> race.RaceState:
    state = race.RaceState(lanes=parse_lanes("astar manhattan;astar manhattan"))
    return update(state, change_lane(0, "heuristic", YOURS))


def test_a_certified_heuristic_races_as_the_one_it_equals_and_proves() -> None:
    here, state = certified_page(), certified_lanes()
    assert state.why_not_race(here) == ""
    given = state.make_race_request(here)
    own, known = run_race(given)
    assert (own["claim"], own["expanded"]) == ("proved shortest", known["expanded"])
    state = update(state, start_race(given["board"], given["goal"]))
    reports = [
        {name: value for name, value in report.items() if name != "moves"} | {"expanded": at}
        for at, report in enumerate((own, known), 1)
    ]
    over = update(state, take_race({"lanes": reports}, over=True))
    assert over.race is not None
    assert "your certified heuristic" in " ".join(explain_result(over.race))


def test_a_certified_heuristic_runs_on_many_boards() -> None:
    task = CompareTask(certified_lanes().make_compare_request(certified_page()) | {"count": 3})
    while (answer := task.answer()) is None:
        task.step(0.1)
    assert answer["problems"] == ["", ""]
    assert {row["claim"] for row in answer["rows"]} == {"proved shortest"}


def test_a_certificate_goes_with_no_link_and_is_missed_where_it_is_gone() -> None:
    state = certified_lanes()
    assert state.note == "astar manhattan;astar manhattan"
    assert state.lane_problems(page(START))[0] == f"{NOT_CERTIFIED[0].upper()}{NOT_CERTIFIED[1:]}."
