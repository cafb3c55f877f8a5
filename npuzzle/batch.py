"""Rows of a batch: a board a line in, plain data out; and which rows an earlier run has made already."""

from __future__ import annotations

import argparse
import json
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from npuzzle.board import Board
from npuzzle.cards import AUTO
from npuzzle.errors import NPuzzleError, UsageError
from npuzzle.goals import goal_board
from npuzzle.heuristics import as_card
from npuzzle.many import in_words, solving
from npuzzle.patterns import store
from npuzzle.search import ALGORITHMS
from npuzzle.search.drive import Outcome
from npuzzle.solvability import check
from npuzzle.terminal import BAD_INPUT, NOT_SOLVED, OK, error_dict, heuristic_named, job_of

SHOWN = 200  # characters of a line that is no board

PROVED = "proved shortest"

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A line that should be a board; `number` is its place in the file, from 1."""

    number: int
    text: str

    @property
    def shown(self) -> str:
        return self.text.strip()[:SHOWN]


#: What is done with it: the options of `solve`, as they came from the command line.
Task = tuple[Line, argparse.Namespace]


def lines_with_boards(lines: Iterable[str]) -> Iterator[Line]:
    """All lines but empty ones and comments."""
    return (Line(number, text) for number, text in enumerate(lines, 1) if text.split("#", 1)[0].strip())


def row_of(task: Task) -> Generator[None, None, Row]:
    """The row of a line: its result, in steps. Raises NPuzzleError for what is no job."""
    line, options = task
    store.keep_in(store.user_folder())  # this may be another process
    job = job_of(line.text, options)
    result = yield from solving(job)
    row: Row = {"line": line.number, **result.to_dict(job.notation)}
    if result.outcome is Outcome.UNSOLVABLE:
        row["reason"] = check(job.board, job.goal).reason
    return row


def row_of_error(task: Task, error: Exception) -> Row:
    """The row of a line that has no result."""
    said = error_dict(error) if isinstance(error, NPuzzleError) else {"error": in_words(error), "defects": []}
    return {"line": task[0].number, "input": task[0].shown, **said}


def verdict(row: Row) -> int:
    """The exit code that a row calls for; that of many is the largest."""
    if "error" in row:
        return BAD_INPUT
    return OK if row["outcome"] == Outcome.SOLVED.value else NOT_SOLVED


@dataclass(frozen=True, slots=True)
class Earlier:
    """What a file has of a batch: the verdicts of its rows, how long they are, and the lines left to do."""

    verdicts: tuple[int, ...]
    size: int
    left: Iterator[Line]


def earlier(path: Path, lines: Iterator[Line], options: argparse.Namespace) -> Earlier:
    """What an earlier run has written to `path`: the rows of the first of `lines`, in order.

    A last row without its end was cut off: it does not count. Raises UsageError, and changes nothing, if
    the file holds anything else: rows of other boards, of another goal, or made with other options.
    """
    if not path.exists():
        return Earlier((), 0, lines)
    if not path.is_file():
        raise UsageError(f"{path} is there and is no plain file")
    verdicts: list[int] = []
    size = 0
    with path.open("rb") as rows:
        for at, raw in enumerate(rows, 1):
            line = next(lines, None)
            if line is None:
                raise _refusal(path, at, f"there are boards for {at - 1:,} lines only")
            if not raw.endswith(b"\n"):
                _hold_beginning(path, at, raw, line, options)
                return Earlier(tuple(verdicts), size, chain([line], lines))
            verdicts.append(verdict(_held(path, at, raw, line, options)))
            size += len(raw)
    return Earlier(tuple(verdicts), size, lines)


def _held(path: Path, at: int, raw: bytes, line: Line, options: argparse.Namespace) -> Row:
    """The row, if it answers the line."""
    try:
        row = json.loads(raw)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict) or not ("error" in row or "outcome" in row):
        raise _refusal(path, at, "it is no row of a batch")
    for expected in _beginnings(line, options):
        if expected.items() <= row.items():
            break
    else:
        expected = _beginnings(line, options)[0]
        came = {name: row.get(name) for name in expected}
        raise _refusal(path, at, f"expected {json.dumps(expected)}, got {json.dumps(came)}")
    if "error" not in row:
        _hold_to_options(path, at, row, options)
    return row


def _beginnings(line: Line, options: argparse.Namespace) -> list[Row]:
    """How the row of a line may begin: with its board and goal, or with its text if that is no job."""
    as_text: Row = {"line": line.number, "input": line.shown}
    try:
        board = Board.parse(line.text)
        goal = goal_board(options.goal, board.shape)
    except NPuzzleError:
        return [as_text]
    return [{"line": line.number, "board": str(board), "goal": str(goal)}, as_text]


def _hold_beginning(path: Path, at: int, raw: bytes, line: Line, options: argparse.Namespace) -> None:
    for expected in _beginnings(line, options):
        begins = json.dumps(expected).removesuffix("}").encode()
        if raw.startswith(begins) or begins.startswith(raw):
            return
    raise _refusal(path, at, "it is no row of a batch that was cut off")


def _hold_to_options(path: Path, at: int, row: Row, options: argparse.Namespace) -> None:
    """What was asked for by name, and is told by the row, must be the same. (Limits are not told.)"""
    told: Row = {**row, **(row.get("option") or {})}
    asked: Row = {"notation": options.notation, "weight": options.weight, "width": options.width}
    if not _is_auto(options.algorithm):
        asked["algorithm"] = ALGORITHMS[options.algorithm].name
    if not _is_auto(options.heuristic):
        asked["heuristic"] = as_card(heuristic_named(options.heuristic)).name
    for name, value in asked.items():
        if told.get(name) not in (None, value):  # None: it had no say
            raise _refusal(path, at, f"the {name} now is {value}, there it was {told[name]}")
    listed = row.get("every") is not None
    if row.get("claim") == PROVED and listed != options.every:
        now, there = ("is not", "it is") if listed else ("is", "it is not")
        raise _refusal(path, at, f"the list of all shortest paths {now} asked for now, there {there}")


def _is_auto(choice: object) -> bool:
    return isinstance(choice, str) and choice.strip().lower() == AUTO


def _refusal(path: Path, at: int, why: str) -> UsageError:
    return UsageError(f"{path} is left as it is: its line {at} is not of these boards and options; {why}")
