"""Marks for students' heuristics. All are computed here, from a table of estimates.

A separate process asks the heuristic for the estimate of every state, in an order that reveals nothing about
the distances. The certificate and the searches of A* use only that table, so the student's code does not run
during them. Another process asks for the estimates of some states again. A heuristic whose estimates then
differ gets no points.
"""

from __future__ import annotations

import inspect
import re
import sys
import tarfile
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from npuzzle.classroom.grading import KeyEntry
from npuzzle.errors import InvalidHeuristicError, UsageError, brief
from npuzzle.heuristics import HEURISTICS, HeuristicLike
from npuzzle.lab.certificate import Certificate
from npuzzle.lab.certifying import judge
from npuzzle.lab.comparing import contenders, iter_compare
from npuzzle.lab.space import enumerate_states
from npuzzle.marking import estimating
from npuzzle.marking.marks import Check, Marks
from npuzzle.processes.limited import Caps, run_limited
from npuzzle.progress import run_to_end
from npuzzle.puzzle.board import Board, make_board
from npuzzle.search.base import ROUNDING
from npuzzle.solving.limits import Limits
from npuzzle.text import count

ASKED_AGAIN = 2_000  # states whose estimates are asked for twice
LONGEST = 500  # characters of a message
SUSPECT = 80  # per cent: averages from this share of the distance up are suspect; walking distance has 71
MOST_EXPANDED = 1_000_000  # per board: several times all states; only a wild heuristic needs more
ROOT = Path(__file__).parents[2]  # the folder that contains the package
PROGRAM = inspect.getsource(estimating)
FACTS = ("admissible", "consistent", "mean", "expanded")
LIMIT = "expanded-"  # begins the name of a check; a number of states or a heuristic's name follows
RUBRIC = {"runs": 2, "admissible": 3, "consistent": 2, "expanded-misplaced": 1, "expanded-manhattan": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """The heuristics to mark: the name of the function, the form of its boards, and the goal.

    `packages`: whether installed packages can be imported. `boards`: the boards that A* solves. `limits`: see
    `find_limits`.
    """

    function: str
    form: str
    goal: Board
    caps: Caps
    packages: bool
    boards: Sequence[KeyEntry]
    limits: Mapping[str, int]
    rubric: Mapping[str, float]


def read_students(folder: Path, suffix: str = "") -> dict[str, bytes]:
    """Return each student's file or folder as a tar, by the student's name, sorted. Links are not followed.

    All are read before any student's code runs, because that code can change the files of other students.
    """
    try:
        every = [path for path in sorted(folder.iterdir()) if not path.name.startswith((".", "__"))]
        kept = [p for p in every if not p.is_symlink() and (p.is_dir() or p.name.endswith(suffix))]
        found = {path.name if path.is_dir() else path.stem: _pack(path) for path in kept}
    except OSError as error:
        raise UsageError(f"cannot read {error.filename or folder}: {error.strerror or error}") from None
    if not kept or len(found) < len(kept):
        problem = "two entries with the same name" if kept else f"no folder and no file *{suffix}"
        raise UsageError(f"{folder} has {problem}")
    return found


def _pack(path: Path) -> bytes:
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        tar.add(path, path.name)
    return packed.getvalue()


@contextmanager
def unpack(packed: bytes) -> Iterator[Path]:
    """Make a copy of a student's file or folder, which exists inside the `with` block."""
    with (
        TemporaryDirectory(prefix="npuzzle-mark-", ignore_cleanup_errors=True) as name,
        tarfile.open(fileobj=BytesIO(packed)) as tar,
    ):
        tar.extraction_filter = lambda member, path: member  # Python 3.11.3 has no parameter for it
        tar.extractall(name)  # our own tar
        yield Path(name, tar.getnames()[0])


def mark_heuristic(student: str, packed: bytes, task: Task) -> Marks:
    """Mark the heuristic in a file, or in one file of a folder."""
    try:
        proof = _certify(student, packed, task)
        with unpack(packed) as path:
            named = any(b"npuzzle" in file.read_bytes() for file in _list_files(path, "**/*"))
    except (InvalidHeuristicError, OSError) as error:  # OSError: a file cannot be copied
        checks = _check(task.rubric, {"runs": (False, str(error))})
        return Marks(student, tuple(checks), dict.fromkeys(FACTS, ""), (str(error),))
    expanded = count_expanded(proof, task.boards, task.goal)
    does = "does not find shortest paths" if expanded is None else f"expands {count(expanded, 'state')}"
    said = dict(line.split(maxsplit=1) for line in str(proof).splitlines()[1:3])
    held = {name: (getattr(proof, name), said[name]) for name in FACTS[:2]}
    held["runs"] = (True, f"{proof.states:,} estimates, the same when asked again")
    for name, most in task.limits.items():
        reason = f"A* on {count(len(task.boards), 'board')} {does}; the limit is {most:,}"
        held[name] = (expanded is not None and expanded <= most, reason)
    facts: dict[str, object] = {name: "yes" if held[name][0] else "no" for name in FACTS[:2]}
    facts |= {"mean": round(proof.mean, 2), "expanded": "not shortest" if expanded is None else expanded}
    share = int(100 * proof.mean / (proof.mean - proof.mean_error) + ROUNDING)
    notes = ["the heuristic mentions npuzzle"] if named and task.form != "npuzzle" else []
    if proof.admissible and share >= SUSPECT:
        notes.append(
            f"the estimates are {share}% of the distances on average: ask how the heuristic knows them"
        )
    return Marks(student, tuple(_check(task.rubric, held)), facts, tuple(notes))


def _check(rubric: Mapping[str, float], held: Mapping[str, tuple[bool, str]]) -> Iterator[Check]:
    for name, worth in rubric.items():
        holds, reason = held.get(name, (False, "not checked"))
        yield Check(name, worth if holds else 0, worth, reason)


def _certify(student: str, packed: bytes, task: Task) -> Certificate:
    """Certify a heuristic by all its estimates. Raises InvalidHeuristicError if an estimate changes."""
    states = enumerate_states(task.goal.shape, task.goal.blank).states
    boards = [bytes(map(task.goal.tiles.__getitem__, state)) for state in states]
    order = Random(1).sample(range(len(boards)), len(boards))
    values = [value for _, value in sorted(zip(order, _ask(packed, task, [boards[at] for at in order])))]
    proof = run_to_end(judge(student, task.goal, values, against=[]))
    again = Random(2).sample(order, ASKED_AGAIN)
    for at, value in zip(again, _ask(packed, task, [boards[at] for at in again])):
        if not abs(value - values[at]) <= ROUNDING:
            board = make_board(task.goal.shape, tuple(boards[at]))
            said = f"asked twice for the board {board}, it said {values[at]:g} and then {value:g}"
            raise InvalidHeuristicError(said)
    return proof


def _ask(packed: bytes, task: Task, boards: Sequence[bytes]) -> list[float]:
    """Ask a new process for the estimates of boards. Raises InvalidHeuristicError if that fails."""
    head = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n" if task.form == "npuzzle" else ""
    python = [sys.executable, *(["-I"] if task.packages else ["-I", "-S"]), "-c", head + PROGRAM]
    with unpack(packed) as path:
        file = _find_file(path, task.function)
        command = [*python, file.name, task.function, task.form, str(task.goal)]
        ended = run_limited(command, file.parent, b"".join(boards), task.caps)
    kind, answer, values = ended.output[:1], ended.output[1:], array("d")
    if ended.problem or not kind:
        raise InvalidHeuristicError(ended.problem or "it ended before its last estimate")
    if kind == b"E":
        text = brief(answer.decode(errors="replace"), LONGEST)
        raise InvalidHeuristicError("".join(mark if mark.isprintable() else " " for mark in text))
    if kind != b"V" or len(answer) != values.itemsize * len(boards):
        raise InvalidHeuristicError("something else was written among its estimates")
    values.frombytes(answer)
    return values.tolist()


def _list_files(path: Path, pattern: str) -> list[Path]:
    found = [path] if path.is_file() else path.glob(pattern)
    return [file for file in found if file.is_file() and not file.is_symlink()]


def _find_file(path: Path, function: str) -> Path:
    """Return the student's file, or the only file in the student's folder that defines the function."""
    defines = re.compile(rf"^((def|class) +{function}\b|{function} *[:=])".encode(), re.MULTILINE)
    files = _list_files(path, "*.py")
    found = files if path.is_file() else [one for one in files if defines.search(one.read_bytes())]
    if len(found) != 1:
        raise InvalidHeuristicError(f"expected one file that defines {function}, got {len(found)}")
    return found[0]


def count_expanded(heuristic: HeuristicLike, boards: Sequence[KeyEntry], goal: Board) -> int | None:
    """Count the states that A* expands on all boards. Return None if a path is not a shortest path."""
    ways = contenders(["astar"], [heuristic], limits=Limits(expanded=MOST_EXPANDED))
    rows = run_to_end(iter_compare([entry.problem.start for entry in boards], ways, goal)).rows
    if [row.result.length for row in rows] != [entry.length for entry in boards]:
        return None
    return sum(row.result.expanded for row in rows)


def find_limits(rubric: Mapping[str, float], boards: Sequence[KeyEntry], goal: Board) -> dict[str, int]:
    """Map each check such as `expanded-manhattan` in a rubric to the most states that A* may expand."""
    found = {}
    for name in rubric:
        if (limit := name.removeprefix(LIMIT)) != name:
            known = count_expanded(limit, boards, goal) if limit in HEURISTICS else None
            most = int(limit) if limit.isdecimal() else known
            if most is None:
                raise UsageError(f"{name} needs a number, or a heuristic that finds shortest paths")
            found[name] = most
    return found
