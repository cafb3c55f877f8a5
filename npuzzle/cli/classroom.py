"""The commands for courses: `exercises` writes worksheets with a key, `grade` checks answers against a key.

`exercises` replaces a file only if it wrote that file itself and the file has not been changed since. The
hashes of its files are in the file MARK, which is written first, so that the same command can repair the
folder if the disk fills up.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections.abc import Iterator, Mapping
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from npuzzle.classroom.csv_table import LARGEST_TABLE, SAVE_AS_UTF8, decode, require_encoding
from npuzzle.classroom.exercises import (
    ANY,
    MOST_EXERCISES,
    PROPERTIES,
    ExerciseSet,
    Plan,
    Question,
    iter_make_exercises,
    parse_depths,
)
from npuzzle.classroom.grading import WORTH_A_POINT, Grades, Verdict, grade
from npuzzle.classroom.sheets import FILES, files, row
from npuzzle.cli.board_io import add_goal, add_json, add_quiet, draw_seed, parse_seed, read_lines
from npuzzle.cli.parser import Parser, Place
from npuzzle.cli.terminal import (
    BAD_INPUT,
    NOT_SOLVED,
    OK,
    Meter,
    hold_ctrl_c,
    print_json,
    print_table,
    print_text,
    report_unwritable,
)
from npuzzle.errors import UnknownNameError, UsageError, quote
from npuzzle.progress import run_to_end
from npuzzle.puzzle.board import goal_board
from npuzzle.puzzle.moves import Notation
from npuzzle.puzzle.shape import Shape
from npuzzle.storage import HALF, require_writable, write
from npuzzle.text import count

#: The file with the hashes of the other files of a set, in the format of `sha256sum`.
MARK = ".npuzzle-exercises"

NO_LINKS = "the boards have no links, because --site (the address of the page) is not given"


def add_exercises(parser: Parser) -> None:
    """Add the arguments of `exercises`."""
    option = parser.add_argument
    option("folder", metavar="DIR", type=Path, help="a new or empty folder", offer=Place.FOLDER)
    option(
        "--replace",
        action="store_true",
        help="replace an earlier set in DIR, if its files have not been changed",
    )
    option("--shape", default="3x3", metavar="RxC", help="size of the boards, up to 16 cells (default: 3x3)")
    add_goal(parser)
    option(
        "--depths",
        default="4,8,12,16",
        metavar="D,D",
        help="lengths of shortest paths, in moves, or ranges such as 4-20 (default: 4,8,12,16)",
    )
    option(
        "--per-depth",
        dest="each",
        type=int,
        default=1,
        metavar="N",
        help="boards of each depth on a sheet (default: 1)",
    )
    option(
        "--property",
        default=ANY.name,
        metavar="P",
        help=f"the property of the boards: {', '.join(PROPERTIES.names())} (default: {ANY.name})",
        offer=PROPERTIES.names,
    )
    option("--unsolvable", type=int, default=0, metavar="K", help="add K unsolvable boards to each sheet")
    option(
        "--ask",
        metavar="Q,Q",
        help=f"{', '.join(question.value for question in Question)} (default: length, and "
        "solvable if --unsolvable is given)",
        offer=lambda: [question.value for question in Question],
    )
    option(
        "--students",
        metavar="FILE|N",
        help="make a sheet per student: FILE lists the names, one per line; N is the number of students",
        offer=Place.FILE,
    )
    option("--seed", type=parse_seed, metavar="S", help="the same seed gives the same files")
    option("--title", default="Sliding puzzles", metavar="T", help="the title of the worksheet")
    option("--site", metavar="URL", help="address of the page: each exercise gets a link to its board")
    option("--qr", action="store_true", help="show the links as QR codes too; needs segno")
    add_quiet(parser)
    add_json(parser)
    parser.set_defaults(run=_make_exercises)


def _make_exercises(options: argparse.Namespace) -> int:
    plan = Plan(
        goal=goal_board(options.goal, Shape.parse(options.shape)),
        depths=parse_depths(options.depths),
        each=options.each,
        wanted=PROPERTIES[options.property],
        unsolvable=options.unsolvable,
        questions=_parse_questions(options),
        students=_read_students(options.students),
        seed=draw_seed() if options.seed is None else options.seed,
        title=options.title,
        site=options.site,
    )
    with report_unwritable(options.folder):
        _require_free(options.folder)
        require_writable(options.folder / MARK, makes_folders=True)
    made = _make_set(plan)
    _write_files(options.folder, files(made, qr=options.qr), replace=options.replace)
    if options.json:
        print_json(_to_dict(made, options.folder))
    else:
        print_text(_describe(made, options.folder))
    return OK


def _parse_questions(options: argparse.Namespace) -> tuple[Question, ...]:
    if options.ask is None:
        return (Question.SOLVABLE, Question.LENGTH) if options.unsolvable else (Question.LENGTH,)
    known = {question.value: question for question in Question}
    names = [name.strip().lower() for name in options.ask.split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise UnknownNameError("question", name, known)
    return tuple(known[name] for name in dict.fromkeys(names))


def _read_students(text: str | None) -> tuple[str, ...]:
    """Read the students' names from a file, one per line, without comments, or number the students."""
    if text is None:
        return ()
    if re.fullmatch(r"[0-9]+", text):
        if not 1 <= len(text) <= 9 or not 1 <= int(text) <= MOST_EXERCISES:
            raise UsageError(f"expected 1 to {MOST_EXERCISES:,} students, got {quote(text)}")
        return tuple(f"Student {number}" for number in range(1, int(text) + 1))
    names = tuple(_read_names(text))
    if not names:
        raise UsageError(f"{text} has no names: expected one per line")
    return names


