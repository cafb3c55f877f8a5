"""Consistent estimates, and boards that A* opens again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npuzzle import Board
from npuzzle.heuristics.own import from_function
from npuzzle.puzzle.shape import Shape
from web.rooms.lab.lesson_heuristics import EVERY_OTHER_BOARD
from web.rooms.learn.boards import COURSE
from web.rooms.learn.compute import GOAL, count_expanded, estimate, length_of
from web.rooms.learn.parts import Deed, Question, SetUp, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from web.page.state import UiState

BOARD = COURSE[1]


def _every_other(state: Sequence[int], shape: Shape, home: int) -> int:
    """Do what the text EVERY_OTHER_BOARD does; a test compares them."""
    if state.index(home) % 2 != home % 2:
        return 0
    return sum(shape.distance(cell, tile) for cell, tile in enumerate(state) if tile != home)


JUMPS = from_function(_every_other, name="every-other", admissible=True)

_start = Board.parse(BOARD)
_first = round(JUMPS(_start, GOAL))
_second_board = _start.slide(next(cell for cell in _start.movable if cell == _start.blank + 1))
_second = round(JUMPS(_second_board, GOAL))
_manhattan = estimate("manhattan", str(_second_board))
_jump = abs(_second - _first)
_own, _plain = count_expanded(BOARD, "astar", JUMPS), count_expanded(BOARD, "astar", "manhattan")
_moves = length_of(BOARD, "astar", "manhattan")
_reason = "It is admissible, and A* opens a board again if it finds a shorter way to it"


def _check_certified(page: UiState) -> str:
    if page.certified is None:
        return "No certificate yet: set it up, and press Certify in the Lab."
    if page.certified.consistent:
        return "The heuristic in the Lab is consistent: certify the one of this step."
    return ""


STEPS = (
    Step(
        title="An estimate that jumps",
        text=(
            "This heuristic is the Manhattan distance on every other board, and 0 on the boards between. It "
            "is "
            "never too high. Let the Lab certify it.",
        ),
        words=(("Consistent", "no move changes the estimate by more than 1."),),
        set_up=SetUp(
            label="Put it into the Lab",
            board=BOARD,
            goal=GOAL,
            room="lab",
            notes=(("source", EVERY_OTHER_BOARD),),
        ),
        question=Deed(
            text="Certify this heuristic in the Lab.",
            check=_check_certified,
            right="Admissible, but not consistent: the certificate shows two neighbours with estimates far "
            "apart.",
            how="Press “Put it into the Lab”, then Certify, and wait for the certificate.",
        ),
    ),
    Step(
        title="How far it jumps",
        text=(
            f"The blank of this board is beside its first corner, so the estimate is {_first}. Slide the "
            f"tile on "
            f"the right of the blank to the left: then the Manhattan distance is {_manhattan}.",
        ),
        set_up=SetUp(label="Show the board", board=BOARD, goal=GOAL),
        question=Question(
            text="By how much does this move change the estimate?",
            answer=str(_jump),
            right=f"From {_first} to {_second}. A consistent estimate changes by 1 at most, because the "
            f"distance "
            "changes by 1.",
            wrong="The estimate is 0 before the move, and the Manhattan distance after it.",
        ),
    ),
    Step(
        title="What it costs",
        text=("Race A* with this heuristic against A* with the plain Manhattan distance.",),
        set_up=SetUp(
            label="Set up the race",
            board=BOARD,
            goal=GOAL,
            room="race",
            notes=(("source", EVERY_OTHER_BOARD), ("race", "astar own;astar manhattan")),
        ),
        question=Question(
            text="How many boards does A* expand with the estimate that jumps?",
            answer=str(_own),
            right=f"{_own:,}, against {_plain:,}. Half of the boards look near although they are far.",
            wrong="Start the race, and read the expanded boards in the lane with the Lab's heuristic.",
            mistakes={str(_plain): "That is the lane of the Manhattan distance."},
        ),
    ),
    Step(
        title="Is the path still shortest?",
        text=(f"Both lanes found a path of {_moves} moves.",),
        words=(("Re-opening", "a board that was expanded goes back to the frontier, with a smaller g."),),
        set_up=SetUp(label="Show the board", board=BOARD, goal=GOAL),
        question=Question(
            text="Why is the path of the first lane a shortest one?",
            choices=(
                _reason,
                "It was luck: without consistency A* promises nothing",
                "Every search that ends at the goal finds a shortest path",
            ),
            answer=_reason,
            right="Being admissible is enough for the shortest path. Being consistent saves the work of "
            "opening "
            "boards again.",
            wrong="What did the certificate say of being admissible?",
        ),
    ),
)
