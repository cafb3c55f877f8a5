"""Kernel: path shortening, by beam search from the start of a window of the path to its end.

The path is in a gap buffer: path[:DONE] is behind, path[NEXT:END] is ahead, and `board` is the state in
between. A window is a number of moves ahead. A search, level by level, looks for a connection from the first
state of the window to its last state, with at least two moves fewer than the window. States too far away for
such a connection, by Manhattan distance, are left out. A connection replaces the window. Because it is
shorter, the rest of the buffer stays in place. During the search of a window, `home[tile]` is the tile's cell
at the end of the window. Between windows it is the tile's current cell.

A level keeps the WIDTH states with the lowest rank. The rank is the Manhattan distance, plus 2 for each pair
of tiles that are both in their home row or column, but in the wrong order. (Linear conflict counts less:
Hansson, Mayer and Yung, 1992. So the rank is not a bound.) Ties are broken by hash, that is, at random.
States are not stored, but form a tree of moves. Each level is visited from left to right: the moves between
one state and the next are undone and redone, which costs the same on any board. A state is recognized by a
hash of 31 bits. If two states have the same hash, a path may be lost, but no path is wrong.

The blank goes up, left, right, down: way 0, 1, 2, 3. Memory in bytes: 1 for each move of the path, 14 for
each cell, 92 to 124 for each state of a level, 4 for each state of all levels of a window, and 256 kB for
counting.
"""

from npuzzle.compiler.subset import I32, U8, U16, Const

COLS: Const
WIDTH: Const  # of the beam: states of a level
CELLS: Const
SLOTS: Const  # elements of `seen`; a power of two

path: U8
board: U16  # by cell: the tile there
home: U16  # by tile: the cell where it belongs
goes: I32  # by way: the change of the blank's cell
row: U8  # by cell
col: U8
spin: I32  # for hashing, by cell: 16 bits
spun: I32  # for hashing, by tile: 15 bits
came: I32  # by level and state: 4 * the state it came from + the blank's way
far: I32  # by state of this level: its Manhattan distance
rank: I32  # by state: its rank
code: I32  # by state: its hash
option: I32  # by candidate for the next level: as in `came`
option_far: I32  # by candidate, as `far` is by state; so are the next two
option_rank: I32
option_code: I32
count_of: I32  # by key: how many candidates have it
seen: I32  # hashes of states that were met
route: U8  # by level: a way
state: I32  # the numbers of the search:

KEYS = 65536  # values of rank and tie-break; the last value also stands for all larger ones
TIES = 2  # bits of a key that break ties
BACK = 3  # BACK - way is the opposite way

DONE = 0
NEXT = 1
END = 2
BLANK = 3
LENGTH = 4  # moves of a window
DEPTH = 5  # level of the search, or -1 between windows
COUNT = 6  # states on this level
TAKEN = 7  # states of this level that are expanded
CURRENT = 8  # the state that the board shows
OPTIONS = 9  # candidates for the next level
LOWEST = 10  # the lowest key of a candidate
HIGHEST = 11  # the highest key of a candidate
MOVES = 12  # how many moves this window has
LET_GO = 13  # 1 if the beam was too narrow for all candidates of this window
SALT = 14  # the hash of the first state of this window
EXPANDED = 15  # states expanded by the last call
GENERATED = 16
TOP = 17  # the first and last row, then the first and last column, that the search may use
BOTTOM = 18
LEFT = 19
RIGHT = 20
FIELDS = 21

MORE = 0
OVER = 1  # the round is over


def shift(way: int) -> int:
    """Move the blank, and return the tile that moved."""
    blank = state[BLANK]
    src = blank + goes[way]
    tile = board[src]
    board[src] = board[blank]
    board[blank] = tile
    state[BLANK] = src
    return tile


def settle(way: int) -> int:
    """Move the blank, and make the new cells of tile and blank their homes."""
    blank = state[BLANK]
    home[shift(way)] = blank
    home[board[state[BLANK]]] = state[BLANK]
    return 0


