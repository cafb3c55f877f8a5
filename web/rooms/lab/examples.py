"""Example code of heuristics and algorithms, to read, change and repair."""

from __future__ import annotations

from dataclasses import dataclass

from web.rooms.lab.algorithm_examples import ASTAR, BREADTH_FIRST, FIRST_WAY


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """An example. `look`: a sentence or two about what to look for. `is_broken`: its claims are wrong."""

    name: str
    label: str
    look: str
    source: str
    is_broken: bool = False


MANHATTAN = """\
# How many rows and columns is each tile away from its home?

def heuristic(state, shape, home):
    total = 0
    for cell, tile in enumerate(state):
        # The tile on this cell belongs on the cell whose number is `tile`.
        if tile == home:
            continue  # the blank is not a tile
        row, col = divmod(cell, shape.cols)
        home_row, home_col = divmod(tile, shape.cols)
        total += abs(row - home_row) + abs(col - home_col)
    return total
"""

MISPLACED = """\
# How many tiles are not where the goal has them?

def heuristic(board, goal):
    total = 0
    for here, there in zip(board.tiles, goal.tiles):
        if here != 0 and here != there:  # 0 is the blank, not a tile
            total += 1
    return total
"""

EUCLIDEAN = """\
# How long is the straight line from each tile to its home?

from math import sqrt

def heuristic(state, shape, home):
    total = 0
    for cell, tile in enumerate(state):
        if tile == home:
            continue  # the blank is not a tile
        row, col = divmod(cell, shape.cols)
        home_row, home_col = divmod(tile, shape.cols)
        total += sqrt((row - home_row) ** 2 + (col - home_col) ** 2)
    return total
"""

LINEAR_CONFLICT = '''\
# Manhattan, and 2 moves more for each tile that must step out of its line
# to let others pass.

def heuristic(state, shape, home):
    rows, cols = shape.rows, shape.cols
    total = 0
    for cell, tile in enumerate(state):
        if tile != home:
            total += abs(cell // cols - tile // cols)
            total += abs(cell % cols - tile % cols)
    for row in range(rows):
        line = state[row * cols : (row + 1) * cols]
        ours = [t for t in line if t != home and t // cols == row]
        total += 2 * must_leave(ours)
    for col in range(cols):
        line = state[col::cols]
        ours = [t for t in line if t != home and t % cols == col]
        total += 2 * must_leave(ours)
    return total

def must_leave(tiles):
    """The fewest tiles to take out so that the rest stand in order."""
    longest = []  # for each tile: how many stand in order and end with it
    for i, tile in enumerate(tiles):
        before = [longest[j] for j in range(i) if tiles[j] < tile]
        longest.append(1 + max(before, default=0))
    return len(tiles) - max(longest, default=0)
'''

MAXIMUM = '''\
# Two heuristics, each blind to what the other sees: take the larger.

def heuristic(state, shape, home):
    return max(manhattan(state, shape, home), swaps(state, home))

def manhattan(state, shape, home):
    total = 0
    for cell, tile in enumerate(state):
        if tile != home:
            total += shape.distance(cell, tile)
    return total

def swaps(state, home):
    """Swaps with the blank that solve it if any tile may jump into its cell."""
    state = list(state)
    count = 0
    while True:
        blank = state.index(home)
        if blank != home:  # bring home the tile that belongs where the blank is
            other = state.index(blank)
        else:  # the blank is home: any tile that is not changes places with it
            away = [cell for cell, tile in enumerate(state) if tile != cell]
            if not away:
                return count
            other = away[0]
        state[blank], state[other] = state[other], state[blank]
        count += 1
'''

MISPLACED_WITH_BLANK = """\
# How many cells do not hold what the goal has there?

def heuristic(board, goal):
    total = 0
    for here, there in zip(board.tiles, goal.tiles):
        if here != there:
            total += 1
    return total
"""

MANHATTAN_WITH_BLANK = """\
# How many rows and columns is everything away from its home?

def heuristic(state, shape):
    total = 0
    for cell, tile in enumerate(state):
        row, col = divmod(cell, shape.cols)
        home_row, home_col = divmod(tile, shape.cols)
        total += abs(row - home_row) + abs(col - home_col)
    return total
"""

