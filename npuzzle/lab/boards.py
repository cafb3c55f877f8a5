"""Random boards: uniform, at an exact distance from the goal, or after a random walk.

The depth of a board is the number of moves of a shortest path to the goal. Up to 9 cells all states are
known, and a board is drawn from all boards of its depth. On larger boards the states near the goal can still
be listed. For greater depths a random walk looks for a board, and each board at which the walk stops is
solved, with proof. Such a draw is not uniform, as messages say. The same seed repeats every draw.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

from npuzzle import text
from npuzzle.errors import InvalidJobError, InvalidShapeError, WrongAnswerError, quote, require
from npuzzle.lab.space import MAX_ENUMERATED_CELLS, enumerate_states
from npuzzle.numbers import require_whole, whole_number
from npuzzle.puzzle.board import Board, BoardLike, goal_board, read_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.problem import Problem, State, board_of
from npuzzle.puzzle.reachability import Seed, read_seed
from npuzzle.puzzle.scramble import draw_distinct, iter_scrambled, read_count, require_in_range
from npuzzle.puzzle.shape import Shape, ShapeLike, elements, neighbours, read_shape
from npuzzle.solving.job import solve
from npuzzle.solving.options import suggest_options
from npuzzle.solving.plan import TABLED
from npuzzle.solving.result import Result

#: The distance of the farthest boards from a goal with its blank in a corner, by the sides of a shape of
#: more than 9 cells (Korf, Linear-time disk-based implicit graph search, 2008; OEIS A151944).
FARTHEST = {(2, 5): 55, (2, 6): 80, (2, 7): 108, (2, 8): 140, (3, 4): 53, (3, 5): 84, (4, 4): 80}

MOST_DEPTH = 200  # moves; more than any board of up to 16 cells needs
MAX_LAYER = 20_000  # most boards of one depth to list above 9 cells: enough up to depth 13 on 4x4
MOST_PROOFS = 200  # boards on one walk whose distance is proved before the walk is given up
FREE_PROOFS = 20  # the first of MOST_PROOFS, after which the walk tries to move only away from the goal
MOST_STEPS = 12  # most moves between two proofs after the first FREE_PROOFS
STAY = 10  # one time in STAY the walk continues from a nearer board, to leave a local maximum


@suggest_options
def random_board(
    shape: ShapeLike | BoardLike | None = None,
    random: Random | int | None = None,
    *,
    goal: BoardLike = DEFAULT_GOAL,
    seed: Seed = None,
    depth: int | None = None,
    walk: int | None = None,
) -> Board:
    """Draw a board that can reach the goal, uniformly unless a depth or a walk is given.

    Parameters
    ----------
    shape
        The size, such as "4x4", (3, 5) or 4, or two arguments, rows and columns. Or the goal as a board,
        which also gives the size.
    random
        The number of columns, if `shape` is the number of rows. Or a `random.Random`, which is used as
        `seed`.
    goal
        The name of a goal, or a board.
    seed
        A whole number, which draws the same board each time, a `random.Random`, or None.
    depth
        The exact number of moves from the board to the goal, which is proved. Above 16 cells, it must be so
        small that all boards at this distance can be listed.
    walk
        The number of random moves to make from the goal, none of which undoes the one before. Not uniform.

    Returns
    -------
    Board
        A board from which moves lead to the goal.

    Raises
    ------
    InvalidShapeError
        If the size is not one from 2x2 to 127x127.
    InvalidJobError
        If no board has that depth, or an option is out of range.
    InvalidBoardError
        If the goal is not a valid board.
    UnknownNameError
        If no goal has that name.
    GoalMismatchError
        If the goal has another shape.

    Examples
    --------
    >>> random_board("3x3", seed=1)
    Board('6 7 8/5 4 1/0 2 3')
    >>> random_board(3, 3, seed=1, depth=12).distance()
    12
    """
    if isinstance(random, Random):
        seed, random = random, None
    elif random is not None:
        shape = _join_sides(shape, random)
    return next(iter_random_boards(_read_goal(shape, goal), 1, seed=seed, depth=depth, walk=walk))


@suggest_options
def boards_at(
    shape: ShapeLike | BoardLike,
    depth: int,
    count: int = 1,
    *,
    goal: BoardLike = DEFAULT_GOAL,
    seed: Seed = None,
) -> list[Board]:
    """Draw different boards that are all proved to be `depth` moves from the goal.

    Parameters
    ----------
    shape
        The size, such as "4x4", or the goal as a board, which also gives the size.
    depth
        The number of moves of a shortest path. Above 16 cells, it must be so small that all boards at this
        distance can be listed.
    count
        The number of boards.
    goal
        The name of a goal, or a board.
    seed
        A whole number, which draws the same boards each time, a `random.Random`, or None.

    Returns
    -------
    list[Board]
        The boards. The draw is uniform if all boards of the depth are known, as up to 9 cells and near the
        goal. Otherwise random walks find the boards. `scramble --depth` draws in the same way.

    Raises
    ------
    InvalidJobError
        If fewer than `count` boards have that depth, or an option is out of range.
    NPuzzleError
        If the size or the goal is not valid, as for `random_board`.

    Examples
    --------
    >>> [str(board) for board in boards_at("2x2", depth=6, count=1, goal="blank-first")]
    ['3 2/1 0']
    """
    return list(iter_random_boards(_read_goal(shape, goal), count, seed=seed, depth=require_depth(depth)))


def iter_random_boards(
    goal: Board, count: int, *, seed: Seed = None, depth: int | None = None, walk: int | None = None
) -> Iterator[Board]:
    """Draw `count` different boards for a goal, as `random_board` does. Raises InvalidJobError."""
    if depth is None:
        return iter_scrambled(goal, count, seed=seed, walk=walk)
    random, count = read_seed(seed), read_count(count)
    if walk is not None:
        raise InvalidJobError("expected a depth or a walk, got both: leave one of them out")
    depth = require_depth(depth)
    return islice(_find_boards(goal, depth).draw_distinct(count, random), count)


def require_depth(depth: object) -> int:
    """Return a depth as a plain int. Raises InvalidJobError if it is out of range."""
    return require_in_range("a depth must be a whole number of moves,", depth, 0, MOST_DEPTH)


def _join_sides(rows: object, columns: object) -> tuple[int, int]:
    """Return rows and columns that were given one after the other. Raises InvalidJobError."""
    sides = whole_number(rows), whole_number(columns)
    if sides[0] is None or sides[1] is None:
        raise InvalidJobError(
            f"after a size or goal, expected seed=, such as seed=1, or a random.Random, got {quote(columns)}"
        )
    return sides[0], sides[1]


def _read_goal(shape: Any, goal: BoardLike) -> Board:
    """Return the goal for a shape, or the goal that was given instead of a shape."""
    if shape is None and goal is DEFAULT_GOAL:
        raise InvalidShapeError('give a size, such as random_board("4x4")')
    if shape is None:
        return read_board(goal, subject="the goal")
    if not _is_goal(shape):
        return goal_board(goal, read_shape(shape))
    if goal is not DEFAULT_GOAL:
        raise InvalidJobError(f"the goal is given twice: {quote(shape)} and {quote(goal)}")
    return read_board(shape, subject="the goal")


def _is_goal(shape: object) -> bool:
    """Return whether this is a board, not a size: a Board, text with spaces or slashes, or a long list."""
    if isinstance(shape, str):
        return "/" in shape or len(shape.split()) > 1
    found = None if isinstance(shape, Shape) else elements(shape)
    if found is None:
        return isinstance(shape, Board)
    return len(found) != 2 or all(elements(each) is not None for each in found)


@lru_cache(maxsize=64)
def _find_boards(goal: Board, depth: int) -> BoardsAtDepth:
    """Return the boards at a depth. The latest answers are cached."""
    (found,) = boards_by_depth(goal, [depth])
    if found.states is None and goal.shape.cells > TABLED:
        raise InvalidJobError(
            f"exact depths can be proved on boards of up to {TABLED} cells; "
            f"{goal.shape} has {goal.shape.cells}. Use a random walk instead"
        )
    return found


def boards_at_depths(goal: BoardLike, each: int, random: Random) -> Iterator[Board]:
    """Draw `each` boards at every distance from the goal, nearest first, or all boards where there are fewer.

    For shapes of up to 9 cells.
    """
    require(random, Random, "random must be a random.Random")
    each = require_whole(each, "`each` must be a whole number, 0 or more")
    goal = read_board(goal, subject="the goal")
    for layer in _list_all_layers(goal):
        for index in sorted(random.sample(range(len(layer)), min(each, len(layer)))):
            yield board_of(layer[index], goal)


@dataclass(frozen=True, slots=True)
class BoardsAtDepth:
    """The boards of one depth. `states`: all of them, or None if random walks must find them."""

    goal: Board
    depth: int
    states: Sequence[State] | None

    @property
    def how(self) -> str:
        """How boards are drawn: a clause for messages."""
        if self.states is None:
            return (
                "drawn on random walks from the goal, each with a proof that it has exactly this depth; "
                "not uniform"
            )
        return f"drawn uniformly from all {len(self.states):,} boards of this depth"

    def draw(self, random: Random) -> Board:
        """Draw one of the boards. Raises InvalidJobError if walks find none."""
        if self.states is None:
            return _walk_to_depth(self.goal, self.depth, random)
        return board_of(random.choice(self.states), self.goal)

    def draw_distinct(self, count: int, random: Random) -> Iterator[Board]:
        """Draw `count` different boards. Raises InvalidJobError if there are fewer."""
        if self.states is None:
            return draw_distinct(lambda: self.draw(random), f"at depth {self.depth}")
        there = len(self.states)
        if count > there:
            raise InvalidJobError(
                f"{self.goal.shape} has {text.count(there, 'board')} at depth {self.depth}, "
                f"fewer than the {count:,} that are needed"
            )
        return (board_of(state, self.goal) for state in random.sample(self.states, count))


def boards_by_depth(goal: Board, depths: Sequence[int]) -> tuple[BoardsAtDepth, ...]:
    """Return the boards of each depth.

    Up to 9 cells all states are enumerated. On larger boards only the states near the goal are. Raises
    InvalidJobError for a depth that is known not to occur.
    """
    _require_possible(goal, max(depths))
    all_known = goal.shape.cells <= MAX_ENUMERATED_CELLS
    layers = list(_list_all_layers(goal) if all_known else islice(_list_near_layers(goal), max(depths) + 1))
    deepest = len(layers) - 1
    if all_known and max(depths) > deepest:
        raise InvalidJobError(
            f"no {goal.shape} board is {max(depths)} moves from the goal {goal}; "
            f"the farthest are {deepest} moves away"
        )
    return tuple(BoardsAtDepth(goal, depth, layers[depth] if depth <= deepest else None) for depth in depths)


def _require_possible(goal: Board, depth: int) -> None:
    """Raise InvalidJobError if it is known that no board has this depth.

    FARTHEST is for goals with the blank in a corner. Any other goal is `more` moves from one of those, so
    every board is at most FARTHEST + `more` moves from the other goal.
    """
    shape = goal.shape
    known = FARTHEST.get((min(shape.rows, shape.cols), max(shape.rows, shape.cols)))
    row, col = shape.place(goal.blank)
    more = min(row, shape.rows - 1 - row) + min(col, shape.cols - 1 - col)
    if known is not None and depth > known + more:
        raise InvalidJobError(
            f"no {shape} board is {depth} moves from the goal {goal}; all are within {known + more} moves"
        )


def _list_all_layers(goal: Board) -> Iterator[Sequence[State]]:
    """Yield the states that are 0, 1, 2, ... moves from the goal."""
    known = enumerate_states(goal.shape, goal.blank)
    for depth in range(known.distance[-1] + 1):  # possible because the states are in order of distance
        yield known.states[bisect_left(known.distance, depth) : bisect_right(known.distance, depth)]


def _list_near_layers(goal: Board) -> Iterator[list[State]]:
    """Yield the same layers while they have at most MAX_LAYER states. No move stays within its layer."""
    problem = Problem(goal, goal)
    before: set[State] = set()
    layer = {problem.solved}
    while len(layer) <= MAX_LAYER:
        yield sorted(layer)
        beyond = {child for state in layer for _, child in problem.successors(state)}
        before, layer = layer, beyond - before


def _walk_to_depth(goal: Board, depth: int, random: Random) -> Board:
    """Find a board proved to be `depth` moves from the goal, on a random walk that never undoes a move.

    A move changes the distance by one. So a walk from a nearer board needs at least the missing number of
    moves, and cannot skip the depth. Few boards are far away: after FREE_PROOFS proofs the walk makes fewer
    moves at a time, and usually goes back if these moves have led nearer to the goal.
    """
    board, came_from, distance, farthest = goal, goal.blank, 0, 0
    for proof in range(MOST_PROOFS):
        before = board, came_from, distance
        climbs = proof >= FREE_PROOFS
        for _ in range(min(depth - distance, random.randint(1, MOST_STEPS) if climbs else depth)):
            src = random.choice([cell for cell in board.movable if cell != came_from])
            board, came_from = board.slide(src), board.blank
        distance = len(find_shortest(board, goal).path or "")
        if distance == depth:
            return board
        farthest = max(farthest, distance)
        if climbs and distance < before[2] and random.randrange(STAY):
            board, came_from, distance = before
    raise InvalidJobError(
        f"no {goal.shape} board {depth} moves from the goal {goal} was found on a walk with {MOST_PROOFS} "
        f"proofs; the farthest was {farthest} moves away: choose a smaller depth"
    )


def draw_unsolvable(places: Sequence[BoardsAtDepth], random: Random) -> Board:
    """Draw an unsolvable board: take a board of one of these depths, and exchange two neighbouring tiles."""
    board = random.choice(places).draw(random)
    tiles = board.tiles
    pairs = [
        (tiles[a], tiles[b])
        for a, around in enumerate(neighbours(board.shape))
        for b in around
        if a < b and tiles[a] and tiles[b]
    ]
    return board.swap(*random.choice(pairs))


def find_shortest(board: Board, goal: Board, *, every: bool = False) -> Result:
    """Find a shortest path, with proof. Raises WrongAnswerError if there is none."""
    result = solve(board, goal, every=every)
    if not result.is_optimal:
        raise WrongAnswerError(f"the board {board} should have a proved shortest path, got {result.headline}")
    return result
