"""Pattern databases in a kernel's memory: the databases one after the other, and what a move changes.

The blank's ways and the sets of them are those of `npuzzle.kernels.board_layout`.
"""

from __future__ import annotations

from npuzzle.compiler import Kernel
from npuzzle.kernels.board_layout import image_steps
from npuzzle.pattern_databases.table import PatternSet, View
from npuzzle.puzzle.shape import Shape


def write_tables(kernel: Kernel, tables: PatternSet) -> list[int]:
    """Write the databases into the kernel's array `table`; return the number of the first entry of each."""
    starts, place = dict[int, int](), 0
    for data in tables.distinct_data:
        kernel.write("table", data, place)
        starts[id(data)] = place
        place += len(data)
    return [starts[id(table.data)] * 8 // tables.bits for table in tables.tables]


def tile_groups(shape: Shape, view: View) -> list[int]:
    """Return, by tile, which of the view's databases it belongs to; 0 for the blank."""
    groups = [0] * shape.cells
    for group, table in enumerate(view.tables):
        for label in table.pattern:
            groups[view.image.index(label)] = group
    return groups


def placement_steps(shape: Shape, view: View) -> list[int]:
    """Return, by tile and the blank's way, how the move changes the number of its group's placement.

    4 * cells elements. The tile goes the opposite way of the blank.
    """
    steps = [0] * (4 * shape.cells)
    for table in view.tables:
        changes = image_steps(shape, [table.map_cell(cell) for cell in view.image])
        for label, weight in zip(table.pattern, table.weights):
            tile = view.image.index(label)
            steps[4 * tile : 4 * tile + 4] = [-weight * change for change in changes]
    return steps
