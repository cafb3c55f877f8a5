"""The rows of a batch, and the file to which they are written.

A row has the answer to one line and the request behind the answer: algorithm, heuristic, limits and so on. So
a row can be read on its own. A batch that continues a file compares the request in each row with its own
request. The file is locked against other batches. If any row does not match, the file stays as it is.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, TypeGuard

from npuzzle import __version__
from npuzzle.cli.arguments import make_job
from npuzzle.cli.board_io import read_block
from npuzzle.cli.terminal import BAD_INPUT, NOT_SOLVED, OK, error_dict
from npuzzle.errors import GoalMismatchError, NPuzzleError, UsageError, quote
from npuzzle.heuristics import HeuristicCard, HeuristicLike, as_card
from npuzzle.heuristics.base import trust
from npuzzle.own import OwnFile, load, read_own_file
from npuzzle.puzzle.board import Board, Reading, goal_board
from npuzzle.puzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.puzzle.solvability import check
from npuzzle.registry import AUTO, is_auto
from npuzzle.search.base import known_numbers
from npuzzle.solving.job import Job
from npuzzle.solving.limits import Outcome
from npuzzle.solving.many import describe_error, iter_solve
from npuzzle.solving.result import Result
from npuzzle.storage import lock

SHOWN = 200  # characters to save of a line that is not a board
SMALLEST = "1 2/3 0"  # a placeholder for the boards of the lines

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A text of one or several lines that should be a board.

    `number`: the number of the first line in the file, or of the board in a set. Both count from 1.
    """

    number: int
    text: str

    @property
    def excerpt(self) -> str:
        return self.text.strip()[:SHOWN]


@trust
@dataclass(frozen=True, slots=True, kw_only=True)
class FileHeuristic(HeuristicCard):
    """A heuristic in a Python file. Pickling sends the file's code, which runs in the receiving process."""

    file: OwnFile

    @classmethod
    def load(cls, file: OwnFile) -> FileHeuristic:
        """Run the file. Raises UsageError or InvalidHeuristicError."""
        card = load(file)
        values = {field.name: getattr(card, field.name) for field in fields(HeuristicCard)}
        return cls(**values, file=file)

    def __reduce__(self) -> tuple[Any, ...]:
        return FileHeuristic.load, (self.file,)


@dataclass(frozen=True, slots=True)
class Request:
    """What a batch does with every line: a job without a board, and a goal for boards of any size.

    `template`: the job, with the smallest board as a placeholder. `goal`: a name, or a board as text. None
    means the goal in the board's text, or else the default goal. `blank`: the word for the blank. A request
    can be pickled.
    """

    template: Job
    goal: str | None = None
    blank: str = ""

    @classmethod
    def from_options(cls, options: argparse.Namespace) -> Request:
        """Read the options of `solve`. Raises NPuzzleError if they do not make a valid job."""
        if read_own_file(options.algorithm) is not None:
            raise UsageError(
                f"batch takes built-in algorithms only, got {quote(options.algorithm)}; "
                "use your own with solve or compare"
            )
        goal = None if options.goal is None else _normalize_goal(options.goal)
        job = make_job(SMALLEST, options, goal=DEFAULT_GOAL)
        algorithm = AUTO if is_auto(job.algorithm) else job.resolve().algorithm.name
        file = read_own_file(options.heuristic)
        heuristic = _use_card_name(job.heuristic) if file is None else FileHeuristic.load(file)
        return cls(replace(job, algorithm=algorithm, heuristic=heuristic), goal, options.blank)

    def read(self, text: str) -> tuple[Reading, str]:
        """Read a board and its goal. Return how the text was read, and the goal's name or text.

        Raises NPuzzleError if the text is not a board, or the goal does not fit the board.
        """
        reading = read_block(text, self.blank)
        goal = self.goal or (DEFAULT_GOAL if reading.goal is None else str(reading.goal))
        return replace(reading, goal=reading.choose_goal(self.goal)), goal

    def job(self, reading: Reading) -> Job:
        """Make the job for a board. Raises NPuzzleError if the request does not fit the board."""
        assert reading.goal is not None, "read has chosen a goal"
        return replace(self.template, board=reading.board, goal=reading.goal)

    def to_dict(self, goal: str = "") -> Row:
        """Return the options as a part of a row. With a board added, `Job.from_dict` can read `job`.

        `goal`: the goal of the board.
        `job`: the job without its board.
        `heuristic_sha256`: the SHA-256 of the heuristic's file, if it is your own.
        `npuzzle`: the version that wrote the row.
        """
        job = self.template.to_dict()
        del job["board"]
        heuristic = self.template.heuristic
        source = heuristic.file.source if isinstance(heuristic, FileHeuristic) else None
        return {
            "job": {**job, "goal": goal or self.goal or DEFAULT_GOAL},
            "heuristic_sha256": None if source is None else sha256(source).hexdigest(),
            "npuzzle": __version__,
        }


