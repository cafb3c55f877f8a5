"""mypy and pyright accept a user's code that is right, and explain what is wrong in other code."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from npuzzle import site

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]

#: A user's own search space, estimate, algorithm and heuristic, with parameter names of their choice.
OWN_PARTS = """
from collections.abc import Iterator
from npuzzle import Board, best_first
from npuzzle import ALGORITHMS, HEURISTICS, Job, Limits, Notation, start
from npuzzle import Move, Result, certify, check, estimate, goal_board, is_solvable, random_board, solve
from npuzzle import solve_many, verify
from npuzzle.heuristics import manhattan
from random import Random

class Line:
    @property
    def initial(self) -> int:
        return 0
    def is_goal(self, s: int) -> bool:
        return s == 3
    def successors(self, node: int) -> Iterator[tuple[str, int]]:
        yield "right", node + 1

class Far:
    def estimate(self, x: int) -> float:
        return 3 - x
    def step(self, old: float, child: int, how: object) -> float:
        return old - 1

best_first(Line(), estimate=Far())

from npuzzle import Problem
from npuzzle.search.base import Search

def my_search(problem: Problem) -> Search:
    return best_first(problem)

def misplaced(b: Board) -> int:
    return sum(tile != cell for cell, tile in enumerate(b.tiles))
"""

#: A user's lines, each with parts of the messages of mypy and of pyright; None if the line is right.
LINES: dict[str, tuple[str, str] | None] = {
    'solve("1 2/0 3", algorithm="astar", within=None, limits=Limits(seconds=3))': None,
    'Job.create("1 2/0 3", "spiral", heuristic=lambda board: 0, every=True, within=3)': None,
    'start(Job.create("1 2/0 3", algorithm="beam", notation=Notation.BLANK, width=3)).step(1)': None,
    'solve("1 2/0 3", algoritm="astar")': ('argument "algoritm"', 'No parameter named "algoritm"'),
    'solve("1 2/0 3", within="soon")': ('Argument "within" to "solve"', 'parameter "within"'),
    'solve("1 2/0 3", "spiral", "astar")': ("Too many positional", "Expected 2 positional arguments"),
    'solve("1 2/0 3", seconds=3, limits={"expanded": 3}, algorithm=ALGORITHMS["astar"])': None,
    'solve("1 2/0 3", heuristic=HEURISTICS["mix"], algorithm=my_search)': None,
    'solve("1 2/0 3", heuristic=misplaced)': None,
    'solve("1 2/0 3", limits={"second": 3})': ('Argument "limits" to "solve"', 'parameter "limits"'),
    'solve("1 2/0 3", algorithm=3)': ('Argument "algorithm" to "solve"', 'parameter "algorithm"'),
    'Job.create("1 2/0 3", seconds="3")': ('Argument "seconds" to "create"', 'parameter "seconds"'),
    "Job.create([[1, 2], [0, 3]])": None,
    "Job.create(3)": ('Argument 1 to "create" of "Job"', 'parameter "board"'),
    'if check("1 2/0 3"): print(estimate("manhattan", Board("1 2/0 3")))': None,
    "tiles: list[int] = [tile for row in Board([[1, 2], [0, 3]]) for tile in row]": None,
    'ways: list[str] = [move.letter for move in Board("1 2/0 3").legal_moves]': None,
    'left: int | None = verify("1 2/0 3", "L").illegal_at': None,
    'verify("1 2/0 3")': ('Missing positional argument "moves"', 'missing for parameter "moves"'),
    'for move in solve("1 2/0 3").moves: print(move.tile + 1, move.letter.lower())': None,
    'for along in solve("1 2/0 3").boards[1:]: print(along.rows, along.distance())': None,
    'if (result := solve("1 2/0 3")): print(result.moves[0].tile + result.expanded)': None,
    'firsts: tuple[Move, ...] = Result.from_dict(solve("1 2/0 3").to_dict()).moves[:2]': None,
    'is_proved: bool = solve("1 2/0 3").solved and solve("1 2/0 3").is_optimal': None,
    'solve("1 2/0 3").movs': ('has no attribute "movs"', 'Cannot access attribute "movs"'),
    'print(random_board("4x4", seed=1).rows, random_board(4), random_board(4, 4, depth=3))': None,
    'random_board((3, 5), goal="spiral", walk=9); random_board(goal_board("spiral", 3), Random(1))': None,
    'random_board("4x4", seed="one")': ('Argument "seed" to "random_board"', 'parameter "seed"'),
    'guess: float = manhattan("1 2/0 3"); solve("1 2/0 3", heuristic=manhattan)': None,
    'many = [each.result.length for each in solve_many(["1 2/0 3", [0, 1, 2, 3]]) if each.result]': None,
    'yes: bool = is_solvable([[1, 2], [0, 3]], "spiral")': None,
    'certificate = certify(misplaced, shape="2x2"); solve("1 2/0 3", heuristic=certificate)': None,
}


def test_mypy_sees_what_is_wrong_and_nothing_else(tmp_path: Path) -> None:
    assert_said(tmp_path, mypy, 0)


def test_pyright_sees_what_is_wrong_and_nothing_else(tmp_path: Path) -> None:
    site.set_up()
    assert_said(tmp_path, pyright, 1)


def assert_said(folder: Path, checker: Callable[[Path], Iterator[tuple[int, str]]], column: int) -> None:
    """Check a file with all LINES: exactly the wrong lines must have errors, with the right words."""
    text = "\n".join([OWN_PARTS.strip(), *LINES]) + "\n"
    path = folder / "user.py"
    path.write_text(text, encoding="utf-8")
    found: dict[int, str] = {}
    for line, words in checker(path):
        found[line] = f"{found.get(line, '')} {words}"
    first = text[: text.index(next(iter(LINES)))].count("\n") + 1
    wanted = {line: words[column] for line, words in enumerate(LINES.values(), first) if words}
    assert list(found) == list(wanted), found
    for line, words in wanted.items():
        assert words in found[line]


def mypy(path: Path) -> Iterator[tuple[int, str]]:
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--cache-dir", os.devnull]
    done = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False, cwd=ROOT)
    for line in done.stdout.splitlines():
        if error := re.search(r":(\d+): error: (.*)", line):
            yield int(error[1]), error[2]


def pyright(path: Path) -> Iterator[tuple[int, str]]:
    settings = {"extraPaths": [str(ROOT)], "typeCheckingMode": "standard", "pythonVersion": "3.11"}
    path.with_name("pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    program = ROOT / "web/node_modules/pyright/index.js"
    command = ["node", str(program), "--outputjson", "--project", str(path.parent)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    for error in json.loads(done.stdout)["generalDiagnostics"]:
        if error["severity"] == "error":
            yield error["range"]["start"]["line"] + 1, error["message"]
