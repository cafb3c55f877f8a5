"""Kernel: IDA* in line moves with line tables. It stores only one path, and can pause and resume anywhere.

It searches depth-first within a bound on g + h (Korf, 1985). h is the largest entry of the tables
(`line_build`). Line moves up or down alternate with line moves left or right, so h is looked up for the kind
that comes next. A line move of several tiles is made one tile at a time. Each step leads to a successor, and
the next step continues in the same direction.

The blank's ways are 0 up, 1 left, 2 right, 3 down. Memory: the tables, and 12 bytes for each line move of the
path.
"""

from npuzzle.compiler.subset import I32, U8, Const

CELLS: Const
HOME: Const  # the label of the blank
GROUPS: Const  # number of tables

MOST = 63  # line moves of an entry
ONE_MORE = 6  # the bit that adds one, if up or down comes next; the next bit: if left or right does
BACK = 3  # BACK - way is the opposite way

table: U8  # all tables, one after the other
tiles: U8  # by cell: the tile there
goes: I32  # by way: the change of the blank's cell
edges: U8  # by cell: the ways that keep the blank on the board
step: I32  # by tile, way and group: how the slide changes the number of the group's entry
at: I32  # by group: the number of the current entry in `table`
path: I32  # for each state of the path, FIELDS numbers:
state: I32  # the numbers of the search:

BLANK = 0  # the blank's cell after the part of the line move that is made
TURN = 1  # 0 while line moves up or left are tried, 1 while line moves down or right are tried
STEPS = 2  # how many tiles the line move has moved so far
FIELDS = 3

DEPTH = 0
BOUND = 1
EXPANDED = 2  # states expanded by the last call
GENERATED = 3
ROOT = 4  # 1 until the start is counted as expanded
PEAK = 5  # states on the longest path so far
KIND = 6  # of the first line move: 0 up or down, 1 left or right

NOTHING = 0  # there is no solution within the bound
MORE = 1  # there is more to do
SOLVED = 2


def begin(blank: int, kind: int, bound: int) -> int:
    """Start with the board in `tiles`, the numbers of its entries in `at`, and a line move of this kind.

    When `search` returns NOTHING, these arrays are as they were at the start.
    """
    state[DEPTH] = 0
    state[BOUND] = bound
    state[KIND] = kind
    state[ROOT] = 1
    state[PEAK] = 1
    path[BLANK] = blank
    path[TURN] = 0
    path[STEPS] = 0
    return 0


def slide(blank: int, way: int) -> int:
    """Move the blank one cell. Return the blank's new cell."""
    src = blank + goes[way]
    tile = tiles[src]
    tiles[blank] = tile
    tiles[src] = HOME
    for group in range(GROUPS):
        at[group] += step[(tile * 4 + way) * GROUPS + group]
    return src


def is_solved() -> int:
    """Return whether every tile is at home."""
    for cell in range(CELLS):
        if tiles[cell] != cell:
            return 0
    return 1


def search(most: int) -> int:
    """Expand up to `most` states. Return NOTHING, MORE or SOLVED. Only after MORE may it be called again."""
    depth = state[DEPTH]
    expanded = state[ROOT]
    generated = 0
    result = MORE
    while expanded < most:
        here = depth * FIELDS
        kind = (state[KIND] + depth) % 2
        way = BACK - kind if path[here + TURN] else kind
        blank = path[here + BLANK]
        if edges[blank] >> way & 1:
            blank = slide(blank, way)
            path[here + BLANK] = blank
            path[here + STEPS] += 1
            generated += 1
            left = state[BOUND] - depth - 1
            furthest = 0
            for group in range(GROUPS):
                entry = table[at[group]]
                moves = (entry & MOST) + (entry >> ONE_MORE + 1 - kind & 1)
                if moves > furthest:
                    furthest = moves
                    if moves > left:
                        break
            if furthest == 0 and is_solved():
                result = SOLVED
                break
            if furthest <= left and left > 0:
                depth += 1
                here += FIELDS
                path[here + BLANK] = blank
                path[here + TURN] = 0
                path[here + STEPS] = 0
                expanded += 1
                if depth >= state[PEAK]:
                    state[PEAK] = depth + 1
        else:
            while path[here + STEPS] > 0:
                blank = slide(blank, BACK - way)
                path[here + STEPS] -= 1
            path[here + BLANK] = blank
            if path[here + TURN] == 0:
                path[here + TURN] = 1
            elif depth > 0:
                depth -= 1
            else:
                result = NOTHING
                break
    state[DEPTH] = depth
    state[ROOT] = 0
    state[EXPANDED] = expanded
    state[GENERATED] = generated
    return result
