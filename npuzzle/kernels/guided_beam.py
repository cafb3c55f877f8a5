"""Kernel: beam search over a whole large board, guided line by line from the outside to the inside.

The first row and column that are not finished are the open lines. Their tiles come home one after the other;
all other tiles may move as they like. The rank of a state has three parts, in sixteenths of a move:

    distance  of each tile to its home, by rows and by columns: d lines count as d + Q d d / n, so that tiles
              that are far away come first; plus a number for each pair of tiles that are in their home line
              in the wrong order. Tiles of outer lines weigh more, so that disorder stays in the middle.
    guide     what is left to do in the open lines: a number for each tile, and, on a logarithmic scale, the
              moves that would bring the nearest next tile home if nothing else mattered
    pressure  the factor of the guide; it rises while the beam does not come nearer

A line is filled from both of its ends; the last two tiles come home together, and `pair` has the moves that
this takes in 3x2 cells. Tiles that came home stay there. The last six cells are in the table `rest`.

States are not stored, but form a tree of moves. The states of a level are visited from left to right: the
moves between one state and the next are undone and redone. If all states of a level have the same ancestor,
the path to this ancestor is certain, and that part of the tree is forgotten. States with equal hashes count
as equal: one of them may be lost, but no path is wrong.

The board has at least as many rows as columns, and the blank's home is the last cell. The blank goes up,
left, right, down: way 0, 1, 2, 3. A move is its way, plus 4 for each cell that it goes further; so line moves
are longer moves of the blank, along a row and along a column in turn. Memory in bytes: 4 for each state of
HISTORY levels; 144 for each state of a level and 24 for each of its moves; 1 for each move of the path; 30
for each cell; 0.6 MB.
"""

from npuzzle.compiler.subset import I32, U8, U16, Const

ROWS: Const
COLS: Const
WIDTH: Const  # of the beam: states of a level
HISTORY: Const  # levels that are remembered; a power of two
SLOTS: Const  # elements of `seen`; a power of two
LINES: Const  # rows that the guide finishes before the last six cells
MOVES: Const  # 4 * the most cells that the blank goes in a move; a power of two

board: U16  # by cell: the tile there, numbered by its home cell
where: U16  # by tile: its cell
row: U8  # by cell
col: U8
home_row: U8  # by tile; NOWHERE for the blank
home_col: U8
order: U8  # by tile: how many rows are finished when its line is open
goes: I32  # by way: the change of the blank's cell
first_col: U8  # by number of finished rows: the first column that is not finished
weight: I32  # by tile, in sixteenths
reversal: I32  # by tile: its part of the cost of a pair in the wrong order
weights: I32  # by number of lines from the open ones: `weight`
reversals: I32  # by the same number: `reversal`
cost: I32  # by number of lines from home: their part of the distance
guide_of: I32  # by number of moves: the guide
pair: U8  # by cell of the blank, of the first and of the second tile, in 3x2 cells: moves
rest: U8  # by the tiles of the last six cells, as a number in base six: moves
rest_number: U8  # by tile: its digit
spin: I32  # for hashing, by cell: 16 bits
spun: I32  # for hashing, by tile: 15 bits
came: I32  # by level and state: MOVES * the state it came from + the move
far: I32  # by state of this level: its distance
code: I32  # by state: its hash
ends: I32  # by state: the finished rows, and the tiles home from the left and from the right in the open row
side: I32  # by state: the tiles home from the top and from the bottom in the open column
option: I32  # by candidate for the next level: as in `came`
option_key: I32  # by candidate: its rank
option_far: I32  # by candidate, as `far` is by state; so are the next three
option_code: I32
option_ends: I32
option_side: I32
counted: I32  # by the upper part of a key, then by the lower part: how many candidates have it
seen: I32  # hashes of states that were met
route: U8  # by level: a move
path: U8  # by level: the move that leads there, where it is certain
state: I32  # the numbers of the search:

