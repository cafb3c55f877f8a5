"""The command `mark`: give marks for students' heuristics and programs.

It writes files only after all students have been marked and all their programs have ended.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

from npuzzle.classroom.csv_table import format_csv
from npuzzle.classroom.exercises import Plan, Question, iter_make_exercises, parse_depths
from npuzzle.classroom.grading import KeyEntry
from npuzzle.cli.board_io import add_goal, add_quiet, parse_seed, read_boards, read_goal, read_lines
from npuzzle.cli.parser import Parser, Place
from npuzzle.cli.terminal import NOT_SOLVED, OK, Meter, print_table, report_unwritable
from npuzzle.errors import UsageError
from npuzzle.lab.boards import find_shortest
from npuzzle.marking import heuristic_marks, program_marks
from npuzzle.marking.estimating import FORMS
from npuzzle.marking.heuristic_marks import LIMIT, Task, find_limits, mark_heuristic, read_students, unpack
from npuzzle.marking.marks import Marks, parse_rubric, to_table
from npuzzle.marking.program_marks import PROTOCOLS, mark_program
from npuzzle.processes.limited import Caps
from npuzzle.progress import run_to_end
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import Shape
from npuzzle.storage import write

PLACE = "{}"  # stands for a student's file in a command


def add_mark(parser: Parser) -> None:
    """Add the commands `mark heuristics` and `mark program`, with their arguments."""
    forms = parser.add_subparsers(required=True, metavar="WHAT", dest="what")
    forms.add_parser(
        "heuristics",
        help="mark heuristics on every state of the 3x3: are they admissible and consistent",
        example="npuzzle mark heuristics handed-in --output marks",
        fill=_add_heuristics,
    )
    forms.add_parser(
        "program",
        help="mark programs that solve boards: are the paths legal and shortest",
        example="npuzzle mark program --protocol text -- python3 solver.py",
        fill=_add_program,
    )


def _add_heuristics(parser: Parser) -> None:
    option = parser.add_argument
    option("folder", metavar="FOLDER", type=Path, help="a file or folder per student", offer=Place.FOLDER)
    option("--function", default="heuristic", metavar="F", help="name of the function (default: heuristic)")
    forms = (
        "how a function gets the board: as rows (lists, with 0 for the blank; default), flat (a tuple) or "
        "npuzzle (a Board)"
    )
    option("--as", dest="form", choices=[*FORMS], default="rows", help=forms)
    option("--packages", action="store_true", help="let heuristics import installed packages, also npuzzle")
    _add_common(parser, "8,16,20,24", each=3, seconds=60, memory=2_000)
    parser.set_defaults(run=_mark_heuristics)


def _add_program(parser: Parser) -> None:
    option = parser.add_argument
    words = (
        "the program and its arguments, written after --. "
        f"With --each, {PLACE} stands for the student's file or folder"
    )
    option("command", metavar="COMMAND", nargs="+", help=words)
    cards = "; ".join(f"{card.name}: {card.summary}" for card in PROTOCOLS)
    protocols = f"how to pass boards and read answers ({cards})"
    option("--protocol", required=True, metavar="P", help=protocols, offer=PROTOCOLS.names)
    option("--each", type=Path, metavar="FOLDER", help="a file or folder per student", offer=Place.FOLDER)
    option("--shape", default="3x3", metavar="NxN", help="size of random boards, up to 4x4 (default: 3x3)")
    option("--unsolvable", type=int, metavar="K", help="how many unsolvable boards (default: 2; columbia: 0)")
    _add_common(parser, "4,8,12,16,20", each=2, seconds=10, memory=4_000)
    parser.set_defaults(run=_mark_program)


def _add_common(parser: Parser, depths: str, *, each: int, seconds: float, memory: int) -> None:
    option = parser.add_argument
    option("--boards", metavar="FILE", help="use these boards instead of random boards", offer=Place.FILE)
    far = f"distances of random boards from the goal (default: {depths})"
    option("--depths", default=depths, metavar="D,D", help=far)
    many = f"random boards per depth (default: {each})"
    option("--per-depth", dest="each_depth", type=int, default=each, metavar="N", help=many)
    option("--seed", type=parse_seed, default=1, metavar="S", help="seed of the random boards (default: 1)")
    add_goal(parser, default=None)
    option("--points", metavar="RUBRIC", help="file with points per check, TOML or JSON", offer=Place.FILE)
    most = f"time limit of one process, in seconds (default: {seconds:g})"
    option("--max-seconds", type=float, default=seconds, metavar="S", help=most)
    most = f"memory limit of one process, on Linux (default: {memory})"
    option("--max-memory", type=int, default=memory, metavar="MB", help=most)
    files = "write marks.csv, and for each student sheet.txt and results.json (for Gradescope)"
    option("-o", "--output", type=Path, metavar="DIR", help=files, offer=Place.FOLDER)
    add_quiet(parser)


def _mark_heuristics(options: argparse.Namespace) -> int:
    rubric = _read_rubric(options, heuristic_marks.RUBRIC, LIMIT)
    students = read_students(options.folder, ".py")
    shape, named = Shape(3, 3), options.goal or DEFAULT_GOAL
    goal, found = read_goal(named, shape), _find_boards(options, named, shape, unsolvable=0)
    if any(entry.problem.shape != shape for entry in found):
        raise UsageError("heuristics are marked on the 3x3, so all boards must be 3x3")
    boards = [entry for entry in found if entry.length is not None]
    task = Task(
        function=options.function,
        form=options.form,
        goal=goal,
        caps=_read_caps(options),
        packages=options.packages,
        boards=boards,
        limits=find_limits(rubric, boards, goal),
        rubric=rubric,
    )
    return _report(_mark_each(students, lambda name, packed: mark_heuristic(name, packed, task)), options)


def _mark_program(options: argparse.Namespace) -> int:
    card, each, words = PROTOCOLS[options.protocol], options.each, options.command
    if (each is not None) != any(PLACE in word for word in words):
        raise UsageError(f"--each and {PLACE} in the command go together: --each FOLDER -- python3 {PLACE}")
    rubric, caps = _read_rubric(options, program_marks.RUBRIC, "-"), _read_caps(options)
    unsolvable = (0 if card.name == "columbia" else 2) if options.unsolvable is None else options.unsolvable
    boards = _find_boards(options, options.goal or card.goal, Shape.parse(options.shape), unsolvable)

    def mark(name: str, packed: bytes) -> Marks:
        with unpack(packed) if packed else nullcontext() as path:
            command = [word.replace(PLACE, str(path)) for word in words]
            command = [os.path.abspath(word) if os.path.exists(word) else word for word in command]
            return mark_program(name, command, card, boards, rubric=rubric, caps=caps)

    students = {"program": b""} if each is None else read_students(each)
    return _report(_mark_each(students, mark), options)


def _mark_each(students: Mapping[str, bytes], mark: Callable[[str, bytes], Marks]) -> list[Marks]:
    marks: list[Marks] = []
    with Meter(sys.stderr) as meter:
        for name, packed in students.items():
            meter.show(lambda: f"{len(marks)} of {len(students)} marked, now {[*students][len(marks)]}")
            marks.append(mark(name, packed))
    return marks


def _read_rubric(options: argparse.Namespace, known: Mapping[str, float], prefix: str) -> dict[str, float]:
    return parse_rubric("".join(read_lines(options.points)), known, prefix) if options.points else {**known}


def _read_caps(options: argparse.Namespace) -> Caps:
    for name, value in {"--max-seconds": options.max_seconds, "--max-memory": options.max_memory}.items():
        if not 0 < value <= 1_000_000:
            raise UsageError(f"{name} must be above 0, up to 1,000,000, got {value:g}")
    return Caps(seconds=options.max_seconds, memory=options.max_memory * 1_000_000)


def _find_boards(options: argparse.Namespace, goal: str, shape: Shape, unsolvable: int) -> list[KeyEntry]:
    """Read the boards, or draw random boards of this shape, and prove their shortest lengths."""
    if options.boards is None:
        plan = Plan(
            goal=read_goal(goal, shape),
            depths=parse_depths(options.depths),
            each=options.each_depth,
            unsolvable=unsolvable,
            questions=(Question.SOLVABLE,),
            seed=options.seed,
        )
        drawn = run_to_end(iter_make_exercises(plan)).exercises
        return [KeyEntry(each.number, "", Problem(each.board, plan.goal), each.depth) for each in drawn]
    found: list[KeyEntry] = []
    for board in read_boards(options.boards, goal):
        problem = Problem(board, read_goal(goal, board.shape))
        length = find_shortest(board, problem.goal).length if problem.is_solvable else None
        found.append(KeyEntry(len(found) + 1, "", problem, length))
    if not found:
        raise UsageError(f"{options.boards} has no boards")
    return found


def _report(marks: Sequence[Marks], options: argparse.Namespace) -> int:
    """Write the files, and print the marks."""
    rows = [each.to_row() for each in marks]
    if options.output is not None:
        with report_unwritable(options.output):
            for each in marks:
                own = options.output / each.student
                own.mkdir(parents=True, exist_ok=True)
                write(own / "sheet.txt", f"{each.to_text()}\n".encode())
                write(own / "results.json", each.to_gradescope().encode())
            write(options.output / "marks.csv", format_csv([*rows[0]], rows).encode())
    sheet = "\n".join([marks[0].to_text(), *(f"Note: {note}" for note in marks[0].notes)])
    print_table(sheet if len(marks) == 1 else to_table(marks))
    return OK if all(each.points == each.most for each in marks) else NOT_SOLVED
