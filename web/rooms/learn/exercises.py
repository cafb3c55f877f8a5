"""The five exercises: data, of which the tests compute every number anew."""

from __future__ import annotations

from web.rooms.learn.parts import Exercise, Question, SetUp, Step
from web.rooms.learn.sources import (
    CONFLICTS_BY_PAIRS,
    CONFLICTS_BY_TILES,
    COUNTS_THE_BLANK,
    LEAVES_THE_BLANK_OUT,
)

PRIZE = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"
BETWEEN = "1 2 3/4 0 6/7 5 8"
ONE_OF_THREE = "2 8 1/0 4 3/7 6 5"
BLANK_FIRST = "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"
ONE_MOVE = "1 0 2/3 4 5/6 7 8"
COURSE = ("2 3 7/1 8 0/6 5 4", "7 0 8/4 6 1/5 3 2", "5 7 6/2 4 3/8 1 0")
REVERSED = "3 8 1/6 5 4/0 2 7"
MISLED = "6 8 7/5 0 4/3 2 1"
ASTAR_MANHATTAN = (("algorithm", "astar"), ("heuristic", "manhattan"))
ESTIMATES = (("race", "astar misplaced;astar manhattan;astar linear-conflict"),)

CAN_IT_BE_SOLVED = Exercise(
    title="Can it be solved?",
    learn="Half of all boards can never reach a goal, and counting inversions tells you which half.",
    steps=(
        Step(
            title="Two tiles have changed places",
            text=(
                "Everything is at home here but two tiles. A prize was once offered for solving this board.",
                "An inversion is a pair of tiles of which the larger one stands first in reading order: row "
                "by row, the blank left out.",
            ),
            set_up=SetUp(label="Show the prize board", board=PRIZE, goal="blank-last"),
            question=Question(
                text="How many inversions has this board?",
                answer="1",
                right="Only one pair is the wrong way round: 15 stands before 14.",
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
            set_up=SetUp(label="Show a board to try it on", board=BETWEEN, goal="blank-last"),
            question=Question(
                text="By how much can one move change the number of inversions on a board of 3 columns?",
                choices=("By exactly 1", "By 0 or by 2", "By any number"),
                answer="By 0 or by 2",
                right="Each of the 2 pairs turns round, so the number goes up by 2, down by 2, or stays. An "
                "odd number stays odd and an even one stays even, whatever you do.",
                wrong="Count before and after a tile slides up or down, with several tiles.",
            ),
        ),
        Step(
            title="One board, three goals",
            text=(
                "The goal has inversions too. A board can reach a goal if both numbers are odd or both are "
                "even.",
                "Choose one goal after the other under “Set up” and watch the verdict below the board.",
            ),
            set_up=SetUp(
                label="Put the board on the page", board=ONE_OF_THREE, goal="blank-last", room="solve"
            ),
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
                wrong="Count the inversions, add the row of the blank, and look whether that is even.",
            ),
        ),
    ),
)

