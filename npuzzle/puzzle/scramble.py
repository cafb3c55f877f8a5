"""Random boards: uniform over all solvable boards, or after a random walk. Equal seeds draw equal boards.

A walk stays near the goal, so its boards are easy. `Board.shuffled` draws a permutation instead, in O(cells),
and corrects its parity. The boards of one request are all different. Drawing gives up after many repeats in a
row, because the number of boards that a walk can reach is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from math import factorial

from npuzzle.errors import InvalidJobError
from npuzzle.numbers import require_whole
from npuzzle.puzzle.board import Board, BoardLike, make_board, read_board
from npuzzle.puzzle.reachability import Seed, read_seed
from npuzzle.puzzle.shape import neighbours

MAX_WALK = 1_000_000  # moves
MOST_BOARDS = 1_000_000  # of one request
#: The most repeats in a row before drawing ends: the first number, plus the second for each board drawn.
MOST_REPEATS, REPEATS_FOR_EACH = 100, 20


def read_walk(moves: object) -> int:
    """Return the number of moves of a walk as a plain int. Raises InvalidJobError if it is out of range."""
    return require_in_range("a walk must have", moves, 0, MAX_WALK, " moves")


def read_count(count: object) -> int:
    """Return the number of boards as a plain int. Raises InvalidJobError if it is out of range."""
    return require_in_range("the count of boards must be a whole number,", count, 1, MOST_BOARDS)


def require_in_range(rule: str, value: object, least: int, most: int, unit: str = "") -> int:
    """Return the value as a plain int. Raises InvalidJobError unless it is in the range."""
    return require_whole(value, f"{rule} {least} to {most:,}{unit}", least, most)


def iter_scrambled(goal: Board, count: int, *, seed: Seed = None, walk: int | None = None) -> Iterator[Board]:
    """Draw `count` different boards, uniformly or by random walks. Raises InvalidJobError."""
    random, count = read_seed(seed), read_count(count)
    if walk is None:
        most = factorial(goal.shape.cells) // 2
        return islice(draw_distinct(lambda: goal.shuffled(random), f"of {goal.shape}", most), count)
    moves = read_walk(walk)
    where = f"after {moves:,} random moves"
    return islice(draw_distinct(lambda: random_walk(goal, moves, random), where), count)


def draw_distinct(draw: Callable[[], Board], where: str, most: int | None = None) -> Iterator[Board]:
    """Yield the boards that `draw` returns, none twice. Raises InvalidJobError when no new one comes.

    `most`: how many boards there are. If all are equally likely, the chance to miss one is below e^-20.
    """
    seen: set[Board] = set()
    repeats = 0
    while len(seen) != most and repeats < MOST_REPEATS + REPEATS_FOR_EACH * len(seen):
        board = draw()
        repeats = repeats + 1 if board in seen else 0
        if not repeats:
            seen.add(board)
            yield board
    others = "there are no others" if len(seen) == most else f"the next {repeats:,} were repeats"
    raise InvalidJobError(f"{len(seen):,} different boards {where} were found, but more are needed; {others}")


def random_walk(goal: BoardLike, moves: int, random: Seed = None) -> Board:
    """Play random moves from a goal, none of which undoes the one before.

    Parameters
    ----------
    goal
        Anything that `Board` takes.
    moves
        The number of moves, from 0 to a million.
    random
        A whole number, which makes the same walk each time, a `random.Random`, or None.

    Returns
    -------
    Board
        The board at the end. Its distance from the goal may be smaller than the number of moves.

    Raises
    ------
    InvalidJobError
        If there are too many moves, or fewer than 0.
    InvalidBoardError
        If the goal is not a valid board.

    Examples
    --------
    >>> random_walk("1 2 3/4 5 6/7 8 0", 2, 1).distance()
    2
    """
    goal = read_board(goal, subject="the goal")
    random = read_seed(random)
    tiles, blank, came_from = list(goal.tiles), goal.blank, -1
    adjacent = neighbours(goal.shape)
    for _ in range(read_walk(moves)):
        src = random.choice([cell for cell in adjacent[blank] if cell != came_from])
        tiles[blank], tiles[src] = tiles[src], 0
        blank, came_from = src, blank
    return make_board(goal.shape, tuple(tiles))
