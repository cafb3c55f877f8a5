"""Weighted A*: speed for length, and the promise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.rooms.learn.boards import COURSE
from web.rooms.learn.compute import GOAL, count_expanded, find_missing_run, length_of
from web.rooms.learn.parts import Deed, Question, SetUp, Step

if TYPE_CHECKING:
    from web.page.state import UiState

BOARD = COURSE[1]
HEAVY, LIGHT = 5, 2
RACE = (("race", f"astar manhattan;weighted-astar manhattan {LIGHT};weighted-astar manhattan {HEAVY}"),)

_shortest = length_of(BOARD, "astar", "manhattan")
_plain = count_expanded(BOARD, "astar", "manhattan")
_light, _heavy = (length_of(BOARD, "weighted-astar", "manhattan", weight=w) for w in (LIGHT, HEAVY))
_few, _fewer = (count_expanded(BOARD, "weighted-astar", "manhattan", weight=w) for w in (LIGHT, HEAVY))
_most = LIGHT * _shortest
LONGEST, MOST = _light + 2, _plain // 2  # of the deed


def _check_bargain(page: UiState) -> str:
    missing = find_missing_run(page, BOARD, "weighted-astar")
    answer = page.player.answer
    if missing or answer is None or answer.length is None:
        return missing
    if answer.length > LONGEST:
        return f"The path has {answer.length} moves: try a smaller weight."
    if answer.expanded >= MOST:
        return f"It expanded {answer.expanded:,} boards: try a larger weight."
    return ""


STEPS = (
    Step(
        title="What a weight does",
        text=(
            f"Weighted A* uses f = g + w × h. With w = {HEAVY} the estimate counts far more than the moves "
            f"so far.",
        ),
        set_up=SetUp(label="Set up the race", board=BOARD, goal=GOAL, room="race", notes=RACE),
        question=Question(
            text=f"How many moves has the path with the weight {HEAVY}?",
            answer=str(_heavy),
            right=f"{_heavy} moves with {_fewer} boards expanded; the weight {LIGHT} gives {_light} moves "
            f"with {_few}, "
            f"and A* {_shortest} moves with {_plain:,}.",
            wrong=f"Start the race, and read the moves in the lane with the weight {HEAVY}.",
        ),
    ),
    Step(
        title="The promise",
        text=(
            "If the estimate is admissible, the path of weighted A* is at most w times as long as a shortest "
            "one. "
            f"This board needs {_shortest} moves.",
        ),
        set_up=SetUp(label="Set up the race", board=BOARD, goal=GOAL, room="race", notes=RACE),
        question=Question(
            text=f"How long may the path be, at most, with the weight {LIGHT}?",
            answer=str(_most),
            right=f"{LIGHT} × {_shortest} = {_most}. It had {_light}: the promise is about the worst case, "
            f"and most "
            "paths are much better.",
            wrong=f"Multiply the shortest length by {LIGHT}.",
            mistakes={str(_light): "That is the path it found. What is promised before the search?"},
        ),
    ),
    Step(
        title="A good bargain",
        text=("Choose Weighted A* in Solve, and try weights.",),
        set_up=SetUp(
            label="Set it up in Solve",
            board=BOARD,
            goal=GOAL,
            room="solve",
            options=(("algorithm", "weighted-astar"), ("heuristic", "manhattan"), ("weight", "1")),
        ),
        question=Deed(
            text=f"Find a path of at most {LONGEST} moves with fewer than {MOST} expanded boards.",
            check=_check_bargain,
            right="You bought speed for a few moves. The badge of the result says how far from the shortest "
            "it can be.",
            how=f"Choose Weighted A* under How, type {LIGHT} as its weight, and press Solve.",
        ),
    ),
)
