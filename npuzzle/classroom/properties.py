"""Properties that the boards of a set of exercises can be chosen by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from npuzzle.errors import InvalidJobError, UnknownNameError
from npuzzle.lab.depths import find_shortest
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.mutable_board import Move
from npuzzle.puzzle.problem import Problem, board_of
from npuzzle.solving.job import solve

MOST_TRIED = 500  # boards of one depth that are tried before the search for more of them ends


class Property(Enum):
    """The properties by the names that are typed."""

    ANY = "any"
    ONE_PATH = "one-path"
    TWO_FIRST = "two-first"
    GREEDY_LONGER = "greedy-longer"

    @property
    def label(self) -> str:
        """What such a board is or has: a clause for lists and messages."""
        return PROPERTIES[self].label

    def holds(self, board: Board, goal: Board) -> bool:
        """Tell whether a solvable board has the property."""
        return PROPERTIES[self].holds(board, goal)


@dataclass(frozen=True, slots=True)
class PropertyCard:
    """Describe a property, and test for it."""

    label: str
    holds: Callable[[Board, Board], bool]


def parse_property(text: str) -> Property:
    """Read the name of a property. Raises UnknownNameError."""
    known = {each.value: each for each in Property}
    if text.strip().lower() not in known:
        raise UnknownNameError("property", text, known)
    return known[text.strip().lower()]


def choose(boards: Iterator[Board], wanted: Property, goal: Board, count: int, depth: int) -> Iterator[Board]:
    """Yield `count` of the boards that have the property. Raises InvalidJobError if too few are found."""
    found = tried = 0
    while found < count:
        board = next(boards, None)
        if board is None or tried == MOST_TRIED:
            raise InvalidJobError(
                f"of the {tried:,} boards tried at depth {depth}, {found:,} "
                f"{'has' if found == 1 else 'have'} the property {wanted.value} ({wanted.label}); "
                f"{count:,} were asked for"
            )
        tried += 1
        if wanted.holds(board, goal):
            found += 1
            yield board


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
    return (found.length or 0) > (find_shortest(board, goal).length or 0)


PROPERTIES = {
    Property.ANY: PropertyCard("any board", lambda board, goal: True),
    Property.ONE_PATH: PropertyCard("exactly one shortest path", _has_one_path),
    Property.TWO_FIRST: PropertyCard("two or more moves that begin a shortest path", _has_two_first_moves),
    Property.GREEDY_LONGER: PropertyCard(
        "greedy search with Manhattan distance finds a longer path", _misleads_greedy
    ),
}
