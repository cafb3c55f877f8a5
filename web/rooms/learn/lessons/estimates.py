"""Heuristics: estimates of the distance, worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npuzzle.heuristics import manhattan
from npuzzle.text import count
from web.rooms.learn.boards import COURSE, SHORT
from web.rooms.learn.compute import GOAL, count_misplaced, estimate, length_of
from web.rooms.learn.parts import Deed, Question, SetUp, Step

if TYPE_CHECKING:
    from web.page.state import UiState

BOARD = COURSE[1]
AWAY = 3  # tiles, in the deed

_misplaced, _manhattan = estimate("misplaced", BOARD), estimate("manhattan", BOARD)
_distance = length_of(BOARD, "astar", "manhattan")


def _check_near(page: UiState) -> str:
    board, goal = page.current_board, page.goal.board
    if board is None or goal is None:
        return "There is no board on the page: set it up again."
    away, sum_ = count_misplaced(board, goal), round(manhattan(board, goal))
    if away < AWAY:
        return f"Only {count(away, 'tile')} away from home: slide on, with other tiles."
    if away != sum_:
        return f"Misplaced tiles says {away}, and the Manhattan distance {sum_}: some tile is two steps away."
    return ""


STEPS = (
    Step(
        title="Count what is wrong",
        text=("The simplest estimate: how many tiles are not at home? The blank is not a tile.",),
        words=(
            (
                "Heuristic",
                "a rule that estimates the moves that are left, without searching. It is called h.",
            ),
            ("Home", "the cell where the goal has a tile."),
        ),
        set_up=SetUp(label="Show the board", board=BOARD, goal=GOAL),
        question=Question(
            text="How many tiles are not at home?",
            answer=str(_misplaced),
            right=f"{_misplaced}. Each of them must move at least once.",
            wrong="Compare cell by cell with the goal. Do not count the blank.",
            mistakes={str(_misplaced + 1): "You counted the blank too, and it is not a tile."},
        ),
    ),
    Step(
        title="Count how far",
        text=(
            "Better: add up, for each tile, the rows and the columns between its cell and its home. "
            "This is the Manhattan distance.",
        ),
        set_up=SetUp(label="Show the board", board=BOARD, goal=GOAL),
        question=Question(
            text="What is the Manhattan distance of this board?",
            answer=str(_manhattan),
            right=f"{_manhattan}. The shortest path has {_distance} moves, so this estimate is much nearer "
            f"than "
            f"{_misplaced}.",
            wrong="Take the tiles one by one, from 1 to 8: rows away plus columns away.",
            mistakes={str(_misplaced): "That is the number of tiles. Count their steps."},
        ),
    ),
    Step(
        title="Where both agree",
        text=("Start from the goal and slide some tiles. Each slide moves one tile by one cell.",),
        set_up=SetUp(label="Show the goal", board="0 1 2/3 4 5/6 7 8", goal=GOAL),
        question=Deed(
            text=f"Make a board with at least {AWAY} tiles away from home, on which both estimates agree.",
            check=_check_near,
            right="Each of your tiles is exactly one step from home, so both estimates count it once.",
            how="From the goal, slide three different tiles, one step each.",
        ),
    ),
    Step(
        title="Which one is larger",
        text=("Both estimates look at tiles that are not at home.",),
        set_up=SetUp(label="Show the board", board=SHORT, goal=GOAL),
        question=Question(
            text="Can misplaced tiles ever be above the Manhattan distance?",
            choices=("Yes, on some boards", "No, on no board"),
            answer="No, on no board",
            right="A tile that is not at home is at least one step away from it, so the Manhattan distance "
            "counts "
            "it at least once.",
            wrong="How much does one tile that is not at home add to each of the two?",
        ),
    ),
)
