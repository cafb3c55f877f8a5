"""Trays turned over: a home in another corner needs no tables of its own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

from npuzzle.puzzle.problem import State
from npuzzle.puzzle.shape import Shape, Slide


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Where each cell goes when a tray is turned over; `shape` is what the tray is then."""

    shape: Shape
    image: tuple[int, ...]

    @property
    def inverse(self) -> tuple[int, ...]:
        back = [0] * len(self.image)
        for cell, there in enumerate(self.image):
            back[there] = cell
        return tuple(back)

    def of_state(self, state: State) -> State:
        """The state seen that way: both the cells and the home cells that lie on them are turned.

        >>> columns_flipped = symmetries(Shape(2, 2))[1]
        >>> columns_flipped.of_state((2, 1, 0, 3))
        (0, 3, 2, 1)
        """
        turned = [0] * len(state)
        for cell, label in enumerate(state):
            turned[self.image[cell]] = self.image[label]
        return tuple(turned)

    def back(self, slide: Slide) -> Slide:
        """The slide of the original tray that is seen as `slide`."""
        src, dst = slide
        return self.inverse[src], self.inverse[dst]


@cache
def symmetries(shape: Shape) -> tuple[Symmetry, ...]:
    """All eight ways to lay a tray down: rows up or down, columns left or right, rows as columns.

    The first leaves it as it is.
    """
    found = []
    for transposed, flip_rows, flip_cols in product((False, True), repeat=3):
        image = []
        for cell in range(shape.cells):
            row, col = shape.place(cell)
            row = shape.rows - 1 - row if flip_rows else row
            col = shape.cols - 1 - col if flip_cols else col
            image.append(col * shape.rows + row if transposed else row * shape.cols + col)
        turned = Shape(shape.cols, shape.rows) if transposed else shape
        found.append(Symmetry(turned, tuple(image)))
    return tuple(found)


@cache
def canonical(shape: Shape, home: int) -> Symmetry:
    """The way to lay a tray down that all its mirror images share: no taller than wide, home early.

    >>> canonical(Shape(4, 3), 11).shape, canonical(Shape(4, 3), 11).image[11]
    (Shape(rows=3, cols=4), 0)
    """
    lying = [s for s in symmetries(shape) if s.shape.rows <= s.shape.cols]
    return min(lying, key=lambda symmetry: symmetry.image[home])


@cache
def mirror(shape: Shape, home: int) -> Symmetry | None:
    """A mirror image of the tray that has its home where it was, if there is one."""
    for symmetry in symmetries(shape)[1:]:
        if symmetry.shape == shape and symmetry.image[home] == home and symmetry.inverse == symmetry.image:
            return symmetry
    return None
