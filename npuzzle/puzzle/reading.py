"""Read boards from anything that people paste or pass: texts in many forms, rows of numbers, lists, arrays.

`npuzzle.puzzle.forms` finds rows of words in a text. This module turns words into tiles and finds the blank.
If a plain form reads a text as a board, nothing else is tried. Otherwise all forms are tried: their board
counts only if they find no other board, and `Found.how` tells how the text was read. Last, the text may hold
several boards: two of one shape are a start and its goal.

`split_boards` divides a file into texts of one board each. A wrong guess there is worse than an error: a row
of a larger board must never become a small board.
"""

from __future__ import annotations

import csv
import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice, takewhile
from math import isqrt
from typing import TypeVar

from npuzzle.errors import InvalidBoardError, NPuzzleError, brief, quote
from npuzzle.numbers import whole_number
from npuzzle.puzzle.defects import (
    BLANK_MARKS,
    MAX_BOARD_CELLS,
    Defect,
    Fault,
    find_defects,
    tile_number,
    word_of,
)
from npuzzle.puzzle.forms import (
    FORMATS,
    FORMS,
    MAX_TEXT,
    SIZE,
    Draft,
    Rows,
    divide,
    divide_row,
    drop_comments,
    list_plain_rows,
    make_defect,
    read_size,
    split_row,
)
from npuzzle.puzzle.goals import GOALS
from npuzzle.puzzle.shape import LARGER, MAX_SIDE, Shape, elements, shape_problem
from npuzzle.text import count

T = TypeVar("T")

#: The shape of a board, and the tile of each cell.
Cells = tuple[Shape, tuple[int, ...]]

MAX_FORMS = 150_000  # characters of a text that all forms are tried on
AHEAD = 2 * MAX_SIDE + 4  # lines of a file that are read ahead
MOST_BOARDS = 1000  # in one text: enough for the message that there are several
LONGEST_MARK = 10  # characters of a word for the blank
HASH = "\ue000"  # stands for # where # is no comment

EXPECTED = "text, such as 1 2 3/4 5 6/7 8 0, or rows of numbers, such as [[1, 2], [3, 0]]"
SEVERAL = (
    "the text has {} boards, and one is expected here (the command npuzzle batch solves a file of boards)"
)

_WORD = re.compile(r"[^\W\d_]{2}")  # two letters, which no tile has
_REMARK = re.compile(r"(//|%|--[ \t]).*|<[^<>]{0,20}>")  # a comment, or a tag of HTML
_BULLET = re.compile(r"\s*([;*>-]+|#+)\s")
_NAMES = {"puzzle": "board", "start": "board", "initial": "board", "state": "board", "optimal": "length"}
_HEADING = re.compile(rf"(?i)(?=[^0-9]+$)(?=.*[,;\t|])(.*\W)?(board|{'|'.join(_NAMES)})\b")


@dataclass(frozen=True, slots=True)
class Found:
    """The boards of a text, with the goal, the name and the known length that it gives.

    `how`: how the text was read, such as "with * as the blank"; empty for the plain forms.
    """

    boards: tuple[Cells, ...]
    goal: Cells | None = None
    how: str = ""
    name: str = ""
    length: int | None = None


def read_value(value: object, shape: Shape | None = None) -> Found:
    """Read one board from a value of any type; `shape` is that of a flat list or of a text without rows.

    Sixteen numbers in one line are a 4x4 board, unless the shape is 2x8. Raises InvalidBoardError.
    """
    if not isinstance(value, str):
        return Found((read_words(read_rows(value, shape)),))
    has_rows = "/" in value or "\n" in value.strip() or value.count("[") > 1
    if shape is not None and not has_rows:
        with suppress(InvalidBoardError):
            found = read_text(f"{shape}\n{value}")
            if found.boards[0][0] == shape:
                return found
    try:
        return read_text(value)
    except InvalidBoardError:
        if shape is not None and has_rows:
            with suppress(InvalidBoardError):
                return read_text(f"{shape}\n{value}")
        raise


def read_text(text: str, blank: str = "") -> Found:
    """Read a text that is one board, or two of one shape: a start and its goal. Raises InvalidBoardError.

    `blank`: the word for the blank, if the user names one.
    """
    if not isinstance(text, str):
        raise refuse_value(text, "text, such as 1 2 3/4 5 6/7 8 0")
    try:
        found = _read_single(text, blank)
    except InvalidBoardError:
        several = _read_blocks(text, blank)
        if several is None:
            raise
        found = several
    if len(found.boards) == 2 and found.boards[0][0] == found.boards[1][0]:
        return replace(found, goal=found.boards[1])
    if len(found.boards) > 1:
        raise InvalidBoardError([make_defect(SEVERAL.format(len(found.boards)))])
    return found


