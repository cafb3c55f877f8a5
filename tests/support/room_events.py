"""Events in the rooms of the page: commands, answers of the solver, and pages."""

from __future__ import annotations

from functools import cache

from hypothesis import settings
from hypothesis import strategies as st

from npuzzle import ALGORITHMS, HEURISTICS
from npuzzle.lab import TRACED, Trace, trace
from tests.support.certificates import MINE
from tests.support.page_commands import e
from tests.support.page_states import page
from web.command import Call
from web.page.commands import update
from web.page.own_code import OWN
from web.page.state import UiState
from web.rooms.explore import state as explore
from web.rooms.explore.state import EXAMPLE
from web.rooms.lab import state as lab
from web.rooms.lab.examples import EXAMPLES
from web.rooms.lab.lesson_heuristics import SOURCES
from web.rooms.race import state as race
from web.rooms.race.lanes import PRESETS

#: How many sequences of events to try for each room, and their length.
MANY = settings(max_examples=50, stateful_step_count=20)

NUMBERS = st.sampled_from(
    ["", "0", "1", "2", "1.5", "10", "50", "x", "nan", "inf", "-1", "1_0", "9" * 20, "; "]
)
NOTES = st.sampled_from(
    [
        "",
        "nonsense",
        "astar manhattan;astar own",
        "bfs;ucs",
        *PRESETS.values(),
        "idastar own 3",
        "greedy zero",
    ]
)
TEXTS = st.sampled_from(["", " \n", MINE, "\ud800\r\n", *SOURCES, *(example.source for example in EXAMPLES)])
PAGES = ("1 2 3/4 5 6/0 7 8", "2 8 1/0 4 3/7 6 5", "3 1/2 0")


@cache
def some_page(text: str, editing: bool) -> UiState:
    state = page(text)
    return update(update(state, e.toggle_edit()), e.type_cell(0, 0, "x")) if editing else state


ANY_PAGE = st.builds(some_page, st.sampled_from(PAGES), st.booleans())


# Race

REPORT = {"state": "solved", "length": 2, "claim": "proved shortest", "seconds": 0.5}
RUN = {"lane": 0, "board": "1 2/3 0", "depth": 2, "outcome": "solved", "claim": None, "length": 2}
RUN |= {"expanded": 3, "generated": 4, "peak_frontier": 2, "seconds": 0.1, "branching": 1.5}

SETTING_UP: st.SearchStrategy[Call] = st.one_of(
    st.just(race.add_lane()),
    st.builds(race.remove_lane, st.integers(-1, 4)),
    st.builds(
        race.change_lane,
        st.integers(-1, 4),
        st.just("algorithm"),
        st.sampled_from([*(card.name for card in ALGORITHMS), "no such"]),
    ),
    st.builds(
        race.change_lane,
        st.integers(-1, 4),
        st.just("heuristic"),
        st.sampled_from([*(card.name for card in HEURISTICS), OWN, "no such"]),
    ),
    st.builds(race.change_lane, st.integers(-1, 4), st.sampled_from(["weight", "width"]), NUMBERS),
    st.builds(race.make_guess, st.sampled_from(["lane", "times", "no such"]), NUMBERS),
    st.builds(race.aim, st.integers(-1, 99)),
    st.just(race.note_deal("1 2/3 0", "1 2/3 0")),
    st.builds(race.choose_preset, st.sampled_from([*PRESETS, "no such"])),
    st.builds(race.read_note, NOTES),
    st.just(race.set_up_own()),
    st.builds(race.read_source, TEXTS),
    st.builds(race.type_field, st.sampled_from(["seconds", "count", "seed", "no such"]), NUMBERS),
)


def report_race(state: race.RaceState, *, over: bool) -> Call:
    return race.take_race({"lanes": [REPORT] * len(state.lanes)}, over)


def report_comparison(state: race.RaceState) -> Call:
    answer = {"rows": [RUN], "problems": [""] * len(state.lanes), "done": 1, "boards": 1, "stopped": False}
    return race.end_comparison(answer, "1 2/3 0")


# Explore

TREES = tuple(
    trace(board, goal, **options)
    for board, goal, options in (
        (*EXAMPLE, {"algorithm": "astar", "heuristic": "misplaced"}),
        (*EXAMPLE, {"algorithm": "idastar", "heuristic": "manhattan"}),
        ("1 2/3 0", "1 2/3 0", {"algorithm": "breadth-first"}),
        (*EXAMPLE, {"algorithm": "rbfs", "heuristic": "zero", "most": 20}),
        (*EXAMPLE, {"algorithm": "beam", "heuristic": "manhattan", "width": 2}),
        ("8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 8 0", {"algorithm": "greedy", "heuristic": "zero", "most": 12}),
    )
)
NOTHING = Trace.from_dict({**TREES[0].to_dict(), "nodes": [], "steps": [], "path": None})
FORM: st.SearchStrategy[Call] = st.one_of(
    st.builds(explore.choose, st.just("algorithm"), st.sampled_from([*TRACED, "anytime", "no such"])),
    st.builds(explore.choose, st.just("heuristic"), st.sampled_from(["manhattan", OWN, "no such"])),
    st.builds(explore.choose, st.sampled_from(["weight", "width", "depth", "no such"]), NUMBERS),
    st.builds(explore.read_note, NOTES),
)


# The Lab

WRITING: st.SearchStrategy[Call] = st.one_of(
    st.builds(lab.type_source, TEXTS),
    st.builds(lab.bring_source, TEXTS),
    st.builds(lab.recall_replaced, TEXTS),
    st.builds(lab.choose_example, st.sampled_from([*(example.name for example in EXAMPLES), "no such"])),
    st.just(lab.bring_back()),
    st.builds(lab.compare_all, st.booleans()),
)
