"""Random boards: uniform over all solvable boards, or after a random walk. A seed repeats both."""

from __future__ import annotations

from random import Random

from npuzzle.errors import InvalidJobError, require, shown
from npuzzle.puzzle.board import Board, BoardLike, read_board
from npuzzle.puzzle.shape import neighbours

MAX_WALK = 1_000_000  # moves


def random_board(goal: Board, random: Random) -> Board:
    """Draw a board uniformly from all boards that can reach `goal`.

    See `npuzzle.puzzle.permutation.shuffle`.
    """
    require(random, Random, "random is a random.Random")
    return read_board(goal, subject="the goal").shuffled(random)


def random_walk(goal: BoardLike, moves: int, random: Random) -> Board:
    """Play `moves` random moves from `goal`, none of which undoes the one before; return the board.

    Raises InvalidJobError for fewer than 0 moves or more than a million.
    """
    goal = read_board(goal, subject="the goal")
    require(random, Random, "random is a random.Random")
    if type(moves) is not int or not 0 <= moves <= MAX_WALK:
        raise InvalidJobError(f"a walk has 0..{MAX_WALK:,} moves, got {shown(moves)}")
    tiles, blank, came_from = list(goal.tiles), goal.blank, -1
    beside = neighbours(goal.shape)
    for _ in range(moves):
        src = random.choice([cell for cell in beside[blank] if cell != came_from])
        tiles[blank], tiles[src] = tiles[src], 0
        blank, came_from = src, blank
    return Board(goal.shape, tuple(tiles))