def advance(count: int) -> int:
    """Play the next `count` moves of the path."""
    for _ in range(count):
        way = path[state[NEXT]]
        path[state[DONE]] = way
        state[DONE] += 1
        state[NEXT] += 1
        settle(way)
    return 0


def retreat(count: int) -> int:
    """Take back `count` moves of the path, or all if there are fewer."""
    if count > state[DONE]:
        count = state[DONE]
    for _ in range(count):
        state[DONE] -= 1
        state[NEXT] -= 1
        way = path[state[DONE]]
        path[state[NEXT]] = way
        settle(BACK - way)
    return 0


def ways_from(blank: int, top: int, bottom: int, left: int, right: int) -> int:
    """Return the ways that keep the blank within these rows and columns, as bits 1 << way."""
    up = 1 if row[blank] > top else 0
    down = 8 if row[blank] < bottom else 0
    return up | down | (2 if col[blank] > left else 0) | (4 if col[blank] < right else 0)


def begin(moves: int, blank: int) -> int:
    """Play the path, which has `moves` moves. Return how many of them are possible."""
    state[END] = moves
    state[BLANK] = blank
    for cell in range(CELLS):
        home[board[cell]] = cell
    while state[NEXT] < moves:
        way = path[state[NEXT]]
        blank = state[BLANK]
        if not ways_from(blank, 0, row[CELLS - 1], 0, COLS - 1) >> way & 1:
            break
        advance(1)
    return state[DONE]


def start_round(length: int) -> int:
    """Go back to the start of the path, for windows of `length` moves."""
    retreat(state[DONE])
    state[LENGTH] = length
    state[DEPTH] = -1
    return 0


def nearer(way: int, blank: int, goal: int) -> int:
    """Return whether a tile with home `goal` comes nearer to home when the blank goes this way."""
    if way == 0:
        return row[goal] >= row[blank]
    if way == 3:
        return row[goal] <= row[blank]
    if way == 1:
        return col[goal] >= col[blank]
    return col[goal] <= col[blank]


def wrong_in_row(start: int, goal: int) -> int:
    """Count tiles in their home row on the wrong side of a tile at `start` with home `goal`."""
    found = 0
    line = row[start]
    own = col[goal]
    for i in range(line * COLS + state[LEFT], start):
        other = home[board[i]]
        found += (row[other] == line) & (col[other] > own)
    for i in range(start + 1, line * COLS + state[RIGHT] + 1):
        other = home[board[i]]
        found += (row[other] == line) & (col[other] < own)
    return found


def wrong_in_col(start: int, goal: int) -> int:
    """Count tiles in their home column on the wrong side of a tile at `start` with home `goal`."""
    found = 0
    line = col[start]
    own = row[goal]
    for i in range(state[TOP] * COLS + line, start, COLS):
        other = home[board[i]]
        found += (col[other] == line) & (row[other] > own)
    for i in range(start + COLS, state[BOTTOM] * COLS + line + 1, COLS):
        other = home[board[i]]
        found += (col[other] == line) & (row[other] < own)
    return found


def change(way: int, src: int, blank: int, goal: int) -> int:
    """Return the change of rank when a tile with home `goal` goes from `src` to the blank's cell."""
    wrong = 0
    if way == 0 or way == 3:
        if row[goal] == row[src]:
            wrong = -wrong_in_row(src, goal)
        elif row[goal] == row[blank]:
            wrong = wrong_in_row(blank, goal)
    elif col[goal] == col[src]:
        wrong = -wrong_in_col(src, goal)
    elif col[goal] == col[blank]:
        wrong = wrong_in_col(blank, goal)
    return 1 - 2 * nearer(way, blank, goal) + 2 * wrong


