"""Kernel: IDA* with additive pattern tables, one path in memory, going on wherever it was left.

Depth-first within a bound on g + h (Korf, 1985), where h is the Manhattan distance plus twice the sum of
the tables' entries (Korf and Felner, 2002). Where the tray is its own mirror image the same tables are
asked a second time, through the mirror, and the larger h counts. All is kept in halves: `slack` is how
many entries more a path may have, so a move costs one look at a table and a subtraction or two.

Moves that lead where a shorter path, or an equal one tried earlier, has led are left out by a finite
automaton over the moves made (Taylor and Korf, 1993): in each of its states some of the four ways are
open. With the bound at most the length of a shortest path, a path is a solution if it has that length.

The blank goes up, left, right, down: way 0, 1, 2, 3, bit 1, 2, 4, 8. Memory: the tables; 4 bytes for
each of 6 fields of every move of the path.
"""

from npuzzle.kernel.subset import I32, U8, Const

CELLS: Const
MIRRORED: Const  # 1: ask the tables a second time, through the mirror
BITS: Const  # 1, 2, 4 or 8 for an entry
PER_BYTE: Const  # entries
MOST: Const  # the largest entry

table: U8  # all tables, one after the other
tiles: U8  # for each cell what lies there
goes: I32  # by way, the blank's change of cell
edges: U8  # by cell, the ways the tray leaves open
away: U8  # by tile, its cell and the blank's way: 1 if the move takes the tile further from home
group: U8  # by tile
step: I32  # by tile and way: how the move changes its group's place in the table
at: I32  # by group: the entry of the board at hand
mirror_group: U8  # the same three, in the mirror
mirror_step: I32
mirror_at: I32
ways: U8  # by state of the automaton, the ways it leaves open
follows: I32  # by state and way, the next state
lowest: U8  # of a set of ways, the first
path: I32  # by move of the path, FIELDS numbers:
state: I32  # of the search:

LEFT = 0  # ways not tried yet
WAY = 1  # the one that led here
BLANK = 2
HISTORY = 3  # the automaton's state
SLACK = 4
MIRROR_SLACK = 5
FIELDS = 6

DEPTH = 0
BOUND = 1
EXPANDED = 2  # by the last call
GENERATED = 3
ROOT = 4  # 1 until the start has been counted as expanded
PEAK = 5  # states on the longest path so far
LAST = 6  # way of the last move of a solution

NOTHING = 0  # within the bound
MORE = 1  # to do
SOLVED = 2


def begin(blank: int, slack: int, mirror_slack: int, bound: int) -> int:
    """Start with the board in `tiles`, of which `at` and `mirror_at` are known.

    After NOTHING they are again what they were.
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


def search(most: int) -> int:
    """Go on until `most` states are expanded: NOTHING, MORE or SOLVED, after which it can go on too."""
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
