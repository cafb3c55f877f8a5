"""Comparison with other packages on the same boards: `python -m tests.benchmarks.packages`. Run it alone.

It installs slidingpuzzle and simpleai with pip in a new environment. Every package runs A* with Manhattan
distance in its own process, and every path must be shortest. Then this package runs the algorithm it chooses.
Seconds are CPU time, medians of ROUNDS.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import npuzzle
from npuzzle import Board, random_board, solve
from npuzzle.puzzle.board import goal_board
from npuzzle.puzzle.scramble import random_walk
from tests.benchmarks.kept import keep

ROUNDS = 5
PACKAGES = ("slidingpuzzle==0.1.5", "simpleai==0.8.3")
ROOT = Path(__file__).parents[2]

#: The program for each package, which differs only in `find`. It reads boards as JSON, and writes [seconds,
#: length] for each board.
FRAME = """
import json, sys
from time import process_time
{find}
boards = json.loads(sys.stdin.read())
find(boards[0])
for rows in boards:
    began = process_time()
    length = find(rows)
    print(json.dumps([process_time() - began, length]))
"""

FINDS = {
    "slidingpuzzle, A*, Manhattan": """
import slidingpuzzle as sp
def find(rows):
    return len(sp.search(sp.from_rows(*rows), "a*", heuristic=sp.manhattan_distance).solution)
""",
    "simpleai, A*, Manhattan": """
from simpleai.search import SearchProblem, astar
class Sliding(SearchProblem):
    def __init__(self, rows):
        self.columns = len(rows[0])
        self.cells = len(rows) * self.columns
        self.goal = (*range(1, self.cells), 0)
        super().__init__(initial_state=tuple(tile for row in rows for tile in row))
    def actions(self, state):
        blank = state.index(0)
        row, column = divmod(blank, self.columns)
        above, below = blank - self.columns, blank + self.columns
        near = [above] * (row > 0) + [below] * (below < self.cells)
        return near + [blank - 1] * (column > 0) + [blank + 1] * (column + 1 < self.columns)
    def result(self, state, cell):
        tiles, blank = list(state), state.index(0)
        tiles[blank], tiles[cell] = tiles[cell], 0
        return tuple(tiles)
    def is_goal(self, state):
        return state == self.goal
    def heuristic(self, state):
        total = 0
        for cell, tile in enumerate(state):
            if tile:
                (r, c), (s, d) = divmod(cell, self.columns), divmod(tile - 1, self.columns)
                total += abs(r - s) + abs(c - d)
        return total
def find(rows):
    return len(astar(Sliding(rows), graph_search=True).path()) - 1
""",
    "npuzzle, A*, Manhattan, plain Python": """
from npuzzle import solve
def find(rows):
    return solve(rows, algorithm="astar", heuristic="manhattan", engine="python").length
""",
    "npuzzle, as it comes": """
from npuzzle import solve
def find(rows):
    return solve(rows).length
""",
}


def main() -> None:
    sets = {"3x3, random": random_boards(20), "4x4, shortest path of 20 to 30": near_boards(10)}
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        python = make_environment(Path(folder))
        for name, boards in sets.items():
            lengths = [solve(board).length or 0 for board in boards]
            print(f"\n{name}: {len(boards)} boards, mean length {sum(lengths) / len(lengths):.1f}")
            times = measure(python, boards, lengths)
            ours = times["npuzzle, A*, Manhattan, plain Python"]
            for package, seconds in times.items():
                print(f"{package:38} {seconds * 1000:10,.2f} ms per board {seconds / ours:8.2f} x")
                rows.append({"boards": name, "package": package, "seconds": seconds, "ratio": seconds / ours})
    keep("packages", rows, where=f"{npuzzle.__name__} {npuzzle.__version__}, {', '.join(PACKAGES)}")


def random_boards(count: int) -> list[Board]:
    goal = goal_board("blank-last", "3x3")
    return [random_board(goal, Random(seed)) for seed in range(count)]


def near_boards(count: int) -> list[Board]:
    """Draw 4x4 boards by random walks from the goal, with shortest paths of 20 to 30 moves."""
    goal, seed = goal_board("blank-last", "4x4"), 0
    found: list[Board] = []
    while len(found) < count:
        board, seed = random_walk(goal, 40, Random(seed)), seed + 1
        if 20 <= (solve(board).length or 0) <= 30:
            found.append(board)
    return found


def make_environment(folder: Path) -> Path:
    """Create a virtual environment with the packages and this checkout; return its Python."""
    venv.create(folder, with_pip=True)
    python = folder / "bin/python"
    subprocess.run([python, "-m", "pip", "install", "-q", *PACKAGES], check=True)
    return python


def measure(python: Path, boards: Sequence[Board], lengths: Sequence[int | None]) -> dict[str, float]:
    """Return the mean seconds per board of each package, the median of ROUNDS; the packages take turns."""
    text = json.dumps([board.rows for board in boards])
    times: dict[str, list[float]] = {name: [] for name in FINDS}
    for _ in range(ROUNDS):
        for name, find in FINDS.items():
            command = [str(python), "-c", FRAME.format(find=find)]
            done = subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=ROOT)
            answers = [json.loads(line) for line in done.stdout.splitlines()]
            if [length for _, length in answers] != list(lengths):
                sys.exit(f"{name}: lengths {[length for _, length in answers]}, shortest are {list(lengths)}")
            times[name].append(sum(seconds for seconds, _ in answers) / len(answers))
    return {name: median(each) for name, each in times.items()}


if __name__ == "__main__":
    main()
