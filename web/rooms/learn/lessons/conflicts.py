"""Conflicts counted twice: a heuristic that is too high on 7 boards of 181,440."""

from __future__ import annotations

from web.rooms.lab.lesson_heuristics import CONFLICTS_BY_PAIRS, CONFLICTS_BY_TILES
from web.rooms.learn.boards import MISLED, REVERSED
from web.rooms.learn.parts import Question, SetUp, Step

STEPS = (
    Step(
        title="Three tiles in reverse",
        text=(
            "Look at the middle row. All of its tiles are in their own row already, but none can pass "
            "another without leaving it: they are in conflict.",
        ),
        set_up=SetUp(label="Show the board", board=REVERSED, goal="blank-last"),
        question=Question(
            text="How many pairs of tiles in the middle row stand in the wrong order?",
            answer="3",
            right="6 before 5, 6 before 4, and 5 before 4.",
            wrong="The goal has 4 5 6 in this row. Look at each pair of them.",
        ),
    ),
    Step(
        title="Who must step aside?",
        text=("A tile that leaves the row for another to pass needs 1 move out and 1 move back.",),
        set_up=SetUp(label="Show the board again", board=REVERSED, goal="blank-last"),
        question=Question(
            text="How many of these three tiles must leave the row, at the least?",
            answer="2",
            right="If 2 tiles leave, the last one can stay. That makes 4 moves more than the Manhattan "
            "distance. Adding 2 for each of the 3 pairs makes 6, and that is too much.",
            wrong="Which tiles may stay in the row together, in the right order?",
        ),
    ),
    Step(
        title="The sum by pairs",
        text=(
            "The Manhattan distance of this board is 14. The middle column 8, 5, 2 is reversed like the "
            "row and has 3 pairs more, and in the first row 3 stands before 1: that is 1 pair more.",
        ),
        set_up=SetUp(label="Show the board again", board=REVERSED, goal="blank-last"),
        question=Question(
            text="What is the estimate if each of the 7 pairs adds 2?",
            answer="28",
            right="14 + 14 = 28, but the shortest path has 26 moves. Counting the 5 tiles that must "
            "leave a line gives 14 + 10 = 24, which is not too high.",
            wrong="Add 2 for each pair to the Manhattan distance.",
        ),
    ),
    Step(
        title="How rare is it?",
        text=(
            "The button puts the heuristic that counts pairs into the Lab. Let the Lab certify it on all "
            "181,440 boards.",
        ),
        set_up=SetUp(
            label="Put it into the Lab",
            board=REVERSED,
            goal="blank-last",
            room="lab",
            notes=(("source", CONFLICTS_BY_PAIRS),),
        ),
        question=Question(
            text="On how many boards is it too high?",
            answer="7",
            right="On 7 of 181,440. You would have to try about 26,000 boards to meet one by chance.",
            wrong="Read the certificate: how many states are above the true distance?",
        ),
    ),
    Step(
        title="Does it matter?",
        text=(
            "Race A* with the heuristic from the Lab against A* with linear conflict, counted in the "
            "right way.",
        ),
        set_up=SetUp(
            label="Set up the race",
            board=MISLED,
            goal="blank-last",
            room="race",
            notes=(("source", CONFLICTS_BY_PAIRS), ("race", "astar own;astar linear-conflict")),
        ),
        question=Question(
            text="How many moves are in the path that A* finds with the pairs?",
            answer="30",
            right="30 moves, and 28 are enough: one of the 7 boards is on the way; it looked too far "
            "from the goal, so A* left it aside.",
            wrong="Start the race and read the number of moves in the lane with the Lab's heuristic.",
        ),
    ),
    Step(
        title="Fix it",
        text=(
            "This one counts the fewest tiles that must leave the line. Certify it, and read how its "
            "function conflicts does it.",
        ),
        set_up=SetUp(
            label="Put the fixed version into the Lab",
            board=REVERSED,
            goal="blank-last",
            room="lab",
            notes=(("source", CONFLICTS_BY_TILES),),
        ),
        question=Question(
            text="On how many boards is it too high now?",
            answer="0",
            right="On none. Count what must happen, and the estimate never lies.",
            wrong="If the Lab calls it admissible, it is too high on no board.",
        ),
    ),
)
