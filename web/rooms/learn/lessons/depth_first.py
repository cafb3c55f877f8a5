"""Depth-first search and iterative deepening: time and memory."""

from __future__ import annotations

from web.rooms.learn.boards import COURSE, SHORT
from web.rooms.learn.compute import GOAL, count_expanded, length_of, run
from web.rooms.learn.parts import Question, SetUp, Step

DEPTH = 20
LIMITED = (("algorithm", "depth-first"), ("depth", str(DEPTH)))
DEEPENING = (("algorithm", "iterative-deepening"), ("depth", ""))

_shortest = length_of(SHORT, "breadth-first")
_found = length_of(SHORT, "depth-first", depth=DEPTH)
_breadth, _deepening = (count_expanded(SHORT, name) for name in ("breadth-first", "iterative-deepening"))
_wide = run(COURSE[0], "breadth-first")
_deep = run(COURSE[0], "iterative-deepening")
_times = round(_deep.expanded / _wide.expanded)

STEPS = (
    Step(
        title="Straight ahead",
        text=(
            "Depth-first search goes on from the board it made last, and turns back only where it must. "
            f"A depth limit of {DEPTH} moves keeps it from running away.",
        ),
        words=(("Depth limit", "paths with more moves than this are not looked at."),),
        set_up=SetUp(label="Set it up in Solve", board=SHORT, goal=GOAL, room="solve", options=LIMITED),
        question=Question(
            text="How many moves has the path that it finds?",
            answer=str(_found),
            right=f"{_found} moves, where {_shortest} are enough: it takes the first path it meets.",
            wrong="Press Solve, and read the number of moves in the result.",
            mistakes={
                str(DEPTH): "That is the limit. Read the length of the path in the result.",
                str(_shortest): "That is the shortest path. Depth-first search finds another one.",
            },
        ),
    ),
    Step(
        title="One limit after the other",
        text=(
            "Iterative deepening runs depth-first search with the limit 0, then 1, then 2, and so on. The "
            "first "
            "path it finds is a shortest one, and the board was searched several times for it.",
        ),
        set_up=SetUp(
            label="Set up the race",
            board=SHORT,
            goal=GOAL,
            room="race",
            notes=(("race", "breadth-first;iterative-deepening"),),
        ),
        question=Question(
            text="How many boards does iterative deepening expand?",
            answer=str(_deepening),
            right=f"{_deepening}, against {_breadth} of breadth-first search. Both paths have {_shortest} "
            f"moves.",
            wrong="Start the race, and read the expanded boards of iterative deepening.",
            mistakes={str(_breadth): "That is breadth-first search. Look at the other lane."},
        ),
    ),
    Step(
        title="What is remembered",
        text=(
            "A harder board. Solve it with iterative deepening, and look at the peak frontier in the result: "
            "the "
            "most boards that were waiting at once.",
        ),
        set_up=SetUp(label="Set it up in Solve", board=COURSE[0], goal=GOAL, room="solve", options=DEEPENING),
        question=Question(
            text="What is the peak frontier of iterative deepening?",
            answer=str(_deep.peak_frontier),
            right=f"{_deep.peak_frontier} boards. Breadth-first search has {_wide.peak_frontier:,} on its "
            f"frontier "
            f"there, and stores {_wide.stored:,} boards in all.",
            wrong="Solve the board with iterative deepening, and read Peak frontier in the result.",
            mistakes={f"{_deep.expanded}": "That is the number of expanded boards."},
        ),
    ),
    Step(
        title="Time against memory",
        text=(
            f"On that board iterative deepening expands {_deep.expanded:,} boards, and breadth-first search "
            f"{_wide.expanded:,}.",
        ),
        set_up=SetUp(label="Set it up in Solve", board=COURSE[0], goal=GOAL, room="solve", options=DEEPENING),
        question=Question(
            text="What does iterative deepening trade?",
            choices=(
                "Time for memory: it repeats work, and stores one path",
                "Memory for time: it stores more, and is faster",
                "Length for time: its path may be longer",
            ),
            answer="Time for memory: it repeats work, and stores one path",
            right=f"It does {_times} times the work, and its memory grows with the depth alone. IDA* uses "
            f"the same "
            "idea with an estimate.",
            wrong="Compare both figures of the last two steps: the expanded boards, and the frontier.",
        ),
    ),
)
