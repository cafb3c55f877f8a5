"""The whole space of a small puzzle: every state, with its true distance from the goal.

The states depend only on the shape and on the home of the blank, because in normal form every goal is 0, 1,
2, ... So one space serves all goals with that home. The latest space is cached.

There are two forms, for two uses. `StateSpace` lists the states, nearest first, and the pairs of states one
move apart, for checks of all states. `DistanceTable` has a byte for each permutation, by rank, for looking up
one board. The kernel `distances` fills both. If no engine can compile the kernel, a search in Python gives
the same lists in a few seconds.
"""

from __future__ import annotations

from array import array
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import factorial
from operator import itemgetter

from npuzzle.compiler import PLAIN
from npuzzle.compiler.kernel import Kernel, available, engine_named
from npuzzle.errors import GoalMismatchError, InvalidJobError
from npuzzle.kernels import distances
from npuzzle.kernels.board_layout import NEIGHBOURS, pack_neighbours
from npuzzle.numbers import require_whole
from npuzzle.progress import Progress, Work, run_to_end
from npuzzle.puzzle.moves import Move
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Shape, ShapeLike, neighbours, read_shape
from npuzzle.registry import AUTO

MAX_ENUMERATED_CELLS = 9  # 181,440 states; ten cells have 1,814,400 and would take a gigabyte
STATES_PER_REPORT = 2_000  # states between reports in Python; the kernel's reports are ten times as far apart
UNREACHABLE = distances.NOWHERE  # the entry of a state that cannot reach the solved state


