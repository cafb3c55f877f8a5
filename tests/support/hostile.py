"""Hostile and careless boards: texts, each with words that the message must contain.

The tests assert the messages; `python -m tests.benchmarks.hostile` prints how long each takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from npuzzle import Board, Shape
from npuzzle.puzzle.board import goal_board

BIG = 10_000_000  # characters
TOO_LONG = "the text has more than 1,000,000 characters: give the board alone"


class Hostile(NamedTuple):
    """A text with words of its message. `text` makes the text, because some are long."""

    name: str
    text: Callable[[], str]
    says: str


def largest() -> list[list[str]]:
    """Return the words of a 127x127 board."""
    return [[str(tile) for tile in row] for row in goal_board("blank-last", Shape(127, 127)).rows]


def largest_with(row: int, col: int, word: str) -> str:
    """Return the text of a 127x127 board with another word in one cell."""
    words = largest()
    words[row][col] = word
    return "/".join(" ".join(row) for row in words)


#: Ten million characters of one kind.
LONG = [
    *(
        Hostile(f"10 MB of {name}", lambda piece=piece: piece * (BIG // len(piece)), TOO_LONG)
        for name, piece in {
            "digits": "1",
            "spaces": " ",
            "slashes": "/",
            "commas": ",",
            "brackets": "[",
            "lines": "\n",
            "numbers": "12 ",
        }.items()
    ),
    Hostile("10 MB, and a board at the end", lambda: " " * BIG + "1 2/3 0", TOO_LONG),
]

#: Nearly a million characters, which is short enough to be read: in one pass.
READ = [
    Hostile("a million digits", lambda: "1" * 1_000_000, "'111111111...' is a single word"),
    Hostile("a million spaces", lambda: " " * 1_000_000, "there is no board in it"),
    Hostile(
        "a million slashes",
        lambda: "/" * 1_000_000,
        "the text has 1,000,001 rows, but a board can have at most 127",
    ),
    Hostile("a million commas", lambda: "," * 1_000_000, "2 to 127 rows and columns, got 1000x1000"),
    Hostile("a million brackets", lambda: "[" * 1_000_000, "the text has "),
    Hostile(
        "lists 100,000 deep", lambda: "[" * 100_000 + "]" * 100_000, "a text with brackets must be one list"
    ),
    Hostile(
        "333,333 empty lists",
        lambda: "[" + "[]," * 333_000 + "]",
        "the text has 333,000 rows, but a board can have at most 127",
    ),
    Hostile("lists with no end", lambda: "[" + "[1]," * 249_000, "the text has "),
    Hostile("half a million words", lambda: "q " * 499_999, "'q' at row 1, column 1 is not a tile number"),
    Hostile(
        "half a million words a column",
        lambda: "q\n" * 499_999,
        "the text has 499,999 rows, but a board can have at most 127",
    ),
    Hostile(
        "rows of every length", lambda: "\n".join("q " * n for n in range(3_000, 3_120)), "not a rectangle"
    ),
    Hostile("two rows, one far longer", lambda: "1 2/" + "3 " * 480_000, "not a rectangle: row 1 has 2 "),
    Hostile(
        "a quarter of a million rows",
        lambda: "1 2/" * 249_999,
        "250,000 rows, but a board can have at most 127",
    ),
    Hostile("a size of 127x127 and words", lambda: "127x127\n" + "q " * 490_000, "the size says 127x127"),
    Hostile("underscores", lambda: "1" + "_1" * 499_000, "is a single word"),
    Hostile("a million letters", lambda: "q" * 1_000_000, "'qqqqqqqqq...' is a single word"),
    Hostile("comments only", lambda: "#\n" * 499_999, "there is no board in it"),
]

#: The largest tray with one defect.
LARGEST = [
    Hostile(
        "127x127, one tile wrong", lambda: largest_with(63, 63, "banana"), "'banana' at row 64, column 64"
    ),
    Hostile("127x127, one tile twice", lambda: largest_with(63, 63, "1"), "tile 1 appears twice"),
    Hostile(
        "127x127, one tile too large", lambda: largest_with(63, 63, "16129"), "16129 at row 64, column 64"
    ),
    Hostile(
        "127x127, one tile missing",
        lambda: largest_with(63, 63, ""),
        "not a rectangle: row 64 has 126 cells, the other rows have 127",
    ),
    Hostile("127x127, no blank", lambda: largest_with(126, 126, "16129"), "no blank"),
    Hostile("127x127, all blank", lambda: "/".join(["0 " * 127] * 127), "16129 blanks"),
    Hostile("127x127, all wrong", lambda: "/".join(["q " * 127] * 127), "and 32250 more defects"),
    Hostile("128x128", lambda: "/".join(["1 " * 128] * 128), "2 to 127 rows and columns, got 128x128"),
]

NINES = "9" * 10_000

#: Words instead of a number.
NUMBERS = [
    Hostile(
        "a number of 10,000 digits", lambda: f"1 2/{NINES} 0", "999999999... at row 2, column 1 is out of"
    ),
    Hostile("one of 10,000 digits below zero", lambda: f"1 2/-{NINES} 0", "-99999999... at row 2, column 1"),
    Hostile(
        "10,000 zeros and a 3", lambda: f"1 2/{'0' * 9_999}3 0", "000000000... at row 2, column 1 is out of"
    ),
    Hostile("a size of 10,000 digits", lambda: f"{NINES}x{NINES}\n1 2\n3 0", "'999999999...' at row 1"),
    Hostile("a negative number", lambda: "1 2/-3 0", "-3 at row 2, column 1 is out of range"),
    Hostile("an exponent", lambda: "1 2/3e0 0", "'3e0' at row 2, column 1 is not a tile number"),
    Hostile("a hexadecimal", lambda: "1 2/0x3 0", "'0x3' at row 2, column 1 is not a tile number"),
    Hostile("a fraction", lambda: "1 2/3.5 0", "'3.5' at row 2, column 1 is not a tile number"),
    Hostile(
        "Arabic digits", lambda: "1 ٢/3 0", "'٢' at row 1, column 2 is not a tile number: write it with the"
    ),
    Hostile("full-width digits", lambda: "１ 2/3 0", "is not a tile number: write it with the digits 0 to 9"),
    Hostile("superscript digits", lambda: "1 2/³ 0", "is not a tile number: write it with the digits 0 to 9"),
]

#: Invisible characters.
UNSEEN = [
    Hostile(
        "a right-to-left mark",
        lambda: "1 2/\u200f3 0",
        "'3' at row 2, column 1 is not a tile number: it holds U+200F RIGHT-TO-LEFT MARK, "
        "which is invisible; delete it",
    ),
    Hostile("a zero-width space", lambda: "1 2/3\u200b 0", "it holds U+200B ZERO WIDTH SPACE"),
    Hostile(
        "a mark on its own",
        lambda: "1 2/\u200e 0",
        "'' at row 2, column 1 is not a tile number: it holds U+200E",
    ),
    Hostile("a mark among bare digits", lambda: "820461375\u200f", "is a single word: it holds U+200F"),
    Hostile("a second byte order mark", lambda: "\ufeff\ufeff1 2/3 0", "U+FEFF ZERO WIDTH NO-BREAK SPACE"),
    Hostile("half a letter", lambda: "1 2/\udcff 0", "it holds U+DCFF, which is invisible"),
    Hostile("a bell", lambda: "1 2/3\a 0", "it holds U+0007, which is invisible"),
    Hostile(
        "zeros",
        lambda: "1 2/3 \x000",
        "the text contains zeros (U+0000), as a file in UTF-16 does: save it as",
    ),
    Hostile("HTML", lambda: "<b>1</b>,2\n3,3", "not a rectangle"),
]

BOARDS = [*LONG, *READ, *LARGEST, *NUMBERS, *UNSEEN]

#: Odd texts that are a board: each is read as 1 2/3 0.
HARMLESS = {
    "a byte order mark": "\ufeff1 2/3 0",
    "lines as Windows ends them": "1 2\r\n3 0\r\n",
    "a form feed": "1 2\f3 0",
    "tabs": "1\t2\n3\t0",
    "no-break spaces": "1\u00a02/3\u00a00",
    "wide spaces": "1\u30002/3\u30000",
    "very many spaces": "1 2/3" + " " * 999_000 + ",0",
}
SMALL = Board.parse("1 2/3 0")
