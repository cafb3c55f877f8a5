"""Kernel: beam search, level by level. It can pause and resume anywhere.

Of all children of a level, it keeps the WIDTH states with the lowest rank. The pattern databases are used in
one or two views: for the board, and for its mirror image if that has the same shape and home. The rank adds
up, for each view, the Manhattan distance and the excess that the databases have over it. A state is not
stored if its estimate shows that no path of at most `limit` moves leads through it, or if its hash is still
in `seen`, so it was stored before.

A state is identified by a hash of 32 bits (Zobrist, 1970). If two states share a hash, one of them is lost,
but no path is wrong, because a path is read from the moves that were made.

The blank goes up, left, right, down: way 0, 1, 2, 3. Memory in bytes for each state of a level, twice: 1 for
each cell, 5 for each of READINGS, 4 for each of FIELDS. Also 10 for each of its children, and 4 in `trace`
for each level.
"""

from npuzzle.compiler.subset import I32, U8, U16, Const

CELLS: Const
WIDTH: Const  # states of a level
VIEWS: Const  # ways to look the databases up
READINGS: Const  # entries of a state: one for each group of each view
FIELDS: Const  # numbers of a state: EXCESS + VIEWS
BITS: Const  # 1, 2, 4 or 8 for an entry
PER_BYTE: Const  # entries per byte
MOST: Const  # the largest entry
RANKS: Const  # different ranks; all worse ones count as the last
SLOTS: Const  # elements of `seen`; a power of two
TRACED: Const  # elements of `trace`

edges: U8  # by cell: the ways that keep the blank on the board
goes: I32  # by way: the change of the blank's cell
row_of: U8  # by cell
col_of: U8
table: U8  # all databases, one after the other
reading: U8  # by view and tile: which of the READINGS of a state
step: I32  # by view, tile and way: how a move changes the number of that entry
zobrist: I32  # by tile and cell
tiles: U8  # two levels of WIDTH states of CELLS
numbers: I32  # two levels of WIDTH states of READINGS: the number of the entry in `table`
entries: U8  # likewise: the entry
states: I32  # two levels of WIDTH states, FIELDS numbers each:
chosen: I32  # by child: its parent * 4 + its way
ranked: U16  # by child: its rank
order: I32  # the children, best first
counted: I32  # by rank: how many children have it
seen: I32  # hashes of states that were stored
trace: I32  # by level and state, parent * 4 + way
first: I32  # by level: where it begins in `trace`
state: I32  # the numbers of the search:

BLANK = 0
WAY = 1  # the way that led here
FAR = 2  # the Manhattan distance
KEY = 3
EXCESS = 4  # by view: half of the excess of the estimate over FAR

NO_WAY = 4

LEVEL = 0  # moves that lead to the current level
SIZE = 1  # states in it
AT = 2  # states of it that were expanded
CHILDREN = 3
HALF = 4  # 0 or 1: the half of the arrays that holds the current level
LIMIT = 5  # the most moves of a path
EXPANDED = 6  # states expanded by the last call
GENERATED = 7
FOUND = 8  # parent * 4 + way of the last move of a path
LOW = 9  # the lowest rank of a child
HIGH = 10  # the highest rank of a child
NUMBERS = 11

NOTHING = 0  # no path of up to LIMIT moves was found
MORE = 1  # there is more to do
SOLVED = 2


def entry(number: int) -> int:
    """Return the entry of that number."""
    return table[number // PER_BYTE] >> number % PER_BYTE * BITS & MOST


def further(tile: int, src: int, way: int) -> int:
    """Return 1 if the move takes the tile further from its home, -1 if nearer."""
    if way == 0:
        return 1 if row_of[tile] <= row_of[src] else -1
    if way == 3:
        return 1 if row_of[tile] >= row_of[src] else -1
    if way == 1:
        return 1 if col_of[tile] <= col_of[src] else -1
    return 1 if col_of[tile] >= col_of[src] else -1


def begin(blank: int, far: int, key: int, limit: int) -> int:
    """Start with the board in `tiles`, its entries' numbers in `numbers`, and its excess in `states`."""
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
    first[0] = 0
    trace[0] = 0
    state[LEVEL] = 0
    state[SIZE] = 1
    state[AT] = 0
    state[CHILDREN] = 0
    state[HALF] = 0
    state[LIMIT] = limit
    state[LOW] = RANKS
    state[HIGH] = 0
    return 0


def look_at(at: int, way: int, level: int) -> int:
    """Make the child that the move leads to from state `at`, with a rank. Return 1 if it is solved."""
    here = state[HALF] * WIDTH + at
    fields = here * FIELDS
    blank = states[fields + BLANK]
    src = blank + goes[way]
    tile = tiles[here * CELLS + src]
    far = states[fields + FAR] + further(tile, src, way)
    if far == 0 and level <= state[LIMIT]:
        state[FOUND] = at * 4 + way
        return 1
    most = 0
    rank = far * VIEWS
    for view in range(VIEWS):
        place = here * READINGS + reading[view * CELLS + tile]
        excess = states[fields + EXCESS + view] - entries[place]
        excess += entry(numbers[place] + step[(view * CELLS + tile) * 4 + way])
        rank += 2 * excess
        if excess > most:
            most = excess
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
    """Store a child as state `number` of the next level. Return 0 if its hash is in `seen`."""
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
    for cell in range(CELLS):
        tiles[start + cell] = tiles[begins + cell]
    tiles[start + src] = tiles[start + blank]
    tiles[start + blank] = tile
    here = new * FIELDS
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
    states[here + BLANK] = src
    states[here + WAY] = way
    states[here + FAR] = states[fields + FAR] + further(tile, src, way)
    states[here + KEY] = key
    return 1


def put_in_order() -> int:
    """Sort the children by rank (ties: oldest first), and return how many there are."""
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
    """Keep the best children as the next level. Return NOTHING if there are none, or no room for them."""
    level = state[LEVEL] + 1
    begins = first[level - 1] + state[SIZE]
    if level >= state[LIMIT] or begins + WIDTH > TRACED:
        return NOTHING
    kept = 0
    for child in range(put_in_order()):
        which = order[child]
        if keep(kept, which // 4, which % 4):
            trace[begins + kept] = which
            kept += 1
            if kept == WIDTH:
                break
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
    """Expand up to `most` states. Return NOTHING, MORE or SOLVED."""
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
