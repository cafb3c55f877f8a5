"""Kernel: enumerate every state of a small board, and its distance from the solved state.

It searches breadth-first. Each permutation that was reached is marked by its rank, which is its place in
lexicographic order, computed by the Lehmer code. The solved state comes first. The children of a state come
in the order of `beside`.

Memory: 4 bytes for each rank (362,880 for 9 cells), CELLS + 2 bytes for each state, 8 bytes for each pair of
states one move apart.
"""

from npuzzle.compiler.subset import I32, U8, Const

CELLS: Const
HOME: Const

NOWHERE = 255

beside: U8  # for each cell: up to four cells beside it, then NOWHERE; 5 elements per cell
factorial: I32  # factorial[i] = i!
index: I32  # by rank: 1 + the number of the state in the order they were met; 0 if not met
states: U8  # CELLS for each state, in the order they were met
blank: U8  # by state: the cell of its blank
distance: U8  # by state
first: I32  # for each pair of states one move apart: the state that was met first
second: I32  # the other state
count: I32  # the counters:

STATES = 0
PAIRS = 1
AT = 2  # expanded states


def rank(start: int) -> int:
    """Return the rank of the state whose first cell is at index `start` of `states`."""
    number = 0
    seen = 0
    for cell in range(CELLS):
        tile = states[start + cell]
        smaller = tile
        below = seen & (1 << tile) - 1
        while below:
            below &= below - 1
            smaller -= 1
        seen |= 1 << tile
        number += smaller * factorial[CELLS - 1 - cell]
    return number


def begin() -> int:
    """Start with the solved state."""
    for cell in range(CELLS):
        states[cell] = cell
    blank[0] = HOME
    distance[0] = 0
    index[rank(0)] = 1
    count[STATES] = 1
    return 0


def expand(most: int) -> int:
    """Expand up to `most` states. Return 1 if there are more to expand, 0 if all are known."""
    met = count[STATES]
    pairs = count[PAIRS]
    at = count[AT]
    end = at + most
    while at < end and at < met:
        dst = blank[at]
        way = dst * 5
        while beside[way] != NOWHERE:
            src = beside[way]
            way += 1
            start = met * CELLS
            for cell in range(CELLS):
                states[start + cell] = states[at * CELLS + cell]
            states[start + dst] = states[start + src]
            states[start + src] = HOME
            number = rank(start)
            known = index[number] - 1
            if known < 0:
                known = met
                index[number] = met + 1
                blank[met] = src
                distance[met] = distance[at] + 1
                met += 1
            if known > at:
                first[pairs] = at
                second[pairs] = known
                pairs += 1
        at += 1
    count[STATES] = met
    count[PAIRS] = pairs
    count[AT] = at
    return 1 if at < met else 0
