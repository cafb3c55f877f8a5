"""`Refuted`: what IDA* has ruled out of one board so far, kept so that a later search can go on from there.

The subtrees of a bound are those of `npuzzle.search.subtrees`. Most of the time goes into the last bound, so
that a search which went on from the bound alone would save little.
"""

from __future__ import annotations

from dataclasses import dataclass, field

#: The moves of the blank that lead from the start to the root of a subtree, see `Subtree`.
Ways = tuple[int, ...]


@dataclass(slots=True)
class Refuted:
    """Every path of fewer than `bound` moves is ruled out, and every one of `bound` moves in some subtrees.

    `done`: the states that were expanded in each of these subtrees, by the moves that lead to it. `sizes`:
    the same of the bound before, which tells where this one is to be divided.
    """

    bound: int = 0
    done: dict[Ways, int] = field(default_factory=dict)
    sizes: dict[Ways, int] = field(default_factory=dict)

    def raise_to(self, bound: int) -> None:
        """Note that every path of fewer than `bound` moves is ruled out."""
        if bound > self.bound:
            self.bound, self.sizes, self.done = bound, self.done, {}