def open_window() -> int:
    """Start the window ahead: its first state is level 0. Return 1 if a shorter connection is possible."""
    start = state[NEXT]
    moves = state[END] - start
    if moves > state[LENGTH]:
        moves = state[LENGTH]
    blank = state[BLANK]
    top = row[blank]
    bottom = top
    left = col[blank]
    right = left
    for i in range(start, start + moves):
        settle(path[i])
        blank = state[BLANK]
        if row[blank] < top:
            top = row[blank]
        elif row[blank] > bottom:
            bottom = row[blank]
        elif col[blank] < left:
            left = col[blank]
        elif col[blank] > right:
            right = col[blank]
    state[TOP] = top - 1 if top > 0 else 0
    state[BOTTOM] = bottom + 1 if bottom < row[CELLS - 1] else bottom
    state[LEFT] = left - 1 if left > 0 else 0
    state[RIGHT] = right + 1 if right < COLS - 1 else right
    distance = 0
    ranked = 0
    for i in range(start + moves - 1, start - 1, -1):
        blank = state[BLANK]
        way = BACK - path[i]
        tile = shift(way)
        goal = home[tile]
        distance += 1 - 2 * nearer(way, blank, goal)
        ranked += change(way, state[BLANK], blank, goal)
    state[MOVES] = moves
    state[SALT] = (state[SALT] + 777767777) & 1073741823  # so that no window recognizes the states of another
    far[0] = distance
    rank[0] = ranked
    code[0] = state[SALT]
    came[0] = 0
    state[DEPTH] = 0
    state[COUNT] = 1
    state[TAKEN] = 0
    state[OPTIONS] = 0
    state[CURRENT] = 0
    state[LET_GO] = 0
    state[LOWEST] = KEYS
    state[HIGHEST] = 0
    return distance <= moves - 2


def close_window() -> int:
    """Bring the board back to the first state of the window, with all tiles at home."""
    current = state[CURRENT]
    for depth in range(state[DEPTH], 0, -1):
        link = came[depth * WIDTH + current]
        shift(BACK - (link & 3))
        current = link >> 2
    start = state[NEXT]
    for i in range(start, start + state[MOVES]):
        shift(path[i])
    for i in range(start + state[MOVES] - 1, start - 1, -1):
        settle(BACK - path[i])
    state[DEPTH] = -1
    for key in range(state[LOWEST], state[HIGHEST] + 1):
        count_of[key] = 0
    return 0


def replace(length: int, link: int) -> int:
    """Replace the window with the connection found, whose last move is `link`."""
    state[NEXT] += state[MOVES] - length
    for level in range(length - 1, -1, -1):
        path[state[NEXT] + level] = link & 3
        link = came[level * WIDTH + (link >> 2)]
    return 0


def key_of(ranked: int, mixed: int) -> int:
    """Return the key that orders the states of a level."""
    key = ranked << TIES | mixed >> 7 & (1 << TIES) - 1
    return key if key < KEYS else KEYS - 1


def show(wanted: int) -> int:
    """Bring the board to state `wanted` of this level."""
    depth = state[DEPTH]
    current = state[CURRENT]
    state[CURRENT] = wanted
    blank = state[BLANK]
    hole = board[blank]
    here = depth * WIDTH
    level = depth
    while current != wanted:
        link = came[here + current]
        src = blank - goes[link & 3]
        board[blank] = board[src]
        blank = src
        current = link >> 2
        link = came[here + wanted]
        route[level] = link & 3
        wanted = link >> 2
        here -= WIDTH
        level -= 1
    while level < depth:
        level += 1
        src = blank + goes[route[level]]
        board[blank] = board[src]
        blank = src
    board[blank] = hole
    state[BLANK] = blank
    return 0


