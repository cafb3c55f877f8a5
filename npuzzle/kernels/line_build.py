"""Kernel: build a line table, which has the line moves that a few tiles need, wherever the other tiles are.

It searches breadth-first from the solved placement. A state is a placement of the tiles and the blank, with
the kind of the next line move: up or down (kind 0), left or right (kind 1). On a shortest path the kinds
alternate, because two line moves of the same kind in sequence equal one line move, or undo each other. So a
state before a move of one kind is reached from a state before a move of the other kind.

The number of a placement is the blank's cell plus the sum of cell * CELLS^(i + 1) over the tiles. The lower
six bits of an entry are the number of line moves, at most MOST, if the next line move is of the better kind.
If the other kind needs at least one line move more, the bit of the other kind is set.

Memory: 1.25 bytes for each placement, 4 for each element of `ring`.
"""

from npuzzle.compiler.subset import I32, U8, Const

CELLS: Const
TILES: Const
RING: Const  # elements of `ring`; a power of two

MOST = 63  # line moves of an entry
ONE_MORE = 6  # the bit for kind 0; the next one is for kind 1
UNKNOWN = 255

goes: I32  # by way: the change of the blank's cell
edges: U8  # by cell: the ways that keep the blank on the board
weight: I32  # by tile: the factor of its cell in the number of a placement
place: U8  # by cell: 1 + the tile there; 0 for another tile or the blank
table: U8
seen: U8  # two bits per placement: which kinds were reached; four placements per element
ring: I32  # the queue of states to expand: 2 * placement + kind
state: I32  # the numbers of the search:

HEAD = 0  # of the ring
TAIL = 1
LEVEL_END = 2  # the end of the states of this distance in the ring
DISTANCE = 3
FOUND = 4  # states reached so far


def reach(number: int, kind: int, moves: int) -> int:
    """Record how many line moves away this state is. Return 1 if the ring is full."""
    spot = 2 * number + kind
    if seen[spot // 8] >> spot % 8 & 1:
        return 0
    seen[spot // 8] |= 1 << spot % 8
    if moves > MOST:
        moves = MOST
    if table[number] == UNKNOWN:
        table[number] = moves | 1 << ONE_MORE + 1 - kind
    elif table[number] & MOST == moves:
        table[number] = moves
    state[FOUND] += 1
    ring[state[TAIL]] = spot
    state[TAIL] = (state[TAIL] + 1) % RING
    return 1 if state[TAIL] == state[HEAD] else 0


def begin(number: int) -> int:
    """Start from the solved placement, which needs no line move of either kind."""
    reach(number, 0, 0)
    reach(number, 1, 0)
    state[LEVEL_END] = state[TAIL]
    state[DISTANCE] = 1
    return 0


def build(most: int) -> int:
    """Expand up to `most` states. Return 1 if there is more to do, 0 if not, -1 if the ring is full."""
    for _ in range(most):
        if state[HEAD] == state[LEVEL_END]:
            if state[HEAD] == state[TAIL]:
                return 0
            state[LEVEL_END] = state[TAIL]
            state[DISTANCE] += 1
        spot = ring[state[HEAD]]
        state[HEAD] = (state[HEAD] + 1) % RING
        number = spot // 2
        kind = 1 - spot % 2  # of the line move that leads here
        left = number // CELLS
        for tile in range(TILES):
            place[left % CELLS] = tile + 1
            left = left // CELLS
        full = 0
        for turn in range(2):
            way = 3 - kind if turn else kind
            blank = number % CELLS
            moved = number
            steps = 0
            while edges[blank] >> way & 1:
                src = blank + goes[way]
                tile = place[src]
                place[blank] = tile
                place[src] = 0
                moved += goes[way]
                if tile:
                    moved -= goes[way] * weight[tile - 1]
                blank = src
                steps += 1
                full |= reach(moved, kind, state[DISTANCE])
            for _ in range(steps):
                src = blank - goes[way]
                place[blank] = place[src]
                place[src] = 0
                blank = src
        for cell in range(CELLS):
            place[cell] = 0
        if full:
            return -1
    return 1
