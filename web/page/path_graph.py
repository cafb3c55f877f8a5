"""All shortest paths as one small graph: the boards that they pass, and where they part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from npuzzle import Board
from npuzzle.puzzle.moves import MutableBoard
from npuzzle.text import count

MOST_BOARDS = 600  # in the picture
MOST_LETTERS = 60_000  # moves of all paths that are followed
ACROSS, DOWN, MARGIN = 22, 26, 14  # pixels from a board to the next, and around all


@dataclass(frozen=True, slots=True)
class Place:
    """A board on some shortest path, after `step` moves; `path`: the first path through it.

    `ways`: how many boards follow it on shortest paths; `sources`: how many come before it.
    """

    step: int
    row: int
    path: int
    ways: int
    sources: int

    @property
    def kind(self) -> str:
        """Return `part`, `join`, `both` or nothing."""
        if self.ways > 1:
            return "both" if self.sources > 1 else "part"
        return "join" if self.sources > 1 else ""


@dataclass(frozen=True, slots=True)
class PathGraph:
    """The boards of all paths, the pairs that a move leads between, and in `rows` the boards of each step."""

    places: tuple[Place, ...]
    edges: tuple[tuple[int, int], ...]
    rows: tuple[int, ...]
    width: int
    height: int

    def find(self, place: Place) -> tuple[int, float]:
        """Return the middle of a place in the picture."""
        top = (self.height - DOWN * (self.rows[place.step] - 1)) / 2
        return MARGIN + ACROSS * place.step, top + DOWN * place.row


def make_graph(start: Board, paths: Sequence[str]) -> PathGraph | None:
    """Join the paths where they pass the same board; None if there is one path, or too much to draw."""
    if len(paths) < 2 or sum(map(len, paths)) > MOST_LETTERS:
        return None
    found: dict[tuple[int, tuple[int, ...]], int] = {}
    first: list[tuple[int, int]] = []  # the step and the first path of each place
    edges: dict[tuple[int, int], None] = {}
    for number, path in enumerate(paths):
        board, before = MutableBoard(start), None
        for step in range(len(path) + 1):
            if step:
                board.forward(path[step - 1])
            key = (step, board.tiles())
            at = found.setdefault(key, len(first))
            if at == len(first):
                first.append((step, number))
            if before is not None:
                edges[before, at] = None
            before = at
    if len(first) > MOST_BOARDS:
        return None
    return _place(first, tuple(edges))


def _place(first: Sequence[tuple[int, int]], edges: tuple[tuple[int, int], ...]) -> PathGraph:
    rows = [0] * (max(step for step, _ in first) + 1)
    ways, sources = [0] * len(first), [0] * len(first)
    for before, after in edges:
        ways[before] += 1
        sources[after] += 1
    places = []
    for at, (step, path) in enumerate(first):
        places.append(Place(step, rows[step], path, ways[at], sources[at]))
        rows[step] += 1
    width = 2 * MARGIN + ACROSS * (len(rows) - 1)
    return PathGraph(tuple(places), edges, tuple(rows), width, 2 * MARGIN + DOWN * (max(rows) - 1))


def list_partings(graph: PathGraph) -> tuple[Place, ...]:
    """List the boards at which paths part, in the order of their steps."""
    return tuple(sorted((p for p in graph.places if p.ways > 1), key=lambda place: (place.step, place.row)))


def describe_graph(graph: PathGraph, paths: int) -> str:
    """Say how many boards the paths pass, and where they part first."""
    partings = list_partings(graph)
    boards = count(len(graph.places), "board")
    places = count(len(partings), "place")
    step = partings[0].step
    first = f"after {count(step, 'move')}" if step else "at the start"
    return f"{paths} paths pass {boards} and part at {places}, first {first}."
