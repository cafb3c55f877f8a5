"""Draw boards at exact depths. A depth is the number of moves of a shortest path to the goal."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from npuzzle import text
from npuzzle.errors import InvalidJobError, WrongAnswerError
from npuzzle.lab.state_space import MAX_ENUMERATED_CELLS, enumerate_states
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.problem import Problem, State, board_of
from npuzzle.puzzle.scramble import draw_distinct
from npuzzle.puzzle.shape import neighbours
from npuzzle.solving.job import solve
from npuzzle.solving.result import Result

#: The distance of the farthest boards from a goal with its blank in a corner, by the sides of a shape of
#: more than 9 cells (Korf, Linear-time disk-based implicit graph search, 2008; OEIS A151944).
FARTHEST = {(2, 5): 55, (2, 6): 80, (2, 7): 108, (2, 8): 140, (3, 4): 53, (3, 5): 84, (4, 4): 80}

MOST_DEPTH = 200  # moves; more than any board of up to 16 cells needs
MAX_LAYER = 20_000  # most boards of a depth to enumerate, above 9 cells; reached after 13 moves on 4x4
MOST_PROOFS = 200  # boards on one walk whose distance is proved before the walk is given up
FREE_PROOFS = 20  # the first of them, before the walk tries to move only away from the goal
MOST_STEPS = 12  # most moves between two proofs from then on
STAY = 10  # one time in STAY the walk goes on from a nearer board, to leave a local maximum


@dataclass(frozen=True, slots=True)
class Source:
    """The boards of a depth: all of their states, or None if random walks must find them."""

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
                f"got a request for {count:,} different ones"
            )
        return (board_of(state, self.goal) for state in random.sample(self.states, count))


def sources(goal: Board, depths: Sequence[int]) -> tuple[Source, ...]:
    """Return a source of boards for each depth.

    Up to 9 cells all states are enumerated; on larger boards only those near the goal. Raises InvalidJobError
    for a depth that is known not to occur.
    """
    _require_possible(goal, max(depths))
    whole = goal.shape.cells <= MAX_ENUMERATED_CELLS
    layers = list(_list_all_layers(goal) if whole else islice(_list_near_layers(goal), max(depths) + 1))
    deepest = len(layers) - 1
    if whole and max(depths) > deepest:
        raise InvalidJobError(
            f"no {goal.shape} board is {max(depths)} moves from the goal {goal}; the farthest are {deepest}"
        )
    return tuple(Source(goal, depth, layers[depth] if depth <= deepest else None) for depth in depths)


def _require_possible(goal: Board, depth: int) -> None:
    """Raise InvalidJobError for a depth that no board is known to have.

    FARTHEST is for a blank in a corner. Another goal is `more` moves from such a goal, so every board is at
    most FARTHEST + `more` moves from it.
    """
    shape = goal.shape
    known = FARTHEST.get((min(shape.rows, shape.cols), max(shape.rows, shape.cols)))
    row, col = shape.place(goal.blank)
    more = min(row, shape.rows - 1 - row) + min(col, shape.cols - 1 - col)
    if known is not None and depth > known + more:
        raise InvalidJobError(
            f"no {shape} board is {depth} moves from the goal {goal}; all are within {known + more}"
        )


def _list_all_layers(goal: Board) -> Iterator[Sequence[State]]:
    """Yield the states that are 0, 1, 2, ... moves from the goal."""
    known = enumerate_states(goal.shape, goal.blank)
    for depth in range(known.distance[-1] + 1):  # the states are in order of distance
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
    moves at a time, and usually goes back if they have led nearer to the goal.
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


def draw_unsolvable(places: Sequence[Source], random: Random) -> Board:
    """Draw an unsolvable board: a board of these depths, with two neighbouring tiles exchanged."""
    board = random.choice(places).draw(random)
    tiles = board.tiles
    pairs = [
        (tiles[a], tiles[b])
        for a, beside in enumerate(neighbours(board.shape))
        for b in beside
        if a < b and tiles[a] and tiles[b]
    ]
    return board.swap(*random.choice(pairs))


def find_shortest(board: Board, goal: Board, *, every: bool = False) -> Result:
    """Find a shortest path, with proof. Raises WrongAnswerError if there is none."""
    result = solve(board, goal, every=every)
    if not result.is_optimal:
        raise WrongAnswerError(f"the board {board} should have a proved shortest path, got {result.headline}")
    return result
