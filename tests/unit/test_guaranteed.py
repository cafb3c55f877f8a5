"""The table "What is guaranteed": each row is held by tests that exist, each figure is recorded."""

from __future__ import annotations

import ast
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from npuzzle import __version__, site
from tests.fuzz.targets import TARGETS
from tests.laws.ways import HURRIED, OPTIMAL
from tests.mutation.known import FAULTS
from tests.support.documents import Document, cells
from tests.support.known_cards import ALGORITHMS_TOLD, HEURISTICS_TOLD

QUALITY = Document("npuzzle/docs/quality.md")
TABLE = QUALITY.text.split("# What is guaranteed")[1].split("\n\n|")[1].split("\n\n")[0]
ROWS = [
    (what.strip(), held_by.strip()) for what, held_by in map(cells, TABLE.splitlines()[2:]) if held_by.strip()
]
RECORD = json.loads((site.ROOT / "tests/benchmarks/results/guaranteed.json").read_text(encoding="utf-8"))
RUNS = [(run["command"], run["date"], run["figures"]) for run in RECORD["runs"]]

#: Numbers that are not measurements: limits, versions and shapes, and how many of something are tried.
LIMITS = [
    r"\b\d+x\d+\b",
    r"3\.1\d",
    r"256 MB",
    r"60 of them",
    r"20 seconds",
    r"up to four goals",
]


def find_named(text: str) -> list[Path]:
    """List the files of tests that a row names; "the same" stands for those of the row before."""
    names = re.findall(r"(?<![\w/])tests/[\w/.*-]+", text)
    paths = [path for name in names for path in sorted(site.ROOT.glob(name))]
    assert len(paths) >= len(names), f"not all of {names} are there"
    return paths


def list_tests(path: Path) -> dict[str, str]:
    """Map the tests of a Python file to their marks; those of the file are those of each test."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    marks = [ast.unparse(node) for node in tree.body if ast.unparse(node).startswith("pytestmark")]
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.lower().startswith("test"):
            found[node.name] = " ".join([*marks, *map(ast.unparse, node.decorator_list)])
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).startswith("Test"):
            found[ast.unparse(node.targets[0])] = " ".join(marks)  # a state machine's case
    return found


def holds(path: Path) -> bool:
    """Tell whether `python -m tests` runs a test of this file: one that is not long, or a fixture for all."""
    if path.suffix == ".mjs":
        runners = path.parent.glob("test_*.py")
        return any("*.test.mjs" in runner.read_text(encoding="utf-8") for runner in runners)
    if path.name == "conftest.py":
        return "autouse=True" in path.read_text(encoding="utf-8")
    return any("mark.long" not in marks for marks in list_tests(path).values())


def figures_in(text: str) -> list[str]:
    """List the numbers of a text that are not limits, versions or shapes."""
    plain = re.sub(r"`[^`]*`", "", text)
    return re.findall(r"\d+(?:[.,]\d+)*", re.sub("|".join(LIMITS), "", plain))


@pytest.mark.parametrize(("what", "held_by"), ROWS, ids=[what[:50] for what, _ in ROWS])
def test_a_row_names_tests_that_are_there_and_run(what: str, held_by: str) -> None:
    before = {row[0]: earlier[1] for earlier, row in pairwise(ROWS)}
    text = f"{before[what]} {held_by}" if held_by.startswith("the same") else held_by
    tests = [
        path for path in find_named(text) if re.search(r"^test_.*\.py$|\.test\.mjs$|^conftest", path.name)
    ]
    modules = re.findall(r"python3? -m (tests[\w.]*)", text)
    assert tests or "*long*" in text, "no test is named"
    assert tests or modules
    for path in tests:
        assert holds(path), f"nothing in {path.relative_to(site.ROOT)} is run by `python -m tests`"
    for module in modules:
        path = site.ROOT / module.replace(".", "/")
        assert (path / "__main__.py").is_file() or path.with_suffix(".py").is_file(), module


def test_the_table_is_found() -> None:
    assert len(ROWS) > 25


def test_each_figure_of_the_table_was_recorded_with_its_command() -> None:
    """One that is typed by hand, or that another run has made old, differs from the record."""
    recorded = {number for _, _, figures in RUNS for said in figures for number in figures_in(said)}
    for what, held_by in ROWS:
        strange = set(figures_in(f"{what} {held_by}")) - recorded
        assert not strange, f"{sorted(strange)} in the row {what[:60]!r} are in no recorded run"


@pytest.mark.parametrize(("command", "date", "figures"), RUNS, ids=[command for command, _, _ in RUNS])
def test_each_recorded_figure_stands_in_the_row_of_its_command(
    command: str, date: str, figures: list[str]
) -> None:
    rows = [f"{what} {held_by}" for what, held_by in ROWS if f"`{command}`" in held_by]
    assert len(rows) == 1, f"{command} is named by {len(rows)} rows, expected 1"
    for figure in figures:
        assert figure in rows[0], f"{figure!r} was measured by {command}; its row does not say so"
    assert date in QUALITY.text, f"quality.md does not say that {command} was run on {date}"


def test_the_figures_are_of_this_version() -> None:
    assert RECORD["version"] == __version__


def test_what_a_run_goes_through_is_what_the_row_says() -> None:
    """The ways of the laws and the targets of fuzzing are counted anew."""
    figures = {command: figures for command, _, figures in RUNS}
    known = [
        way
        for way in (*OPTIMAL, *HURRIED)
        if way.algorithm in ALGORITHMS_TOLD and way.heuristic in ("auto", *HEURISTICS_TOLD)
    ]
    assert f"{len(known)} ways" in figures["python -m tests.laws"]
    named = {figure.split(" ")[0] for figure in figures["python -m tests.fuzz"]}
    assert set(TARGETS) == {name for name in named if name.isalpha()}


def test_known_faults_and_the_random_oracle_are_named() -> None:
    text = " ".join(held_by for _, held_by in ROWS)
    assert FAULTS
    assert "tests/unit/test_known_faults.py" in text
    assert "tests/unit/test_random_oracle.py" in text


# The check notices


def test_a_row_that_names_no_test_is_noticed() -> None:
    with pytest.raises(AssertionError, match="no test is named"):
        test_a_row_names_tests_that_are_there_and_run("It is so", "`README.md`")
    with pytest.raises(AssertionError, match="are there"):
        test_a_row_names_tests_that_are_there_and_run("It is so", "`tests/test_nobody.py`")
    with pytest.raises(AssertionError, match="no test is named"):
        test_a_row_names_tests_that_are_there_and_run("It is so", "`tests/support/oracles.py`")


def test_long_tests_alone_hold_no_row(tmp_path: Path) -> None:
    path = tmp_path / "test_it.py"
    path.write_text("@pytest.mark.long\ndef test_it(): pass\n", encoding="utf-8")
    assert not holds(path)
    path.write_text("@pytest.mark.slow\ndef test_it(): pass\n", encoding="utf-8")
    assert holds(path)


def test_numbers_are_distinguished_from_limits() -> None:
    assert figures_in("3x3 and 2x4, 3.11, 60 of them, 0.77 s, 1,234 `7 x`") == ["0.77", "1,234"]
