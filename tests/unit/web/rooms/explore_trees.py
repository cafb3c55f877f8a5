"""The trees for the tests of the Explore room."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from npuzzle.lab import Trace, trace
from web.command import perform
from web.rooms.explore.state import (
    ExploreState,
    choose,
    fail_build,
    guess,
    play,
    predict,
    read_note,
    select,
    start_build,
    step_to,
    take_tree,
    tick,
)

SMALL = ("2 8 3/1 6 4/7 0 5", "1 2 3/8 0 4/7 6 5")  # the textbook example, 5 moves

FOUND = trace(*SMALL, algorithm="astar", heuristic="misplaced")

LARGE = trace("8 6 7/2 5 4/3 0 1", algorithm="weighted-astar", heuristic="manhattan", weight=2)


def show_tree(found: Trace = FOUND, at: int = 0, **changes: Any) -> ExploreState:
    state = perform(perform(ExploreState(), start_build()), take_tree(found))
    return replace(state, player=replace(state.player, step=at), **changes)


CALLS = [
    choose("algorithm", "greedy"),
    choose("algorithm", "nothing"),
    choose("phase", "shown"),
    choose("weight", "x"),
    read_note("idastar misplaced"),
    read_note("<b>" * 999),
    start_build(),
    take_tree(LARGE),
    fail_build("No."),
    step_to(2),
    step_to(10**9),
    step_to(-5),
    play(),
    tick(),
    select(3),
    select(10**6),
    select(None),
    predict(),
    guess(1),
    guess(-1),
    guess(10**6),
]

STATES = {
    "empty": ExploreState(),
    "building": perform(ExploreState(), start_build()),
    "shown": show_tree(),
    "playing": perform(show_tree(), play()),
    "at the end": show_tree(at=len(FOUND.steps)),
    "asking": perform(show_tree(), predict()),
    "building again": perform(show_tree(at=3), start_build()),
}
