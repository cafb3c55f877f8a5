"""Paths and distances of sliding puzzles, from nothing but their rules.

This module imports nothing from the project, so it shares none of its bugs; `test_random_oracle.py` checks
that. An arrangement is the bytes of its tiles, row by row, 0 for the blank. A letter is the direction of a
tile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

WAYS = {"U": (1, 0), "D": (-1, 0), "L": (0, 1), "R": (0, -1)}  # from the blank to the tile that slides


def list_moves(tiles: bytes, rows: int, cols: int) -> Iterator[tuple[str, bytes]]:
    """Yield each legal move with the arrangement after it."""
    blank = tiles.index(0)
    row, col = divmod(blank, cols)
    for letter, (down, right) in WAYS.items():
        if 0 <= row + down < rows and 0 <= col + right < cols:
            after, other = bytearray(tiles), (row + down) * cols + col + right
            after[blank], after[other] = after[other], 0
            yield letter, bytes(after)


def play(tiles: bytes, rows: int, cols: int, path: str) -> bytes | None:
    """Return the arrangement after the moves; None if one of them is illegal."""
    for letter in path:
        moves = dict(list_moves(tiles, rows, cols))
        if letter not in moves:
            return None
        tiles = moves[letter]
    return tiles


def is_solvable(tiles: bytes, goal: bytes, cols: int) -> bool:
    """Return whether moves lead to the goal: compare the parity of all exchanges with the blank's."""
    pairs = sum(goal.index(a) > goal.index(b) for at, a in enumerate(tiles) for b in tiles[at + 1 :])
    (row, col), (home_row, home_col) = divmod(tiles.index(0), cols), divmod(goal.index(0), cols)
    return (pairs + row - home_row + col - home_col) % 2 == 0


def measure_distances(goal: bytes, rows: int, cols: int, deepest: int = 999) -> dict[bytes, int]:
    """Return the distances of all arrangements up to `deepest` moves away, by breadth-first search."""
    known, layer = {goal: 0}, [goal]
    while layer and known[layer[0]] < deepest:
        far, outer = known[layer[0]] + 1, []
        for tiles in layer:
            for _, after in list_moves(tiles, rows, cols):
                if after not in known:
                    known[after] = far
                    outer.append(after)
        layer = outer
    return known


def count_shortest(tiles: bytes, rows: int, cols: int, known: dict[bytes, int]) -> int:
    """Count the shortest paths from `tiles`, given all distances up to its own."""
    ways = Counter([tiles])
    for far in range(known[tiles] - 1, -1, -1):
        nearer: Counter[bytes] = Counter()
        for here, count in ways.items():
            for _, after in list_moves(here, rows, cols):
                if known.get(after) == far:
                    nearer[after] += count
        ways = nearer
    return ways.total()
