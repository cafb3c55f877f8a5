"""`Contender`: one way to solve boards; `contenders`: every algorithm with every heuristic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Unpack

from npuzzle.errors import require_several
from npuzzle.heuristics import HeuristicLike
from npuzzle.own import AlgorithmLike, as_algorithm
from npuzzle.puzzle.board import BoardLike
from npuzzle.registry import AUTO, is_auto
from npuzzle.search import AlgorithmCard
from npuzzle.solving.job import Job
from npuzzle.solving.limits import Limits
from npuzzle.solving.options import WayOptions, read_options
from npuzzle.solving.rules import check_numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """One way to solve boards: the fields of `Job` without a board; they are checked when a job is made."""

    algorithm: AlgorithmLike = "astar"
    heuristic: HeuristicLike = AUTO
    numbers: Mapping[str, float] = field(default_factory=dict, hash=False)
    limits: Limits = field(default_factory=Limits)
    engine: str = AUTO

    def job(self, board: BoardLike, goal: BoardLike) -> Job:
        """Make the job of solving a board in this way."""
        return Job.create(
            board,
            goal,
            algorithm=self.algorithm,
            heuristic=self.heuristic,
            numbers=self.numbers,
            limits=self.limits,
            engine=self.engine,
        )


def contenders(
    algorithms: Iterable[AlgorithmLike] | AlgorithmLike,
    heuristics: Iterable[HeuristicLike] | HeuristicLike = AUTO,
    **options: Unpack[WayOptions],
) -> tuple[Contender, ...]:
    """Combine every algorithm with every heuristic; an algorithm without a heuristic is listed once.

    A number, such as the weight, goes to the algorithms that have it. Raises InvalidJobError if none does.

    >>> [(c.algorithm, c.heuristic) for c in contenders(["bfs", "astar"], ["zero", "mix"])]
    [('bfs', 'auto'), ('astar', 'zero'), ('astar', 'mix')]
    """
    listed = list_ways(algorithms, "the algorithms are a list of names, cards or functions")
    asked = list_ways(heuristics, "the heuristics are a list of names, cards or functions")
    cards = [None if is_auto(each) else as_algorithm(each) for each in listed]
    given = read_options("contenders", WayOptions, options, "algorithms", "heuristics")
    names = ", ".join(AUTO if card is None else card.name for card in cards)
    used = check_numbers(given.get("numbers", {}), cards, names)
    return tuple(
        Contender(
            algorithm=algorithm,
            heuristic=heuristic,
            numbers=_select_numbers(used, card),
            limits=given.get("limits", Limits()),
            engine=given.get("engine", AUTO),
        )
        for algorithm, card in zip(listed, cards)
        for heuristic in (asked if card is None or card.informed else [AUTO])
    )


def list_ways(value: Any, rule: str) -> list[Any]:
    """Return the values as a list, or a list of the one value: a name, a card, a function."""
    one = isinstance(value, (str, Contender)) or callable(value) or hasattr(value, "card")
    return [value] if one or isinstance(value, AlgorithmCard) else require_several(value, rule)


def _select_numbers(numbers: Mapping[str, float], card: AlgorithmCard | None) -> dict[str, float]:
    """Return the numbers that the card declares."""
    names = {number.name for number in card.numbers} if card is not None else set()
    return {name: value for name, value in numbers.items() if name in names}
