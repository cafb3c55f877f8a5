"""Options of a job, so that one test can go through all algorithms."""

from __future__ import annotations

from typing import Any

from npuzzle import ALGORITHMS


def heeded(algorithm: str, **options: Any) -> dict[str, Any]:
    """The algorithm, and those of the options that it heeds: others would be refused.

    >>> heeded("bfs", heuristic="manhattan", weight=2, every=True)
    {'algorithm': 'bfs', 'every': True}
    """
    card = None if algorithm == "auto" else ALGORITHMS[algorithm]
    ignored = {"weight", "width"} - {card.option if card else None}
    if card is not None and not card.informed:
        ignored.add("heuristic")
    return {"algorithm": algorithm, **{name: value for name, value in options.items() if name not in ignored}}
