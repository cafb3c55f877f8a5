"""Rules for options that exclude each other.

A search must answer exactly the question that was asked. So each rule rejects an option that the chosen
algorithm would ignore, unless the option has its default value. The InvalidJobError says which option to
leave out or add.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from npuzzle.errors import InvalidJobError, quote, require
from npuzzle.heuristics import HeuristicCard, HeuristicLike, as_card, pattern_tables
from npuzzle.numbers import require_whole
from npuzzle.pattern_databases import MAX_PATTERN_CELLS
from npuzzle.puzzle.moves import Notation, in_notation
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import AUTO, is_auto
from npuzzle.search import ALGORITHMS, AlgorithmCard
from npuzzle.search.base import is_ours, known_numbers
from npuzzle.solving.limits import Limits

#: Algorithms that choose the order of moves themselves, so `order` cannot set it.
WITHOUT_ORDER = ("anytime", "constructive")

MOST_PROCESSES = 256  # for one board


def check_numbers(
    numbers: Mapping[str, float], algorithms: Sequence[AlgorithmCard | None], named: str
) -> dict[str, float]:
    """Check the numbers for these algorithms, and return those that at least one of them uses.

    An algorithm of None is chosen by the size of the board, and uses no numbers. Raises InvalidJobError for
    an unknown number, for a value out of range, and for a number that none of these algorithms uses, because
    the user would believe that it counts. A number with its default value is accepted.
    """
    require(numbers, Mapping, 'the numbers must be a mapping, such as {"weight": 2}')
    if not numbers:
        return {}
    own = {number.name: number for card in algorithms if card is not None for number in card.numbers}
    known, used = {**known_numbers(), **own}, {}
    for name, value in numbers.items():
        if name not in known:
            raise InvalidJobError(f"unknown number {quote(name)} for an algorithm; known: {', '.join(known)}")
        value = known[name].check(value)
        if any(card is not None and known[name] in card.numbers for card in algorithms):
            used[name] = value
        elif value != known[name].default:
            takers = ", ".join(card.name for card in ALGORITHMS if known[name] in card.numbers)
            raise InvalidJobError(f"the {name} applies to {takers} only, not to {named}")
    return used


def check_heuristic(algorithm: AlgorithmCard, heuristic: HeuristicLike) -> None:
    """Check that the algorithm uses a heuristic, if the user named one."""
    if not algorithm.informed and not is_auto(heuristic):
        raise InvalidJobError(f"{algorithm.name} uses no heuristic: leave the heuristic out")


def check_every(shape: Shape) -> None:
    """Check that boards of that shape are small enough to list all shortest paths."""
    if shape.cells > MAX_PATTERN_CELLS:
        raise InvalidJobError(
            f"all shortest paths can be listed on boards of up to {MAX_PATTERN_CELLS} cells; "
            f"{shape} has {shape.cells}"
        )


def check_lines(algorithm: AlgorithmCard, heuristic: HeuristicLike, *, every: bool) -> None:
    """Check that algorithm and heuristic can count line moves, and that `every` was not requested."""
    if not algorithm.counts_lines:
        able = ", ".join(card.name for card in ALGORITHMS if card.counts_lines)
        raise InvalidJobError(
            f"{algorithm.name} counts moves of single tiles; to count line moves, use {able}"
        )
    if not is_auto(heuristic) and not as_card(heuristic).counts_lines:
        raise InvalidJobError(
            f"{as_card(heuristic).name} counts moves of single tiles, and one line move can replace several; "
            "with line moves leave the heuristic out"
        )
    if every:
        raise InvalidJobError(
            "the list of all shortest paths is for moves of single tiles: leave it out, or count single tiles"
        )


def check_within(algorithm: AlgorithmCard | None, *, has_heuristic: bool) -> None:
    """Check that the algorithm, if one was named, accepts a time budget, and that no heuristic was named."""
    if has_heuristic:
        raise InvalidJobError(
            "within cannot be used with a heuristic: leave the heuristic out, or set a limit of "
            "seconds instead"
        )
    if algorithm is not None and not algorithm.improves:
        raise InvalidJobError(
            f"within applies to {AUTO} and anytime only; limit {algorithm.name} by seconds instead"
        )


def read_order(order: object, notation: Notation, algorithm: AlgorithmCard, problem: Problem) -> str:
    """Return the order of moves in tile letters, or "" for the usual order. Raises InvalidJobError."""
    if order is None or order == "":
        return ""
    if not isinstance(order, str) or sorted(order.upper()) != sorted("UDLR"):
        raise InvalidJobError(
            f"the order must have each of the letters U D L R once, such as UDLR, got {quote(order)}"
        )
    if problem.counts_lines:
        raise InvalidJobError("order is for moves of single tiles: leave it out, or count single tiles")
    if is_ours(algorithm) and algorithm.name in WITHOUT_ORDER:
        raise InvalidJobError(
            f"{algorithm.name} cannot use order, because it chooses moves by its own rules: name another "
            "algorithm, such as breadth-first or astar"
        )
    return in_notation(order.upper(), notation)


def require_processes(processes: int) -> int:
    """Return a number of processes as a plain int. Raises InvalidJobError."""
    return require_whole(
        processes, f"processes must be a whole number from 1 to {MOST_PROCESSES}", 1, MOST_PROCESSES
    )


def check_processes(
    algorithm: AlgorithmCard, heuristic: HeuristicCard, limits: Limits, order: str = ""
) -> None:
    """Check that several processes can share the search."""
    if not is_limited_alike(algorithm, limits):
        raise InvalidJobError(
            f"{algorithm.name} with a limit of expanded states runs in one process: leave one of them out"
        )
    if not can_split(algorithm, heuristic):
        search = f"{algorithm.name} with {heuristic.name}" if algorithm.informed else algorithm.name
        raise InvalidJobError(
            f"{search} runs in one process; several are for anytime, and for IDA* with pattern databases"
        )
    if order:
        raise InvalidJobError("a search with an order of moves runs in one process: leave one out")


def is_limited_alike(algorithm: AlgorithmCard, limits: Limits) -> bool:
    """Return whether workers can share the limits: workers for `anytime` cannot limit expanded states."""
    return not algorithm.improves or limits.expanded is None


def can_split(algorithm: AlgorithmCard, heuristic: HeuristicCard) -> bool:
    """Return whether several workers can share the search. With IDA*, this needs pattern databases."""
    return algorithm.splits and (not algorithm.informed or heuristic is pattern_tables)
