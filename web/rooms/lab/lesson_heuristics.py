"""Heuristics that lessons put into the Lab: mistakes and their fixed versions, and an inconsistent one."""

from __future__ import annotations

COUNTS_THE_BLANK = '''\
def heuristic(board, goal):
    """Cells that differ from the goal, the blank's cell counted too."""
    return sum(here != there for here, there in zip(board.tiles, goal.tiles))
'''

LEAVES_THE_BLANK_OUT = '''\
def heuristic(board, goal):
    """Tiles that are not at home; the blank is not a tile."""
    return sum(here != there and here != 0 for here, there in zip(board.tiles, goal.tiles))
'''

_LINES = '''
def heuristic(state, shape, home):
    """Manhattan distance, and 2 moves for each conflict in a row or a column."""
    h = sum(shape.distance(cell, tile) for cell, tile in enumerate(state) if tile != home)
    for row in range(shape.rows):
        line = state[row * shape.cols : (row + 1) * shape.cols]
        h += 2 * conflicts([t for t in line if t // shape.cols == row and t != home])
    for col in range(shape.cols):
        line = state[col :: shape.cols]
        h += 2 * conflicts([t for t in line if t % shape.cols == col and t != home])
    return h
'''

CONFLICTS_BY_PAIRS = (
    '''\
from itertools import combinations

# state: for each cell, the home cell of the tile or blank in it

def conflicts(line):
    """Pairs of tiles in the wrong order."""
    return sum(a > b for a, b in combinations(line, 2))

'''
    + _LINES
)

CONFLICTS_BY_TILES = (
    '''\
from itertools import combinations

# state: for each cell, the home cell of the tile or blank in it

def conflicts(line):
    """The fewest tiles that must leave the line so that the others are in order."""
    for leaving in range(len(line)):
        for staying in combinations(line, len(line) - leaving):
            if list(staying) == sorted(staying):
                return leaving
    return 0

'''
    + _LINES
)

EVERY_OTHER_BOARD = '''\
# state: for each cell, the home cell of the tile or blank in it

def heuristic(state, shape, home):
    """Manhattan distance, but 0 where the blank is on a cell of the other colour."""
    if state.index(home) % 2 != home % 2:
        return 0
    return sum(shape.distance(cell, tile) for cell, tile in enumerate(state) if tile != home)
'''

#: All code in this module, which the Lab does not treat as a user's own.
SOURCES = (COUNTS_THE_BLANK, LEAVES_THE_BLANK_OUT, CONFLICTS_BY_PAIRS, CONFLICTS_BY_TILES, EVERY_OTHER_BOARD)
