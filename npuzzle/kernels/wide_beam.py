"""Kernel: beam search, level by level, going on wherever it was left.

Of all states one move further it keeps the WIDTH with the lowest rank. With pattern tables a state's rank
is the sum, over the ways to ask them (views), of its Manhattan distance and the excess that view sees;
without any it is the Manhattan distance plus two for each tile that must leave its line to let others pass.
A state that no path of `limit` moves can lead over is not kept at all, nor is one that was kept before.

States are told apart by a number of 32 bits (Zobrist, 1970). Two that share one cost a state, never a
wrong path: a path is read from the moves that were really made. The same memory serves any tray of up to
CELLS cells; without tables it may be another one at each `begin`.

The blank goes up, left, right, down: way 0, 1, 2, 3. Memory, for each state of a level, twice: 2 bytes a
cell, 5 for each of READINGS, 4 for each of FIELDS; 10 for each of its children; 4 in `trace`, for each level.
"""

from npuzzle.kernel.subset import I32, U8, U16, Const

CELLS: Const  # at most
WIDTH: Const
VIEWS: Const  # ways to ask the tables; 0: there are none, conflicts are counted
READINGS: Const  # entries a state has: groups of all views
FIELDS: Const  # numbers of a state: EXCESS + VIEWS
BITS: Const  # 1, 2, 4 or 8 for an entry
PER_BYTE: Const  # entries
MOST: Const  # the largest entry
RANKS: Const  # that are told apart; worse ones count as the last
SLOTS: Const  # of `seen`, a power of two
TRACED: Const  # elements of `trace`

tray: I32  # rows, columns, the blank's home
edges: U8  # by cell, the ways the tray leaves open
goes: I32  # by way, the blank's change of cell
row_of: U8  # by cell
col_of: U8
table: U8  # all tables, one after the other
reading: U8  # by view and tile: which of a state's READINGS
step: I32  # by view, tile and way: how a move changes that place in the table
zobrist: I32  # by tile and cell
tiles: U16  # two levels of WIDTH states of CELLS
numbers: I32  # two levels of WIDTH states of READINGS: the place in the tables
entries: U8  # likewise: the entry there
states: I32  # two levels of WIDTH states, FIELDS numbers each:
chosen: I32  # by child, its parent * 4 + its way
ranked: U16  # by child
order: I32  # the children, the best first
counted: I32  # by rank, how many children
seen: I32  # keys of states that were kept
trace: I32  # by level and state, parent * 4 + way
first: I32  # by level, where it begins in `trace`
tail: U8  # of rising runs, the least last member by length
state: I32  # of the search:

BLANK = 0
WAY = 1  # that led here
FAR = 2  # the Manhattan distance
KEY = 3
CONFLICTS = 4
EXCESS = 5  # by view: half of what must be added to FAR

NO_WAY = 4

ROWS = 0
COLS = 1
HOME = 2

LEVEL = 0  # moves made to reach the level at hand
SIZE = 1  # states in it
AT = 2  # those whose children are made
CHILDREN = 3
HALF = 4  # 0 or 1: which half of the arrays holds the level
LIMIT = 5  # moves of a path
PATIENCE = 6  # levels without a better rank than ever before, after which it gives up
BEST = 7  # rank
BEST_AT = 8  # level
EXPANDED = 9  # by the last call
GENERATED = 10
FOUND = 11  # parent * 4 + way of the last move of a path
LOW = 12  # the least rank of a child
HIGH = 13  # the greatest

NOTHING = 0  # of up to LIMIT moves
MORE = 1  # to do
SOLVED = 2


