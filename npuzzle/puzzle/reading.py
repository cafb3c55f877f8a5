"""Read boards from anything that people paste or pass: the doors that `Board` and the commands call.

A text may hold several boards: two of one shape are a start and its goal. `split_boards` divides a file into
texts of one board each. A wrong guess there is worse than an error: a row of a larger board must never become
a small board. `npuzzle.puzzle.tiles` reads a single text, `values` reads lists and arrays.
"""

from __future__ import annotations

import csv
import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sized
from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice, takewhile

from npuzzle.errors import InvalidBoardError
from npuzzle.puzzle.defects import tile_number
from npuzzle.puzzle.forms import MAX_TEXT, drop_comments, make_defect, read_size, split_row
from npuzzle.puzzle.shape import MAX_SIDE, Shape
from npuzzle.puzzle.tiles import Found, is_plain_board, read_single, try_forms
from npuzzle.puzzle.values import read_rows, read_words, refuse_value

AHEAD = 2 * MAX_SIDE + 4  # lines of a file that are read ahead
MOST_BOARDS = 1000  # in one text: enough for the message that there are several
SEVERAL = (
    "the text has {} boards, and one is expected here (the command npuzzle batch solves a file of boards)"
)

_DIVIDED = re.compile(r"[0-9_.xX+, \t-]+(/[0-9_.xX+, \t-]+)+")  # rows in one line
_NAMES = {"puzzle": "board", "start": "board", "initial": "board", "state": "board", "optimal": "length"}
_HEADING = re.compile(rf"(?i)(?=[^0-9]+$)(?=.*[,;\t|])(.*\W)?(board|{'|'.join(_NAMES)})\b")


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
        found = read_single(text, blank)
    except InvalidBoardError:
        several = _read_blocks(text, blank)
        if several is None:
            raise
        found = several
    if len(found.boards) == 2 and found.boards[0][0] == found.boards[1][0]:
        return replace(found, goal=found.boards[1])
    if len(found.boards) > 1:
        raise InvalidBoardError([make_defect(SEVERAL.format(count_boards(found.boards)))])
    return found


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
            found.append(read_single(block, blank))
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
        raise InvalidBoardError([make_defect(SEVERAL.format(count_boards(found)))])
    how = ", ".join(dict.fromkeys(filter(None, (one.how for one in found))))
    return replace(found[-1], boards=tuple(chain(*(one.boards for one in found))), how=how)


def count_boards(boards: Sized) -> str:
    """Return the number of boards in a text, of which no more than MOST_BOARDS are read."""
    return f"{len(boards):,}{' or more' if len(boards) >= MOST_BOARDS else ''}"


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
    if _DIVIDED.fullmatch(lines[0].text):
        return True  # or a board with mistakes, but no row
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


def _count_lines(run: list[_Line], may_try: bool) -> int:
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
    if not may_try or is_plain_board(run[0].text) or is_plain_board(run[1].text):
        return 1
    whole = "\n".join(line.text for line in run)
    return len(run) if is_plain_board(whole) or try_forms(whole) else 1


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
