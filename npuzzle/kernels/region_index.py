"""Kernel: number the sets of TILES cells of a board, and the regions of the blank around each set.

The tiles of a pattern are on a set of cells. A *region* is a set of cells that the blank can reach without
moving one of these tiles. Around each set there is at least one region. Sets are numbered in the order of
their bits, read as a number. Regions are numbered in the order of their sets, then of their lowest cells.

Memory: 4 bytes for each set, 8 for each region for which there is room.
"""

from npuzzle.compiler.subset import I32, Const

CELLS: Const
COLS: Const
TILES: Const
NOT_FIRST_COL: Const  # cells as bits
NOT_LAST_COL: Const
NOT_LAST_ROW: Const

first: I32  # by set: twice the number of its first region, and 1 more if it has several
regions: I32  # by region: its cells as bits
owner: I32  # by region: the cells of its set
state: I32  # the numbers of the work:

NEXT_SET = 0  # the cells of the next set
SETS = 1  # sets numbered so far
REGIONS = 2


def region_of(cell: int, free: int) -> int:
    """Return the free cells that the blank can reach from one free cell, as bits."""
    region = 1 << cell
    while True:
        up_down = (region & NOT_LAST_ROW) << COLS | region >> COLS
        more = (region | up_down | (region & NOT_LAST_COL) << 1 | (region & NOT_FIRST_COL) >> 1) & free
        if more == region:
            return region
        region = more


def begin() -> int:
    """Start from the set of the lowest cells."""
    state[NEXT_SET] = (1 << TILES) - 1
    state[SETS] = 0
    state[REGIONS] = 0
    return 0


def number_regions(cells: int) -> int:
    """Number the regions around the tiles on `cells`, and return how many there are."""
    number = state[REGIONS]
    free = (1 << CELLS) - 1 ^ cells
    count = 0
    for cell in range(CELLS):
        if free >> cell & 1:
            region = region_of(cell, free)
            free ^= region
            regions[number + count] = region
            owner[number + count] = cells
            count += 1
    state[REGIONS] = number + count
    return count


def number_sets(most: int) -> int:
    """Number up to `most` sets. Return 1 if there are more, 0 if not."""
    cells = state[NEXT_SET]
    number = state[SETS]
    left = most
    while left and cells >> CELLS == 0:
        begins = state[REGIONS]
        several = 1 if number_regions(cells) > 1 else 0
        first[number] = 2 * begins + several
        number += 1
        left -= 1
        lowest = cells & -cells  # the next number with as many bits (Gosper)
        carried = cells + lowest
        cells = carried | (cells ^ carried) // lowest >> 2
    state[NEXT_SET] = cells
    state[SETS] = number
    return 1 if cells >> CELLS == 0 else 0
