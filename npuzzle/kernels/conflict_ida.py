"""Kernel: IDA* with linear conflict on a board of any size, to prove that no shorter path exists.

It searches depth-first within a bound on g + h (Korf, 1985). h is the Manhattan distance plus two for each
tile that must leave its line (Hansson, Mayer and Yung, 1992). A move changes g + h by 0 or by 2, so numbers
are stored halved: `slack` is how many times g + h may still grow by 2. A move across lines can change the
conflicts of one line only: the tile's home line, if the tile leaves or enters this line.

Moves are pruned by a finite automaton, as in `pattern_ida`. The blank's ways have the same numbers: 0 up, 1
left, 2 right, 3 down. Lines are numbered from 0, rows first, then columns. Memory: 5 bytes for each cell, 24
for each move of `path`.
"""

from npuzzle.compiler.subset import I32, U8, U16, Const

CELLS: Const
ROWS: Const
COLS: Const
HOME: Const  # the label of the blank
DEEPEST: Const  # the most moves of a path

tiles: U16  # by cell: the tile there
line_of: U8  # by cell: its row; at CELLS + cell: its column
leaving: U8  # by line: how many of its tiles must leave it
goes: I32  # by way: the change of the blank's cell
edges: U8  # by cell: the ways that keep the blank on the board
ways: U8  # by state of the automaton: the ways it leaves open
follows: I32  # by state and way: the next state
lowest: U8  # by set of ways: the first in it
tail: U16  # by k: the least last tile of an increasing run of k + 1 tiles
path: I32  # for each move of the path, FIELDS numbers:
state: I32  # the numbers of the search:

LEFT = 0  # ways not tried yet
BLANK = 1
HISTORY = 2  # state of the automaton
SLACK = 3
LINE = 4  # the only line whose conflicts the move may have changed
CONFLICTS = 5  # how many tiles had to leave that line before the move
FIELDS = 6

DEPTH = 0
BOUND = 1
EXPANDED = 2  # states expanded by the last call
PEAK = 3  # moves of the longest path so far

NOTHING = 0  # there is no solution within the bound
MORE = 1  # there is more to do
SOLVED = 2
TOO_DEEP = 3  # the path has more than DEEPEST moves


def conflicts(line: int) -> int:
    """Count the tiles that must leave that line: all that belong in it, minus a longest increasing run."""
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
    """Start with the board in `tiles`. When `search` returns NOTHING, `tiles` has this board again."""
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
    """Expand up to `most` states. Return MORE, or, as soon as it is known, NOTHING, SOLVED or TOO_DEEP."""
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