COUNTING_THE_BLANK = Exercise(
    title="Counting the blank",
    learn="An estimate must never be above the true distance; counting the blank as a tile breaks that.",
    steps=(
        Step(
            title="Close to the goal",
            text=("The goal has the blank first here.",),
            set_up=SetUp(label="Show the board", board=ONE_MOVE, goal="blank-first"),
            question=Question(
                text="How many moves does this board need?",
                answer="1",
                right="Tile 1 slides right, and that is the goal.",
                wrong="Try it on the board: which tile is not at home?",
            ),
        ),
        Step(
            title="An estimate that is too high",
            text=(
                "A heuristic estimates how many moves are left. Here is one: count the cells that differ "
                "from the goal, the blank's cell like any other.",
            ),
            set_up=SetUp(label="Show the board again", board=ONE_MOVE, goal="blank-first"),
            question=Question(
                text="How many cells differ from the goal?",
                answer="2",
                right="The estimate is 2, but 1 move is enough: it brings a tile and the blank home at once. "
                "An estimate that can be above the truth is not admissible, and A* proves nothing with it.",
                wrong="Compare cell by cell with the goal. Count the cell where the blank is, too.",
            ),
        ),
        Step(
            title="How often does it happen?",
            text=(
                "The Lab can look at all 181,440 boards that reach the goal. The button puts this heuristic "
                "there, as a few lines of Python. Let the Lab certify it.",
            ),
            set_up=SetUp(
                label="Put it into the Lab",
                board=ONE_MOVE,
                goal="blank-first",
                room="lab",
                notes=(("source", COUNTS_THE_BLANK),),
            ),
            question=Question(
                text="On how many boards is the estimate too high?",
                answer="78",
                right="On 78 of 181,440 boards, and never by more than 1. A few tests by hand would hardly "
                "have met one of them.",
                wrong="The certificate says it: how many states are above the true distance?",
            ),
        ),
        Step(
            title="Leave the blank out",
            text=(
                "The blank is not a tile, it is a place. The button puts the mended heuristic into the Lab. "
                "Certify it as well.",
            ),
            set_up=SetUp(
                label="Put the mended one into the Lab",
                board=ONE_MOVE,
                goal="blank-first",
                room="lab",
                notes=(("source", LEAVES_THE_BLANK_OUT),),
            ),
            question=Question(
                text="On how many boards is the estimate too high now?",
                answer="0",
                right="On none: one move shifts one tile, so at least as many moves are needed as tiles are "
                "away from home. Now A* can prove its paths shortest.",
                wrong="If the Lab calls it admissible, there is no board on which it is too high.",
            ),
        ),
    ),
)

NOT_SHORTEST = Exercise(
    title="A path that is not shortest",
    learn="A search may find a path and miss the shortest one; A* with an admissible estimate cannot.",
    steps=(
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
                wrong="Take the tiles one by one, 1 to 8: rows away plus columns away. The blank is not "
                "counted.",
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
                right="Greedy expands 149 boards and A* 1,137. But is its path as good? That is the next "
                "step.",
                wrong="A* has to rule out every shorter path. Greedy does not care.",
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
                text="How many moves has the path that greedy finds?",
                answer="53",
                right="53 moves, where A* proves that 25 are enough. Fast, and more than twice as long.",
                wrong="Start the race and read the number of moves in greedy's lane.",
            ),
        ),
        Step(
            title="A bit of both",
            text=(
                "Weighted A* uses f = g + w × h. With the weight w = 2 it hurries more than A*, and still "
                "keeps count of its moves.",
            ),
            set_up=SetUp(
                label="Set up the race of three",
                board=COURSE[1],
                goal="blank-first",
                room="race",
                notes=(("race", "astar manhattan;weighted-astar manhattan 2;greedy manhattan"),),
            ),
            question=Question(
                text="How many moves has the path of weighted A* with weight 2?",
                answer="27",
                right="27 moves for 353 expanded boards. The weight is a promise: with weight 2 a path is "
                "never more than 2 times as long as the shortest, which has 25.",
                wrong="Start the race and read the number of moves in the lane of weighted A*.",
            ),
        ),
        Step(
            title="A mistake that looks like A*",
            text=(
                "A program took the parent's f as the child's g, so the estimate was added in again at every "
                "move. It was called A*, and for this board it gave a path of 27 moves that does lead to the "
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
    ),
)

