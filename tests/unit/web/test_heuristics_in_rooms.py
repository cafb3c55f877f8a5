"""Combinations and certified heuristics in the rooms Race and Explore: notes, requests, tasks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import HEURISTICS, Board, trace
from npuzzle.lab import Trace
from tests.support.certificates import answer_to
from tests.support.page_states import page
from web.page.events import HeuristicCertified
from web.page.state import UiState
from web.page.updates import update
from web.rooms.explore import state as explore
from web.rooms.explore.events import Chosen, Noted
from web.rooms.explore.task import TraceTask
from web.rooms.lab import state as lab
from web.rooms.lab.examples import NAMED
from web.rooms.race import state as race
from web.rooms.race.events import LaneChanged, RaceStarted, RaceTold
from web.rooms.race.lanes import Lane, format_lanes, parse_lanes
from web.rooms.race.task import CompareTask, RaceTask
from web.rooms.race.why import explain_result
from web.rooms.solve.state import COMBINE, NOT_CERTIFIED, YOURS

NAMES = sorted(card.name for card in HEURISTICS if card.most_cells is None)
START, GOAL = "5 4 3/2 1 0", "1 2 3/4 5 0"


def formulas() -> st.SearchStrategy[str]:
    name = st.sampled_from(NAMES)
    weighted = st.tuples(st.sampled_from(["0.5", "1", "2.25"]), name).map("*".join)
    total = st.lists(weighted, min_size=1, max_size=3).map(" + ".join)
    largest = st.lists(name | total, min_size=1, max_size=3).map(lambda parts: f"max({', '.join(parts)})")
    return total | largest


@given(formulas())
def test_a_note_keeps_a_combination_but_for_its_spaces(formula: str) -> None:
    lanes = (Lane(heuristic=COMBINE, formula=formula), Lane("breadth-first"))
    read = parse_lanes(format_lanes(lanes))
    assert [lane.heuristic for lane in read] == [COMBINE, "manhattan"]
    assert read[0].formula == formula.replace(" ", "")
    chosen = explore.update(explore.ExploreState(), Chosen("heuristic", COMBINE))
    chosen = explore.update(chosen, Chosen("formula", formula))
    again = explore.update(explore.ExploreState(), Noted(chosen.note))
    assert (again.heuristic, again.formula) == (COMBINE, formula.replace(" ", ""))


@pytest.mark.parametrize("hostile", ["max(manhattan;astar zero", "<b>*manhattan", "max(", "x" * 9999, ";;;"])
def test_what_is_no_combination_is_not_noted(hostile: str) -> None:
    lanes = parse_lanes(format_lanes((Lane(heuristic=COMBINE, formula=hostile), Lane())))
    assert len(lanes) == 2
    assert lanes[0].heuristic in (COMBINE, "manhattan")
    assert len(lanes[0].formula) <= 200


@given(formulas())
def test_a_tree_of_a_combination_is_that_of_the_library(formula: str) -> None:
    board = "1 2 3/4 5 6/0 7 8"
    state = explore.update(explore.ExploreState(), Chosen("heuristic", COMBINE))
    state = explore.update(state, Chosen("formula", formula))
    here = page(board)
    assert state.why_not_build(here) == ""
    task = TraceTask(state.make_request(board, str(here.goal.board), ""))
    while (answer := task.answer()) is None:
        task.step(1)
    expected: Trace = trace(Board(board), algorithm="astar", heuristic=formula)
    assert answer["trace"]["nodes"] == expected.to_dict()["nodes"]


def run_race(given: dict[str, Any]) -> list[dict[str, Any]]:
    task = RaceTask(given)
    while (answer := task.answer()) is None:
        task.step(0.1)
    reports: list[dict[str, Any]] = answer["lanes"]
    return reports


def test_the_larger_of_two_is_the_better_of_two_in_a_race() -> None:
    lanes = parse_lanes("astar max(misplaced,manhattan);astar misplaced")
    state = race.RaceState(lanes=lanes)
    here = page("8 6 7/2 5 4/3 0 1")
    assert state.why_not_race(here) == ""
    combined, single = run_race(state.make_race_request(here))
    assert (combined["claim"], single["claim"]) == ("proved shortest",) * 2
    assert combined["expanded"] < single["expanded"]


def test_a_fault_is_said_on_the_lane() -> None:
    state = race.update(race.RaceState(), LaneChanged(0, "heuristic", COMBINE))
    state = race.update(state, LaneChanged(0, "formula", "max(manhattan"))
    here = page("8 6 7/2 5 4/3 0 1")
    assert "expected , or )" in state.lane_problems(here)[0]
    assert state.why_not_race(here) == "Lane 1 cannot start: its card says why."
    empty = race.update(state, LaneChanged(0, "formula", " "))
    assert empty.lane_problems(here)[0].startswith("Type a combination")


# Certified


def certified_page() -> UiState:
    source = NAMED["manhattan"].source
    room = lab.update(lab.update(lab.LabState(), lab.Typed(source)), lab.CertifyPressed())
    room = lab.update(room, lab.Answered(answer_to(source, GOAL)))
    return update(page(START), HeuristicCertified(room.offer))


def certified_lanes() -> race.RaceState:
    state = race.RaceState(lanes=parse_lanes("astar manhattan;astar manhattan"))
    return race.update(state, LaneChanged(0, "heuristic", YOURS))


def test_a_certified_heuristic_races_as_the_one_it_equals_and_proves() -> None:
    here, state = certified_page(), certified_lanes()
    assert state.why_not_race(here) == ""
    given = state.make_race_request(here)
    own, known = run_race(given)
    assert (own["claim"], own["expanded"]) == ("proved shortest", known["expanded"])
    state = race.update(state, RaceStarted(given["board"], given["goal"]))
    reports = [
        {name: value for name, value in report.items() if name != "moves"}
        | {"place": at, "seconds": float(at)}
        for at, report in enumerate((own, known), 1)
    ]
    over = race.update(state, RaceTold({"lanes": reports}, over=True))
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
    tree = explore.update(explore.ExploreState(), Chosen("heuristic", YOURS))
    assert tree.note == "astar manhattan"
    assert "certify it in the Lab" in tree.why_not_build(page(START))


def test_a_tree_of_a_certified_heuristic_is_that_of_the_one_it_equals() -> None:
    here = certified_page()
    tree = explore.update(explore.ExploreState(), Chosen("heuristic", YOURS))
    assert tree.why_not_build(here) == ""
    ticket = here.certified.ticket if here.certified is not None else ""
    task = TraceTask(tree.make_request(START, GOAL, "", ticket))
    while (answer := task.answer()) is None:
        task.step(1)
    expected = trace(Board(START), GOAL, algorithm="astar", heuristic="manhattan").to_dict()
    assert answer["trace"]["nodes"] == expected["nodes"]
