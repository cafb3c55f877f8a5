"""Read a board from the text that people paste.

Some texts can be read in more than one way: `3 2` above three rows of two numbers may be a line with the
size, or the first row of a 4x2 board. So this module yields every reading, the most explicit first.
`Board.parse` takes the first reading that is a board; if there is none, it reports the defects of the first
reading. Nothing is corrected on the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from math import isqrt

from npuzzle.puzzle.defects import Defect, Fault
from npuzzle.puzzle.shape import LARGER, MAX_SIDE, MIN_SIDE

Rows = list[list[str]]

MAX_TEXT = 1_000_000  # characters; the longest board, 127x127, needs under 100,000

_SIZE = re.compile(r"([0-9]{1,6})[xX×]([0-9]{1,6})(?=[\s:]|$)[\s:]*")
_SPACED_SIZE = re.compile(r"([0-9]{1,6})[ \t]+[xX×][ \t]+([0-9]{1,6})[ \t]*\n")
_FROM_LINK = re.compile(r"[0-9]+(?:_[0-9]+)*(?:/[0-9]+(?:_[0-9]+)*)+")
_BARE = re.compile(r"[0-9_.xX-]+")
_LIST = r"\[[^\[\]]*\]"
_WHOLE = re.compile(r"/|\[\s*\[|\(\s*\(|^[0-9]{9}$")
_LISTS = re.compile(rf"\[\s*{_LIST}(?:[\s,]*{_LIST})*[\s,]*\]")

FORMATS = "expected rows such as 1 2 3/4 5 6/7 8 0, with 0 for the blank"


def readings(text: str) -> Iterator[Rows | Defect]:
    """Yield every way to read `text` as rows of words, the most explicit first; at least one.

    It understands rows divided by `/`, `;` or lines, words by spaces or commas, lists as Python writes
    them (nested, or flat for a square), nine digits in a row, rows of single digits, a size at the beginning
    (`3x4`, or `3 4` or `4` on a line of its own), comments after `#`, and `_` for a space, as in a link.
    """
    if len(text) > MAX_TEXT:
        yield _make_defect(f"the text has more than {MAX_TEXT:,} characters: give the board alone")
        return
    if "\0" in text:
        yield _make_defect(
            "the text holds zeros (U+0000), as a file in UTF-16 does: save it as plain text in UTF-8"
        )
        return
    text = text.removeprefix("\ufeff")  # a byte order mark, as some editors write it
    text = "\n".join(line.partition("#")[0] for line in text.splitlines()).strip()
    if not text:
        yield _make_defect(f"there is no board in it: {FORMATS}")
        return
    if _FROM_LINK.fullmatch(text):
        text = text.replace("_", " ")
    size = _SIZE.match(text) or _SPACED_SIZE.match(text)
    if size is not None:
        rest = text[size.end() :].strip()
        yield from _read_with_size(int(size[1]), int(size[2]), rest)
    yield from _read_without_size(text)


def several_lines(text: str) -> list[str]:
    """Return the first two lines if each looks like a whole board, else an empty list.

    >>> several_lines("1 2/3 0\\n2 1/3 0\\n"), several_lines("1 2\\n3 0")
    (['1 2/3 0', '2 1/3 0'], [])
    """
    lines = (line.partition("#")[0].strip() for line in text[:MAX_TEXT].splitlines())
    first = list(islice(filter(None, lines), 2))
    return first if len(first) == 2 and all(map(_WHOLE.search, first)) else []


def _read_without_size(text: str) -> Iterator[Rows | Defect]:
    """Yield the readings of a text as rows, as a list, or as digits without spaces."""
    if set(text) & set("[]()"):
        yield _read_lists(text.replace("(", "[").replace(")", "]"))
        return
    lines = re.split(r"/|;\s*|\n\s*", text.rstrip("; \n"))
    if len(lines) > MAX_SIDE + 1:  # one for a size line
        yield _refuse_rows(len(lines))
        return
    rows = [split_row(line) for line in lines]
    if len(rows) == 1:
        yield _divide_row(rows[0])
        return
    if all(len(row) == 1 and _BARE.fullmatch(row[0]) for row in rows):
        bare = [list(row[0]) for row in rows]
        if len(bare) * len(bare[0]) <= 10:  # beyond that, tiles have two digits
            yield bare
    if not set(text.partition("\n")[0]) & set("/;"):
        yield from _read_size_line(rows)
    yield rows


def _read_with_size(height: int, width: int, text: str) -> Iterator[Rows | Defect]:
    """Yield the readings of the text after a size that have this size, or a defect if none has."""
    rest = list(_read_without_size(text)) if text else []
    fitting = []
    for rows in rest:
        if isinstance(rows, Defect):
            yield rows
            return
        flat = [word for row in rows for word in row]
        if [len(row) for row in rows] == [width] * height:
            fitting.append(rows)
        elif len(flat) == height * width and _is_one_row(text):
            fitting.append([flat[r * width : (r + 1) * width] for r in range(height)])
    yield from fitting
    if not fitting:
        count = sum(len(row) for row in rest[-1]) if rest and not isinstance(rest[-1], Defect) else 0
        if not text:
            yield _make_defect(f"{height}x{width} is a size, and no board follows it, as in 2x2 1 2/3 0")
            return
        yield _make_defect(
            f"the size says {height}x{width}, {height * width} cells in {height} rows, "
            f"but what follows has {count} cells in other rows"
        )


def _is_one_row(text: str) -> bool:
    """Whether all cells are in one row or one flat list, so that only a size can divide them into rows."""
    lists = text.count("[") + text.count("(")
    return lists == 1 or not (lists or set(text) & set("/;\n"))


def _read_size_line(rows: Rows) -> Iterator[Rows]:
    """Read the first line as a size, `4` or `3 4`, if the other rows have exactly that size."""
    if not all(word.isascii() and word.isdigit() and len(word) <= 6 for word in rows[0]):
        return
    head = [int(word) for word in rows[0]]
    if len(head) not in (1, 2) or min(head) < MIN_SIDE:
        return
    height, width = head[0], head[-1]
    if [len(row) for row in rows[1:]] == [width] * height:
        yield rows[1:]
    elif [len(row) for row in rows[1:]] == [width * height]:
        yield [rows[1][r * width : (r + 1) * width] for r in range(height)]


def _divide_row(words: list[str]) -> Rows:
    """Divide one row, nine digits or the cells of a square, into rows; else return it as it is."""
    if len(words) == 1 and len(words[0]) == 9 and _BARE.fullmatch(words[0]):
        words = list(words[0])
    side = isqrt(len(words))
    if side >= 2 and side * side == len(words):
        return [words[r * side : (r + 1) * side] for r in range(side)]
    return [words]


def _read_lists(text: str) -> Rows | Defect:
    if _LISTS.fullmatch(text):
        rows = re.findall(_LIST, text)
        return _refuse_rows(len(rows)) if len(rows) > MAX_SIDE else [split_row(row[1:-1]) for row in rows]
    if re.fullmatch(_LIST, text):
        return _divide_row(split_row(text[1:-1]))
    return _make_defect(f"the brackets do not pair up as a list of rows: {FORMATS}")


def split_row(row: str) -> list[str]:
    """Split a row into words; nothing between two commas is an empty word, which means the blank."""
    row = row.strip().removesuffix(",")
    return re.split(r"\s*,\s*|\s+", row.strip()) if row.strip() else []


def _refuse_rows(rows: int) -> Defect:
    return _make_defect(f"the text has {rows:,} rows, a board at most {MAX_SIDE}; {LARGER}")


def _make_defect(message: str) -> Defect:
    return Defect(Fault.UNREADABLE, message)
