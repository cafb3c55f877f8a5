"""Boards that lie at exact depths: a depth is the number of moves of a shortest path to the goal."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from npuzzle.errors import InvalidJobError, WrongAnswerError
from npuzzle.lab.state_space import MOST_CELLS, everything
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.problem import Problem, State, board_of
from npuzzle.puzzle.shape import neighbours
from npuzzle.solving.job import solve
from npuzzle.solving.result import Result

MOST_KNOWN = 20_000  # boards at a depth that are all made, beyond 9 cells; on 4x4 up to 13 moves
MOST_PROOFS = 200  # boards on one walk whose distance is proved, before it is given up
MOST_REPEATS = 100  # boards drawn one after the other that are there already


@dataclass(frozen=True, slots=True)
class Source:
    """The boards at a depth: all of their states, or None where walks have to find them."""

    goal: Board
    depth: int
    states: Sequence[State] | None

    @property
    def how(self) -> str:
        """How boards are drawn from it, as a sentence without its full stop."""
        if self.states is None:
            return (
                "met on random walks from the goal, until the solver proved that a board is just so far from "
                "it; not uniform"
            )
        return f"drawn uniformly from the {len(self.states):,} boards there are"

    def draw(self, random: Random) -> Board:
        """One of the boards. Raises InvalidJobError if none was met."""
        if self.states is None:
            return _walk_to_depth(self.goal, self.depth, random)
        return board_of(random.choice(self.states), self.goal)

    def drawing(self, count: int, random: Random) -> Iterator[Board]:
        """So many boards, none twice. Raises InvalidJobError if there are fewer."""
        if self.states is None:
            return new_ones(lambda: self.draw(random), f"at depth {self.depth}")
        there = len(self.states)
        if count > there:
            raise InvalidJobError(
                f"{count:,} different boards at depth {self.depth} were asked for, but "
                f"{there:,} {'is' if there == 1 else 'are'} there on {self.goal.shape}"
            )
        return (board_of(state, self.goal) for state in random.sample(self.states, count))


def sources(goal: Board, depths: Sequence[int]) -> tuple[Source, ...]:
    """Where boards of these depths are from.

    Up to 9 cells every state is known, beyond that those near the goal. Raises InvalidJobError for a depth
    that is known not to be.
    """
    whole = goal.shape.cells <= MOST_CELLS
    layers = list(_all_layers(goal) if whole else islice(_near_layers(goal), max(depths) + 1))
    deepest = len(layers) - 1
    if whole and max(depths) > deepest:
        raise InvalidJobError(
            f"no {goal.shape} board is {max(depths)} moves from the goal {goal}; the farthest are {deepest}"
        )
    return tuple(Source(goal, depth, layers[depth] if depth <= deepest else None) for depth in depths)


def _all_layers(goal: Board) -> Iterator[list[State]]:
    """The states 0, 1, 2, ... moves from the goal."""
    known = everything(goal.shape, goal.blank)
    for depth in range(known.distance[-1] + 1):  # they are in this order
        yield known.states[bisect_left(known.distance, depth) : bisect_right(known.distance, depth)]


def _near_layers(goal: Board) -> Iterator[list[State]]:
    """The same, as long as they are no more than MOST_KNOWN; a move never stays in its layer."""
    problem = Problem(goal, goal)
    before: set[State] = set()
    layer = {problem.solved}
    while len(layer) <= MOST_KNOWN:
        yield sorted(layer)
        beyond = {child for state in layer for _, child in problem.successors(state)}
        before, layer = layer, beyond - before


def _walk_to_depth(goal: Board, depth: int, random: Random) -> Board:
    """A board proved to be `depth` moves from the goal, met on a random walk that turns back nowhere.

    A move changes the distance by one. So from a board that is nearer the walk needs as many moves as are
    lacking, or more, and cannot get beyond that depth before it has been there.
    """
    board, came_from, distance, farthest = goal, goal.blank, 0, 0
    for _ in range(MOST_PROOFS):
        for _ in range(depth - distance):
            src = random.choice([cell for cell in board.movable if cell != came_from])
            board, came_from = board.slide(src), board.blank
        distance = len(find_shortest(board, goal).path or "")
        if distance == depth:
            return board
        farthest = max(farthest, distance)
    raise InvalidJobError(
        f"no {goal.shape} board {depth} moves from the goal {goal} was met on a walk with {MOST_PROOFS} "
        f"proofs; the farthest was {farthest} moves away: choose a smaller depth"
    )


def an_unsolvable(places: Sequence[Source], random: Random) -> Board:
    """A board of these depths with two tiles exchanged that lie side by side: it looks like the others."""
    board = random.choice(places).draw(random)
    tiles = board.tiles
    pairs = [
        (tiles[a], tiles[b])
        for a, beside in enumerate(neighbours(board.shape))
        for b in beside
        if a < b and tiles[a] and tiles[b]
    ]
    return board.swap(*random.choice(pairs))


def new_ones(draw: Callable[[], Board], where: str) -> Iterator[Board]:
    """What `draw` gives, without what it gave before. Raises InvalidJobError when nothing new comes."""
    seen: set[Board] = set()
    repeats = 0
    while repeats < MOST_REPEATS:
        board = draw()
        repeats = repeats + 1 if board in seen else 0
        if not repeats:
            seen.add(board)
            yield board
    raise InvalidJobError(
        f"{len(seen):,} different boards {where} were found, more were asked for; the next {MOST_REPEATS} "
        "were among them"
    )


def find_shortest(board: Board, goal: Board, *, every: bool = False) -> Result:
    """A shortest path, proved. Raises WrongAnswerError if there is none."""
    result = solve(board, goal, every=every)
    if not result.is_optimal:
        raise WrongAnswerError(f"the board {board} should have a proved shortest path, got {result.headline}")
    return result
