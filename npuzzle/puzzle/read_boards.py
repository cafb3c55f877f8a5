"""Texts of several boards: a start and its goal in one text, or a file of many boards.

`read_text` and `read_one` read a text that `npuzzle.puzzle.cells.read_plain` cannot read. They try to read it
as one board first (`npuzzle.puzzle.read_board`), then as several boards. Two boards of one shape are a start
and its goal.

`split_boards` divides the lines of a file into texts of one board each. A wrong guess is worse than an error
here: a row of a larger board must never become a small board. So lines that may be rows are judged together.
A line counts as a board by itself only if most lines around it are boards, or if no number around it is too
large for a board of that size. An unclear passage becomes one text, and reading that text raises one error.
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
from npuzzle.puzzle.cells import BLANK_MARKS, MAX_TEXT, Cells, refuse_value, split_row, tile_number
from npuzzle.puzzle.forms import SIZE, drop_comments, make_defect, read_frame, read_numbered, read_size
from npuzzle.puzzle.read_board import (
    MAX_FORMS,
    NUMBER,
    Contents,
    is_plain_board,
    read_goal,
    read_single,
    read_tiles,
    try_forms,
)
from npuzzle.puzzle.shape import MAX_SIDE, Shape

MOST_BOARDS = 1000  # read from one text: enough for the message that there are several
SEVERAL = "the text has {} boards, but only one is expected here (npuzzle batch solves a file of boards)"

START_WORDS = "start|initial|初始|起始"
GOAL_WORDS = "goal|target|final|目标"
_NAMED_GOAL = re.compile(
    rf"(.*\S)\s*(?:->|=>|→|\b(?:{GOAL_WORDS})\w*[^\n:=：]{{0,99}}[:=：])\s*([A-Za-z][A-Za-z0-9-]+)\s*",
    re.DOTALL | re.IGNORECASE,
)
_NUMBERS = re.compile("[0-9]\\W+[0-9]|[0-9]{4}")  # at least a part of the numbers of a board
_LABELS = re.compile(
    rf"\b(?:{START_WORDS}|{GOAL_WORDS})\w*(?:[ \t]+[^\W\d_]{{2,}}){{0,3}}\s*[:=：]?", re.IGNORECASE
)

AHEAD = 2 * MAX_SIDE + 4  # lines that are read ahead
BEGINNING = 10 * MAX_SIDE  # characters of a line that show whether it is a row: no row is longer

_NAMES = {"puzzle": "board", "start": "board", "initial": "board", "state": "board", "optimal": "length"}
_GOAL = re.compile(rf"\W*({GOAL_WORDS})", re.IGNORECASE)
_LABEL = re.compile(r"^\s*[^\W\d_]{2}[^{]*[:=]")  # the label of a board, whose goal may be in the next line
_NESTED = re.compile(r"[\[({]\s*[\[({]|[\])}]\s*,?\s*[\[({]|^\s*\{\s*\"")
_DIVIDED = re.compile(r"(?<![/<])/\s*[^\s/>]|->|=>|→|;.*?\d+[\s,]+\d+.*;|\d+[\s,]+\d+\s*;\s*\d+[\s,]+\d")
_BARE = re.compile(r"\s*((?=(?:[_.xX-]?[0-9]){8})[0-9_.xX-]{9}\s*)+")


def read_text(text: str, blank: str = "") -> Contents:
    """Read a text that is one board, or two of one shape: a start and its goal. Raises InvalidBoardError.

    `blank`: the word for the blank, if the user names one.
    """
    if not isinstance(text, str):
        raise refuse_value(text, "text, such as 1 2 3/4 5 6/7 8 0")
    named = _NAMED_GOAL.fullmatch(text[:MAX_TEXT])
    if named is not None:
        found = read_text(named[1], blank)
        return replace(found, goal=read_goal(named[2], found.boards[0][0]))
    found = _read_labelled(text, blank) or _read_unlabelled(text, blank)
    if len(found.boards) == 2 and found.boards[0][0] == found.boards[1][0]:
        start, goal = found.boards if not _has_goal_first(text) else found.boards[::-1]
        return replace(found, boards=(start, goal), goal=goal)
    if len(found.boards) > 1:
        raise InvalidBoardError([make_defect(SEVERAL.format(count_boards(found.boards)))])
    return found


def _read_unlabelled(text: str, blank: str) -> Contents:
    try:
        return read_single(text, blank)
    except InvalidBoardError:
        several = _read_blocks(text, blank)
        if several is None:
            raise
        return several


def _read_labelled(text: str, blank: str) -> Contents | None:
    """Read a text whose labels say which of two boards is the start. Return None for any other text."""
    bare = drop_comments(text)
    parts = [part for part in _LABELS.split(bare) if _NUMBERS.search(part)]
    if None in _find_labels(bare) or len(parts) != 2 or '"board"' in bare:
        return None
    first, second = (read_single(part, blank) for part in parts)
    how = ", ".join(
        dict.fromkeys(filter(None, ("without the words and marks around it", first.how, second.how)))
    )
    return replace(first, boards=first.boards + second.boards, how=how)


def _find_labels(text: str) -> list[re.Match[str] | None]:
    """Find the labels of the goal and of the start."""
    return [re.search(rf"\b(?:{words})", text, re.IGNORECASE) for words in (GOAL_WORDS, START_WORDS)]


def read_one(text: str, shape: Shape | None = None) -> Cells:
    """Read a text that is one board. `shape` is for a text without rows.

    Sixteen numbers in one line are a 4x4 board, unless the shape is 2x8. Raises InvalidBoardError, also for a
    text of two boards: the second board must not be dropped silently.
    """
    found = _read_shaped(text, shape)
    if len(found.boards) > 1:
        raise InvalidBoardError([make_defect(SEVERAL.format(count_boards(found.boards)))])
    return found.boards[0]


def _read_shaped(text: str, shape: Shape | None) -> Contents:
    """Read a text, with the shape written in front of it if that helps."""
    if shape is None:
        return read_text(text)
    has_rows = "/" in text or "\n" in text.strip() or text.count("[") > 1
    if not has_rows:
        with suppress(InvalidBoardError):
            found = read_text(f"{shape}\n{text}")
            if found.boards[0][0] == shape:
                return found
    try:
        return read_text(text)
    except InvalidBoardError:
        if has_rows:
            with suppress(InvalidBoardError):
                return read_text(f"{shape}\n{text}")
        raise


def _has_goal_first(text: str) -> bool:
    """Return whether labels say that the first of two boards is the goal."""
    for each in (drop_comments(text), text):
        goal, start = _find_labels(each)
        if goal is not None and start is not None:
            return goal.start() < start.start()
    return goal is not None and not text[: goal.start()].strip("# /*;-[({\"'")


def _read_blocks(text: str, blank: str) -> Contents | None:
    """Read a text of several boards. Return None if it is not divided, or does not begin with a board.

    Raises InvalidBoardError if there are more than two, or if a count or numbers show that they are a list.
    """
    if len(text) > MAX_FORMS:
        return None
    blocks = [*islice(split_boards(text.splitlines()), MOST_BOARDS)]
    if not blocks or blocks[0][1].strip() == text.strip():
        return None
    try:
        found = [read_single(block, blank) for _, block in blocks[:2]]
    except InvalidBoardError:
        return None
    is_counted = is_header([Line(at, line) for at, line in enumerate(text.strip().splitlines()[:AHEAD])])
    if len(found) == 1 and is_counted:
        return None
    is_list = len(found) > 1 and all(
        one.name or NUMBER.match(block) for one, (_, block) in zip(found, blocks)
    )
    if len(blocks) > 2 or is_counted or is_list:  # so the second board is not a goal
        raise InvalidBoardError([make_defect(SEVERAL.format(count_boards(blocks)))])
    how = ", ".join(dict.fromkeys(filter(None, (one.how for one in found))))
    return replace(found[-1], boards=tuple(chain(*(one.boards for one in found))), how=how)


def count_boards(boards: Sized) -> str:
    """Return the number of boards in a text, counting up to MOST_BOARDS."""
    return f"{len(boards):,}{' or more' if len(boards) >= MOST_BOARDS else ''}"


class Line:
    """A line of a file, and its words and numbers without comments."""

    __slots__ = ("number", "numbers", "text", "words")

    def __init__(self, number: int, text: str) -> None:
        self.number, self.text = number, text.rstrip("\r\n")
        bare = drop_comments(self.text)
        self.words = split_row(bare)
        self.numbers = [int(digits) for digits in re.findall(r"[0-9]{1,9}", bare[:BEGINNING])]

    @property
    def is_divided(self) -> bool:
        """Whether the line is divided into rows, so that it is not itself a row."""
        bare = drop_comments(self.text)
        begin = bare[:BEGINNING]
        if _DIVIDED.search(begin) or _BARE.fullmatch(begin):
            return True
        return bool(_NESTED.search(begin)) and all(
            bare.count(a) == bare.count(b) for a, b in ("[]", "()", "{}")
        )


def split_boards(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the text of each board, and the number of its first line, from 1.

    A board is one line or several: rows one below the other, optionally with a size above them and a
    labelled goal below them. Below a heading with a field `board`, as in CSV, each record becomes a JSON
    object with these names. These lines belong to no board: a count at the beginning, the zeros at the end of
    a file with sizes, comments, and empty lines. Only a few hundred lines are in memory at a time.
    """
    numbered = (Line(number, line) for number, line in enumerate(lines, 1))
    ahead: deque[Line] = deque()
    is_started = has_sizes = False
    while True:
        ahead.extend(islice(numbered, 0 if ahead else 1))
        if not ahead:
            return
        first = ahead[0]
        if not first.words or (not is_started and re.fullmatch(r"sep=.\s*", first.text)):
            ahead.popleft()
            continue
        if first.is_divided and (is_started or not find_mark(first.text)) and not _LABEL.search(first.text):
            yield (
                first.number,
                ahead.popleft().text,
            )  # before the next line is read, because a pipe may have to wait for that line
            is_started = True
            continue
        ahead.extend(islice(numbered, AHEAD - len(ahead)))
        group = [*ahead]
        mark = "" if is_started else find_mark(first.text)
        if mark:
            yield from _read_csv(chain(group, numbered), mark)
            return
        if (not is_started and is_header(group)) or (has_sizes and _is_end(group)):
            ahead.popleft()
            continue
        has_sizes = has_sizes or (read_size(first.words) is not None and len(group) > 1)
        is_started = True
        run = [first] if first.is_divided else _list_run(group)
        at = 0
        for size in _measure_blocks(run):
            last = run[at + size - 1]
            end = _include_goal(group, last.number - first.number + 1) if at + size == len(run) else None
            stop = end or last.number - first.number + 1
            yield run[at].number, "\n".join(line.text for line in group[run[at].number - first.number : stop])
            at += size
        for _ in range(stop):
            ahead.popleft()