#: A line, and the request to carry out.
Task = tuple[Line, Request]


def iter_make_row(task: Task) -> Generator[None, None, Row]:
    """Solve the board on a line in steps, and return the row. Raises NPuzzleError if the line is invalid."""
    line, request = task
    reading, goal = request.read(line.text)
    job = request.job(reading)
    result = yield from iter_solve(job)
    row: Row = {"line": line.number, **result.to_dict(job.notation)}
    row |= {key: value for key, value in (("id", reading.name), ("reading", reading.how)) if value}
    if reading.length is not None:
        row |= {"known_length": reading.length, "agrees": _agrees(result, reading.length)}
    if result.outcome is Outcome.UNSOLVABLE:
        row["reason"] = check(job.board, job.goal).reason
    return {**row, **request.to_dict(goal)}


def _agrees(result: Result, known: int) -> bool | None:
    """Return whether the known length is right, or None if the result neither proves nor rules it out."""
    if result.is_optimal:
        return result.length == known
    return False if result.lower_bound is None or result.lower_bound > known else None


def make_error_row(task: Task, error: Exception) -> Row:
    """Make the row for a line whose board has no result."""
    line, request = task
    said = (
        error_dict(error)
        if isinstance(error, NPuzzleError)
        else {"error": describe_error(error), "defects": []}
    )
    return {"line": line.number, "input": line.excerpt, **said, **request.to_dict()}


def exit_code(row: Row) -> int:
    """Return the exit code for a row. A batch has the largest exit code of its rows."""
    if "error" in row:
        return BAD_INPUT
    return OK if row["outcome"] == Outcome.SOLVED.value else NOT_SOLVED


def list_agreement(row: Row) -> list[bool | None]:
    """Return a list with the verdict on the known length. It is empty if the row has no verdict."""
    verdict = row.get("agrees", 0)
    return [verdict] if verdict is None or isinstance(verdict, bool) else []


def _normalize_goal(text: str) -> str:
    """Write a goal in its standard form: the goal's first name, or its board."""
    if text in GOALS:
        return GOALS[text].name
    with suppress(GoalMismatchError):  # each line checks whether the size fits
        goal_board(text, Board.parse(SMALLEST).shape)
    return str(Board.parse(text))


def _use_card_name(heuristic: HeuristicLike) -> HeuristicLike:
    """Replace an alias of a heuristic with the heuristic's own name."""
    if not isinstance(heuristic, str):
        return heuristic
    return AUTO if is_auto(heuristic) else as_card(heuristic).name


#: By field of a job: the option that sets it, if the option has another name.
OPTIONS = {
    "seconds": "--max-seconds",
    "expanded": "--max-expanded",
    "stored": "--max-stored",
    "depth": "--max-depth",
    "every": "--all",
    "within": "--time-budget",
}


@dataclass(frozen=True, slots=True)
class Done:
    """The rows in a file (their exit codes, their bytes, verdicts on lengths), and the lines still to do."""

    verdicts: tuple[int, ...]
    size: int
    left: Iterator[Line]
    agree: Counter[bool | None] = field(default_factory=Counter)


@contextmanager
def lock_output(path: Path) -> Iterator[BinaryIO]:
    """Open a file to read it and append to it, locked against other batches until the block ends.

    If the file is new, and still empty at the end, it is removed. Raises UsageError, and changes nothing, if
    another batch is writing to the file or the file cannot be written.
    """
    try:
        is_new = not path.exists()
        is_usable = is_new or path.is_file()
    except OSError as error:  # for example, its name is too long
        raise UsageError(f"cannot write {path}: {error}") from None
    if not is_usable:
        raise UsageError(f"{path} exists and is not a plain file")
    with _open_and_lock(path) as file:
        try:
            yield file
        finally:
            with suppress(OSError, ValueError):  # ValueError: the file was closed
                if is_new and not file.seek(0, os.SEEK_END):
                    path.resolve().unlink()


