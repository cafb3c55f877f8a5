"""The code that a student hands in, and the table that a teacher makes from a class's codes. Pure.

A code contains a digit for each step, see `state`, all as one number in base 5. A checksum detects mistyped
codes, and codes from another version of the lessons. A code proves nothing: anybody can copy or make one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from zlib import crc32

from npuzzle.classroom.csv_table import format_csv
from npuzzle.errors import quote
from web.command import Commands
from web.rooms.learn.state import FIRST, LATER, NOTHING, SHOWN, Phase, count_answered
from web.rooms.learn.table import LESSONS

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without letters that look like others (Crockford's base 32)
_ALIKE = str.maketrans("OIL", "011", "-\N{EN DASH}\N{EM DASH}")
_COURSE = " ".join([f"{lesson.name} {lesson.steps}" for lesson in LESSONS])
_CHECKS = 32_749
_STEPS = sum(map(len, NOTHING))
LONGEST, MOST = 100_000, 500  # characters, and lines, of the pasted text that are read
SHOWN_PROBLEMS = 5
MOST_WORDS = 12  # words at a line's end that may form a code; codes have fewer groups
HEADINGS = ("Name", "Answered", "First try", "Later try", "Shown", "Lessons done, by number")


def write_code(answers: tuple[str, ...]) -> str:
    """Return the code for the digits of all lessons, in groups of four letters."""
    number = int("".join(answers)[::-1], 5)
    number, code = number * _CHECKS + _check(number), ""
    while number:
        number, digit = divmod(number, len(DIGITS))
        code = DIGITS[digit] + code
    return "-".join([code[at : at + 4] for at in range(0, len(code), 4)])


def read_code(code: str) -> tuple[str, ...] | None:
    """Return the digits of each lesson, or None if the text is not a code for these lessons."""
    plain, number = code.upper().translate(_ALIKE), 0
    if not 1 <= len(plain) <= _STEPS or not set(plain) <= set(DIGITS):
        return None
    for digit in plain:
        number = number * len(DIGITS) + DIGITS.index(digit)
    number, check = divmod(number, _CHECKS)
    if check != _check(number):
        return None
    answers, all_digits = [], ""
    for _ in range(_STEPS):
        number, how = divmod(number, 5)
        all_digits += str(how)
    for lesson in LESSONS:
        answers.append(all_digits[: lesson.steps])
        all_digits = all_digits[lesson.steps :]
    return None if number else tuple(answers)


def _check(number: int) -> int:
    return crc32(f"{_COURSE} {number}".encode()) % _CHECKS


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: a student, and the content of the student's code."""

    name: str
    answers: tuple[str, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        """Return the cells below HEADINGS."""
        digits = "".join(self.answers)
        done = [str(at) for at, of in enumerate(self.answers, 1) if count_answered(of) == len(of)]
        counts = [count_answered(digits), *map(digits.count, (FIRST, LATER, SHOWN))]
        return (self.name, *map(str, counts), ", ".join(done))


@dataclass(frozen=True, slots=True)
class CodesState:
    """The text that a teacher pasted, the table of its codes, and a sentence for each line without a code."""

    text: str = ""
    rows: tuple[Row, ...] = ()
    problems: tuple[str, ...] = ()
    copied: str = ""
    spoken: str = ""

    phase = Phase.LIST  # the page for teachers replaces the list of lessons

    @property
    def problem(self) -> str:
        """Return the message about lines without a code, cut if it is long."""
        more = len(self.problems) - SHOWN_PROBLEMS
        return " ".join(self.problems[:SHOWN_PROBLEMS]) + (
            f" {more} more lines like this." if more > 0 else ""
        )

    @property
    def csv(self) -> str:
        """Return the table as CSV, with a column for each lesson."""
        columns = (*HEADINGS[:-1], *[lesson.name for lesson in LESSONS])
        rows = [(*row.cells[:-1], *map(count_answered, row.answers)) for row in self.rows]
        return format_csv(columns, [dict(zip(columns, row)) for row in rows])


def _find_code(words: list[str]) -> tuple[tuple[str, ...] | None, list[str], str]:
    """Split a line's words into a name and a code. The code is the last word, or the last few words."""
    for at in range(len(words) - 1, max(-1, len(words) - 1 - MOST_WORDS), -1):
        if (answers := read_code("".join(words[at:]))) is not None:
            return answers, words[:at], ""
    return None, words[:-1], words[-1]


command = Commands[CodesState]()


@command()
def type_codes(state: CodesState, text: str) -> CodesState:
    """Read the pasted text, which has one line per student: a name, then the code."""
    lines = [(at, line) for at, line in enumerate(text[:LONGEST].splitlines(), 1) if line.strip()]
    rows, problems = [], []
    for number, line in lines[:MOST]:
        words = [word.strip("\"'.:") for word in re.split(r"[\s,;]+", line) if word] or [""]
        answers, name, code = _find_code(words)
        if answers is None:
            problems.append(f"Line {number}: {quote(code[:40])} is not a code of these lessons.")
        else:
            rows.append(Row(" ".join(name)[:100] or f"Line {number}", answers))
    if len(lines) > MOST or len(text) > LONGEST:
        problems.append(f"Only the first {MOST} lines and {LONGEST:,} characters are read.")
    return CodesState(text, tuple(rows), tuple(problems))


@command()
def say_copied(state: CodesState, is_copied: bool) -> CodesState:
    """Report whether the table was copied."""
    said = "Copied." if is_copied else "The browser did not let the page copy the text."
    return CodesState(state.text, state.rows, state.problems, said, said)
