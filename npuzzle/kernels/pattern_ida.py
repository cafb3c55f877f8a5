"""Kernel: IDA* with additive pattern databases. It stores only one path, and can pause and resume anywhere.

It searches depth-first within a bound on g + h (Korf, 1985). h is the Manhattan distance plus twice the sum
of the databases' entries (Korf and Felner, 2002). If the mirror image of the board has the same shape and
home, the same databases are looked up a second time, for the mirror image, and the larger h counts. Numbers
are stored halved: `slack` is how much the sum of the entries may still grow, so a move costs one lookup and
one or two subtractions.

Moves are pruned by a finite automaton that reads the moves made (Taylor and Korf, 1993). It prunes a path if
another path leads to the same state and is shorter, or is equally long and tried earlier. The bound is never
above the length of a shortest path, so a solution within it has as many moves as the bound. Conversely, a
path within the bound that has as many moves is a solution, because its h is 0.

The blank's ways are 0 up, 1 left, 2 right, 3 down; in a set of ways, they are the bits 1, 2, 4, 8. Memory:
the databases, and for every move of the path 6 fields of 4 bytes.
"""

from npuzzle.compiler.subset import I32, U8, Const

CELLS: Const
MIRRORED: Const  # 1: look the databases up a second time, through the mirror
BITS: Const  # 1, 2, 4 or 8 for an entry
PER_BYTE: Const  # entries per byte
MOST: Const  # the largest entry

table: U8  # all databases, one after the other
tiles: U8  # by cell: the tile there
goes: I32  # by way: the change of the blank's cell
edges: U8  # by cell: the ways that keep the blank on the board
away: U8  # by tile, its cell and the blank's way: 1 if the move takes the tile further from home
group: U8  # by tile: its database
step: I32  # by tile and way: how the move changes the number of its group's entry
at: I32  # by group: the number of the current entry in `table`
mirror_group: U8  # the same three in the mirror
mirror_step: I32
mirror_at: I32
ways: U8  # by state of the automaton: the ways it leaves open
follows: I32  # by state and way: the next state
lowest: U8  # by set of ways: the first in it
entry: U8  # ways: the moves that `enter` makes
path: I32  # for each move of the path, FIELDS numbers:
state: I32  # the numbers of the search:

LEFT = 0  # ways not tried yet
WAY = 1  # the way that led here
BLANK = 2
HISTORY = 3  # state of the automaton
SLACK = 4
MIRROR_SLACK = 5
FIELDS = 6

DEPTH = 0
BOUND = 1
EXPANDED = 2  # states expanded by the last call
GENERATED = 3
ROOT = 4  # 1 until the start is counted as expanded
PEAK = 5  # states on the longest path so far
LAST = 6  # way of the last move of the solution

NOTHING = 0  # there is no solution within the bound
MORE = 1  # there is more to do
SOLVED = 2


def begin(blank: int, slack: int, mirror_slack: int, bound: int) -> int:
    """Start with the board in `tiles`. `at` and `mirror_at` must have the numbers of the board's entries.

    When `search` returns NOTHING, these arrays are as they were at the start.
    """
    state[DEPTH] = 0
    state[BOUND] = bound
    path[LEFT] = edges[blank] & ways[0]
    path[BLANK] = blank
    path[HISTORY] = 0
    path[SLACK] = slack
    path[MIRROR_SLACK] = mirror_slack
    state[ROOT] = 1
    state[PEAK] = 1
    return 0


