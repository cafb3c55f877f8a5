"""Boards as permutations: which boards reach each other, random reachable boards, and distances.

A move is one exchange, so the parity of a permutation decides which boards it can reach (Johnson and Story,
1879). `npuzzle.puzzle.solvability` explains the same answer by inversions, as students learn it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from npuzzle.numbers import require_whole
from npuzzle.puzzle.shape import Shape, neighbours

MAX_CELLS = 9  # for exact distances: two searches then meet after 16 moves at most, with 40,000 states

#: For each cell, the home cell of the tile or the blank there.
State = tuple[int, ...]

#: A whole number of 0 or more for a draw that can be repeated, None for one that cannot, or a generator.
Seed = int | Random | None


def to_state(tiles: Sequence[int], goal: Sequence[int]) -> State:
    """Return, for each cell, the home of its tile: the cell where `goal` has that tile."""
    home_of = {tile: cell for cell, tile in enumerate(goal)}
    return tuple([home_of[tile] for tile in tiles])


def is_reachable(shape: Shape, state: State, home: int) -> bool:
    """Return whether the parity of the permutation equals the parity of the blank's distance to its home.

    Each move is one exchange and shifts the blank by one cell, so it changes both parities, and at the
    goal both are 0 (Johnson and Story, 1879). O(cells).
    """
    return permutation_parity(state) == shape.distance(state.index(home), home) % 2


def permutation_parity(state: State) -> int:
    """Return 0 for an even permutation, 1 for an odd one. It follows the cycles: O(cells)."""
    seen = [False] * len(state)
    parity = 0
    for cell in range(len(state)):
        while not seen[cell]:
            seen[cell] = True
            if state[cell] != cell and not seen[state[cell]]:
                parity ^= 1
            cell = state[cell]
    return parity


def shuffle(shape: Shape, goal: tuple[int, ...], random: Random) -> tuple[int, ...]:
    """Draw tiles uniformly from all that can reach `goal`.

    It draws a permutation. If `goal` cannot be reached from it, the first two tiles are exchanged. That maps
    the unsolvable half of the permutations one to one onto the solvable half.
    """
    tiles = list(goal)
    random.shuffle(tiles)
    if not is_reachable(shape, to_state(tiles, goal), goal.index(0)):
        first, second = [cell for cell, tile in enumerate(tiles) if tile][:2]
        tiles[first], tiles[second] = tiles[second], tiles[first]
    return tuple(tiles)


def read_seed(seed: Seed) -> Random:
    """Return the random generator that a seed means.

    >>> read_seed(1).random() == read_seed(1).random()
    True

    Raises InvalidJobError, also for a seed below 0, because Python's `random` draws the same numbers for -1
    as for 1.
    """
    if seed is None:
        return Random()
    if isinstance(seed, Random):
        return seed
    return Random(require_whole(seed, "a seed must be a whole number of 0 or more, or a random.Random"))


def count_moves(shape: Shape, start: State, home: int) -> int | None:
    """Count the moves of a shortest path from a state to the solved one, or None if there is no path.

    The smaller frontier is expanded. When the two frontiers meet, the path through a common state is
    shortest, because all states up to the depths of both frontiers have been examined. It takes at most 0.2 s
    on 3x3.
    """
    if not is_reachable(shape, start, home):
        return None
    adjacent = neighbours(shape)
    near, far = {start}, {tuple(range(shape.cells))}
    near_before: set[State] = set()
    far_before: set[State] = set()
    moves = 0
    while near.isdisjoint(far):
        if len(near) > len(far):
            near, far, near_before, far_before = far, near, far_before, near_before
        near, near_before = _expand(near, near_before, home, adjacent), near
        moves += 1
    return moves


def _expand(
    layer: set[State], before: set[State], home: int, adjacent: tuple[tuple[int, ...], ...]
) -> set[State]:
    """Return the states one move beyond a layer, given the layer before it: no move stays within a layer."""
    found = set()
    for state in layer:
        blank = state.index(home)
        for src in adjacent[blank]:
            child = list(state)
            child[blank], child[src] = state[src], home
            found.add(tuple(child))
    return found - before
