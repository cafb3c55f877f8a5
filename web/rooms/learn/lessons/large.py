"""Large boards: paths at once, and bounds in place of proofs."""

from __future__ import annotations

from functools import partial

from npuzzle import random_board
from web.rooms.learn.boards import TWENTY_FOUR
from web.rooms.learn.compute import GOAL, estimate, find_missing_run, run
from web.rooms.learn.parts import Deed, Question, SetUp, Step

TEN = str(random_board("10x10", goal=GOAL, seed=1))

_path = run(TEN, "constructive").length
_bound = estimate("manhattan", TEN)
_ratio = f"{_path / _bound:.1f}"
_least = estimate("manhattan", TWENTY_FOUR)

STEPS = (
    Step(
        title="A hundred cells",
        text=(
            "A 10x10 board has more states than there are atoms in the universe. People solve it all the "
            "same: "
            "row by row. The constructive solver does the same.",
        ),
        set_up=SetUp(
            label="Show a 10x10 board",
            board=TEN,
            goal=GOAL,
            room="solve",
            options=(("algorithm", "constructive"),),
        ),
        question=Deed(
            text="Solve this board with the constructive solver.",
            check=partial(find_missing_run, board=TEN, algorithm="constructive"),
            right=f"{_path:,} moves, at once. It does not search, so it does not say how short a path could "
            f"be.",
            how="Choose Constructive under How, then press Solve.",
        ),
    ),
    Step(
        title="How good is it?",
        text=(
            f"The Manhattan distance of that board is {_bound}. It is admissible, so no path is shorter: "
            f"it is a lower bound. The path had {_path:,} moves.",
        ),
        words=(("Lower bound", "a number of moves that no path is below."),),
        set_up=SetUp(label="Show the board again", board=TEN, goal=GOAL),
        question=Question(
            text="What is certain about the path?",
            choices=(
                f"It is at most {_ratio} times as long as a shortest one",
                "It is a shortest path",
                "Nothing is certain",
            ),
            answer=f"It is at most {_ratio} times as long as a shortest one",
            right=f"A shortest path has at least {_bound} moves, and {_path:,} / {_bound} is {_ratio}. "
            "An estimate can judge a path that no search could prove.",
            wrong="Divide the length of the path by the lower bound.",
        ),
    ),
    Step(
        title="Better while you wait",
        text=(
            f"A 5x5 board, whose Manhattan distance is {_least}. The algorithm Anytime has a path at once, "
            f"and makes "
            "it shorter until you press “Use this one”.",
        ),
        set_up=SetUp(
            label="Set it up in Solve",
            board=TWENTY_FOUR,
            goal=GOAL,
            room="solve",
            options=(("algorithm", "anytime"),),
        ),
        question=Deed(
            text="Let Anytime improve its path for some seconds, then use it.",
            check=partial(find_missing_run, board=TWENTY_FOUR, algorithm="anytime"),
            right="The badge says how much longer than a shortest path it can be: the gap to the best bound "
            "known.",
            how="Choose Anytime under How, press Solve, and after a while “Use this one”.",
        ),
    ),
)