def is_header(lines: list[Line]) -> bool:
    """Return whether the first line is a count of the boards below it, or a size followed by a count."""
    size, below = read_size(lines[0].words), lines[1:]
    if size is None or not any(line.words for line in below):
        return False
    if not below[0].words:  # a count, unless it is the side of the only board below
        run = [*takewhile(lambda line: line.words, (line for line in below if line.words))]
        return len(lines[0].words) == 1 and (len(run[0].words) != size[1] or len(run) >= size[0])
    width = len(below[0].words)
    return width not in (size[1], len(lines[0].words)) and (len(lines[0].words) == 1 or width == 1)


def _is_end(lines: list[Line]) -> bool:
    return len(lines) < AHEAD and all(word == "0" for line in lines for word in line.words)


def _include_goal(lines: list[Line], end: int) -> int:
    """Return where a block ends if the lines after its end are labelled as its goal."""
    after = next((at for at in range(end, len(lines)) if lines[at].words), len(lines))
    if after == len(lines) or not _GOAL.match(lines[after].text):
        return end
    return next((at for at in range(after + 1, len(lines)) if not lines[at].words), len(lines))


def _list_run(lines: list[Line]) -> list[Line]:
    """List the lines that may be rows of one board, even if empty lines divide them."""
    run: list[Line] = []
    for at, line in enumerate(lines):
        if line.words and line.is_divided:
            break
        is_next = line.words and run and line.number > run[-1].number + 1
        if is_next and not _continues(run, [*takewhile(lambda line: line.words, lines[at:])]):
            break
        if line.words:
            run.append(line)
    return run


