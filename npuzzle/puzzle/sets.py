"""Named sets of boards that come with the package: `load_set`, and `batch @NAME` on the command line.

A set is a table in the folder `data`. A column of lengths is named after its metric. The lengths are there
for comparison. They prove nothing, and no search reads them.
"""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle.errors import UnknownNameError
from npuzzle.puzzle.board import Board, Reading
from npuzzle.puzzle.problem import Metric
from npuzzle.puzzle.read_boards import split_boards


@dataclass(frozen=True, slots=True)
class BoardSet:
    """A set: its file, a summary, and the kind of move that its lengths count."""

    file: str
    summary: str
    metric: Metric = Metric.TILES

    def lines(self) -> list[str]:
        """Return the lines of the table: a heading, then the rows. The lengths are in the column `length`."""
        from importlib.resources import files  # imported late: slow, and few commands need it

        heading, *rows = files("npuzzle.puzzle").joinpath("data", self.file).read_text("utf-8").splitlines()
        return [heading.replace(self.metric.value, "length"), *rows]


SETS = {
    "korf100": BoardSet("korf100.csv", "100 random 4x4 boards, shortest lengths by Korf, 1985"),
    "korf100-lines": BoardSet(
        "korf100.csv", "the same boards, fewest line moves proved by npuzzle", Metric.LINES
    ),
    "korf50-24": BoardSet("korf50-24.csv", "50 random 5x5 boards, shortest lengths by Korf and Felner, 2002"),
    "hard15": BoardSet("hard15.csv", "two 4x4 boards of 80 moves by Brüngger et al., 1999"),
}


def find_set(name: str) -> BoardSet:
    """Return a set. Raises UnknownNameError, which describes every set."""
    if name not in SETS:
        raise UnknownNameError("set of boards", name, [f"{one} ({SETS[one].summary})" for one in SETS])
    return SETS[name]


def load_set(name: str) -> tuple[Reading, ...]:
    """Return the boards of a set that comes with the package.

    Parameters
    ----------
    name
        "korf100", "korf50-24", "korf100-lines" or "hard15" (see Sets of boards in the documentation).

    Returns
    -------
    tuple[Reading, ...]
        One per board, with `board`, `goal`, `name` (the number in the set) and `length`. The goal has the
        blank first, as in the papers. The lengths are read from the set, not proved by this call.

    Raises
    ------
    UnknownNameError
        If no set has that name. The message describes every set.

    Examples
    --------
    >>> first = load_set("korf100")[0]
    >>> first.board, first.length
    (Board('14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3'), 57)
    """
    return tuple(Board.reading(text) for _, text in split_boards(find_set(name).lines()))
