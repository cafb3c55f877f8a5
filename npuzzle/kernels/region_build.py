"""Kernel: build a pattern database of up to six tiles in little memory, all orders of the tiles at once.

It builds the same entries as `pattern_build`. A state is the set of cells with the pattern's tiles, the
region of the blank around these cells (see `region_index`), and the order of the tiles on them. For each
region, the orders are the bits of WORDS numbers. The search is breadth-first, and moves all orders of a
region together. A tile that moves sideways does not change the order, so one operation moves a whole word of
orders. A tile that goes up or down may jump over other tiles in the order.

Each order has a number: number // 32 is its word, number % 32 its bit. Numbers that end in bit 30 or 31 are
not used, so that a word is never negative.

The number of a placement is the sum of cell * CELLS^(TILES - 1 - i) over the tiles of the pattern. Its entry
is (moves - Manhattan distance) / 2, the least over all regions, in BITS bits, at most MOST. Numbers without a
placement have entry 0.

Memory: BITS / 8 of `table` for each number, for each region 12 bytes per word and 10 more, and
`region_index`.
"""

from npuzzle.compiler.subset import I32, U8, U16, Const

CELLS: Const
COLS: Const
TILES: Const
LOW: Const  # the first LOW cells of a set are looked up in `low`, the others in `high`
REGIONS: Const
WORDS: Const  # per region, for the bits of its orders
BITS: Const  # 1, 2, 4 or 8 for an entry
PER_BYTE: Const  # entries per byte
MOST: Const  # the largest entry

NUMBERS = 32  # bits per word, one for each order; two are not used
NOWHERE = 255

beside: U8  # for each cell: up to four cells beside it, then NOWHERE; 5 elements per cell
far: U8  # by tile and cell: the steps from there to the tile's home
weight: I32  # by tile and cell: what it adds to the number of a placement
high: I32  # by the high cells of a set: what they add to its number
low: U16  # by the low cells of a set: what they add to its number
first: I32  # by set: twice the number of its first region, and 1 more if it has several
regions: I32  # by region: its cells as bits
owner: I32  # by region: the cells of its set
count: U8  # by bits: how many there are
lowest: U8  # by the bits of a byte: the first
jump: U16  # by place of a tile in the order, its next place, and order: the next order
tile_at: U8  # by order and place: the tile there
seen: I32  # by region and word: the orders that were reached
now: I32  # the orders that were reached at this distance, and, in the other half, at the next one
is_open: U8  # by half and region: 1 if some of its orders may be reached
listed: U16  # the orders of one word or region, one by one
place: U8  # by place in the order: the cell
table: U8
state: I32  # the numbers of the search:

AT = 0  # the next region
HALF = 1  # the half of `now` that is for this distance
PHASE = 2
DISTANCE = 3
FOUND = 4  # states reached so far
FRESH = 5  # states reached at the next distance

EXPAND = 0  # phases: make the states of the next distance
SETTLE = 1  # keep the states that are new


def region_number(cells: int, blank: int) -> int:
    """Return the number of the blank's region around the tiles on `cells`."""
    number = first[high[cells >> LOW] + low[cells & (1 << LOW) - 1]]
    several = number & 1
    number = number >> 1
    while several and regions[number] >> blank & 1 == 0:
        number += 1
    return number


def list_orders(bits: int, word: int, found: int) -> int:
    """Add the orders of one word to those listed, and return how many there are now."""
    number = word * NUMBERS
    while bits:
        byte = bits & 255
        while byte:
            listed[found] = number + lowest[byte]
            found += 1
            byte &= byte - 1
        bits = bits >> 8
        number += 8
    return found


