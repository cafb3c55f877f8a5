"""Read a text of one board: try the forms, find the blank, turn words into tiles, and say how it was read.

If a plain form of `npuzzle.puzzle.forms` finds a board, no other form is tried. Otherwise all forms are
tried. If all forms that find a board find the same one, the text is that board, and `Contents.how` says how
the text was read. If they find different boards, the error shows two of them. Trying all forms is slower than
choosing one by the look of the text, but cannot choose the wrong form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from math import isqrt

from npuzzle.errors import Defect, Fault, GoalMismatchError, InvalidBoardError, NPuzzleError, brief, quote
from npuzzle.puzzle.cells import (
    BLANK_MARKS,
    Cells,
    Rows,
    divide,
    find_defects,
    find_shape,
    read_rows,
    read_words,
    split_row,
)
from npuzzle.puzzle.forms import (
    FORMATS,
    FORMS,
    SIZE,
    Draft,
    divide_row,
    drop_comments,
    list_plain_rows,
    make_defect,
    read_object,
    read_size,
)
from npuzzle.puzzle.goals import goal_tiles
from npuzzle.puzzle.shape import MAX_SIDE, Shape, shape_problem
from npuzzle.text import count

MAX_FORMS = 150_000  # characters of the longest text on which all forms are tried
LONGEST_MARK = 10  # characters of the longest word for the blank
HASH = "\ue000"  # replaces each # that does not begin a comment

_WORD = re.compile(r"[^\W\d_]{2}")  # two letters together, which no tile has
_REMARK = re.compile(  # a comment or an HTML tag; a far letter is not sought, as that could take minutes
    r"(//|%|--[ \t])[\W\d_]{0,99}+[^\W\d_].*|(//|%)\s*$|<[^<>]{0,40}>"
)
_SURE_MARK = re.compile(rf"[*#~@&{HASH}]|[^\W\d_]{{3,}}")  # a mistyped tile never looks like this
_NOT_BLANK = re.compile(r"[|()]|[^\W_][.:]$")  # as in the number of a list entry, or in a part of a frame
#: The number of a board in a list: `(b)`, `Q1.`, `Board 12:`.
NUMBER = re.compile(
    r"\A\s*[(\[]?(?:[^\W\d_]{1,20}\.?\s*(?=[0-9]))?(?:[^\W\d_]{1,3}|[0-9]{1,3}(?:\.[0-9]{1,2})?)[)\].:]+(?=\s)"
)
_ASIDE = re.compile(r"[(\[](?=[^\W\d_]{2})[^()\[\]\d]*[)\]]")  # words in brackets
_ROW = re.compile(r"[0-9](?:(?:(?!\.)[\W_])+[0-9]+){2}|[0-9]{6}")  # at least a part of a board
_BULLET = re.compile(r"\s*([;*>-]+|#+)\s")


@dataclass(frozen=True, slots=True)
class Contents:
    """The content of a text: boards, and the goal, the name and the known length in it.

    `how`: how the text was read, such as "with * as the blank", or "" for the plain forms.
    """

    boards: tuple[Cells, ...]
    goal: Cells | None = None
    how: str = ""
    name: str = ""
    length: int | None = None


def is_plain_board(text: str) -> bool:
    """Return whether a text is a board in a plain form."""
    return any(not isinstance(rows, Defect) and not find_defects(rows) for rows in list_plain_rows(text))


def read_single(text: str, blank: str = "") -> Contents:
    """Read a text by the plain forms, then by all others, but not as several blocks of rows.

    Raises InvalidBoardError with the defects of the first plain reading, or with two boards that the text may
    mean.
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
            return Contents((cells,))
    readings = try_forms(text, blank) if len(text) <= MAX_FORMS else []
    if len(readings) == 1:
        return readings[0]
    if readings:
        said = " or ".join(
            f"{' and '.join(map(_write, reading.boards))} ({reading.how or 'as rows'})"
            for reading in readings[:2]
        )
        raise InvalidBoardError([make_defect(f"it can be read in two ways, {said}: {FORMATS}")])
    raise _explain(
        text, first or InvalidBoardError([make_defect(f"no board in it has the blank {quote(blank)}")])
    )


def try_forms(text: str, blank: str = "") -> list[Contents]:
    """Return the different boards that the forms find, each as described by the form that found it first."""
    if not all(mark.isspace() or (mark.isprintable() and mark != "\ufffd") for mark in set(text)):
        return []  # invisible or lost text is not guessed
    found: dict[tuple[tuple[Cells, ...], Cells | None], Contents] = {}
    size = _find_size(text)  # every reading must have this size
    for base, without in _list_texts(text):
        plain = (Draft(rows) for rows in list_plain_rows(base) if not isinstance(rows, Defect))
        objects = [*read_object(base)]  # the most explicit form: it has names
        for draft in objects or chain(plain, *(form(base) for form in FORMS)):
            for boards, blank_how in _read_boards(draft.rows, blank):
                shape = boards[0][0]
                if size is None or (int(size[1]), int(size[2])) == (shape.rows, shape.cols):
                    goal = read_goal(draft.goal, shape)
                    how = ", ".join(filter(None, [draft.how, blank_how, without]))
                    found.setdefault((boards, goal), Contents(boards, goal, how, draft.name, draft.length))
    return list(found.values())


