"""The solves of an endurance run: boards from a seed, algorithms to solve them, and the right answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from random import Random

from npuzzle import HEURISTICS, Board, Limits, Problem, Shape, goal_board, random_board, solve
from npuzzle.lab.space import build_distance_table
from npuzzle.puzzle.scramble import random_walk

AUTOMATIC = "auto"
#: Rows, columns, goal, algorithm, heuristic, seconds, and the most moves from the goal (0: any board).
KINDS = (
    (3, 3, "blank-last", AUTOMATIC, AUTOMATIC, 30, 0),
    (4, 4, "blank-last", AUTOMATIC, AUTOMATIC, 60, 0),
    (3, 3, "blank-first", "breadth-first", AUTOMATIC, 60, 20),
    (3, 3, "spiral", "astar", "manhattan", 60, 0),
    (4, 4, "blank-first", AUTOMATIC, AUTOMATIC, 60, 0),
    (3, 3, "own", "idastar", "linear-conflict", 60, 0),
    (3, 3, "blank-last", "greedy", "manhattan", 60, 0),
    (5, 5, "blank-last", "anytime", AUTOMATIC, 0.3, 0),
    (3, 3, "blank-last", "bidirectional", AUTOMATIC, 60, 0),
    (3, 3, "blank-first", "weighted-astar", "walking-distance", 60, 0),
    (4, 4, "blank-last", "greedy", "linear-conflict", 60, 0),
    (3, 3, "blank-last", "iterative-deepening", AUTOMATIC, 60, 12),
    (3, 3, "spiral", "rbfs", "manhattan", 60, 16),
    (3, 3, "spiral", "beam", "manhattan", 60, 0),
    (3, 3, "own", "uniform-cost", AUTOMATIC, 60, 20),
    (2, 3, "blank-last", "depth-first", AUTOMATIC, 60, 0),
    (3, 3, "blank-last", "astar", "misplaced", 60, 20),
    (4, 4, "blank-last", "constructive", AUTOMATIC, 60, 0),
    (3, 3, "blank-first", "idastar", "pattern-tables", 60, 0),
    (7, 6, "blank-last", AUTOMATIC, AUTOMATIC, 0.3, 0),
    (4, 4, "blank-last", "idastar", "pattern-tables", 60, 0),
    (3, 3, "blank-last", "astar", "euclidean", 60, 24),
    (3, 4, "blank-last", AUTOMATIC, AUTOMATIC, 60, 0),
    (3, 3, "spiral", AUTOMATIC, AUTOMATIC, 60, 0),
    (10, 10, "blank-last", "constructive", AUTOMATIC, 60, 0),
)
EXACT_CELLS = 9  # up to this size every distance is known
PROVED_CELLS = 16  # up to this size the package proves a path shortest in milliseconds

SOLVED = re.compile(r"Solved in ([\d,]+) moves?$")
BOUNDED = re.compile(r"At most ([\d,]+) longer than the shortest, which has ([\d,]+) or more$")


@dataclass(frozen=True, slots=True)
class Task:
    """One press of Solve. `own`: the goal is typed, not chosen by its name."""

    board: Board
    goal: Board
    goal_name: str
    algorithm: str
    heuristic: str
    seconds: float

    @property
    def own(self) -> bool:
        return self.goal_name == "own"

    @property
    def may_give_up(self) -> bool:
        return self.algorithm == "beam"

    def __str__(self) -> str:
        return f"{self.board} to {self.goal}, {self.algorithm} with {self.heuristic}"


def tasks(seed: int) -> Iterator[Task]:
    """Yield tasks without end: the kinds in turn, the boards from the seed."""
    random = Random(seed)
    for rows, cols, goal_name, algorithm, heuristic, seconds, walk in cycle(KINDS):
        shape = Shape(rows, cols)
        if goal_name == "own":
            goal = random_board(goal_board("blank-last", shape), random)
        else:
            goal = goal_board(goal_name, shape)
        board = random_walk(goal, random.randint(1, walk), random) if walk else random_board(goal, random)
        yield Task(board, goal, goal_name, algorithm, heuristic, seconds)


def truth(task: Task) -> int | None:
    """Return the length of a shortest path, found without the page; None for large boards."""
    problem = Problem(task.board, task.goal)
    if problem.shape.cells <= EXACT_CELLS:
        return _table(problem.shape, problem.home).distance(problem.initial)
    if problem.shape.cells <= PROVED_CELLS:
        result = solve(task.board, task.goal, limits=Limits(seconds=300))
        assert result.claim == "proved shortest", f"the package could not prove {task.board} in five minutes"
        return result.length
    return None


_table = cache(build_distance_table)


def wrong_with(task: Task, title: str, badge: str) -> str:
    """Describe the first false statement of the page about the task; empty if there is none."""
    length = 0 if title == "Already solved" else _number(SOLVED.match(title))
    if length is None:
        return "" if task.may_give_up and badge.startswith("The beam ran out") else f"it ended with {title!r}"
    shortest = truth(task)
    problem = Problem(task.board, task.goal)
    if shortest is None:
        least = HEURISTICS["linear-conflict"].make(task.goal).estimate(problem.initial)
        if length < least or (length - int(least)) % 2:
            return f"no path has {length} moves"
    elif length < shortest or (length - shortest) % 2:
        return f"no path has {length} moves, the shortest has {shortest}"
    return _wrong_claim(task, length, shortest, badge)


def _wrong_claim(task: Task, length: int, shortest: int | None, badge: str) -> str:
    if badge == "Proved shortest":
        return f"{length} moves are not the shortest: {shortest}" if shortest not in (None, length) else ""
    said = BOUNDED.match(badge)
    if said is None:
        return f"the badge says {badge!r}"
    longer, bound = (int(figure.replace(",", "")) for figure in said.groups())
    if longer != length - bound:
        return f"{badge!r} of {length} moves does not add up"
    if shortest is not None and bound > shortest:
        return f"the shortest has {shortest} moves, not {bound} or more"
    if shortest is not None and task.algorithm in ("astar", "breadth-first", AUTOMATIC, "idastar"):
        return f"{badge!r} where a proof was due"
    return ""


def _number(found: re.Match[str] | None) -> int | None:
    return None if found is None else int(found[1].replace(",", ""))
