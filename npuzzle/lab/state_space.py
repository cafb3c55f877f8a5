"""Every state of a small puzzle, with its true distance."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from math import factorial
from operator import itemgetter
from random import Random
from typing import Generic, TypeVar

from npuzzle.errors import InvalidJobError, InvalidShapeError, require, shown
from npuzzle.kernel import PLAIN, Kernel, available
from npuzzle.kernels import distances
from npuzzle.progress import run_to_end
from npuzzle.puzzle.board import Board, require_board
from npuzzle.puzzle.problem import State, board_of
from npuzzle.puzzle.shape import Shape, neighbours
from npuzzle.registry import AUTO

MOST_CELLS = 9  # 181,440 states; ten cells have 1,814,400 and would take a gigabyte
REPORT_EVERY = 2_000

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progress(Generic[T]):
    """How far a long piece of work is: `done` of `total`; `found` is what has come of it, if anything."""

    done: int
    total: int
    found: T | None = None


@dataclass(frozen=True, slots=True)
class Everything:
    """All states that can reach the solved one, nearest first; the solved one has index 0.

    `distance[i]`: moves from `states[i]` to the solved state. `arcs`: two lists of indices, one entry
    for each pair of states a move apart, ordered by the first, which is the smaller. `estimates`: by
    name, those of heuristics that were asked before.
    """

    states: list[State]
    distance: bytearray
    arcs: tuple[array[int], array[int]]
    estimates: dict[str, list[float]] = field(default_factory=dict)


_latest: dict[tuple[Shape, int], Everything] = {}


def how_many(shape: Shape) -> int:
    """States that can reach the solved one: half of all. Raises InvalidJobError for a large shape."""
    require(shape, Shape, "the shape is a Shape", InvalidShapeError)
    if shape.cells > MOST_CELLS:
        raise InvalidJobError(
            f"every state can be looked at for up to {MOST_CELLS} cells, such as 3x3; "
            f"{shape} has {shape.cells} cells"
        )
    return factorial(shape.cells) // 2


def everything(shape: Shape, home: int) -> Everything:
    """All states of a shape of up to 9 cells, for a goal with its blank at `home`."""
    return run_to_end(flooding(shape, home))


def flooding(shape: Shape, home: int) -> Generator[int, None, Everything]:
    """The same bit by bit: yields how many states are known. The latest one made is kept."""
    how_many(shape)
    if type(home) is not int or not 0 <= home < shape.cells:
        raise InvalidJobError(f"home is a cell of {shape}, 0..{shape.cells - 1}, got {shown(home)}")
    known = _latest.get((shape, home))
    if known is None:
        compiled = available()[0] not in PLAIN
        flood = flooding_by_kernel if compiled else flooding_in_python
        known = yield from flood(shape, home)
        _latest.clear()
        _latest[shape, home] = known
    return known  # not read back: another thread may have put its own there


def flooding_by_kernel(shape: Shape, home: int, engine: str = AUTO) -> Generator[int, None, Everything]:
    """The same, by the kernel `distances`: less than a tenth of a second, compiled."""
    kernel = yield from flood_kernel(shape, home, engine)
    found, pairs, _ = kernel.read("count")
    numbers = iter(kernel.read("states", 0, found * shape.cells))
    arcs = (array("i", kernel.read("first", 0, pairs)), array("i", kernel.read("second", 0, pairs)))
    return Everything(list(zip(*[numbers] * shape.cells)), bytearray(kernel.read("distance")), arcs)


def flood_kernel(shape: Shape, home: int, engine: str = AUTO) -> Generator[int, None, Kernel]:
    """The kernel `distances` when it knows every state; yields how many it knows."""
    cells, total = shape.cells, how_many(shape)
    sizes = {
        "beside": 5 * cells,
        "factorial": cells,
        "index": 2 * total,
        "states": (total + 1) * cells,
        "blank": total,
        "distance": total,
        "first": 2 * total,
        "second": 2 * total,
        "count": 3,
    }
    kernel = Kernel(distances, sizes, {"CELLS": cells, "HOME": home}, engine=engine)
    around = [bytes(cells_beside) for cells_beside in neighbours(shape)]
    kernel.write("beside", b"".join(cells_beside.ljust(5, b"\xff") for cells_beside in around))
    kernel.write("factorial", [factorial(n) for n in range(cells)])
    kernel.call("begin")
    while kernel.call("flood", 10 * REPORT_EVERY):
        yield kernel.read("count")[distances.STATES]
    return kernel


def flooding_in_python(shape: Shape, home: int) -> Generator[int, None, Everything]:
    """The same, breadth-first over tuples; each slide is one rearrangement of a tuple."""
    slides = [
        [(src, _exchange(shape.cells, src, dst)) for src in beside]
        for dst, beside in enumerate(neighbours(shape))
    ]
    solved = tuple(range(shape.cells))
    index = {solved: 0}
    states, blanks, distance = [solved], [home], bytearray([0])
    first, second = array("i"), array("i")
    for at, state in enumerate(states):  # the list grows while it is read
        if at % REPORT_EVERY == 0:
            yield len(states)
        further = distance[at] + 1
        for src, exchange in slides[blanks[at]]:
            child = exchange(state)
            place = index.setdefault(child, len(states))
            if place == len(states):
                states.append(child)
                blanks.append(src)
                distance.append(further)
            if place > at:
                first.append(at)
                second.append(place)
    return Everything(states, distance, (first, second))


def _exchange(cells: int, a: int, b: int) -> itemgetter[State]:
    order = list(range(cells))
    order[a], order[b] = b, a
    return itemgetter(*order)


def boards_at_depths(goal: Board, each: int, random: Random) -> Iterator[Board]:
    """`each` boards drawn at every distance from the goal, nearest first; all, where there are fewer.

    For shapes of up to 9 cells.
    """
    require(random, Random, "random is a random.Random")
    if type(each) is not int or each < 0:
        raise InvalidJobError(f"each is a whole number, 0 or more, got {shown(each)}")
    known = everything(require_board(goal, "the goal").shape, goal.blank)
    start = 0
    while start < len(known.states):
        end = start + known.distance.count(known.distance[start])
        for index in sorted(random.sample(range(start, end), min(each, end - start))):
            yield board_of(known.states[index], goal)
        start = end
