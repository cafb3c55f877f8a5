"""What a trace holds: every board that a search generated, and when it was expanded or dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

#: The best-first searches, each with its priority; tests compare them with the order of the real algorithms.
RULES: dict[str, Callable[[float, float, float], float]] = {
    "breadth-first": lambda g, h, weight: g,
    "uniform-cost": lambda g, h, weight: g,
    "greedy": lambda g, h, weight: h,
    "astar": lambda g, h, weight: g + h,
    "weighted-astar": lambda g, h, weight: g + weight * h,
}
REOPENING = ("astar", "weighted-astar")  # a shorter path to a known board replaces the longer one
DEPTH_FIRST = ("depth-first", "iterative-deepening", "idastar")
BIDIRECTIONAL = "bidirectional"  # two trees, which meet
RBFS = "rbfs"  # forgets branches
BEAM = "beam"  # keeps the best of each level
YOURS = " (yours)"  # after the name of a user's function
SLIDES = "DRLU"  # the order in which successors are generated


class Status(Enum):
    """The state of a node at some step of a trace."""

    UNMADE = "not made yet"
    FRONTIER = "on the frontier"
    EXPANDED = "expanded"
    GOAL = "the goal"
    DUPLICATE = "met before"  # a path as short was known when it was generated
    REPLACED = "replaced"  # a shorter path was found later
    CUT = "cut off"  # beyond the bound, the depth limit, or the width of a beam
    FORGOTTEN = "forgotten"  # by RBFS, which has left the branch


@dataclass(frozen=True, slots=True)
class Node:
    """A board that was generated, `number` in that order; 0 is the start.

    `g`: moves from the start. `h`: its estimate; None if the search requests none. `f`: the priority; the
    smallest goes first. `made`, `taken`, `dropped`: the step in which it was generated, taken off the
    frontier (expanded, or found to be the goal), and dropped; None if it was not. `twin`: the node of the
    same board that is kept instead. `round`: of a deepening search, from 1; else 0.
    """

    number: int
    parent: int | None
    board: str
    tile: int
    letter: str
    g: int
    h: float | None
    f: float
    round: int
    made: int
    taken: int | None
    dropped: int | None
    twin: int | None

    @property
    def left(self) -> int | None:
        """The step in which it left the frontier, or was dropped at once; None if it stays to the end."""
        return min((at for at in (self.taken, self.dropped) if at is not None), default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """A search, step by step: in step k, from 1, the node `steps[k - 1]` is expanded or is the goal.

    Each round of a deepening search has its own tree; `bounds` holds the bound on f of each round. `path`:
    the moves found, in tile letters; `answer`: the nodes along it. `complete`: whether the search ended by
    itself and not by the limit on expansions. `weight` is that of weighted A*, `width` that of a beam.
    """

    board: str
    goal: str
    algorithm: str
    heuristic: str | None
    weight: float | None
    width: float | None
    nodes: tuple[Node, ...]
    steps: tuple[int, ...]
    bounds: tuple[float, ...]
    path: str | None
    answer: tuple[int, ...]
    expanded: int
    generated: int
    complete: bool

    @property
    def has_frontier(self) -> bool:
        """Whether the search chooses among all open nodes; depth-first searches keep only a path."""
        return self.has_rule or self.has_two_trees

    @property
    def has_rule(self) -> bool:
        """Whether a rule tells from the open nodes alone which one is next."""
        return self.algorithm in (*RULES, RBFS, BEAM)

    @property
    def is_own(self) -> bool:
        """Whether the algorithm is a user's function."""
        return self.algorithm.endswith(YOURS)

    @property
    def prefers_depth(self) -> bool:
        """Whether the largest g is first among equal priorities."""
        return self.algorithm in (RBFS, *REOPENING)

    @property
    def has_two_trees(self) -> bool:
        """Whether a second tree grows from the goal; the last step of a path is the node where they meet."""
        return self.algorithm == BIDIRECTIONAL

    def status(self, number: int, at: int) -> Status:
        """Return the state of the node after `at` steps."""
        node = self.nodes[number]
        if node.made > at:
            return Status.UNMADE
        if node.dropped is not None and node.dropped <= at:
            if self.algorithm == RBFS:
                return Status.FORGOTTEN
            if node.twin is None:
                return Status.CUT
            return Status.DUPLICATE if node.dropped == node.made else Status.REPLACED
        if node.taken is None or node.taken > at:
            return Status.FRONTIER
        last = node.taken == len(self.steps) and self.path is not None
        return Status.GOAL if last else Status.EXPANDED

    def frontier(self, at: int) -> tuple[Node, ...]:
        """Return the open nodes after `at` steps, in the order in which they would be taken now.

        For a depth-first search: its current path, the deepest node first.
        """
        if not self.has_frontier:
            line = self.line(self.steps[at - 1]) if at else ()
            return line[::-1]
        open_now = [node for node in self.nodes if self.status(node.number, at) is Status.FRONTIER]
        if self.has_two_trees:
            never = len(self.steps) + 1
            return tuple(sorted(open_now, key=lambda node: (node.taken or never, node.number)))
        return tuple(sorted(open_now, key=self.order))

    def order(self, node: Node) -> tuple[float, ...]:
        """Return the sort key in the frontier.

        Smallest f, then largest g if `prefers_depth`, then oldest. A node that RBFS comes back to is as old
        as the first of its board. Beam: a goal ends the search at once, else level by level.
        """
        if self.algorithm == BEAM:
            return node.board != self.goal, node.g, node.f, node.number
        age = SLIDES.find(node.letter) if self.algorithm == RBFS else node.number
        return node.f, -node.g if self.prefers_depth else 0, age

    def made(self, at: int) -> tuple[Node, ...]:
        """Return the nodes generated in that step."""
        return tuple(node for node in self.nodes if node.made == at)

    def line(self, number: int) -> tuple[Node, ...]:
        """Return the nodes from the start to this one."""
        found = [self.nodes[number]]
        while found[-1].parent is not None:
            found.append(self.nodes[found[-1].parent])
        return tuple(found[::-1])

    def is_from_goal(self, number: int) -> bool:
        """Whether the node is in the tree that grows from the goal."""
        return self.has_two_trees and self.line(number)[0].number != 0

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for `from_dict`, with nodes as lists in the order of the fields of `Node`."""
        data = {name: getattr(self, name) for name in self.__dataclass_fields__}
        data["nodes"] = [[getattr(node, name) for name in Node.__dataclass_fields__] for node in self.nodes]
        return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Trace:
        """Make a trace from the data that `to_dict` returns."""
        lists = {name: tuple(data[name]) for name in ("steps", "bounds", "answer")}
        return cls(**{**data, **lists, "nodes": tuple(Node(*row) for row in data["nodes"])})

    def to_text(self) -> str:
        """Describe the steps, a line each. O(nodes)."""
        made = Counter(node.made for node in self.nodes)
        left = Counter(node.left for node in self.nodes)
        lines, open_now = [], made[0] - left[0]
        for at, number in enumerate(self.steps, 1):
            node = self.nodes[number]
            what = self.status(number, at).value
            h = "" if node.h is None else f" h {node.h:g}"
            open_now += made[at] - left[at]
            frontier = open_now if self.has_frontier else node.g + 1
            lines.append(
                f"{at:4}  {node.board}  g {node.g}{h} f {node.f:g}  "
                f"{what}, {made[at]} made, frontier {frontier}"
            )
        return "\n".join(lines)
