"""Properties that the boards of a set of exercises can be chosen by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from npuzzle.errors import InvalidJobError
from npuzzle.lab.depths import find_shortest
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.moves import Move
from npuzzle.puzzle.problem import Problem, board_of
from npuzzle.registry import Card, Registry
from npuzzle.solving.job import solve
from npuzzle.solving.limits import Outcome

MOST_TRIED = 500  # boards of one depth that are tried before the search for more of them ends


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyCard(Card):
    """Describe a property. `holds(board, goal)` tests a solvable board for it."""

    holds: Callable[[Board, Board], bool]


def choose(
    boards: Iterator[Board], wanted: PropertyCard, goal: Board, count: int, depth: int
) -> Iterator[Board | None]:
    """Yield `count` of the boards that have the property, and None for each board that lacks it.

    Raises InvalidJobError if too few of MOST_TRIED boards have it.
    """
    found = tried = 0
    while found < count:
        board = next(boards, None)
        if board is None or tried == MOST_TRIED:
            raise InvalidJobError(
                f"of the {tried:,} boards tried at depth {depth}, {found:,} "
                f"{'has' if found == 1 else 'have'} the property {wanted.name} ({wanted.label}); "
                f"{count:,} were asked for"
            )
        tried += 1
        has_it = wanted.holds(board, goal)
        found += has_it
        yield board if has_it else None


def first_moves(problem: Problem, length: int) -> tuple[Move, ...]:
    """Return every first move of a shortest path; `length`: that of such a path."""
    nearer = [
        slide
        for slide, child in problem.successors(problem.initial)
        if find_shortest(board_of(child, problem.goal), problem.goal).length == length - 1
    ]
    return tuple(next(problem.moves(problem.letters([slide]))) for slide in nearer)


def _has_one_path(board: Board, goal: Board) -> bool:
    every = find_shortest(board, goal, every=True).every
    return every is not None and every.complete and every.count == 1


def _has_two_first_moves(board: Board, goal: Board) -> bool:
    length = find_shortest(board, goal).length or 0
    return len(first_moves(Problem(board, goal), length)) > 1


def _misleads_greedy(board: Board, goal: Board) -> bool:
    found = solve(board, goal, algorithm="greedy", heuristic="manhattan")
    is_own = found.outcome is Outcome.SOLVED  # else the path is that of another search
    return is_own and (found.length or 0) > (find_shortest(board, goal).length or 0)


#: The properties. To add one, write its test and add its card.
PROPERTIES: Registry[PropertyCard] = Registry("property")
ANY = PROPERTIES.add(
    PropertyCard(
        name="any",
        label="any board",
        summary="every board of the depth will do",
        holds=lambda board, goal: True,
    )
)
for _card in (
    PropertyCard(
        name="one-path",
        label="exactly one shortest path",
        summary="answers are easy to compare",
        holds=_has_one_path,
    ),
    PropertyCard(
        name="two-first",
        label="two or more moves that begin a shortest path",
        summary="there is a choice already at the start",
        holds=_has_two_first_moves,
    ),
    PropertyCard(
        name="greedy-longer",
        label="greedy search with Manhattan distance finds a longer path",
        summary="greedy search and A* differ",
        holds=_misleads_greedy,
    ),
):
    PROPERTIES.add(_card)
