"""The state space: boards as states, moves as edges, distances."""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING

from npuzzle import Board, goal_board
from npuzzle.lab.space import count_states
from web.page.state import Phase
from web.rooms.learn.boards import SHORT
from web.rooms.learn.compute import FARTHEST, GOAL, MOST_DISTANT, length_of
from web.rooms.learn.parts import Deed, Question, SetUp, Step

if TYPE_CHECKING:
    from web.page.state import UiState

CENTRE = "1 2 5/3 0 4/6 7 8"
_goal = goal_board(GOAL, "3x3")
_states = count_states("3x3")
_boards = factorial(9)
_moves = length_of(SHORT, "astar", "manhattan")


def _check_solved(page: UiState) -> str:
    if page.goal.board != _goal or page.phase is not Phase.READY:
        return "Set up the board, and slide its tiles yourself."
    if page.current_board != _goal:
        return "This is not the goal yet: the blank is in the first corner there, then 1, 2, and so on."
    return "" if page.history.by_hand > 0 else "Slide the tiles yourself: set up the board again."


STEPS = (
    Step(
        title="A walk by hand",
        text=("This board is not far from its goal, which has the blank in the first corner.",),
        words=(
            ("State", "one arrangement of the tiles: a board."),
            ("Move", "one tile slides into the blank, and makes another board."),
            ("State space", "all boards, with a line between two boards that are one move apart."),
        ),
        set_up=SetUp(label="Show the board", board=SHORT, goal=GOAL),
        question=Deed(
            text="Slide the tiles until the board is the goal.",
            check=_check_solved,
            right=f"You walked through the state space. The shortest way has {_moves} moves.",
            how="Press a tile beside the blank, or use the arrow keys.",
        ),
    ),
    Step(
        title="How many ways lead on",
        text=("Here the blank is in the middle. Try what can slide.",),
        words=(("Branching factor", "how many moves a board has, on average."),),
        set_up=SetUp(label="Show the board", board=CENTRE, goal=GOAL),
        question=Question(
            text="How many moves does this board have?",
            answer=str(len(Board.parse(CENTRE).movable)),
            right="Four tiles are beside the blank. On an edge it has three moves, in a corner two.",
            wrong="Count the tiles that are beside the blank: above, below, left and right.",
        ),
    ),
    Step(
        title="How many boards there are",
        text=(
            f"Nine pieces, the blank too, can lie on nine cells in {_boards:,} ways. "
            "From any of them, moves reach half of all boards; the next lesson shows why.",
        ),
        set_up=SetUp(label="Show the board", board=SHORT, goal=GOAL),
        question=Question(
            text="How many boards can reach the goal?",
            answer=str(_states),
            right=f"{_states:,}. A computer can look at each of them. On the 4x4 there are 10 million "
            f"million.",
            wrong="Half of all arrangements can.",
            mistakes={str(_boards): "Those are all arrangements. Moves reach half of them."},
        ),
    ),
    Step(
        title="The whole space in one picture",
        text=(
            "Press “Whole space in one picture” in Explore. Each square is a board, and each band has "
            "the boards at one distance.",
            "Press the lower edge of the picture, or the picture and then the key End: the description names "
            "a board and its distance.",
        ),
        words=(("Distance", "the fewest moves from a board to the goal."),),
        set_up=SetUp(label="Go to Explore", board=SHORT, goal=GOAL, room="explore"),
        question=Question(
            text="How far away is the farthest board?",
            answer=str(FARTHEST),
            right=f"{FARTHEST} moves, and {MOST_DISTANT} boards are that far away. Most boards are between "
            "20 and 26.",
            wrong="Press “Whole space in one picture”, then the lower edge of the picture, and read the "
            "distance below it.",
        ),
    ),
)