CONFLICTS = Exercise(
    title="Conflicts counted twice",
    learn="Count what must happen, not what looks wrong: of three tiles in reverse, two must step aside.",
    steps=(
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
                wrong="The certificate says it: how many states are above the true distance?",
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
                text="How many moves has the path that A* finds with the pairs?",
                answer="30",
                right="30 moves, and 28 are enough: one of the 7 boards stood on the way, looked too far "
                "from the goal, and was left aside.",
                wrong="Start the race and read the number of moves in the lane with the Lab's heuristic.",
            ),
        ),
        Step(
            title="Mend it",
            text=(
                "This one counts the fewest tiles that must leave the line. Certify it, and read how its "
                "function conflicts does it.",
            ),
            set_up=SetUp(
                label="Put the mended one into the Lab",
                board=REVERSED,
                goal="blank-last",
                room="lab",
                notes=(("source", CONFLICTS_BY_TILES),),
            ),
            question=Question(
                text="On how many boards is it too high now?",
                answer="0",
                right="On none. Count what must happen, and the estimate never lies.",
                wrong="If the Lab calls it admissible, there is no board on which it is too high.",
            ),
        ),
    ),
)

BETTER_ESTIMATES = Exercise(
    title="Better estimates, fewer boards",
    learn="The nearer an estimate comes to the truth without passing it, the fewer boards A* expands.",
    steps=(
        Step(
            title="Three estimates for one board",
            text=(
                "The shortest path of this board has 17 moves. The Manhattan distance says 15, and linear "
                "conflict says 15 too. Misplaced tiles counts the tiles that are not at home.",
            ),
            set_up=SetUp(label="Show the board", board=COURSE[0], goal="blank-first"),
            question=Question(
                text="What does misplaced tiles say?",
                answer="7",
                right="7: one tile only is at home. All three are admissible, but 7 is far below the truth.",
                wrong="The goal is 0 1 2/3 4 5/6 7 8. Tiles at home are green; do not count the blank.",
            ),
        ),
        Step(
            title="Predict, then race",
            text=("A* runs three times, each time with another of these estimates.",),
            set_up=SetUp(
                label="Set up the race", board=COURSE[0], goal="blank-first", room="race", notes=ESTIMATES
            ),
            question=Question(
                text="With which estimate does A* expand the fewest boards?",
                choices=("Misplaced tiles", "Manhattan distance", "Linear conflict"),
                answer="Linear conflict",
                right="It expands 572 boards with misplaced tiles, 57 with the Manhattan distance and 55 "
                "with linear conflict. All three paths are shortest.",
                wrong="Start the race and compare the expanded boards.",
            ),
        ),
        Step(
            title="A harder board",
            text=(
                "This board needs 28 moves. Misplaced tiles says 7, the Manhattan distance 18, and linear "
                "conflict 24.",
            ),
            set_up=SetUp(
                label="Set up the race", board=COURSE[2], goal="blank-first", room="race", notes=ESTIMATES
            ),
            question=Question(
                text="How many boards does A* expand with misplaced tiles?",
                answer="51230",
                right="51,230, against 1,090 with the Manhattan distance and 435 with linear conflict. The "
                "harder the board, the more a good estimate is worth.",
                wrong="Start the race and read the expanded boards in the lane with misplaced tiles.",
            ),
        ),
        Step(
            title="How fast it grows",
            text=(
                "The effective branching factor b* says how wide a search is: an even tree in which every "
                "board has b* children would have as many boards at that depth.",
                "With misplaced tiles A* generated 138,789 boards for 28 moves, so b* is 1.47. With linear "
                "conflict it generated 1,163 boards.",
            ),
            set_up=SetUp(
                label="Show the race again", board=COURSE[2], goal="blank-first", room="race", notes=ESTIMATES
            ),
            question=Question(
                text="What is b* with linear conflict?",
                choices=("1.21", "1.47", "1.80"),
                answer="1.21",
                right="1.21 and 1.47 look alike, but they are multiplied 28 times: that makes the difference "
                "between 1,163 and 138,789 boards.",
                wrong="It generated fewer boards for the same 28 moves, so b* must be smaller.",
            ),
        ),
    ),
)

EXERCISES = (CAN_IT_BE_SOLVED, COUNTING_THE_BLANK, NOT_SHORTEST, CONFLICTS, BETTER_ESTIMATES)