@dataclass(frozen=True, slots=True)
class StateSpace:
    """All states that can reach the solved state, nearest first. The solved state has index 0.

    `distance[i]`: the moves from `states[i]` to the solved state. `arcs`: two lists of indices, with one
    entry for each pair of states one move apart, ordered by the first index, which is the smaller.
    `estimates`: the estimates that were computed before, by the name of the heuristic.
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
            f"all states can be enumerated on boards of up to {MAX_ENUMERATED_CELLS} cells, such as 3x3; "
            f"{shape} has {shape.cells} cells"
        )
    return factorial(shape.cells) // 2


def enumerate_states(shape: ShapeLike, home: int) -> StateSpace:
    """Enumerate all states of a shape of up to 9 cells, for a goal with its blank at `home`."""
    return run_to_end(iter_enumerate_states(shape, home))


def iter_enumerate_states(shape: ShapeLike, home: int) -> Work[StateSpace]:
    """Enumerate the states step by step. The latest state space is cached."""
    shape = read_shape(shape)
    count_states(shape)
    home = require_whole(
        home, f"home must be a cell of {shape}, from 0 to {shape.cells - 1}", 0, shape.cells - 1
    )
    known = _latest.get((shape, home))
    if known is None:
        compiled = available()[0] not in PLAIN
        iterate = iter_enumerate_by_kernel if compiled else iter_enumerate_in_python
        known = yield from iterate(shape, home)
        _latest.clear()
        _latest[shape, home] = known
    return known  # not read from `_latest`: another thread may have stored another one


def iter_enumerate_by_kernel(shape: Shape, home: int, engine: str = AUTO) -> Work[StateSpace]:
    """Enumerate with the kernel `distances`: less than a tenth of a second if it is compiled."""
    kernel = yield from iter_fill_kernel(shape, home, engine)
    found, pairs, _ = kernel.read("count")
    numbers = iter(kernel.read("states", 0, found * shape.cells))
    arcs = (array("i", kernel.read("first", 0, pairs)), array("i", kernel.read("second", 0, pairs)))
    return StateSpace(tuple(zip(*[numbers] * shape.cells)), bytes(kernel.read("distance")), arcs)


def iter_fill_kernel(shape: Shape, home: int, engine: str = AUTO) -> Work[Kernel]:
    """Run the kernel `distances` until it knows every state."""
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
        yield Progress(kernel.read("count")[distances.STATES], total)
    return kernel


def iter_enumerate_in_python(shape: Shape, home: int) -> Work[StateSpace]:
    """Enumerate breadth-first over tuples. Each slide is one rearrangement of a tuple."""
    slides = [
        [(src, _exchange(shape.cells, src, dst)) for src in around]
        for dst, around in enumerate(neighbours(shape))
    ]
    solved, total = tuple(range(shape.cells)), count_states(shape)
    index = {solved: 0}
    states, blanks, distance = [solved], [home], bytearray([0])
    first, second = array("i"), array("i")
    for at, state in enumerate(states):  # the list grows during the loop
        if at % STATES_PER_REPORT == 0:
            yield Progress(len(states), total)
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


@dataclass(frozen=True, slots=True)
class DistanceTable:
    """The moves from every state of `shape` to the solved one, for a goal with its blank at `home`.

    `by_rank[rank(state)]` is the distance, or UNREACHABLE. 362,880 bytes for 3x3. See `build_distance_table`.

    >>> from npuzzle import Board, goal_board
    >>> board = Board.parse("1 2/0 3")
    >>> problem = Problem(board, goal_board("blank-last", board.shape))
    >>> table = build_distance_table(board.shape, home=3)
    >>> table.distance(problem.initial), [move.tile for move in table.best(problem)]
    (1, [3])
    """

    shape: Shape
    home: int
    by_rank: bytes

    @classmethod
    def from_text(cls, shape: Shape, home: int, text: str) -> DistanceTable:
        """Read the text that `to_text` returns."""
        return cls(shape, home, b64decode(text))

    def to_text(self) -> str:
        """Return the table as text (base64), so that it can be sent."""
        return b64encode(self.by_rank).decode("ascii")

    def fits(self, problem: Problem) -> bool:
        """Return whether the table is for the shape and home of this problem."""
        return (problem.shape, problem.home) == (self.shape, self.home)

    def distance(self, state: State) -> int | None:
        """Return the moves to the solved state, or None if it cannot be reached. O(cells^2)."""
        moves = self.by_rank[rank(state)]
        return None if moves == UNREACHABLE else moves

    def best(self, problem: Problem) -> tuple[Move, ...]:
        """Return every first move of a shortest path, none if the board is solved or unsolvable.

        Raises GoalMismatchError for a problem of another shape or home.
        """
        if not self.fits(problem):
            raise GoalMismatchError(
                f"the table is for {self.shape} with the blank's home at cell {self.home}, "
                f"the problem is {problem.shape} with home {problem.home}"
            )
        here = self.distance(problem.initial)
        if not here:
            return ()
        nearer = [
            slide for slide, child in problem.successors(problem.initial) if self.distance(child) == here - 1
        ]
        return tuple(next(problem.moves(problem.letters([slide]))) for slide in nearer)


def build_distance_table(shape: Shape, home: int, engine: str = AUTO) -> DistanceTable:
    """Build the table of a shape of up to 9 cells. Raises InvalidJobError for a larger one."""
    return run_to_end(iter_build_distance_table(shape, home, engine))


def iter_build_distance_table(shape: Shape, home: int, engine: str = AUTO) -> Work[DistanceTable]:
    """Build the table step by step. It takes 0.1 s with a compiled kernel, otherwise a few seconds."""
    if engine_named(engine) in PLAIN:
        known = yield from iter_enumerate_in_python(shape, home)
        by_rank = bytearray([UNREACHABLE]) * factorial(shape.cells)
        for state, moves in zip(known.states, known.distance):
            by_rank[rank(state)] = moves
        return DistanceTable(shape, home, bytes(by_rank))
    kernel = yield from iter_fill_kernel(shape, home, engine)
    in_order = bytes([UNREACHABLE, *kernel.read("distance")])  # `index` counts from 1, with 0 for none
    return DistanceTable(shape, home, bytes(map(in_order.__getitem__, kernel.read("index"))))


def rank(state: Sequence[int]) -> int:
    """Return the rank of a permutation in lexicographic order, from 0 (Lehmer code).

    >>> rank((0, 1, 2)), rank((2, 1, 0))
    (0, 5)
    """
    number, left = 0, sorted(state)
    for cell, tile in enumerate(state):
        smaller = left.index(tile)
        del left[smaller]
        number += smaller * factorial(len(state) - 1 - cell)
    return number


def unrank(number: int, cells: int) -> State:
    """Return the permutation of 0, 1, ... of that rank: the inverse of `rank`.

    >>> unrank(5, 3), rank(unrank(4, 3))
    ((2, 1, 0), 4)
    """
    left, state = list(range(cells)), []
    for after in range(cells - 1, -1, -1):
        place, number = divmod(number, factorial(after))
        state.append(left.pop(place))
    return tuple(state)