def _read_names(file: str) -> Iterator[str]:
    for number, line in enumerate(read_lines(file), 1):
        if "\ufffd" in line or "\0" in line:
            raise UsageError(f"{file}, line {number} is not text in UTF-8: save it as UTF-8")
        name = " ".join(line.split())
        if name and not name.startswith("#"):
            yield name


def _make_set(plan: Plan) -> ExerciseSet:
    with Meter(sys.stderr) as meter:
        return run_to_end(
            iter_make_exercises(plan),
            lambda now: meter.show(lambda: f"{now.done:,} of {now.total:,} exercises"),
        )


def _require_free(folder: Path) -> None:
    """Raise UsageError if the folder has files that `exercises` did not write, or that were changed since."""
    if not folder.is_dir():
        if folder.exists() or folder.is_symlink():
            raise UsageError(f"{folder} exists and is not a folder")
        return
    there = sorted(path.name for path in folder.iterdir())
    if not there:
        return
    written = _read_hashes(folder / MARK)
    others = [name for name in there if name not in (MARK, *written) and not _is_half(name)]
    if others:
        more = f" and {len(others) - 3} more" if len(others) > 3 else ""
        raise UsageError(
            f"{folder} has other files ({', '.join(others[:3])}{more}): give a new or empty folder"
        )
    changed = [name for name in there if name in written and _hash_file(folder / name) not in written[name]]
    if changed:
        raise UsageError(f"{folder} has changed files ({', '.join(changed)}): give another folder")


def _is_half(name: str) -> bool:
    """Return whether `exercises` was killed while it wrote this file."""
    return name.endswith(HALF) and any(name.startswith(f"{file}.") for file in (MARK, *FILES))


def _read_hashes(mark: Path) -> dict[str, set[str]]:
    """Read from MARK the hashes of each file that `exercises` wrote, or began to write."""
    found: dict[str, set[str]] = {}
    if mark.is_file() and not mark.is_symlink():
        for line in mark.read_text(encoding="utf-8", errors="replace").splitlines():
            hash_, _, name = line.partition("  ")
            if name in FILES:
                found.setdefault(name, set()).add(hash_)
    return found


