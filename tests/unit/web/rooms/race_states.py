"""The Race room in each of its phases, and the messages of its tasks."""

from __future__ import annotations

from npuzzle import Board
from web.page.commands import initial_state
from web.page.commands import update as page_update
from web.page.commands.solving import change_solver
from web.page.state import UiState
from web.rooms.race.state import (
    Phase,
    RaceState,
    choose_preset,
    remove_lane,
    start_comparison,
    start_race,
    update,
)

BOARD, GOAL = "8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 8 0"


def page(board: str = BOARD) -> UiState:
    """Return the page at rest, with its solver ready."""
    return page_update(initial_state(Board.parse(board)), change_solver(ready=True))


REPORT = {"state": "running", "problem": "", "expanded": 5, "seconds": 0.1}

ROW = {
    "lane": 0,
    "board": BOARD,
    "depth": 9,
    "outcome": "solved",
    "claim": "proved shortest",
    "length": 9,
    "expanded": 10,
    "generated": 25,
    "peak_frontier": 12,
    "seconds": 0.01,
    "branching": 1.2,
}

ANSWER = {"rows": [ROW], "problems": ["", "", ""], "done": 1, "boards": 1, "stopped": False}


def four_lanes() -> RaceState:
    return update(RaceState(), choose_preset("A* with four heuristics"))


def in_phase(phase: Phase) -> RaceState:
    three = update(four_lanes(), remove_lane(0))
    return {
        Phase.CHOOSING: three,
        Phase.RACING: update(three, start_race(BOARD, GOAL)),
        Phase.COMPARING: update(three, start_comparison()),
    }[phase]
