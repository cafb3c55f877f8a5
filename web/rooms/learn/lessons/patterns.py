"""Pattern databases, with groups that the student chooses."""

from __future__ import annotations

from math import perm
from typing import TYPE_CHECKING

from npuzzle.pattern_databases.chosen import parse_groups
from web.rooms.lab.patterns_state import groups_in
from web.rooms.learn.boards import COURSE
from web.rooms.learn.compute import GOAL, count_expanded, find_missing_run
from web.rooms.learn.parts import Deed, Question, SetUp, Step

if TYPE_CHECKING:
    from web.page.state import UiState

BOARD = COURSE[2]
MOST = 100  # boards that a good choice of groups expands
GOOD = "patterns(1,2,3,4|5,6,7,8)"
PAIRS = "patterns(1,2|3,4|5,6|7,8)"
LAB = SetUp(
    label="Go to the Lab",
    board=BOARD,
    goal=GOAL,
    room="lab",
    options=(("algorithm", "astar"),),
    fold="patterns-fold",
)

_placements = perm(9, 4)
_good, _pairs, _plain = (count_expanded(BOARD, "astar", name) for name in (GOOD, PAIRS, "manhattan"))
_overlap = "A move of a shared tile would be counted twice, and the sum could be too high"


def _check_used(page: UiState) -> str:
    """Say what is missing until the board is solved with databases of all eight tiles."""
    missing = find_missing_run(page, BOARD, "astar")
    if missing:
        return missing
    answer = page.player.answer
    groups = groups_in(answer.heuristic or "") if answer is not None else ""
    if not groups:
        return "It was solved with another heuristic: press “Use in Solve” in the Lab, then Solve."
    tiles = sum(map(len, parse_groups(groups)))
    return "" if tiles == 8 else f"Only {tiles} of the 8 tiles are in your groups."


def _check_good(page: UiState) -> str:
    if missing := _check_used(page):
        return missing
    answer = page.player.answer
    expanded = answer.expanded if answer is not None else 0
    return "" if expanded < MOST else f"A* expanded {expanded:,} boards with these groups: try larger groups."


STEPS = (
    Step(
        title="A part of the puzzle",
        text=(
            "Look at four tiles alone, and forget which of the others is which. Then there are few "
            "placements, and a "
            "search backwards from the goal can write down, for each, how many moves these four tiles need.",
        ),
        words=(("Pattern database", "for every placement of a group of tiles, the fewest moves they need."),),
        set_up=SetUp(label="Show the board", board=BOARD, goal=GOAL),
        question=Question(
            text="In how many ways can four tiles lie on nine cells?",
            answer=str(_placements),
            right=f"9 × 8 × 7 × 6 = {_placements:,}. That is little: the table is built in a moment.",
            wrong="The first tile has 9 cells to choose from, the next one 8, and so on. Multiply.",
        ),
    ),
    Step(
        title="Your own groups",
        text=(
            "In the Lab, open “Build pattern databases”. Put all eight tiles into two groups or more: press "
            "a tile, or "
            "type its group's letter on it. Build, then press “Use in Solve”, and Solve.",
        ),
        set_up=LAB,
        question=Deed(
            text="Solve this board by A* with pattern databases for all eight tiles.",
            check=_check_used,
            right=f"Proved shortest, with an estimate of your own. The Manhattan distance needs {_plain:,} "
            f"boards "
            "here; compare.",
            how="Type 1 2 3 4 | 5 6 7 8 as the groups, press “Build and measure”, “Use in Solve”, and Solve.",
        ),
    ),
    Step(
        title="Better groups",
        text=(
            f"Four pairs of tiles expand {_pairs:,} boards here. Which groups save more? The table in the "
            f"Lab shows the "
            "mean of the estimate: a higher mean is better.",
        ),
        set_up=LAB,
        question=Deed(
            text=f"Choose groups with which A* expands fewer than {MOST} boards.",
            check=_check_good,
            right=f"Larger groups see more: 1 2 3 4 and 5 6 7 8 expand {_good}. Memory is the price, as a "
            f"group of "
            "one tile more has many times the placements.",
            how="Type 1 2 3 4 | 5 6 7 8 as the groups, press “Build and measure”, “Use in Solve”, and Solve.",
        ),
    ),
    Step(
        title="Why groups share no tile",
        text=("Type 1 2 3 | 3 4 as the groups in the Lab: it refuses them.",),
        set_up=LAB,
        question=Question(
            text="Why may no tile be in two groups?",
            choices=(
                _overlap,
                "The database would not fit into memory",
                "The search would no longer end",
            ),
            answer=_overlap,
            right="Each move slides one tile, so it is counted for one group alone. That is why the sum is "
            "admissible.",
            wrong="Which group counts a move of tile 3, if it is in both?",
        ),
    ),
)