def record(cells: int, word: int, fresh: int, distance: int) -> int:
    """Enter the distance of placements that no region has reached before."""
    spot = 0
    for cell in range(CELLS):
        if cells >> cell & 1:
            place[spot] = cell
            spot += 1
    for index in range(list_orders(fresh, word, 0)):
        tiles = listed[index] * TILES
        number = 0
        entry = distance
        for spot in range(TILES):
            at = tile_at[tiles + spot] * CELLS + place[spot]
            number += weight[at]
            entry -= far[at]
        entry = entry >> 1
        if entry > MOST:
            entry = MOST
        table[number // PER_BYTE] |= entry << number % PER_BYTE * BITS
    return 0


def begin(cells: int, blank: int) -> int:
    """Start from the solved state: the tiles on `cells` in the order of number 0."""
    number = region_number(cells, blank)
    seen[number * WORDS] = 1
    now[number * WORDS] = 1
    is_open[number] = 1
    state[AT] = 0
    state[HALF] = 0
    state[PHASE] = EXPAND
    state[DISTANCE] = 0
    state[FOUND] = 1
    state[FRESH] = 0
    return 0


def expand(region: int) -> int:
    """Make all states one move away from the states of this region."""
    here = (state[HALF] * REGIONS + region) * WORDS
    there = (1 - state[HALF]) * REGIONS
    cells = owner[region]
    reach = regions[region]
    orders = -1
    spot = 0
    for src in range(CELLS):
        if cells >> src & 1:
            at = src * 5
            while beside[at] != NOWHERE:
                dst = beside[at]
                at += 1
                if reach >> dst & 1:
                    next_region = there + region_number(cells ^ 1 << src ^ 1 << dst, src)
                    is_open[next_region] = 1
                    start = next_region * WORDS
                    next_spot = spot
                    if dst == src + COLS:
                        next_spot += count[cells >> src + 1 & (1 << COLS - 1) - 1]
                    elif dst == src - COLS:
                        next_spot -= count[cells >> dst + 1 & (1 << COLS - 1) - 1]
                    if next_spot == spot:
                        for word in range(WORDS):
                            now[start + word] |= now[here + word]
                    else:
                        if orders < 0:
                            orders = 0
                            for word in range(WORDS):
                                orders = list_orders(now[here + word], word, orders)
                        jumps = (spot * TILES + next_spot) * WORDS * NUMBERS
                        for index in range(orders):
                            order = jump[jumps + listed[index]]
                            now[start + (order >> 5)] |= 1 << (order & 31)
            spot += 1
    for word in range(WORDS):
        now[here + word] = 0
    return 0


def settle(region: int) -> int:
    """Keep the new states of this region, and return how many there are."""
    half = (1 - state[HALF]) * REGIONS
    distance = state[DISTANCE] + 1
    cells = owner[region]
    begins = region
    while begins > 0 and owner[begins - 1] == cells:
        begins -= 1
    ends = region + 1
    while ends < REGIONS and owner[ends] == cells:
        ends += 1
    found = 0
    for word in range(WORDS):
        here = (half + region) * WORDS + word
        fresh = now[here] & ~seen[region * WORDS + word]
        now[here] = fresh
        if fresh:
            found += count[fresh & 1023] + count[fresh >> 10 & 1023] + count[fresh >> 20]
            known = 0
            for other in range(begins, ends):
                known |= seen[other * WORDS + word]
            seen[region * WORDS + word] |= fresh
            record(cells, word, fresh & ~known, distance)
    return found


def build(most: int) -> int:
    """Work on up to `most` regions. Return 1 if there is more to do, 0 if not."""
    region = state[AT]
    for _ in range(most):
        if region == REGIONS:
            region = 0
            if state[PHASE] == SETTLE:
                if state[FRESH] == 0:
                    return 0
                state[HALF] = 1 - state[HALF]
                state[DISTANCE] += 1
                state[FOUND] += state[FRESH]
                state[FRESH] = 0
            state[PHASE] = 1 - state[PHASE]
        if state[PHASE] == EXPAND:
            flag = state[HALF] * REGIONS + region
            if is_open[flag]:
                is_open[flag] = 0
                expand(region)
        else:
            flag = (1 - state[HALF]) * REGIONS + region
            if is_open[flag]:
                fresh = settle(region)
                state[FRESH] += fresh
                is_open[flag] = 1 if fresh else 0
        region += 1
    state[AT] = region
    return 1