def _hash_file(path: Path) -> str:
    """Return the SHA-256 of a plain file in hexadecimal, or "" for anything else."""
    return "" if path.is_symlink() or not path.is_file() else hashlib.sha256(path.read_bytes()).hexdigest()


def _write_files(folder: Path, texts: Mapping[str, str], *, replace: bool) -> None:
    """Write the files, each completely or not at all. The same set may be written again.

    MARK is written first, and also has the hashes of the earlier set. So all files stay known if the disk is
    full.
    """
    data = {name: text.encode() for name, text in texts.items()}
    lines = [f"{hashlib.sha256(content).hexdigest()}  {name}" for name, content in data.items()]
    mark = "\n".join([*lines, ""]).encode()
    with report_unwritable(folder):
        folder.mkdir(parents=True, exist_ok=True)
        _require_free(folder)
        before = (folder / MARK).read_bytes() if (folder / MARK).is_file() else b""
        if before not in (b"", mark) and not replace:
            raise UsageError(f"{folder} has another set: give a new folder, or --replace to overwrite it")
        with hold_ctrl_c():
            write(folder / MARK, mark if before == mark else before + mark)
            for name, content in data.items():
                write(folder / name, content)
            write(folder / MARK, mark)


def _describe(made: ExerciseSet, folder: Path) -> str:
    """Describe the set in a few lines."""
    plan, head = made.plan, count(len(made.exercises), "exercise")
    head += f" on {count(len(plan.sheets), 'sheet')}" if plan.students else ""
    return "\n".join(
        [
            f"{head}: {plan.goal.shape}, goal {plan.goal_name}, seed {plan.seed}",
            *(f"depth {source.depth}: {source.how}" for source in made.drawn_from),
            *([f"each with the property: {plan.wanted.label}"] if plan.wanted is not ANY else []),
            *([f"and {plan.unsolvable} unsolvable on each sheet"] if plan.unsolvable else []),
            f"Written to {folder}: {', '.join(FILES)}",
            *([f"Note: {NO_LINKS}"] if plan.site is None else []),
        ]
    )


def _to_dict(made: ExerciseSet, folder: Path) -> dict[str, Any]:
    """Return the set as plain data, with every exercise."""
    plan = made.plan
    return {
        "folder": str(folder),
        "files": list(FILES),
        "shape": str(plan.goal.shape),
        "goal": str(plan.goal),
        "seed": plan.seed,
        "students": list(plan.students),
        "property": plan.wanted.name,
        "depths": [{"depth": source.depth, "drawn": source.how} for source in made.drawn_from],
        "exercises": [row(exercise) for exercise in made.exercises],
        "note": NO_LINKS if plan.site is None else None,
    }


EITHER = "either"

#: Encodings that spreadsheets of various countries use if they do not write UTF-8.
ENCODINGS = ("big5", "cp1250", "cp1251", "cp1252", "cp932", "cp949", "gb18030", "mac-roman")


def add_grade(parser: Parser) -> None:
    """Add the arguments of `grade`."""
    parser.add_argument("key", metavar="KEY", help="the exercises.csv of the set", offer=Place.FILE)
    parser.add_argument(
        "answers",
        metavar="ANSWERS",
        help="CSV with the columns student, number, path, for a whole class; leave out student for "
        "a single student. If a student answers an exercise more than once, the last non-empty answer counts",
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
            f"npuzzle: {what} is not in UTF-8, and was read as {guess} (Western European); if names look "
            f"wrong, {SAVE_AS_UTF8}, or name its encoding with --encoding",
            file=sys.stderr,
        )
    return lines


def _read_bytes(name: str) -> bytes:
    """Read a file or standard input, but at most one byte more than a table may have."""
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
    """Return the exit code: OK if all answers are best, BAD_INPUT if an answer cannot be read."""
    verdicts = {graded.verdict for graded in grades.rows} - {Verdict.REPEATED}
    if Verdict.UNREADABLE in verdicts:
        return BAD_INPUT
    return OK if verdicts <= set(WORTH_A_POINT) else NOT_SOLVED
