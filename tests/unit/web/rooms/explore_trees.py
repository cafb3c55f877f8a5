"""The trees that the tests of the Explore room look at."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from npuzzle.lab import Trace, trace
from web.command import perform
from web.rooms.explore.commands import start_build, take_tree
from web.rooms.explore.state import ExploreState

SMALL = ("2 8 3/1 6 4/7 0 5", "1 2 3/8 0 4/7 6 5")  # of the textbooks, 5 moves

FOUND = trace(*SMALL, algorithm="astar", heuristic="misplaced")

LARGE = trace("8 6 7/2 5 4/3 0 1", algorithm="weighted-astar", heuristic="manhattan", weight=2)


def show_tree(found: Trace = FOUND, **changes: Any) -> ExploreState:
    state = perform(perform(ExploreState(), start_build()), take_tree(found))
    return replace(state, **changes)
