"""`python -m tests.keys`: write npuzzle/docs/keys.md, the keys of all JSON, from the code.

Keys and types come from samples, with an ending of every kind that gives a key another type. A meaning comes
from the docstring of the property, or from a line "`key`: meaning" in the docstring of the class or of the
function that makes the data. A test fails if the page is out of date.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from json import loads
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from npuzzle import (
    Job,
    Limits,
    Metric,
    Notation,
    Result,
    Shape,
    check,
    goal_board,
    random_board,
    solve,
    start,
    verify,
)
from npuzzle.classroom.grading import Grade, Grades, Verdict, grade
from npuzzle.cli import board as board_commands
from npuzzle.cli.main import main
from npuzzle.cli.rows import Request
from npuzzle.errors import Defect, Fault
from npuzzle.lab import Certificate, Comparison, certify, compare, contenders
from npuzzle.lab.certificate import Standing
from npuzzle.lab.comparison import Row
from npuzzle.puzzle.solvability import Check
from npuzzle.solving.analyse import Analysis, Entry
from npuzzle.solving.every import Every
from npuzzle.solving.verify import Verification
from tests.options import escape
from tests.support.documents import FOLDER

PAGE = FOLDER / "keys.md"

HEAD = """# JSON keys

The keys of the JSON that npuzzle writes. A missing value is null. CSV has the same names in its first line,
and nothing for null. For the texts of boards and moves see [formats](formats.md). This page is made from the
code: `python -m tests.keys` writes it.
"""

TYPES = {
    str: "text",
    int: "integer",
    float: "number",
    bool: "true/false",
    list: "list",
    dict: "object",
    type(None): "null",
}
NEAR, FAR, ODD = "1 2 3/4 5 6/0 7 8", "8 6 7/2 5 4/3 0 1", "2 8 1/0 4 3/7 6 5"
VERDICTS = [verdict.value for verdict in Verdict]
Sample = dict[str, Any]

#: Keys with the same meaning in several tables.
COMMON = {
    "board": "the start",
    "goal": "as a board",
    "outcome": "[how the run ended](guarantees.md#outcomes)",
    "claim": "[the claim](guarantees.md) about the path",
    "notation": f"{' or '.join(f'`{each.value}`' for each in Notation)}: whose direction the letters name",
    "metric": f"{' or '.join(f'`{each.value}`' for each in Metric)}: what counts as "
    "[one move](conventions.md#metrics)",
    "algorithm": "its name",
    "heuristic": "its name",
    "engine": "the [engine](kernels.md) that ran the search",
    "fault": "its [kind](#faults)",
    "verdict": ", ".join(f"`{each}`" for each in VERDICTS),
    "expanded": "states [expanded](conventions.md#words-for-results)",
    "generated": "states generated",
    "peak_frontier": "the most open states at one time",
    "frontier": "open states at the end",
    "stored": "the most states in memory at one time",
    "length": "moves of the path",
    "shape": "such as `3x3`",
    "line": "of the file, from 1; of a set, the board's number",
    "seconds": "of searching",
}


def make_results() -> list[Sample]:
    five = goal_board("blank-last", Shape(5, 5))
    found = [
        solve(FAR, algorithm="weighted-astar", weight=2.0),
        solve("5 2 3/7 1 8/0 6 4", algorithm="breadth-first", every=True),
        solve(FAR, algorithm="idastar", heuristic="pattern-tables"),
        solve(ODD),
        start(Job.create(FAR)).cancel(),
        solve(random_board(five, Random(3)), five, limits=Limits(expanded=5_000)),
    ]
    return [result.to_dict() for result in found]


def make_jobs() -> list[Sample]:
    jobs = [Job.create(NEAR), Job.create("5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15", within=1.0)]
    return [job.to_dict() for job in jobs]


def make_certificates() -> list[Sample]:
    return [certify(name, "2x3").to_dict() for name in ("manhattan", "value-euclidean")]


def make_comparison(table: str) -> list[Sample]:
    """Join the tables of contenders that solve, give up, have nothing to do, and cannot solve the board."""
    ways = [
        *contenders(["breadth-first", "weighted-astar"], ["manhattan"]),
        *contenders(["astar"], ["zero"], limits=Limits(expanded=0)),
    ]
    solved, unsolvable, other = "1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/8 7 0", "5 2 3/7 1 8/0 6 4"
    several = [
        compare([solved, other], ways),
        *(compare([board], ways[:1]) for board in (solved, unsolvable)),
        compare([other], contenders(["astar"], [lambda board: -1])),
    ]
    return [entry for found in several for entry in found.to_dict()[table]]


def make_grades(table: str) -> list[Sample]:
    key = ["number,student,board,goal,length", f"1,Ada,{NEAR},blank-last,2", "2,Ada,2 1/3 0,blank-last,"]
    answers = ["number,student,path", "1,Ada,LL", "1,Ada,U", "x,Ada,U", "1,,U"]
    several = [
        grade(key, answers),
        grade(["number,board,goal,length", key[1].replace("Ada,", "")], answers[:1]),
    ]
    return [entry for found in several for entry in found.to_dict()[table]]


def make_verifications() -> list[Sample]:
    return [verify(*each).to_dict() for each in ((NEAR, "LL"), (NEAR, "LLRR"), (NEAR, "LLL"), (ODD, "L"))]


def print_rows(*words: str, lines: Sequence[str] = ()) -> list[Sample]:
    """Return the JSON that a command prints about a file with these lines."""
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()):
        file = Path(folder, "boards.txt")
        file.write_text("\n".join(lines), encoding="utf-8")
        own = Path(folder, "own.py")
        own.write_text("def own(board):\n    return 0\n", encoding="utf-8")
        main([word.format(file=file, own=own) for word in words])
    return [loads(line) for line in out.getvalue().splitlines()]


@dataclass(frozen=True)
class Section:
    """A table: its title, the commands that print it, its samples, and the sources of its meanings."""

    title: str
    about: str
    samples: Callable[[], list[Sample]]
    sources: tuple[object, ...]


SECTIONS = (
    Section(
        "A result",
        "`solve --json`, `Result.to_dict()`. `solve --json --boards` adds `boards`: a list of the boards "
        "along the path, or null.",
        make_results,
        (Result.to_dict, Result),
    ),
    Section(
        "All shortest paths",
        "`every` of a result.",
        lambda: [result["every"] for result in make_results() if result["every"]],
        (Every.to_dict, Every),
    ),
    Section(
        "A job",
        '`Job.to_dict()`. Each number of the algorithm is a key, too, such as `"weight": 2`. A job with '
        "[an order of moves](conventions.md#the-order-of-moves) also has `order`, such as `UDLR`.",
        make_jobs,
        (Job.to_dict, Job),
    ),
    Section(
        "A check",
        "`check --json`, `check(...).to_dict()`.",
        lambda: [check(text).to_dict() for text in ("1 2 3/4 5 6/7 8 0", ODD, "1 1 1")],
        (Check.to_dict, Check),
    ),
    Section(
        "A defect",
        "One of `defects`. With `--json`, a command that gets invalid input prints an object with `error` "
        "(text) and `defects` (list).",
        lambda: [defect.to_dict() for defect in check("1 1 7/a b").defects],
        (Defect.to_dict, Defect),
    ),
    Section(
        "Faults",
        "The kinds of defect: values of `fault`, and of `Fault` in Python.",
        lambda: [{fault.value: fault.value for fault in Fault}],
        (Fault,),
    ),
    Section(
        "Moves that were verified",
        "`verify --json`, `verify(...).to_dict()`.",
        make_verifications,
        (Verification.to_dict, Verification),
    ),
    Section(
        "A random board",
        "`scramble --json`, an object per board.",
        lambda: [
            sample
            for words in ((), ("--walk", "5"), ("--depth", "5"))
            for sample in print_rows("scramble", "3x3", "--json", *words)
        ],
        (board_commands._scramble,),
    ),
    Section(
        "A row of a batch",
        "`batch` writes an object per board. Between `line` and `job` are the keys of [a result](#a-result), "
        "then those that apply of `id`, `reading` (the form of the text), `known_length` and `agrees` (if "
        "the text gives a length), and `reason` (if it is unsolvable). For a text that is not a board, or "
        "after an error, there are `input` (its first 200 characters), `error` and `defects` instead.",
        lambda: [
            {key: row[key] for key in ("line", "job", "heuristic_sha256", "npuzzle")}
            for words in ((), ("--heuristic", "{own}:own"))
            for row in print_rows("batch", "{file}", *words, lines=[NEAR])
        ],
        (Request.to_dict, Entry),
    ),
    Section(
        "A session of solves",
        "`analyse --json`, an object per entry.",
        lambda: print_rows(
            "analyse", "{file}", "--size", "3x3", "--json", lines=[f"{NEAR} D U L2", "R2", "?"]
        ),
        (Analysis.to_dict, Analysis, Entry),
    ),
    Section(
        "A certificate",
        "`certify --json`, `Certificate.to_dict()`. `certify --wrong-examples --json` gives an object with "
        "`exhibits`, a list of certificates, each with a `lesson`.",
        make_certificates,
        (Certificate.to_dict, Certificate),
    ),
    Section(
        "A heuristic compared",
        "A value of `against`.",
        lambda: [standing for proof in make_certificates() for standing in proof["against"].values()],
        (Standing,),
    ),
    Section(
        "A comparison: runs",
        "`compare --json`, `Comparison.to_dict()`: `runs`, a row for each board and contender.",
        lambda: make_comparison("runs"),
        (Row.to_dict, Row, Result),
    ),
    Section(
        "A comparison: totals",
        "`totals`, a row for each contender, best first.",
        lambda: make_comparison("totals"),
        (Comparison.totals,),
    ),
    Section(
        "A comparison: depths",
        "`depths`, means over the solved boards whose shortest length was proved, by that length.",
        lambda: make_comparison("depths"),
        (Comparison.depths, Row),
    ),
    Section(
        "Grades: answers",
        "`grade --json`, `Grades.to_dict()`: `answers`, a row for each line, then for each exercise without "
        "an answer.",
        lambda: make_grades("answers"),
        (Grade.to_dict, Grade),
    ),
    Section(
        "Grades: totals",
        "`totals`, a row for each student. The other keys are all verdicts but `repeated`, with a count of "
        "each.",
        lambda: [
            {key: total[key] for key in total if key not in VERDICTS} for total in make_grades("totals")
        ],
        (Grades.totals,),
    ),
)


def write_page() -> str:
    """Return the text of the page."""
    return "\n".join([HEAD, *(line for section in SECTIONS for line in write_section(section))])


def write_section(section: Section) -> Iterator[str]:
    samples = section.samples()
    assert len({tuple(sample) for sample in samples}) == 1, f"the keys of {section.title} vary"
    yield f"## {section.title}\n\n{section.about}\n\n| key | type | meaning |\n|---|---|---|"
    rows: dict[tuple[str, str], list[str]] = {}  # keys by type and meaning, to share a row
    for key in samples[0]:
        kind = name_type([sample[key] for sample in samples])
        rows.setdefault((kind, find_meaning(key, section.sources)), []).append(f"`{key}`")
    for (kind, meaning), keys in rows.items():
        text = escape(meaning).replace(". None", "; null").replace("None", "null").removesuffix(".")
        yield f"| {', '.join(keys)} | {kind} | {text} |"
    yield ""


def name_type(values: list[Any]) -> str:
    names = {TYPES[type(value)] for value in values}
    if "number" in names:
        names.discard("integer")
    return " or ".join(name for name in TYPES.values() if name in names)


def find_meaning(key: str, sources: Sequence[object]) -> str:
    """Return the meaning from the function that makes the data, else from COMMON, else from a class."""
    first, *others = sources
    for source in (first, COMMON, *others):
        if isinstance(source, dict):
            if key in source:
                return str(source[key])
            continue
        found = getattr(source, key, None)
        if inspect.isclass(source) and isinstance(found, property) and found.__doc__:
            text = found.__doc__.split("\n\n")[0]
            return text[0].lower() + text[1:]
        for names, meaning in read_entries(inspect.getdoc(source) or ""):
            if key in names:
                return meaning
    raise LookupError(f"no docstring explains `{key}`: add a line to the docstring of {first}")


def read_entries(docstring: str) -> Iterator[tuple[list[str], str]]:
    """Yield the names and the meaning of each entry "`name`, `name`: meaning" of a docstring."""
    for paragraph in docstring.split("\n\n"):
        parts = re.split(r"(?:^|(?<=[.)] ))(`[\w-]+`(?:, `\w+`)*): ", " ".join(paragraph.split()))
        for names, meaning in zip(parts[1::2], parts[2::2], strict=True):
            yield re.findall(r"[\w-]+", names), meaning.strip()


if __name__ == "__main__":
    PAGE.write_text(write_page(), encoding="utf-8")
    print(f"{PAGE.name} is written")
