"""Lanes, their notes, and the Race room in every phase, without a browser."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import ALGORITHMS, HEURISTICS, Board
from tests.unit.web.rooms.race_states import ANSWER, BOARD, GOAL, REPORT, four_lanes, in_phase, page
from web.command import Call
from web.page.commands import initial_state
from web.page.commands import update as page_update
from web.page.commands.board import choose_goal, give_board, type_goal, type_text
from web.page.commands.solving import change_solver
from web.page.heuristic_choice import YOURS
from web.page.own_code import APART, NO_ALGORITHM, NO_SOURCE, OWN
from web.page.parts.board import OWN as OWN_GOAL
from web.page.search_choice import SearchChoice
from web.page.texts_from_links import remember_linked
from web.rooms.race.lanes import FEWEST, MOST, PRESETS, RACE_OWN, format_lanes, parse_lanes
from web.rooms.race.state import (
    LINKED_RUNS,
    Phase,
    RaceState,
    add_lane,
    change_lane,
    choose_preset,
    end_comparison,
    fail_run,
    make_guess,
    read_note,
    read_source,
    remove_lane,
    set_up_own,
    start_comparison,
    start_race,
    take_comparison,
    take_race,
    type_field,
    update,
)

# Notes


def lanes() -> st.SearchStrategy[SearchChoice]:
    return st.builds(
        SearchChoice,
        st.sampled_from([card.name for card in ALGORITHMS]),
        st.sampled_from([OWN, *(card.name for card in HEURISTICS)]),
        st.fixed_dictionaries(
            {}, optional={"weight": st.sampled_from(["1", "2.5", "x"]), "width": st.sampled_from(["10", "-"])}
        ),
    )


@given(st.lists(lanes(), min_size=FEWEST, max_size=MOST))
def test_a_note_brings_back_what_counts_of_the_lanes(chosen: list[SearchChoice]) -> None:
    back = parse_lanes(format_lanes(chosen))
    assert [lane.label for lane in back] == [lane.label for lane in chosen]
    assert format_lanes(back) == format_lanes(chosen)


@pytest.mark.slow
@settings(max_examples=300)
@given(st.one_of(st.text(), st.text(alphabet="astr own;bem*123.- \n\t", max_size=80)))
def test_any_note_gives_lanes(note: str) -> None:
    found = parse_lanes(note)
    assert FEWEST <= len(found) <= MOST
    assert parse_lanes(format_lanes(found)) == found
    for lane in found:
        assert lane.label
        lane.find_problem(Board.parse(BOARD), Board.parse(GOAL), source="def h(board): return 0")


def test_the_notes_of_the_brief_are_read() -> None:
    first, second, third = parse_lanes("astar manhattan;idastar linear-conflict;wastar manhattan 2")
    assert (first.algorithm, first.heuristic) == ("astar", "manhattan")
    assert (second.algorithm, second.heuristic) == ("idastar", "linear-conflict")
    assert (third.algorithm, third.heuristic, third.typed) == ("weighted-astar", "manhattan", {"weight": "2"})
    assert third.label == "Weighted A* (2) with Manhattan distance"


def test_what_cannot_be_read_is_left_out_and_too_few_are_filled_up() -> None:
    told = format_lanes(parse_lanes("a* hamming;nonsense;astar nonsense;wastar manhattan 2"))
    assert told == "astar misplaced;weighted-astar manhattan 2"
    assert format_lanes(parse_lanes("")) == "astar manhattan;astar linear-conflict"
    assert format_lanes(parse_lanes("bfs")) == "breadth-first;astar manhattan"


def test_a_note_of_thousands_of_lanes_is_cut() -> None:
    assert len(parse_lanes("astar manhattan;" * 10_000)) == MOST


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_its_own_note_and_can_start(name: str) -> None:
    state = update(RaceState(), choose_preset(name))
    assert state.note == PRESETS[name]
    assert state.preset == name
    assert state.why_not_race(page()) == ""


def test_a_lane_says_what_keeps_it_from_starting() -> None:
    board, goal = Board.parse(BOARD), Board.parse(GOAL)
    assert SearchChoice(heuristic=OWN).find_problem(board, goal, source="") == NO_SOURCE
    assert SearchChoice(heuristic=OWN).find_problem(board, goal, source="def h(board): return 0") == ""
    assert SearchChoice("breadth-first", OWN).find_problem(board, goal, source="") == ""
    assert SearchChoice(OWN).find_problem(board, goal, source="def h(board): return 0") == NO_ALGORITHM
    assert SearchChoice(OWN).find_problem(board, goal, source="def search(problem): yield") == ""
    assert SearchChoice(OWN, YOURS).find_problem(board, goal, source="def search(problem): yield") == APART
    for name, text, says in (
        ("weight", "heavy", "The weight must be a number, 1 to 1,000,000, got 'heavy'."),
        ("weight", "0.5", "1 to 1,000,000"),
        ("weight", "nan", "nan"),
        ("width", "1.5", "whole number"),
    ):
        lane = SearchChoice({"weight": "weighted-astar", "width": "beam"}[name], typed={name: text})
        assert says in lane.find_problem(board, goal, source="")
    large = Board.parse("/".join(" ".join(str(r * 6 + c) for c in range(6)) for r in range(6)))
    said = SearchChoice("idastar", "pattern-tables").find_problem(large, large, source="")
    assert said == "Pattern-tables needs a board of up to 25 cells; 6x6 has 36."


# The room


SETTING_UP = (
    add_lane(),
    remove_lane(0),
    change_lane(0, "algorithm", "beam"),
    choose_preset("Weights"),
    read_note("bfs;ucs"),
    set_up_own(),
    read_source("def h(board): return 0"),
    type_field("seconds", "5"),
    type_field("count", "200"),
    type_field("seed", "7"),
    make_guess("lane", "1"),
)
STARTING = (start_race(BOARD, GOAL), start_comparison())
UNDER_WAY = (
    fail_run("gone"),
    take_race({"lanes": [REPORT] * 3}),
    take_race({"lanes": [REPORT] * 3}, over=True),
    take_comparison({"done": 3, "boards": 9}),
    end_comparison(ANSWER, GOAL),
)


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("call", SETTING_UP + STARTING + UNDER_WAY, ids=lambda call: call.command.name)
def test_a_command_means_something_in_its_phases_only(phase: Phase, call: Call) -> None:
    state = in_phase(phase)
    assert state.phase is phase
    after = update(state, call)
    if call.command in (read_note, set_up_own, read_source):
        meant = True  # changes from other rooms wait for the end of a run
    elif call.command is take_race:
        meant = phase is Phase.RACING
    elif call.command in (take_comparison, end_comparison):
        meant = phase is Phase.COMPARING
    else:
        meant = (call in SETTING_UP + STARTING) is (phase is Phase.CHOOSING)
    assert (after is not state) is meant


def happenings() -> st.SearchStrategy[Call | str]:
    return st.one_of(
        st.sampled_from(SETTING_UP + STARTING + UNDER_WAY[:1] + UNDER_WAY[3:]),
        st.builds(remove_lane, st.integers(-2, 5)),
        st.builds(
            change_lane,
            st.integers(-2, 5),
            st.sampled_from(["algorithm", "heuristic", "weight", "width", "label"]),
            st.sampled_from(["astar", "idastar", "beam", "own", "manhattan", "", "2", "auto", "x"]),
        ),
        st.builds(type_field, st.sampled_from(["seconds", "count", "seed"]), st.text(max_size=4)),
        st.builds(read_note, st.text(max_size=30)),
        st.just("progress"),
        st.just("end"),
    )


@given(st.lists(happenings(), max_size=25))
def test_no_order_of_events_breaks_the_room(happening: list[Call | str]) -> None:
    state, here = RaceState(), page()
    for call in happening:
        if isinstance(call, str):  # the solver reports on all its lanes
            call = take_race({"lanes": [REPORT] * len(state.lanes)}, over=call == "end")
        state = update(state, call)
        assert FEWEST <= len(state.lanes) <= MOST
        assert state.count in ("10", "50", "200")
        if state.race is not None:
            assert state.race.lanes == state.lanes
            assert len(state.race.reports) == len(state.lanes)
        is_free = state.phase is Phase.CHOOSING  # nothing starts during a run, so no reason is given then
        if is_free and not state.why_not_race(here):
            assert state.make_race_request(here)["seconds"] > 0
        if is_free and not state.why_not_compare(here):
            assert state.make_compare_request(here)["seed"] >= 0
        assert len(state.lane_problems(here)) == len(state.lanes)


def test_lanes_are_two_to_four() -> None:
    state = four_lanes()
    assert len(state.lanes) == 4
    assert update(state, add_lane()) is state
    state = update(update(state, remove_lane(3)), remove_lane(0))
    assert [lane.heuristic for lane in state.lanes] == ["manhattan", "linear-conflict"]
    assert update(state, remove_lane(0)) is state
    state = update(state, add_lane())
    assert len({lane.label for lane in state.lanes}) == 3


def test_a_race_belongs_to_the_board_and_the_goal_that_it_ran_on() -> None:
    state = update(RaceState(), start_race(BOARD, GOAL))
    assert state.is_of(page())
    assert not state.is_of(page("1 2 3/4 5 6/0 7 8"))
    assert not update(RaceState(), start_race(BOARD, "0 1 2/3 4 5/6 7 8")).is_of(page())
    assert not RaceState().is_of(page())


def test_another_lane_clears_the_race_but_not_the_comparison() -> None:
    state = update(
        update(four_lanes(), start_comparison()), end_comparison(ANSWER | {"problems": [""] * 4}, GOAL)
    )
    state = update(update(state, start_race(BOARD, GOAL)), take_race({"lanes": [REPORT] * 4}, over=True))
    assert state.race is not None
    state = update(state, change_lane(0, "algorithm", "greedy"))
    assert state.race is None
    assert state.comparison is not None
    assert state.comparison.lanes[0].algorithm == "astar"


def test_another_heuristic_of_ones_own_clears_only_the_races_it_ran_in() -> None:
    for own, is_gone in (("astar manhattan;astar own", True), ("astar manhattan;bfs", False)):
        state = update(update(RaceState(), read_note(own)), start_race(BOARD, GOAL))
        state = update(state, take_race({"lanes": [REPORT] * 2}, over=True))
        state = update(state, read_source("def h(board): return 1"))
        assert (state.race is None) is is_gone


# Changes from other rooms during a run

OVER = {
    Phase.RACING: (take_race({"lanes": [REPORT] * 3}, over=True), fail_run("gone")),
    Phase.COMPARING: (end_comparison(ANSWER, GOAL), fail_run("gone")),
}
ENDINGS = [(phase, end) for phase, ends in OVER.items() for end in ends]


@pytest.mark.parametrize(("phase", "end"), ENDINGS)
def test_lanes_that_come_during_a_run_are_set_up_when_it_ends(phase: Phase, end: Call) -> None:
    for came, note in ((read_note("bfs;ucs"), "breadth-first;uniform-cost"), (set_up_own(), RACE_OWN)):
        running = in_phase(phase)
        state = update(running, came)
        assert state.lanes == running.lanes
        assert state.say_hint("") == "The new lanes are set up when this run is over."
        state = update(state, end)
        assert (state.phase, state.note, state.say_hint("")) == (Phase.CHOOSING, note, "")
        assert state.race is None
        assert update(state, read_note("astar manhattan;bfs")).note == "astar manhattan;breadth-first"


@pytest.mark.parametrize(("phase", "end"), ENDINGS)
def test_a_source_that_comes_during_a_run_is_for_the_next(phase: Phase, end: Call) -> None:
    state = update(in_phase(phase), read_source("def h(board): return 2"))
    assert state.source == ""
    state = update(state, end)
    assert state.make_race_request(page())["source"] == "def h(board): return 2"


def test_a_source_that_comes_during_a_race_it_ran_in_clears_the_result() -> None:
    for own, is_gone in (("astar manhattan;astar own", True), ("astar manhattan;bfs", False)):
        state = update(update(RaceState(), read_note(own)), read_source("def h(board): return 0"))
        state = update(update(state, start_race(BOARD, GOAL)), read_source("def h(board): return 1"))
        assert state.race is not None
        state = update(state, take_race({"lanes": [REPORT] * 2}, over=True))
        assert (state.race is None) is is_gone
        assert (state.spoken == "The race is over.") is is_gone, "otherwise the winner is announced"


def test_of_what_comes_during_a_run_the_last_counts() -> None:
    running = in_phase(Phase.RACING)
    state = update(update(running, read_note("bfs;ucs")), read_note(running.note))
    for source in ("def h(board): return 1", running.source):
        state = update(state, read_source(source))
    state = update(state, take_race({"lanes": [REPORT] * 3}, over=True))
    assert (state.lanes, state.source) == (running.lanes, running.source)
    assert state.race is not None
    assert update(running, read_source(running.source)) == running


def test_a_comparison_keeps_the_lanes_it_ran_with() -> None:
    running = in_phase(Phase.COMPARING)
    state = update(update(running, read_note("bfs;ucs")), end_comparison(ANSWER, GOAL))
    assert state.comparison is not None
    assert state.comparison.lanes == running.lanes


def test_a_lane_with_code_from_a_link_says_that_it_will_run() -> None:
    source = read_source("def h(board): return 0")
    linked = remember_linked("", "def h(board): return 0\r\n")
    state = update(RaceState(), source)
    assert state.say_hint(linked) == ""
    state = update(state, set_up_own())
    assert state.say_hint(linked) == (
        "A lane uses the code in the Lab, which came with a link and runs when you start: read it first."
    )
    assert state.say_hint("") == "", "a user's own text needs no warning"
    assert update(state, read_source("def h(board): return 1")).say_hint(linked) == "", (
        "nor does a changed text"
    )
    assert update(state, read_source(" \n")).say_hint(linked) == ""
    assert update(state, start_race(BOARD, GOAL)).say_hint(linked) == ""
    unasked = update(update(state, change_lane(1, "algorithm", "breadth-first")), source)
    assert unasked.say_hint(linked) == ""


def test_a_lost_task_is_reported_and_leaves_the_room_at_rest() -> None:
    state = update(in_phase(Phase.RACING), fail_run("The solver failed."))
    assert (state.phase, state.race, state.problem) == (Phase.CHOOSING, None, "The solver failed.")
    assert state.spoken == state.problem


def test_an_algorithm_races_against_astar_and_its_note_is_read_again() -> None:
    blind = update(update(RaceState(), read_source("def search(problem): yield")), set_up_own())
    assert (blind.note, blind.lanes[1].label) == ("astar manhattan;own zero", "Your algorithm")
    state = update(update(RaceState(), read_source("def search(problem, h): yield")), set_up_own())
    assert state.note == "astar manhattan;own manhattan"
    assert [lane.label for lane in parse_lanes(state.note)] == [lane.label for lane in state.lanes]
    assert state.lanes[1].label == "Your algorithm with Manhattan distance"
    assert state.why_not_race(page()) == ""
    assert state.say_hint(remember_linked("", state.source)) == LINKED_RUNS
    assert update(state, read_source("")).lane_problems(page()) == ("", NO_ALGORITHM)


def test_the_lab_races_against_manhattan() -> None:
    state = update(update(RaceState(), read_source("def h(board): return 0")), set_up_own())
    assert state.note == RACE_OWN
    assert state.why_not_race(page()) == ""
    assert state.make_race_request(page())["source"] == "def h(board): return 0"
    gone = replace(state, source=" \n")
    assert gone.why_not_race(page()) == f"Lane 2 cannot start. {NO_SOURCE}"
    assert gone.lane_problems(page()) == ("", NO_SOURCE)
    assert state.lanes[1].label == "A* with your heuristic"


def test_a_race_needs_a_board_that_can_be_solved() -> None:
    state = RaceState()
    here = page()
    assert state.why_not_race(here) == ""
    faulty = page_update(here, type_text("1 1 2/3 4 5/6 7 0"))
    assert state.why_not_race(faulty) == "The board has defects: fix them first."
    assert state.why_not_compare(faulty) == "The board has defects: fix them first."
    half = page_update(here, type_text("1 2 3"))
    assert state.why_not_race(half) == "The board has defects: fix them first."
    goal = page_update(page_update(here, choose_goal(OWN_GOAL)), type_goal("1 2"))
    assert state.why_not_race(goal) == "The goal cannot be used: fix it, or choose a named one."
    other = page_update(here, give_board(Board.parse("2 1 3/4 5 6/7 8 0")))
    assert state.why_not_race(other).startswith("No lane could win: this board cannot be solved.")
    assert state.why_not_compare(other) == ""
    busy = page_update(here, change_solver(ready=True, busy="solve"))
    assert state.why_not_race(busy) == "A search is in progress."
    assert state.why_not_compare(initial_state(Board.parse(BOARD))) == "The solver is still loading."


@pytest.mark.parametrize("text", ["", "0", "-1", "nan", "inf", "1e9", "x", "9" * 99])
def test_invalid_seconds_are_reported(text: str) -> None:
    state = update(RaceState(), type_field("seconds", text))
    assert state.why_not_race(page()) == "The seconds for a lane must be a number above 0, up to 3,600."


@pytest.mark.parametrize("text", ["", "-1", "1.5", "x", "²", "9" * 99])
def test_an_invalid_seed_is_reported(text: str) -> None:
    state = update(RaceState(), type_field("seed", text))
    assert state.why_not_compare(page()) == "The seed must be a whole number from 0 to 1,000,000,000."