def expand(most: int) -> int:
    """Expand states of this level until this call of `search` has expanded `most` states.

    Returns the last move of a connection to the end of the window, as in `came`, or -1.
    """
    depth = state[DEPTH]
    here = depth * WIDTH
    slack = state[MOVES] - 3 - depth
    top = state[TOP]
    bottom = state[BOTTOM]
    left = state[LEFT]
    right = state[RIGHT]
    count = state[COUNT]
    taken = state[TAKEN]
    options = state[OPTIONS]
    expanded = state[EXPANDED]
    generated = state[GENERATED]
    lowest = state[LOWEST]
    highest = state[HIGHEST]
    found = -1
    while taken < count and expanded < most and found < 0:
        show(taken)
        expanded += 1
        blank = state[BLANK]
        ways = ways_from(blank, top, bottom, left, right)
        if depth > 0:
            ways &= ~(8 >> (came[here + taken] & 3))
        for way in range(4):
            if not ways >> way & 1:
                continue
            generated += 1
            src = blank + goes[way]
            tile = board[src]
            goal = home[tile]
            distance = far[taken] + 1 - 2 * nearer(way, blank, goal)
            if distance > slack:
                continue
            if distance == 0:
                found = taken * 4 + way
                break
            mixed = code[taken] ^ spun[tile] * spin[src] ^ spun[tile] * spin[blank]
            slot = (mixed ^ mixed >> 15) & SLOTS - 1
            if seen[slot] == mixed:
                continue
            seen[slot] = mixed
            ranked = rank[taken] + change(way, src, blank, goal)
            key = key_of(ranked, mixed)
            count_of[key] += 1
            if key < lowest:
                lowest = key
            if key > highest:
                highest = key
            option[options] = taken * 4 + way
            option_far[options] = distance
            option_rank[options] = ranked
            option_code[options] = mixed
            options += 1
        taken += 1
    state[TAKEN] = taken
    state[OPTIONS] = options
    state[EXPANDED] = expanded
    state[GENERATED] = generated
    state[LOWEST] = lowest
    state[HIGHEST] = highest
    return found


def next_level() -> int:
    """Keep up to WIDTH candidates, those with the lowest keys, as the next level. Return how many."""
    room = WIDTH
    if state[OPTIONS] > WIDTH:
        state[LET_GO] = 1
    limit = state[LOWEST]  # the lowest key whose candidates are not all kept
    while limit <= state[HIGHEST] and count_of[limit] <= room:
        room -= count_of[limit]
        limit += 1
    for key in range(state[LOWEST], state[HIGHEST] + 1):
        count_of[key] = 0
    here = (state[DEPTH] + 1) * WIDTH
    kept = 0
    for i in range(state[OPTIONS]):
        mixed = option_code[i]
        key = key_of(option_rank[i], mixed)
        if key > limit:
            continue
        if key == limit:
            if room == 0:
                continue
            room -= 1
        came[here + kept] = option[i]
        far[kept] = option_far[i]
        rank[kept] = option_rank[i]
        code[kept] = mixed
        kept += 1
    state[OPTIONS] = 0
    state[LOWEST] = KEYS
    state[HIGHEST] = 0
    if kept > 0:
        show(came[here] >> 2)
        shift(came[here] & 3)
        state[DEPTH] += 1
        state[COUNT] = kept
        state[TAKEN] = 0
        state[CURRENT] = 0
    return kept


def search(most: int) -> int:
    """Search until `most` states are expanded or the round is over. Return MORE or OVER."""
    state[EXPANDED] = 0
    state[GENERATED] = 0
    while state[EXPANDED] < most:
        over = 0  # 1 if the window is done
        length = -1  # the moves of a shorter connection, or -1
        link = 0
        if state[DEPTH] < 0:
            if state[END] - state[NEXT] < 2:
                return OVER
            state[EXPANDED] += 1
            over = not open_window()
            if far[0] == 0:
                length = 0
        else:
            link = expand(most)
            if link >= 0:
                length = state[DEPTH] + 1
            elif state[TAKEN] == state[COUNT]:
                over = next_level() == 0
        half = (state[LENGTH] + 1) // 2
        if length >= 0:
            close_window()
            replace(length, link)
            retreat(half)
        elif over:
            close_window()
            if state[NEXT] + state[MOVES] >= state[END]:
                return OVER
            advance(half)
    return MORE
