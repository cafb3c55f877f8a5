"""The command `analyse`."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from npuzzle.solving.analyse import COLUMNS
from tests.support.command_line import Call

NEAR = "1 2 3/4 5 6/0 7 8"
LIST = f"# Saturday\n{NEAR} D U L2\n{NEAR}\nLL\nR2\n"
SOLVED = [2, 3, 5]  # line numbers


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "session.txt"
    path.write_text(LIST)
    return path


def test_a_line_for_each_and_a_sum(call: Call, file: Path) -> None:
    assert call("analyse", file, "--size", "3x3") == (
        0,
        "Line 2: 4 moves (+2), shortest 2, proved; first mistake: move 1, tile 4 down; good first moves: L; "
        "fewest line moves 1, proved\n"
        "Line 3: 2 moves (+0), shortest 2, proved; good first moves: L; fewest line moves 1, proved\n"
        "Line 5: shortest 2, proved; good first moves: L; fewest line moves 1, proved\n"
        "2 solves: 6 moves, 4 would be enough; 1.00 more than the shortest on average\n",
        "",
    )


def test_as_csv_and_as_json(call: Call, file: Path) -> None:
    table = list(csv.DictReader(call("analyse", file, "--size", "3x3", "--csv").out.splitlines()))
    rows = [json.loads(line) for line in call("analyse", file, "--size", "3x3", "--json").out.splitlines()]
    assert [row["line"] for row in rows] == SOLVED
    assert [*rows[0]] == [*table[0]] == [*COLUMNS]
    for row, record in zip(rows, table, strict=True):
        assert {name: "" if value is None else str(value) for name, value in row.items()} == record
    assert [(row["excess"], row["first_mistake"], row["inverse"]) for row in rows] == [
        (2, 1, "R2"),
        (0, None, "R2"),
        (None, None, "L2"),
    ]


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        (f"{NEAR}\nhello", 2, "Line 2: not a board: 'hello'"),
        (f"{NEAR} LR", 1, "Line 1: Both moves are legal, but the board at the end is"),
        ("1 2 3/4 5 6/8 7 0", 1, "Line 1: The board is not solvable for this goal\n"),
        ("replay?r=AAAA", 2, "Line 1: this replay link cannot be read"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(
    call: Call, tmp_path: Path, text: str, code: int, says: str
) -> None:
    path = tmp_path / "list.txt"
    path.write_text(text)
    found = call("analyse", path)
    assert found.code == code
    assert says in found.out
    assert call("analyse", path, "--csv").code == call("analyse", path, "--json").code == code


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--max-seconds", "-1"], "the seconds limit must be a number, 0 or more"),
        (["--size", "1x1"], "1x1"),
        (["--csv", "--json"], "not allowed with argument"),
    ],
)
def test_bad_options_are_one_error(call: Call, file: Path, options: list[str], says: str) -> None:
    code, out, err = call("analyse", file, *options)
    assert code == 2
    assert says in err + out


def test_a_list_that_is_too_long_is_refused(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("R\n" * 20_001)
    assert call("analyse", path).err == "npuzzle: a list can have up to 20,000 lines, got more: divide it\n"
