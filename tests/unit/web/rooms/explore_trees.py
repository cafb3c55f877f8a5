"""The trees that the tests of the Explore room look at."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from npuzzle.lab import Trace, trace
from web.rooms.explore.events import BuildPressed, Built
from web.rooms.explore.state import ExploreState, update

SMALL = ("2 8 3/1 6 4/7 0 5", "1 2 3/8 0 4/7 6 5")  # of the textbooks, 5 moves

FOUND = trace(*SMALL, algorithm="astar", heuristic="misplaced")

LARGE = trace("8 6 7/2 5 4/3 0 1", algorithm="weighted-astar", heuristic="manhattan", weight=2)


def show_tree(found: Trace = FOUND, **changes: Any) -> ExploreState:
    state = update(update(ExploreState(), BuildPressed()), Built(found))
    return replace(state, **changes)
