"""Boards as permutations: which can reach which, and a random one that can."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from npuzzle.puzzle.shape import Shape

#: For each cell, the home cell of the tile there; the blank's own home cell for the blank.
State = tuple[int, ...]


def to_state(tiles: Sequence[int], goal: Sequence[int]) -> State:
    """Return the home cell, where it lies in `goal`, of the tile in each cell of `tiles`."""
    home_of = {tile: cell for cell, tile in enumerate(goal)}
    return tuple([home_of[tile] for tile in tiles])


def is_reachable(shape: Shape, state: State, home: int) -> bool:
    """Whether the parity of the permutation equals the parity of the blank's distance to its home.

    Each move is one exchange and shifts the blank by one cell, so it changes both parities, and at the
    goal both are 0 (Johnson and Story, 1879). O(cells).
    """
    return permutation_parity(state) == shape.distance(state.index(home), home) % 2


def permutation_parity(state: State) -> int:
    """Return 0 for an even permutation, 1 for an odd one. It follows the cycles; O(cells)."""
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

    It draws a permutation; if `goal` cannot be reached from it, the first two tiles are exchanged. That
    maps the unsolvable half of the permutations one to one onto the solvable half.
    """
    tiles = list(goal)
    random.shuffle(tiles)
    if not is_reachable(shape, to_state(tiles, goal), goal.index(0)):
        first, second = [cell for cell, tile in enumerate(tiles) if tile][:2]
        tiles[first], tiles[second] = tiles[second], tiles[first]
    return tuple(tiles)
