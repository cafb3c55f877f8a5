"""Can it be solved? Inversions, and the blank's row, tell which goals a board can reach."""

from __future__ import annotations

from web.rooms.learn.boards import BETWEEN, BLANK_FIRST, ONE_OF_THREE, PRIZE
from web.rooms.learn.parts import Question, SetUp, Step

STEPS = (
    Step(
        title="Two tiles have swapped places",
        text=(
            "All tiles but two are at home here. A prize was once offered for solving this board.",
            "An inversion is a pair of tiles of which the larger one stands first in reading order: row "
            "by row, the blank left out.",
        ),
        set_up=SetUp(label="Show the prize board", board=PRIZE, goal="blank-last"),
        question=Question(
            text="How many inversions does this board have?",
            answer="1",
            right="Only one pair is in the wrong order: 15 comes before 14.",
            wrong="Read the tiles row by row and look for a tile with a smaller one somewhere after it.",
        ),
    ),
    Step(
        title="What one move can change",
        text=(
            "Slide a tile sideways: the reading order stays as it is.",
            "Slide a tile up or down on this board: in reading order it passes the 2 tiles between its "
            "old and its new place. Try it, and open “Show the inversions” under the board.",
        ),
        set_up=SetUp(label="Show a board to try", board=BETWEEN, goal="blank-last"),
        question=Question(
            text="By how much can one move change the number of inversions on a board of 3 columns?",
            choices=("By exactly 1", "By 0 or by 2", "By any number"),
            answer="By 0 or by 2",
            right="Each of the 2 pairs is reversed, so the number goes up by 2, down by 2, or stays. An "
            "odd number stays odd and an even one stays even, whatever you do.",
            wrong="Count before and after a tile slides up or down, with several tiles.",
        ),
    ),
    Step(
        title="One board, three goals",
        text=(
            "The goal has inversions too. A board can reach a goal if both numbers are odd or both are even.",
            "Open “Goal, examples, sizes, pictures” below the board, choose one goal after the other, "
            "and watch the verdict.",
        ),
        set_up=SetUp(label="Show it on the board", board=ONE_OF_THREE, goal="blank-last", room="solve"),
        question=Question(
            text="Which goal can this board reach?",
            choices=("Blank last", "Blank first", "Spiral (snail)"),
            answer="Spiral (snail)",
            right="The board has 11 inversions and the spiral has 7: both are odd. The other two goals "
            "have 0, which is even.",
            wrong="The verdict under the board gives both numbers. Are both odd, or both even?",
        ),
    ),
    Step(
        title="Four columns need one more number",
        text=(
            "With 4 columns a tile that slides up or down passes 3 others, so the number of inversions "
            "changes from odd to even or back. But the blank's row changes by 1 as well.",
            "So add the row of the blank, counted from 1 at the top: the sum stays odd, or stays even.",
        ),
        set_up=SetUp(label="Show the prize board again", board=PRIZE, goal="blank-last"),
        question=Question(
            text="What is the number of inversions plus the row of the blank here?",
            answer="5",
            right="1 inversion and row 4 make 5, which is odd. The goal has 0 + 4 = 4, which is even. "
            "Nobody ever won the prize.",
            wrong="You counted the inversions in the first step. In which row is the blank?",
        ),
    ),
    Step(
        title="The right rule for the wrong goal",
        text=(
            "Many programs use this rule for 4x4 boards: solvable if inversions plus the blank's row are "
            "even. It was made for the goal with the blank last.",
            "This board has the blank first, and so has its goal: it is solved already.",
        ),
        set_up=SetUp(
            label="Show it with the goal blank first",
            board=BLANK_FIRST,
            goal="blank-first",
        ),
        question=Question(
            text="What does that rule say of this board?",
            choices=("It can be solved", "It cannot be solved"),
            answer="It cannot be solved",
            right="0 inversions and row 1 make 1, which is odd. For this goal the rule is wrong on every "
            "4x4 board: it says yes exactly where the answer is no. Always compare with the goal's own "
            "number.",
            wrong="Count the inversions, add the row of the blank, and see whether the sum is even.",
        ),
    ),
)
