"""The values of the names in braces in lessons: boards, code for the Lab, and figures of searches.
The page's interpreter computes them when a lesson is opened (see `compute`), so a lesson quotes the same
results as a search on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import factorial, perm

from npuzzle import Board, goal_board, random_board
from npuzzle.heuristics.own import from_function
from npuzzle.lab import effective_branching
from npuzzle.lab.space import count_states
from npuzzle.puzzle.shape import Shape
from web.rooms.lab import lesson_heuristics
from web.rooms.learn import boards
from web.rooms.learn.boards import COURSE, FIFTEEN, SHORT, TWENTY_FOUR
from web.rooms.learn.compute import (
    FARTHEST,
    GOAL,
    MOST_DISTANT,
    count_expanded,
    estimate,
    find_misplaced,
    length_of,
    run,
)

Figures = dict[str, object]
EASY, MIDDLE, HARD = COURSE


def state_space() -> Figures:
    return {
        "states": count_states("3x3"),
        "boards": factorial(9),
        "moves": length_of(SHORT, "astar", "manhattan"),
        "farthest": FARTHEST,
        "most_distant": MOST_DISTANT,
    }


def breadth_first() -> Figures:
    ways = {"Breadth-first": "breadth-first", "Both ways": "bidirectional", "A*": "astar"}
    counts = {
        label: count_expanded(EASY, name, "manhattan" if name == "astar" else "")
        for label, name in ways.items()
    }
    states = factorial(16) // 2
    return {
        "found": run(EASY, "breadth-first"),
        "counts": counts,
        "fewest": min(counts, key=counts.__getitem__),
        "fifteen": states,
        "days": round(states / 1_000_000 / 86_400),
        "terabytes": round(states * 16 / 1e12),
    }


def depth_first() -> Figures:
    wide, deep = run(EASY, "breadth-first"), run(EASY, "iterative-deepening")
    return {
        "shortest": length_of(SHORT, "breadth-first"),
        "found": length_of(SHORT, "depth-first", depth=20),
        "breadth": count_expanded(SHORT, "breadth-first"),
        "deepening": count_expanded(SHORT, "iterative-deepening"),
        "wide": wide,
        "deep": deep,
        "times": round(deep.expanded / wide.expanded),
    }


def estimates() -> Figures:
    misplaced = estimate("misplaced", EASY)
    return {
        "misplaced": misplaced,
        "misplaced_tiles": " ".join(map(str, find_misplaced(Board.parse(EASY), goal_board(GOAL, "3x3")))),
        "manhattan": estimate("manhattan", EASY),
        "distance": length_of(EASY, "astar", "manhattan"),
    }


def astar() -> Figures:
    start = Board.parse(SHORT)
    f = sorted(1 + estimate("manhattan", str(start.slide(cell))) for cell in start.movable)
    return {
        "h": estimate("manhattan", SHORT),
        "smallest": f[0],
        "largest": f[-1],
        "short": run(SHORT, "astar", "manhattan"),
        "hard": run(MIDDLE, "astar", "manhattan"),
    }


def _every_other(state: Sequence[int], shape: Shape, home: int) -> int:
    """Return the same estimate as the code in EVERY_OTHER_BOARD. A test compares both."""
    if state.index(home) % 2 != home % 2:
        return 0
    return sum(shape.distance(cell, tile) for cell, tile in enumerate(state) if tile != home)


JUMPS = from_function(_every_other, name="every-other", admissible=True)


def consistent() -> Figures:
    start = Board.parse(MIDDLE)
    after = start.slide(start.blank + 1)
    first, second = round(JUMPS(start, GOAL)), round(JUMPS(after, GOAL))
    return {
        "first": first,
        "second": second,
        "manhattan": estimate("manhattan", str(after)),
        "jump": abs(second - first),
        "own": count_expanded(MIDDLE, "astar", JUMPS),
        "plain": run(MIDDLE, "astar", "manhattan"),
    }


def dominance() -> Figures:
    lines, walking = (count_expanded(HARD, "astar", name) for name in ("linear-conflict", "walking-distance"))
    together = count_expanded(HARD, "astar", "max(linear-conflict, walking-distance)")
    return {"lines": lines, "walking": walking, "best": min(lines, walking), "combined": together}


def ida_star() -> Figures:
    plain, first = run(MIDDLE, "astar", "manhattan"), estimate("manhattan", MIDDLE)
    bounds = range(first, plain.length + 1, 2)
    return {
        "astar": plain,
        "ida": run(MIDDLE, "idastar", "manhattan"),
        "h": first,
        "bounds": ", ".join(map(str, bounds)),
        "rounds": len(bounds),
        "fifteen": length_of(FIFTEEN, "astar", "manhattan"),
    }


def patterns() -> Figures:
    return {
        "placements": perm(9, 4),
        "good": count_expanded(HARD, "astar", "patterns(1,2,3,4|5,6,7,8)"),
        "pairs": count_expanded(HARD, "astar", "patterns(1,2|3,4|5,6|7,8)"),
        "plain": count_expanded(HARD, "astar", "manhattan"),
    }


def weighted() -> Figures:
    plain = run(MIDDLE, "astar", "manhattan")
    light, heavy = (run(MIDDLE, "weighted-astar", "manhattan", weight=weight) for weight in (2, 5))
    return {
        "plain": plain,
        "light": light,
        "heavy": heavy,
        "promised": 2 * plain.length,
        "longest": light.length + 2,
        "most": plain.expanded // 2,
    }


def large() -> Figures:
    board = str(random_board("10x10", goal=GOAL, seed=1))
    path, bound = length_of(board, "constructive"), estimate("manhattan", board)
    least = estimate("manhattan", TWENTY_FOUR)
    return {"TEN": board, "path": path, "bound": bound, "ratio": f"{path / bound:.1f}", "least": least}


def three_questions() -> Figures:
    near, far = (run(board, "astar", "manhattan") for board in (MIDDLE, HARD))
    slow = count_expanded(HARD, "astar", "misplaced")
    growing = [run(board, "breadth-first") for board in (SHORT, "0 2 5/1 4 8/3 6 7", EASY)]
    factors = [effective_branching(found.generated, found.length) or 0.0 for found in growing]
    return {
        "slow": slow,
        "times": round(slow / far.expanded),
        "near": near,
        "far": far,
        "harder": near.length if near.expanded > far.expanded else far.length,
        "lengths": [found.length for found in growing],
        "falls": "It falls" if factors == sorted(factors, reverse=True) else "It grows",
        "factors": ", ".join(f"{factor:.2f}" for factor in factors),
    }


OWN: dict[str, Callable[[], Figures]] = {
    work_out.__name__.replace("_", "-"): work_out
    for work_out in (
        *(state_space, breadth_first, depth_first, estimates, astar, consistent, dominance, ida_star),
        *(patterns, weighted, large, three_questions),
    )
}


def figures_of(lesson: str) -> Figures:
    """Return the values of all names that a lesson may contain."""
    named = {**vars(boards), **vars(lesson_heuristics)}
    return {name: text for name, text in named.items() if name.isupper()} | OWN.get(lesson, dict)()
