"""IDA*: depth-first search with a bound on f, and almost no memory."""

from __future__ import annotations

from functools import partial

from web.rooms.learn.boards import COURSE, FIFTEEN
from web.rooms.learn.compute import GOAL, estimate, find_missing_run, run
from web.rooms.learn.parts import Deed, Question, SetUp, Step

BOARD = COURSE[1]
RACE = (("race", "astar manhattan;idastar manhattan"),)

_astar, _ida = (run(BOARD, name, "manhattan") for name in ("astar", "idastar"))
_h = estimate("manhattan", BOARD)
_moves = run(BOARD, "astar", "manhattan").length
_rounds = (_moves - _h) // 2 + 1
_fifteen = run(FIFTEEN, "astar", "manhattan").length

STEPS = (
    Step(
        title="A bound that grows",
        text=(
            "IDA* is iterative deepening with an estimate: it goes depth-first, and turns back where f = g + "
            "h is "
            f"above a bound. The first bound is the estimate of the start, {_h}; each round raises it to the "
            "smallest f that was too large.",
        ),
        set_up=SetUp(label="Set up the race", board=BOARD, goal=GOAL, room="race", notes=RACE),
        question=Question(
            text="How many boards does IDA* expand?",
            answer=str(_ida.expanded),
            right=f"{_ida.expanded:,}, against {_astar.expanded:,} of A*. It looks at some boards in each of "
            f"its "
            "rounds, and at some in several ways.",
            wrong="Start the race, and read the expanded boards in the lane of IDA*.",
            mistakes={str(_astar.expanded): "That is the lane of A*."},
        ),
    ),
    Step(
        title="How many rounds",
        text=(
            f"With the Manhattan distance, f grows by 2 from round to round. The first bound is {_h}, and "
            f"the "
            f"shortest path has {_moves} moves.",
        ),
        set_up=SetUp(label="Set up the race", board=BOARD, goal=GOAL, room="race", notes=RACE),
        question=Question(
            text="How many rounds does IDA* need?",
            answer=str(_rounds),
            right=f"The bounds {', '.join(map(str, range(_h, _moves + 1, 2)))}: {_rounds} rounds. In all of "
            f"them it "
            f"stores one path, {_ida.stored} boards; A* stores {_astar.stored:,}.",
            wrong="List the bounds: the first one, then 2 more each time, up to the length of the path.",
        ),
    ),
    Step(
        title="The 15-puzzle",
        text=(
            "On the 4x4 A* can run out of memory, and IDA* never does. Solve this board with IDA*; the "
            "estimate is "
            "chosen for you.",
        ),
        set_up=SetUp(
            label="Set up IDA* in Solve",
            board=FIFTEEN,
            goal=GOAL,
            room="solve",
            options=(("algorithm", "idastar"), ("heuristic", "auto"), ("depth", "")),
        ),
        question=Deed(
            text="Solve this 4x4 board with IDA*.",
            check=partial(find_missing_run, board=FIFTEEN, algorithm="idastar"),
            right=f"{_fifteen} moves, proved shortest. The estimate came from pattern databases: the next "
            f"lesson "
            "builds some.",
            how="Choose IDA* under How, then press Solve.",
        ),
    ),
)
