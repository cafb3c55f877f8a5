"""Example code of algorithms, to read, change and race."""

BREADTH_FIRST = """\
# Breadth-first search: all boards one move away, then two, and so on.

from collections import deque
from npuzzle import Stats

def search(problem):
    stats = Stats()
    yield stats  # the first yield hands over the counts
    parent = {problem.initial: None}
    frontier = deque([problem.initial])
    while frontier:
        state = frontier.popleft()
        if problem.is_goal(state):
            return path_to(state, parent)
        yield stats  # Stop and the time limit take effect here
        stats.expanded += 1
        for move, child in problem.successors(state):
            stats.generated += 1
            if child not in parent:
                parent[child] = (move, state)
                frontier.append(child)
        stats.hold(len(frontier), len(parent))
    return None  # there is no path

def path_to(state, parent):
    moves = []
    while parent[state] is not None:
        move, state = parent[state]
        moves.append(move)
    return moves[::-1]
"""

ASTAR = """\
# A*: the board with the smallest f = g + h comes first.

from heapq import heappop, heappush
from npuzzle import Stats

def search(problem, heuristic):
    stats = Stats()
    yield stats
    start = problem.initial
    parent, length = {start: None}, {start: 0}
    frontier = [(heuristic.estimate(start), 0, start)]
    while frontier:
        f, g, state = heappop(frontier)
        g = -g  # stored as -g: of equal f the larger g comes first
        if problem.is_goal(state):
            return path_to(state, parent)
        if g > length[state]:
            continue  # a shorter way to this board was found since
        yield stats
        stats.expanded += 1
        for move, child in problem.successors(state):
            stats.generated += 1
            if g + 1 < length.get(child, g + 2):
                parent[child], length[child] = (move, state), g + 1
                h = heuristic.estimate(child)
                heappush(frontier, (g + 1 + h, -g - 1, child))
        stats.hold(len(frontier), len(length))
    return None

def path_to(state, parent):
    moves = []
    while parent[state] is not None:
        move, state = parent[state]
        moves.append(move)
    return moves[::-1]
"""

#: This algorithm has a bug: of two paths to a board it keeps the first one found, not the shorter one.
FIRST_WAY = """\
# A*, but a board that was met before is never looked at again.

from heapq import heappop, heappush
from npuzzle import Stats

def search(problem, heuristic):
    stats = Stats()
    yield stats
    start = problem.initial
    parent = {start: None}
    frontier = [(heuristic.estimate(start), 0, start)]
    while frontier:
        f, g, state = heappop(frontier)
        g = -g  # stored as -g: of equal f the larger g comes first
        if problem.is_goal(state):
            return path_to(state, parent)
        yield stats
        stats.expanded += 1
        for move, child in problem.successors(state):
            stats.generated += 1
            if child not in parent:
                parent[child] = (move, state)
                h = heuristic.estimate(child)
                heappush(frontier, (g + 1 + h, -g - 1, child))
        stats.hold(len(frontier), len(parent))
    return None

def path_to(state, parent):
    moves = []
    while parent[state] is not None:
        move, state = parent[state]
        moves.append(move)
    return moves[::-1]
"""
