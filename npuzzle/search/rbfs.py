"""Recursive best-first search: it expands states in the order of A*, but stores only the current path."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from npuzzle.heuristics.base import Heuristic
from npuzzle.lazy import loadable
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide
from npuzzle.search.base import Fate, Search, SearchOptions, Stats, Watch, whole


@dataclass(slots=True)
class Node:
    """A state on the current path, or a child of such a state. `backed_up`: the least known f below it."""

    state: State
    slide: Slide | None
    h: float
    f: float
    backed_up: float


@dataclass(slots=True)
class Frame:
    """A node on the path, with its children. `limit`: above this f, some other branch is better."""

    node: Node
    children: list[Node]
    limit: float

    @property
    def best(self) -> Node:
        """The child to follow: the one with the least backed-up f (ties: the first)."""
        return min(self.children, key=_backed_up)


@loadable
def recursive_best_first(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Follow the best child until another branch is better. Then go back and remember the child's f.

    This is Korf's RBFS (1993), with an explicit stack. States are expanded best-first even if f falls along a
    path, because a child inherits its parent's bound. Ties go to the child generated first. The path is
    shortest if the heuristic is admissible. A tile never slides straight back.
    """
    max_depth, watch = options.max_depth, options.watch
    h = heuristic.estimate(problem.initial)
    root = Node(problem.initial, None, h, f=whole(h), backed_up=whole(h))
    stats = Stats(bound=root.f, frontier=1, peak_frontier=1, stored=1)
    if watch is not None:
        watch.note_node(0, None, root.state, h, f=root.f)
    yield stats
    if problem.is_goal(root.state):
        if watch is not None:
            watch.note_goal(0, root.state)
        return ()
    if max_depth == 0:
        stats.bound = max(stats.bound, 1)
        return None
    children = _expand(problem, heuristic, root, [])
    if watch is not None:
        _tell(watch, 0, root, children)
    stack = [Frame(root, children, inf)]
    left: Node | None = None  # for the watcher: the node whose branch was forgotten last
    stats.expanded, stats.generated, stored = 1, len(children), len(children)
    stats.hold(stored, stored)
    stats.deepest = 1
    while stack:
        frame = stack[-1]
        best = min(frame.children, key=_backed_up, default=None)
        if best is None or best.backed_up > frame.limit or best.backed_up == inf:
            stored -= len(frame.children)
            stats.frontier = stats.stored = max(stored, 1)
            frame.node.backed_up = inf if best is None else best.backed_up
            if watch is not None:
                left = frame.node
                _tell_loss(watch, len(stack), frame.children)
            stack.pop()
            continue
        if watch is not None and left is not None:
            _tell_return(watch, len(stack), left)
            left = None
        stats.bound = max(
            stats.bound, best.backed_up if max_depth is None else min(best.backed_up, max_depth + 1)
        )
        if problem.is_goal(best.state):
            if watch is not None:
                watch.note_goal(len(stack), best.state)
            return tuple([earlier.best.slide for earlier in stack])
        if len(stack) == max_depth:
            best.backed_up = inf  # every solution through this node has too many moves
            continue
        yield stats
        stats.expanded += 1
        second = min((child.backed_up for child in frame.children if child is not best), default=inf)
        children = _expand(problem, heuristic, best, stack)
        if watch is not None:
            _tell(watch, len(stack), best, children)
        stats.generated += len(children)
        stats.deepest = max(stats.deepest, len(stack) + 1)
        stored += len(children)
        stats.hold(stored, stored)
        stack.append(Frame(best, children, min(frame.limit, second)))
    stats.bound = inf if max_depth is None else max(stats.bound, max_depth + 1)
    return None


def _expand(problem: Problem, heuristic: Heuristic, node: Node, path: list[Frame]) -> list[Node]:
    """Generate the children of `node`, the end of `path`. Give each the best known lower bound on f."""
    came_from = path[-1].node.state if path else None
    g, children = len(path) + 1, []
    for slide, state in problem.successors(node.state):
        if state != came_from:
            h = heuristic.step(node.h, state, slide)
            f = whole(g + h)
            inherited = max(f, node.backed_up) if node.f < node.backed_up else f
            children.append(Node(state, slide, h, f, inherited))
    return children


def _tell(watch: Watch, g: int, node: Node, children: list[Node]) -> None:
    """Report an expansion to the watcher, with the bounds of the children."""
    watch.note_expansion(g, node.state)
    for child in children:
        watch.note_node(g + 1, child.slide, child.state, child.h, f=child.backed_up)


def _tell_loss(watch: Watch, g: int, children: list[Node]) -> None:
    """Report to the watcher that the children of a node are forgotten."""
    for child in children:
        watch.note_drop(g, child.state)


def _tell_return(watch: Watch, g: int, node: Node) -> None:
    """Report to the watcher that a node is open again after its branch was forgotten, if it may lead on."""
    if node.backed_up < inf:
        watch.note_node(g, node.slide, node.state, node.h, Fate.REPLACES, f=node.backed_up)
    else:
        watch.note_drop(g, node.state)


def _backed_up(node: Node) -> float:
    return node.backed_up
