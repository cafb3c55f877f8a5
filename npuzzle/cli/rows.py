"""The rows of a batch: each is the answer to one line, as plain data, with all options."""

from __future__ import annotations

import argparse
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from typing import Any

from npuzzle import __version__
from npuzzle.cli.arguments import make_job
from npuzzle.cli.inputs import read_block
from npuzzle.cli.output import BAD_INPUT, NOT_SOLVED, OK, error_dict
from npuzzle.errors import GoalMismatchError, NPuzzleError, UsageError, quote
from npuzzle.heuristics import HeuristicCard, HeuristicLike, as_card
from npuzzle.heuristics.base import trust
from npuzzle.own import OwnFile, load, read_own_file
from npuzzle.puzzle.board import Board, Reading, goal_board
from npuzzle.puzzle.check import check
from npuzzle.puzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.puzzle.reading import split_boards
from npuzzle.registry import AUTO, is_auto
from npuzzle.solving.job import Job
from npuzzle.solving.limits import Outcome
from npuzzle.solving.many import describe_error, iter_solve
from npuzzle.solving.result import Result

SHOWN = 200  # characters kept of a line that is not a board
SMALLEST = "1 2/3 0"  # a placeholder for the boards of the lines

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """The text that should be a board: a line, or several; `number` is the first line in the file, from 1."""

    number: int
    text: str

    @property
    def excerpt(self) -> str:
        return self.text.strip()[:SHOWN]


@trust
@dataclass(frozen=True, slots=True, kw_only=True)
class FileHeuristic(HeuristicCard):
    """A heuristic in a Python file. Pickling sends the file's text, which is run where it arrives."""

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
    """What a batch does with every line: a job without its board, and a goal for boards of any size.

    `template`: the job, with the smallest board as a placeholder. `goal`: a name, or a board as text; None
    for the goal that a board's text gives, or else the default. `blank`: the word for the blank. A request
    can be pickled.
    """

    template: Job
    goal: str | None = None
    blank: str = ""

    @classmethod
    def from_options(cls, options: argparse.Namespace) -> Request:
        """Read the options of `solve`. Raises NPuzzleError for options that do not make a job."""
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
        """Read a board and its goal; return it with the goal's name or text.

        Raises NPuzzleError if it is not a board, or its goal does not fit.
        """
        reading = read_block(text, self.blank)
        goal = self.goal or (DEFAULT_GOAL if reading.goal is None else str(reading.goal))
        return replace(reading, goal=reading.choose_goal(self.goal)), goal

    def job(self, reading: Reading) -> Job:
        """Make the job of a board. Raises NPuzzleError if it cannot have this job."""
        assert reading.goal is not None, "read has chosen a goal"
        return replace(self.template, board=reading.board, goal=reading.goal)

    def to_dict(self, goal: str = "") -> Row:
        """Return the part of a row that holds the options; `Job.from_dict` reads `job` with a board added.

        `goal`: that of the board.
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


#: A line, and what to do with it.
Task = tuple[Line, Request]


def lines_with_boards(lines: Iterable[str]) -> Iterator[Line]:
    """Yield the text of each board: a line, or several lines with the number of the first."""
    return (Line(number, text) for number, text in split_boards(lines))


def iter_make_row(task: Task) -> Generator[None, None, Row]:
    """Solve a line, in steps, and return its row. Raises NPuzzleError for a line that is not a board."""
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
    """Whether the shortest length is the known one; None if it is not proved."""
    if result.is_optimal:
        return result.length == known
    return False if result.lower_bound is None or result.lower_bound > known else None


def make_error_row(task: Task, error: Exception) -> Row:
    """Make the row of a line that has no result."""
    line, request = task
    said = (
        error_dict(error)
        if isinstance(error, NPuzzleError)
        else {"error": describe_error(error), "defects": []}
    )
    return {"line": line.number, "input": line.excerpt, **said, **request.to_dict()}


def exit_code(row: Row) -> int:
    """Return the exit code for a row; for many rows it is the largest."""
    if "error" in row:
        return BAD_INPUT
    return OK if row["outcome"] == Outcome.SOLVED.value else NOT_SOLVED


def _normalize_goal(text: str) -> str:
    """Write a goal in one form: its first name, or its board."""
    if text in GOALS:
        return GOALS[text].name
    with suppress(GoalMismatchError):  # the size is checked with each line
        goal_board(text, Board.parse(SMALLEST).shape)
    return str(Board.parse(text))


def _use_card_name(heuristic: HeuristicLike) -> HeuristicLike:
    """Replace a heuristic's alias by the name on its card."""
    if not isinstance(heuristic, str):
        return heuristic
    return AUTO if is_auto(heuristic) else as_card(heuristic).name