def _continues(run: list[Line], after: list[Line]) -> bool:
    """Return whether the lines after an empty line continue the board.

    They do if the first is about as long, no number repeats, and no second blank appears.
    """
    line = after[0]
    seen, more = ({number for row in rows for number in row.numbers} for rows in (run, after))
    is_like = len(line.numbers) > 1 and abs(len(line.numbers) - len(run[-1].numbers)) <= 1
    has_blanks = all(map(_has_blank, (run, after)))
    return is_like and not has_blanks and not seen & more and not _is_flat(line)


def _has_blank(lines: list[Line]) -> bool:
    return any(0 in line.numbers or BLANK_MARKS & {*line.words} for line in lines)


def _is_flat(line: Line) -> bool:
    """Return whether a line is a board, alone, with its number, length or goal, or as groups of digits."""
    with suppress(InvalidBoardError):
        if _read_labelled(line.text, "") is not None:
            return True
    groups = line.words if len({len(line.words), *map(len, line.words)}) == 1 else []
    drafts = (*read_numbered(line.text), *read_frame(line.text))
    rows = [[*map(list, groups)], *(draft.rows for draft in drafts)]
    return is_plain_board(line.text) or any(read_tiles(one) for one in rows if one)


def _measure_blocks(run: list[Line]) -> list[int]:
    """Return the number of lines of each board in a run, or only of the first board."""
    if len(run) == 1:
        return [1]
    flat = [line for line in run if _is_flat(line)]
    least = min((len(line.numbers) for line in flat), default=0)
    if 2 * len(flat) > len(run) or (flat and max(max(line.numbers, default=0) for line in run) < least):
        return [1] * len(run)
    stated = SIZE.fullmatch(run[0].text.strip())
    size = (int(stated[1]), int(stated[2])) if stated else read_size(run[0].words)
    if size is not None and (stated or len(run[1].words) == size[1]):
        fits = [len(line.words) for line in run[1 : 1 + size[0]]] == [size[1]] * size[0]
        return [size[0] + 1 if fits else len(run)]
    height = _measure_rows(run)
    if height:
        width = len(run[0].words)
        after = [line for line in run[height : height + 1] if len(line.words) == width]
        # Another row of a board with a mistake in it, or the first row of another board.
        is_row = any(
            max(line.numbers, default=0) >= height * width or len({*line.words}) < width for line in after
        )
        return [len(run) if is_row else height]
    whole = "\n".join(line.text for line in run)
    if is_plain_board(whole) or _has_boards(whole) or flat or sum(len(line.numbers) > 1 for line in run) > 1:
        return [len(run)]
    return [1] * len(run)