def _list_texts(text: str) -> Iterator[tuple[str, str]]:
    """Yield the texts on which the forms are tried, and for each a note of the words that were left out."""
    bare = drop_comments(text).strip("\r\n")
    yield bare, ""
    if "#" in text:
        yield text.strip("\r\n").replace("#", HASH), ""
    size = _find_size(bare)
    if size is not None:
        yield bare.strip()[size.end() :], ""
    inside = _ASIDE.sub(" ", NUMBER.sub("", bare))
    if inside != bare and is_plain_board(inside.replace("|", "/")):  # so all tiles and the blank are left
        yield inside, "without the words and marks around it"
    lines = bare.splitlines()
    at = lines[0].find("goal:") if lines else -1
    if at > 0:  # side by side, as `solve --show` draws them
        yield "\n".join([line[:at] for line in lines] + [line[at + 5 :] for line in lines]), ""
    lines = [
        re.sub(r"(?<!/)/+\s*$", "", _REMARK.sub(" ", line))
        for line in re.sub(r"->|=>|→|\\n", "\n", bare).splitlines()
    ]
    front = _BULLET.match(lines[0]) if lines else None
    if front and all(line.startswith(front[0]) for line in lines if line):
        lines = [line[front.end() :] for line in lines]
    lines = list(map(_drop_label, lines))
    rest = "\n".join(line for line in lines if line.strip())
    if rest != bare:
        yield rest, "without the words and marks around it"


def _find_size(text: str) -> re.Match[str] | None:
    """Find a size at the beginning. An x among many digits is the blank."""
    size = SIZE.match(text.strip())
    return None if size is None or max(len(size[1]), len(size[2])) > 3 else size


def _drop_label(line: str) -> str:
    """Drop a label such as `Start:` or `board =`, and a line of words without a number."""
    head = re.match(r"[^0-9\[({]*", line)
    at = max(head[0].rfind(":"), head[0].rfind("=")) if head else -1
    is_heading = line.rstrip().endswith(":") and not _ROW.search(line)
    if _WORD.search(line) and (is_heading or not re.search("[0-9]", line)):
        return ""
    return line[at + 1 :] if _WORD.search(line[: max(at, 0)]) else line


def read_goal(goal: object, shape: Shape) -> Cells | None:
    """Return the goal that a text gives for its board: a name, a text or a list; None without a goal.

    Raises InvalidBoardError for an invalid goal.
    """
    if goal is None or goal == "":
        return None
    try:
        tiles = goal_tiles(goal, shape)
        if isinstance(goal, str) and tiles is None:
            found = read_single(goal).boards[0]
        else:
            found = read_words(read_rows(goal if tiles is None else tiles, shape))
        if found[0] != shape:
            raise GoalMismatchError(f"it is {found[0]}, but the board is {shape}")
    except NPuzzleError as error:
        said = f"the goal in the text, {quote(goal)}, cannot be used: {error}"
        raise InvalidBoardError([make_defect(said)]) from None
    return found


def _read_boards(rows: Rows, blank: str) -> Iterator[tuple[tuple[Cells, ...], str]]:
    """Yield the rows of words as one board, or as several boards of one shape from top to bottom."""
    if not 0 < len(rows) <= 2 * MAX_SIDE:
        return
    one = read_tiles(rows, blank)
    if one is not None:
        yield (one[0],), one[1]
        return
    blanks = sum(word == blank if blank else word in BLANK_MARKS for row in rows for word in row)
    for number in {2, blanks} - {0, 1}:
        height, rest = divmod(len(rows), number)
        if height and not rest:
            parts = [rows[at : at + height] for at in range(0, len(rows), height)]
            read = [read_tiles(part if height > 1 else divide_row(part[0]), blank) for part in parts]
            if all(read):
                yield tuple(part[0] for part in read if part), next(part[1] for part in read if part)


def read_tiles(rows: Rows, blank: str = "") -> tuple[Cells, str] | None:
    """Return words as tiles, and the word for the blank if it is unusual; None if the words are not a board.

    The blank is the word `blank`, or 0 or a usual mark. If all other words are tiles, it can also be -1 or
    any word without a digit. Tiles that count from 0 are renumbered from 1.
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
        word == blank if blank else number is None and (word == "-1" or not any(map(str.isnumeric, word)))
        for word, number in zip(words, numbers)
    ]
    if is_blank.count(True) != 1:
        return None
    at = is_blank.index(True)
    mark, rest = words[at], [number for number, is_one in zip(numbers, is_blank) if not is_one]
    first = 0 if 0 in rest else 1
    if set(rest) != set(range(first, shape.cells - 1 + first)) or len(mark) > LONGEST_MARK:
        return None
    if not blank and (_NOT_BLANK.search(mark) or (first == 0 and not _SURE_MARK.fullmatch(mark))):
        return None  # 0 may be the blank, and the mark a tile that was mistyped
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
    """Return the numbers that words mean, also as hexadecimal digits or letters in order; None for others."""
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
    if first.fault is Fault.BAD_SIZE and len(rows) == 1 and len(rows[0]) > 4:
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
    """Name what a row of numbers lacks: the blank or a size. Return "" if neither would help."""
    side = isqrt(cells + 1)
    if side * side == cells + 1:
        return f"{cells} numbers in one row, but {side}x{side} has {cells + 1} cells: is the blank missing?"
    shape = find_shape(cells)
    return f"{cells} numbers in one row: put the size before them, such as {shape}" if shape else ""
