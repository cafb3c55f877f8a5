"""Kernel: IDA* with linear conflict on a tray of any size, to prove that no path is short.

Depth-first within a bound on g + h (Korf, 1985), where h is the Manhattan distance plus two for each tile
that must leave its line (Hansson, Mayer and Yung, 1992). A move changes g + h by 0 or by 2, so all is kept
in halves: `slack` is how often more a path may gain two. A tile's move across the lines of its axis can
change the conflicts of one line only, its home line, and only where the tile leaves or enters that.

Moves that lead where a path tried otherwise leads are left out by a finite automaton, as in
`pattern_search`; the blank's ways are the same: up, left, right, down. Lines are numbered from 0, rows first,
then columns. Memory: 5 bytes a cell, 24 a move of `path`.
"""

from npuzzle.kernel.subset import I32, U8, U16, Const

CELLS: Const
ROWS: Const
COLS: Const
HOME: Const  # the blank's label
DEEPEST: Const  # moves that there is room for

tiles: U16  # for each cell what lies there
line_of: U8  # by cell its row; CELLS further, its column
leaving: U8  # by line, how many of its tiles must leave it
goes: I32  # by way, the blank's change of cell
edges: U8  # by cell, the ways the tray leaves open
ways: U8  # by state of the automaton, the ways it leaves open
follows: I32  # by state and way, the next state
lowest: U8  # of a set of ways, the first
tail: U16  # of increasing runs of k + 1 tiles, the least last one
path: I32  # by move of the path, FIELDS numbers:
state: I32  # of the search:

LEFT = 0  # ways not tried yet
BLANK = 1
HISTORY = 2  # the automaton's state
SLACK = 3
LINE = 4  # whose conflicts the move changed
CONFLICTS = 5  # of that line before the move
FIELDS = 6

DEPTH = 0
BOUND = 1
EXPANDED = 2  # by the last call
PEAK = 3  # moves of the longest path so far

NOTHING = 0  # within the bound
MORE = 1  # to do
SOLVED = 2
TOO_DEEP = 3  # the path has no room


def conflicts(line: int) -> int:
    """How many tiles must leave that line: all of its own but a longest increasing run."""
    if line < ROWS:
        cell = line * COLS
        end = cell + COLS
        onward = 1
        axis = 0
    else:
        cell = line - ROWS
        end = CELLS
        onward = COLS
        axis = CELLS
    own = 0
    longest = 0
    while cell < end:
        tile = tiles[cell]
        if line_of[axis + tile] == line and tile != HOME:
            own += 1
            place = longest
            while place > 0 and tail[place - 1] > tile:
                place -= 1
            tail[place] = tile
            if place == longest:
                longest += 1
        cell += onward
    return own - longest


def begin(blank: int, slack: int, bound: int) -> int:
    """Start with the board in `tiles`, which after NOTHING is there again."""
    for line in range(ROWS + COLS):
        leaving[line] = conflicts(line)
    state[DEPTH] = 0
    state[BOUND] = bound
    state[PEAK] = 0
    path[LEFT] = edges[blank] & ways[0]
    path[BLANK] = blank
    path[HISTORY] = 0
    path[SLACK] = slack
    return 0


def search(most: int) -> int:
    """Go on until `most` states more are expanded, or one of the other three is known."""
    depth = state[DEPTH]
    bound = state[BOUND]
    peak = state[PEAK]
    here = depth * FIELDS
    expanded = 0
    result = MORE
    while expanded < most:
        left = path[here + LEFT]
        blank = path[here + BLANK]
        if left == 0:
            if depth == 0:
                result = NOTHING
                break
            leaving[path[here + LINE]] = path[here + CONFLICTS]
            depth -= 1
            here -= FIELDS
            dst = path[here + BLANK]
            tiles[blank] = tiles[dst]
            tiles[dst] = HOME
            continue
        way = lowest[left]
        path[here + LEFT] = left & (left - 1)
        src = blank + goes[way]
        tile = tiles[src]
        axis = CELLS if goes[way] * goes[way] == 1 else 0  # a step of one cell changes the column
        was = line_of[axis + src]
        now = line_of[axis + blank]
        line = line_of[axis + tile]
        further = line <= was if was < now else line >= was
        slack = path[here + SLACK] - further
        before = leaving[line]
        after = before
        tiles[blank] = tile
        tiles[src] = HOME
        if (line - was) * (line - now) == 0:  # the tile leaves its line or enters it
            after = conflicts(line)
            slack -= after - before
        if slack < 0:
            tiles[src] = tile
            tiles[blank] = HOME
            continue
        if depth + 1 == bound:
            result = SOLVED
            break
        if depth + 1 == DEEPEST:
            result = TOO_DEEP
            break
        leaving[line] = after
        history = follows[path[here + HISTORY] * 4 + way]
        depth += 1
        here += FIELDS
        path[here + LEFT] = edges[src] & ways[history]
        path[here + BLANK] = src
        path[here + HISTORY] = history
        path[here + SLACK] = slack
        path[here + LINE] = line
        path[here + CONFLICTS] = before
        expanded += 1
        if depth > peak:
            peak = depth
    state[DEPTH] = depth
    state[EXPANDED] = expanded
    state[PEAK] = peak
    return result
