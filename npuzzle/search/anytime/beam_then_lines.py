"""Beam search on large boards; where the beam gets stuck, solve one line by construction and start again.

A beam that ranks states by distances alone may never solve a large board: to place the last tiles, it would
have to move many others away from their homes first. But most tiles are already home, after few moves. So
take the best state of the beam, let the constructive solver finish one line on the edge, cut that line off,
and start a new beam on the smaller board that remains.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from npuzzle.kernels import wide_beam
from npuzzle.pattern_databases.symmetry import Symmetry, canonical
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.moves import undo
from npuzzle.puzzle.problem import Problem, State, board_of
from npuzzle.puzzle.shape import Shape, letter, neighbours, source
from npuzzle.search.anytime.wide_beam import WideBeam
from npuzzle.search.base import Search, Stats, letters_of
from npuzzle.search.constructive.solver import construct

PATIENCE = 20  # levels after which a beam without progress is stuck


def beam_with_tables(problem: Problem, beam: WideBeam, *, limit: int) -> Search:
    """Search with one beam that has the pattern databases of this board; return None if it finds no path."""
    turned = canonical(problem.shape, problem.home)
    beam.begin(turned.shape, turned.of_state(problem.initial), turned.image[problem.home], limit=limit)
    if not (yield from _run_beam(beam, Stats(frontier=1))):
        return None
    return _turn_back(beam.solution(), turned, problem.shape)


def beam_backward(problem: Problem, beam: WideBeam, *, limit: int) -> Search:
    """Search from the goal to the board with one beam, which has the pattern databases of that direction.

    Return None if it finds no path.
    """
    path = yield from beam_with_tables(Problem(problem.goal, problem.start), beam, limit=limit)
    return None if path is None else undo(letters_of(problem, path))


def beam_then_lines(problem: Problem, beam: WideBeam, *, limit: int) -> Search:
    """Alternate beams and lines until the board is solved; return None if the path exceeds `limit` moves."""
    rest = _Rest(problem.shape, problem.initial, problem.home)
    path, stats = "", Stats(frontier=1)
    yield stats
    while rest.state != tuple(range(len(rest.state))):
        beam.begin(rest.shape, rest.state, rest.home, limit=limit - len(path), patience=PATIENCE)
        if (yield from _run_beam(beam, stats)):
            return path + beam.solution()
        nearest = beam.nearest()
        rest = rest.after(nearest)
        line, rest = _construct_line(rest)
        path += nearest + line
        if len(path) > limit:
            return None
    return path


def _run_beam(beam: WideBeam, stats: Stats) -> Generator[Stats, None, bool]:
    """Run the beam to its end; return whether it found a path."""
    outcome = wide_beam.MORE
    while outcome == wide_beam.MORE:
        yield stats
        outcome = beam.search(stats)
    return outcome == wide_beam.SOLVED


@dataclass(frozen=True, slots=True)
class _Rest:
    """The part of a board that is not solved yet, in normal form."""

    shape: Shape
    state: State
    home: int

    def after(self, path: str) -> _Rest:
        """Return it after these moves, tile letters."""
        state, blank = list(self.state), self.state.index(self.home)
        for way in path:
            src = source(self.shape, blank, way)
            assert src is not None, "a beam stays on its board"
            state[blank], state[src] = state[src], state[blank]
            blank = src
        return _Rest(self.shape, tuple(state), self.home)

    def problem(self) -> Problem:
        """Make a problem of it; its tiles are numbered in the order of their homes."""
        numbers = iter(range(1, self.shape.cells))
        goal = Board(
            self.shape, tuple(0 if c == self.home else next(numbers) for c in range(self.shape.cells))
        )
        return Problem(board_of(self.state, goal), goal)

    def without(self, cells: frozenset[int], shape: Shape) -> _Rest:
        """Cut these cells off, whose tiles are home; `shape` is the shape that remains."""
        others = [cell for cell in range(self.shape.cells) if cell not in cells]
        number = {cell: at for at, cell in enumerate(others)}
        return _Rest(shape, tuple(number[self.state[cell]] for cell in others), number[self.home])


def _construct_line(rest: _Rest) -> tuple[str, _Rest]:
    """Return the constructive moves that finish one line on an edge, and what then remains of the board.

    It is the line that needs the fewest moves. If no line can be cut off, return all moves to the goal.
    """
    path = construct(rest.problem())
    last_departure = [-1] * rest.shape.cells  # by cell: the move with which the blank leaves it for good
    blank = rest.state.index(rest.home)
    for move, way in enumerate(path, 1):
        last_departure[blank] = move
        src = source(rest.shape, blank, way)
        assert src is not None
        blank = src
    edges = [edge for edge in _list_edges(rest.shape) if rest.home not in edge[0]]
    if not edges:
        return path, rest.after(path)
    cells, shape = min(edges, key=lambda edge: max(last_departure[cell] for cell in edge[0]))
    begin = path[: max(0, *(last_departure[cell] for cell in cells))]
    return begin, rest.after(begin).without(cells, shape)


def _list_edges(shape: Shape) -> list[tuple[frozenset[int], Shape]]:
    """Return each line on an edge that can be cut off, with the shape that remains."""
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
    """Translate a path of the turned board into the path of the original one, which has this shape."""
    back: dict[str, str | int | None] = {}
    for cell, around in enumerate(neighbours(turned.shape)):
        for beside in around:
            back[letter(turned.shape, (beside, cell))] = letter(shape, turned.back((beside, cell)))
    return path.translate(str.maketrans(back))
