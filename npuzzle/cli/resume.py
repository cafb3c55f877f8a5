"""The file that a batch writes: locked against other batches, and compared with the present request."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO, TypeGuard

from npuzzle.cli.rows import Line, Request, Row, exit_code
from npuzzle.errors import NPuzzleError, UsageError
from npuzzle.search.base import known_numbers
from npuzzle.storage import lock

#: The options that set fields of a job by another name.
OPTIONS = {
    "seconds": "--max-seconds",
    "expanded": "--max-expanded",
    "stored": "--max-stored",
    "depth": "--max-depth",
    "every": "--all",
    "within": "--time-budget",
}


@dataclass(frozen=True, slots=True)
class Earlier:
    """What earlier runs of a batch have done: the exit codes of their rows, the size of these in bytes; and
    the lines left to do."""

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
        raise UsageError(f"{path} exists and is not a plain file")
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
    """Read the rows that earlier runs wrote, in order, for the first of `lines`.

    A last row without a line end was cut off, and does not count. Raises UsageError if the file holds
    anything else: rows of other boards, or made with other options.
    """
    verdicts: list[int] = []
    size = 0
    file.seek(0)
    for at, raw in enumerate(file, 1):
        line = next(lines, None)
        if line is None:
            raise _make_error(path, at, f"there are boards for {at - 1:,} lines only")
        if not raw.endswith(b"\n"):
            _require_beginning(path, at, raw, line, request)
            return Earlier(tuple(verdicts), size, chain([line], lines))
        verdicts.append(exit_code(_read_row(path, at, raw, line, request)))
        size += len(raw)
    return Earlier(tuple(verdicts), size, lines)


def _read_row(path: Path, at: int, raw: bytes, line: Line, request: Request) -> Row:
    """Read a row. Raises UsageError unless it is for this line and was made with the same options."""
    try:
        row = json.loads(raw)
    except (ValueError, RecursionError):
        row = None
    if not _is_row(row):
        raise _make_error(path, at, "it is not a row of a batch")
    expected, *others = _list_beginnings(line, request)
    if not any(beginning.items() <= row.items() for beginning in (expected, *others)):
        came = {name: row.get(name) for name in expected}
        raise _make_error(path, at, f"expected {json.dumps(expected)}, got {json.dumps(came)}")
    _require_same_request(path, at, row, request, _find_goal(line, request))
    return row


def _is_row(row: object) -> TypeGuard[Row]:
    """Whether a batch could have written the row."""
    if not isinstance(row, dict) or not ("error" in row or "outcome" in row):
        return False
    job = row.get("job")
    return isinstance(job, dict) and isinstance(job.get("limits"), dict)


def _list_beginnings(line: Line, request: Request) -> list[Row]:
    """List how the row of a line may begin: with its board and goal, or with its text if it has no result."""
    as_text: Row = {"line": line.number, "input": line.excerpt}
    try:
        reading, _ = request.read(line.text)
    except NPuzzleError:
        return [as_text]
    return [{"line": line.number, "board": str(reading.board), "goal": str(reading.goal)}, as_text]


def _require_beginning(path: Path, at: int, raw: bytes, line: Line, request: Request) -> None:
    """Raise UsageError unless the cut-off row is the beginning of a row for this line."""
    for expected in _list_beginnings(line, request):
        begins = json.dumps(expected).removesuffix("}").encode()
        if raw.startswith(begins) or begins.startswith(raw):
            return
    raise _make_error(path, at, "it is not the beginning of a row of a batch")


def _find_goal(line: Line, request: Request) -> str:
    """Return the goal of a line as its row names it; empty for a text that is not a board."""
    with suppress(NPuzzleError):
        return request.read(line.text)[1]
    return ""


def _require_same_request(path: Path, at: int, row: Row, request: Request, goal: str) -> None:
    """Compare all options of a row with the present ones."""
    _require_same(path, at, _list_options(row), _list_options(request.to_dict(goal)))


def _list_options(row: Row) -> Row:
    """Return all options of a row by their names."""
    job = dict(row["job"])
    limits = job.pop("limits", {})
    defaults = {name: number.default for name, number in known_numbers().items()}
    return {**defaults, **job, **limits, "heuristic_sha256": row.get("heuristic_sha256")}


def _require_same(path: Path, at: int, there: Row, now: Row) -> None:
    """Raise UsageError, with all options that differ, if any do."""
    names = [name for name in {**now, **there} if now.get(name) != there.get(name)]
    if names:
        before, asked = (
            " ".join(_format_option(name, row.get(name)) for name in names) for row in (there, now)
        )
        raise _make_error(path, at, f"it was made with {before}, expected {asked}")


def _format_option(name: str, value: object) -> str:
    """Write an option as it is typed on the command line, as far as possible."""
    option = "heuristic file of SHA-256" if name == "heuristic_sha256" else OPTIONS.get(name, f"--{name}")
    if value is None or value is False:
        return f"no {option}"
    if value is True:
        return option
    return f"{option} {value if isinstance(value, str) and value.isprintable() else json.dumps(value)}"


def _make_error(path: Path, at: int, why: str) -> UsageError:
    """Make the error that refuses to continue a file, with the line that does not fit."""
    return UsageError(
        f"{path} is unchanged: its line {at} does not belong to these boards and options; {why}"
    )
