"""What a search tells an observer: `SearchOptions.watch`, or the `watch` of `best_first`.

A search tells what happens to its nodes as it happens, so that nothing has to be derived from its memory. A
node is named by g, the moves to it from the root of its tree, and its state; if a search makes a second node
of both, the newer one is meant. Without a watcher all this costs one test per expansion and per child.
"""

from __future__ import annotations

from enum import Enum
from typing import Any


class Fate(Enum):
    """What becomes of a node when it is generated."""

    OPEN = "it may be expanded"
    KNOWN = "dropped: its state is known, by a path as short"
    CUT = "dropped: it is beyond the bound"
    REPLACES = "open: it replaces the node of its state that is known"
    MEETS = "its state is in the other tree of the search: the path is found"


def fate_of(known: float | None) -> Fate:
    """Return what becomes of a new node of a state that was known with so large a g, or not at all."""
    return Fate.OPEN if known is None else Fate.REPLACES


class Watch:
    """An observer of a search. Its methods do nothing; override those that you need."""

    def note_round(self, bound: float) -> None:
        """Note that the search starts again from its root, within this bound on f."""

    def note_node(
        self,
        g: int,
        move: Any,
        state: Any,
        h: float | None = None,
        fate: Fate = Fate.OPEN,
        *,
        f: float | None = None,
    ) -> None:
        """Note a root (g = 0), or a child of the node with g - 1 moves that was expanded last.

        `h`: its estimate; None if the search requests none. `f`: its priority, if it is not the usual one of
        the algorithm.
        """

    def note_expansion(self, g: int, state: Any) -> None:
        """Note that an open node is expanded: its children come next."""

    def note_drop(self, g: int, state: Any) -> None:
        """Note that a node is cut off or forgotten, after it was generated."""

    def note_goal(self, g: int, state: Any) -> None:
        """Note that the search ends with a path to this node."""
