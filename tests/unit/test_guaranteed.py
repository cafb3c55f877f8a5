"""quality.md is generated from the tests, and every guarantee has tests that exist and run."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from npuzzle import __version__, site
from tests.fuzz.targets import TARGETS
from tests.laws.ways import HURRIED, OPTIMAL
from tests.mutation.known import FAULTS
from tests.quality import GROUPS, PAGE, RECORD, RUNS, describe, name_tests, write_page
from tests.support.known_cards import ALGORITHMS_TOLD, HEURISTICS_TOLD

ROWS = {describe(row): name_tests(row) for rows in GROUPS.values() for row in rows}


def test_the_page_is_what_the_tests_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == write_page(), "run: python -m tests.quality"


def find_named(text: str) -> list[Path]:
    """List the test files that a row names."""
    names = re.findall(r"(?<![\w/])tests/[\w/.*-]+", text)
    paths = [path for name in names for path in sorted(site.ROOT.glob(name))]
    assert len(paths) >= len(names), f"not all of {names} are there"
    return paths


def list_tests(path: Path) -> dict[str, str]:
    """Map the tests of a Python file to their marks, including the marks of the file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    marks = [ast.unparse(node) for node in tree.body if ast.unparse(node).startswith("pytestmark")]
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.lower().startswith("test"):
            found[node.name] = " ".join([*marks, *map(ast.unparse, node.decorator_list)])
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).startswith("Test"):
            found[ast.unparse(node.targets[0])] = " ".join(marks)  # a state machine
    return found


def holds(path: Path) -> bool:
    """Return whether `python -m tests` runs a test of this file, or uses its fixture in all tests."""
    if path.suffix == ".mjs":
        runners = path.parent.glob("test_*.py")
        return any("*.test.mjs" in runner.read_text(encoding="utf-8") for runner in runners)
    if path.name == "conftest.py":
        return "autouse=True" in path.read_text(encoding="utf-8")
    return any("mark.long" not in marks for marks in list_tests(path).values())


@pytest.mark.parametrize("held_by", ROWS.values(), ids=[what[:50] for what in ROWS])
def test_a_row_names_tests_that_are_there_and_run(held_by: str) -> None:
    tests = [
        path for path in find_named(held_by) if re.search(r"^test_.*\.py$|\.test\.mjs$|^conftest", path.name)
    ]
    modules = re.findall(r"python3? -m (tests[\w.]*)", held_by)
    assert tests or "*long*" in held_by, "no test is named"
    assert tests or modules
    for path in tests:
        assert holds(path), f"nothing in {path.relative_to(site.ROOT)} is run by `python -m tests`"
    for module in modules:
        path = site.ROOT / module.replace(".", "/")
        assert (path / "__main__.py").is_file() or path.with_suffix(".py").is_file(), module


def test_the_table_is_found() -> None:
    assert len(ROWS) > 25


def test_each_recorded_run_is_in_one_row() -> None:
    for command in RUNS:
        assert sum(f"`{command}`" in held_by for held_by in ROWS.values()) == 1, command


def test_the_figures_are_of_this_version() -> None:
    assert RECORD["version"] == __version__


def test_what_a_run_goes_through_is_what_the_row_says() -> None:
    """The algorithms of the laws and the targets of fuzzing are counted again."""
    known = [
        way
        for way in (*OPTIMAL, *HURRIED)
        if way.algorithm in ALGORITHMS_TOLD and way.heuristic in ("auto", *HEURISTICS_TOLD)
    ]
    assert f"{len(known)} ways" in RUNS["python -m tests.laws"]["found"]
    fuzzed = RUNS["python -m tests.fuzz"]["found"].split(": ")[1].split(";")[0]
    assert set(TARGETS) == {each.split()[0] for each in fuzzed.split(", ")}


def test_known_faults_and_the_random_oracle_are_named() -> None:
    text = " ".join(ROWS.values())
    assert FAULTS
    assert "tests/unit/test_known_faults.py" in text
    assert "tests/unit/test_random_oracle.py" in text


# The check itself


def test_a_row_that_names_no_test_is_noticed() -> None:
    with pytest.raises(AssertionError, match="no test is named"):
        test_a_row_names_tests_that_are_there_and_run("`README.md`")
    with pytest.raises(AssertionError, match="are there"):
        test_a_row_names_tests_that_are_there_and_run("`tests/test_nobody.py`")
    with pytest.raises(AssertionError, match="no test is named"):
        test_a_row_names_tests_that_are_there_and_run("`tests/support/oracles.py`")


def test_long_tests_alone_hold_no_row(tmp_path: Path) -> None:
    path = tmp_path / "test_it.py"
    path.write_text("@pytest.mark.long\ndef test_it(): pass\n", encoding="utf-8")
    assert not holds(path)
    path.write_text("@pytest.mark.slow\ndef test_it(): pass\n", encoding="utf-8")
    assert holds(path)
