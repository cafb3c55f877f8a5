"""Counting the blank: an estimate must never be above the true distance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npuzzle import Board, goal_board
from web.rooms.lab.lesson_heuristics import COUNTS_THE_BLANK, LEAVES_THE_BLANK_OUT
from web.rooms.learn.boards import ONE_MOVE
from web.rooms.learn.compute import count_differing, true_distance
from web.rooms.learn.parts import Deed, Question, SetUp, Step

if TYPE_CHECKING:
    from web.page.state import UiState

BLANK_FIRST_3X3 = "0 1 2/3 4 5/6 7 8"


def _check_counterexample(page: UiState) -> str:
    board, goal = page.current_board, page.goal.board
    if board is None or goal is None or goal != goal_board("blank-first", "3x3"):
        return "Set up the board of this step first."
    h, distance = count_differing(board, goal), true_distance(board, goal)
    if board == Board.parse(ONE_MOVE):
        return "This is the board of the first step. Find another one."
    if h <= distance:
        return f"The estimate of this board is {h}, and its distance {distance}: it is not too high here."
    return ""


STEPS = (
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
        words=(("Admissible", "never above the true distance."),),
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
        words=(("Certify", "compare an estimate with the true distance of every board."),),
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
            "find one of them.",
            wrong="Read the certificate: how many states are above the true distance?",
        ),
    ),
    Step(
        title="Leave the blank out",
        text=(
            "The blank is not a tile, it is a place. The button puts the fixed heuristic into the Lab. "
            "Certify it as well.",
        ),
        set_up=SetUp(
            label="Put the fixed version into the Lab",
            board=ONE_MOVE,
            goal="blank-first",
            room="lab",
            notes=(("source", LEAVES_THE_BLANK_OUT),),
        ),
        question=Question(
            text="On how many boards is the estimate too high now?",
            answer="0",
            right="On none: one move shifts one tile, so a board needs at least as many moves as it "
            "has tiles away from home. Now A* can prove its paths shortest.",
            wrong="If the Lab calls it admissible, it is too high on no board.",
        ),
    ),
    Step(
        title="Your own counterexample",
        text=(
            "One board on which the estimate is above the distance refutes it: a counterexample. You know "
            "one. "
            "Find another: slide tiles until the cells that differ from the goal, the blank's too, are more "
            "than "
            "the moves that are needed.",
        ),
        set_up=SetUp(label="Show the goal", board=BLANK_FIRST_3X3, goal="blank-first"),
        question=Deed(
            text="Make another board that refutes the heuristic which counts the blank.",
            check=_check_counterexample,
            right="A counterexample of your own. One is enough: no number of boards on which an estimate is "
            "right "
            "makes it admissible.",
            how="From the goal, slide two tiles towards the first corner, one after the other, in the same "
            "row.",
        ),
    ),
)
