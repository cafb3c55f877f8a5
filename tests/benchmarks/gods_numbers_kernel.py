"""Kernel: breadth-first search of all boards of a shape, one level per call, in single-tile or line moves.

A board is the order of its tiles, row by row without the blank, and the blank's cell. A move along a row
changes only the cell. A move along a column moves a tile past COLS - 1 others, each a swap of neighbours.

An order is stored as its Lehmer code: for each tile, the number of smaller tiles after it. The order's number
is the code read in mixed radix, which is its rank in lexicographic order. A swap needs only the code.

Memory: 6 bytes for each of the (CELLS - 1)! orders.
"""

from npuzzle.compiler.subset import I32, U8, U16, Const

CELLS: Const
COLS: Const
STEPS: Const  # cells that the blank may pass in one move: 1, or more than the longer side has
ORDERS: Const  # (CELLS - 1)!

NOT_FIRST_COL: Const  # a bit per cell
NOT_LAST_COL: Const

weight: I32  # by place: the factor of its digit in the number of an order
code: U8  # the current order
seen: U16  # by order: the blank's cells in all boards reached, a bit per cell
edge: U16  # likewise for the last level, in one half; the other half is for the next level


def swap(at: int) -> int:
    """Swap the tiles at this place and the next; return the change of the order's number."""
    left = code[at]
    right = code[at + 1]
    if left <= right:  # the left tile is smaller
        code[at] = right + 1
        code[at + 1] = left
    else:
        code[at] = right
        code[at + 1] = left - 1
    return (code[at] - left) * weight[at] + (code[at + 1] - right) * weight[at + 1]


def down(cell: int) -> int:
    """Move the blank down from this cell; return the change of the order's number."""
    change = 0
    for at in range(cell + COLS - 2, cell - 1, -1):
        change += swap(at)
    return change


def up(cell: int) -> int:
    """Move the blank up from this cell; return the change of the order's number."""
    change = 0
    for at in range(cell - COLS, cell - 1):
        change += swap(at)
    return change


def reach(number: int, cells: int, further: int) -> int:
    """Mark the boards with this order and the blank in any of these cells; return how many are new."""
    new = cells & ~seen[number]
    seen[number] |= new
    edge[further + number] |= new
    count = 0
    while new:
        new &= new - 1
        count += 1
    return count


def expand(number: int, cells: int, further: int) -> int:
    """Mark the boards one move from those with this order and these cells; return how many are new."""
    row = cells
    for _ in range(STEPS):
        row |= (row & NOT_LAST_COL) << 1 | (row & NOT_FIRST_COL) >> 1
    count = reach(number, row, further)
    for cell in range(CELLS):
        if cells >> cell & 1:  # go down, then up, and back
            at = cell
            moved = number
            while at < CELLS - COLS and at < cell + STEPS * COLS:
                moved += down(at)
                at += COLS
                count += reach(moved, 1 << at, further)
            while at >= COLS and at > cell - STEPS * COLS:
                moved += up(at)
                at -= COLS
                count += reach(moved, 1 << at, further)
            while at < cell:
                down(at)
                at += COLS
    return count


def count_up() -> int:
    """Go to the next order, and from the last one to the first."""
    place = CELLS - 2
    while place >= 0 and code[place] == CELLS - 2 - place:
        code[place] = 0
        place -= 1
    if place >= 0:
        code[place] += 1
    return 0


def deepen(now: int) -> int:
    """Mark all boards one move from those in the half of `edge` that starts at `now`; count the new ones."""
    count = 0
    for number in range(ORDERS):
        cells = edge[now + number]
        if cells:
            edge[now + number] = 0
            count += expand(number, cells, ORDERS - now)
        count_up()
    return count