def read_words(rows: Iterable[Iterable[str]]) -> Cells:
    """Read rows of words: numbers, and one mark for the blank. Raises InvalidBoardError."""
    words = list_rows(rows)
    for word in (word for row in words for word in row):
        if not isinstance(word, str):
            raise refuse_value(word, "cells as text")
    defects = find_defects(words)
    if defects:
        raise InvalidBoardError(defects, words)
    tiles = tuple([tile_number(word) or 0 for row in words for word in row])
    return Shape(len(words), len(words[0])), tiles


def is_plain_board(text: str) -> bool:
    """Whether a text is a board in a plain form."""
    return any(not isinstance(rows, Defect) and not find_defects(rows) for rows in list_plain_rows(text))


def _read_single(text: str, blank: str = "") -> Found:
    """Read a text by the plain forms, then by all others, but not as blocks.

    Raises InvalidBoardError with the defects of the first plain reading, or with two boards that it may be.
    """
    first: InvalidBoardError | None = None
    for rows in list_plain_rows(text):
        if isinstance(rows, Defect):
            first = first or InvalidBoardError([rows])
            continue
        try:
            cells = read_words(rows)
        except InvalidBoardError as error:
            first = first or error
            continue
        if not blank:
            return Found((cells,))
    ways = _try_forms(text, blank) if len(text) <= MAX_FORMS else []
    if len(ways) == 1:
        return ways[0]
    if ways:
        said = " or ".join(
            f"{' and '.join(map(_write, way.boards))} ({way.how or 'as rows'})" for way in ways[:2]
        )
        raise InvalidBoardError([make_defect(f"it can be read in two ways, {said}: {FORMATS}")])
    raise _explain(
        text, first or InvalidBoardError([make_defect(f"no board in it has the blank {quote(blank)}")])
    )


def _try_forms(text: str, blank: str = "") -> list[Found]:
    """Return what all forms together read: boards that differ, each with the first account of how."""
    found: dict[tuple[tuple[Cells, ...], Cells | None], Found] = {}
    size = SIZE.match(text.strip())  # no form may drop it
    for base, without in _list_texts(text):
        plain = (Draft(rows) for rows in list_plain_rows(base) if not isinstance(rows, Defect))
        for draft in chain(plain, *(form(base) for form in FORMS)):
            for boards, blank_how in _read_boards(draft.rows, blank):
                shape = boards[0][0]
                if size is None or (int(size[1]), int(size[2])) == (shape.rows, shape.cols):
                    goal = _read_goal(draft.goal, shape)
                    how = ", ".join(filter(None, [draft.how, blank_how, without]))
                    found.setdefault((boards, goal), Found(boards, goal, how, draft.name, draft.length))
    return list(found.values())


def _list_texts(text: str) -> Iterator[tuple[str, str]]:
    """Yield the texts that the forms are tried on, each with what was left out of it."""
    bare = drop_comments(text).strip("\r\n")
    yield bare, ""
    if "#" in text:
        yield text.strip("\r\n").replace("#", HASH), ""
    size = SIZE.match(bare.strip())
    if size is not None:
        yield bare.strip()[size.end() :], ""
    lines = bare.splitlines()
    at = lines[0].find("goal:") if lines else -1
    if at > 0:  # side by side, as `solve --show` draws them
        yield "\n".join([line[:at] for line in lines] + [line[at + 5 :] for line in lines]), ""
    lines = [_REMARK.sub("", line) for line in re.sub(r"->|=>|→|\\n", "\n", bare).splitlines()]
    front = _BULLET.match(lines[0]) if lines else None
    if front and all(line.startswith(front[0]) for line in lines if line):
        lines = [line[front.end() :] for line in lines]
    lines = list(map(_drop_label, lines))
    rest = "\n".join(line for line in lines if line.strip())
    if rest != bare:
        yield rest, "without the words and marks around it"