LEVEL = 0
COUNT = 1  # states on this level
TAKEN = 2  # states of this level that are expanded
CURRENT = 3  # the state that the board shows
BLANK = 4
OPTIONS = 5  # candidates for the next level
LOWEST = 6  # the lowest rank of these candidates
CERTAIN = 7  # levels up to which the path is certain
FINISHED = 8  # how many rows are finished in the best state
BEST = 9  # of this level, the state with the lowest rank
GUIDE = 10  # the guide of the first state of this level
PRESSURE = 11  # in 1/65,536
MEAN = 12  # the mean distance of this level's states
GAIN = 13  # by how much a level comes nearer on average, in 1/4,096 of a move
LEAST_GAIN = 14  # if GAIN is below this, the pressure rises
MOST = 15  # the guide for each tile that is not home
FREE = 16  # 1 if the beam may undo moves, because it would otherwise be stuck
LIMIT = 17  # the most moves of a path
FOUND = 18  # as in `came`: the last move of a path
EXPANDED = 19  # states expanded by the last call
GENERATED = 20
ENDS = 21  # the two results of `look_further`
SIDE = 22
LINE = 23  # how many rows are finished on `board`
FIELDS = 24

MORE = 0
SOLVED = 1
STUCK = 2

FINE = 256
COARSE = 256
KEYS = FINE * COARSE  # how many ranks are distinguished; all worse ranks count as the last
BACK = 3  # BACK - way is the opposite way
FAR_AWAY = 32767
NOWHERE = 255
PART = 127  # mask of one of the numbers in `ends` and `side`: 7 bits each
LEAST_PRESSURE = 65536
MOST_PRESSURE = 50 * 65536
WITHIN = 160000  # the largest difference of guides that counts: times the pressure, it fits in 32 bits
SPREAD = 5000  # the largest difference of distances that counts in their mean
EVERY = 64  # levels between checks of what is certain


def at_home(line: int, place: int) -> int:
    """Return whether the tile in this row and column is at home."""
    return board[line * COLS + place] == line * COLS + place


def look_further(lines: int, sides: int) -> int:
    """Find more tiles of the open lines that are home. Leave the counts in the fields ENDS and SIDE."""
    line = lines >> 14
    left = lines >> 7 & PART
    right = lines & PART
    top = sides >> 7
    bottom = sides & PART
    while line < LINES:
        first = first_col[line]
        across = COLS - first
        down = ROWS - line
        upright = 1 if first_col[line + 1] > first else 0  # the column is open, too
        more = 1
        while more:
            more = 0
            if left + right < across - 2:
                if at_home(line, first + left):
                    left += 1
                    more = 1
                elif at_home(line, COLS - 1 - right):
                    right += 1
                    more = 1
            elif (  # one cell alone could not be filled
                left + right == across - 2 and at_home(line, first + left) and at_home(line, first + left + 1)
            ):
                left += 2
                more = 1
            if upright:
                if left and not top:
                    top = 1  # the corner is in both lines
                if top + bottom < down - 2:
                    if top and at_home(line + top, first):
                        top += 1
                        more = 1
                    elif (top or bottom < down - 4) and at_home(ROWS - 1 - bottom, first):
                        bottom += 1
                        more = 1
                elif (
                    top + bottom == down - 2 and at_home(line + top, first) and at_home(line + top + 1, first)
                ):
                    top += 2
                    more = 1
        if left + right < across or (upright and top + bottom < down):
            break
        line += 1
        left = 0
        right = 0
        top = 0
        bottom = 0
    state[ENDS] = line << 14 | left << 7 | right
    state[SIDE] = top << 7 | bottom
    return 0


def absolute(number: int) -> int:
    """Return the absolute value of a number."""
    return number if number >= 0 else -number


def carry_on(along: int, across: int) -> int:
    """Return the moves that carry a tile with the blank in front: 3 per cell round a bend, 5 straight on."""
    bends = 2 * across if along > across else 2 * along - 1
    return 5 * (along + across) - 4 - 2 * bends


