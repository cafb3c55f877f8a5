"""Breadth-first search, and why it is not enough."""

from __future__ import annotations

from functools import partial
from math import factorial

from web.rooms.learn.boards import COURSE, FIFTEEN
from web.rooms.learn.compute import GOAL, count_expanded, find_missing_run, length_of, run
from web.rooms.learn.parts import Deed, Question, SetUp, Step

BOARD = COURSE[0]
WAYS = {"Breadth-first": "breadth-first", "Both ways": "bidirectional", "A*": "astar"}
RACE = (("race", "breadth-first;bidirectional;astar manhattan"),)
SPEED = 1_000_000  # boards a second
BYTES = 16  # for each board that is stored

_moves = length_of(BOARD, "breadth-first")
_expanded = count_expanded(BOARD, "breadth-first")
_peak = run(BOARD, "breadth-first").peak_frontier
_counts = {
    label: count_expanded(BOARD, name, "manhattan" if name == "astar" else "") for label, name in WAYS.items()
}
_fewest = min(_counts, key=_counts.__getitem__)
_fifteen = factorial(16) // 2
_days = round(_fifteen / SPEED / 86_400)
_terabytes = round(_fifteen * BYTES / 1e12)
_duration = f"About {_days} days"

STEPS = (
    Step(
        title="Ring by ring",
        text=(
            "Breadth-first search looks at all boards one move away, then at all that are two moves away, "
            "and so on. So the first path it finds is a shortest one.",
            "In Solve it is chosen under How. Press Solve.",
        ),
        words=(
            ("Expand", "look at a board, and make the boards one move away from it."),
            ("Frontier", "the boards that are made and not yet expanded."),
        ),
        set_up=SetUp(
            label="Set it up in Solve",
            board=BOARD,
            goal=GOAL,
            room="solve",
            options=(("algorithm", "breadth-first"),),
        ),
        question=Deed(
            text="Solve this board with breadth-first search.",
            check=partial(find_missing_run, board=BOARD, algorithm="breadth-first"),
            right=f"{_moves} moves, proved shortest: every nearer board was looked at before.",
            how="Choose Breadth-first search under How, then press Solve.",
        ),
    ),
    Step(
        title="What it cost",
        text=("The result of the search lists what it did.",),
        set_up=SetUp(
            label="Set it up in Solve",
            board=BOARD,
            goal=GOAL,
            room="solve",
            options=(("algorithm", "breadth-first"),),
        ),
        question=Question(
            text="How many boards did breadth-first search expand?",
            answer=str(_expanded),
            right=f"{_expanded:,} boards for a path of {_moves} moves, and up to {_peak:,} of them were "
            f"waiting "
            "on the frontier at once.",
            wrong="Solve the board with breadth-first search, and read Expanded in the result.",
            mistakes={
                str(_peak): "That is the largest frontier. Expanded is the figure asked for.",
                str(_moves): "That is the length of the path.",
            },
        ),
    ),
    Step(
        title="Two better ways",
        text=(
            "A search from both ends meets in the middle: two small rings in place of a large one. A* uses "
            "an "
            "estimate of the distance, and the next lessons explain how.",
        ),
        set_up=SetUp(label="Set up the race", board=BOARD, goal=GOAL, room="race", notes=RACE),
        question=Question(
            text="Which search expands the fewest boards?",
            choices=tuple(WAYS),
            answer=_fewest,
            right=f"Breadth-first search expands {_counts['Breadth-first']:,} boards, the search from both "
            f"ends "
            f"{_counts['Both ways']:,}, and A* {_counts['A*']:,}.",
            wrong="Start the race, and compare the expanded boards.",
        ),
    ),
    Step(
        title="Why it is not enough",
        text=(
            f"The 4x4 has {_fifteen:,} boards that can reach the goal. Suppose that a computer expands "
            f"{SPEED:,} boards a second.",
        ),
        set_up=SetUp(label="Show a 4x4 board", board=FIFTEEN, goal=GOAL),
        question=Question(
            text="How long does breadth-first search take to look at all of them?",
            choices=("A few minutes", _duration, "About a thousand years"),
            answer=_duration,
            right=f"{_days} days. Memory ends sooner: at {BYTES} bytes a board it takes {_terabytes} "
            f"terabytes.",
            wrong=f"Divide {_fifteen:,} by {SPEED:,}: that many seconds. A day has {86_400:,}.",
        ),
    ),
)
