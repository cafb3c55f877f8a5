"""Kernel: build a pattern database: the moves that a pattern's tiles need, wherever the other tiles are.

It searches breadth-first from the solved placement. A state is a placement of the pattern's tiles and the
*region* of the blank: the cells that the blank can reach without moving a tile of the pattern. Moves in a
region cost nothing, so this is the 0-1 search of Felner, Korf and Hanan (2004), with all zero-cost moves
taken in one step. Only moves of the pattern's tiles count, so the entries of disjoint patterns may be added.

The number of a placement is the sum of cell * CELLS^(TILES - 1 - i) over the tiles of the pattern. The entry
for a placement is (moves - Manhattan distance) / 2, the least over all regions, at most MOST, in BITS bits.

Memory: 4 bytes of `seen` for each placement, BITS / 8 of `table`, 4 for each of RING.
"""

from npuzzle.compiler.subset import I32, U8, Const

CELLS: Const
COLS: Const
TILES: Const
SLOTS: Const  # CELLS to the power of TILES
BITS: Const  # 1, 2, 4 or 8 for an entry
RING: Const  # elements of `ring`; a power of two

NOWHERE = 255
PER_BYTE: Const  # entries per byte
MOST: Const  # the largest entry
NOT_FIRST_COL: Const  # cells as bits
NOT_LAST_COL: Const
NOT_LAST_ROW: Const

beside: U8  # for each cell: up to four cells beside it, then NOWHERE; 5 elements per cell
far: U8  # by tile and cell: the steps from there to the tile's home
weight: I32  # by tile: the factor of its cell in the number of a placement
place: U8  # by tile: its cell in the current placement
table: U8
seen: I32  # by placement: the cells of the blank that were reached, as bits
ring: I32  # the queue of states to expand: placement * 32 + a cell of the blank
state: I32  # the numbers of the search:

HEAD = 0  # of the ring
TAIL = 1
LEVEL_END = 2  # the end of the states of this distance in the ring
DISTANCE = 3
FOUND = 4  # placements reached so far


def region_of(blank: int, free: int) -> int:
    """Return the cells that the blank can reach over free cells, as bits."""
    region = 1 << blank
    while True:
        up_down = (region & NOT_LAST_ROW) << COLS | region >> COLS
        more = (region | up_down | (region & NOT_LAST_COL) << 1 | (region & NOT_FIRST_COL) >> 1) & free
        if more == region:
            return region
        region = more


def reach(number: int, blank: int, free: int, distance: int, manhattan: int) -> int:
    """Record that this state is `distance` moves away. Return 1 if the ring is full."""
    if seen[number] == 0:
        entry = (distance - manhattan) // 2
        if entry > MOST:
            entry = MOST
        table[number // PER_BYTE] |= entry << number % PER_BYTE * BITS
        state[FOUND] += 1
    seen[number] |= region_of(blank, free)
    tail = state[TAIL]
    ring[tail] = number * 32 + blank
    state[TAIL] = (tail + 1) % RING
    return 1 if state[TAIL] == state[HEAD] else 0


def begin(number: int, blank: int, free: int) -> int:
    """Start from the solved placement, with the blank at home."""
    state[LEVEL_END] = 1
    state[DISTANCE] = 1
    return reach(number, blank, free, 0, 0)


def build(most: int) -> int:
    """Expand up to `most` states. Return 1 if there is more to do, 0 if not, -1 if the ring is full."""
    for _ in range(most):
        if state[HEAD] == state[LEVEL_END]:
            if state[HEAD] == state[TAIL]:
                return 0
            state[LEVEL_END] = state[TAIL]
            state[DISTANCE] += 1
        number = ring[state[HEAD]] // 32
        blank = ring[state[HEAD]] % 32
        state[HEAD] = (state[HEAD] + 1) % RING
        left = number
        free = (1 << CELLS) - 1
        manhattan = 0
        for tile in range(TILES - 1, -1, -1):
            place[tile] = left % CELLS
            left = left // CELLS
            free ^= 1 << place[tile]
            manhattan += far[tile * CELLS + place[tile]]
        region = region_of(blank, free)
        for tile in range(TILES):
            src = place[tile]
            at = src * 5
            while beside[at] != NOWHERE:
                dst = beside[at]
                at += 1
                if region >> dst & 1:
                    moved = number + (dst - src) * weight[tile]
                    if not seen[moved] >> src & 1:
                        moved_free = free ^ 1 << src ^ 1 << dst
                        further = far[tile * CELLS + dst] - far[tile * CELLS + src]
                        if reach(moved, src, moved_free, state[DISTANCE], manhattan + further):
                            return -1
    return 1


def fill() -> int:
    """Copy the previous entry to each number without a placement, so that the table compresses better."""
    entry = 0
    for number in range(SLOTS):
        shift = number % PER_BYTE * BITS
        if seen[number] == 0:
            table[number // PER_BYTE] |= entry << shift
        else:
            entry = table[number // PER_BYTE] >> shift & MOST
    return 0
