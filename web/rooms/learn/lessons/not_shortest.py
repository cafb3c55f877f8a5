"""A path that is not shortest: A* beside greedy and weighted A*."""

from __future__ import annotations

from web.rooms.learn.boards import COURSE
from web.rooms.learn.parts import Question, SetUp, Step

ASTAR_MANHATTAN = (("algorithm", "astar"), ("heuristic", "manhattan"))

STEPS = (
    Step(
        title="What is certain before any search",
        text=(
            "The Manhattan distance adds up, for every tile, how many rows and columns it is away from "
            "home. The goal has the blank first.",
        ),
        set_up=SetUp(label="Show the board", board=COURSE[1], goal="blank-first"),
        question=Question(
            text="What is the Manhattan distance of this board?",
            answer="17",
            right="17: no path is shorter, as one move brings one tile one cell nearer at best.",
            wrong="Take the tiles one by one, 1 to 8: rows away plus columns away. The blank is not counted.",
        ),
    ),
    Step(
        title="Predict",
        text=(
            "A* expands the board with the smallest f = g + h first: moves so far plus estimate. Greedy "
            "looks at the estimate h alone, and forgets how many moves it has made.",
        ),
        set_up=SetUp(label="Show the board", board=COURSE[1], goal="blank-first"),
        question=Question(
            text="Which one expands fewer boards here, do you think?",
            choices=("A*", "Greedy"),
            answer="Greedy",
            right="Greedy expands 149 boards and A* 1,137. But is its path as good? That is the next step.",
            wrong="A* has to rule out every shorter path. Greedy does not.",
        ),
    ),
    Step(
        title="Race them",
        text=("Let both run side by side, each with the Manhattan distance.",),
        set_up=SetUp(
            label="Set up the race",
            board=COURSE[1],
            goal="blank-first",
            room="race",
            notes=(("race", "astar manhattan;greedy manhattan"),),
        ),
        question=Question(
            text="How many moves are in the path that greedy finds?",
            answer="53",
            right="53 moves, where A* proves that 25 are enough. Fast, and more than twice as long.",
            wrong="Start the race and read the number of moves in greedy's lane.",
        ),
    ),
    Step(
        title="A bit of both",
        text=(
            "Weighted A* uses f = g + w × h. With the weight w = 2 it is greedier than A*, but still "
            "counts its moves.",
        ),
        set_up=SetUp(
            label="Set up the race of three",
            board=COURSE[1],
            goal="blank-first",
            room="race",
            notes=(("race", "astar manhattan;weighted-astar manhattan 2;greedy manhattan"),),
        ),
        question=Question(
            text="How many moves are in the path of weighted A* with weight 2?",
            answer="27",
            right="27 moves for 353 expanded boards. The weight is a promise: with weight 2 a path is "
            "never more than 2 times as long as the shortest, which has 25.",
            wrong="Start the race and read the number of moves in the lane of weighted A*.",
        ),
    ),
    Step(
        title="A mistake that looks like A*",
        text=(
            "A program took the f of a board as the g of the boards made from it, so every move added the "
            "estimate again. "
            "It was called A*, and for this board it gave a path of 27 moves that does lead to the "
            "goal.",
            "Solve the board with A* and the Manhattan distance and compare.",
        ),
        set_up=SetUp(
            label="Set up A* in Solve",
            board=COURSE[1],
            goal="blank-first",
            room="solve",
            options=ASTAR_MANHATTAN,
        ),
        question=Question(
            text="Which test would have found the mistake?",
            choices=(
                "Check that the path leads to the goal",
                "Compare the length with a search that is proved right",
                "Check that the program ends",
            ),
            answer="Compare the length with a search that is proved right",
            right="The path is legal, it ends at the goal, and it came quickly. Only its length, 27 in "
            "place of 25, gives the mistake away.",
            wrong="The program did end, and its path did lead to the goal.",
        ),
    ),
)
