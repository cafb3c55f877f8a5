"""The state space of a small puzzle: every state, with its true distance."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from math import factorial
from operator import itemgetter
from random import Random
from typing import Generic, TypeVar

from npuzzle.compiler import PLAIN, Kernel, available
from npuzzle.errors import InvalidJobError, require
from npuzzle.kernels import distances
from npuzzle.kernels.board_layout import NEIGHBOURS, pack_neighbours
from npuzzle.numbers import require_whole
from npuzzle.progress import run_to_end
from npuzzle.puzzle.board import Board, BoardLike, read_board
from npuzzle.puzzle.problem import State, board_of
from npuzzle.puzzle.shape import Shape, ShapeLike, neighbours, read_shape
from npuzzle.registry import AUTO

MAX_ENUMERATED_CELLS = 9  # 181,440 states; ten cells have 1,814,400 and would take a gigabyte
STATES_PER_REPORT = 2_000  # in Python; ten times as many in the kernel

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progress(Generic[T]):
    """The progress of a long task: `done` of `total`; `found` is its result or a part of it, or None."""

    done: int
    total: int
    found: T | None = None


@dataclass(frozen=True, slots=True)
class StateSpace:
    """All states that can reach the solved state, nearest first; the solved state has index 0.

    `distance[i]`: the moves from `states[i]` to the solved state. `arcs`: two lists of indices, with one
    entry for each pair of states one move apart, ordered by the first index, which is the smaller.
    `estimates`: by name, the estimates of heuristics that were computed before.
    """

    states: tuple[State, ...]
    distance: bytes
    arcs: tuple[array[int], array[int]]
    estimates: dict[str, list[float]] = field(default_factory=dict)


_latest: dict[tuple[Shape, int], StateSpace] = {}


def count_states(shape: ShapeLike) -> int:
    """Count the states that can reach the solved one: half of all. Raises InvalidJobError above 9 cells."""
    shape = read_shape(shape)
    if shape.cells > MAX_ENUMERATED_CELLS:
        raise InvalidJobError(
            f"all states can be enumerated for up to {MAX_ENUMERATED_CELLS} cells, such as 3x3; "
            f"{shape} has {shape.cells} cells"
        )
    return factorial(shape.cells) // 2


def enumerate_states(shape: ShapeLike, home: int) -> StateSpace:
    """Enumerate all states of a shape of up to 9 cells, for a goal with its blank at `home`."""
    return run_to_end(iter_enumerate_states(shape, home))


def iter_enumerate_states(shape: ShapeLike, home: int) -> Generator[int, None, StateSpace]:
    """Enumerate step by step; yield how many states are known. The latest state space is stored."""
    shape = read_shape(shape)
    count_states(shape)
    home = require_whole(home, f"home is a cell of {shape}, 0..{shape.cells - 1}", 0, shape.cells - 1)
    known = _latest.get((shape, home))
    if known is None:
        compiled = available()[0] not in PLAIN
        iterate = iter_enumerate_by_kernel if compiled else iter_enumerate_in_python
        known = yield from iterate(shape, home)
        _latest.clear()
        _latest[shape, home] = known
    return known  # not read from `_latest`: another thread may have stored another one


def iter_enumerate_by_kernel(shape: Shape, home: int, engine: str = AUTO) -> Generator[int, None, StateSpace]:
    """Enumerate with the kernel `distances`: less than a tenth of a second if it is compiled."""
    kernel = yield from iter_fill_kernel(shape, home, engine)
    found, pairs, _ = kernel.read("count")
    numbers = iter(kernel.read("states", 0, found * shape.cells))
    arcs = (array("i", kernel.read("first", 0, pairs)), array("i", kernel.read("second", 0, pairs)))
    return StateSpace(tuple(zip(*[numbers] * shape.cells)), bytes(kernel.read("distance")), arcs)


def iter_fill_kernel(shape: Shape, home: int, engine: str = AUTO) -> Generator[int, None, Kernel]:
    """Run the kernel `distances` until it knows every state; yield how many it knows."""
    cells, total = shape.cells, count_states(shape)
    sizes = {
        "beside": NEIGHBOURS * cells,
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
    kernel.write("beside", pack_neighbours(shape))
    kernel.write("factorial", [factorial(n) for n in range(cells)])
    kernel.call("begin")
    while kernel.call("expand", 10 * STATES_PER_REPORT):
        yield kernel.read("count")[distances.STATES]
    return kernel


def iter_enumerate_in_python(shape: Shape, home: int) -> Generator[int, None, StateSpace]:
    """Enumerate breadth-first over tuples; each slide is one rearrangement of a tuple."""
    slides = [
        [(src, _exchange(shape.cells, src, dst)) for src in beside]
        for dst, beside in enumerate(neighbours(shape))
    ]
    solved = tuple(range(shape.cells))
    index = {solved: 0}
    states, blanks, distance = [solved], [home], bytearray([0])
    first, second = array("i"), array("i")
    for at, state in enumerate(states):  # the list grows during the loop
        if at % STATES_PER_REPORT == 0:
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
    return StateSpace(tuple(states), bytes(distance), (first, second))


def _exchange(cells: int, a: int, b: int) -> itemgetter[State]:
    order = list(range(cells))
    order[a], order[b] = b, a
    return itemgetter(*order)


def boards_at_depths(goal: BoardLike, each: int, random: Random) -> Iterator[Board]:
    """Draw `each` boards at every distance from the goal, nearest first; all boards where there are fewer.

    For shapes of up to 9 cells.
    """
    require(random, Random, "random is a random.Random")
    each = require_whole(each, "each is a whole number, 0 or more")
    goal = read_board(goal, subject="the goal")
    known = enumerate_states(goal.shape, goal.blank)
    start = 0
    while start < len(known.states):
        end = start + known.distance.count(known.distance[start])
        for index in sorted(random.sample(range(start, end), min(each, end - start))):
            yield board_of(known.states[index], goal)
        start = end
