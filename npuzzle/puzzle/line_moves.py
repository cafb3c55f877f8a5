"""`LineProblem`: a problem whose moves slide whole lines of tiles, as people move them.

A line move slides the 1, 2, ... tiles between the blank and a cell in its row or column by one cell, all at
once. A path is still a text of tile letters: `LLU` is two line moves, of two tiles and of one. Two slides in
a row that go the same way are one line move, so a path has as many line moves as runs of equal letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from operator import itemgetter

from npuzzle.puzzle.moves import multi_tile_length, runs
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Shape, Slide

#: A line move: the cell that becomes blank and the blank's cell, and what it does to a state.
LineSlide = tuple[Slide, Callable[[State], State]]


@dataclass(frozen=True, slots=True, init=False)
class LineProblem(Problem):
    """A start and a goal of the same shape, with line moves.

    >>> problem = LineProblem("1 2 3/4 5 6/0 7 8", "1 2 3/4 5 6/7 8 0")
    >>> [problem.letters([slide]) for slide, _ in problem.successors(problem.initial)]
    ['DD', 'D', 'L', 'LL']
    >>> problem.count_moves("LL")
    1
    """

    @property
    def counts_lines(self) -> bool:
        """Whether a slide of several tiles in one line counts as one move: yes."""
        return True

    @property
    def parity(self) -> None:
        """Nothing is known: a line move of two tiles does what two line moves of one tile do."""
        return

    @property
    def most_successors(self) -> int:
        """The most moves that are possible in one state."""
        return self.shape.rows + self.shape.cols - 2

    def successors(self, state: State) -> Iterator[tuple[Slide, State]]:
        """Yield every line move that is possible in `state`, and the state it leads to.

        A line move is written as a slide: the cell that becomes blank, and the blank's cell before.
        """
        for slide, rearrange in line_slides(self.shape)[state.index(self.home)]:
            yield slide, rearrange(state)

    def letters(self, path: Iterable[Slide]) -> str:
        """Return the letters of line moves: for each tile that slides, the direction in which it goes."""
        return "".join([_letters(self.shape, slide) for slide in path])

    def count_moves(self, path: str) -> int:
        """Count the line moves of a path of tile letters."""
        return multi_tile_length(path)

    def ends(self, path: str) -> Sequence[int]:
        """Return, for each line move of a path, how many letters there are up to its end."""
        return list(accumulate(length for _, length in runs(path)))


@cache
def line_slides(shape: Shape) -> tuple[tuple[LineSlide, ...], ...]:
    """Return, for each cell of the blank, the possible line moves, by the cell that becomes blank."""
    return tuple(
        tuple(
            ((src, blank), itemgetter(*_rearrange(shape, src, blank)))
            for src in range(shape.cells)
            if (src // shape.cols == blank // shape.cols) != (src % shape.cols == blank % shape.cols)
        )
        for blank in range(shape.cells)
    )


def _rearrange(shape: Shape, src: int, blank: int) -> list[int]:
    """Return, for each cell, the cell from which its tile comes."""
    order = list(range(shape.cells))
    step = _step(shape, src, blank)
    for cell in range(blank, src, step):
        order[cell] = cell + step
    order[src] = blank
    return order


def _step(shape: Shape, src: int, blank: int) -> int:
    """Return the step from a cell to the next one, from the blank towards `src`."""
    size = 1 if src // shape.cols == blank // shape.cols else shape.cols
    return size if src > blank else -size


def _letters(shape: Shape, slide: Slide) -> str:
    src, blank = slide
    step = _step(shape, src, blank)
    way = ("L" if step > 0 else "R") if abs(src - blank) < shape.cols else ("U" if step > 0 else "D")
    return way * ((src - blank) // step)
