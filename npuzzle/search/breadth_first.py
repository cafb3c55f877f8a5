"""Breadth-first search, from one end or from both; no estimate is asked."""

from __future__ import annotations

from npuzzle.heuristics.base import Heuristic
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide
from npuzzle.search.base import REPORT_EVERY, AlgorithmCard, Search, SearchOptions, Snapshot

#: How each state met was reached: the slide that led there, and from where.
Ways = dict[State, tuple[Slide, State] | None]


def breadth_first(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """All states one move away, then two, and so on (Moore, 1959).

    Shortest: a state is first met by a shortest way. A state is looked at when its turn comes, as
    in every best-first search here, so the counts can be compared.
    """
    ways: Ways = {problem.initial: None}
    level = [problem.initial]
    expanded = generated = depth = taken = 0
    further: list[State] = []
    peak = 1

    def snapshot(path: tuple[Slide, ...] | None = None) -> Snapshot:
        return Snapshot(
            expanded=expanded,
            generated=generated,
            frontier=len(level) - taken + len(further),
            peak_frontier=peak,
            stored=len(ways),
            bound=depth,
            path=path,
        )

    report_at = (yield snapshot()) or REPORT_EVERY
    while level:
        for state in level:
            if problem.is_goal(state):
                yield snapshot(path_to(state, ways))
                return
            if depth == options.max_depth:
                taken += 1
                continue
            if expanded >= report_at:
                report_at = expanded + ((yield snapshot()) or REPORT_EVERY)
            expanded += 1
            taken += 1
            for slide, child in problem.successors(state):
                generated += 1
                if child not in ways:
                    ways[child] = (slide, state)
                    further.append(child)
            peak = max(peak, len(level) - taken + len(further))
        level, further, taken, depth = further, [], 0, depth + 1
    yield snapshot()


def bidirectional(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Breadth-first from the start and from the goal, a whole level of the smaller side at a time.

    Shortest (Pohl, 1971): while no state was met from both sides, every path has more moves than the
    two depths together; the first meeting makes a path of one more.
    """
    deepest = options.max_depth
    ways: tuple[Ways, Ways] = ({problem.initial: None}, {problem.solved: None})
    levels = [[problem.initial], [problem.solved]]
    expanded = generated = depth = taken = side = 0
    further: list[State] = []
    peak = 2

    def snapshot(path: tuple[Slide, ...] | None = None) -> Snapshot:
        return Snapshot(
            expanded=expanded,
            generated=generated,
            frontier=len(levels[0]) + len(levels[1]) - taken + len(further),
            peak_frontier=peak,
            stored=len(ways[0]) + len(ways[1]),
            bound=depth,
            path=path,
        )

    report_at = (yield snapshot()) or REPORT_EVERY
    if problem.initial == problem.solved:
        yield snapshot(())
        return
    depth = 1  # no path has fewer moves
    while all(levels) and (deepest is None or depth <= deepest):
        side = int(len(levels[1]) < len(levels[0]))
        here, there = ways[side], ways[1 - side]
        for state in levels[side]:
            if expanded >= report_at:
                report_at = expanded + ((yield snapshot()) or REPORT_EVERY)
            expanded += 1
            taken += 1
            for slide, child in problem.successors(state):
                generated += 1
                if child in here:
                    continue
                here[child] = (slide, state)
                further.append(child)
                if child in there:
                    peak = max(peak, len(levels[0]) + len(levels[1]) - taken + len(further))
                    back = path_to(child, ways[1])
                    yield snapshot((*path_to(child, ways[0]), *((dst, src) for src, dst in back[::-1])))
                    return
            peak = max(peak, len(levels[0]) + len(levels[1]) - taken + len(further))
        levels[side], further, taken, depth = further, [], 0, depth + 1
    yield snapshot()


def path_to(state: State, ways: Ways) -> tuple[Slide, ...]:
    """The slides that led to `state`."""
    slides = []
    way = ways[state]
    while way is not None:
        slide, state = way
        slides.append(slide)
        way = ways[state]
    return tuple(slides[::-1])


BREADTH_FIRST = AlgorithmCard(
    name="breadth-first",
    aliases=("bfs",),
    label="Breadth-first",
    summary="all boards one move away, then two, ...: shortest, but stores every board it meets",
    source="Moore, 1959",
    search=breadth_first,
    informed=False,
    optimal=True,
)
BIDIRECTIONAL = AlgorithmCard(
    name="bidirectional",
    aliases=("bibfs",),
    label="Bidirectional breadth-first",
    summary="breadth-first from both ends until they meet: shortest, and stores far fewer boards",
    source="Pohl, 1971",
    search=bidirectional,
    informed=False,
    optimal=True,
)
