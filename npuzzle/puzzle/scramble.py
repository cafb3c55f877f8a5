"""Random boards: uniform over all solvable ones, or a walk of k moves. Both repeat for a seed."""

from __future__ import annotations

from random import Random

from npuzzle.errors import InvalidJobError, require, shown
from npuzzle.puzzle.board import Board, require_board
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import neighbours

MAX_WALK = 1_000_000


def random_board(goal: Board, random: Random) -> Board:
    """A board drawn uniformly from all that can reach `goal`.

    A permutation is drawn; if it lies in the wrong half, its first two tiles are exchanged, which
    maps the wrong half one to one onto the right one.
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
    """The board after `moves` random moves from `goal`, none of which undoes the one before.

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
