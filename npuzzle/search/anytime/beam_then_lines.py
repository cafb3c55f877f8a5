"""A beam as far as it comes; where it is stuck, one line by construction, and on with the rest of the tray.

A beam that ranks by distances alone may never end on a large tray: to mend the last wrong tiles it would
have to make many right ones wrong first. By then most of the work is done, and well. So its best state is
taken, the constructive solver finishes one line on the edge, that line is left alone from then on, and a
new beam starts on what remains.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from npuzzle.kernels import wide_beam
from npuzzle.pattern_databases.symmetry import Symmetry, canonical
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.problem import Problem, State, board_of
from npuzzle.puzzle.shape import Shape, letter, neighbours, source
from npuzzle.search.anytime.wide_beam import WideBeam
from npuzzle.search.base import Search, Stats
from npuzzle.search.constructive.solver import construct

PATIENCE = 20  # levels in which a beam must come nearer


def with_tables(problem: Problem, beam: WideBeam, *, limit: int) -> Search:
    """One beam by the tables of this tray, as `canonical` lays it down; None if it finds no path."""
    turned = canonical(problem.shape, problem.home)
    beam.begin(turned.shape, turned.of_state(problem.initial), turned.image[problem.home], limit=limit)
    if not (yield from _run_beam(beam, Stats(frontier=1))):
        return None
    return _turn_back(beam.solution(), turned, problem.shape)


def beam_then_lines(problem: Problem, beam: WideBeam, *, limit: int) -> Search:
    """A path of up to `limit` moves, in tile letters; None if what comes of it is longer."""
    tray = _Rest(problem.shape, problem.initial, problem.home)
    path, stats = "", Stats(frontier=1)
    yield stats
    while tray.state != tuple(range(len(tray.state))):
        beam.begin(tray.shape, tray.state, tray.home, limit=limit - len(path), patience=PATIENCE)
        if (yield from _run_beam(beam, stats)):
            return path + beam.solution()
        nearest = beam.nearest()
        tray = tray.after(nearest)
        line, rest = _line_by_construction(tray)
        path += nearest + line
        if len(path) > limit:
            return None
        tray = rest
    return path


def _run_beam(beam: WideBeam, stats: Stats) -> Generator[Stats, None, bool]:
    """Let the beam search to its end; return whether it has found a path."""
    outcome = wide_beam.MORE
    while outcome == wide_beam.MORE:
        yield stats
        outcome = beam.search(stats)
    return outcome == wide_beam.SOLVED


@dataclass(frozen=True, slots=True)
class _Rest:
    """What is left of a tray, in normal form."""

    shape: Shape
    state: State
    home: int

    def after(self, path: str) -> _Rest:
        state, blank = list(self.state), self.state.index(self.home)
        for way in path:
            src = source(self.shape, blank, way)
            assert src is not None, "a beam stays on its tray"
            state[blank], state[src] = state[src], state[blank]
            blank = src
        return _Rest(self.shape, tuple(state), self.home)

    def problem(self) -> Problem:
        """Tiles are numbered in the order of their homes."""
        numbers = iter(range(1, self.shape.cells))
        goal = Board(
            self.shape, tuple(0 if c == self.home else next(numbers) for c in range(self.shape.cells))
        )
        return Problem(board_of(self.state, goal), goal)

    def without(self, cells: frozenset[int], shape: Shape) -> _Rest:
        """The rest of it, when those are left alone."""
        rest = [cell for cell in range(self.shape.cells) if cell not in cells]
        number = {cell: at for at, cell in enumerate(rest)}
        return _Rest(shape, tuple(number[self.state[cell]] for cell in rest), number[self.home])


def _line_by_construction(tray: _Rest) -> tuple[str, _Rest]:
    """The beginning of the constructive path that finishes the first line on an edge, and what remains.

    If no line can be spared it is the whole path, and what remains is solved.
    """
    path = construct(tray.problem())
    left = [-1] * tray.shape.cells  # the move with which the blank leaves a cell for good
    blank = tray.state.index(tray.home)
    for move, way in enumerate(path, 1):
        left[blank] = move
        src = source(tray.shape, blank, way)
        assert src is not None
        blank = src
    edges = [edge for edge in _edges(tray.shape) if tray.home not in edge[0]]
    if not edges:
        return path, tray.after(path)
    cells, shape = min(edges, key=lambda edge: max(left[cell] for cell in edge[0]))
    begin = path[: max(0, *(left[cell] for cell in cells))]
    return begin, tray.after(begin).without(cells, shape)


def _edges(shape: Shape) -> list[tuple[frozenset[int], Shape]]:
    """The lines on the edges that can be spared, with the shape that remains."""
    rows, cols = shape.rows, shape.cols
    found = []
    if rows > 2:
        smaller = Shape(rows - 1, cols)
        found += [
            (frozenset(range(cols)), smaller),
            (frozenset(range((rows - 1) * cols, rows * cols)), smaller),
        ]
    if cols > 2:
        smaller = Shape(rows, cols - 1)
        found += [(frozenset(range(col, rows * cols, cols)), smaller) for col in (0, cols - 1)]
    return found


def _turn_back(path: str, turned: Symmetry, shape: Shape) -> str:
    """A path of the tray that was laid down another way, as it is on the tray of that shape."""
    back: dict[str, str | int | None] = {}
    for cell, around in enumerate(neighbours(turned.shape)):
        for beside in around:
            back[letter(turned.shape, (beside, cell))] = letter(shape, turned.back((beside, cell)))
    return path.translate(str.maketrans(back))
