"""`Refuted`: what IDA* has ruled out of one board so far, kept so that a later search can go on from there.

The subtrees of a bound are those of `npuzzle.search.subtrees`. Most of the time goes into the last bound, so
that a search which went on from the bound alone would save little.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from npuzzle.search.split_search import Message
    from npuzzle.search.subtrees import Subtree


@dataclass(slots=True)
class Refuted:
    """Every path of fewer than `bound` moves is ruled out, and every one of `bound` moves in some subtrees.

    `division`: names the division of that bound into subtrees; `done`: the numbers of those without a path.
    """

    bound: int = 0
    division: str = ""
    done: set[int] = field(default_factory=set)

    def raise_to(self, bound: int) -> None:
        """Note that every path of fewer than `bound` moves is ruled out."""
        if bound > self.bound:
            self.bound, self.division, self.done = bound, "", set()

    def left_of(self, subtrees: Sequence[Subtree]) -> list[Subtree]:
        """Return the subtrees of `bound` that are still to be searched; all, if it was divided otherwise."""
        division = name_division(subtrees)
        if division != self.division:
            self.division, self.done = division, set()
        return [subtree for subtree in subtrees if subtree.number not in self.done]


def name_division(subtrees: Sequence[Subtree]) -> str:
    """Name a division of a bound by what its subtrees are."""
    described = repr([(subtree.bound, subtree.ways) for subtree in subtrees])
    return sha256(described.encode()).hexdigest()[:16]


class Alone:
    """No helpers: a search that is divided all the same, so that its parts can be kept."""

    is_waiting = False

    def is_time(self) -> bool:
        return True

    def open(self, request: Message, table_bytes: int) -> None:
        """There is nothing to start."""

    def send(self, helper: int, message: Message) -> None:
        """There is no helper."""

    def receive(self, seconds: float) -> Sequence[tuple[int, Message]]:
        return ()

    def close(self) -> None:
        """There is nothing to end."""
