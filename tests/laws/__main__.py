"""`python -m tests.laws`: check every way to search against the true distances, on all small boards.

The distances come from a plain flood fill (`tests.support.oracles`), which shares no code with the package.
The check takes about 25 minutes on one core. It stops after `--minutes` of CPU time, and says which part is
not complete. The exit code is 1 if anything was wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from npuzzle import Board, Shape, random_board
from tests.laws.tables import different_ranks, engines, wrong_states
from tests.laws.ways import HURRIED, OPTIMAL, QUICK, Dealt, Way, all_dealt, dealt, mismatch
from tests.support import oracles
from tests.support.strategies import SMALL_SHAPES, four_goals

TABLED = [*SMALL_SHAPES, Shape(2, 4), Shape(4, 2), Shape(3, 3)]
PART = 8  # for three of the four goals, every eighth board of nine cells is checked
LARGE = Shape(3, 4)
LARGE_BOARDS = 8  # for each goal
SHOWN = 20  # the most mismatches to print

#: A way to search, its board, its goal, and the true distance.
Task = tuple[Way, Board, Board, int]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.laws", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, help="limit of CPU time (default 30)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the drawn boards (default 1)")
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="npuzzle-laws-") as folder:
        os.environ["NPUZZLE_CACHE"] = folder  # an empty cache: tables are built again
        return look(asked.minutes, asked.seed)


def look(minutes: float, seed: int) -> int:
    """Check all parts until the time is up, with a line for each; return the exit code."""
    print(f"seed {seed}; {len(OPTIMAL)} optimal ways, {len(HURRIED)} others", flush=True)
    wrong = tables()
    searches = 0
    end = minutes * 60
    for name, ways, work in parts(seed):
        began, done, found, left = process_time(), 0, 0, False
        while not (left := process_time() > end) and (task := next(work, None)) is not None:
            way, board, goal, truth = task
            done += 1
            line = mismatch(way, board, goal, truth)
            if line is not None:
                found += 1
                if found <= SHOWN:
                    print(f"WRONG {line}", flush=True)
        wrong, searches = wrong + found, searches + done
        told = f"{name}: {done:,} searches, {ways} ways, {found} wrong, {process_time() - began:.0f} s"
        print(f"{told}; NOT COMPLETE: the time is up" if left else told, flush=True)
    print(f"{searches:,} searches, {wrong} wrong, {process_time():.0f} s of CPU time")
    return 1 if wrong else 0


def tables() -> int:
    """Check the package's own tables on all states; return how many states are wrong."""
    began, wrong, states = process_time(), 0, 0
    for goal in [goal for shape in TABLED for goal in four_goals(shape)]:
        for engine in engines(goal):
            found = different_ranks(goal, engine) + wrong_states(goal, engine)
            states += len(oracles.distances(goal))
            wrong += found
            if found:
                print(f"WRONG tables for {goal} by {engine}: {found} states", flush=True)
    print(f"tables of {len(TABLED)} shapes: {states:,} states, {wrong} wrong, {process_time() - began:.0f} s")
    return wrong


def parts(seed: int) -> Iterator[tuple[str, int, Iterator[Task]]]:
    """Yield the parts of the check: the name, the number of ways, and the tasks."""
    goals = {shape: four_goals(shape) for shape in TABLED}
    for shape in SMALL_SHAPES:
        yield f"{shape}, every state by every optimal way", len(OPTIMAL), _everything(goals[shape])
    first, *others = goals[Shape(3, 3)]
    yield f"3x3, every state to {first}", len(QUICK), _for(first, all_dealt(first, QUICK, seed))
    for goal in goals[Shape(2, 4)]:
        yield f"2x4, every state to {goal}", len(QUICK), _for(goal, all_dealt(goal, QUICK, seed))
    for turn, goal in enumerate(goals[Shape(3, 3)]):
        tasks = dealt(goal, OPTIMAL, 1, seed, turn=turn)
        yield f"3x3, every distance to {goal}", len(OPTIMAL), _for(goal, tasks)
    for shape in (*SMALL_SHAPES, Shape(3, 3)):
        tasks = [task for goal in goals[shape] for task in _for(goal, dealt(goal, HURRIED, 1, seed))]
        yield f"{shape}, every distance to four goals, not optimal", len(HURRIED), iter(tasks)
    yield f"{LARGE}, random boards", len(QUICK), _large(seed)
    for goal in others:
        some = islice(all_dealt(goal, QUICK, seed), 0, None, PART)
        yield f"3x3, every {PART}th state to {goal}", len(QUICK), _for(goal, some)


def _everything(goals: Iterable[Board]) -> Iterator[Task]:
    for goal in goals:
        for tiles, truth in oracles.distances(goal).items():
            for way in OPTIMAL:
                yield way, Board(goal.shape, tiles), goal, truth


def _for(goal: Board, tasks: Iterable[Dealt]) -> Iterator[Task]:
    return ((way, board, goal, truth) for way, board, truth in tasks)


def _large(seed: int) -> Iterator[Task]:
    """Yield random boards of twelve cells; a bidirectional search of the oracle finds the distances."""
    random = Random(seed)
    for goal in four_goals(LARGE):
        for _ in range(LARGE_BOARDS):
            board = random_board(goal, random)
            truth = oracles.apart(board, goal)
            assert truth is not None, "random boards can be solved"
            for way in (way for way in QUICK if way.algorithm == "idastar"):
                yield way, board, goal, truth


if __name__ == "__main__":
    sys.exit(main())
