"""Options of a job for tests that try all algorithms."""

from __future__ import annotations

from typing import Any

from npuzzle import ALGORITHMS
from npuzzle.search.base import known_numbers


def select_used(algorithm: str, **options: Any) -> dict[str, Any]:
    """Return the algorithm with the options that it uses, because it would reject others.

    >>> select_used("bfs", heuristic="manhattan", weight=2, every=True)
    {'algorithm': 'bfs', 'every': True}
    >>> select_used("beam", weight=2, width=7)
    {'algorithm': 'beam', 'numbers': {'width': 7}}
    """
    card = None if algorithm == "auto" else ALGORITHMS[algorithm]
    own = [number.name for number in (card.numbers if card else ())]
    numbers = {name: value for name, value in options.items() if name in own}
    ignored = {*known_numbers(), *(["heuristic"] if card is not None and not card.informed else [])}
    told = {name: value for name, value in options.items() if name not in ignored}
    return {"algorithm": algorithm, **told, **({"numbers": numbers} if numbers else {})}
