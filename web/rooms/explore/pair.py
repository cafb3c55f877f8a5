"""Two searches on one board that differ only in the heuristic: played until they differ, then to the end.

All numbers come from running both searches, which takes milliseconds. No browser in here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from npuzzle import HEURISTICS
from npuzzle.lab import Node, Trace, trace
from npuzzle.lab.tracing import MOST
from web.player import Player
from web.rooms.explore.state import ExploreState, Phase

BOARD, GOAL = "1 2 3/7 6 8/5 4 0", "1 2 3/4 5 6/7 8 0"  # 8 moves
ESTIMATES = ("misplaced", "manhattan")
NAMES = [HEURISTICS[name].label for name in ESTIMATES]
SAME = "The same boards so far."


@lru_cache
def trace_both(most: int = MOST) -> tuple[Trace, ...]:
    """Trace both searches, for up to `most` expansions."""
    return tuple(trace(BOARD, GOAL, algorithm="astar", heuristic=name, most=most) for name in ESTIMATES)


def find_parting() -> int:
    """Return the first step in which the two searches expand different boards."""
    taken = ([each.nodes[number].board for number in each.steps] for each in trace_both())
    return next(at for at, (one, other) in enumerate(zip(*taken), 1) if one != other)


@dataclass(frozen=True, slots=True)
class Pair(Player):
    """The `step` up to which both searches are shown. `last`: where they differ, later where they end."""

    @classmethod
    def start(cls, *, still: bool) -> Pair:
        """Play to the step where the searches first differ, or, if `still`, only show that step."""
        parting = find_parting()
        return cls(step=parting if still else 0, is_playing=not still, last=parting)

    def proceed(self, *, still: bool) -> Pair:
        """Play to the next stop, or jump there if `still` or during a playback. At the end, start again."""
        if self.is_playing:
            return self.go_to(self.last)
        if self.is_over:
            return self.start(still=still)
        end = max(len(each.steps) for each in trace_both())
        return Pair(step=end if still else self.step, is_playing=not still, last=end)

    @property
    def is_over(self) -> bool:
        return self.step == self.last > find_parting()

    @property
    def label(self) -> str:
        return "Play again" if self.is_over else "Continue"

    @property
    def trees(self) -> Iterator[ExploreState]:
        """Yield each search's tree. Until the searches differ, later boards are left out, for clarity."""
        for found in trace_both(self.last):
            player = Player(last=len(found.steps)).go_to(self.step)
            yield ExploreState(phase=Phase.SHOWN, trace=found, player=player, duplicates=False, fits=True)

    @property
    def said(self) -> str:
        if self.is_over:
            return _describe_ends()
        return SAME if self.step < find_parting() else _describe_parting()


def _describe_parting() -> str:
    """Name the boards that the two searches expand where they first differ, and explain the second choice."""
    at, (one, other) = find_parting(), trace_both()
    first, second = one.nodes[one.steps[at - 1]], other.nodes[other.steps[at - 1]]
    same = next(node for node in other.frontier(at - 1) if node.board == first.board)
    return (
        f"The searches differ in expansion {at}. {NAMES[0]} takes {first.board}, with {_add(first)}. "
        f"{NAMES[1]} gives the same board {_add(same)}, so it takes {second.board}, with {_add(second)}. "
        "Each takes its smallest f."
    )


def _add(node: Node) -> str:
    return f"f = {node.g} + {node.h:g} = {node.f:g}"


def _describe_ends() -> str:
    one, other = trace_both()
    length = len(one.path or "")
    below = [sum(each.nodes[number].f < length for number in each.steps) for each in (one, other)]
    return (
        f"Both paths have {length} moves. "
        f"{NAMES[0]} expanded {one.expanded} boards, {NAMES[1]} {other.expanded}. A* must expand every board "
        f"with f below {length}: {below[0]} with the first estimate, {below[1]} with the second."
    )
