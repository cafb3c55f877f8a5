"""The numbers of algorithms, such as the width of a beam: check them for a request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from npuzzle.errors import InvalidJobError, quote, require
from npuzzle.search import ALGORITHMS, AlgorithmCard
from npuzzle.search.base import known_numbers
from npuzzle.solving.limits import join_options


def check_numbers(
    numbers: Mapping[str, float], algorithms: Sequence[AlgorithmCard | None], named: str
) -> dict[str, float]:
    """Check numbers; return those that one of the algorithms uses (None: chosen by size, it uses none).

    Raises InvalidJobError for a number that none of them uses, unless it has its default value: the user
    would believe that it counts. The same for a number that no algorithm has, or that is out of range.
    """
    require(numbers, Mapping, 'the numbers are a mapping, such as {"weight": 2}')
    own = {number.name: number for card in algorithms if card is not None for number in card.numbers}
    known, used = {**known_numbers(), **own}, {}
    for name, value in numbers.items():
        if name not in known:
            raise InvalidJobError(f"no algorithm has a number {quote(name)}; they are {', '.join(known)}")
        value = known[name].check(value)
        if any(card is not None and known[name] in card.numbers for card in algorithms):
            used[name] = value
        elif value != known[name].default:
            takers = ", ".join(card.name for card in ALGORITHMS if known[name] in card.numbers)
            raise InvalidJobError(f"the {name} is for {takers}; got the algorithm {named}")
    return used


def join_numbers(numbers: Mapping[str, float] | None, **named: float | None) -> dict[str, float]:
    """Join the numbers of a mapping with those given by keyword (None: not given).

    Raises InvalidJobError for a number that is given twice with different values.
    """
    require({} if numbers is None else numbers, Mapping, 'the numbers are a mapping, such as {"weight": 2}')
    return join_options(dict(numbers or {}), named, "the {}", "numbers")
