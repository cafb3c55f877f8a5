"""The file that a batch writes: locked against other batches, and compared with what is asked now."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO, TypeGuard

from npuzzle.cli.rows import Line, Request, Row, verdict
from npuzzle.errors import NPuzzleError, UsageError
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.goals import DEFAULT_GOAL, goal_board
from npuzzle.search.base import known_numbers
from npuzzle.solving.job import Job
from npuzzle.storage import lock

NO_OTHERS = (
    "Other paths were not looked for"  # begins a note on a path without the others that were asked for
)

#: The options that set fields of a job by another name.
OPTIONS = {
    "seconds": "--max-seconds",
    "expanded": "--max-expanded",
    "stored": "--max-stored",
    "depth": "--max-depth",
    "every": "--all",
}


@dataclass(frozen=True, slots=True)
class Earlier:
    """What a file has of a batch: the verdicts of its rows, their size in bytes, and the lines left to do."""

    verdicts: tuple[int, ...]
    size: int
    left: Iterator[Line]


@contextmanager
def lock_output(path: Path) -> Iterator[BinaryIO]:
    """Open a file to read it and append to it, locked against other batches until the block ends.

    A file that was not there before is removed if it is still empty at the end. Raises UsageError, and
    changes nothing, if another batch is writing to it or it cannot be written.
    """
    try:
        is_new = not path.exists()
        is_usable = is_new or path.is_file()
    except OSError as error:  # its name is too long, say
        raise UsageError(f"cannot write {path}: {error}") from None
    if not is_usable:
        raise UsageError(f"{path} is there and is not a plain file")
    with _open_and_lock(path) as file:
        try:
            yield file
        finally:
            with suppress(OSError, ValueError):  # ValueError: it was closed
                if is_new and not file.seek(0, os.SEEK_END):
                    path.resolve().unlink()


def _open_and_lock(path: Path) -> BinaryIO:
    """Open the file of that name and lock it."""
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
        file.close()  # another batch has removed it meanwhile: it was empty


def read_earlier(file: BinaryIO, path: Path, lines: Iterator[Line], request: Request) -> Earlier:
    """Read what an earlier run has written: the rows of the first of `lines`, in order.

    A last row without its end was cut off: it does not count. Raises UsageError if the file holds
    anything else: rows of other boards, or made with other options.
    """
    verdicts: list[int] = []
    size = 0
    file.seek(0)
    for at, raw in enumerate(file, 1):
        line = next(lines, None)
        if line is None:
            raise _refusal(path, at, f"there are boards for {at - 1:,} lines only")
        if not raw.endswith(b"\n"):
            _require_beginning(path, at, raw, line, request)
            return Earlier(tuple(verdicts), size, chain([line], lines))
        verdicts.append(verdict(_read_row(path, at, raw, line, request)))
        size += len(raw)
    return Earlier(tuple(verdicts), size, lines)


def _read_row(path: Path, at: int, raw: bytes, line: Line, request: Request) -> Row:
    """Read a row. Raises UsageError unless it answers this line, and answers what is asked."""
    try:
        row = json.loads(raw)
    except (ValueError, RecursionError):
        row = None
    if not _is_row(row):
        raise _refusal(path, at, "it is not a row of a batch")
    expected, *others = _beginnings(line, request)
    if not any(beginning.items() <= row.items() for beginning in (expected, *others)):
        came = {name: row.get(name) for name in expected}
        raise _refusal(path, at, f"expected {json.dumps(expected)}, got {json.dumps(came)}")
    if "job" in row:
        _require_same_request(path, at, row, request)
    elif "error" not in row:
        try:
            job = request.job(line.text)
        except NPuzzleError as error:
            raise _refusal(path, at, str(error)) from None
        _require_same_effect(path, at, row, job)
    return row


def _is_row(row: object) -> TypeGuard[Row]:
    """Whether a batch could have written the row, in this version or an early one."""
    if not isinstance(row, dict) or not ("error" in row or "outcome" in row):
        return False
    job = row.get("job", {})
    return isinstance(job, dict) and isinstance(job.get("limits", {}), dict)


def _beginnings(line: Line, request: Request) -> list[Row]:
    """Give how the row of a line may begin: with its board and goal, or with its text if it has no result."""
    as_text: Row = {"line": line.number, "input": line.excerpt}
    try:
        board = Board.parse(line.text)
        goal = goal_board(request.goal, board.shape)
    except NPuzzleError:
        return [as_text]
    return [{"line": line.number, "board": str(board), "goal": str(goal)}, as_text]


def _require_beginning(path: Path, at: int, raw: bytes, line: Line, request: Request) -> None:
    for expected in _beginnings(line, request):
        begins = json.dumps(expected).removesuffix("}").encode()
        if raw.startswith(begins) or begins.startswith(raw):
            return
    raise _refusal(path, at, "it is not the beginning of a row of a batch")


def _require_same_request(path: Path, at: int, row: Row, request: Request) -> None:
    """Compare all that was asked. An option that an older version did not have counts as its default."""
    plain = Request(Job(board=request.template.board, goal=request.template.goal), DEFAULT_GOAL)
    now = _options_of(request.to_dict())
    _require_same(path, at, {**_options_of(plain.to_dict()), **_options_of(row)}, now)


def _options_of(row: Row) -> Row:
    """Give all that was asked, each option by its own name."""
    job = dict(row["job"])
    limits = job.pop("limits", {})
    defaults = {name: number.default for name, number in known_numbers().items()}
    return {**defaults, **job, **limits, "heuristic_sha256": row.get("heuristic_sha256")}


def _require_same_effect(path: Path, at: int, row: Row, job: Job) -> None:
    """Compare a row that does not say what was asked, as in early versions, by what its result shows."""
    plain = Job(board=job.board, goal=job.goal)
    for name in ("limits", "within", "engine"):
        if getattr(job, name) != getattr(plain, name):
            raise _refusal(path, at, f"it does not say with which {name} it was made")
    plan = job.resolve()
    now: Row = {
        "algorithm": plan.algorithm.name,
        "heuristic": plan.heuristic.name,
        **plan.options.numbers,
        "notation": job.notation.value,
        "every": job.every,
    }
    told: Row = {**row, **(row.get("option") or {})}
    wanted_every = told.get("every") is not None or NO_OTHERS in str(told.get("note"))
    told["every"] = wanted_every if told.get("moves") is not None else None
    told = {name: told[name] for name in now if told.get(name) is not None}  # None: it had no say
    _require_same(path, at, told, {name: now[name] for name in told})


def _require_same(path: Path, at: int, there: Row, now: Row) -> None:
    """Raise UsageError, with all options that differ, unless there are none."""
    names = [name for name in {**now, **there} if now.get(name) != there.get(name)]
    if names:
        before, asked = (
            " ".join(_format_option(name, row.get(name)) for name in names) for row in (there, now)
        )
        raise _refusal(path, at, f"it was made with {before}, asked now is {asked}")


def _format_option(name: str, value: object) -> str:
    """Write an option as it is typed on the command line, as far as possible."""
    option = "heuristic file of SHA-256" if name == "heuristic_sha256" else OPTIONS.get(name, f"--{name}")
    if value is None or value is False:
        return f"no {option}"
    if value is True:
        return option
    return f"{option} {value if isinstance(value, str) and value.isprintable() else json.dumps(value)}"


def _refusal(path: Path, at: int, why: str) -> UsageError:
    return UsageError(f"{path} is left as it is: its line {at} is not of these boards and options; {why}")