def _drop_label(line: str) -> str:
    """Drop a label such as `Start:` or `board =`, and a line of words without a number."""
    head = re.match(r"[^0-9\[({]*", line)
    at = max(head[0].rfind(":"), head[0].rfind("=")) if head else -1
    if _WORD.search(line) and (line.rstrip().endswith(":") or not re.search("[0-9]", line)):
        return ""
    return line[at + 1 :] if _WORD.search(line[: max(at, 0)]) else line


def _read_goal(goal: object, shape: Shape) -> Cells | None:
    """Read the goal that a text gives for its board: a name, a text, a list; None if it gives none."""
    if goal is None:
        return None
    with suppress(NPuzzleError):
        tiles = GOALS[goal].tiles(shape) if isinstance(goal, str) and goal in GOALS else goal
        found = read_value(tiles, shape).boards[0]
        return found if found[0] == shape else None
    return None


def _read_boards(rows: Rows, blank: str) -> Iterator[tuple[tuple[Cells, ...], str]]:
    """Yield the board that rows of words are, or the boards of one shape that they are from top to bottom."""
    if not 0 < len(rows) <= 2 * MAX_SIDE:
        return
    one = _read_tiles(rows, blank)
    if one is not None:
        yield (one[0],), one[1]
        return
    blanks = sum(word == blank if blank else word in BLANK_MARKS for row in rows for word in row)
    for number in {2, blanks} - {0, 1}:
        height, rest = divmod(len(rows), number)
        if height and not rest:
            parts = [rows[at : at + height] for at in range(0, len(rows), height)]
            read = [_read_tiles(part if height > 1 else divide_row(part[0]), blank) for part in parts]
            if all(read):
                yield tuple(part[0] for part in read if part), next(part[1] for part in read if part)


def _read_tiles(rows: Rows, blank: str = "") -> tuple[Cells, str] | None:
    """Turn words into tiles, and tell which unusual word is the blank; None if the words are no board.

    The blank is the word `blank`, or 0 or a usual mark, or the one word without a digit (or -1) if all
    others are tiles. If they count from 0, they are renumbered from 1.
    """
    height, width = len(rows), len(rows[0])
    if any(len(row) != width for row in rows) or shape_problem(height, width):
        return None
    shape, words = Shape(height, width), [_trim(word) for row in rows for word in row]
    numbers, how = _number_words(words)
    if not blank:
        tiles = [0 if word in BLANK_MARKS else number for word, number in zip(words, numbers)]
        if set(tiles) == set(range(shape.cells)):
            return (shape, tuple([tile or 0 for tile in tiles])), how
    is_blank = [
        word == blank if blank else number is None and (word == "-1" or not re.search("[0-9]", word))
        for word, number in zip(words, numbers)
    ]
    if is_blank.count(True) != 1:
        return None
    at = is_blank.index(True)
    mark, rest = words[at], [number for number, is_one in zip(numbers, is_blank) if not is_one]
    first = 0 if 0 in rest and mark not in ("", "-1") else 1
    if set(rest) != set(range(first, shape.cells - 1 + first)) or len(mark) > LONGEST_MARK:
        return None
    placed = [number + 1 - first for number in rest if number is not None]
    placed.insert(at, 0)
    said = [how] if how else []
    said += [f"with {mark.replace(HASH, '#')} as the blank"] * (mark not in BLANK_MARKS)
    said += [f"with the tiles 0 to {shape.cells - 2} as 1 to {shape.cells - 1}"] * (first == 0)
    return (shape, tuple(placed)), ", ".join(said)


def _trim(word: str) -> str:
    """Drop quotes and stars around a word, and the point after a whole number."""
    word = word.strip().strip("\"'`")
    return re.sub(r"^([+-]?[0-9]{1,9})\.0*$", r"\1", word.strip("*") or word)


def _number_words(words: list[str]) -> tuple[list[int | None], str]:
    """Return the numbers of words, None for other words; hexadecimal digits and letters in order count."""
    numbers = [int(word) if re.fullmatch(r"\+?[0-9]{1,9}", word) else None for word in words]
    letters = sorted(word.upper() for word in words if re.fullmatch("[a-zA-Z]", word))
    if len(words) == 16 and letters and set(letters) <= set("ABCDEF") and max(map(len, words)) == 1:
        hexadecimal = [int(word, 16) if re.fullmatch("[0-9a-fA-F]", word) else None for word in words]
        return hexadecimal, "as hexadecimal digits"
    if letters == [chr(ord("A") + at) for at in range(len(words) - 1)]:
        places = [ord(word.upper()) - 64 if word.upper() in letters else None for word in words]
        return places, "with A as 1, B as 2 and so on"
    return numbers, ""


