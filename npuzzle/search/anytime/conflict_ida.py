"""A rising lower bound on a tray of any size: IDA* with linear conflict, by the kernel `conflict_search`."""

from __future__ import annotations

from collections.abc import Generator

from npuzzle.heuristics.linear_conflict import LinearConflict
from npuzzle.kernel import Kernel
from npuzzle.kernels import conflict_ida
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import Shape, neighbours
from npuzzle.registry import AUTO
from npuzzle.search.base import REPORT_EVERY, Snapshot, whole
from npuzzle.search.move_pruning import WAYS, without_duplicates

DEEPEST = 20_000  # moves of a path under way; it needs 24 bytes for each


def conflict_bounds(problem: Problem, engine: str = AUTO) -> Generator[Snapshot, int | None, bool]:
    """Snapshots whose `bound` rises: no path is shorter; True in the end if one is as short.

    Ends when the bound is the length of a shortest path, or when a path under way has no room. Whoever
    drives it may send how many states to expand before the next snapshot.
    """
    bound = whole(LinearConflict(problem.goal).estimate(problem.initial))
    now = Snapshot(bound=bound)
    asked = yield now
    if bound == 0:
        return True
    kernel = _kernel(problem.shape, problem.home, engine)
    kernel.write("tiles", problem.initial)
    blank = problem.initial.index(problem.home)
    expanded = slack = 0
    while True:
        kernel.call("begin", blank, slack, bound + 2 * slack)
        outcome = conflict_ida.MORE
        while outcome == conflict_ida.MORE:
            outcome = kernel.call("search", asked or REPORT_EVERY)
            depth, _, more, peak = kernel.read("state")
            expanded += more
            slack += outcome == conflict_ida.NOTHING
            asked = yield Snapshot(
                expanded=expanded,
                frontier=depth + 1,
                peak_frontier=peak + 1,
                stored=depth + 1,
                bound=bound + 2 * slack,
                engine=kernel.engine,
            )
        if outcome != conflict_ida.NOTHING:
            return outcome == conflict_ida.SOLVED


def _kernel(shape: Shape, home: int, engine: str) -> Kernel:
    """The kernel, with all it must know but the board."""
    rows, cols, cells = shape.rows, shape.cols, shape.cells
    automaton = without_duplicates()
    kernel = Kernel(
        conflict_ida,
        {
            "tiles": cells,
            "line_of": 2 * cells,
            "leaving": rows + cols,
            "goes": 4,
            "edges": cells,
            "ways": len(automaton.ways),
            "follows": len(automaton.follows),
            "lowest": 16,
            "tail": max(rows, cols),
            "path": DEEPEST * conflict_ida.FIELDS,
            "state": 4,
        },
        {"CELLS": cells, "ROWS": rows, "COLS": cols, "HOME": home, "DEEPEST": DEEPEST},
        engine=engine,
    )
    goes = dict(zip(WAYS, (-cols, -1, 1, cols)))
    around = neighbours(shape)
    places = [shape.place(cell) for cell in range(cells)]
    kernel.write("line_of", [*(row for row, _ in places), *(rows + col for _, col in places)])
    kernel.write("goes", list(goes.values()))
    kernel.write(
        "edges",
        [
            sum(1 << way for way, go in enumerate(goes.values()) if cell + go in around[cell])
            for cell in range(cells)
        ],
    )
    kernel.write("ways", automaton.ways)
    kernel.write("follows", automaton.follows)
    kernel.write("lowest", [0, *((ways & -ways).bit_length() - 1 for ways in range(1, 16))])
    return kernel
