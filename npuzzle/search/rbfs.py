"""Recursive best-first search: A*'s order of expansion in the memory of one path."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from npuzzle.heuristics.base import Heuristic
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide
from npuzzle.search.base import REPORT_EVERY, AlgorithmCard, Search, SearchOptions, Snapshot, whole


@dataclass(slots=True)
class _Child:
    """A successor on the path's fringe. `worth`: no solution below it is known to be cheaper."""

    worth: float
    f: float
    h: float
    slide: Slide
    state: State


@dataclass(slots=True)
class _Frame:
    """A state on the path: its children, and the `limit` beyond which some other branch is better."""

    state: State
    children: list[_Child]
    limit: float


def recursive_best_first(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Follow the best child until a branch left aside is better, then go back and remember its worth.

    Korf's RBFS (1993), with an explicit stack. States are expanded best-first even where f falls
    along a path: a child inherits what was learnt of its parent before. Of equals the first made goes
    first. Shortest if the heuristic is admissible. A slide is never taken straight back.
    """
    deepest = options.max_depth
    h = heuristic.estimate(problem.initial)
    bound: float = whole(h)
    stack: list[_Frame] = []
    expanded = generated = stored = 0
    peak = 1

    def snapshot(path: tuple[Slide, ...] | None = None) -> Snapshot:
        open_now = max(stored, 1)
        return Snapshot(
            expanded=expanded,
            generated=generated,
            frontier=open_now,
            peak_frontier=max(peak, open_now),
            stored=open_now,
            bound=bound,
            path=path,
        )

    def family(state: State, h: float, f: float, worth: float, grandparent: State | None) -> list[_Child]:
        """The children of `state`, with what is known of their worth."""
        g, children = len(stack) + 1, []
        for slide, child in problem.successors(state):
            if child == grandparent:
                continue
            child_h = heuristic.step(h, child, slide)
            child_f = whole(g + child_h)
            inherited = max(child_f, worth) if f < worth else child_f
            children.append(_Child(inherited, child_f, child_h, slide, child))
        return children

    report_at = (yield snapshot()) or REPORT_EVERY
    if problem.is_goal(problem.initial):
        yield snapshot(())
        return
    if deepest == 0:
        bound = max(bound, 1)
        yield snapshot()
        return
    expanded += 1
    stack.append(_Frame(problem.initial, family(problem.initial, h, bound, bound, None), inf))
    generated = stored = peak = len(stack[0].children)
    while stack:
        frame = stack[-1]
        best = min(frame.children, key=_worth, default=None)
        worth = inf if best is None else best.worth
        if best is None or worth > frame.limit or worth == inf:
            stored -= len(frame.children)
            stack.pop()
            if stack:
                _best(stack[-1]).worth = worth
            continue
        bound = max(bound, worth if deepest is None else min(worth, deepest + 1))
        if problem.is_goal(best.state):
            yield snapshot((*(_best(earlier).slide for earlier in stack[:-1]), best.slide))
            return
        if len(stack) == deepest:
            best.worth = inf  # whatever is below has too many moves
            continue
        if expanded >= report_at:
            report_at = expanded + ((yield snapshot()) or REPORT_EVERY)
        expanded += 1
        second = min((child.worth for child in frame.children if child is not best), default=inf)
        children = family(best.state, best.h, best.f, best.worth, frame.state)
        generated += len(children)
        stored += len(children)
        peak = max(peak, stored)
        stack.append(_Frame(best.state, children, min(frame.limit, second)))
    bound = inf if deepest is None else max(bound, deepest + 1)
    yield snapshot()


def _worth(child: _Child) -> float:
    return child.worth


def _best(frame: _Frame) -> _Child:
    """The child that is being followed: the first of least worth."""
    return min(frame.children, key=_worth)


RBFS = AlgorithmCard(
    name="rbfs",
    aliases=("recursive-best-first",),
    label="Recursive best-first (RBFS)",
    summary="the best branch until another looks better: shortest if admissible, hardly any memory",
    source="Korf, 1993",
    search=recursive_best_first,
    informed=True,
    optimal=True,
)
