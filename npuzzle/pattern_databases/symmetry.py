"""Turned and mirrored boards, so that databases for one home serve all homes that are images of it.

A symmetry maps cells to cells. A state lists, for each cell, the home cell of the tile there; a symmetry maps
both cells.
`canonical` chooses the image for which databases are built. `mirror` finds a second way to look up a board in
the same databases.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from itertools import product

from npuzzle.kernels.board_layout import invert
from npuzzle.puzzle.problem import State
from npuzzle.puzzle.shape import Shape, Slide, letter, neighbours


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Where each cell goes when the board is turned or mirrored. `shape` is the shape afterwards."""

    shape: Shape
    image: tuple[int, ...]

    @property
    def inverse(self) -> tuple[int, ...]:
        """Where each cell of the image comes from."""
        return tuple(invert(self.image))

    def of_state(self, state: State) -> State:
        """Return the image of a state: cells and home cells are both mapped.

        >>> columns_flipped = symmetries(Shape(2, 2))[1]
        >>> columns_flipped.of_state((2, 1, 0, 3))
        (0, 3, 2, 1)
        """
        turned = [0] * len(state)
        for cell, label in enumerate(state):
            turned[self.image[cell]] = self.image[label]
        return tuple(turned)

    def back(self, slide: Slide) -> Slide:
        """Return the slide on the original board whose image is `slide`."""
        src, dst = slide
        return self.inverse[src], self.inverse[dst]

    def path_back(self, path: str, shape: Shape) -> str:
        """Return the path, in tile letters, on the original board, of this shape, whose image is `path`."""
        image = self.image
        letters: dict[str, str | int | None] = {}
        for slide in ((0, 1), (1, 0), (0, shape.cols), (shape.cols, 0)):
            src, dst = slide
            letters[letter(self.shape, (image[src], image[dst]))] = letter(shape, slide)
        return path.translate(str.maketrans(letters))


@cache
def symmetries(shape: Shape) -> tuple[Symmetry, ...]:
    """Return all eight symmetries: rows reversed or not, columns reversed or not, transposed or not.

    The first changes nothing.
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
    """Choose a symmetry so that all images of a board get the same home and shape, not taller than wide.

    >>> canonical(Shape(4, 3), 11).shape, canonical(Shape(4, 3), 11).image[11]
    (Shape(rows=3, cols=4), 0)
    """
    lying = [s for s in symmetries(shape) if s.shape.rows <= s.shape.cols]
    return min(lying, key=lambda symmetry: symmetry.image[home])


@cache
def mirror(shape: Shape, home: int) -> Symmetry | None:
    """Return a mirror image with the same shape and home, or None if there is none."""
    for symmetry in symmetries(shape)[1:]:
        if symmetry.shape == shape and symmetry.image[home] == home and symmetry.inverse == symmetry.image:
            return symmetry
    return None


def find_image(shape: Shape, home: int, pattern: Collection[int], other: Collection[int]) -> Symmetry | None:
    """Find a symmetry that maps a pattern and the blank's region around it to another pattern and region.

    Then both patterns need the same number of moves from places that are images of each other. Returns None
    if there is no such symmetry.

    >>> find_image(Shape(3, 3), 0, (1, 2), (3, 6)).image
    (0, 3, 6, 1, 4, 7, 2, 5, 8)
    """
    region, wanted = blank_region(shape, home, pattern), blank_region(shape, home, other)
    for symmetry in symmetries(shape):
        images = [{symmetry.image[cell] for cell in cells} for cells in (pattern, region)]
        if symmetry.shape == shape and images == [set(other), wanted]:
            return symmetry
    return None


def blank_region(shape: Shape, blank: int, pattern: Collection[int]) -> set[int]:
    """Return the cells that the blank can reach while the pattern's tiles are at home.

    >>> sorted(blank_region(Shape(3, 3), 0, (1, 4, 7)))
    [0, 3, 6]
    """
    region, edge = {blank}, [blank]
    while edge:
        for cell in neighbours(shape)[edge.pop()]:
            if cell not in region and cell not in pattern:
                region.add(cell)
                edge.append(cell)
    return region