def _write(cells: Cells) -> str:
    return brief("/".join(map(" ".join, divide(list(map(str, cells[1])), cells[0].cols))), 100)


def _explain(text: str, error: InvalidBoardError) -> InvalidBoardError:
    """Explain the first defect of a text: a size line that does not fit, a row that lacks the blank."""
    rows, first = error.rows, error.defects[0]
    faults = [defect.fault for defect in error.defects]
    said = first.message
    if faults == [Fault.OUT_OF_RANGE, Fault.NO_BLANK]:
        ((row, col),) = first.places
        said += f"; if {rows[row][col]} is the blank, write _ for it"
    elif first.fault is Fault.BAD_SIZE and len(rows) == 1 and len(rows[0]) > 4:
        said = _suggest_size(len(rows[0])) or said
    elif first.fault is Fault.NOT_A_RECTANGLE:
        lines = [(at, split_row(line)) for at, line in enumerate(drop_comments(text).splitlines(), 1)]
        (top, head), *below = [(at, words) for at, words in lines if words] or [(1, [])]
        size, width = read_size(head), max(map(len, rows))
        odd = [(at, words) for at, words in below if size and len(words) != size[1]]
        short = [at for at, row in enumerate(rows, 1) if len(row) < width]
        if size and 2 * len(odd) < len(below):
            said = f"line {top} gives the size {size[0]}x{size[1]}, but "
            said += (
                f"line {odd[0][0]} has {count(len(odd[0][1]), 'number')}"
                if odd
                else f"{len(below)} rows follow"
            )
        elif len(short) == 1 and Fault.NO_BLANK in faults:
            said += f"; write _ for the blank in row {short[0]}"
    return InvalidBoardError([replace(first, message=said), *error.defects[1:]], rows)


def _suggest_size(cells: int) -> str:
    """Tell what a single row of so many numbers lacks: the blank, or a size; empty if nothing would help."""
    side = isqrt(cells + 1)
    if side * side == cells + 1:
        return f"{cells} numbers in one row, but {side}x{side} has {cells + 1} cells: is the blank missing?"
    shape = _find_shape(cells)
    return f"{cells} numbers in one row: put the size before them, such as {shape}" if shape else ""


def _find_shape(cells: int) -> str:
    """Find the shape nearest to a square; empty if there is none."""
    rows = next((rows for rows in range(isqrt(cells), 1, -1) if cells % rows == 0), 1)
    return f"{rows}x{cells // rows}" if rows > 1 and cells // rows <= MAX_SIDE else ""


