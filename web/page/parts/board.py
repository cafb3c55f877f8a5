"""The board as it is typed, its goal, and the picture on its tiles."""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle import Board, Check
from npuzzle.errors import Defect, Fault
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.solvability import Repair
from npuzzle.text import count
from web.hints.model import EXACT_CELLS

MIN_SIDE, MAX_SIDE = 2, 10  # cells per side of a board drawn as a grid; a larger board is drawn as a map
LARGEST_SIDE = 127
OWN = "own"  # the name of a goal that the user types
MOST_FAULTS = 6  # defects that the verdict lists

Words = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Hold the verdict on the board: `kind` is `solvable`, `unsolvable`, `faulty` or `waiting`."""

    kind: str
    headline: str
    detail: str


@dataclass(frozen=True, slots=True)
class BoardState:
    """The cells as typed (`words`), the board's text (`text`), and the verdict on the cells (`check`).

    `text_problem`: why the typed text is not a board; the cells then stay as they were. `text_about`: how a
    text that is not simply a board was read, such as a scramble. `is_pasting`: whether the page shows the
    text field instead of the tray.
    """

    words: Words
    text: str
    check: Check
    text_problem: str = ""
    text_about: str = ""
    is_pasting: bool = False

    @property
    def rows(self) -> int:
        return len(self.words)

    @property
    def cols(self) -> int:
        return len(self.words[0])

    @property
    def is_large(self) -> bool:
        """Return whether the board is too large for the grid, so that it is drawn as a map."""
        return max(self.rows, self.cols) > MAX_SIDE

    @property
    def is_small(self) -> bool:
        """Return whether the board is small enough to compute the distances of all boards of its size."""
        return self.rows * self.cols <= EXACT_CELLS

    @property
    def is_valid(self) -> bool:
        """Return whether the page has a usable board: neither the cells nor the typed text has a defect."""
        return self.check.valid and not self.text_problem

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """List the repairs that make the board solvable. The list is empty while the text is not a board."""
        return self.check.repairs if self.is_valid else ()

    @property
    def to_fill(self) -> int:
        """Count the empty cells that still need a number or the blank."""
        blanks = next((d.places for d in self.check.defects if d.fault is Fault.SEVERAL_BLANKS), ())
        empty = [(row, col) for row, col in blanks if not self.words[row][col]]
        return len(empty) - (len(empty) == len(blanks) > 0)  # without a mark, one of them is the blank

    @property
    def faults(self) -> tuple[Defect, ...]:
        """List the defects. While cells are empty, list only words that no board of this size can contain."""
        if not self.to_fill:
            return self.check.defects
        return tuple(d for d in self.check.defects if d.fault in (Fault.NOT_A_NUMBER, Fault.OUT_OF_RANGE))

    @property
    def bad_cells(self) -> frozenset[tuple[int, int]]:
        """Return the row and column of each cell with a defect."""
        return frozenset(place for defect in self.faults for place in defect.places)

    @property
    def verdict(self) -> Verdict:
        """Return the verdict: its kind, a headline, and the details."""
        if self.text_problem:
            return Verdict(
                "faulty", "Not a board yet", "The text is not a board; the problem is shown below it."
            )
        if not self.check.valid:
            if not self.faults:
                return Verdict("waiting", f"{count(self.to_fill, 'number')} to fill in", "")
            faults = "; ".join(defect.message for defect in self.faults[:MOST_FAULTS])
            more = len(self.faults) - MOST_FAULTS
            return Verdict("faulty", "Not a board yet", faults + (f"; and {more} more" if more > 0 else ""))
        if self.check.explanation is None:
            return Verdict("faulty", "The goal cannot be used", "Fix the goal, or choose a named one.")
        detail = self.check.reason.split(": ", 1)[1]
        detail = detail[:1].upper() + detail[1:]
        if self.check.solvable:
            return Verdict("solvable", "Solvable", detail)
        return Verdict("unsolvable", "Not solvable for this goal", detail)


@dataclass(frozen=True, slots=True)
class GoalState:
    """Hold the goal: its name, or OWN and the typed text. `board` is None if that text is not a goal."""

    board: Board | None = None
    name: str = DEFAULT_GOAL
    text: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """Hold the picture on the tiles: its address (empty without a picture), and `aspect`, width / height."""

    address: str = ""
    aspect: float = 1.0
    has_numbers: bool = True  # whether tiles with a picture also show their numbers
    has_hues: bool = False  # whether each tile has the colour of its home
