"""A* step by step: f = g + h, in the tree of a small search."""

from __future__ import annotations

from functools import partial

from npuzzle import Board
from web.rooms.learn.boards import COURSE, SHORT
from web.rooms.learn.compute import GOAL, count_expanded, estimate, find_missing_run, length_of
from web.rooms.learn.parts import Deed, Question, SetUp, Step

TREE = (("explore", "astar manhattan"),)
BOARD = COURSE[1]

_h = estimate("manhattan", SHORT)
_children = [Board.parse(SHORT).slide(cell) for cell in Board.parse(SHORT).movable]
_f = sorted(1 + estimate("manhattan", str(child)) for child in _children)
_expanded, _moves = count_expanded(SHORT, "astar", "manhattan"), length_of(SHORT, "astar", "manhattan")
_hard, _hard_moves = count_expanded(BOARD, "astar", "manhattan"), length_of(BOARD, "astar", "manhattan")

STEPS = (
    Step(
        title="The number below a board",
        text=(
            "Build the tree in Explore. Below each board stands g, the moves from the start, plus h, the "
            "estimate "
            "of the moves that are left. Their sum is f.",
        ),
        words=(("f = g + h", "how long a path through this board will be, if the estimate is right."),),
        set_up=SetUp(label="Set up the tree", board=SHORT, goal=GOAL, room="explore", notes=TREE),
        question=Question(
            text="What is f of the first board?",
            answer=str(_h),
            right=f"g is 0 there, and h is {_h}: the Manhattan distance of the board.",
            wrong="Press “Build the tree”, and read the number below the first board.",
        ),
    ),
    Step(
        title="The next board",
        text=(
            "A* expands the board on the frontier with the smallest f. Step forward once, and look at the "
            "boards "
            "below the first one.",
        ),
        set_up=SetUp(label="Set up the tree", board=SHORT, goal=GOAL, room="explore", notes=TREE),
        question=Question(
            text="What is f of the board that A* expands next?",
            answer=str(_f[0]),
            right=f"{_f[0]} is the smallest; the others have {_f[-1]}. A move towards home lowers h by 1 as "
            f"g "
            "grows by 1, so f stays. A move away raises f by 2.",
            wrong="Step forward once: the next board is the one with the smallest f.",
            mistakes={str(_f[-1]): "That is the largest f. A* takes the smallest."},
        ),
    ),
    Step(
        title="Straight to the goal",
        text=("Step through the whole search.",),
        set_up=SetUp(label="Set up the tree", board=SHORT, goal=GOAL, room="explore", notes=TREE),
        question=Question(
            text="How many boards does A* expand before it reaches the goal?",
            answer=str(_expanded),
            right=f"{_expanded}, for a path of {_moves} moves. Here the estimate is exact all the way, so A* "
            f"makes "
            "no wrong step.",
            wrong="Press “Last step”, and count the steps; the goal itself is not expanded.",
        ),
    ),
    Step(
        title="A harder board",
        text=("Where the estimate is too low, A* must look at more boards. Solve this one.",),
        set_up=SetUp(
            label="Set up A* in Solve",
            board=BOARD,
            goal=GOAL,
            room="solve",
            options=(("algorithm", "astar"), ("heuristic", "manhattan")),
        ),
        question=Deed(
            text="Solve this board with A* and the Manhattan distance.",
            check=partial(find_missing_run, board=BOARD, algorithm="astar", heuristic="manhattan"),
            right=f"{_hard_moves} moves, and {_hard:,} boards expanded. A* is done when no board on the "
            f"frontier "
            "has a smaller f: that is its proof.",
            how="Choose A* and Manhattan distance under How, then press Solve.",
        ),
    ),
)