def split_boards(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Divide lines into texts of one board each, with the number of its first line, from 1.

    A board is a line, or several: rows one below the other, perhaps with a size above them. A line that could
    be a small board is a row if the next line continues it. Below a heading with `board` in it, as in CSV,
    each line becomes a JSON object with these names. A count at the beginning, zeros at the end, comments and
    empty lines belong to no board. Only a few hundred lines are in memory at a time.
    """
    numbered = (_Line(number, line.rstrip("\r\n")) for number, line in enumerate(lines, 1))
    ahead: deque[_Line] = deque()
    is_started = False
    failed = 0  # so many lines ahead are no board together
    while True:
        ahead.extend(islice(numbered, AHEAD - len(ahead)))
        if not ahead:
            return
        first, size = ahead[0], 1
        is_left_out = not first.words
        if not is_left_out and not is_started and _HEADING.match(first.text):
            yield from _read_csv([*ahead], numbered)
            return
        if not is_left_out and not _is_line([*islice(ahead, 3)]):
            group = [*ahead]
            is_end = len(group) < AHEAD and all(word in ("", "0") for line in group for word in line.words)
            is_left_out = is_end or (not is_started and _is_header(group))
            if not is_left_out:
                run = _list_run(group)
                size = _count_lines(run, not failed)
                failed = len(run) if size == 1 and not failed else failed
                size = run[size - 1].number - first.number + 1
        if not is_left_out:
            yield first.number, "\n".join([line.text for line in islice(ahead, size)])
            is_started = True
        failed = max(0, failed - size)
        for _ in range(size):
            ahead.popleft()


class _Line:
    """A line of a file, and its words without comments."""

    __slots__ = ("number", "text", "words")

    def __init__(self, number: int, text: str) -> None:
        self.number, self.text, self.words = number, text, split_row(drop_comments(text))


def _is_line(lines: list[_Line]) -> bool:
    """Whether the first of three lines is a board in a plain form that neither of the others continues."""
    return is_plain_board(lines[0].text) and not any(_continues(lines[0], line) for line in lines[1:])


def _is_header(lines: list[_Line]) -> bool:
    """Whether the first line is a count of the boards below it, or a size that is followed by a count."""
    head, below = lines[0].words, [len(line.words) for line in lines[1:] if line.words]
    size = read_size(head)
    if size is None or not below:
        return False
    if len(head) == 1 and not lines[1].words:
        return True
    fits = below[: size[0]] == [size[1]] * size[0]
    return not fits and below[0] != len(head) and (len(head) == 1 or bool({*below} & {*size}))


def _list_run(lines: list[_Line]) -> list[_Line]:
    """List the lines up to the first empty one, or rows with an empty line after each."""
    run = [*takewhile(lambda line: line.words, lines)]
    for at in range(2, len(lines), 2) if len(run) == 1 else ():
        alone = not lines[at - 1].words and not (at + 1 < len(lines) and lines[at + 1].words)
        if not (alone and _continues(lines[at - 2], lines[at])):
            break
        run.append(lines[at])
    return run


def _count_lines(run: list[_Line], try_forms: bool) -> int:
    """Return how many lines of a run, from the first, belong to one board."""
    size = read_size(run[0].words)
    if size is not None and [len(line.words) for line in run[1 : 1 + size[0]]] == [size[1]] * size[0]:
        return size[0] + 1
    height = _measure_rows(run)
    if height:
        next_row = set(run[height].words) if height < len(run) else set()
        seen = {word for line in run[:height] for word in line.words}
        # A next row with other numbers belongs to the same board, which has a mistake in it.
        return len(run) if len(next_row) > 2 * len(seen & next_row) else height
    if len(run) == 1 or run[0].text.strip()[0] + run[0].text.strip()[-1] == "{}":
        return 1
    if _continues(run[0], run[1]):
        return len(run)
    if not try_forms or is_plain_board(run[0].text) or is_plain_board(run[1].text):
        return 1
    whole = "\n".join(line.text for line in run)
    return len(run) if is_plain_board(whole) or _try_forms(whole) else 1


def _measure_rows(run: list[_Line]) -> int:
    """Return how many rows, two or more, are a board: the most, as half a board may be one; 0 if none are."""
    found = 0
    seen: set[int | None] = set()
    for height, row in enumerate((line.words for line in run[:MAX_SIDE]), 1):
        numbers = set(map(tile_number, row))
        if len(row) != len(run[0].words) or len(numbers) < len(row) or None in numbers or seen & numbers:
            break
        seen |= numbers
        if height > 1 and len(row) > 1 and seen == set(range(len(seen))):
            found = height
    return found


def _continues(line: _Line, next_line: _Line) -> bool:
    """Whether two lines look like rows of one board: undivided, with hardly a word in common."""
    one, other = set(line.words), set(next_line.words)
    if len(line.words) < 2 or not other or 2 * len(one & other) > min(len(one), len(other)):
        return False
    both = f"{line.text} {next_line.text}"
    return not set(both) & set('/;[](){}|"') and re.search("[0-9]", next_line.text) is not None


def _read_csv(head: list[_Line], rest: Iterator[_Line]) -> Iterator[tuple[int, str]]:
    """Yield each line of a table with a heading as a JSON object that the forms read."""
    heading = head[0].text.strip()
    mark = next(mark for mark in "\t;,|" if mark in heading)
    names = [name.strip().lower() for name in next(csv.reader([heading], delimiter=mark))]
    for line in chain(head[1:], rest):
        if line.text.strip():
            cells = next(csv.reader([line.text], delimiter=mark))
            row = dict(zip((_NAMES.get(name, name) for name in names), map(str.strip, cells)))
            yield line.number, json.dumps({**row, "length": _read_length(row.get("length", ""))})


def _read_length(word: str) -> int | None:
    return int(word) if re.fullmatch("[0-9]{1,6}", word) else None


def _read_blocks(text: str, blank: str) -> Found | None:
    """Read a text of several boards, one after the other; None if it is not divided, or begins with none.

    Raises InvalidBoardError if a later one of several is not a board.
    """
    found: list[Found] = []
    lines = text[:MAX_TEXT].splitlines()
    for number, block in islice(split_boards(lines), MOST_BOARDS):
        if block.strip() == text.strip():
            return None
        try:
            found.append(_read_single(block, blank))
        except InvalidBoardError as error:
            if len(found) < 2:
                return None
            why = error.defects[0].message
            message = f"{SEVERAL.format('several')}; the text from line {number} is not: {why}"
            raise InvalidBoardError([make_defect(message)]) from None
    if not found:
        return None
    has_count = _is_header([_Line(at, line) for at, line in enumerate(text.strip().splitlines()[:AHEAD])])
    if len(found) == 1 and has_count:
        return None
    if has_count:  # so the second board is no goal
        raise InvalidBoardError([make_defect(SEVERAL.format(len(found)))])
    how = ", ".join(dict.fromkeys(filter(None, (one.how for one in found))))
    return replace(found[-1], boards=tuple(chain(*(one.boards for one in found))), how=how)


def read_rows(value: object, shape: Shape | None = None) -> Rows:
    """Return the cells of rows, or of one flat list, as rows of words.

    A flat list is divided into rows of `shape`; without one it must be a square. Raises InvalidBoardError
    for any other value. It does not check that the words are tiles, each of them once.
    """
    cells = elements(value)
    if cells is None:
        raise refuse_value(value)
    if len(cells) > MAX_BOARD_CELLS:
        raise _refuse_size(f"a board has at most {MAX_BOARD_CELLS:,} cells, got a longer list; {LARGER}")
    if len(cells) > 1 and all(isinstance(cell, str) and len(cell.split()) > 1 for cell in cells):
        return [split_row(str(line)) for line in cells]  # lines of text, as `splitlines` gives them
    if not cells or elements(cells[0], 0) is None:
        return _divide_list([word_of_cell(cell) for cell in cells], shape)
    if len(cells) > MAX_SIDE:
        raise _refuse_size(f"a board has at most {MAX_SIDE} rows, got {len(cells):,}; {LARGER}")
    return [_read_row(row) for row in cells]


def word_of_cell(cell: object) -> str:
    """Return the word for a cell: a whole number or a word as it is, and for anything else no tile number."""
    if isinstance(cell, str):
        return str(cell)
    number = whole_number(cell)  # also of a float: tables of numbers are often read as floats
    if number is not None:
        return word_of(number)
    word = quote(float(cell) if isinstance(cell, float) else cell)
    return word if tile_number(word) is None else f"{type(cell).__name__} {word}"


def list_rows(rows: Iterable[Iterable[T]]) -> list[list[T]]:
    """Return rows as lists. Raises InvalidBoardError for a value that is not rows."""
    try:
        return [list(row) for row in rows]
    except TypeError:
        message = f"expected rows, each a list of its cells, got {quote(rows)}"
        raise InvalidBoardError([Defect(Fault.UNREADABLE, message)]) from None


def refuse_value(value: object, expected: str = EXPECTED) -> InvalidBoardError:
    """Return the error for a value that is not what was expected."""
    return InvalidBoardError([Defect(Fault.UNREADABLE, f"expected {expected}, got {quote(value)}")])


def _read_row(row: object) -> list[str]:
    cells = elements(row, MAX_SIDE)
    if cells is None:
        raise refuse_value(row, "rows, each a list of its cells")
    if len(cells) > MAX_SIDE:
        raise _refuse_size(f"a board has at most {MAX_SIDE} columns, got a longer row; {LARGER}")
    return [word_of_cell(cell) for cell in cells]


def _divide_list(words: list[str], shape: Shape | None) -> Rows:
    """Divide a flat list into rows of `shape`, or into the rows of a square."""
    count = len(words)
    if shape is not None and count != shape.cells:
        raise _refuse_size(f"a {shape} board has {shape.cells} cells, got {count}")
    side = isqrt(count)
    if shape is None and side * side != count > 3:
        raise _refuse_size(f"{count:,} cells in one flat list are not a square: {_suggest_shape(count)}")
    return divide(words, max(1, count if count < 4 else side) if shape is None else shape.cols)


def _suggest_shape(count: int) -> str:
    """Say which shape a flat list may have."""
    shape = _find_shape(count)
    return f"give rows, or the shape, such as shape='{shape}'" if shape else "no board has so many"


def _refuse_size(message: str) -> InvalidBoardError:
    return InvalidBoardError([Defect(Fault.BAD_SIZE, message)])
