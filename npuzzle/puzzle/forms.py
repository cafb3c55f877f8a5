"""The forms in which people write boards. Each form is a small function from a text to rows of words.

`list_plain_rows` reads the plain forms: rows divided by `/` or line ends, lists, a size in front. `FORMS`
lists all other forms. `npuzzle.puzzle.read_board` tries these only if no plain form finds a board, and then
tells the user how the text was read.

A form does not check that its rows are a board, so it can be short and generous. `read_board` checks the
words, and rejects a text that two forms read differently. To read another form, write a function from a text
to `Draft`s, and add it to `FORMS`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt

from npuzzle.errors import Defect, Fault, quote
from npuzzle.numbers import whole_number
from npuzzle.puzzle.cells import MAX_BOARD_CELLS, MAX_TEXT, Rows, divide, split_row
from npuzzle.puzzle.shape import LARGER, MAX_SIDE, MIN_SIDE

MAX_CHARACTERS = 36  # cells of a board that is written with one character per cell

FORMATS = "expected rows such as 1 2 3/4 5 6/7 8 0, with 0 for the blank"

SIZE = re.compile(r"([0-9]{1,6})[xX×]([0-9]{1,6})(?=[\s:]|$)[\s:]*")
_SPACED_SIZE = re.compile(r"([0-9]{1,6})[ \t]+[xX×][ \t]+([0-9]{1,6})[ \t]*\n")
_FROM_LINK = re.compile(r"[0-9]+(?:_[0-9]+)*(?:/[0-9]+(?:_[0-9]+)*)+")
_BARE = re.compile(r"[0-9_.xX-]+")
_LIST = r"\[[^\[\]]*\]"
_LISTS = re.compile(rf"\[\s*{_LIST}(?:[\s,]*{_LIST})*[\s,]*\]")
_BRACKETS = str.maketrans("{}()", "[][]")
_BARS = str.maketrans("│┃║¦&", "|||||")
_LATEX = re.compile(r"\\\\|\\hline|\\(?:begin|end)(?:\{[^{}]*\})*")
_BETWEEN_ROWS = re.compile(r"[\s|+=\u2500-\u257f_.:*~-]*")  # a line of a frame, or only spaces and bars


@dataclass(frozen=True, slots=True)
class Draft:
    """Rows of words that a form found in a text, and how it read them, such as "with ; between the cells".

    `goal`: a name, a text, or a flat list of tiles. `name`: the number or name of the board in the text.
    `length`: the length of its shortest path, according to the text.
    """

    rows: Rows
    how: str = ""
    goal: object = None
    name: str = ""
    length: int | None = None


def list_plain_rows(text: str) -> Iterator[Rows | Defect]:
    """Yield every plain way, at least one, to read `text` as rows of words, the most explicit first.

    The plain ways are rows divided by `/`, `;` or line ends, words divided by spaces or commas, lists as
    Python writes them (nested, or flat for a square), nine digits without spaces, rows of single digits, a
    size at the beginning (`3x4`, or `3 4` or `4` on its own line), comments after `#`, and `_` for a space,
    as in a link.
    """
    if len(text) > MAX_TEXT:
        yield make_defect(f"the text has more than {MAX_TEXT:,} characters: give the board alone")
        return
    if "\0" in text:
        yield make_defect(
            "the text contains zeros (U+0000), as a file in UTF-16 does: save it as plain text in UTF-8"
        )
        return
    text = drop_comments(text).strip()
    if not text:
        yield make_defect(f"there is no board in it: {FORMATS}")
        return
    if _FROM_LINK.fullmatch(text):
        text = text.replace("_", " ")
    size = SIZE.match(text) or _SPACED_SIZE.match(text)
    if size is not None:
        rest = text[size.end() :].strip()
        yield from _read_with_size(int(size[1]), int(size[2]), rest)
    yield from _read_without_size(text)


def drop_comments(text: str) -> str:
    """Drop the byte order mark that some editors write, and the comment after `#` in each line."""
    return "\n".join([line.partition("#")[0] for line in text.removeprefix("\ufeff").splitlines()])


def _read_without_size(text: str) -> Iterator[Rows | Defect]:
    """Yield the readings of a text as rows, as a list, or as digits without spaces."""
    if set(text) & set("[]()"):
        yield _read_lists(text.replace("(", "[").replace(")", "]"))
        return
    lines = re.split(r"/|;\s*|\n\s*", text.rstrip("; \n"))
    if len(lines) > MAX_SIDE + 1:  # one more line than rows may be a size
        yield _refuse_rows(len(lines))
        return
    rows = [split_row(line) for line in lines]
    if len(rows) == 1:
        yield divide_row(rows[0])
        return
    if all(len(row) == 1 and _BARE.fullmatch(row[0]) for row in rows):
        bare = [list(row[0]) for row in rows]
        if len(bare) * len(bare[0]) <= 10:  # a larger board has tiles of two digits
            yield bare
    if not set(text.partition("\n")[0]) & set("/;"):
        yield from _read_size_line(rows)
    yield rows


def _read_with_size(height: int, width: int, text: str) -> Iterator[Rows | Defect]:
    """Yield the readings of the text after a size that have this size, or a defect if no reading has it."""
    rest = list(_read_without_size(text)) if text else []
    fitting = []
    for rows in rest:
        if isinstance(rows, Defect):
            yield rows
            return
        flat = [word for row in rows for word in row]
        if len(flat) == 1 and height * width <= 10 and _BARE.fullmatch(text):
            flat = list(text)  # one digit per cell
        if [len(row) for row in rows] == [width] * height:
            fitting.append(rows)
        elif len(flat) == height * width and _is_one_row(text):
            fitting.append(divide(flat, width))
    yield from fitting
    if not fitting:
        count = sum(len(row) for row in rest[-1]) if rest and not isinstance(rest[-1], Defect) else 0
        if not text:
            yield make_defect(f"{height}x{width} is a size: write a board after it, as in 2x2 1 2/3 0")
            return
        yield make_defect(
            f"the size says {height}x{width}, but the text after it, with {count} cells, "
            f"does not form {height} rows of {width}"
        )


def _is_one_row(text: str) -> bool:
    """Return whether all cells are in one row or flat list, so that only a size can divide them into rows."""
    lists = text.count("[") + text.count("(")
    return lists == 1 or not (lists or set(text) & set("/;\n"))


def _read_size_line(rows: Rows) -> Iterator[Rows]:
    """Read the first line as a size, `4` or `3 4`, if the other rows have exactly that size."""
    size = read_size(rows[0])
    if size is None:
        return
    height, width = size
    if [len(row) for row in rows[1:]] == [width] * height:
        yield rows[1:]
    elif [len(row) for row in rows[1:]] == [width * height]:
        yield divide(rows[1], width)


def read_size(words: list[str]) -> tuple[int, int] | None:
    """Return the rows and columns that one or two words name, as `4` or `3 4` do, or None for other words."""
    if len(words) not in (1, 2) or not all(re.fullmatch("[0-9]{1,6}", word) for word in words):
        return None
    return None if min(map(int, words)) < MIN_SIDE else (int(words[0]), int(words[-1]))


def divide_row(words: list[str]) -> Rows:
    """Divide one row, nine digits or the cells of a square, into rows, or return it unchanged."""
    if len(words) == 1 and len(words[0]) == 9 and _BARE.fullmatch(words[0]):
        words = list(words[0])
    side = isqrt(len(words))
    return divide(words, side) if side >= 2 and side * side == len(words) else [words]


def _read_lists(text: str) -> Rows | Defect:
    if _LISTS.fullmatch(text):
        rows = re.findall(_LIST, text)
        return _refuse_rows(len(rows)) if len(rows) > MAX_SIDE else [split_row(row[1:-1]) for row in rows]
    if re.fullmatch(_LIST, text):
        return divide_row(split_row(text[1:-1]))
    opened, closed = text.count("["), text.count("]")
    if opened != closed:
        return make_defect(f"the text has {opened:,} opening and {closed:,} closing brackets: {FORMATS}")
    only = "a text with brackets must be one list of rows such as [[1, 2], [3, 0]], without other numbers"
    return make_defect(f"{only}: {FORMATS}")


def _refuse_rows(rows: int) -> Defect:
    return make_defect(f"the text has {rows:,} rows, but a board can have at most {MAX_SIDE}; {LARGER}")


def make_defect(message: str) -> Defect:
    """Return the defect of a text that has no rows."""
    return Defect(Fault.UNREADABLE, message)


def read_object(text: str) -> Iterator[Draft]:
    """Read a JSON object with `board` and optionally `goal`, `id` and `length`, as `npuzzle batch` writes."""
    if (
        not text.startswith("{") or text.count("[") + text.count("{") > 2 * MAX_SIDE
    ):  # deeply nested objects crash browsers
        return
    with suppress(ValueError, KeyError, TypeError):
        data = json.loads(text)
        board, name, length = data["board"], str(data.get("id") or ""), whole_number(data.get("length"))
        found = list_plain_rows(board) if isinstance(board, str) else [[[*map(str, row)] for row in board]]
        for rows in found:
            if not isinstance(rows, Defect):
                yield Draft(rows, "", data.get("goal"), name, length)


def _read_source(text: str) -> Iterator[Draft]:
    """Read lists in any source code: brackets of any kind, a name before them, quoted cells, MATLAB's `;`.

    Around the only complete list of rows, other brackets need not pair up, as in `solve([[1, 2], [3, 0]]`.
    """
    text = re.sub(r"(?<=[\[,])\s*\[\s*\](?=\s*[,\]])", "empty", text.translate(_BRACKETS))  # an empty cell
    whole = _LISTS.findall(text)
    if len(whole) == 1 and not re.search(r"(?<!\w)[0-9]", text.replace(whole[0], "")):
        text = whole[0]
    outside = re.sub(r"\[[^\[\]]*\]", "", text)
    if text.count("[") != text.count("]") or re.search(r"(?<!\w)[0-9]", outside):
        return
    lists = [one for one in re.findall(r"\[([^\[\]]+)\]", text) if "," in one or len(one.split()) > 1]
    if len(lists) == 1 or any(";" in one for one in lists):
        lists = [row for one in lists for row in re.split(r"[;\n]", one) if row.strip()]
    rows = [split_row(row) for row in lists]
    if len(rows) > 2 and rows[0] == [str(len(rows) - 1), str(len(rows[1]))]:
        rows = rows[1:]  # without the first row, which is the size in Lisp
    if rows:
        yield Draft(rows if len(rows) > 1 else divide_row(rows[0]), "as a list")


def read_frame(text: str) -> Iterator[Draft]:
    """Read drawn boards and tables of Markdown or LaTeX: bars between cells, lines of dashes between rows.

    In a single line, bars may be between the rows.
    """
    lines = [line.strip() for line in _LATEX.sub("\n", text.translate(_BARS)).splitlines()]
    inside = [line for line in lines if not _BETWEEN_ROWS.fullmatch(line)]
    if len(inside) == len(lines) and "|" not in "".join(lines):
        return
    if all(line.startswith("|") for line in inside):
        inside = [line[1:] for line in inside]
    if all(line.endswith("|") for line in inside):
        inside = [line[:-1] for line in inside]
    how = "without its frame"
    if inside and all("|" in line for line in inside):
        rows = [[word.strip() for word in line.split("|")] for line in inside]
        if len(lines) == 1:
            yield Draft([split_row(row) for row in rows[0] if row], "with | between the rows")
            rows, how = divide_row(rows[0]), "with | between the cells"
        yield Draft(rows, how)
        return
    for read in (_read_gap, _read_short):
        yield from (Draft(draft.rows, how) for draft in read("\n".join(inside)))
    yield Draft([split_row(line) for line in inside], how)


def _read_gap(text: str) -> Iterator[Draft]:
    """Read columns that line up, or tabs: the blank is the gap."""
    lines = [line for line in text.split("\n") if line.strip()]
    if "\t" in text:
        rows = [[word.strip() for word in line.split("\t")] for line in lines]
        width = max(map(len, rows), default=0)
        yield Draft([row + [""] * (width - len(row)) for row in rows], "with the gap as the blank")
        return
    width = max(map(len, lines), default=0)
    if not 1 < len(lines) <= 2 * MAX_SIDE or width > 10 * MAX_SIDE:
        return
    used = [any(line[at : at + 1].strip() for line in lines) for at in range(width)]
    starts = [at for at in range(width) if used[at] and not (at and used[at - 1])]
    rows = [[line[a:b].strip() for a, b in zip(starts, [*starts[1:], width])] for line in lines]
    is_wide = all(b - a > 1 + max(len(row[at]) for row in rows) for at, (a, b) in enumerate(pairwise(starts)))
    # With one space between the columns, a gap may have been lost, so a row that ends early proves nothing.
    if is_wide or all(row[-1] or len(line) > starts[-1] for row, line in zip(rows, lines)):
        yield Draft(rows, "with the gap as the blank")


def _read_short(text: str) -> Iterator[Draft]:
    """Read a last row that lacks one cell, the blank, or rows in which the blank is an empty field."""
    lines = [line for line in re.split(r"[/\n]", text) if line.strip()]
    rows = [split_row(line) for line in lines]
    indents = [len(line) - len(line.lstrip()) for line in lines]
    has_gap = any(draft.rows and draft.rows[-1][-1:] != [""] for draft in _read_gap(text))
    is_short = len(rows) > 1 and len(rows[-1]) == len(rows[0]) - 1 and "\t" not in text and not has_gap
    if is_short and ("/" in text or indents[-1] == min(indents)):
        yield Draft([*rows[:-1], [*rows[-1], ""]], "with the blank at the end of the last row")
    yield Draft(
        [[word.strip() for word in line.split(",")] for line in lines], "with the empty field as the blank"
    )


def _read_separated(text: str) -> Iterator[Draft]:
    """Read cells divided by another mark, as in `4-1-2` or `1;2;3`, in one line or several."""
    lines = [line.strip() for line in re.split(r"[/\n]", text) if line.strip()]
    for mark in ";-:.":
        rows = [[word.strip() for word in line.split(mark)] for line in lines]
        if all(row[-1] == "" for row in rows):
            rows = [row[:-1] for row in rows]  # the mark ends each line
        if rows and all(len(row) == len(rows[0]) > 1 for row in rows):
            yield Draft(rows if len(rows) > 1 else divide_row(rows[0]), f"with {mark} between the cells")


def _read_characters(text: str) -> Iterator[Draft]:
    """Read one character per cell: `b12 345 678`, sixteen hexadecimal digits, rows of letters with a gap."""
    text = re.sub(r"^\s*0x", "", text)
    lines = [line.rstrip() for line in re.split(r"[/\n]", text) if line.strip()]
    grids = (
        [lines]
        if len(lines) > 1
        else [text.split(), ["".join(row) for row in divide_row(list(text.strip()))]]
    )
    for grid in grids:
        width = max(map(len, grid), default=0)
        if len(grid) > 1 < width <= MAX_CHARACTERS // len(grid):
            yield Draft(
                [[mark.strip() for mark in row.ljust(width)] for row in grid], "with one character per cell"
            )


def _read_counted(text: str) -> Iterator[Draft]:
    """Read the number of tiles or the side, optionally the blank's index in the goal (-1: last), then cells.

    The cells are in rows, in one line, or one per line. In the last case the numbers before them are one per
    line, too, and can also be the rows and columns.
    """
    lines = [re.split(r"[\s,]+", line.strip()) for line in text.splitlines() if line.strip()]
    words = [word for line in lines for word in line]
    is_column = all(len(line) == 1 for line in lines)
    if not 5 <= len(words) <= MAX_BOARD_CELLS or not re.fullmatch("[0-9]{1,6}", words[0]):
        return
    first, index, how = int(words[0]), words[1], f"with {words[0]} as the "
    for skipped in (1, 2):
        cells = len(words) - skipped
        side = isqrt(cells)
        counted = {side: "side", cells - 1: "number of tiles"}.get(first)
        head = 1 if len(lines[0]) == skipped else skipped  # lines before the cells
        widths = [len(line) for line in lines[head:]]
        in_rows = sum(map(len, lines[:head])) == skipped and widths in ([side] * side, [cells])
        if side * side != cells or counted is None or not (is_column or in_rows):
            continue
        if skipped == 1:
            yield Draft(divide(words[1:], side), how + counted)
        elif re.fullmatch("-1|[0-9]{1,6}", index) and int(index) < cells:
            at = int(index) % cells
            said = f"{how}{counted} and {index} as the index of the blank in the goal, from 0"
            yield Draft(divide(words[2:], side), said, [*range(1, at + 1), 0, *range(at + 1, cells)])
    size = read_size(words[:2]) if is_column else None
    if size is not None and len(words) - 2 == size[0] * size[1] > 3:
        yield Draft(divide(words[2:], size[1]), f"with {size[0]}x{size[1]} as the size")


def read_numbered(text: str) -> Iterator[Draft]:
    """Read a board in one line, with its number in front of it, a known length after it, or both."""
    words = re.split(r"[\s,;]+", text.strip()) if "\n" not in text.strip() else []
    for front, back in ((1, 0), (0, 1), (1, 1)):
        cells = words[front : len(words) - back]
        if isqrt(len(cells)) ** 2 == len(cells) > 8 and (not back or re.fullmatch("[0-9]{1,6}", words[-1])):
            name, length = words[0].strip(".:)(#") if front else "", int(words[-1]) if back else None
            said = [f"with {quote(name)} as its number"] * front + [
                f"with {length} as its known length"
            ] * back
            yield Draft(divide_row(cells), ", ".join(said), None, name, length)


def _read_table(text: str) -> Iterator[Draft]:
    """Read a printed table of pandas: the columns are numbered above, the rows in front."""
    head, *rows = [line.split() for line in text.splitlines() if line.strip()] or [[]]
    numbers = [[str(at)] for at in range(len(rows))]
    if head == [str(at) for at in range(len(head))] and numbers == [row[:1] for row in rows]:
        yield Draft([row[1:] for row in rows], "without the numbers of its rows and columns")


#: The forms, tried together after the plain ones have failed.
FORMS: tuple[Callable[[str], Iterator[Draft]], ...] = (
    _read_source,
    read_frame,
    _read_short,
    _read_gap,
    _read_separated,
    _read_characters,
    _read_counted,
    read_numbered,
    _read_table,
)
