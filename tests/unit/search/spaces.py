"""State spaces without tiles, to be searched by `best_first` and `explore`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


class Jugs:
    """Measure 4 with a jug of 3 and a jug of 5."""

    initial = (0, 0)

    def is_goal(self, state: tuple[int, int]) -> bool:
        return 4 in state

    def successors(self, state: tuple[int, int]) -> Iterator[tuple[str, tuple[int, int]]]:
        small, large = state
        yield "fill 3", (3, large)
        yield "fill 5", (small, 5)
        yield "empty 3", (0, large)
        yield "empty 5", (small, 0)
        poured = min(small, 5 - large)
        yield "3 to 5", (small - poured, large + poured)
        poured = min(large, 3 - small)
        yield "5 to 3", (small + poured, large - poured)


class River:
    """Three missionaries and three cannibals cross in a boat for two, and nobody may be eaten.

    A state: missionaries, cannibals and boats on the near bank.
    """

    initial = (3, 3, 1)
    crews = ((1, 0), (2, 0), (0, 1), (0, 2), (1, 1))

    def is_goal(self, state: tuple[int, int, int]) -> bool:
        return state == (0, 0, 0)

    def successors(
        self, state: tuple[int, int, int]
    ) -> Iterator[tuple[tuple[int, int], tuple[int, int, int]]]:
        missionaries, cannibals, boat = state
        sign = -1 if boat else 1
        for crew in self.crews:
            m, c = missionaries + sign * crew[0], cannibals + sign * crew[1]
            outnumbered = 0 < m < c or 0 < 3 - m < 3 - c
            if 0 <= m <= 3 and 0 <= c <= 3 and not outnumbered:
                yield crew, (m, c, 1 - boat)


class Roads:
    """Towns and the roads between them, from S to G. A move is the length of its road."""

    def __init__(self, roads: Mapping[Any, Mapping[Any, float]], start: Any = "S", aim: Any = "G") -> None:
        self.roads, self.initial, self.aim = roads, start, aim

    def is_goal(self, state: Any) -> bool:
        return bool(state == self.aim)

    def successors(self, state: Any) -> Iterator[tuple[float, Any]]:
        for town, length in self.roads.get(state, {}).items():
            yield length, town


class Broad:
    """A tree without a goal: every state has `width` successors, all of them new."""

    initial = 0

    def __init__(self, width: int) -> None:
        self.width = width

    def is_goal(self, state: int) -> bool:
        return False

    def successors(self, state: int) -> Iterator[tuple[int, int]]:
        return ((n, state * self.width + n) for n in range(1, self.width + 1))


def length(state: Any, move: Any, child: Any) -> float:
    """Return the cost of a road."""
    return float(move)