PAIRWISE_CONFLICT = """\
# Manhattan, and 2 moves more for each pair of tiles that are
# in the wrong order in their own line.

def heuristic(state, shape, home):
    rows, cols = shape.rows, shape.cols
    total = 0
    for cell, tile in enumerate(state):
        if tile != home:
            total += abs(cell // cols - tile // cols)
            total += abs(cell % cols - tile % cols)
    for row in range(rows):
        line = state[row * cols : (row + 1) * cols]
        ours = [t for t in line if t != home and t // cols == row]
        total += 2 * conflicts(ours)
    for col in range(cols):
        line = state[col::cols]
        ours = [t for t in line if t != home and t % cols == col]
        total += 2 * conflicts(ours)
    return total

def conflicts(tiles):
    count = 0
    for i in range(len(tiles)):
        for j in range(i + 1, len(tiles)):
            if tiles[i] > tiles[j]:
                count += 1
    return count
"""

VALUE_EUCLIDEAN = """\
# The board and the goal as two lists of numbers: how far apart are they?

from math import sqrt

def heuristic(board, goal):
    total = 0
    for here, there in zip(board.tiles, goal.tiles):
        a = here if here != 0 else -1  # the blank counts as -1
        b = there if there != 0 else -1
        total += (a - b) ** 2
    return sqrt(total)
"""

CONSTANT = """\
# How far is each tile from each cell?

def heuristic(state):
    total = 0
    for a in range(len(state)):
        for b in range(len(state)):
            total += abs(a - b)
    return total
"""

#: The heuristics in the menu: five are admissible, five are not. The Lab starts with the first one.
HEURISTICS = (
    Example(
        name="manhattan",
        label="Manhattan distance",
        look="Admissible and consistent. Delete the lines about the blank: what changes?",
        source=MANHATTAN,
    ),
    Example(
        name="misplaced",
        label="Misplaced tiles",
        look="Admissible and consistent, but low: look at its mean, and at the heuristics that dominate it.",
        source=MISPLACED,
    ),
    Example(
        name="euclidean",
        label="Euclidean distance",
        look="No straight line is longer than the way in rows and columns: compare it with Manhattan.",
        source=EUCLIDEAN,
    ),
    Example(
        name="linear-conflict",
        label="Linear conflict",
        look="Look at must_leave: of three tiles in reverse order two must step aside, not three.",
        source=LINEAR_CONFLICT,
    ),
    Example(
        name="maximum",
        label="The larger of two",
        look="The larger of two admissible estimates is admissible. Does it dominate both of its parts?",
        source=MAXIMUM,
    ),
    Example(
        name="misplaced-with-blank",
        label="Misplaced, blank counted",
        look="Certify it, and count by hand on the board it shows: how many cells does one move put right?",
        source=MISPLACED_WITH_BLANK,
        is_broken=True,
    ),
    Example(
        name="manhattan-with-blank",
        label="Manhattan, blank counted",
        look="Certify it: on the board that it shows, one move is counted twice. For which pieces?",
        source=MANHATTAN_WITH_BLANK,
        is_broken=True,
    ),
    Example(
        name="pairwise-conflict",
        label="Linear conflict by pairs",
        look="Too large on few boards. In 3 2 1, how many tiles must step aside, and how many pairs exist?",
        source=PAIRWISE_CONFLICT,
        is_broken=True,
    ),
    Example(
        name="value-euclidean",
        label="Euclidean distance of the numbers",
        look="A tile's number says which tile it is, not how far it is from home: look at the nearest board.",
        source=VALUE_EUCLIDEAN,
        is_broken=True,
    ),
    Example(
        name="constant-240",
        label="Always 240",
        look="What does it give at the goal? It never looks where the tiles are: fix the inner loop.",
        source=CONSTANT,
        is_broken=True,
    ),
)

#: The algorithms in the menu.
ALGORITHMS = (
    Example(
        name="breadth-first",
        label="Breadth-first search",
        look="Race it: how many times as many boards as A* does it look at?",
        source=BREADTH_FIRST,
    ),
    Example(
        name="astar",
        label="A*",
        look="Race it. Then order the frontier by h alone, or by g + 2 * h: what does that save, and cost?",
        source=ASTAR,
    ),
    Example(
        name="first-way",
        label="A* that keeps the first path",
        look="Race it on 50 boards: on a few its path is longer than the shortest. Which line is to blame?",
        source=FIRST_WAY,
        is_broken=True,
    ),
)
EXAMPLES = (*HEURISTICS, *ALGORITHMS)
NAMED = {example.name: example for example in EXAMPLES}
