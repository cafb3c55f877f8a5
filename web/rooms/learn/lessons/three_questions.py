"""The three questions: heuristic or speed, what makes a board hard, and does growth follow theory."""

from __future__ import annotations

from npuzzle.lab import effective_branching
from web.rooms.learn.boards import COURSE, SHORT
from web.rooms.learn.compute import GOAL, count_expanded, length_of, run
from web.rooms.learn.parts import Question, SetUp, Step
from web.rooms.learn.table import BY_NAME

HARD = COURSE[2]
GROWING = (SHORT, "0 2 5/1 4 8/3 6 7", COURSE[0])
TWO = (("race", "astar misplaced;astar manhattan"),)
ONE = (("race", "astar manhattan;astar linear-conflict"),)

_slow, _fast = (count_expanded(HARD, "astar", name) for name in ("misplaced", "manhattan"))
_times = round(_slow / _fast)
_near, _far = (length_of(board, "astar", "manhattan") for board in COURSE[1:])
_near_count, _far_count = (count_expanded(board, "astar", "manhattan") for board in COURSE[1:])
_harder = f"The one with {_near if _near_count > _far_count else _far} moves"


def _branching(board: str) -> float:
    found = run(board, "breadth-first")
    return effective_branching(found.generated, found.length) or 0.0


_factors = [_branching(board) for board in GROWING]
_lengths = [length_of(board, "breadth-first") for board in GROWING]
_falls = "It falls" if _factors == sorted(_factors, reverse=True) else "It grows"
_listed = ", ".join(f"{factor:.2f}" for factor in _factors)

STEPS = (
    Step(
        title="Is it the heuristic or the speed?",
        text=("A* with misplaced tiles against A* with the Manhattan distance, on a hard board.",),
        set_up=SetUp(label="Set up the race", board=HARD, goal=GOAL, room="race", notes=TWO),
        question=Question(
            text="How many times faster must a computer be to make up for the weaker estimate?",
            choices=("About twice", f"About {_times} times", "About 1,000 times"),
            answer=f"About {_times} times",
            right=f"{_slow:,} boards against {_fast:,}. A better idea beats a faster machine, and more so "
            f"with every "
            "move more.",
            wrong="Start the race, and divide the larger number of expanded boards by the smaller one.",
        ),
    ),
    Step(
        title="What makes a board hard?",
        text=(
            f"One board needs {_near} moves, the other {_far}. Solve both by A* with the Manhattan distance: "
            f"the button "
            "sets up the first one, and the next step the second.",
        ),
        set_up=SetUp(label="Set up the first board", board=COURSE[1], goal=GOAL, room="race", notes=ONE),
        question=Question(
            text="How many boards does A* expand with the Manhattan distance?",
            answer=str(_near_count),
            right=f"{_near_count:,} boards for {_near} moves. Keep this number for the next step.",
            wrong="Start the race, and read the expanded boards.",
        ),
    ),
    Step(
        title="Farther is not always harder",
        text=(f"Now the board that needs {_far} moves.",),
        set_up=SetUp(label="Set up the second board", board=HARD, goal=GOAL, room="race", notes=ONE),
        question=Question(
            text="Which of the two boards is harder for A* with the Manhattan distance?",
            choices=(f"The one with {_near} moves", f"The one with {_far} moves"),
            answer=_harder,
            right=f"{_near_count:,} against {_far_count:,} expanded boards. What counts is how many boards "
            f"have an f "
            "below the length of the path, and not the distance alone.",
            wrong="Start the race, and compare with the number of the last step.",
        ),
    ),
    Step(
        title="Does growth follow theory?",
        text=(
            f"Breadth-first search on boards that need {_lengths[0]}, {_lengths[1]} and {_lengths[2]} moves "
            f"has the "
            f"effective branching factors b* {_listed} (lesson {BY_NAME['dominance'] + 1} explains b*). "
            "In theory, where no board is met twice, it stays the same.",
        ),
        set_up=SetUp(label="Show the last of them", board=COURSE[0], goal=GOAL),
        question=Question(
            text="What happens to it as the distance grows?",
            choices=("It falls", "It stays the same", "It grows"),
            answer=_falls,
            right="The 3x3 is finite: far from the start most moves lead to boards that were met before. "
            "Theory holds "
            "while the space looks endless.",
            wrong="Read the three numbers in their order.",
        ),
    ),
)
