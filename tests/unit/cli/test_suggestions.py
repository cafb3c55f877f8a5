"""`npuzzle solve` suggests the command that builds larger tables if they would help, and then uses them."""

from __future__ import annotations

import shlex
from pathlib import Path
from random import Random

import pytest

from npuzzle import Shape, goal_board, random_board
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.catalogue import CHECKSUMS, find_larger
from npuzzle.pattern_databases.partition import bits_for, divide
from npuzzle.pattern_databases.symmetry import canonical
from tests.support.command_line import Call

SHAPE = Shape(2, 9)
GOAL = goal_board("blank-last", SHAPE)
WAY = ["--algorithm", "idastar", "--heuristic", "pdb", "--max-expanded", "1000"]


@pytest.mark.parametrize("shape", CHECKSUMS, ids=str)
def test_the_command_builds_those_tables(shape: Shape) -> None:
    for home in (0, shape.cols - 1, shape.cells - shape.cols, shape.cells - 1):
        found = find_larger(shape, home)
        assert found is not None
        turned = canonical(shape, home)
        built = divide(turned.shape, turned.image[home], max(map(len, found.partition)))
        assert (built, bits_for(turned.shape, built)) == (found.partition, found.bits)
    assert find_larger(shape, 1) is None


@pytest.mark.slow
def test_the_command_that_is_named_works_and_the_next_search_has_the_tables(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NPUZZLE_CACHE", str(tmp_path))
    catalogue.forget()
    try:
        given = ["solve", str(random_board(GOAL, Random(1))), *WAY]
        code, out, _ = call(*given)
        assert code == 0  # the path comes from another search
        (hint,) = [line for line in out.splitlines() if line.startswith("Larger tables prove more: ")]
        command = shlex.split(hint.split(": ", 1)[1].split(" builds ")[0])
        found = find_larger(SHAPE, GOAL.blank)
        assert found is not None
        assert command == ["npuzzle", "tables", "build", "2x9", "--max-group", "6"]
        assert f" builds {found.sizes} once, and saves them ({found.bytes / 1e6:,.0f} MB)." in hint
        assert call(*command[1:])[0] == 0
        catalogue.forget()
        code, out, _ = call(*given)
        assert found.sizes in out
        assert "Larger tables" not in out
        assert call(*given, "--json").json["tables"] == found.sizes
    finally:
        catalogue.forget()


@pytest.mark.slow_cases("python")
@pytest.mark.parametrize(
    "given",
    [
        ["1 2 3/4 5 6/0 7 8"],
        [str(random_board(GOAL, Random(1))), *WAY, "--engine", "python", "--max-seconds", "0.5"],
        [str(random_board(GOAL, Random(1))), "--algorithm", "astar", "--max-expanded", "100"],
        [str(random_board(goal_board("blank-last", Shape(6, 6)), Random(1))), "--max-expanded", "2000"],
    ],
    ids=["proved", "python", "no tables", "too large"],
)
def test_nothing_is_suggested_where_it_would_not_help(
    given: list[str], call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NPUZZLE_CACHE", str(tmp_path))
    assert "Larger tables" not in call("solve", *given)[1]