def walk(blank_row: int, blank_col: int, to_row: int, to_col: int, tile_row: int, tile_col: int) -> int:
    """Return how many moves the blank needs to a cell next to a tile if it walks round that tile."""
    moves = absolute(to_row - blank_row) + absolute(to_col - blank_col)
    if blank_row == to_row:
        if to_row == tile_row and (blank_col < tile_col) != (to_col < tile_col):
            return moves + 2
    elif blank_col == to_col and to_col == tile_col and (blank_row < tile_row) != (to_row < tile_row):
        return moves + 2
    return moves


def carry(tile_row: int, tile_col: int, to_row: int, to_col: int, blank_row: int, blank_col: int) -> int:
    """Return how many moves bring a tile to a cell if nothing else matters."""
    rows = absolute(to_row - tile_row)
    cols = absolute(to_col - tile_col)
    best = 0
    if rows:
        front = tile_row + 1 if to_row > tile_row else tile_row - 1
        best = walk(blank_row, blank_col, front, tile_col, tile_row, tile_col) + carry_on(rows, cols)
    if cols:
        front = tile_col + 1 if to_col > tile_col else tile_col - 1
        moves = walk(blank_row, blank_col, tile_row, front, tile_row, tile_col) + carry_on(cols, rows)
        if rows == 0 or moves < best:
            best = moves
    return best


def fetch(tile: int, line: int, place: int, open_side: int, blank_row: int, blank_col: int) -> int:
    """Return the moves that bring a tile to a place of the open row; the cells on one side are finished.

    `open_side`: 1 if the next cell is open, -1 if the cell before is. If `tile` is negative, ~tile is meant,
    with the open column: rows and columns change places.
    """
    cell = where[tile] if tile >= 0 else where[~tile]
    tile_row = row[cell] if tile >= 0 else col[cell]
    tile_col = col[cell] if tile >= 0 else row[cell]
    up = tile_row - line - 1
    across = (place - tile_col) * open_side
    if up < 0 or across < 0 or (across == 0 and up > 0):
        return carry(tile_row, tile_col, line, place, blank_row, blank_col)
    if across == 0:  # it is right below: the blank comes from the open side
        if blank_row == line and blank_col == place:
            return 1
        moves = absolute(blank_row - line) + absolute(blank_col - place - open_side) + 2
        return moves + 2 if blank_row == tile_row and (place - blank_col) * open_side > 0 else moves
    # The cells above the tile are finished, so the blank cannot cut the corner before the tile's last move,
    # which is up: it costs 5 after a move up and 7 after a move sideways, not 3.
    front = tile_col + open_side
    best = walk(blank_row, blank_col, tile_row, front, tile_row, tile_col)
    best += carry_on(across, up) + (7 if across > up else 5)
    if up:
        moves = walk(blank_row, blank_col, tile_row - 1, tile_col, tile_row, tile_col)
        moves += carry_on(up, across) + (5 if up > across else 7)
        if moves < best:
            return moves
    return best


def is_in(cell_row: int, cell_col: int, last: int, place: int) -> int:
    """Return whether a cell is in the column of `place` or the next one, and in a row up to `last`."""
    return 1 if cell_row <= last and place <= cell_col and cell_col <= place + 1 else 0


