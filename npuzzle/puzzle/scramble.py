"""Random boards: uniform over all solvable boards, or after a random walk. A seed repeats both."""

from __future__ import annotations

from random import Random

from npuzzle.errors import InvalidJobError, require, shown
from npuzzle.puzzle.board import Board, require_board
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import neighbours

MAX_WALK = 1_000_000  # moves


def random_board(goal: Board, random: Random) -> Board:
    """Draw a board uniformly from all boards that can reach `goal`.

    It draws a permutation; if `goal` cannot be reached from it, the first two tiles are exchanged. That
    maps the unsolvable half of the permutations one to one onto the solvable half.
    """
    require_board(goal, "the goal")
    require(random, Random, "random is a random.Random")
    tiles = list(goal.tiles)
    random.shuffle(tiles)
    board = Board(goal.shape, tuple(tiles))
    if Problem(board, goal).is_solvable:
        return board
    first, second = [tile for tile in tiles if tile][:2]
    return board.swap(first, second)


def random_walk(goal: Board, moves: int, random: Random) -> Board:
    """Play `moves` random moves from `goal`, none of which undoes the one before; return the board.

    Raises InvalidJobError for fewer than 0 moves or more than a million.
    """
    require_board(goal, "the goal")
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
