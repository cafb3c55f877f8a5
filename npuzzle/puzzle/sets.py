"""Named sets of boards, which the package includes: `load_set`, and `batch @NAME` on the command line.

A set is a table in the folder `data`. A column of lengths is named after its metric. The lengths are data to
compare with, never a claim: no search reads them.
"""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle.errors import UnknownNameError
from npuzzle.puzzle.board import Board, Reading
from npuzzle.puzzle.problem import Metric
from npuzzle.puzzle.read_boards import split_boards
from npuzzle.registry import Card, Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCard(Card):
    """Describe a set. `file`: its table. `metric`: the moves that its lengths count."""

    file: str
    metric: Metric = Metric.TILES

    def lines(self) -> list[str]:
        """Return the lines of the table, a heading first, with the lengths in the column `length`."""
        from importlib.resources import files  # imported late: slow, and few commands need it

        heading, *rows = files("npuzzle.puzzle").joinpath("data", self.file).read_text("utf-8").splitlines()
        return [heading.replace(self.metric.value, "length"), *rows]


SETS: Registry[SetCard] = Registry("set of boards")
for _card in (
    SetCard(
        name="korf100",
        label="Korf's 100 15-puzzles",
        summary="100 random 4x4 boards and their shortest lengths, goal blank-first",
        source="Korf, Depth-first iterative-deepening, 1985",
        file="korf100.csv",
    ),
    SetCard(
        name="korf100-lines",
        label="Korf's 100 15-puzzles in line moves",
        summary="the same boards and their fewest line moves, goal blank-first",
        source="npuzzle, 2026, each proved by solve(board, metric='lines')",
        file="korf100.csv",
        metric=Metric.LINES,
    ),
    SetCard(
        name="korf50-24",
        label="Korf's 50 24-puzzles",
        summary="50 random 5x5 boards and their shortest lengths, 100.78 on average, goal blank-first",
        source="Korf and Felner, Disjoint pattern database heuristics, 2002",
        file="korf50-24.csv",
    ),
    SetCard(
        name="hard15",
        label="Two of the hardest 15-puzzles",
        summary="two 4x4 boards of 80 moves, the most there are, goal blank-first",
        source="Brüngger, Marzetta, Fukuda and Nievergelt, 1999",
        file="hard15.csv",
    ),
):
    SETS.add(_card)


def find_set(name: str) -> SetCard:
    """Return the card of a set. Raises UnknownNameError, which describes every set."""
    if name not in SETS:
        known = [f"{card.name} ({card.summary})" for card in SETS]
        raise UnknownNameError(SETS.kind, name, known)
    return SETS[name]


def load_set(name: str) -> tuple[Reading, ...]:
    """Return the boards of a set that the package includes.

    Parameters
    ----------
    name
        "korf100" and "korf50-24" (boards of Korf with their published shortest lengths), "korf100-lines" (the
        lengths in line moves), or "hard15" (two 4x4 boards of 80 moves).

    Returns
    -------
    tuple[Reading, ...]
        For each board its `board`, `goal`, `name` (its number in the set) and `length`. The goal has the
        blank first, as in these papers. A length is what was published, not proved here.

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
