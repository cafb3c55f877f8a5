"""The command `grade`: replay answers to exercises, and say which are shortest."""

from __future__ import annotations

import argparse
import sys
from io import TextIOWrapper

from npuzzle.classroom.csv_table import LARGEST_TABLE, SAVE_AS_UTF8, decode, require_encoding
from npuzzle.classroom.grading import WORTH_A_POINT, Grades, Verdict, grade
from npuzzle.cli.output import BAD_INPUT, NOT_SOLVED, OK, print_json, print_table, print_text
from npuzzle.cli.parser import Parser, Place
from npuzzle.errors import UsageError
from npuzzle.puzzle.moves import Notation

EITHER = "either"

#: Encodings that spreadsheets use, by country, if they do not write UTF-8.
ENCODINGS = ("big5", "cp1250", "cp1251", "cp1252", "cp932", "cp949", "gb18030", "mac-roman")


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `grade`."""
    parser.add_argument("key", metavar="KEY", help="the exercises.csv of the set", offer=Place.FILE)
    parser.add_argument(
        "answers",
        metavar="ANSWERS",
        help="CSV with the columns student, number, path, for a whole class; without student if there is one "
        "only. If a student answers an exercise more than once, the last answer counts",
        offer=Place.FILE,
    )
    parser.add_argument(
        "--encoding",
        metavar="E",
        help="encoding of files other than UTF-8 and UTF-16, such as cp932 (default: cp1252, with a note)",
        offer=lambda: ENCODINGS,
    )
    parser.add_argument(
        "--notation",
        choices=[*(notation.value for notation in Notation), EITHER],
        default=EITHER,
        help=f"the letters name the direction of the tile or of the blank (default: {EITHER}, the reading "
        "that solves the board)",
    )
    formats = parser.add_mutually_exclusive_group()
    formats.add_argument("--csv", action="store_true", help="print CSV")
    formats.add_argument("--json", action="store_true", help="print one JSON object, with points")
    parser.set_defaults(run=_grade)


def _grade(options: argparse.Namespace) -> int:
    if options.key == options.answers == "-":
        raise UsageError("key and answers cannot both come from standard input")
    require_encoding(options.encoding)
    notation = None if options.notation == EITHER else Notation(options.notation)
    key, answers = (_read_table(name, options.encoding) for name in (options.key, options.answers))
    grades = grade(key, answers, notation)
    if options.json:
        print_json(grades.to_dict())
    elif options.csv:
        print_text(grades.to_csv(), end="")
    else:
        print_table(grades.to_text())
    return _choose_exit_code(grades)


def _read_table(name: str, encoding: str | None) -> list[str]:
    """Read the lines of a table from a file or standard input. Warn if the encoding is a guess."""
    what = "standard input" if name == "-" else name
    lines, guess = decode(_read_bytes(name), what, encoding)
    if guess:
        print(
            f"npuzzle: {what} is not in UTF-8, and was read in {guess} (Western European); if names look "
            f"wrong, {SAVE_AS_UTF8}, or name its encoding with --encoding",
            file=sys.stderr,
        )
    return lines


def _read_bytes(name: str) -> bytes:
    """Read a file or standard input, up to one byte more than a table may have."""
    if name == "-" and sys.stdin is None:
        raise UsageError("there is no standard input to read")
    try:
        if name != "-":
            with open(name, "rb") as file:
                return file.read(LARGEST_TABLE + 1)
        if isinstance(sys.stdin, TextIOWrapper):
            found: bytes = sys.stdin.buffer.read(LARGEST_TABLE + 1)
            return found
        return sys.stdin.read().encode()
    except IsADirectoryError:
        raise UsageError(f"{name} is a folder; expected a file in it, such as exercises.csv") from None
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error.strerror or error}") from None


def _choose_exit_code(grades: Grades) -> int:
    """Return the exit code: OK if all answers are best, BAD_INPUT if one cannot be read."""
    verdicts = {graded.verdict for graded in grades.rows} - {Verdict.REPEATED}
    if Verdict.UNREADABLE in verdicts:
        return BAD_INPUT
    return OK if verdicts <= set(WORTH_A_POINT) else NOT_SOLVED
