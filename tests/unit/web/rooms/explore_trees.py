"""The trees that the tests of the Explore room look at."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from npuzzle.lab import Trace, trace
from web.rooms.explore.events import BuildPressed, Built
from web.rooms.explore.state import EXAMPLE, ExploreState, update

FOUND = trace(*EXAMPLE, algorithm="astar", heuristic="misplaced")

LARGE = trace("8 6 7/2 5 4/3 0 1", algorithm="weighted-astar", heuristic="manhattan", weight=2)


def show_tree(found: Trace = FOUND, **changes: Any) -> ExploreState:
    state = update(update(ExploreState(), BuildPressed()), Built(found))
    return replace(state, **changes)
