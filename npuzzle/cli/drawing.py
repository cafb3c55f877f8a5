"""Draw boards with characters: one, two side by side, or those along a path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice, repeat, zip_longest

from npuzzle.puzzle.board import Board

GAP = "   "  # between the drawings along a path

#: What a drawing shows of a tile: from its number and the text of its cell, that text, perhaps coloured.
Style = Callable[[int, str], str]


def keep(tile: int, text: str) -> str:
    """Return the text of a cell as it is."""
    return text


def draw(board: Board, style: Style = keep) -> str:
    """Draw the board with lines between its cells.

    >>> print(draw(Board.parse("1 2/0 3")))
    ┌───┬───┐
    │ 1 │ 2 │
    ├───┼───┤
    │   │ 3 │
    └───┴───┘
    """
    width = len(str(board.shape.cells - 1))
    rows = [
        "│".join(["", *(style(tile, f" {tile or '':>{width}} ") for tile in row), ""]) for row in board.rows
    ]
    top, between, bottom = (
        left + middle.join(["─" * (width + 2)] * board.shape.cols) + right
        for left, middle, right in ("┌┬┐", "├┼┤", "└┴┘")
    )
    return "\n".join([top, f"\n{between}\n".join(rows), bottom])


def draw_rows(board: Board, style: Style = keep) -> str:
    """Draw the board in as little space as possible.

    >>> print(draw_rows(Board.parse("1 2/0 3")))
    1 2
    · 3
    """
    width = len(str(board.shape.cells - 1))
    return "\n".join(" ".join(style(tile, f"{tile or '·':>{width}}") for tile in row) for row in board.rows)


def draw_side_by_side(left: str, right: str) -> str:
    """Put two drawings side by side; the second is the goal.

    >>> print(draw_side_by_side("1 2\\n3 ·", "1 2\\n3 ·"))
    1 2   goal: 1 2
    3 ·         3 ·
    """
    lines, others = left.splitlines(), right.splitlines()
    width = len(lines[0])
    pairs = zip_longest(lines, others, fillvalue="")
    said = chain(["   goal: "], repeat("         "))
    return "\n".join(f"{one:{width}}{word}{other}".rstrip() for (one, other), word in zip(pairs, said))


def draw_larger_first(board: Board, goal: Board) -> Iterator[str]:
    """Yield drawings of a board with its goal, then without it, from the largest to the smallest."""
    yield draw_side_by_side(draw(board), draw(goal))
    yield draw_side_by_side(draw(board), draw_rows(goal))
    yield draw_side_by_side(draw_rows(board), draw_rows(goal))
    yield draw(board)
    yield draw_rows(board)


def count_width(drawing: str) -> int:
    """Return how many columns a drawing without colours takes."""
    return max(map(len, drawing.splitlines()))


def draw_path(steps: Iterable[tuple[str, Board, Style]], columns: int) -> Iterator[str]:
    """Draw the boards along a path, each below its label, in strips as wide as the terminal.

    >>> boards = [Board.parse(text) for text in ("1 0/3 2", "1 2/3 0")]
    >>> print(*draw_path([("1. L 1", boards[0], keep), ("2. U 2", boards[1], keep)], 30))
    1. L 1      2. U 2
    ┌───┬───┐   ┌───┬───┐
    │ 1 │   │   │ 1 │ 2 │
    ├───┼───┤   ├───┼───┤
    │ 3 │ 2 │   │ 3 │   │
    └───┴───┘   └───┴───┘
    """
    left = iter(steps)
    for first in left:
        drawing = draw if count_width(draw(first[1])) <= columns else draw_rows
        width = max(len(first[0]), count_width(drawing(first[1])))
        room = max(1, (columns + len(GAP)) // (width + len(GAP)))
        strip = [first, *islice(left, room - 1)]
        labels = GAP.join(f"{label:{width}}" for label, _, _ in strip).rstrip()
        filled = " " * (width - count_width(drawing(first[1])))  # below a label that is wider than its board
        lines = zip(*(drawing(board, style).split("\n") for _, board, style in strip))
        yield "\n".join([labels, *(f"{filled}{GAP}".join(line) for line in lines)])