def fetch_two(line: int, place: int, tile1: int, tile2: int, blank_row: int, blank_col: int) -> int:
    """Return the moves that bring a row's last two tiles to `place` and the next cell; ~ as in `fetch`."""
    cell1 = where[tile1] if tile1 >= 0 else where[~tile1]
    cell2 = where[tile2] if tile1 >= 0 else where[~tile2]
    row1 = row[cell1] if tile1 >= 0 else col[cell1]
    col1 = col[cell1] if tile1 >= 0 else row[cell1]
    row2 = row[cell2] if tile1 >= 0 else col[cell2]
    col2 = col[cell2] if tile1 >= 0 else row[cell2]
    last = line + 2
    after = place + 1
    if is_in(row1, col1, last, place) and is_in(row2, col2, last, place):
        tiles = ((row1 - line) * 2 + col1 - place) * 6 + (row2 - line) * 2 + col2 - place
        if is_in(blank_row, blank_col, last, place):
            return pair[((blank_row - line) * 2 + blank_col - place) * 36 + tiles]
        best = FAR_AWAY
        for cell in range(2, 6):
            if cell != tiles // 6 and cell != tiles % 6:
                moves = absolute(blank_row - line - cell // 2) + absolute(blank_col - place - cell % 2)
                moves += pair[cell * 36 + tiles]
                if moves < best:
                    best = moves
        return best
    if row1 == line and col1 == after:  # the second tile goes below the first, then both turn into the line
        return carry(row2, col2, line + 1, after, blank_row, blank_col) + 4
    rows = absolute(row2 - line - 1)
    cols = absolute(col2 - after)
    moves = fetch(tile1, line, after, -1, blank_row, blank_col) + 12 + rows + cols
    if cols > rows:
        return moves + carry_on(cols, rows)
    return moves + carry_on(rows, cols) if rows else moves


def nearer_of(one: int, other: int) -> int:
    """Return the smaller number."""
    return one if one < other else other


def guide(lines: int, sides: int, blank: int) -> int:
    """Return the guide of the board: `lines` and `sides` count the tiles at home, `blank` is its cell."""
    line = lines >> 14
    first = first_col[line]
    if line == LINES:
        number = 0
        for i in range(line, ROWS):
            for j in range(first, COLS):
                number = number * 6 + rest_number[board[i * COLS + j]]
        return guide_of[rest[number]]
    left = lines >> 7 & PART
    right = lines & PART
    top = sides >> 7
    bottom = sides & PART
    blank_row = row[blank]
    blank_col = col[blank]
    moves = FAR_AWAY
    open_cells = COLS - first - left - right
    tile = line * COLS + first + left
    if open_cells == 2:
        moves = fetch_two(line, first + left, tile, tile + 1, blank_row, blank_col)
    elif open_cells:
        moves = fetch(tile, line, first + left, 1, blank_row, blank_col)
        tile = line * COLS + COLS - 1 - right
        moves = nearer_of(moves, fetch(tile, line, COLS - 1 - right, -1, blank_row, blank_col))
    if first_col[line + 1] > first:
        open_cells = ROWS - line - top - bottom
        tile = (line + top) * COLS + first
        if top and open_cells == 2:
            other = fetch_two(first, line + top, ~tile, ~(tile + COLS), blank_col, blank_row)
            moves = nearer_of(moves, other)
        elif top and open_cells:
            moves = nearer_of(moves, fetch(~tile, first, line + top, 1, blank_col, blank_row))
        if (top and open_cells > 2) or open_cells > 4:
            tile = (ROWS - 1 - bottom) * COLS + first
            moves = nearer_of(moves, fetch(~tile, first, ROWS - 1 - bottom, -1, blank_col, blank_row))
    tiles = (ROWS - line) * (COLS - first) - 6 - left - right - bottom
    return guide_of[moves] + state[MOST] * (tiles - top + 1 if top else tiles)


def reversed_in_row(tile: int, cell: int) -> int:
    """Return the cost of all tiles in this tile's home row that are on its wrong side if it is at `cell`."""
    line = row[cell]
    total = 0
    if home_row[tile] == line:
        own = home_col[tile]
        each = reversal[tile]
        first = line * COLS
        for i in range(first + first_col[state[LINE]], cell):
            other = board[i]
            if home_row[other] == line and home_col[other] > own:
                total += reversal[other] + each
        for i in range(cell + 1, first + COLS):
            other = board[i]
            if home_row[other] == line and home_col[other] < own:
                total += reversal[other] + each
    return total


def reversed_in_col(tile: int, cell: int) -> int:
    """Return the same cost for the tile's home column."""
    line = col[cell]
    total = 0
    if home_col[tile] == line:
        own = home_row[tile]
        each = reversal[tile]
        for i in range(state[LINE] * COLS + line, cell, COLS):
            other = board[i]
            if home_col[other] == line and home_row[other] > own:
                total += reversal[other] + each
        for i in range(cell + COLS, ROWS * COLS, COLS):
            other = board[i]
            if home_col[other] == line and home_row[other] < own:
                total += reversal[other] + each
    return total


def change(tile: int, src: int, dst: int, way: int) -> int:
    """Return by how much the distance rises when a tile goes from `src` to the blank's cell, `dst`."""
    if way == 0 or way == 3:
        own = home_row[tile]
        more = reversed_in_row(tile, dst) - reversed_in_row(tile, src)
        before = absolute(own - row[src])
        after = absolute(own - row[dst])
    else:
        own = home_col[tile]
        more = reversed_in_col(tile, dst) - reversed_in_col(tile, src)
        before = absolute(own - col[src])
        after = absolute(own - col[dst])
    return more + (weight[tile] * cost[after] >> 4) - (weight[tile] * cost[before] >> 4)


def distance() -> int:
    """Return the distance of the board."""
    total = 0
    twice = 0
    first = first_col[state[LINE]]
    for i in range(state[LINE], ROWS):
        for cell in range(i * COLS + first, i * COLS + COLS):
            tile = board[cell]
            if cell != state[BLANK]:
                total += weight[tile] * cost[absolute(i - home_row[tile])] >> 4
                total += weight[tile] * cost[absolute(col[cell] - home_col[tile])] >> 4
                twice += reversed_in_row(tile, cell) + reversed_in_col(tile, cell)
    return total + twice // 2


def slide(blank: int, step: int, cells: int) -> int:
    """Move the blank by `cells` cells. Return the blank's new cell."""
    for _ in range(cells):
        src = blank + step
        tile = board[src]
        board[blank] = tile
        where[tile] = blank
        blank = src
    return blank


def follow(blank: int, link: int) -> int:
    """Make the move of a link of `came` with the blank. Return the blank's new cell."""
    return slide(blank, goes[link & 3], (link & MOVES - 1) // 4 + 1)


def show(wanted: int) -> int:
    """Bring the board to state `wanted` of this level."""
    level = state[LEVEL]
    current = state[CURRENT]
    state[CURRENT] = wanted
    blank = state[BLANK]
    hole = board[blank]
    depth = level
    while current != wanted:
        here = (depth & HISTORY - 1) * WIDTH
        link = came[here + current]
        blank = slide(blank, -goes[link & 3], (link & MOVES - 1) // 4 + 1)
        current = link // MOVES
        link = came[here + wanted]
        route[depth & HISTORY - 1] = link & MOVES - 1
        wanted = link // MOVES
        depth -= 1
    while depth < level:
        depth += 1
        blank = follow(blank, route[depth & HISTORY - 1])
    board[blank] = hole
    where[hole] = blank
    state[BLANK] = blank
    return 0


def measure() -> int:
    """Weigh the tiles again, and compute the distances of this level's states."""
    finished = state[FINISHED]
    for tile in range(ROWS * COLS):
        lines = order[tile] - finished if order[tile] > finished else 0
        weight[tile] = weights[lines]
        reversal[tile] = reversals[lines]
    for i in range(state[COUNT]):
        show(i)
        state[LINE] = ends[i] >> 14
        far[i] = distance()
    return 0


def mean() -> int:
    """Return the mean distance of this level's states."""
    first = far[0]
    total = 0
    for i in range(state[COUNT]):
        more = far[i] - first
        if more > SPREAD:
            more = SPREAD
        elif more < -SPREAD:
            more = -SPREAD
        total += more
    return first + total // state[COUNT]


def begin(blank: int, limit: int, least_gain: int, most: int) -> int:
    """Start with the tiles on `board`, for a path of up to `limit` moves."""
    for i in range(ROWS * COLS):
        where[board[i]] = i
    for i in range(SLOTS):
        seen[i] = 0
    state[LEVEL] = 0
    state[COUNT] = 1
    state[TAKEN] = 0
    state[CURRENT] = 0
    state[BLANK] = blank
    state[OPTIONS] = 0
    state[CERTAIN] = 0
    state[BEST] = 0
    state[PRESSURE] = LEAST_PRESSURE
    state[GAIN] = least_gain
    state[LEAST_GAIN] = least_gain
    state[MOST] = most
    state[FREE] = 0
    state[LIMIT] = limit
    look_further(0, 0)
    ends[0] = state[ENDS]
    side[0] = state[SIDE]
    code[0] = 1
    state[FINISHED] = ends[0] >> 14
    measure()
    state[MEAN] = far[0]
    return 0


def expand(most: int) -> int:
    """Expand states of this level until this call of `search` has expanded `most`. Return 1 if solved."""
    level = state[LEVEL]
    here = (level & HISTORY - 1) * WIDTH
    count = state[COUNT]
    taken = state[TAKEN]
    options = state[OPTIONS]
    expanded = state[EXPANDED]
    generated = state[GENERATED]
    lowest = state[LOWEST]
    pressure = state[PRESSURE] >> 8
    if taken == 0:
        show(0)
        state[GUIDE] = guide(ends[0], side[0], state[BLANK])
        lowest = 2147483647
    found = 0
    while taken < count and expanded < most and not found:
        show(taken)
        expanded += 1
        blank = state[BLANK]
        blank_row = row[blank]
        blank_col = col[blank]
        hole = board[blank]
        lines = ends[taken]
        sides = side[taken]
        line = lines >> 14
        state[LINE] = line
        first = first_col[line]
        back = BACK - (came[here + taken] & 3) if level > 0 and not state[FREE] else BACK + 1
        for way in range(4):
            if way == back or (MOVES > 4 and way == BACK - back):
                continue
            step = goes[way]
            src = blank
            src_row = blank_row
            src_col = blank_col
            mixed = code[taken]
            distant = far[taken]
            for cells in range(MOVES // 4):
                src_row += (way == 3) - (way == 0)
                src_col += (way == 2) - (way == 1)
                if src_row < line or src_col < first or src_row == ROWS or src_col == COLS:
                    break
                if src_row == line and (
                    src_col < first + (lines >> 7 & PART) or src_col >= COLS - (lines & PART)
                ):
                    break
                if src_col == first and (src_row < line + (sides >> 7) or src_row >= ROWS - (sides & PART)):
                    break
                generated += 1
                dst = src
                tile = board[dst + step]
                mixed = mixed ^ spun[tile] * spin[dst + step] ^ spun[tile] * spin[dst]
                slot = (mixed ^ mixed >> 15) & SLOTS - 1
                is_known = seen[slot] == mixed
                if is_known and MOVES == 4:
                    break
                seen[slot] = mixed
                distant += change(tile, dst + step, dst, way)
                src = slide(dst, step, 1)
                board[src] = hole
                if is_known:
                    continue
                if distant == 0:
                    state[FOUND] = taken * MOVES + cells * 4 + way
                    found = 1
                    break
                state[ENDS] = lines
                state[SIDE] = sides
                if blank_row == line or blank_col == first:
                    look_further(lines, sides)
                more = guide(state[ENDS], state[SIDE], src) - state[GUIDE]
                if more > WITHIN:
                    more = WITHIN
                elif more < -WITHIN:
                    more = -WITHIN
                key = distant - far[0] + (more * pressure >> 8)
                if key < lowest:
                    lowest = key
                option[options] = taken * MOVES + cells * 4 + way
                option_key[options] = key
                option_far[options] = distant
                option_code[options] = mixed
                option_ends[options] = state[ENDS]
                option_side[options] = state[SIDE]
                options += 1
            slide(src, -step, (src - blank) // step)
            board[blank] = hole
            if found:
                break
        taken += 1
    state[TAKEN] = taken
    state[OPTIONS] = options
    state[EXPANDED] = expanded
    state[GENERATED] = generated
    state[LOWEST] = lowest
    return found


def choose() -> int:
    """Make the WIDTH candidates of lowest rank the states of the next level."""
    lowest = state[LOWEST]
    for i in range(state[OPTIONS]):
        key = option_key[i] - lowest
        key = 2 * key + (option_code[i] >> 14 & 1) if key < KEYS // 2 else KEYS - 1  # ties: by hash
        option_key[i] = key
        counted[key // FINE] += 1
    room = WIDTH
    limit = 0  # the lowest key whose candidates are not all chosen: first its upper part
    while limit < COARSE and counted[limit] <= room:
        room -= counted[limit]
        limit += 1
    for i in range(state[OPTIONS]):
        if option_key[i] // FINE == limit:
            counted[COARSE + option_key[i] % FINE] += 1
    limit *= FINE
    while counted[COARSE + limit % FINE] <= room and limit < KEYS:
        room -= counted[COARSE + limit % FINE]
        limit += 1
    for i in range(COARSE + FINE):
        counted[i] = 0
    here = (state[LEVEL] + 1 & HISTORY - 1) * WIDTH
    kept = 0
    best = KEYS
    for i in range(state[OPTIONS]):
        key = option_key[i]
        if key > limit:
            continue
        if key == limit:
            if room == 0:
                continue
            room -= 1
        if key < best:
            best = key
            state[BEST] = kept
        came[here + kept] = option[i]
        far[kept] = option_far[i]
        code[kept] = option_code[i]
        ends[kept] = option_ends[i]
        side[kept] = option_side[i]
        kept += 1
    link = came[here]
    show(link // MOVES)
    hole = board[state[BLANK]]
    state[BLANK] = follow(state[BLANK], link)
    board[state[BLANK]] = hole
    state[LEVEL] += 1
    state[COUNT] = kept
    state[CURRENT] = 0
    return 0


def trace(level: int, number: int) -> int:
    """Write the moves that lead to this state of a level into `path`."""
    for depth in range(level, state[CERTAIN], -1):
        link = came[(depth & HISTORY - 1) * WIDTH + number]
        path[depth - 1] = link & MOVES - 1
        number = link // MOVES
    return 0


def forget() -> int:
    """Forget the levels on which all states have the same ancestor. Return STUCK if too many remain."""
    level = state[LEVEL]
    first = 0
    last = state[COUNT] - 1
    while first != last:  # ancestors are in the order of their states: if these two meet, so do all between
        here = (level & HISTORY - 1) * WIDTH
        first = came[here + first] // MOVES
        last = came[here + last] // MOVES
        level -= 1
    if level > state[CERTAIN]:
        trace(level, first)
        state[CERTAIN] = level
    return MORE if state[LEVEL] - state[CERTAIN] < HISTORY - EVERY else STUCK


def next_level() -> int:
    """Go to the next level, or set FREE to expand this one again. Return MORE, or STUCK if neither helps."""
    state[TAKEN] = 0
    if state[LEVEL] + 1 >= state[LIMIT]:
        return STUCK
    if state[OPTIONS] == 0:
        if state[FREE]:
            return STUCK
        state[FREE] = 1  # the beam is stuck: it may undo moves, and return to earlier states
        for i in range(SLOTS):
            seen[i] = 0
        return MORE
    state[FREE] = 0
    choose()
    state[OPTIONS] = 0
    now = mean()
    state[GAIN] += ((state[MEAN] - now) * 256 - state[GAIN]) // ((ROWS + COLS) // 2)
    state[MEAN] = now
    pressure = state[PRESSURE] + ((state[LEAST_GAIN] - state[GAIN]) * 123 >> 8)
    if pressure < LEAST_PRESSURE:
        pressure = LEAST_PRESSURE
    elif pressure > MOST_PRESSURE:
        pressure = MOST_PRESSURE
    state[PRESSURE] = pressure
    finished = ends[state[BEST]] >> 14
    if finished > state[FINISHED]:
        state[FINISHED] = finished
        measure()
        state[MEAN] = mean()
    return forget() if state[LEVEL] % EVERY == 0 else MORE


def search(most: int) -> int:
    """Expand up to `most` states. Return MORE, SOLVED or STUCK."""
    state[EXPANDED] = 0
    state[GENERATED] = 0
    outcome = MORE
    while state[EXPANDED] < most and outcome == MORE:
        if expand(most):
            outcome = SOLVED
        elif state[TAKEN] == state[COUNT]:
            outcome = next_level()
    return outcome
