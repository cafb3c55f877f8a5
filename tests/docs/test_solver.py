"""The solver in one file agrees with the package, and rejects a wrong text with a sentence."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from npuzzle import Board, is_solvable, random_board, solve
from npuzzle.puzzle.moves import Notation
from tests.support.documents import FOLDER

PATH = FOLDER / "solver.py"


def load() -> Any:
    spec = spec_from_file_location("solver", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SOLVER = load()


def ask(text: str, folder: Path) -> tuple[int, str]:
    """Run the file as its readers do, outside the checkout and without installed packages."""
    command = [sys.executable, "-I", "-S", str(PATH), text]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_it_needs_nothing_but_python() -> None:
    imported = re.findall(r"^ *(?:from|import) (\w+)", PATH.read_text("utf-8"), re.MULTILINE)
    assert "heapq" in imported
    assert set(imported) <= sys.stdlib_module_names
    assert PATH.read_text("utf-8").count("\n") <= 250


def test_a_deepest_board_is_proved(tmp_path: Path) -> None:
    code, said = ask("8 6 7/2 5 4/3 0 1", tmp_path)
    moves, claim = said.splitlines()
    assert (code, claim) == (0, "proved shortest in 31 moves")
    played = Board.parse("8 6 7/2 5 4/3 0 1").play(moves, notation=Notation.TILE)
    assert str(played) == "1 2 3/4 5 6/7 8 0"


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("1 2 3/4 5 6/8 7 0", 1, "not solvable: 1 inversion: an odd number. The goal has 0,"),
        ("1 2/3 0 4", 2, "not a board: every row must have 2 numbers, like the first one"),
        ("1 2 3/4 5 6/7 8 8", 2, "not a board: a 3x3 board must have each number from 0 to 8 once"),
        ("1 2 3/4 5 x/7 8 0", 2, "not a board: a 3x3 board must have each number from 0 to 8 once"),
        ("0 1 2", 2, "not a board: a board must have two rows and two columns or more"),
        ("", 2, "not a board: a board must have two rows and two columns or more"),
    ],
)
def test_anything_else_gets_a_sentence(text: str, code: int, said: str, tmp_path: Path) -> None:
    got, answer = ask(text, tmp_path)
    assert got == code
    assert answer.startswith(said)
    assert len(answer.splitlines()) == 1


@pytest.mark.parametrize("seed", range(12))
def test_lengths_are_those_of_the_package(seed: int) -> None:
    board = random_board("3x3", seed=seed)
    own = SOLVER.Board.parse(str(board))
    found = SOLVER.astar(own)
    assert SOLVER.claim(own, found) == f"proved shortest in {solve(board).length} moves"


@pytest.mark.parametrize("shape", ["2x2", "2x3", "3x2", "3x3", "3x4", "4x3", "4x4", "5x4", "4x5", "5x5"])
def test_solvability_is_that_of_the_package(shape: str) -> None:
    for seed in range(10):
        first, second, *others = Board.parse(str(random_board(shape, seed=seed))).tiles
        for tiles in ((first, second, *others), (second, first, *others)):
            own = SOLVER.Board(*map(int, shape.split("x")), tiles)
            assert (SOLVER.why_not(own) is None) is is_solvable(Board(shape, tiles))


def test_a_search_out_of_space_proves_a_lower_bound() -> None:
    board = SOLVER.Board.parse("8 6 7/2 5 4/3 0 1")
    claim = SOLVER.claim(board, SOLVER.astar(board, 9_000))
    bound = int(claim.removeprefix("out of space: every solution has at least ").removesuffix(" moves"))
    assert 21 < bound <= 31


def test_a_wrong_path_is_noticed() -> None:
    board = SOLVER.Board.parse("1 2 3/4 5 6/7 0 8")
    assert SOLVER.claim(board, SOLVER.Found("L", 1, 1)) == "proved shortest in 1 move"
    assert SOLVER.claim(board, SOLVER.Found("RLL", 1, 1)).endswith(
        "at most 2 more than the shortest solution has"
    )
    for moves, bound in (("R", 1), ("U", 1), ("L", 3)):
        with pytest.raises(AssertionError):
            SOLVER.claim(board, SOLVER.Found(moves, bound, 1))
