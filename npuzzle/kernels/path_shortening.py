"""Kernel: shorter stretches of a path, by beam search from the start of a window of it to its end.

The path lies in a gap buffer: path[0..DONE) is behind, path[NEXT..END) ahead, and `board` is the state in
between. A window is the next moves ahead. It is searched level by level, from its first state to its last,
for a way of at least two moves fewer; what cannot lie on one, by Manhattan distance, is left out. What is
found takes the window's place; as it is shorter, nothing else moves. For one window "home" is where it
ends: `home[tile]`. Between windows `home` is where each tile lies.

A level keeps the WIDTH states of least rank: the Manhattan distance, and 2 for each two tiles that are in
the row or column they belong to, but the wrong way round (as in linear conflict: Hansson, Mayer and Yung,
1992; more than that, so it ranks and does not bound); ties are broken by chance, that is by hash. States
are not kept as such. They are a tree of moves, of which each level is gone through from left to right,
undoing and redoing moves between one state and the next; that costs the same on any board. A state is
known again by a hash of 31 bits: a confusion loses a way, and never makes a wrong one.

The blank goes up, left, right, down: way 0, 1, 2, 3. Memory in bytes: 1 for each move of the path; 14 for
each cell; for each state of a level 92 to 124, and 4 for each of all a window's levels; 256 kB to count.
"""

from npuzzle.kernel.subset import I32, U8, U16, Const

COLS: Const
WIDTH: Const  # of the beam: states of a level
CELLS: Const
SLOTS: Const  # places in `seen`; a power of two

path: U8
board: U16  # by cell, the tile
home: U16  # by tile, the cell where it belongs
goes: I32  # by way, the change of the blank's cell
row: U8
col: U8
spin: I32  # for hashing: by cell, 16 bits,
spun: I32  # and by tile, 15 bits
came: I32  # by level and state: 4 * the state it came from + the blank's way
far: I32  # of the states of this level: Manhattan distance,
rank: I32
code: I32  # hash
option: I32  # of what may follow: as in `came`,
option_far: I32
option_rank: I32
option_code: I32
count_of: I32  # of what may follow, how many of this key
seen: I32  # hashes
route: U8  # by level, a way
state: I32

KEYS = 65536  # ranks and what breaks ties; the last is for all above
TIES = 2  # bits
BACK = 3  # less a way: the opposite way

DONE = 0
NEXT = 1
END = 2
BLANK = 3
LENGTH = 4  # of windows, in moves
DEPTH = 5  # level of the search, or -1 between windows
COUNT = 6  # states on it
TAKEN = 7  # of them, expanded
CURRENT = 8  # the one that the board shows
OPTIONS = 9
LOWEST = 10  # key of them
HIGHEST = 11
MOVES = 12  # of this window
LET_GO = 13  # 1 if its beam was too narrow for all
SALT = 14
EXPANDED = 15  # by the last call
GENERATED = 16
TOP = 17  # of the cells that the search may use: first and last row, first and last column
BOTTOM = 18
LEFT = 19
RIGHT = 20
FIELDS = 21

MORE = 0
OVER = 1  # the round


def shift(way: int) -> int:
    """A move on the board: the tile."""
    blank = state[BLANK]
    src = blank + goes[way]
    tile = board[src]
    board[src] = board[blank]
    board[blank] = tile
    state[BLANK] = src
    return tile


def settle(way: int) -> int:
    """A move on the board, after which the two are at home where they are."""
    blank = state[BLANK]
    home[shift(way)] = blank
    home[board[state[BLANK]]] = state[BLANK]
    return 0


def advance(count: int) -> int:
    """Leave so many moves behind."""
    for _ in range(count):
        way = path[state[NEXT]]
        path[state[DONE]] = way
        state[DONE] += 1
        state[NEXT] += 1
        settle(way)
    return 0


def retreat(count: int) -> int:
    """Go back over so many moves, or all there are."""
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
    """Those the blank can go and stay within these rows and columns, as bits 1 << way."""
    up = 1 if row[blank] > top else 0
    down = 8 if row[blank] < bottom else 0
    return up | down | (2 if col[blank] > left else 0) | (4 if col[blank] < right else 0)


def begin(moves: int, blank: int) -> int:
    """Go along the path, which must be so long: how many of its moves can be made."""
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
    """Go back to the start of the path, for windows of so many moves."""
    retreat(state[DONE])
    state[LENGTH] = length
    state[DEPTH] = -1
    return 0


def nearer(way: int, blank: int, goal: int) -> int:
    """Whether a tile that belongs to `goal` gets nearer when the blank goes this way."""
    if way == 0:
        return row[goal] >= row[blank]
    if way == 3:
        return row[goal] <= row[blank]
    if way == 1:
        return col[goal] >= col[blank]
    return col[goal] <= col[blank]


def wrong_in_row(start: int, goal: int) -> int:
    """Tiles of the row of `start`, and at home in it, that one of `goal` has on the wrong side."""
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
    """The same of its column."""
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
    """Of rank, when a tile that belongs to `goal` goes from `src` to the blank's cell."""
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
    """Make the first state of the window ahead the first level: 1 if there may be a shorter way."""
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
    state[SALT] = (state[SALT] + 777767777) & 1073741823  # so that no window knows states of another
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
    """Put the way found in the window's place, of which `link` is the last move."""
    state[NEXT] += state[MOVES] - length
    for level in range(length - 1, -1, -1):
        path[state[NEXT] + level] = link & 3
        link = came[level * WIDTH + (link >> 2)]
    return 0


def key_of(ranked: int, mixed: int) -> int:
    """What the states of a level are ordered by."""
    key = ranked << TIES | mixed >> 7 & (1 << TIES) - 1
    return key if key < KEYS else KEYS - 1


def show(wanted: int) -> int:
    """Bring the board to that state of this level."""
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
    """Go on with this level until `most` states are expanded.

    The last move of a way to the window's end as in `came`, or -1.
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
    """Keep the WIDTH of least key of what may follow: how many."""
    room = WIDTH
    if state[OPTIONS] > WIDTH:
        state[LET_GO] = 1
    limit = state[LOWEST]  # the key of which not all are kept
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
    """Go on until `most` states are expanded (or windows seen to be as short as can be): MORE, or OVER."""
    state[EXPANDED] = 0
    state[GENERATED] = 0
    while state[EXPANDED] < most:
        over = 0  # the window
        length = -1  # of a shorter way
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