def _open_and_lock(path: Path) -> BinaryIO:
    """Open the file at that path, and lock it."""
    while True:
        try:
            file = path.open("a+b")
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error}") from None
        try:
            lock(file)
        except (BlockingIOError, PermissionError):
            file.close()
            raise UsageError(
                f"another batch is writing to {path}: wait for it to end, or give another --output"
            ) from None
        except OSError as error:
            file.close()
            raise UsageError(f"cannot lock {path} against other batches: {error}") from None
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        file.close()  # another batch has removed the file, which was empty


def read_done(file: BinaryIO, path: Path, lines: Iterator[Line], request: Request) -> Done:
    """Read the rows in the file, in order. They belong to the first of `lines`.

    If the last row has no line end, it was cut off, and does not count. Raises UsageError if the file has
    anything else, such as rows of other boards, or rows made with other options.
    """
    verdicts: list[int] = []
    agree: Counter[bool | None] = Counter()
    size = 0
    file.seek(0)
    for at, raw in enumerate(file, 1):
        try:
            line = next(lines, None)
            if line is None:
                raise _MismatchError(f"the input has only {at - 1:,} boards")
            beginnings, goal = _list_beginnings(line, request)
            if not raw.endswith(b"\n"):
                _require_beginning(raw, beginnings)
                return Done(tuple(verdicts), size, chain([line], lines), agree)
            row = _read_row(raw, beginnings)
            _require_same_options(row, request.to_dict(goal))
        except _MismatchError as error:
            raise UsageError(
                f"{path} is unchanged: its line {at} does not belong to these boards and options; {error}"
            ) from None
        verdicts.append(exit_code(row))
        agree.update(list_agreement(row))
        size += len(raw)
    return Done(tuple(verdicts), size, lines, agree)


class _MismatchError(Exception):
    """A row that another batch, or no batch, has written. The message says where it does not match."""


def _read_row(raw: bytes, beginnings: list[Row]) -> Row:
    """Read a row. Raises _MismatchError unless the row has one of these beginnings."""
    try:
        row = json.loads(raw)
    except (ValueError, RecursionError):
        row = None
    if not _is_row(row):
        raise _MismatchError("it is not a batch row")
    if not any(beginning.items() <= row.items() for beginning in beginnings):
        came = {name: row.get(name) for name in beginnings[0]}
        raise _MismatchError(f"expected {json.dumps(beginnings[0])}, got {json.dumps(came)}")
    return row


def _is_row(row: object) -> TypeGuard[Row]:
    """Return whether a batch could have written the row."""
    if not isinstance(row, dict) or not ("error" in row or "outcome" in row):
        return False
    job = row.get("job")
    return isinstance(job, dict) and isinstance(job.get("limits"), dict)


def _list_beginnings(line: Line, request: Request) -> tuple[list[Row], str]:
    """List how the row of a line may begin, with or without a result. Also return the line's goal, or ""."""
    as_text: Row = {"line": line.number, "input": line.excerpt}
    try:
        reading, goal = request.read(line.text)
    except NPuzzleError:
        return [as_text], ""
    return [{"line": line.number, "board": str(reading.board), "goal": str(reading.goal)}, as_text], goal


def _require_beginning(raw: bytes, beginnings: list[Row]) -> None:
    """Raise _MismatchError unless the cut-off row begins like a row of the line."""
    for expected in beginnings:
        begins = json.dumps(expected).removesuffix("}").encode()
        if raw.startswith(begins) or begins.startswith(raw):
            return
    raise _MismatchError("it does not begin like a batch row")


def _require_same_options(row: Row, request: Row) -> None:
    """Raise _MismatchError if a row was made with other options. The message lists all that differ."""
    there, now = _list_options(row), _list_options(request)
    names = [name for name in {**now, **there} if now.get(name) != there.get(name)]
    if names:
        before, asked = (
            " ".join(_format_option(name, options.get(name)) for name in names) for options in (there, now)
        )
        raise _MismatchError(f"it was made with {before}, expected {asked}")


def _list_options(row: Row) -> Row:
    """Return all options of a row by name."""
    job = dict(row["job"])
    limits = job.pop("limits", {})
    defaults = {name: number.default for name, number in known_numbers().items()}
    return {**defaults, **job, **limits, "heuristic_sha256": row.get("heuristic_sha256")}


def _format_option(name: str, value: object) -> str:
    """Write an option as the user would type it on the command line, as far as possible."""
    option = "heuristic file of SHA-256" if name == "heuristic_sha256" else OPTIONS.get(name, f"--{name}")
    if value is None or value is False:
        return f"no {option}"
    if value is True:
        return option
    return f"{option} {value if isinstance(value, str) and value.isprintable() else json.dumps(value)}"
