"""Random boards: uniform over all solvable boards, or after a random walk. A seed repeats both."""

from __future__ import annotations

from random import Random

from npuzzle.errors import InvalidJobError, require, shown
from npuzzle.puzzle.board import Board, BoardLike, read_board
from npuzzle.puzzle.seeds import Seed, read_seed
from npuzzle.puzzle.shape import neighbours, whole_number

MAX_WALK = 1_000_000  # moves


def read_walk(moves: object) -> int:
    """Return the number of moves as a plain int. Raises InvalidJobError unless a walk can have so many."""
    number = whole_number(moves)
    if number is None or not 0 <= number <= MAX_WALK:
        raise InvalidJobError(f"a walk has 0..{MAX_WALK:,} moves, got {shown(moves)}")
    return number


def random_board(goal: Board, random: Random) -> Board:
    """Draw a board uniformly from all boards that can reach `goal`.

    See `npuzzle.puzzle.permutation.shuffle`.
    """
    require(random, Random, "random is a random.Random")
    return read_board(goal, subject="the goal").shuffled(random)


def random_walk(goal: BoardLike, moves: int, random: Seed = None) -> Board:
    """Play random moves from a goal, none of which undoes the one before.

    Parameters
    ----------
    goal
        Anything that `Board` takes.
    moves
        How many; 0 to a million.
    random
        A `random.Random`, a whole number as its seed, or None for chance.

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
    beside = neighbours(goal.shape)
    for _ in range(read_walk(moves)):
        src = random.choice([cell for cell in beside[blank] if cell != came_from])
        tiles[blank], tiles[src] = tiles[src], 0
        blank, came_from = src, blank
    return Board(goal.shape, tuple(tiles))