def enter(moves: int) -> int:
    """Make the first `moves` moves of `entry` after `begin`, so that `search` tries only paths from there."""
    here = 0
    for move in range(moves):
        way = entry[move]
        blank = path[here + BLANK]
        src = blank + goes[way]
        tile = tiles[src]
        further = away[(tile * CELLS + src) * 4 + way]
        old = at[group[tile]]
        new = old + step[tile * 4 + way]
        at[group[tile]] = new
        tiles[blank] = tile
        history = follows[path[here + HISTORY] * 4 + way]
        path[here + LEFT] = 0
        path[here + FIELDS + LEFT] = edges[src] & ways[history]
        path[here + FIELDS + WAY] = way
        path[here + FIELDS + BLANK] = src
        path[here + FIELDS + HISTORY] = history
        path[here + FIELDS + SLACK] = (
            path[here + SLACK]
            - further
            - (table[new // PER_BYTE] >> new % PER_BYTE * BITS & MOST)
            + (table[old // PER_BYTE] >> old % PER_BYTE * BITS & MOST)
        )
        if MIRRORED:
            mirror_old = mirror_at[mirror_group[tile]]
            mirror_new = mirror_old + mirror_step[tile * 4 + way]
            mirror_at[mirror_group[tile]] = mirror_new
            path[here + FIELDS + MIRROR_SLACK] = (
                path[here + MIRROR_SLACK]
                - further
                - (table[mirror_new // PER_BYTE] >> mirror_new % PER_BYTE * BITS & MOST)
                + (table[mirror_old // PER_BYTE] >> mirror_old % PER_BYTE * BITS & MOST)
            )
        here += FIELDS
    state[DEPTH] = moves
    state[PEAK] = moves + 1
    return 0


def search(most: int) -> int:
    """Expand up to `most` states. Return NOTHING, MORE or SOLVED. After SOLVED, the search can continue."""
    depth = state[DEPTH]
    bound = state[BOUND]
    expanded = state[ROOT]
    generated = 0
    peak = state[PEAK]
    here = depth * FIELDS
    result = MORE
    while expanded < most:
        left = path[here + LEFT]
        blank = path[here + BLANK]
        if left == 0:
            if depth == 0:
                result = NOTHING
                break
            way = path[here + WAY]
            depth -= 1
            here -= FIELDS
            dst = path[here + BLANK]
            tile = tiles[dst]
            tiles[blank] = tile
            at[group[tile]] -= step[tile * 4 + way]
            if MIRRORED:
                mirror_at[mirror_group[tile]] -= mirror_step[tile * 4 + way]
            continue
        way = lowest[left]
        path[here + LEFT] = left & (left - 1)
        generated += 1
        src = blank + goes[way]
        tile = tiles[src]
        further = away[(tile * CELLS + src) * 4 + way]
        old = at[group[tile]]
        new = old + step[tile * 4 + way]
        slack = (
            path[here + SLACK]
            - further
            - (table[new // PER_BYTE] >> new % PER_BYTE * BITS & MOST)
            + (table[old // PER_BYTE] >> old % PER_BYTE * BITS & MOST)
        )
        if slack < 0:
            continue
        mirror_slack = 0
        if MIRRORED:
            mirror_old = mirror_at[mirror_group[tile]]
            mirror_new = mirror_old + mirror_step[tile * 4 + way]
            mirror_slack = (
                path[here + MIRROR_SLACK]
                - further
                - (table[mirror_new // PER_BYTE] >> mirror_new % PER_BYTE * BITS & MOST)
                + (table[mirror_old // PER_BYTE] >> mirror_old % PER_BYTE * BITS & MOST)
            )
            if mirror_slack < 0:
                continue
            if depth + 1 < bound:
                mirror_at[mirror_group[tile]] = mirror_new
        if depth + 1 == bound:
            state[LAST] = way
            result = SOLVED
            break
        tiles[blank] = tile
        at[group[tile]] = new
        history = follows[path[here + HISTORY] * 4 + way]
        depth += 1
        here += FIELDS
        path[here + LEFT] = edges[src] & ways[history]
        path[here + WAY] = way
        path[here + BLANK] = src
        path[here + HISTORY] = history
        path[here + SLACK] = slack
        path[here + MIRROR_SLACK] = mirror_slack
        expanded += 1
        if depth >= peak:
            peak = depth + 1
    state[DEPTH] = depth
    state[ROOT] = 0
    state[EXPANDED] = expanded
    state[GENERATED] = generated
    state[PEAK] = peak
    return result