def entry(number: int) -> int:
    """That element of the tables."""
    return table[number // PER_BYTE] >> number % PER_BYTE * BITS & MOST


def further(tile: int, src: int, way: int) -> int:
    """1 if the move takes the tile away from its home, -1 if it takes it nearer."""
    if way == 0:
        return 1 if row_of[tile] <= row_of[src] else -1
    if way == 3:
        return 1 if row_of[tile] >= row_of[src] else -1
    if way == 1:
        return 1 if col_of[tile] <= col_of[src] else -1
    return 1 if col_of[tile] >= col_of[src] else -1


def in_row(start: int, row: int) -> int:
    """How many of the tiles that lie in their own row must leave it; `start` is where the state lies."""
    cols = tray[COLS]
    home = tray[HOME]
    low = row * cols
    high = low + cols
    count = 0
    longest = 0
    for at in range(start + low, start + high):
        tile = tiles[at]
        if tile >= low and tile < high and tile != home:
            count += 1
            place = 0
            while place < longest and tail[place] < tile - low:
                place += 1
            tail[place] = tile - low
            if place == longest:
                longest += 1
    return count - longest


def in_col(start: int, col: int) -> int:
    """The same of a column."""
    cols = tray[COLS]
    home = tray[HOME]
    count = 0
    longest = 0
    at = start + col
    for _ in range(tray[ROWS]):
        tile = tiles[at]
        at += cols
        if col_of[tile] == col and tile != home:
            count += 1
            place = 0
            while place < longest and tail[place] < row_of[tile]:
                place += 1
            tail[place] = row_of[tile]
            if place == longest:
                longest += 1
    return count - longest


def conflicts_of(start: int) -> int:
    """Of a whole state: tiles that must leave their line."""
    total = 0
    for row in range(tray[ROWS]):
        total += in_row(start, row)
    for col in range(tray[COLS]):
        total += in_col(start, col)
    return total


def conflicts_more(start: int, blank: int, src: int, way: int) -> int:
    """By how much they become more with a move; only a line the tile belongs to can change."""
    tile = tiles[start + src]
    upright = 1 if way == 0 or way == 3 else 0
    own = row_of[tile] if upright else col_of[tile]
    if own != (row_of[src] if upright else col_of[src]) and own != (
        row_of[blank] if upright else col_of[blank]
    ):
        return 0
    more = 0 - (in_row(start, own) if upright else in_col(start, own))
    tiles[start + src] = tiles[start + blank]
    tiles[start + blank] = tile
    more += in_row(start, own) if upright else in_col(start, own)
    tiles[start + blank] = tiles[start + src]
    tiles[start + src] = tile
    return more


def begin(blank: int, far: int, key: int, limit: int, patience: int) -> int:
    """Start with the state in `tiles`, its places in the tables in `numbers`, its excess in `states`."""
    for slot in range(SLOTS):
        seen[slot] = 0
    for rank in range(state[LOW], state[HIGH] + 1):
        counted[rank] = 0
    for place in range(READINGS):
        entries[place] = entry(numbers[place])
    states[BLANK] = blank
    states[WAY] = NO_WAY
    states[FAR] = far
    states[KEY] = key
    states[CONFLICTS] = 0 if VIEWS else conflicts_of(0)
    first[0] = 0
    trace[0] = 0
    state[LEVEL] = 0
    state[SIZE] = 1
    state[AT] = 0
    state[CHILDREN] = 0
    state[HALF] = 0
    state[LIMIT] = limit
    state[PATIENCE] = patience
    state[BEST] = RANKS
    state[BEST_AT] = 0
    state[LOW] = RANKS
    state[HIGH] = 0
    return 0


def look_at(at: int, way: int, level: int) -> int:
    """Note the child that a move of the level's state `at` makes, with its rank: 1 if it is solved."""
    here = state[HALF] * WIDTH + at
    fields = here * FIELDS
    blank = states[fields + BLANK]
    src = blank + goes[way]
    tile = tiles[here * CELLS + src]
    far = states[fields + FAR] + further(tile, src, way)
    if far == 0 and level <= state[LIMIT]:
        state[FOUND] = at * 4 + way
        return 1
    if VIEWS:
        most = 0
        rank = far * VIEWS
        for view in range(VIEWS):
            place = here * READINGS + reading[view * CELLS + tile]
            excess = states[fields + EXCESS + view] - entries[place]
            excess += entry(numbers[place] + step[(view * CELLS + tile) * 4 + way])
            rank += 2 * excess
            if excess > most:
                most = excess
    else:
        most = states[fields + CONFLICTS] + conflicts_more(here * CELLS, blank, src, way)
        rank = far + 2 * most
    if level + far + 2 * most > state[LIMIT]:
        return 0
    if rank >= RANKS:
        rank = RANKS - 1
    if rank < state[LOW]:
        state[LOW] = rank
    if rank > state[HIGH]:
        state[HIGH] = rank
    child = state[CHILDREN]
    chosen[child] = at * 4 + way
    ranked[child] = rank
    counted[rank] += 1
    state[CHILDREN] = child + 1
    return 0


def keep(number: int, parent: int, way: int) -> int:
    """Make a child the state `number` of the next level; 0 if it was kept before."""
    old = state[HALF] * WIDTH + parent
    new = (1 - state[HALF]) * WIDTH + number
    fields = old * FIELDS
    blank = states[fields + BLANK]
    src = blank + goes[way]
    begins = old * CELLS
    tile = tiles[begins + src]
    key = states[fields + KEY] ^ zobrist[tile * CELLS + src] ^ zobrist[tile * CELLS + blank]
    slot = (key ^ key >> 15) & (SLOTS - 1)
    if seen[slot] == key:
        return 0
    seen[slot] = key
    start = new * CELLS
    for cell in range(tray[ROWS] * tray[COLS]):
        tiles[start + cell] = tiles[begins + cell]
    tiles[start + src] = tiles[start + blank]
    tiles[start + blank] = tile
    here = new * FIELDS
    if VIEWS:
        place = new * READINGS
        for at in range(READINGS):
            numbers[place + at] = numbers[old * READINGS + at]
            entries[place + at] = entries[old * READINGS + at]
        for view in range(VIEWS):
            at = place + reading[view * CELLS + tile]
            numbers[at] += step[(view * CELLS + tile) * 4 + way]
            found = entry(numbers[at])
            states[here + EXCESS + view] = states[fields + EXCESS + view] + found - entries[at]
            entries[at] = found
    else:
        states[here + CONFLICTS] = states[fields + CONFLICTS] + conflicts_more(begins, blank, src, way)
    states[here + BLANK] = src
    states[here + WAY] = way
    states[here + FAR] = states[fields + FAR] + further(tile, src, way)
    states[here + KEY] = key
    return 1


def put_in_order() -> int:
    """The children by rank, those met first first; how many there are."""
    place = 0
    for rank in range(state[LOW], state[HIGH] + 1):
        count = counted[rank]
        counted[rank] = place
        place += count
    for child in range(place):
        rank = ranked[child]
        order[counted[rank]] = chosen[child]
        counted[rank] += 1
    for rank in range(state[LOW], state[HIGH] + 1):
        counted[rank] = 0
    return place


def next_level() -> int:
    """Keep the best of the children: NOTHING if none is left, no room to trace them, or no hope."""
    level = state[LEVEL] + 1
    begins = first[level - 1] + state[SIZE]
    nearer = 1 if state[LOW] < state[BEST] else 0
    if level >= state[LIMIT] or begins + WIDTH > TRACED:
        return NOTHING
    if not nearer and level - state[BEST_AT] > state[PATIENCE]:
        return NOTHING
    kept = 0
    for child in range(put_in_order()):
        which = order[child]
        if keep(kept, which // 4, which % 4):
            trace[begins + kept] = which
            kept += 1
            if kept == WIDTH:
                break
    if kept and nearer:
        state[BEST] = state[LOW]
        state[BEST_AT] = level
    first[level] = begins
    state[LEVEL] = level
    state[SIZE] = kept
    state[AT] = 0
    state[CHILDREN] = 0
    state[LOW] = RANKS
    state[HIGH] = 0
    state[HALF] = 1 - state[HALF]
    return MORE if kept else NOTHING


def search(most: int) -> int:
    """Go on until `most` states are expanded: NOTHING, MORE or SOLVED."""
    expanded = 0
    generated = 0
    result = MORE
    while result == MORE and expanded < most:
        at = state[AT]
        fields = (state[HALF] * WIDTH + at) * FIELDS
        back = 3 - states[fields + WAY]
        ways = edges[states[fields + BLANK]]
        for way in range(4):
            if ways >> way & 1 and way != back:
                generated += 1
                if look_at(at, way, state[LEVEL] + 1):
                    result = SOLVED
                    break
        expanded += 1
        state[AT] = at + 1
        if at + 1 == state[SIZE] and result == MORE:
            result = next_level()
    state[EXPANDED] = expanded
    state[GENERATED] = generated
    return result
