"""N-MaxSwap: the fewest exchanges with the blank, if any tile may jump into its place."""

from __future__ import annotations

from collections.abc import Sequence

from npuzzle.heuristics.base import Heuristic, HeuristicCard


class NMaxSwap(Heuristic):
    """The exchanges that solve the board if any tile may jump into the blank's place.

    Admissible and consistent, because a slide is such an exchange. Each tile away from home needs one. A
    cycle of tiles in each other's places, without the blank, needs one more, to bring the blank in. O(cells).
    """

    def estimate(self, state: Sequence[int]) -> int:
        swaps = 0
        seen = bytearray(len(state))
        for start, label in enumerate(state):
            if label == start or seen[start]:
                continue
            cell, tiles = start, 0
            while not seen[cell]:
                seen[cell] = 1
                tiles += 1
                cell = state[cell]
            swaps += tiles + 1
        return swaps if state[self.home] == self.home else swaps - 2  # the blank's cycle is one of them


CARD = HeuristicCard(
    name="n-max-swap",
    aliases=("gaschnig",),
    label="N-MaxSwap (Gaschnig)",
    summary="swaps with the blank if any tile may jump there",
    source="Gaschnig, 1979",
    admissible=True,
    consistent=True,
    make=NMaxSwap,
)