def _has_boards(text: str) -> bool:
    try:
        return len(text) <= MAX_FORMS and bool(try_forms(text))
    except InvalidBoardError:  # its goal is not a board
        return True


def _measure_rows(run: list[Line]) -> int:
    """Return the height of the tallest board that the first rows form, or 0 if they form none."""
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


def find_mark(heading: str) -> str:
    """Return the separator of the fields of a heading with a field `board`, or "" for any other line."""
    for mark in "\t;,|":
        fields = {field.strip().strip('"').lower() for field in heading.split(mark)}
        if len(fields) > 1 and fields & {
            "board",
            *(name for name, means in _NAMES.items() if means == "board"),
        }:
            return mark
    return ""


def _read_csv(lines: Iterable[Line], mark: str) -> Iterator[tuple[int, str]]:
    """Yield each record of a table with a heading as a JSON object that the forms read."""
    reader = csv.reader((f"{line.text}\n" for line in lines), delimiter=mark, strict=True)
    names = [name.strip().lower() for name in next(reader)]
    names = [_NAMES[name] if _NAMES.get(name, name) not in names else name for name in names]
    while True:
        number = reader.line_num + 1
        try:
            fields = next(reader, None)
        except csv.Error as error:
            yield number, json.dumps({"board": f"not CSV: {error}"})
            continue
        if fields is None:
            return
        row = dict(zip(names, map(str.strip, fields)))
        if len(fields) > len(names):
            row = {"board": f"{len(fields)} fields, the heading has {len(names)}"}
        if any(fields):
            length = row.get("length", "")
            yield (
                number,
                json.dumps({**row, "length": int(length) if re.fullmatch("[0-9]{1,6}", length) else None}),
            )
