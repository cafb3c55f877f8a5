"""The picture of the whole state space in Explore: its data and its sentences. No browser in here."""

from __future__ import annotations

from array import array
from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

from npuzzle import Board
from npuzzle.lab.space import MAX_ENUMERATED_CELLS, count_states, rank, unrank
from npuzzle.puzzle.problem import Problem, board_of
from npuzzle.text import count

#: Speeds of the search, in boards per second. 0: the whole search takes WHOLE_IN seconds.
SPEEDS = (
    (0, "all in 5 seconds"),
    (1, "1 board a second"),
    (10, "10 boards a second"),
    (100, "100 boards a second"),
    (1000, "1,000 boards a second"),
)
WHOLE_IN = 5
NO_OWN = "The picture of the whole space shows built-in algorithms only: for yours, build the tree."


@dataclass(frozen=True, slots=True)
class Picture:
    """The whole space for a board and a goal: distances and h, by rank. `label`: the name of the search."""

    board: Board
    goal: Board
    label: str
    distances: bytes = b""
    estimates: Sequence[float] = ()

    def describe_difference(self, board: Board | None, goal: Board | None) -> str:
        """Name the picture's board if the page now shows another board or goal, otherwise return ""."""
        if (board, goal) == (self.board, self.goal):
            return ""
        return (
            f"This picture is for the board {self.board} and the goal {self.goal}, not for those shown now."
        )

    @property
    def here(self) -> int:
        """Return the rank of the board that the search starts from."""
        return rank(Problem(self.board, self.goal).initial)

    def board_at(self, number: int) -> Board:
        """Return the board of a rank."""
        return board_of(unrank(number, self.goal.shape.cells), self.goal)

    def describe_state(self, number: int) -> str:
        """Describe the state under the pointer: its board, its distance and its estimate."""
        moves = count(self.distances[number], "move")
        said = f"{self.board_at(number)}: {moves} from the goal."
        if self.estimates and not isnan(self.estimates[number]):
            said += f" Estimate h: {self.estimates[number]:.6g}."
        return said + (" You are here." if number == self.here else "")


def why_no_picture(board: Board | None) -> str:
    """Explain why there is no picture of all boards of this size, or return ""."""
    if board is None or board.shape.cells <= MAX_ENUMERATED_CELLS:
        return ""
    return f"The picture of the whole space needs a board of up to {MAX_ENUMERATED_CELLS} cells, such as 3x3."


def describe_space(goal: Board) -> str:
    """Describe the picture, but leave it to the reader to find the largest distance."""
    return (
        f"All {count_states(goal.shape):,} boards that can reach the goal, one square each. The goal is at "
        "the top, below it is a band for each distance, and the farthest boards are at the lower edge. "
        "Point at a square to see its board."
    )


def describe_run(label: str, answer: Mapping[str, Any]) -> str:
    """Describe how the search ended, with the number of its expansions."""
    expanded = f"{label}: {count(answer['expanded'], 'board')} expanded."
    if answer["length"] is not None:
        return f"{expanded} Path found: {count(answer['length'], 'move')}."
    if answer["stopped"]:
        return f"{expanded} You stopped it."
    return expanded if answer["complete"] else f"{expanded} The search would continue."


def describe_errors(answer: Mapping[str, Any]) -> str:
    """Describe how often the estimate is exact and how often it is too high."""
    errors = dict(answer["errors"])
    states, high = sum(errors.values()), answer["too_high"]
    said = f"Within half a move of the truth on {errors.get(0, 0):,} of {states:,} boards. "
    return said + (f"Too high on {high:,}." if high else "Never too high: admissible for this size and goal.")


def read_estimates(text: str) -> Sequence[float]:
    """Read the estimates of all ranks from base64, with four bytes per estimate."""
    numbers = array("f")
    numbers.frombytes(b64decode(text))
    return numbers
