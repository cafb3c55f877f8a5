"""The symmetries of a tray, written for rows of tiles: nothing here comes from the package."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from npuzzle import Board

Rows = list[list[int]]


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A reflection or rotation: the new rows, and the new directions for U, D, L and R."""

    name: str
    rows: Callable[[Sequence[Sequence[int]]], Rows]
    ways: str

    def __str__(self) -> str:
        return self.name

    def board(self, board: Board) -> Board:
        tiles, cols = board.tiles, board.shape.cols
        return Board.from_rows(self.rows([tiles[at : at + cols] for at in range(0, len(tiles), cols)]))

    def path(self, path: str) -> str:
        return path.translate(str.maketrans("UDLR", self.ways))


SYMMETRIES = (
    Symmetry("left for right", lambda rows: [list(row[::-1]) for row in rows], "UDRL"),
    Symmetry("upside down", lambda rows: [list(row) for row in rows[::-1]], "DULR"),
    Symmetry("half a turn", lambda rows: [list(row[::-1]) for row in rows[::-1]], "DURL"),
    Symmetry("rows for columns", lambda rows: [list(col) for col in zip(*rows)], "LRUD"),
    Symmetry("a quarter turn", lambda rows: [list(col[::-1]) for col in zip(*rows)], "RLUD"),
    Symmetry("a quarter turn back", lambda rows: [list(col) for col in zip(*rows)][::-1], "LRDU"),
    Symmetry("the other diagonal", lambda rows: [list(col[::-1]) for col in zip(*rows)][::-1], "RLDU"),
)


def renamed(board: Board, names: Sequence[int]) -> Board:
    """Return the board with tile n renamed to `names[n - 1]`."""
    return Board(board.shape, tuple(tile and names[tile - 1] for tile in board.tiles))


def reversed_path(path: str) -> str:
    """Return the path back."""
    return path[::-1].translate(str.maketrans("UDLR", "DURL"))
